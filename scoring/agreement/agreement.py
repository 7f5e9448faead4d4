"""Compute how well metrics agree with a judge, with intervals, and test whether one agrees better than another."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from ..counting.arrays import Floats, Ints
from ..counting.progress import Progress, no_progress
from ..counting.threads import run_side_by_side
from ..counting.usual_draws import check_draws
from ..output.numbers import LEVEL
from ..significance.bootstrap_intervals import CONFIDENCE
from ..significance.corrections import adjust, adjust_pairs, check_correction
from ..significance.ranking import compact_letters, rank_systems
from ..significance.resampling.draws import are_as_large, p_value, resamples
from ..significance.resampling.expansion import expanded_p
from ..text.texts import check_counts
from ..validation import as_float_array, as_list, check_known, expect, whole_number
from .coefficients.measures import MEASURES, Bounds, CalibratedAccuracy, percentile_bounds
from .judge import Judge
from .judge_and_metric import Draws, JudgeAndMetric
from .oriented_scores import CORPUS, OrientedScores, SystemScore, check_scored

TRIALS = 1000
"""Usual number of resamples."""


@dataclass(frozen=True, eq=False)
class Resampling:
    """The number of resamples, their seed, and whether segments or documents are drawn.

    Raises ``ValueError`` for invalid numbers of trials, seeds and documents.
    """

    trials: int = TRIALS
    seed: int = 1
    members: Ints | None = None
    """(n_segments,): number of each judged segment's document, if documents are drawn; None for segments"""

    def __post_init__(self) -> None:
        check_draws(self.trials, self.seed)
        if self.members is not None:
            members = as_float_array(self.members, "numbers of documents", 1)
            if not np.isfinite(members).all():
                raise ValueError(f"Every segment needs the number of its document; found {members.tolist()}.")
            # Documents without a judged segment are not drawn.
            object.__setattr__(self, "members", np.unique(members, return_inverse=True)[1])

    def n_units(self, n_segments: int) -> int:
        """Return the number of segments, or documents, to draw from."""
        return n_segments if self.members is None else int(self.members.max(initial=-1)) + 1

    def units(self, n_segments: int) -> Ints:
        """Return the number of the unit that each segment belongs to, (n_segments,): itself, or its document."""
        if self.members is None:
            return np.arange(n_segments)
        check_counts({"what was judged": n_segments, "numbers of documents": len(self.members)})
        return self.members

    def counts(self, n_segments: int, on_progress: Progress = no_progress) -> Iterator[Floats]:
        """Yield batches (n_draws, n_segments) of how often each draw has each segment; the same for every metric."""
        units, n_units = self.units(n_segments), self.n_units(n_segments)
        for batch in resamples(n_units, self.trials, self.seed, on_progress):
            rows = np.arange(len(batch))[:, None] * n_units
            counted = np.bincount((batch + rows).ravel(), minlength=len(batch) * n_units).reshape(-1, n_units)
            yield (counted if self.members is None else counted[:, units]).astype(float)


@dataclass(frozen=True, eq=False)
class Agreement:
    """The agreement of one metric with one judge, by several measures."""

    measures: tuple[str, ...]
    values: Floats
    """(n_measures,): agreement on all segments; NaN where a measure is not defined"""
    samples: Floats
    """(trials, n_measures): agreement on each resample"""
    n_units: int
    """number of segments, or documents, that were drawn from"""
    limits: Floats | None = None
    """(n_measures,): the values, estimated in the same way as the samples, which matters for soft pairwise accuracy;
    None where all equal ``values``
    """
    thresholds: Mapping[str, float] = field(default_factory=dict)
    """tie threshold of each measure that has one, see ``epsilon``"""

    def value(self, measure: str) -> float:
        return float(self.values[self._place(measure)])

    def sampled(self, measure: str) -> Floats:
        """Return a measure's values of the resamples, (trials,)."""
        return self.samples[:, self._place(measure)]

    def limit(self, measure: str) -> float:
        """Return the value of a measure, estimated in the same way as the samples."""
        return float((self.values if self.limits is None else self.limits)[self._place(measure)])

    def epsilon(self, measure: str) -> float | None:
        """Return the threshold up to which differences are ties, in the metric's points; None for other measures."""
        check_known(measure, self.measures, "measure")
        return self.thresholds.get(measure)

    def interval(self, measure: str, level: float = CONFIDENCE) -> tuple[float, float]:
        """Return the interval by the measure's ``bounds``, within its scale; NaN if undefined, or for too few units."""
        value = self.value(measure)
        of = MEASURES[measure]
        samples = self.samples[:0, 0] if np.isnan(value) else self.sampled(measure)
        low, high = of.bounds(value, samples, self.n_units, level)
        return float(np.clip(low, *of.scale)), float(np.clip(high, *of.scale))

    def _place(self, measure: str) -> int:
        check_known(measure, self.measures, "measure")
        return self.measures.index(measure)


