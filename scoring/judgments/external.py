"""Use scores from elsewhere as a metric: a mean is additive, so everything that works for a metric works for them."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..counting.arrays import Flags, Floats
from ..counting.progress import Progress, no_progress
from ..counting.ties import tolerance
from ..metric import ROUNDING, Columns, Metric
from ..text.naming import path_parts
from ..text.texts import Text
from .scores import Scores

if TYPE_CHECKING:
    from ..testset import TestSet

STATISTICS = ("sum", "count")
VARIANCE = "variance"
"""Statistic of a judge that was asked several times: the variance of each score by chance of the judge."""
PROTOCOLS = "MQM", "ESA", "DA+SQM", "DA"
"""Protocols for people: marking every error, marking errors and giving a score, giving a score."""
ROUND = str.maketrans("[]", "()")
"""Translation of brackets in labels, which are in Markdown, too: a name in brackets could fetch a picture."""
SMALL, SMALL_DECIMALS = 2.0, 4
"""Size up to which scores, such as COMET's, are written with at least this many decimals."""
MAX_DECIMALS = 20
"""Maximum number of decimals that browsers write."""


@dataclass(frozen=True)
class ExternalScore(Metric):
    """The mean of a test set's ``Scores`` of one name; segments without a score are left out.

    Statistics are (sum, count) of each segment, (0, 0) without a score; the score is sum / count. Sums are of
    scores less ``origin``, which the score adds. ``measure`` reads them from the test set; texts alone have none.
    A judge that was asked several times has a third statistic, by which resamples also draw its answers again.
    """

    is_percentage: ClassVar[bool] = False

    of: str
    """Name of the scores."""
    higher: bool
    """Whether higher is better."""
    file: str = ""
    n_judged: int = 0
    """Number of segments with a score of some system."""
    by_people: bool = False
    n_decimals: int = 2
    """Number of decimals."""
    title: str = ""
    """Name to show if a metric that is computed here has the scores' own name; else empty."""
    weights: str = ""
    """MQM weights, as in ``Scores``."""
    tied_up_to: float = ROUNDING
    """Largest difference of scores that count as equal."""
    origin: float = 0.0
    """Lowest score if all agree in their first digits, as in ``Scores``."""
    n_repeats: int = 1
    """Largest number of scores that the judge gave one output."""
    protocol: str = ""
    """Protocol for a language model, as in ``Scores``."""
    own_family: tuple[str, ...] = ()
    """Systems of the judge's own family, as in ``Scores``."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.title or self.of)
        object.__setattr__(self, "label", (self.title or self.of).translate(ROUND))
        object.__setattr__(self, "higher_is_better", self.higher)
        object.__setattr__(self, "is_human", self.by_people)
        object.__setattr__(self, "rounding", self.tied_up_to)

    @classmethod
    def reading(cls, scores: Scores, metric_names: Collection[str] = ()) -> "ExternalScore":
        """Return the metric of these scores, with another title if other ``metric_names`` include its name."""
        has_score = [~np.isnan(column) for column in scores.values.values()]
        n_judged = int(np.logical_or.reduce(has_score).sum())
        largest = max(np.nanmax(np.abs(column), initial=0.0) for column in scores.values.values())
        origin = scores.origin
        tied_up_to = float(tolerance(np.concatenate([*scores.values.values()]) - origin))
        if origin:  # each of two scores is rounded where the origin is added
            tied_up_to = max(tied_up_to, 2 * float(np.spacing(largest)))
        return cls(
            scores.name,
            scores.higher_is_better,
            path_parts(scores.source)[-1],
            n_judged,
            scores.is_human,
            _decimals(float(largest)),
            f"{scores.name} (given)" if scores.name in metric_names else "",
            scores.weights,
            tied_up_to,
            origin,
            1 if scores.repeats is None else scores.repeats.n_repeats,
            scores.protocol,
            scores.own_family,
        )

    @property
    def decimals(self) -> int:
        return self.n_decimals

    @property
    def statistic_names(self) -> tuple[str, ...]:
        return (*STATISTICS, VARIANCE) if self.n_repeats > 1 else STATISTICS

    @property
    def statistics_key(self) -> tuple[Any, ...]:
        return "external", self.of, self.origin, self.n_repeats

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        file = (("file", self.file),) if self.file else ()
        weights = (("weights", self.weights),) if self.weights else ()
        protocol = (("protocol", self.protocol),) if self.protocol else ()
        repeats = (("repeats", str(self.n_repeats)),) if self.n_repeats > 1 else ()
        return *file, ("segments", str(self.n_judged)), *weights, *protocol, *repeats

    def full_signature(self, references: Sequence[Text], realigned: bool = False) -> str:
        return self.signature

    def _score(self, statistics: Floats) -> Floats:
        count = statistics[..., 1]
        undefined: Floats = np.full(count.shape, np.nan)
        return np.divide(statistics[..., 0], count, out=undefined, where=count > 0) + self.origin

    def resampled_scores(self, sums: Floats, seeds: Sequence[Sequence[int]]) -> Floats:
        """Return the scores (n_resamples, n_systems), with the variation of drawing the judge's repeats again."""
        scores = self.score(sums)
        if self.n_repeats < 2:
            return scores
        deviations = np.stack([np.random.default_rng(seed).standard_normal(len(sums)) for seed in seeds], axis=1)
        return scores + np.sqrt(sums[..., 2]) / np.maximum(sums[..., 1], 1) * deviations

    def _statistics(self, columns: Columns, references: Columns, on_progress: Progress = no_progress) -> list[Floats]:
        raise ValueError(f"{self.label}: these scores come from a file; texts alone have none.")

    def measure(self, test_set: "TestSet", on_progress: Progress = no_progress) -> dict[str, Floats]:
        """Return statistics (n_segments, n_statistics) by system; raise ``ValueError`` without these scores."""
        scores = self._of(test_set)
        rows = {system: _rows(scores.above(self.origin, system)) for system in test_set.system_names}
        if self.n_repeats < 2:
            return rows
        variances = {} if scores.repeats is None else scores.repeats.variances
        none = np.zeros(len(test_set))
        return {
            system: np.column_stack([statistics, variances.get(system, none)]) for system, statistics in rows.items()
        }

    def judged(self, test_set: "TestSet", systems: Sequence[str]) -> Flags:
        """Return whether all of these systems have a score, which a comparison needs, bool (n_segments,).

        Systems without any score are ignored. Raises ``ValueError`` as ``measure`` does.
        """
        unjudged = self.unjudged(test_set)
        some = [system for system in systems if system not in unjudged]
        return self._of(test_set).judged(some) if some else np.zeros(len(test_set), bool)

    def unjudged(self, test_set: "TestSet") -> tuple[str, ...]:
        """Return the systems without any score; raise ``ValueError`` as ``measure`` does."""
        scores = self._of(test_set)
        return tuple(system for system in test_set.system_names if np.isnan(scores.of(system)).all())

    def _of(self, test_set: "TestSet") -> Scores:
        match = next((scores for scores in test_set.scores if scores.name == self.of), None)
        if match is None:
            listed = ", ".join(scores.name for scores in test_set.scores) or "none"
            raise ValueError(f"No scores are called {self.of!r}; the test set has {listed}.")
        return match

    def warm_up(self) -> None:
        """Do nothing, because nothing is compiled for this metric."""


