"""Measure every set of a matrix by the same metrics: computed ones, scores from files, and rates of checks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ..bleu import BLEU
from ..checks import CHECKS
from ..counting.arrays import Flags, Floats
from ..judgments.external import ExternalScore
from ..judgments.score_coverage import shared_segments
from ..metric import Metric
from ..testset import TestSet
from ..text.languages import Script
from .bleu_difference import other_quotes_in_bleu, with_plain_quotes
from .capitals import statistics_of_outputs
from .checks import ChecksRequest, ChecksResult, TextsToCheck
from .checks import run as run_checks
from .comparison import SystemStatistics
from .dangerous import SERIOUS
from .same_tests import SetDigests

ALL_CHECKS = "checks"
"""Name of the rate of critical and major findings by any check."""
CHECK_PREFIX = "check:"
"""Prefix, before a check's name, of the name of this check's rate, which counts findings of every severity."""
PERCENT = 100.0
MeasureSystems = Callable[[Metric, TestSet], SystemStatistics]
FindInSet = Callable[[TestSet], ChecksResult]


@dataclass(frozen=True)
class CheckRate(ExternalScore):
    """The percentage of segments in which checks find something; lower is better.

    The statistics of a segment are (100 if something is found else 0, 1).
    """

    check: str = ""
    """Name of the check; empty for critical and major findings of any check."""

    @classmethod
    def of_name(cls, name: str) -> "CheckRate":
        """Return the rate of this name, as of ``check_rates``."""
        check = name.removeprefix(CHECK_PREFIX) if name != ALL_CHECKS else ""
        return cls(
            name, higher=False, title=f"{check.replace('_', ' ')} (check)" if check else "serious findings", check=check
        )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "name", self.of)

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        severities = "any" if self.check else "+".join(SERIOUS)
        return ("check", self.check or "all"), ("severity", severities)

    def check_statistics(self, result: ChecksResult, systems: Iterable[str]) -> dict[str, Floats]:
        """Return the statistics of each system, (n_segments, 2), by name; empty if the check was not run."""
        if not result.checks or (self.check and self.check not in result.checks):
            return {}
        statistics = {system: np.zeros((result.n_segments, 2)) for system in systems}
        for rows in statistics.values():
            rows[:, 1] = 1.0
        for one in result.findings:
            if one.system in statistics and (one.check == self.check if self.check else one.severity in SERIOUS):
                statistics[one.system][one.segment, 0] = PERCENT
        return statistics


def check_rates() -> dict[str, CheckRate]:
    """Return the rate of serious findings by any check, then the rate of each check, by name."""
    return {name: CheckRate.of_name(name) for name in (ALL_CHECKS, *(f"{CHECK_PREFIX}{check}" for check in CHECKS))}


def shared_scores(metrics: Iterable[ExternalScore]) -> dict[str, ExternalScore]:
    """Return one metric for all scores of one name, people's scores first, for sets that each have their own scores.

    If scores of one name disagree on whether higher is better, the first set's direction is used.
    """
    shared_metrics: dict[str, ExternalScore] = {}
    for metric in metrics:
        shared = shared_metrics.get(metric.name)
        if shared is None:
            shared_metrics[metric.name] = replace(metric, origin=0.0)
        else:
            shared_metrics[metric.name] = replace(
                shared,
                file=shared.file if shared.file == metric.file else "",
                n_judged=shared.n_judged + metric.n_judged,
                n_decimals=max(shared.n_decimals, metric.n_decimals),
                tied_up_to=max(shared.tied_up_to, metric.tied_up_to),
            )
    return dict(sorted(shared_metrics.items(), key=lambda item: not item[1].is_human))


def fit_to_script(metric: Metric, script: Script) -> Metric:
    """Return the metric with a tokenizer that fits this script, if its own options would take sentences for words.

    The tokenizers are sacreBLEU's usual ones for Chinese, Japanese and Korean.
    """
    if metric.unfit_for(script) is None:
        return metric
    fitting = getattr(type(metric), "fitting", None)
    changes = {"tokenize": script.tokenizer} if fitting is None else fitting(script)
    return replace(metric, **changes)


@dataclass(frozen=True, eq=False)
class SetStatistics:
    """Statistics of one set's systems by the metrics of a matrix."""

    rows: Mapping[Metric, SystemStatistics]
    """Statistics of each system by metric; a system is missing where the metric cannot score it."""
    n_segments: int
    signatures: Mapping[str, str] = field(default_factory=dict)
    """Signature in this set, by a metric's name, if its options were fitted to the script."""
    digests: SetDigests = field(default_factory=SetDigests)
    """Digests of the set's texts, which show that another set is the same test."""
    other_quotes: tuple[str, ...] = ()
    """Systems whose quotation marks differ from the references', unless all differ; empty without BLEU."""
    plain_quotes: Mapping[Metric, SystemStatistics] = field(default_factory=dict)
    """BLEU's statistics with quotation marks of one kind, by metric; empty without ``other_quotes``."""

    @property
    def quote_costs(self) -> dict[str, float]:
        """BLEU points that its marks cost each system of ``other_quotes``, against the least affected system.

        The first BLEU is used.
        """
        for metric, plain in self.plain_quotes.items():
            gains = {
                name: float(metric.score(of.sum(axis=0)) - metric.score(self.rows[metric][name].sum(axis=0)))
                for name, of in plain.items()
            }
            return {name: gains[name] - min(gains.values()) for name in self.other_quotes}
        return {}


