"""Test by one metric which system of every pair is better.

A page, a command and the report make a ``ComparisonRequest`` and draw, or print, its ``ComparisonResult``.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import permutations

import numpy as np

from ..analysis.oddities import Oddity, oddities_of_systems
from ..counting.arrays import Floats
from ..counting.progress import Progress, no_progress, progress_between, progress_of_part
from ..counting.threads import run_side_by_side
from ..metric import Metric
from ..origins import SEGMENT, Origins
from ..output.numbers import MISSING, fixed, probability
from ..significance import (
    CLEAR,
    CLOSE,
    LIKELY,
    MAX_T,
    MORE_TRIALS,
    SEED,
    STATES,
    TESTS,
    TOGETHER,
    TOO_LITTLE_DATA,
    TRIALS,
    Bootstrap,
    Comparison,
    Comparisons,
    Verdicts,
    bootstrap_by_metric,
    check_options,
    compare,
    group_runs,
    judge,
    leave_one_out,
    sums_by_document,
    usual_trials,
)
from ..significance.resampling.draws import check_system_count
from ..significance.resampling.replications import RunGroups
from ..testset import TestSet
from ..text.texts import Text

DRAWING = 0.3
"""Share of the work of ``run_each`` that draws the resamples."""
COMPARING = 0.95
"""Share of the work on all pairs that compares them; the rest finds the ends of intervals."""
Pair = tuple[str, str]
Groups = tuple[tuple[str, tuple[str, ...]], ...]
"""Each system with the names of its runs."""
SystemStatistics = Mapping[str, Floats]
"""Statistics of each system by name, float64 (n_units, n_statistics): a row for each segment or document drawn."""
Record = dict[str, str | float | int]
"""A row of a machine-readable table."""


@dataclass(frozen=True)
class ComparisonRequest:
    """The systems that are compared and the settings of the test; equal requests have equal results on one test set.

    Raises ``ValueError`` for fewer than two systems, and for options that do not go together.
    """

    metric: Metric
    systems: tuple[str, ...]
    """Names of the outputs."""
    groups: Groups | None = None
    """Systems with their runs, where outputs are runs; None where each output is a system of its own."""
    test: str = TESTS[0]
    trials: int = TRIALS
    seed: int = SEED
    correction: str = MAX_T
    """Correction of p-values for all pairs."""
    exchange: str = TOGETHER
    """Way in which randomization exchanges the runs of two systems."""
    unit: str = SEGMENT
    """Unit that is drawn and exchanged: segment or document."""

    def __post_init__(self) -> None:
        check_options(self.test, self.trials, self.seed, self.correction, self.exchange, self.runs_by_system, self.unit)
        check_system_count(len(self.compared), 2)

    @property
    def runs_by_system(self) -> RunGroups | None:
        """Names of each system's runs, as tests take them; None without runs."""
        return None if self.groups is None else dict(self.groups)

    @property
    def compared(self) -> tuple[str, ...]:
        """Names of the compared systems: the outputs, or the systems whose runs they are."""
        return self.systems if self.groups is None else tuple(name for name, _ in self.groups)

    def systems_of_outputs(self, outputs: Sequence[str]) -> list[str]:
        """Return the compared systems to which these outputs belong."""
        return systems_of(outputs, self.systems, self.groups)

    def n_units(self, test_set: TestSet) -> int:
        """Return the number of units that are drawn: segments, or documents of the test set."""
        return len(test_set) if self.unit == SEGMENT else n_documents(test_set)

    def only(self, pair: Pair) -> "ComparisonRequest":
        """Return this request for two of the compared systems only."""
        if self.groups is None:
            return replace(self, systems=pair)
        groups = tuple((name, dict(self.groups)[name]) for name in pair)
        return replace(self, groups=groups, systems=tuple(run for _, runs in groups for run in runs))

    def rows(self, statistics: SystemStatistics, documents: Text | None = None) -> SystemStatistics:
        """Return the rows that are drawn, by system: those of segments, or their sums by document.

        ``documents`` has a name for each segment; without it, segments are drawn.
        """
        chosen = {system: statistics[system] for system in self.systems}
        return chosen if self.unit == SEGMENT or documents is None else sums_by_document(chosen, documents)


def n_documents(test_set: TestSet) -> int:
    """Return the number of documents in a test set; 0 where it has no document names."""
    return 0 if test_set.documents is None else len(Origins.of(test_set.documents))


def systems_of(outputs: Sequence[str], systems: Sequence[str], groups: Groups | None) -> list[str]:
    """Return the systems, or the groups of runs, that include one of these outputs."""
    if groups is None:
        return [name for name in systems if name in outputs]
    return [name for name, runs in groups if set(runs) & set(outputs)]


