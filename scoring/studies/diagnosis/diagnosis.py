"""Diagnosis of one system's low score: each cause is measured by what the score would be without it.

Faults of the data come first. They are measured by leaving their segments out, and all later causes are measured on the
remaining segments. A severe cause is put right before the next one is measured, so that no point is counted twice.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace

import numpy as np
import pyarrow.compute as pc

from ...analysis.oddities import DOUBT, REFERENCE, SAME_REFERENCES, UNLIKE, Oddity, find_oddities
from ...bleu import BLEU
from ...chrf import CHRF
from ...counting.arrays import Flags, Ints
from ...counting.limits import TooLong
from ...counting.progress import Progress, no_progress, progress_between
from ...doctor.finding import OUT_OF_PLACE, SYSTEM, WARNING_SHARE, ExaminedText, TextFinding
from ...doctor.made_references import PATCHED, POST_EDIT
from ...doctor.odd_texts import LENGTH_RATIO
from ...doctor.repeated_texts import COPIED_SOURCE, PLACEHOLDER, copied_lines, placeholder_lines
from ...doctor.shifted_blocks import SHIFTED, UNALIGNED
from ...doctor.unlike_texts import NO_CAPITALS, lower_case_sentence
from ...formats.plain_text.notices import EMPTY, ENTITIES, ENTITY, TOKENIZED
from ...metric import Metric
from ...origins import COLUMNS, Origins
from ...output.numbers import counted, fixed
from ...output.sentence import Sentence, SentenceText, Strong, sentence
from ...tbleu import TBLEU
from ...ter.per import PER
from ...ter.wer import WER
from ...testset import TestSet
from ...text.texts import as_mask
from ...text.tokenizers import TOKENIZERS
from .. import check_caveats
from ..check_caveats import CheckCaveat
from ..doctor import DoctorResult, examined_texts, findings_in_part
from ..ignored_findings import IgnoreRule
from ..scores import ScoreResult, draw_intervals
from ..side_by_side import FEWEST
from . import causes as words
from .causes import Cause, measured_cause
from .what_if import PIECE, ScoredTexts

EPSILON = 0.3
"""tBLEU's tolerance at which most inflected forms of a word count."""
IN_TURN = "Causes are measured in turn, each after the ones found before it were put right, so no point counts twice."
SMALL_CAUSES_TITLE = "Also checked: too small to be the cause"
ABOUT_OTHERS = "Each number says how much higher the score would be without this. Good outputs gain about as much."
MAX_SEGMENTS = 20_000
"""Number of segments, spread evenly, on which word order and word forms are measured (about 4 s)."""
MIN_LEFT, MIN_SHARE_LEFT = 10, 0.1
"""Fewest segments, and their least share, that must be left for further causes to be measured on them."""
MAX_DANGERS = 2
"""Most findings of checks that the summary names."""
NO_CAUSE = "No unusual cause of a low score found"
N_EXAMPLES = 2
"""Number of segments with the likeliest cause that are shown before the worst segments."""
CAUSES_OF_FINDINGS: Mapping[str, tuple[str, ...]] = {
    SHIFTED: (words.SHIFT,),
    UNALIGNED: (words.ANOTHER_TEXT,),
    PLACEHOLDER: (words.PLACEHOLDERS,),
    COPIED_SOURCE: (words.COPIED_REFERENCE, words.UNTRANSLATED),
    EMPTY: (words.EMPTY_OUTPUTS,),
    LENGTH_RATIO: (words.LENGTH,),
    NO_CAPITALS: (words.CASE,),
    TOKENIZED: (words.TOKENIZER,),
    ENTITIES: (words.ENTITIES,),
}
"""Kind of a finding of the doctor -> kinds of causes that are the same fault."""
WORD_TOKENIZERS = ("13a", "intl", "none")
"""Tokenizers that cut at spaces and punctuation."""


@dataclass(frozen=True)
class DiagnosisRequest:
    """The system whose score is explained, and the BLEU that scores it."""

    system: str
    bleu: BLEU
    ignored: tuple[IgnoreRule, ...] = ()
    """Rules for findings of checks that are not errors."""