class NoScore(ExternalScore):
    """The metric of a test set with neither reference nor scores: no segment has a score."""

    def measure(self, test_set: "TestSet", on_progress: Progress = no_progress) -> dict[str, Floats]:
        """Return zeros (n_segments, 2) by system."""
        return {system: np.zeros((len(test_set), len(STATISTICS))) for system in test_set.system_names}


def external_metrics_by_name(test_set: "TestSet", metric_names: Collection[str] = ()) -> dict[str, ExternalScore]:
    """Return the metrics of all scores of a test set, by name, people's first; ``metric_names`` as in ``reading``."""
    metrics = [ExternalScore.reading(scores, metric_names) for scores in test_set.scores]
    return {metric.name: metric for metric in sorted(metrics, key=_protocol_order)}


def _protocol_order(metric: ExternalScore) -> tuple[int, int]:
    """Return a sort key: people's scores first, and among them protocols that ask more of the annotator."""
    rank = next((place for place, name in enumerate(PROTOCOLS) if name in metric.of.upper()), len(PROTOCOLS))
    return (0, rank) if metric.is_human else (1, 0)


def _decimals(largest: float) -> int:
    """Return the number of decimals: 2, or for small scores as many as give the largest one four digits."""
    if largest > SMALL:
        return 2
    zeros = -math.floor(math.log10(largest)) - 1 if largest else 0
    return min(SMALL_DECIMALS + max(zeros, 0), MAX_DECIMALS)


def _rows(scores: Floats) -> Floats:
    has_score = ~np.isnan(scores)
    return np.stack([np.where(has_score, scores, 0.0), has_score], axis=1)