def measure_agreement(
    judge: Judge,
    scored: OrientedScores,
    resampling: Resampling | None = None,
    kind: SystemScore = CORPUS,
    measures: Sequence[str] | None = None,
    on_progress: Progress = no_progress,
) -> Agreement:
    """Return one metric's agreement with a judge; the resamples are the same for every metric of this judge.

    ``measures`` are keys of MEASURES, by default all that suit these judgments. ``kind`` is how a metric scores a whole
    system. Raises ``ValueError`` for a measure that does not suit the judgments, no measure, and scores of other
    systems or segments.
    """
    resampling = Resampling() if resampling is None else resampling
    expect(resampling, Resampling, "resampling")
    check_scored(judge, scored, kind)
    both = JudgeAndMetric(judge, scored, kind)
    agreement = _agreement_without_resamples(
        both, measures, resampling.n_units(judge.n_segments)
    )  # fills the caches before threads share them

    def of(draws: Draws) -> Floats:
        return np.stack([MEASURES[key].of_draws(draws) for key in agreement.measures], axis=-1)

    draws = (Draws(both, counts) for counts in resampling.counts(judge.n_segments, on_progress))
    return replace(agreement, samples=np.concatenate(list(run_side_by_side(of, draws))))


def agreement_values(
    judge: Judge, scored: OrientedScores, kind: SystemScore = CORPUS, measures: Sequence[str] | None = None
) -> Agreement:
    """Return the values of ``measure_agreement`` without resamples, which is fast: there are no intervals and no
    p-values.

    Parameters and ``ValueError`` as for ``measure_agreement``.
    """
    check_scored(judge, scored, kind)
    return _agreement_without_resamples(JudgeAndMetric(judge, scored, kind), measures, judge.n_segments)


def _agreement_without_resamples(both: JudgeAndMetric, measures: Sequence[str] | None, n_units: int) -> Agreement:
    judge = both.judge
    chosen = tuple(suitable_measures(judge) if measures is None else as_list(measures, "measures"))
    if not chosen:
        raise ValueError("Expected at least one measure; found none.")
    for key in chosen:
        check_known(key, suitable_measures(judge), f"measure for {judge.unit} of {judge.name}")
    once, chosen_measures = both.all_segments, [MEASURES[key] for key in chosen]
    limits = np.array([measure.of_draws(once)[0] for measure in chosen_measures])
    values = np.array([measure.value_of(once) for measure in chosen_measures])
    thresholds = {
        measure.key: measure.epsilon(once) for measure in chosen_measures if isinstance(measure, CalibratedAccuracy)
    }
    return Agreement(chosen, values, np.empty((0, len(chosen))), n_units, limits, thresholds)


def suitable_measures(judge: Judge) -> list[str]:
    """Return the keys of the measures that suit these judgments: scores, or preferences."""
    expect(judge, Judge, "judge")
    return [key for key, measure in MEASURES.items() if measure.suits(judge)]