@dataclass(frozen=True, eq=False)
class DiagnosisResult:
    """The score of one system, and the causes that explain it."""

    score: ScoreResult
    causes: tuple[Cause, ...]
    """Causes of the low score: severe ones first, then by points."""
    doubts: tuple[Oddity, ...]
    """Reasons why the score may not mean what it seems to mean."""
    numbers: Ints
    """Numbers, from 1, of the segments that no fault of the data explains, (n,)."""
    dangers: tuple[CheckCaveat, ...] = ()
    """Findings of checks that are far more frequent in the outputs than in the references; they may cost no points."""

    @property
    def severe(self) -> tuple[Cause, ...]:
        """Causes that explain more than is usual."""
        return tuple(cause for cause in self.causes if cause.is_severe)

    @property
    def others(self) -> tuple[Cause, ...]:
        """Causes that were measured and explain too little."""
        return tuple(cause for cause in self.causes if not cause.is_severe)

    @property
    def examples(self) -> tuple[int, ...]:
        """Numbers, from 1, of the segments that show the likeliest cause before the worst ones."""
        return self.severe[0].segments[:N_EXAMPLES] if self.severe else ()

    @property
    def heading(self) -> str:
        """Name of the likeliest cause, or the statement that no cause was found."""
        if self.severe:
            return f"Likeliest cause: {self.severe[0].heading.lower()}"
        return f"{NO_CAUSE}, but dangerous sentences" if self.dangers else NO_CAUSE

    @property
    def summary(self) -> Sentence:
        """The score with its interval, what the likeliest cause costs, what to do, and what checks find."""
        text = self.score.sentence() + " " + self._about_causes
        for danger in self.dangers[:MAX_DANGERS]:
            text += sentence(" {}", danger.sentence_on_one_system)
        return text

    @property
    def _about_causes(self) -> SentenceText:
        if self.severe:
            return self.severe[0].remedy
        explain = "What was found explains little of" if self.doubts else "None of the usual faults explains"
        return f"{explain} it. Read the worst segments to see what is wrong."

    def sentences(self) -> list[str]:
        """Return the heading, the summary, the doubts and the evidence of each severe cause."""
        evidence = (f"{cause.heading} ({cause.gain}): {cause.evidence}" for cause in self.severe)
        return [f"{self.heading}.", str(self.summary), *map(str, (odd.sentence for odd in self.doubts)), *evidence]

    def records(self) -> list[dict[str, object]]:
        """Return a record for each cause, in the order of ``causes``."""
        return [
            {
                "cause": cause.heading,
                "points": cause.points,
                "severe": cause.is_severe,
                "evidence": str(cause.evidence),
                "segments": " ".join(map(str, cause.segments)),
            }
            for cause in self.causes
        ]


def run(
    request: DiagnosisRequest, test_set: TestSet, examined: DoctorResult, on_progress: Progress = no_progress
) -> DiagnosisResult:
    """Measure all causes of a system's low score.

    Parameters
    ----------
    test_set : the segments that are scored
    examined : what a shallow examination of the whole test set found
    on_progress : is told the share done; what it raises ends the work
    """
    references = tuple(reference.segments for reference in test_set.references)
    texts = ScoredTexts(test_set.system(request.system).segments, references, request.bleu)
    signature = request.bleu.full_signature(references, bool(test_set.realigned_systems))
    total = texts.statistics.sum(axis=0)
    score = ScoreResult(request.bleu, request.system, signature, texts.statistics, total)
    score = replace(score, joint_interval=draw_intervals([score])[0])
    search = _Search(request, test_set, examined, texts)
    causes: list[Cause] = []
    for number, step in enumerate((search.data_faults, search.preparation, search.length, search.parts), 1):
        causes += step()
        on_progress(number / 6)
    sample = search.sampled()
    causes += sample.order()
    on_progress(5 / 6)
    causes += sample.word_forms()
    on_progress(0.95)
    if len(references) == 1:
        causes.append(Cause(words.REFERENCES, words.ONE_REFERENCE, math.nan, is_severe=False))
    doubts = _doubts(request, test_set, search.warnings, {cause.kind for cause in causes if cause.is_severe})
    dangers: tuple[CheckCaveat, ...] = ()
    if check_caveats.are_few_texts(test_set):
        checking = progress_between(on_progress, 0.95, 1.0)
        dangers = check_caveats.run(test_set, [request.system], request.ignored, checking)
    return DiagnosisResult(score, words.sorted_causes(causes), doubts, search.numbers, dangers)


