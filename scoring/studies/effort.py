"""Measure the cost of post-editing: how much of each system's output its post-editor changed, and the price of that.

Names of systems are in the sentences as users gave them: escape a sentence to show it.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Floats, Ints
from ..counting.progress import Progress, no_progress, progress_between, progress_of_part
from ..counting.usual_draws import SEED, TRIALS, check_draws
from ..judgments.external import ExternalScore
from ..metric import ROUNDING, Metric
from ..origins import COLUMNS, Origin
from ..output.numbers import MISSING, counted, fixed
from ..output.sentence import Sentence, SystemName, sentence
from ..significance import bootstrap_by_metric
from ..significance.verdicts import CLOSE
from ..ter.edits import EditKind, SegmentEdits
from ..ter.ter import TER
from ..testset import TestSet
from ..text.languages import detect_script
from ..text.texts import check_counts
from ..text.tokenizers import CHARACTERS, encode_columns
from . import comparison
from .comparison import ComparisonRequest, ComparisonResult, SystemStatistics, better_system
from .wording.all_pairs_words import all_pairs_sentence
from .wording.effort_words import NO_VERDICT, edited_everywhere, exchanged_post_edits, missing_post_edits
from .wording.method_words import interval_method_phrase, too_few_for_interval
from .wording.verdict_words import describe_verdict
from .wording.volume_words import VolumeCost, volume_sentence

BANDS = (0.0, 15.0, 30.0, 50.0)
"""Upper ends of the usual bands of HTER, in per cent; the last band has every HTER above the last end."""
COMPARING = 0.7
"""Share of the work that counts and compares; the rest computes intervals."""
NEVER_MIXED = (
    "HTER compares each output with its own post-edit. TER against a reference that systems share also counts other"
    " right wordings as errors, and is usually higher: do not rank the two together."
)
HOW_TO_BRING = (
    "Bring each output with its post-edit: A.txt and A.pe.txt, or a translation tool's file before and after."
)
"""Instruction for adding post-edits so that each belongs to its system."""
UNTOUCHED = ExternalScore("untouched", higher=True)
COST = ExternalScore("cost per 1,000 words", higher=False)
Record = dict[str, str | int | float | None]


class HTER(TER):
    """HTER: the TER of an output against its own post-edit (Snover et al. 2006)."""

    name: ClassVar[str] = "hter"
    label: ClassVar[str] = "HTER"


# --- the request and the texts ---


@dataclass(frozen=True)
class EffortRequest:
    """How edits are counted, how HTER is divided into bands, and what a word of each band costs.

    Raises ``ValueError`` for bands that do not ascend from 0 or more, for invalid trials, seed, rates or volume, and
    where the number of rates is not the number of bands.
    """

    metric: HTER = field(default_factory=HTER)
    bands: tuple[float, ...] = BANDS
    """Upper ends of the bands of HTER, in per cent; a further band has every HTER above the last end."""
    rates: tuple[float, ...] = ()
    """Cost of a word in each band, in any currency; empty for no prices."""
    trials: int = TRIALS
    seed: int = SEED
    full_rate: float = 0.0
    """Cost of a word that is translated without machine translation; 0 for no comparison with this cost."""
    volume: int = 0
    """Number of words to be translated, for which the cost is computed; 0 for none."""

    def __post_init__(self) -> None:
        check_draws(self.trials, self.seed)
        ends = [*self.bands]
        if not ends or not all(0 <= end < math.inf for end in ends) or sorted(set(ends)) != ends:
            raise ValueError(f"Bands: expected ends that ascend, from 0; found {_format_numbers(ends) or 'none'}.")
        if self.rates and len(self.rates) != len(ends) + 1:
            expected = f"expected {len(ends) + 1:,}, one for each band ({', '.join(self.band_names)})"
            raise ValueError(f"Rates: {expected}; found {len(self.rates):,}.")
        if not all(0 <= rate < math.inf for rate in self.rates):
            raise ValueError(f"Rates: expected numbers from 0; found {_format_numbers(self.rates)}.")
        if not 0 <= self.full_rate < math.inf or self.volume < 0:
            raise ValueError(
                f"Full rate and volume: expected numbers from 0; found {self.full_rate:g} and {self.volume:,}."
            )
        if self.full_rate and not self.volume:
            raise ValueError("Full rate: expected the volume, too, which is the number of words to be translated.")
        if self.volume and not self.rates:
            raise ValueError("Volume: expected the rates of a word in each band, too; found none.")

    @property
    def band_names(self) -> tuple[str, ...]:
        """Names of the bands, from the lowest HTER."""
        first, *others = [f"{end:g}" for end in self.bands]
        between = [f"over {low} to {high} %" for low, high in zip([first, *others], others, strict=False)]
        return (f"{first} %" if self.bands[0] == 0 else f"up to {first} %", *between, f"over {self.bands[-1]:g} %")

    @property
    def price_signature(self) -> str:
        """Bands and rates as a part of a signature."""
        ends, rates = (",".join(f"{number:g}" for number in numbers) for numbers in (self.bands, self.rates))
        return f"bands:{ends}|rates:{rates}"


def _format_numbers(numbers: Sequence[float]) -> str:
    return ", ".join(f"{number:g}" for number in numbers)


@dataclass(frozen=True, eq=False)
class PostEditedTexts:
    """Outputs of systems, each with the post-edit of this output.

    Raises ``ValueError`` for texts of unequal length, for a system without a post-edit, and where two systems with
    different outputs have the same post-edit, because it is then a reference that they share.
    """

    outputs: Mapping[str, pa.StringArray]
    post_edits: Mapping[str, pa.StringArray]
    """Post-edit of each system's own output, by system; null where a segment has none."""
    source: pa.StringArray | None = None
    """Source, whose words are priced; without a source the post-edits' words are priced."""
    groups: pa.StringArray | None = None
    """Name of each segment's group, such as its domain; None without groups."""
    grouped_by: str = "group"
    systems_without_edits: tuple[str, ...] = ()
    """Systems that have no post-edit and are therefore not among the outputs."""

    def __post_init__(self) -> None:
        if not self.outputs or self.outputs.keys() != self.post_edits.keys():
            numbers = f"found {counted(len(self.outputs), 'output')} and {counted(len(self.post_edits), 'post-edit')}"
            raise ValueError(f"Expected one post-edit for each output; {numbers}.")
        texts = {f"output of {name}": column for name, column in self.outputs.items()}
        texts |= {f"post-edit of {name}": column for name, column in self.post_edits.items()}
        others = {"source": self.source, self.grouped_by: self.groups}
        texts |= {name: column for name, column in others.items() if column is not None}
        check_counts({name: len(column) for name, column in texts.items()})
        if not self.edited.any():
            raise ValueError("No segment has a post-edit of every system, so there is nothing to count.")
        names = [*self.outputs]
        for place, first in enumerate(names):
            for second in names[place + 1 :]:
                if self._share_reference(first, second):
                    raise ValueError(
                        f"{first} and {second} have the same post-edit, so it is a reference that they share."
                        " HTER needs each system's own post-edit; for TER against one reference use score -m ter."
                    )

    def _share_reference(self, first: str, second: str) -> bool:
        is_shared: bool = self.post_edits[first].equals(self.post_edits[second])
        return is_shared and not self.outputs[first].equals(self.outputs[second])

    @cached_property
    def edited(self) -> Flags:
        """Flags of the segments in which every system has a post-edit, bool (n_segments,)."""
        return edited_everywhere(self.post_edits)

    @property
    def missing(self) -> list[str]:
        """Sentences on the systems and the segments that have no post-edit."""
        return missing_post_edits([*self.outputs, *self.systems_without_edits], self.post_edits)

    @classmethod
    def of_test_set(
        cls, test_set: TestSet, systems: Sequence[str] | None = None, by: Origin | None = None
    ) -> "PostEditedTexts":
        """Return the post-edits of a test set, of these systems or of all, with its documents or domains as groups.

        Raises ``ValueError`` where none of these systems has a post-edit, and where segments have no such group.
        """
        edits = {edit.system: edit.segments for edit in test_set.post_edits}
        chosen = [name for name in test_set.system_names if systems is None or name in systems]
        names = [name for name in chosen if name in edits]
        if not names:
            raise ValueError(f"Expected a post-edit of at least one system; found none. {HOW_TO_BRING}")
        groups = None if by is None else getattr(test_set, COLUMNS[by])
        if by is not None and groups is None:
            raise ValueError(f"No file says the {by} of each segment.")
        outputs = {name: test_set.system(name).segments for name in names}
        without_edits = tuple(name for name in chosen if name not in edits)
        return cls(
            outputs, {name: edits[name] for name in names}, test_set.source, groups, by or "group", without_edits
        )

    def restricted_to_post_edited(self) -> "PostEditedTexts":
        """Return the texts of only the segments in which every system has a post-edit."""
        if self.edited.all():
            return self
        mask = pa.array(self.edited)
        return PostEditedTexts(
            {name: column.filter(mask) for name, column in self.outputs.items()},
            {name: column.filter(mask) for name, column in self.post_edits.items()},
            None if self.source is None else self.source.filter(mask),
            None if self.groups is None else self.groups.filter(mask),
            self.grouped_by,
            self.systems_without_edits,
        )

    def unchanged_flags(self, system: str, editor: str) -> Flags:
        """Return where a system's output equals ``editor``'s post-edit, bool (n_segments,), ignoring outer spaces."""
        output, edited = (pc.utf8_trim_whitespace(of) for of in (self.outputs[system], self.post_edits[editor]))
        same: Flags = pc.fill_null(pc.equal(output, edited), False).to_numpy(False)
        return same

    def source_words(self) -> Ints | None:
        """Return the words of each source segment, int64 (n_segments,), or characters in a script without spaces.

        None without a source.
        """
        if self.source is None:
            return None
        text = self.source.fill_null("")
        tokens = encode_columns([text], "none" if detect_script([text]).has_spaces else CHARACTERS)
        counts: Ints = (tokens.ends - tokens.starts)[0]
        return counts


