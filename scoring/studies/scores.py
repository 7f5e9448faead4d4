"""Score each system by each metric, with the statistics behind the score and its interval.

Commands, the watch of a folder and `import bleuscope` make a ``ScoreRequest`` and show its ``ScoreResult``s.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Protocol

import numpy as np

from ..counting.arrays import Floats, read_only
from ..counting.limits import counted_after
from ..counting.progress import Progress, no_progress, progress_between
from ..counting.usual_draws import SEED, TRIALS, check_draws
from ..judgments.score_coverage import metric_with_coverage
from ..metric import Metric
from ..output.numbers import counted, fixed, write_interval
from ..output.sentence import Sentence, Strong, SystemName, sentence
from ..testset import TestSet
from ..text.languages import SPACED, Script
from ..text.texts import Text
from ..validation import expect, whole_number

StatisticsByMetric = Mapping[tuple[Metric, str], Floats]
"""Statistics by metric and system, float64 (n_rows, n_statistics), a row for each segment or block of segments."""


@dataclass(frozen=True)
class ScoreRequest:
    """The metrics that score, and the settings of intervals.

    Raises ``ValueError`` for no metric, and for invalid trials, seed or block.
    """

    metrics: tuple[Metric, ...]
    trials: int = TRIALS
    """Number of resamples for each interval."""
    seed: int = SEED
    draws_intervals: bool = False
    """Whether all intervals are drawn at once, rather than each on first use."""
    block: int | None = None
    """Number of segments whose statistics are summed first, as when files are read block by block; None for all.

    The last digits of sums of fractions depend on this number.
    """

    def __post_init__(self) -> None:
        if not self.metrics:
            raise ValueError("Expected at least one metric; found none.")
        for metric in self.metrics:
            expect(metric, Metric, "metrics")
        check_draws(self.trials, self.seed)
        if self.block is not None:
            whole_number(self.block, "The number of segments in a block", 1, 2**63 - 1)


@dataclass(frozen=True, eq=False)
class ScoreResult:
    """The score of one system by one metric."""

    metric: Metric
    system: str
    """Name of the system."""
    signature: str
    """Options and version with which the score can be reproduced."""
    statistics: Floats
    """float64 (n_segments, n_statistics), additive; ``metric.statistic_names`` names the columns.

    Empty (no rows) where segments were not kept.
    """
    total: Floats
    """float64 (n_statistics,): sum of the statistics of all segments."""
    trials: int = TRIALS
    """Number of resamples for the interval."""
    seed: int = SEED
    """Seed of the resamples."""
    joint_interval: tuple[float, float] | None = None
    """Interval that was drawn together with those of other metrics and systems; None if it was not."""

    @cached_property
    def score(self) -> float:
        """Score of all segments together; NaN without anything to score."""
        return float(self.metric.score(self.total))

    @cached_property
    def segments(self) -> Floats:
        """Score of each segment, float64 (n_segments,); NaN where it is not defined."""
        return read_only(self.metric.score(self.statistics))

    @cached_property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the score by the bootstrap, with expanded percentiles; NaN below six segments."""
        return draw_intervals([self])[0] if self.joint_interval is None else self.joint_interval

    def sentence(self) -> Sentence:
        """Say the score, its interval and the number of segments."""
        decimals = self.metric.decimals
        interval = write_interval(*self.interval, partial(fixed, decimals=decimals))
        score, n_segments = Strong(fixed(self.score, decimals)), counted(len(self.statistics), "segment")
        system_score = SystemName(self.system), score, self.metric.full_name
        return sentence("{} has {} {} ({}, {}).", *system_score, interval, n_segments)

    @property
    def parts(self) -> dict[str, float | list[float]]:
        """Numbers behind the score, by name, as of ``Metric.score_parts``."""
        return self.metric.score_parts(self.total)


def no_rows(metric: Metric) -> Floats:
    """Return the statistics of a score whose segments were not kept: float64 (0, n_statistics)."""
    return np.zeros((0, len(metric.statistic_names)))


class TestSetBlocks(Protocol):
    """A test set that is read block by block, such as the open files of a command."""

    @property
    def share(self) -> float:
        """Share that has been read, from 0 to 1."""
        ...

    def test_sets(self) -> Iterable[TestSet]:
        """Yield the blocks in order."""
        ...


@dataclass(frozen=True, eq=False)
class MeasuredBlocks:
    """The statistics of a test set that was read block by block."""

    statistics: StatisticsByMetric
    """Statistics by metric and system, in the order of the metrics."""
    script: Script
    """Script of the references."""
    blocks: Sequence[TestSet]
    """All blocks if the texts were kept; else empty."""