def _doubts(
    request: DiagnosisRequest, test_set: TestSet, warnings: Sequence[TextFinding], severe: Collection[str]
) -> tuple[Oddity, ...]:
    """Return what raises the score without any merit of the system, or is the same in every output.

    The doctor's warnings follow, without warnings whose kind a severe cause already covers.
    """
    odd = [one for one in find_oddities(test_set, [request.system]) if one.kind in (REFERENCE, SAME_REFERENCES, UNLIKE)]
    is_copy = any(one.kind == REFERENCE for one in odd)
    other_warnings = [one for one in warnings if not {*CAUSES_OF_FINDINGS.get(one.kind, ())} & {*severe}]
    other_warnings = [one for one in other_warnings if not (is_copy and one.kind in (POST_EDIT, PATCHED))]
    return *odd, *(Oddity(DOUBT, (), detail=one.caveat) for one in other_warnings)


@dataclass
class _Search:
    """The search for causes, on the texts in which the severe causes found so far are put right."""

    request: DiagnosisRequest
    test_set: TestSet
    examined: DoctorResult
    texts: ScoredTexts
    numbers: Ints = field(init=False)
    """Numbers of the segments that are left, (n_left,)."""
    note: str = ""
    """Sentence on the segments that were measured; empty where all were measured."""

    def __post_init__(self) -> None:
        self.numbers = self.test_set.numbers

    @property
    def warnings(self) -> list[TextFinding]:
        """Warnings of the doctor on the references and this output that concern these segments."""
        findings = findings_in_part(self.examined, self.test_set.places).findings
        return [one for one in findings if one.caveat and (one.role != SYSTEM or one.file == self.request.system)]

    # --- segments that are no translations ---

    def data_faults(self) -> Iterator[Cause]:
        whole, places = examined_texts(self.test_set), self.test_set.places
        (own,) = [text for text in whole.systems if text.name == self.request.system]
        yield from self._out_of_place()
        for text in (*whole.references, own):
            flags = placeholder_lines(whole, text)[places]
            fault = "are placeholders (unknown words alone, or one text for three or more sources)"
            yield self._left_out(words.PLACEHOLDERS, flags, text, fault)
        copies = {id(text): flags[places] for text, flags in zip(whole.targets, copied_lines(whole), strict=False)}
        for text in whole.references if copies else ():
            fault = "are untranslated (copied from the source)"
            yield self._left_out(words.COPIED_REFERENCE, copies[id(text)], text, fault)
        outputs, source = self.test_set.system(own.name).segments, self.test_set.source
        is_empty = as_mask(pc.equal(pc.utf8_trim_whitespace(outputs), ""))
        yield self._left_out(words.EMPTY_OUTPUTS, is_empty, own, "are empty")
        if source is not None:
            texts = ScoredTexts(outputs, [of.segments for of in self.test_set.references], self.request.bleu)
            flags = copies[id(own)] | texts.copied_from(source)
            fault = "are untranslated (half or more copied from the source)"
            yield self._left_out(words.UNTRANSLATED, flags, own, fault)

    def _out_of_place(self) -> Iterator[Cause]:
        """Yield a cause for each finding of lines out of place in the references or this output.

        Without such a finding, yield one cause of 0 points that says so.
        """
        others = {name for name in self.test_set.system_names if name != self.request.system}
        findings = [one for one in self.examined.findings if one.kind in OUT_OF_PLACE]
        findings = [one for one in findings if not (one.role == SYSTEM and one.file in others)]
        for finding in findings:
            is_in = (self.test_set.numbers >= finding.first) & (self.test_set.numbers <= finding.last)
            kind = words.ANOTHER_TEXT if finding.kind == UNALIGNED else words.SHIFT
            yield self._cause_of_flagged_segments(kind, is_in, finding.caveat or finding.message)
        if not findings:
            yield Cause(words.SHIFT, sentence("No lines seem to be out of place."), 0.0, is_severe=False)

    def _left_out(self, kind: str, flags: Flags, text: ExaminedText, fault: str) -> Cause:
        """Return the cause of the flagged segments; ``fault`` names their fault and begins with a verb."""
        here = flags[self._is_left]
        return self._cause_of_flagged_segments(
            kind, flags, words.segments_sentence(int(here.sum()), len(here), text.phrase, fault)
        )

    def _cause_of_flagged_segments(self, kind: str, flags: Flags, statement: str) -> Cause:
        """Return the cause of the flagged segments of the set, (n_segments,), and leave them out if it is severe."""
        here = flags[self._is_left]
        numbers = self.numbers[here].tolist()
        if not numbers:
            return Cause(kind, sentence("{}", statement), 0.0, is_severe=False)
        if len(here) - len(numbers) < max(min(MIN_LEFT, len(here) / 2), MIN_SHARE_LEFT * len(here)):
            return Cause(kind, sentence("{}", statement), math.nan, True, tuple(numbers[: words.MAX_EXAMPLES]))
        rest = self.texts.only(~here)
        evidence = words.flagged_sentence(statement, self.texts.score, rest.score)
        cause = measured_cause(kind, evidence, self.texts.score, rest.score, numbers)
        if cause.points > 0 and len(numbers) >= WARNING_SHARE * len(here):
            cause = replace(cause, is_severe=True)
        if cause.is_severe:
            self.texts, self.numbers = rest, self.numbers[~here]
        return cause

    @property
    def _is_left(self) -> Flags:
        """Whether each segment of the set is still among the texts, (n_segments,)."""
        is_left: Flags = np.isin(self.test_set.numbers, self.numbers)
        return is_left

    # --- how texts are prepared ---

    def preparation(self) -> Iterator[Cause]:
        has_entity = pc.match_substring_regex(self.texts.outputs, ENTITY)
        if pc.any(has_entity).as_py():
            unescaped = self.texts.with_unescaped_entities()
            evidence = words.entities_sentence(int(pc.sum(has_entity).as_py()), self.texts.score, unescaped.score)
            yield self._put_right(words.ENTITIES, unescaped, evidence)
        is_cut = pc.match_substring_regex(self.texts.outputs, PIECE)
        if pc.any(is_cut).as_py():
            joined = self.texts.with_joined_pieces()
            evidence = words.pieces_sentence(int(pc.sum(is_cut).as_py()), self.texts.score, joined.score)
            yield self._put_right(words.PIECES, joined, evidence)
        tokenizers = [name for name in self._alternative_tokenizers() if TOKENIZERS[name].available]
        if tokenizers:
            tried = {name: self.texts.by(tokenize=name) for name in tokenizers}
            best = max(tried, key=lambda name: tried[name].score)
            before, after, own = self.texts.score, tried[best].score, self.texts.bleu.tokenize
            evidence = words.tokenizer_sentence(self._tokenized_text_sentence(), best, own, before, after)
            yield self._put_right(words.TOKENIZER, tried[best], evidence)
        if not self.texts.bleu.lowercase:
            lowered = self.texts.by(lowercase=True)
            capitals_notes = [
                lower_case_sentence(one, self.numbers) for one in self.warnings if one.kind == NO_CAPITALS
            ]
            evidence = words.case_sentence(capitals_notes, self.texts.capitals(), self.texts.score, lowered.score)
            yield self._put_right(words.CASE, lowered, evidence)

    def _tokenized_text_sentence(self) -> str:
        """Return a sentence on which text the doctor found tokenized; empty where no text is."""
        roles = [one.role for one in self.warnings if one.kind == TOKENIZED]
        texts = ("output", "reference") if SYSTEM in roles else ("reference", "output")
        return "The {} is tokenized, and the {} is not. ".format(*texts) if roles else ""

    def _alternative_tokenizers(self) -> list[str]:
        own, script = self.texts.bleu.tokenize, self.test_set.target.script
        if script.is_unfit(own):
            return [script.tokenizer]
        return [name for name in WORD_TOKENIZERS if name != own] if own in WORD_TOKENIZERS else []

    def _put_right(self, kind: str, repaired: ScoredTexts, evidence: Sentence) -> Cause:
        """Return the cause, with the segments that gain most; if it is severe, continue on the repaired texts.

        The cause is also severe where the doctor warns of the same fault.
        """
        cause = self._measure_cause(kind, repaired, evidence)
        if cause.points > 0 and any(kind in CAUSES_OF_FINDINGS.get(one.kind, ()) for one in self.warnings):
            cause = replace(cause, is_severe=True)
        if cause.is_severe:
            self.texts = repaired
        return cause

    def _measure_cause(self, kind: str, changed: ScoredTexts, evidence: Sentence) -> Cause:
        gains = changed.segment_scores - self.texts.segment_scores
        order = [at for at in np.argsort(-gains, kind="stable")[: words.MAX_EXAMPLES] if gains[at] > 0]
        return measured_cause(kind, evidence + self.note, self.texts.score, changed.score, self.numbers[order].tolist())

    # --- the outputs themselves ---

    def length(self) -> Iterator[Cause]:
        texts = self.texts
        terms = texts.bleu.arithmetic(texts.statistics.sum(axis=0))
        length, reference_length = float(terms.hypothesis_length), float(terms.reference_length)
        if not length or not reference_length:
            return
        ratio, penalty = length / reference_length, float(terms.brevity_penalty)
        lengths = [texts.bleu.column(texts.statistics, f"{of}_length") for of in ("hypothesis", "reference")]
        missing = (lengths[1] - lengths[0]) * (1 if ratio < 1 else -1)
        examples = self.numbers[np.argsort(-missing, kind="stable")[: words.MAX_EXAMPLES]].tolist()
        after = texts.score_at_reference_length()
        write_sentence = words.short_sentence if ratio < 1 else words.long_sentence
        evidence = write_sentence(ratio, penalty, texts.score, after)
        yield measured_cause(words.LENGTH, evidence, texts.score, after, examples)

    def parts(self) -> Iterator[Cause]:
        """Yield the cause for the domain or document without which the score is highest; nothing without any."""
        causes: list[Cause] = []
        for origin, column in COLUMNS.items():
            names = getattr(self.test_set, column)
            if names is None:
                continue
            causes += self._causes_by_part(Origins.of(names, origin).among(np.flatnonzero(self._is_left)), origin)
        yield from sorted(causes, key=lambda cause: -cause.points)[:1]

    def _causes_by_part(self, origins: Origins, origin: str) -> Iterator[Cause]:
        bleu, rows = self.texts.bleu, self.texts.statistics
        sums, total = origins.sums(rows), rows.sum(axis=0)
        scores_without_part = np.nan_to_num(bleu.score(total - sums))
        is_part = (origins.sizes >= FEWEST) & (2 * origins.sizes <= len(rows))
        for place in np.flatnonzero(is_part):
            own = float(bleu.score(sums[place]))
            size = int(origins.sizes[place])
            evidence = words.part_sentence(
                origin, origins.names[place], size, own, self.texts.score, float(scores_without_part[place])
            )
            numbers = self.numbers[origins.segments(int(place))].tolist()
            yield measured_cause(words.PART, evidence, self.texts.score, float(scores_without_part[place]), numbers)

    def sampled(self) -> "_Search":
        """Return the search on at most ``MAX_SEGMENTS`` of the segments that are left."""
        n_segments = len(self.texts)
        if n_segments <= MAX_SEGMENTS:
            return self
        flags = np.zeros(n_segments, bool)
        flags[np.linspace(0, n_segments - 1, MAX_SEGMENTS).astype(int)] = True
        sample = copy(self)
        sample.texts, sample.numbers = self.texts.only(flags), self.numbers[flags]
        sample.note = f" Measured on {MAX_SEGMENTS:,} of {counted(n_segments, 'segment')}."
        return sample

    def order(self) -> Iterator[Cause]:
        ordered = self.texts.in_reference_order()
        try:
            options = WER.fitting(self.test_set.target.script) | {"case_sensitive": not self.texts.bleu.lowercase}
            wer, per = (self._score_by_metric(metric(**options)) for metric in (WER, PER))
        except TooLong:
            return
        evidence = words.order_sentence(wer, per, self.texts.score, ordered.score)
        yield self._measure_cause(words.ORDER, ordered, evidence)

    def word_forms(self) -> Iterator[Cause]:
        bleu = self.texts.bleu
        shared = {option.name: getattr(bleu, option.name) for option in fields(bleu)}
        tolerant = replace(self.texts, bleu=TBLEU(**shared, epsilon=EPSILON))
        try:
            chrf = self._score_by_metric(CHRF(lowercase=bleu.lowercase))
            evidence = words.word_forms_sentence(bleu, EPSILON, chrf, self.texts.score, tolerant.score)
        except TooLong:
            return
        yield self._measure_cause(words.WORD_FORMS, tolerant, evidence)

    def _score_by_metric(self, metric: Metric) -> float:
        rows = metric.statistics(self.texts.outputs, self.texts.references)
        return float(metric.score(rows.sum(axis=0)))