# --- the result ---


@dataclass(frozen=True)
class EffortBand:
    """The segments of one system whose HTER is in a band."""

    band: str
    segments: int
    words: int
    cost: float | None
    """Cost of the words in this band; None without rates."""


@dataclass(frozen=True)
class SystemEffort:
    """The effort of post-editing one system's output, in all segments or in one group of them."""

    system: str
    group: str
    """Name of the group; empty for all segments."""
    segments: int
    words: int
    """Number of words that are priced."""
    edits: int
    hter: float
    hter_low: float
    """Lower end of the 95 % interval of HTER."""
    hter_high: float
    untouched: float
    """Per cent of the segments whose post-edit equals the output."""
    untouched_low: float
    untouched_high: float
    cost: float | None
    """Cost of all words; None without rates."""
    cost_per_1000: float | None
    cost_per_1000_low: float | None
    """Lower end of the 95 % interval of the cost per 1,000 words."""
    cost_per_1000_high: float | None
    bands: tuple[EffortBand, ...]

    def record(self) -> Record:
        """Return the numbers without the bands."""
        return {name: value for name, value in asdict(self).items() if name != "bands"}


@dataclass(frozen=True, eq=False)
class EffortResult:
    """The post-editing effort of each system, and the comparison of systems."""

    request: EffortRequest
    systems: tuple[SystemEffort, ...]
    groups: tuple[SystemEffort, ...]
    """Effort by group, then by system; empty without groups."""
    grouped_by: str
    n_without: int
    """Number of segments that are left out because some system has no post-edit there."""
    words_of: str
    """Text whose words are priced: source or post-edits."""
    compared: tuple[ComparisonResult, ...]
    """Comparisons by HTER, and by cost if there are rates; empty for a single system, or with a caveat."""
    caveats: tuple[str, ...]
    """Sentences on post-edits that seem to be another system's; with such a sentence nothing is compared."""
    missing: tuple[str, ...]
    """Sentences on the systems and the segments that have no post-edit."""
    n_hidden: int
    """Number of segments with an HTER of 0 whose post-edit differs from the output."""
    signature: str
    places: Ints
    """int64 (n_counted,): the places in the request's texts of the segments that are counted."""
    segment_scores: Mapping[str, Floats]
    """HTER of each counted segment, (n_counted,), by system; NaN where output and post-edit have no word."""

    def opening(self) -> list[str]:
        """Say what makes the result doubtful, which system needs least effort, a volume's cost, and what is missing."""
        return [*self.caveats, *self.answers(), *map(str, self.volume_sentences()), *self.missing]

    def volume_costs(self) -> list[VolumeCost]:
        """Return the cost of the volume with each system, the lowest first; empty without a volume or with a caveat."""
        volume, rate = self.request.volume, self.request.full_rate
        if not volume or self.caveats:
            return []
        full = volume * rate if rate else None
        costs = []
        for one in self.systems:
            per_1000 = (one.cost_per_1000, one.cost_per_1000_low, one.cost_per_1000_high)
            cost, low, high = (math.nan if number is None else number * volume / 1000 for number in per_1000)
            saved = (None, None, None) if full is None else (full - cost, full - high, full - low)
            costs.append(VolumeCost(one.system, cost, low, high, full, *saved))
        return sorted(costs, key=lambda of: of.cost)

    def volume_sentences(self) -> list[Sentence]:
        """Say what the volume costs with each system, and what this saves against a full translation."""
        return [volume_sentence(self.request.volume, cost) for cost in self.volume_costs()]

    def answers(self) -> list[str]:
        """Say as plain text which system needs less post-editing, and how surely, by HTER and by cost."""
        return [*map(str, self.sentences())]

    def sentences(self) -> list[Sentence]:
        """Say which system needs less post-editing, with names marked; for a single system how much was changed."""
        if self.caveats:
            return [sentence(NO_VERDICT)]
        return [self._answer(result) for result in self.compared] or [_answer_of_one(self.systems[0])]

    def _answer(self, result: ComparisonResult) -> Sentence:
        metric, scores = result.metric, result.comparisons.tested.scores
        pairs = [(pair.a, pair.b) for pair in result.comparisons.pairs]
        if len(pairs) > 1:
            lowest, *_, highest = sorted(zip(map(float, scores), result.comparisons.tested.systems, strict=True))
            lowest_phrase, highest_phrase = (
                sentence("{} ({})", SystemName(name), fixed(score, 2)) for score, name in (lowest, highest)
            )
            ends = sentence("{} is lowest for {} and highest for {}.", _title(metric), lowest_phrase, highest_phrase)
            return ends + sentence(" {}", all_pairs_sentence(result.refined) or "")
        (pair,) = pairs
        best = better_system(metric, float(scores[0] - scores[1]), pair)
        if best is None:
            return sentence("{} and {} have the same {}.", *map(SystemName, pair), _effort_phrase(metric))
        other = pair[1] if best == pair[0] else pair[0]
        low, high = sorted(map(float, scores))
        share = fixed(100 * (high - low) / high, 0)
        saved = f"{_effort_phrase(metric)} {fixed(low, 2)} against {fixed(high, 2)}, {share} % less"
        why = describe_verdict(result.verdicts, *pair)
        if result.verdicts.state(*pair) == CLOSE:
            did = "needed less post-editing" if isinstance(metric, HTER) else "cost less to post-edit"
            names = SystemName(best), did, SystemName(other)
            return sentence("Too close to call. {} {} than {} here: {}. {}", *names, saved, why)
        does = "needs less post-editing" if isinstance(metric, HTER) else "costs less to post-edit"
        return sentence("{} {} than {}: {}. {}", SystemName(best), does, SystemName(other), saved, why)

    @property
    def words_sentence(self) -> str:
        """Note on the text whose words are counted and priced."""
        return f"words are those of the {self.words_of}"

    def notes(self) -> list[str]:
        """Return notes on how the numbers were computed."""
        request = self.request
        notes = [
            "HTER: edits per 100 words of the post-edit; 0 is best",
            "untouched: % of segments whose post-edit is the output",
            f"low, high: {interval_method_phrase(request.trials, 'segment')}",
            *filter(None, [too_few_for_interval(self.systems[0].segments, request.trials)]),
            self.words_sentence,
        ]
        if request.rates:
            rates = zip(request.band_names, request.rates, strict=True)
            of_full = f"; {request.full_rate:g} in full" if request.full_rate else ""
            notes.append(f"rates per word: {', '.join(f'{rate:g} ({band})' for band, rate in rates)}{of_full}")
        if self.n_hidden:
            is_one = self.n_hidden == 1
            differs = (
                "has HTER 0 though its post-edit differs" if is_one else "have HTER 0 though their post-edits differ"
            )
            notes.append(
                f"{counted(self.n_hidden, 'segment')} {differs}: HTER ignores the change, as of case or spaces"
            )
        if self.n_without:
            notes.append(f"left out: {counted(self.n_without, 'segment')} without a post-edit of every system")
        return [*notes, NEVER_MIXED, f"HTER: {self.signature}"]

    def most_edited(self, system: str) -> Ints:
        """Return the places of the counted segments, int64 (n_counted,), the highest HTER of a system first."""
        scores = np.nan_to_num(self.segment_scores[system])
        return self.places[np.argsort(-scores, kind="stable")]

    def records(self) -> list[Record]:
        """Return one row for each system, and for each system in a group, with columns for each band."""
        return [
            {
                **effort.record(),
                **{f"words {band.band}": band.words for band in effort.bands},
                **{f"segments {band.band}": band.segments for band in effort.bands},
            }
            for effort in (*self.systems, *self.groups)
        ]

    def record(self) -> dict[str, object]:
        """Return all numbers and sentences, for programs."""
        return {
            "systems": [_record_with_bands(one) for one in self.systems],
            "groups": [_record_with_bands(one) for one in self.groups],
            "comparisons": [record for result in self.compared for record in result.records()],
            "answers": self.answers(),
            "caveats": [*self.caveats],
            "volume": [asdict(one) for one in self.volume_costs()],
            "missing": [*self.missing],
            "left_out": self.n_without,
            "words_of": self.words_of,
            "signature": self.signature,
        }