def measure_blocks(
    metrics: Sequence[Metric],
    source: TestSetBlocks,
    keep_segments: bool,
    keep_texts: bool = False,
    on_script: Callable[[Script], object] = lambda _: None,
    on_progress: Progress = no_progress,
) -> MeasuredBlocks:
    """Return the statistics by these metrics; with ``keep_segments`` a row for each segment, else for each block.

    Rows of blocks bound the memory. Texts are held only with ``keep_texts``, or for metrics that need all references at
    once. ``on_script`` is called once, with the script of the references, before anything is counted. Raises
    ``ValueError`` for texts that a metric cannot take.
    """
    statistics: defaultdict[tuple[Metric, str], list[Floats]] = defaultdict(list)

    def measure(metric: Metric, test_set: TestSet) -> None:
        for system, rows in metric.measure(test_set).items():
            statistics[metric, system].append(rows if keep_segments else rows.sum(axis=0, keepdims=True))

    of_all = [metric for metric in metrics if metric.needs_all_references]
    of_blocks = [metric for metric in metrics if not metric.needs_all_references]
    blocks: list[TestSet] = []
    before, script, read = 0, SPACED, 0.0
    for block in source.test_sets():
        if not before:
            script = block.target.script
            on_script(script)
        tell = progress_between(on_progress, read, source.share)
        for number, metric in enumerate(of_blocks, 1):
            with counted_after(before):
                measure(metric, block)
            tell(number / len(of_blocks))
        before, read = before + len(block), source.share
        if of_all or keep_texts:
            blocks.append(block)
    for metric in of_all:
        measure(metric, TestSet.joined(blocks))
    ordered = sorted(statistics.items(), key=lambda item: metrics.index(item[0][0]))
    return MeasuredBlocks({key: np.concatenate(rows) for key, rows in ordered}, script, blocks)


def run(request: ScoreRequest, test_set: TestSet) -> list[ScoreResult]:
    """Return the score of each system by each metric; raise ``TooLong``, a ``ValueError``, for too long a segment."""
    by_metric = {metric: metric.measure(test_set) for metric in request.metrics}
    statistics = {
        (metric, system): rows
        for metric, rows_by_system in by_metric.items()
        for system, rows in rows_by_system.items()
    }
    references = [reference.segments for reference in test_set.references]
    return score_statistics(request, statistics, references, bool(test_set.realigned_systems))


def score_statistics(
    request: ScoreRequest, statistics: StatisticsByMetric, references: Sequence[Text], are_realigned: bool = False
) -> list[ScoreResult]:
    """Return the scores of measured statistics.

    Signatures depend on ``references``, ``[reference][segment]``, or a sample of them, and state if outputs were
    realigned.
    """
    scores = [
        ScoreResult(
            metric,
            system,
            metric_with_coverage(metric, {system: rows}).full_signature(references, are_realigned),
            read_only(rows),
            _total(metric, rows, request.block),
            request.trials,
            request.seed,
        )
        for (metric, system), rows in statistics.items()
    ]
    if not request.draws_intervals:
        return scores
    return [replace(one, joint_interval=ends) for one, ends in zip(scores, draw_intervals(scores), strict=True)]


def _total(metric: Metric, rows: Floats, block: int | None) -> Floats:
    """Return the sum of the rows; where the metric takes blocks, the rows of each block are summed first."""
    if block is None or metric.needs_all_references or len(rows) <= block:
        total: Floats = rows.sum(axis=0)
    else:
        total = np.stack([rows[at : at + block].sum(axis=0) for at in range(0, len(rows), block)]).sum(axis=0)
    return total


def draw_intervals(scores: Sequence[ScoreResult]) -> list[tuple[float, float]]:
    """Return the 95 % intervals of scores on the same segments, with one drawing of resamples for all.

    Trials and seed are those of the first score.
    """
    from ..significance import bootstrap_by_metric  # only intervals need it

    rows: defaultdict[Metric, dict[str, Floats]] = defaultdict(dict)
    for one in scores:
        rows[one.metric][one.system] = one.statistics
    bootstraps = bootstrap_by_metric(rows, scores[0].trials, scores[0].seed)
    return [bootstraps[one.metric].interval(one.system) for one in scores]


def unfit_sentences(metrics: Iterable[Metric], script: Script) -> list[str]:
    """Say which metrics do not recognize the words of a language in this script."""
    return list(dict.fromkeys(filter(None, (metric.unfit_for(script) for metric in metrics))))


def doubt_sentences(scores: Sequence[ScoreResult], test_set: TestSet) -> tuple[str, ...]:
    """Say what makes scores doubtful, such as an output that equals the source."""
    from ..analysis.oddities import find_oddities, zero_scores  # only doubts need them

    script = test_set.target.script
    zeros = zero_scores({(one.metric, one.system): one.total for one in scores}, script)
    odd = (oddity.sentence for oddity in find_oddities(test_set, test_set.system_names))
    unfit = unfit_sentences((one.metric for one in scores), script)
    return tuple(dict.fromkeys([*unfit, *zeros, *odd]))