def group_outputs(systems: Sequence[str], runs: RunGroups) -> Groups | None:
    """Return all systems with their runs, in order; None without runs.

    An output that is no run is a system of its own.
    """
    system_of = {run: system for system, names in runs.items() for run in names}
    group_names = dict.fromkeys(system_of.get(system, system) for system in systems)
    return tuple((name, tuple(runs.get(name, (name,)))) for name in group_names) if system_of else None


def better_system(metric: Metric, difference: float, pair: Pair) -> str | None:
    """Return the name of the better system, by the first score minus the second; None for a tie or NaN."""
    if np.isnan(difference) or abs(difference) <= metric.rounding:
        return None
    return pair[0] if (difference > 0) == metric.higher_is_better else pair[1]


def doubts_of_systems(
    comparisons: Comparisons, oddities: Sequence[Oddity], systems: Collection[str]
) -> tuple[Oddity, ...]:
    """Return what makes the scores of these compared systems doubtful.

    Faults of other systems are left out; faults of a reference or of the source are included, and with runs all faults.
    """
    return tuple(oddities) if comparisons.runs else oddities_of_systems(oddities, systems)


@dataclass(frozen=True, eq=False)
class ComparisonResult:
    """The verdicts on all pairs by one metric."""

    verdicts: Verdicts
    signature: str = ""
    """Signature of the metric."""
    oddities: Sequence[Oddity] = ()
    """Faults that make the comparison doubtful."""
    same: Sequence[Oddity] = ()
    """Groups of systems whose outputs differ in case alone, where the metric ignores case."""
    left_out: str = ""
    """Sentence on the segments that are left out; empty where none is."""
    draws_more: bool = True
    """Whether more trials were drawn where verdicts were open."""

    @property
    def metric(self) -> Metric:
        return self.comparisons.metric

    @property
    def comparisons(self) -> Comparisons:
        """The test with the number of trials that was asked for."""
        return self.verdicts.comparisons

    @property
    def refined(self) -> Comparisons:
        """The comparisons with the p-values, after more trials, that the verdicts are based on."""
        return self.verdicts.refined

    @property
    def n_bytes(self) -> int:
        return 50 * len(self.comparisons.systems) ** 2 + self.comparisons.bootstrap.samples.nbytes

    @property
    def unit_record(self) -> Record:
        """The unit that was drawn, and the number of units."""
        return {"unit": self.comparisons.unit, "n_units": self.comparisons.n_units}

    def doubts_on_systems(self, *systems: str) -> tuple[Oddity, ...]:
        """Return what makes the scores of these systems doubtful."""
        return doubts_of_systems(self.comparisons, self.oddities, systems)

    def doubt_record(self, *systems: str) -> Record:
        """Return what makes the comparison of these systems doubtful; empty without doubt."""
        return {"doubtful": " ".join(one.sentence for one in self.doubts_on_systems(*systems))}

    def verdict_record(self, a: str, b: str) -> Record:
        """Return the verdict on a pair, with the trials and p-values that it is based on."""
        return {
            "verdict": self.verdicts.state(a, b),
            "verdict_trials": self.verdicts.n_trials(a, b),
            "verdict_p_value": self.verdicts.p_value(a, b),
            "verdict_p_adjusted": self.verdicts.p_adjusted(a, b),
        }

    def records(self) -> list[Record]:
        """Return a record of each pair's result and test settings; with runs also their numbers and both deviations."""
        return [self._record(pair) for pair in self.refined.pairs]

    def _record(self, pair: Comparison) -> Record:
        comparisons = self.comparisons
        record = asdict(pair) | {
            "test": comparisons.test,
            "correction": comparisons.correction,
            "signature": self.signature,
        }
        record |= self.verdict_record(pair.a, pair.b) | self.unit_record
        if not comparisons.runs:
            return record
        a, b = (comparisons.runs[comparisons.index(name)] for name in (pair.a, pair.b))
        return record | {
            "exchange": comparisons.exchange if comparisons.test == "ar" else "",
            "runs_a": len(a.runs),
            "runs_b": len(b.runs),
            "s_sel_a": a.selection,
            "s_sel_b": b.selection,
            "s_opt_a": a.instability,
            "s_opt_b": b.instability,
        }


def run(
    request: ComparisonRequest,
    rows: SystemStatistics,
    on_progress: Progress = no_progress,
    resampled: Bootstrap | None = None,
    pairs: Collection[Pair] | None = None,
) -> ComparisonResult:
    """Test all pairs of systems, and draw more trials where they leave the verdict open.

    Parameters
    ----------
    rows : the statistics that are drawn, as ``request.rows`` gives them
    on_progress : is told the share done; what it raises ends the work
    resampled : resamples of the same rows with the request's trials and seed, if they are there already
    pairs : the pairs whose verdicts are to be settled; by default all
    """
    compared = compare_all(request, rows, progress_between(on_progress, 0.0, 0.5), resampled)
    return settle_pairs(request, compared, rows, progress_between(on_progress, 0.5, 1.0), pairs)