def _answer_of_one(effort: SystemEffort) -> Sentence:
    interval = (
        ""
        if math.isnan(effort.hter_low)
        else f", 95 % interval {fixed(effort.hter_low, 2)} to {fixed(effort.hter_high, 2)}"
    )
    untouched = f"{fixed(effort.untouched, 1)} % of the segments were left as they are"
    edits = f"{fixed(effort.hter, 2)} edits per 100 words (HTER{interval})"
    return sentence("Post-editing {} took {}; {}.", SystemName(effort.system), edits, untouched)


def _record_with_bands(effort: SystemEffort) -> dict[str, object]:
    return {**effort.record(), "bands": [asdict(band) for band in effort.bands]}


def _effort_phrase(metric: Metric) -> str:
    return metric.label if isinstance(metric, HTER) else COST.of


def _title(metric: Metric) -> str:
    phrase = _effort_phrase(metric)
    return phrase[0].upper() + phrase[1:]


def edits_sentence(metric: HTER, edits: SegmentEdits) -> str:
    """Say which edits one segment took, and its HTER."""
    kinds = {"insertion": EditKind.INSERTION, "deletion": EditKind.DELETION, "substitution": EditKind.SUBSTITUTION}
    last = edits.alignments[-1]
    counts = [counted(last.count(kind), name) for name, kind in kinds.items()]
    listed = " + ".join([*counts, counted(len(edits.shifts), "shift")])
    n_edits, length = last.distance + len(edits.shifts), int(edits.reference_length)
    score = fixed(float(metric.score(np.array(edits.statistics))), 2, MISSING)
    return f"{listed} = {counted(n_edits, 'edit')}; of {counted(length, 'word')} of the post-edit that is HTER {score}."


