"""Texts unlike the other side: without its capitals, tokenized when it is not, or with other quotation marks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ..bleu import BLEU
from ..counting.arrays import Flags, Ints, numpy_column
from ..formats.plain_text.notices import SPACED_STOP, TOKENIZED
from ..output.numbers import counted, fixed
from ..output.sentence import name_list
from . import MIN_SEGMENTS
from .finding import MAX_EXAMPLES, MIN_SHARE, NOTE, SYSTEM, WARNING, ExaminedText, ExaminedTexts, TextFinding
from .line_features import LineFeatures
from .repeated_texts import MAX_NAMES, NEARLY_SHARE, equal_ignoring_case

NO_CAPITALS, OTHER_QUOTES = "no-capitals", "quotation-marks"
DOUBLE_QUOTES, SINGLE_QUOTES = "[“”„‟«»]", "[‘’‚‛‹›]"
"""Patterns (RE2) of the typographic forms of the straight double mark, and of the single mark or apostrophe."""
_MARKS = (('"', DOUBLE_QUOTES, "quotation marks"), ("'", SINGLE_QUOTES, "apostrophes or single quotation marks"))
"""Straight mark, pattern of its typographic forms, and name of both."""
_STYLES = "straight", "typographic"
_USUAL_SHARE = 0.5
"""Smallest share of other marks, in the segments with marks on both sides, that gives a finding.

In the outputs of WMT 2021 it is below .06 or above .64.
"""
_STOP = r"\.\s*\z"
_WITH_CAPITALS = r"[\p{Latin}\p{Greek}\p{Cyrillic}\p{Armenian}]"
"""Letters of the scripts whose sentences begin with a capital; Georgian usually has small letters only."""
_RARE, _FREQUENT = 0.1, 0.5
"""Share of a text's segments up to which a trait is rare in it, and share from which it is frequent.

In the outputs and references of WMT 2012, WMT 2021 and TED it is below .01 or above .84.
"""
MIN_PART = 0.2
"""Smallest share of the segments for which a part of a text without capitals is reported.

In the outputs of WMT 2012, WMT 2021, WMT 2023 and TED it is at most .16.
"""
NOWHERE: Ints = np.zeros(0, np.int64)
_DENSE = 0.9
"""Smallest share of a run that lacks capitals, and of all segments that lack them, for which the run is named."""
MIN_GAIN = 0.5
"""Points of BLEU from which the difference makes a comparison doubtful."""


@dataclass(frozen=True)
class _Trait:
    """A trait that one side has and the other has not."""

    kind: str
    is_fault: bool
    """Whether the text that has the trait is at fault, not the text without it."""
    predicate: str
    """Phrase for the text at fault, after its name."""
    ignored_phrase: str
    """Phrase for a score that ignores the difference."""
    fair: BLEU
    """BLEU that ignores the difference."""
    advice: str


def _trait_share(kind: str, features: LineFeatures) -> float | None:
    """Return the share of the segments that have a trait; None where too few can be compared."""
    if kind == NO_CAPITALS:
        compared, flags = features.are_cased, features.are_with_capitals
    else:
        compared = _matches(features.column, _STOP)
        flags = _matches(features.column, SPACED_STOP)
    n_compared = np.count_nonzero(compared)
    return None if n_compared < MIN_SEGMENTS else float(np.count_nonzero(flags & compared) / n_compared)


_TRAITS = (
    _Trait(
        NO_CAPITALS,
        False,
        "has no capitals",
        "ignoring case",
        BLEU(lowercase=True),
        "Restore the capitals (truecase) or ignore case for all, then score again.",
    ),
    _Trait(
        TOKENIZED,
        True,
        "is tokenized",
        "with a tokenizer that splits all marks (intl)",
        BLEU(tokenize="intl"),
        "Detokenize it, then score again.",
    ),
)


def find_unlike_texts(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each output, and each reference, that lacks capitals or is tokenized unlike the other side.

    The sentence has the BLEU of an output as it is, and the BLEU that ignores the difference. Without references
    outputs are compared with the source, and only for capitals.
    """
    if not texts.references:
        yield from _find_without_reference(texts)
        return
    for trait in _TRAITS:
        shares = {id(text): _trait_share(trait.kind, texts.features(text)) for text in texts.targets}
        fair_scores: dict[str, float] = {}
        for text in texts.targets:
            others = texts.references if text.role == SYSTEM else texts.systems
            unlike = [one for one in others if _is_unlike(trait, shares[id(text)], shares[id(one)])]
            may_lack = not unlike and others and trait.kind == NO_CAPITALS
            places = _places_without_capitals(texts, text, others) if may_lack else NOWHERE
            if unlike or len(places):
                system = text if text.role == SYSTEM else (unlike or others)[0]
                references = [reference.segments for reference in texts.references]
                rivals = [other for other in texts.systems if other is not text] if system is text else []
                yield _UnlikeText(trait, text, system, references, places, rivals, fair_scores).finding()