def run_each(
    request: ComparisonRequest, rows: Mapping[Metric, SystemStatistics], on_progress: Progress = no_progress
) -> list[ComparisonResult]:
    """Return the result of ``run`` by each metric; metrics with equally many rows share one drawing of resamples."""
    by_number: defaultdict[int, dict[Metric, SystemStatistics]] = defaultdict(dict)
    # runs cannot share a drawing: they are pooled first
    for metric, of_metric in rows.items() if request.groups is None else ():
        by_number[len(next(iter(of_metric.values())))][metric] = of_metric
    resampled: dict[Metric, Bootstrap] = {}
    drawing = progress_between(on_progress, 0.0, DRAWING)
    for number, alike in enumerate(by_number.values()):
        resampled |= bootstrap_by_metric(
            alike, request.trials, request.seed, progress_of_part(drawing, number, len(by_number))
        )
    shares = dict.fromkeys(rows, 0.0)
    testing = progress_between(on_progress, DRAWING, 1.0)

    def run_one(metric: Metric) -> ComparisonResult:
        def tell(share: float) -> None:
            shares[metric] = share
            testing(sum(shares.values()) / len(shares))

        return run(replace(request, metric=metric), rows[metric], tell, resampled.get(metric))

    return list(run_side_by_side(run_one, rows))


def compare_all(
    request: ComparisonRequest,
    rows: SystemStatistics,
    on_progress: Progress = no_progress,
    resampled: Bootstrap | None = None,
) -> Comparisons:
    """Return the comparisons of all pairs by the trials that were asked for; parameters as of ``run``."""
    chosen = {system: rows[system] for system in request.systems}
    arguments = request.test, request.trials, request.seed, request.correction, request.runs_by_system, on_progress
    return compare(request.metric, chosen, *arguments, request.exchange, request.unit, resampled)


def compare_with_intervals(
    request: ComparisonRequest, rows: SystemStatistics, on_progress: Progress = no_progress
) -> Comparisons:
    """Return the comparisons of all pairs, as of ``compare_all``, with every interval that a page shows computed."""
    comparisons = compare_all(request, rows, lambda share: on_progress(COMPARING * share))
    for system in comparisons.systems:
        comparisons.bootstrap.interval(system)
    for pair in permutations(comparisons.systems, 2):
        comparisons.bootstrap.difference_interval(*pair)
    on_progress(1.0)
    return comparisons


def settle_pairs(
    request: ComparisonRequest,
    comparisons: Comparisons,
    rows: SystemStatistics,
    on_progress: Progress = no_progress,
    pairs: Collection[Pair] | None = None,
) -> ComparisonResult:
    """Return the verdicts on ``comparisons``, with more trials where they leave them open; parameters as of ``run``."""
    chosen = {system: rows[system] for system in request.systems}
    return ComparisonResult(judge(comparisons, chosen, request.runs_by_system, on_progress, pairs=pairs))


# --- all systems against one of them, the baseline: what sacreBLEU's paired tests print ---


@dataclass(frozen=True)
class BaselineRow:
    """The score of a system by one metric, and the test's p of its difference from the baseline."""

    metric: str
    system: str
    baseline: str
    score: float
    ci_low: float
    """Lower end of the score's 95 % expanded percentile interval."""
    ci_high: float
    p_value: float
    """p of the difference from the baseline; NaN for the baseline itself."""
    p_adjusted: float
    """p corrected for all pairs of systems that were compared."""

    @property
    def half_width(self) -> float:
        """Half the width of the score's interval."""
        return (self.ci_high - self.ci_low) / 2

    def table_cell(self, decimals: int, smallest: float = 0.0) -> str:
        """Return the row as a table cell: score, half width of its interval, and corrected p.

        A p below ``smallest`` is written as ``< smallest``.
        """
        score = fixed(self.score, decimals, MISSING)
        interval = "" if math.isnan(self.half_width) else f" ± {fixed(self.half_width, decimals)}"
        if self.system == self.baseline:
            return f"{score}{interval}"
        p = f"< {smallest:g}" if self.p_adjusted < smallest else f"= {probability(self.p_adjusted, MISSING)}"
        return f"{score}{interval} (p {p})"


def baseline_rows(comparisons: Comparisons, baseline: str) -> list[BaselineRow]:
    """Return a row for each system, the baseline's first; raise ``ValueError`` for an unknown baseline."""
    place = comparisons.index(baseline)
    others = [system for system in comparisons.systems if system != baseline]
    listed = []
    for system in (comparisons.systems[place], *others):
        at, (low, high) = comparisons.index(system), comparisons.bootstrap.interval(system)
        p_values = [
            math.nan if at == place else float(p[at, place]) for p in (comparisons.p_values, comparisons.p_adjusted)
        ]
        score = float(comparisons.tested.scores[at])
        listed.append(BaselineRow(comparisons.metric.name, system, baseline, score, low, high, *p_values))
    return listed