def measure_set(
    metrics: Sequence[Metric],
    test_set: TestSet,
    measure: MeasureSystems = lambda metric, test_set: metric.measure(test_set),
    find: FindInSet = lambda test_set: run_checks(ChecksRequest(), TextsToCheck.of_test_set(test_set)),
    fit: Callable[[Metric, Script], Metric] = fit_to_script,
) -> SetStatistics:
    """Return the statistics of a test set by metrics that several sets share.

    Scores from files cover the segments that have a score of every rated system. ``measure`` and ``find`` may return
    cached results; ``fit`` returns the metric for a set in a script.
    """
    rows: dict[Metric, SystemStatistics] = {}
    signatures = {}
    plain: dict[Metric, SystemStatistics] = {}
    unlike = other_quotes_in_bleu(metrics, test_set)
    external_scores = {metric.of: metric for metric in map(ExternalScore.reading, test_set.scores)}
    for metric in metrics:
        if isinstance(metric, CheckRate):
            rows[metric] = metric.check_statistics(find(test_set), test_set.system_names)
        elif isinstance(metric, ExternalScore):
            own = external_scores.get(metric.of)
            rows[metric] = {} if own is None else rows_of_scores(own, test_set)
        elif test_set.references:
            fitted = fit(metric, test_set.target.script)
            rows[metric] = measure(fitted, test_set)
            if unlike and isinstance(fitted, BLEU):
                plain[metric] = statistics_of_outputs(fitted, test_set, test_set.system_names, with_plain_quotes)
            if fitted != metric:
                signatures[metric.name] = fitted.signature
        else:
            rows[metric] = {}
    return SetStatistics(rows, len(test_set), signatures, SetDigests.of_test_set(test_set), unlike, plain)


def rows_of_scores(metric: ExternalScore, test_set: TestSet) -> dict[str, Floats]:
    """Return the statistics of the systems with scores, on the segments in which all of these have a score."""
    rated = [name for name in test_set.system_names if name not in metric.unjudged(test_set)]
    rows = metric.measure(test_set)
    is_shared: Flags = shared_segments(metric, {name: rows[name] for name in rated}) if rated else np.zeros(0, bool)
    if not is_shared.any():
        return {}
    origin = np.array([metric.origin, 0.0])
    return {name: rows[name][is_shared] + origin * rows[name][is_shared][:, 1:] for name in rated}