@dataclass(frozen=True, eq=False)
class MetricComparison:
    """A comparison of several metrics' agreement with a judge by one measure, under the same resamples."""

    metrics: tuple[str, ...]
    values: Floats
    """(n_metrics,): agreement on all segments"""
    samples: Floats
    """(trials, n_metrics): agreement on each resample"""
    n_units: int
    correction: str
    limits: Floats | None = None
    """(n_metrics,): limits of the ``Agreement`` of each metric"""
    bounds: Bounds = percentile_bounds
    """function that makes the intervals of differences"""

    @classmethod
    def of(cls, agreements: Mapping[str, Agreement], measure: str, correction: str = "holm") -> "MetricComparison":
        """Return the comparison of metrics' agreements by one measure.

        Raises ``ValueError`` for no metric, an unknown correction or measure, or metrics with unequal resamples.
        """
        check_correction(correction)
        expect(agreements, Mapping, "agreements by metric")
        for agreement in agreements.values():
            expect(agreement, Agreement, "agreement")
        sizes = {name: (len(agreement.samples), agreement.n_units) for name, agreement in agreements.items()}
        if len(set(sizes.values())) != 1:
            listed = ", ".join(
                f"{name} has {trials:,} resamples of {units:,}" for name, (trials, units) in sizes.items()
            )
            raise ValueError(f"Expected metrics with the same resamples; found {listed or 'no metric'}.")
        values = np.array([agreement.value(measure) for agreement in agreements.values()])
        samples = np.stack([agreement.sampled(measure) for agreement in agreements.values()], axis=-1)
        n_units = next(iter(agreements.values())).n_units
        limits = np.array([agreement.limit(measure) for agreement in agreements.values()])
        return cls(tuple(agreements), values, samples, n_units, correction, limits, MEASURES[measure].bounds)

    @cached_property
    def p_values(self) -> Floats:
        """Two-sided p-values of the centred paired bootstrap, (n_metrics, n_metrics); 1 on the diagonal.

        NaN where a value is not defined, and below two units.
        """
        n = len(self.metrics)
        p_values = np.ones((n, n))
        for a, b in zip(*np.triu_indices(n, 1), strict=True):
            p_values[a, b] = p_values[b, a] = self._p_value(int(a), int(b))
        return p_values

    def _p_value(self, a: int, b: int) -> float:
        drawn_from = self.values if self.limits is None else self.limits
        observed = float(drawn_from[a] - drawn_from[b])
        differences = self.samples[:, a] - self.samples[:, b]
        defined = differences[~np.isnan(differences)]
        if np.isnan(observed) or self.n_units < 2 or not len(defined):
            return float("nan")
        share = p_value(int(are_as_large(differences - defined.mean(), observed).sum()), len(differences))
        return float(expanded_p(np.array(share), self.n_units))

    @property
    def least_p(self) -> float:
        """P-value of a difference that no trial reached, the smallest for this number of trials."""
        return float(expanded_p(np.array(p_value(0, len(self.samples))), self.n_units))

    @cached_property
    def p_adjusted(self) -> Floats:
        """P-values (n_metrics, n_metrics) corrected for the number of pairs of metrics."""
        return adjust_pairs(self.p_values, self.correction)

    @property
    def is_tested(self) -> bool:
        """Whether there are p-values: they need resamples, and at least two units."""
        return self.n_units >= 2 and len(self.samples) > 0

    @property
    def order(self) -> list[int]:
        """Places of the metrics, the best first."""
        return rank_systems(self.values, True)

    @cached_property
    def letters(self) -> list[str]:
        """Letters of each metric: two metrics that share a letter do not differ significantly."""
        return compact_letters(self.p_adjusted <= LEVEL, self.order)

    def p_against(self, name: str) -> Floats:
        """Return the p-values against one metric, corrected for these alone, (n_metrics,); 1 in its own place."""
        check_known(name, self.metrics, "metric")
        place = self.metrics.index(name)
        others = np.arange(len(self.metrics)) != place
        p_values = np.ones(len(self.metrics))
        p_values[others] = adjust(self.p_values[place, others], self.correction)
        return p_values

    def difference_interval(self, a: int, b: int, level: float = CONFIDENCE) -> tuple[float, float]:
        """Return the interval of metric ``a``'s value less metric ``b``'s, by their places, as in ``Agreement``."""
        a, b = (whole_number(place, "A metric's place", 0, len(self.metrics) - 1) for place in (a, b))
        differences = self.samples[:, a] - self.samples[:, b]
        value = float(self.values[a] - self.values[b])
        return self.bounds(value, differences, self.n_units, level)