# --- the work ---


def run(request: EffortRequest, texts: PostEditedTexts, on_progress: Progress = no_progress) -> EffortResult:
    """Count edits, put segments into bands, price their words, and test all pairs of systems."""
    edited_texts = texts.restricted_to_post_edited()
    counting = progress_between(on_progress, 0.0, 0.3)
    rows = {
        name: request.metric.statistics(output, [edited_texts.post_edits[name]])
        for name, output in _outputs_with_progress(edited_texts.outputs, counting)
    }
    source_words = edited_texts.source_words()
    table = _EffortTable(
        request,
        rows,
        {name: of[:, -1] if source_words is None else source_words.astype(float) for name, of in rows.items()},
        {name: edited_texts.unchanged_flags(name, name) for name in rows},
    )
    caveats = exchanged_post_edits(
        {editor: {name: int(edited_texts.unchanged_flags(name, editor).sum()) for name in rows} for editor in rows}
    )
    comparing = progress_between(on_progress, 0.3, COMPARING)
    compared = tuple(
        comparison.run(ComparisonRequest(metric, (*rows,), trials=request.trials, seed=request.seed), of_metric, tell)
        for (metric, of_metric), tell in zip(
            table.compared_statistics.items(), (progress_of_part(comparing, at, 2) for at in range(2)), strict=False
        )
        if len(rows) > 1 and not caveats
    )
    words_of = "post-edits" if source_words is None else "source"
    signature = request.metric.full_signature([next(iter(edited_texts.post_edits.values()))])
    signatures = {request.metric: signature, COST: f"{request.price_signature}|words:{words_of}|{signature}"}
    everywhere = np.ones(len(edited_texts.edited), bool)
    groups = () if edited_texts.groups is None else tuple(edited_texts.groups.unique().to_pylist())
    return EffortResult(
        request,
        tuple(table.efforts(everywhere)),
        tuple(
            effort
            for group in groups
            for effort in table.efforts(pc.equal(edited_texts.groups, group).to_numpy(False), group)
        ),
        texts.grouped_by,
        int((~texts.edited).sum()),
        words_of,
        tuple(replace(result, signature=signatures[result.metric]) for result in compared),
        tuple(caveats),
        tuple(texts.missing),
        table.n_hidden,
        signature,
        np.flatnonzero(texts.edited),
        {name: request.metric.score(of) for name, of in rows.items()},
    )