def _find_without_reference(texts: ExaminedTexts) -> Iterator[TextFinding]:
    if texts.source is None:
        return
    for text in texts.systems:
        places = _places_without_capitals(texts, text, [texts.source])
        if len(places) and _matches(text.segments, _WITH_CAPITALS).mean() >= _FREQUENT:
            segments = _segments_phrase(places, np.arange(1, len(text) + 1))
            sentence = f"{text.subject} has no capitals {segments}, where the source has some. {_TRAITS[0].advice}"
            yield TextFinding(
                NO_CAPITALS,
                WARNING,
                SYSTEM,
                text.file,
                int(places[0]) + 1,
                int(places[-1]) + 1,
                sentence,
                len(places),
                len(places) / len(text),
                tuple((places[:MAX_EXAMPLES] + 1).tolist()),
                sentence,
                places,
                text.phrase,
                "have no capitals",
            )


def find_other_quotes(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding on the outputs whose marks are straight where the references' are typographic, or the reverse."""
    for unlike, marks, other in _outputs_with_other_marks(texts):
        have = "reference has" if len(texts.references) == 1 else "references have"
        yield _other_quotes_finding(unlike, len(texts), marks, f"where the {have} {other} ones")


def systems_with_other_quotes(texts: ExaminedTexts) -> tuple[str, ...]:
    """Return the systems whose quotation marks are straight where the references' are typographic, or the reverse.

    It is empty where this is so for all systems.
    """
    names = {one.name for unlike, _, _ in _outputs_with_other_marks(texts) for one in unlike}
    return () if len(names) == len(texts.systems) else tuple(one.name for one in texts.systems if one.name in names)


def _outputs_with_other_marks(texts: ExaminedTexts) -> Iterator[tuple[dict[ExaminedText, Ints], str, str]]:
    """Yield outputs with the places of their marks of another style, the marks' name, and the references' style."""
    if len(texts) < MIN_SEGMENTS:
        return
    for straight, typographic, marks in _MARKS:
        columns = [_styles(one.segments, straight, typographic) for one in texts.references]
        if not np.any(columns):
            continue
        references = np.any(columns, axis=0)
        outputs = [(one, _styles(one.segments, straight, typographic)) for one in texts.systems]
        for style, other in ((0, 1), (1, 0)):
            places = {one: _places_of_other_style(own, references, style) for one, own in outputs}
            unlike = {one: own_places for one, own_places in places.items() if len(own_places)}
            if unlike:
                yield unlike, f"{_STYLES[style]} {marks}", _STYLES[other]


def _styles(column: pa.StringArray, straight: str, typographic: str) -> Flags:
    """Return whether each segment has a straight mark, and whether it has a typographic mark, (2, n_segments)."""
    matches = pc.match_substring(column, straight), pc.match_substring_regex(column, typographic)
    return np.stack([numpy_column(one, False) for one in matches])


def _places_of_other_style(own: Flags, references: Flags, style: int) -> Ints:
    """Return the places where an output has only marks of this style and references only marks of the other.

    It is empty where there are few such places. ``own`` and ``references`` are results of ``_styles``.
    """
    flags = own[style] & ~own[1 - style] & references[1 - style] & ~references[style]
    with_marks = np.count_nonzero(own.any(axis=0) & references.any(axis=0))
    is_told = np.count_nonzero(flags) >= max(1, MIN_SHARE * len(flags), _USUAL_SHARE * with_marks)
    return np.flatnonzero(flags) if is_told else NOWHERE


def _other_quotes_finding(
    unlike: Mapping[ExaminedText, Ints], n_segments: int, marks: str, contrast: str
) -> TextFinding:
    """Return the note on outputs with other marks at these places; ``contrast`` says what the references have."""
    counts = [f"in {counted(len(own_places), 'segment')}" for own_places in unlike.values()]
    if len(unlike) == 1:
        sentence = f"{next(iter(unlike)).name} has {marks} {counts[0]} {contrast}"
    else:
        listed = [f"{one.name} {count}" for one, count in zip(unlike, counts, strict=True)]
        sentence = f"{len(unlike):,} outputs have {marks} {contrast}: {name_list(listed, MAX_NAMES)}"
    places = np.unique(np.concatenate([*unlike.values()]))
    return TextFinding(
        OTHER_QUOTES,
        NOTE,
        SYSTEM,
        str(name_list([one.file for one in unlike], 2, 1)),
        int(places[0]) + 1,
        int(places[-1]) + 1,
        f"{sentence}. Most metrics count them as wrong. Write them as the reference does, then score again.",
        len(places),
        len(places) / n_segments,
        tuple((places[:MAX_EXAMPLES] + 1).tolist()),
        places=places,
    )


def _is_unlike(trait: _Trait, own: float | None, other: float | None) -> bool:
    """Return whether a text is at fault, by its share and the share of another text."""
    if own is None or other is None:
        return False
    return (own >= _FREQUENT and other <= _RARE) if trait.is_fault else (own <= _RARE and other >= _FREQUENT)


def _places_without_capitals(texts: ExaminedTexts, text: ExaminedText, others: Sequence[ExaminedText]) -> Ints:
    """Return the places, from 0, of the segments in which only this text has no capital; empty where they are few."""
    own = texts.features(text)
    compared = np.all([texts.features(other).are_with_capitals for other in others], axis=0) & own.are_cased
    lacking = compared & ~own.are_with_capitals
    n_lacking = int(lacking.sum())
    is_told = n_lacking >= max(MIN_SEGMENTS, MIN_PART * int(compared.sum()))
    return np.flatnonzero(lacking) if is_told else NOWHERE


def _matches(column: pa.StringArray, pattern: str) -> Flags:
    return numpy_column(pc.match_substring_regex(column, pattern), False)


def lower_case_sentence(finding: TextFinding, numbers: Ints) -> str:
    """Return the sentence that says in which segments the text of a finding has no capitals.

    ``numbers``, (n_segments,), are the numbers of the segments from 1.
    """
    lacking = np.flatnonzero(np.isin(numbers - 1, finding.places))
    segments = f" {_segments_phrase(lacking, numbers)}" if len(lacking) else ""
    return f"The {'output' if finding.role == SYSTEM else 'reference'} has no capitals{segments}."


def _segments_phrase(places: Ints, numbers: Ints) -> str:
    """Return a phrase for segments: a range where nearly all of its segments are among the places, else their number.

    ``places`` are indices of ``numbers``, (n_segments,), which are the numbers of all segments from 1.
    """
    weights = np.full(len(numbers), -1)
    weights[places] = 1
    sums = np.concatenate([[0], np.cumsum(weights)])
    end = int(np.argmax(sums - np.minimum.accumulate(sums)))
    start = int(np.argmin(sums[: end + 1]))
    n_within = int(((places >= start) & (places < end)).sum())
    if n_within >= _DENSE * max(len(places), end - start):
        return f"in segments {numbers[start]:,} to {numbers[end - 1]:,}"
    return f"in {len(places):,} of {len(numbers):,} segments"


@dataclass(frozen=True, eq=False)
class _UnlikeText:
    """A text that lacks, or has, a trait unlike the other side, with BLEU that counts the difference or ignores it."""

    trait: _Trait
    text: ExaminedText
    system: ExaminedText
    """Output whose BLEU shows the cost of the difference."""
    references: Sequence[pa.StringArray]
    places: Ints
    """Places, from 0, of the segments that lack capitals; empty where the whole text does."""
    rivals: Sequence[ExaminedText]
    """Other outputs, if the text is an output."""
    fair_scores: dict[str, float]
    """BLEU that ignores the difference, of outputs by name, as far as computed; all findings of a trait share it."""

    @cached_property
    def everywhere(self) -> Ints:
        """Places of all segments, (n_segments,)."""
        return np.arange(len(self.text))

    @cached_property
    def statistics(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """BLEU's statistics of each segment as it is, and without the difference, (n_segments, k)."""
        before, after = (bleu.statistics(self.system.segments, self.references) for bleu in (BLEU(), self.trait.fair))
        return before.astype(np.float32), after.astype(np.float32)

    @cached_property
    def best_rival(self) -> tuple[str, npt.NDArray[np.float32]] | None:
        """Other output with the highest BLEU that ignores the difference, and its statistics, (n_segments, k)."""
        for rival in self.rivals:
            if rival.name not in self.fair_scores:
                sums = self._fair_rows(rival).sum(axis=0, dtype=np.float64)
                self.fair_scores[rival.name] = float(self.trait.fair.score(sums))
        best = max(self.rivals, key=lambda rival: self.fair_scores[rival.name], default=None)
        return None if best is None else (best.name, self._fair_rows(best))

    @cached_property
    def twins(self) -> list[tuple[str, Flags]]:
        """Other outputs that equal this output except for capitals, each with the segments in which they are equal.

        They have capitals in nearly all segments where this output has none.
        """
        if self.trait.kind != NO_CAPITALS:
            return []
        shown = self.places if len(self.places) else self.everywhere
        pairs = ((rival, equal_ignoring_case(self.text.segments, rival.segments)) for rival in self.rivals)
        own = self.text.segments.take(shown)
        return [
            (rival.name, are_equal)
            for rival, are_equal in pairs
            if np.mean(are_equal) >= NEARLY_SHARE
            and np.mean(numpy_column(pc.equal(own, rival.segments.take(shown)), False)) <= _RARE
        ]

    def _fair_rows(self, output: ExaminedText) -> npt.NDArray[np.float32]:
        return self.trait.fair.statistics(output.segments, self.references).astype(np.float32)

    def scores(self, part: Ints) -> tuple[float, float]:
        """Return BLEU of the segments at these places, (n,), as they are, and with the difference ignored."""
        before, after = (sums[part].sum(axis=0, dtype=np.float64) for sums in self.statistics)
        return float(BLEU().score(before)), float(self.trait.fair.score(after))

    def sentence(self, part: Ints) -> tuple[str, bool]:
        """Return the sentence on the segments at these places, and whether it makes a comparison of them doubtful."""
        before, after = self.scores(part)
        lacking = np.flatnonzero(np.isin(part, self.places))
        segments = f" {_segments_phrase(lacking, part + 1)}" if len(self.places) else ""
        its = "its BLEU" if self.text is self.system else f"the BLEU of {self.system.name}"
        of_part = f" on the {counted(len(part), 'segment')} left" * (len(part) < len(self.text))
        twin = next((name for name, are_equal in self.twins if np.mean(are_equal[part]) >= NEARLY_SHARE), None)
        if twin is not None:
            sentence = (
                f"{self.text.name} is {twin} without capitals{segments}; ignoring case they are the same text, and its"
                f" BLEU{of_part} is {fixed(after, 2)} instead of {fixed(before, 2)}. {self.trait.advice}"
            )
            return sentence, after - before >= MIN_GAIN
        rival_clause = ""
        if self.best_rival is not None:
            rival, rows = self.best_rival
            score = float(self.trait.fair.score(rows[part].sum(axis=0, dtype=np.float64)))
            rival_clause = f", and the BLEU of {rival} is {fixed(score, 2)}"
        sentence = (
            f"{self.text.subject} {self.trait.predicate}{segments}: {self.trait.ignored_phrase}, {its}{of_part} is"
            f" {fixed(after, 2)} instead of {fixed(before, 2)}{rival_clause}. {self.trait.advice}"
        )
        return sentence, after - before >= MIN_GAIN

    def __call__(self, part: Ints) -> str:
        """Return the sentence on these segments as a caveat; empty where a comparison of them is valid all the same."""
        sentence, is_doubtful = self.sentence(part)
        return sentence if is_doubtful else ""

    def finding(self) -> TextFinding:
        """Return the doctor's finding on the text."""
        sentence, is_doubtful = self.sentence(self.everywhere)
        shown = self.places if len(self.places) else self.everywhere
        return TextFinding(
            self.trait.kind,
            WARNING if is_doubtful else NOTE,
            self.text.role,
            self.text.file,
            int(shown[0]) + 1,
            int(shown[-1]) + 1,
            sentence,
            len(shown),
            len(shown) / len(self.text),
            tuple((shown[: MAX_EXAMPLES if len(self.places) else 1] + 1).tolist()),
            sentence if is_doubtful else "",
            self.places,
            caveat_of_part=self,
        )