def _outputs_with_progress(
    outputs: Mapping[str, pa.StringArray], on_progress: Progress
) -> Iterator[tuple[str, pa.StringArray]]:
    """Yield the outputs one after another; the share done is reported after each."""
    for number, item in enumerate(outputs.items(), 1):
        yield item
        on_progress(number / len(outputs))


@dataclass(frozen=True, eq=False)
class _EffortTable:
    """Statistics, words and unchanged flags of every segment, by system."""

    request: EffortRequest
    rows: SystemStatistics
    words: Mapping[str, Floats]
    untouched: Mapping[str, Flags]

    @cached_property
    def bands(self) -> Mapping[str, Ints]:
        """Index of each segment's band, by system; a segment without words and edits is in the first band."""
        ends = np.array(self.request.bands) + ROUNDING
        scores = {name: np.nan_to_num(self.request.metric.score(rows)) for name, rows in self.rows.items()}
        return {name: np.searchsorted(ends, hter).astype(np.int64) for name, hter in scores.items()}

    @cached_property
    def costs(self) -> Mapping[str, Floats]:
        """Cost of each segment, by system; empty without rates."""
        rates = np.array(self.request.rates)
        return {name: self.words[name] * rates[of] for name, of in self.bands.items()} if self.request.rates else {}

    @cached_property
    def compared_statistics(self) -> dict[Metric, SystemStatistics]:
        """Statistics that are compared, by metric: HTER, and the cost if there are rates."""
        metric: Metric = self.request.metric
        costs = {name: np.stack([1000 * cost, self.words[name]], axis=1) for name, cost in self.costs.items()}
        return {metric: self.rows} | ({COST: costs} if costs else {})

    @property
    def n_hidden(self) -> int:
        """Number of segments of all systems without a counted edit whose post-edit differs from the output."""
        edits = {name: self._edits(rows) for name, rows in self.rows.items()}
        return sum(int(((n_edits == 0) & ~self.untouched[name]).sum()) for name, n_edits in edits.items())

    def _edits(self, rows: Floats) -> Floats:
        edits: Floats = rows[:, : len(self.request.metric.edit_names)].sum(axis=1)
        return edits

    def efforts(self, among: Flags, group: str = "") -> Iterator[SystemEffort]:
        """Yield each system's effort in some of the segments."""
        untouched = {
            name: np.stack([100.0 * flags, np.ones(len(flags))], axis=1) for name, flags in self.untouched.items()
        }
        chosen = {
            metric: {name: rows[among] for name, rows in of_metric.items()}
            for metric, of_metric in {**self.compared_statistics, UNTOUCHED: untouched}.items()
        }
        bootstraps = bootstrap_by_metric(chosen, self.request.trials, self.request.seed)
        for place, name in enumerate(self.rows):
            by_metric: dict[Metric, tuple[float, float, float]] = {
                metric: (float(of.scores[place]), *of.interval(name)) for metric, of in bootstraps.items()
            }
            bands = tuple(self._bands(name, among))
            cost_per_1000, cost_per_1000_low, cost_per_1000_high = by_metric.get(COST, (None, None, None))
            yield SystemEffort(
                name,
                group,
                int(among.sum()),
                int(self.words[name][among].sum()),
                int(self._edits(self.rows[name][among]).sum()),
                *by_metric[self.request.metric],
                *by_metric[UNTOUCHED],
                float(self.costs[name][among].sum()) if self.costs else None,
                cost_per_1000,
                cost_per_1000_low,
                cost_per_1000_high,
                bands,
            )

    def _bands(self, system: str, among: Flags) -> Iterator[EffortBand]:
        for place, band in enumerate(self.request.band_names):
            is_in_band = among & (self.bands[system] == place)
            cost = float(self.costs[system][is_in_band].sum()) if self.costs else None
            yield EffortBand(band, int(is_in_band.sum()), int(self.words[system][is_in_band].sum()), cost)
