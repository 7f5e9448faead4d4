"""Measure how well metrics and baselines agree with people or with another judge, with intervals and tests."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np

from ..agreement import (
    CORPUS,
    MEAN,
    MEASURES,
    SYSTEM_SCORES,
    TRIALS,
    WEIGHTED,
    Agreement,
    Chance,
    Judge,
    Measure,
    MetricComparison,
    OrientedScores,
    PermutationResult,
    Resampling,
    SystemScore,
    agreement_values,
    agreement_words,
    chance_agreement,
    constant_scores,
    measure_agreement,
    names_of_judges,
    names_of_people,
    suitable_measures,
    swap_scores,
)
from ..agreement.agreement_words import BASELINES, HOLDS_HERE, LETTERS
from ..agreement.baselines import CHANCES, FEWER_CHANCES, MANY_PAIRS
from ..agreement.coefficients.measures import Level, percentile_bounds
from ..agreement.shared_outputs import Coverage, SharedOutputs
from ..counting.arrays import Floats, Ints
from ..counting.progress import Progress, no_progress, progress_between, progress_of_part
from ..judgments.external import ExternalScore
from ..metric import Metric
from ..origins import DOCUMENT, SEGMENT
from ..output.numbers import LEVEL, MISSING, counted, fixed, probability, signed, significant, write_interval
from ..output.sentence import Sentence, Strong
from ..significance import MIN_UNITS
from ..significance.bootstrap_intervals import CONFIDENCE
from ..significance.corrections import CORRECTION_NAMES, check_correction
from ..significance.p_limits import least_trials
from ..significance.resampling.expansion import interval_half_width
from ..testset import TestSet
from ..validation import check_known, whole_number
from .wording.method_words import correction_words

BOOTSTRAP, PERMUTATION = "bootstrap", "permutation"
TESTS = (BOOTSTRAP, PERMUTATION)
"""Names of the tests that give p-values of differences between metrics."""
MAX_METRICS = 700
"""The most metrics that can be compared; with more, all pairs would need more trials than are allowed."""
TRIALS_A_PAIR = 40
"""Trials for each pair of metrics; with half as many the smallest corrected p would be just ``LEVEL``."""
ALL_TIES, CHANCE = "all ties", "chance"
"""Names of the two baselines in tables."""
EVERY_TIE, RANDOM_SCORES = "every pair a tie", "random scores"
"""Names of the two baselines in papers."""
THRESHOLD_DIGITS = 3
"""Significant digits of a tie threshold in a caption."""
CALLED_SYSTEM_SCORES: Mapping[str, str] = {
    CORPUS: "corpus score",
    MEAN: "mean segment score",
    WEIGHTED: "mean segment score, weighted by reference length",
}
CHOSEN_INCOMPLETE = (
    "{} scored {:,} of the {:,} judged outputs. To compare it, choose it under Metrics: then only these outputs count."
)
SYSTEM_MEASURE = "spa"
"""Key of the measure by which WMT ranks metrics of whole systems."""
SEED = 1
LONG_WORK = 4e10
"""Resamples x pairs of outputs x metrics that take half a minute of one core; a longer test runs only on request."""
AT_MOST = "≤ "
"""Sign before a p that is the smallest that the trials can show."""
MEASURING = 0.5
"""Share of the work on a metric that computes its scores."""
Record = dict[str, str | float | int | bool | None]


def usual_metric_trials(n_metrics: int) -> int:
    """Return the number of trials for all pairs of metrics: ``TRIALS``, or ``TRIALS_A_PAIR`` a pair if that is more.

    Raises ``ValueError`` for a number of metrics below 0 or above ``MAX_METRICS``.
    """
    whole_number(n_metrics, "The number of metrics", 0, MAX_METRICS)
    return max(TRIALS, TRIALS_A_PAIR * math.comb(n_metrics, 2))


# --- the request ---


@dataclass(frozen=True, eq=False)
class AgreementRequest:
    """The metrics that are compared with one judge, and the settings of the comparison and its tests.

    Raises ``ValueError`` for a measure that the judgments do not allow, for an unknown test, kind of system scores or
    correction, and for invalid trials or an invalid seed.
    """

    shared: SharedOutputs
    """The judge, with the outputs that both the judge and the metrics have scored."""
    metrics: tuple[Metric, ...]
    measures: tuple[str, ...] = ()
    """Keys of ``MEASURES``, each once; empty for all measures that the judgments allow."""
    documents: Ints | None = None
    """(n_segments of the test set,): the number of each segment's document; None where segments are drawn."""
    system_score: SystemScore = CORPUS
    """How a metric's score of a system is computed."""
    test: str = BOOTSTRAP
    trials: int | None = None
    """Number of resamples, and of swaps; None for the usual number.

    The usual number is ``usual_metric_trials``, or ``TRIALS`` without tests of differences where these take
    ``LONG_WORK``.
    """
    seed: int = SEED
    correction: str = "holm"

    def __post_init__(self) -> None:
        allowed = suitable_measures(self.judge)
        for key in self.measures:
            if key not in allowed:
                raise ValueError(
                    f"The measure {key} is not defined for {self.judge.unit}, which {self.judge.name} has; there are"
                    f" {', '.join(allowed)}."
                )
        object.__setattr__(self, "measures", tuple(self.measures or allowed))
        check_known(self.test, TESTS, "test")
        check_known(self.system_score, SYSTEM_SCORES, "kind of system scores")
        check_correction(self.correction)
        _ = self.resampling

    @property
    def judge(self) -> Judge:
        return self.shared.judge

    @cached_property
    def resampling(self) -> Resampling:
        """Draws of the judged segments, or of their documents."""
        usual = self.trials_of_tests if self.tests_differences else TRIALS
        members = None if self.documents is None else self.documents[self.judge.segments]
        return Resampling(usual if self.trials is None else self.trials, self.seed, members)

    @property
    def trials_of_tests(self) -> int:
        """Number of resamples for the test of all differences between metrics."""
        return usual_metric_trials(len(self.metrics))

    @property
    def work_of_tests(self) -> float:
        """Resamples x pairs of outputs x metrics of the test of all differences."""
        return float(self.trials_of_tests) * len(self.judge.pairs) * len(self.metrics)

    @property
    def tests_differences(self) -> bool:
        """Whether differences between metrics are tested; with long work only if a number of trials is given."""
        return self.trials is not None or self.work_of_tests < LONG_WORK

    @property
    def unit(self) -> str:
        """Unit that is drawn: segment or document."""
        return SEGMENT if self.documents is None else DOCUMENT

    @property
    def n_units(self) -> int:
        """Number of judged segments, or of documents with judged segments."""
        return self.resampling.n_units(self.judge.n_segments)

    @property
    def labels(self) -> dict[str, str]:
        """Label of each metric, by the metric's name."""
        return {metric.name: metric.full_name for metric in self.metrics}

    @property
    def ranking_measure(self) -> str:
        """Key of the measure that ranks metrics: WMT's measure, or the first one if WMT's is not requested."""
        usual = agreement_words.first_measure(self.judge)
        return usual if usual in self.measures else self.measures[0]

    @property
    def outputs_key(self) -> tuple[object, ...]:
        """Cache key of the settings that determine which judgments count."""
        shared = self.shared
        return self.judge.name, (*self.judge.systems, *shared.lost, *shared.strangers), tuple(shared.incomplete)

    @property
    def draws_key(self) -> tuple[object, ...]:
        """Cache key of the settings that determine the resamples and their scores."""
        return *self.outputs_key, self.unit, self.system_score, self.resampling.trials, self.seed, self.measures

    @property
    def the_judge(self) -> str:
        """Phrase for the judge in a text that has already given the judge's name."""
        return agreement_words.judge_phrase(self.judge)

    @property
    def left_out(self) -> list[str]:
        """Sentences that name excluded metrics, outputs and systems, with the reason."""
        return agreement_words.exclusion_sentences(self.shared)

    @property
    def cautions(self) -> list[str]:
        """Sentences on what a small number of segments or documents cannot show."""
        return agreement_words.few_units_cautions(self.n_units, self.unit)

    def metric_for_signature(self, metric: Metric) -> Metric:
        """Return the metric as signatures name it: a score from elsewhere with the number of judged segments."""
        return replace(metric, n_judged=self.judge.n_segments) if isinstance(metric, ExternalScore) else metric

    @property
    def unequal_judgments(self) -> list[str]:
        """Sentences on the measures that compare means of systems over different segments."""
        return agreement_words.unequal_coverage_warnings(self.judge, self.measures)

    @property
    def source(self) -> dict[str, str]:
        """Origin of the numbers, by label, for downloaded tables."""
        judge = self.judge
        return {
            "judge": agreement_words.judge_phrase_with_name(judge),
            "judged": f"{judge.n_segments} segments, {judge.n_systems} systems, {len(judge.pairs)} pairs of outputs",
            "a system's score": CALLED_SYSTEM_SCORES[self.system_score],
            "resamples": f"{self.resampling.trials} of {self.unit}s",
            "seed": str(self.seed),
            "correction": "Holm",
        }


def judge_labels(test_set: TestSet) -> dict[str, str]:
    """Return labels of the judges that metrics can be compared with, by name; a label says if the judge is people."""
    people = names_of_people(test_set)
    return {name: f"{name}, {'people' if name in people else 'not people'}" for name in names_of_judges(test_set)}


def reasons_not_compared(coverage: Coverage, metrics: Sequence[Metric]) -> list[str]:
    """Return for each metric that lacks some judged outputs a sentence that says why the metric is not compared."""
    return [
        agreement_words.missing_scores_sentence(metric.full_name, lacks, coverage.judge.name)
        if (lacks := coverage.lacks(metric))
        else CHOSEN_INCOMPLETE.format(metric.full_name, coverage.count(metric), coverage.n_judged)
        for metric in metrics
    ]


def measure_labels(judge: Judge, first: str = "", level: Level | None = None) -> dict[str, str]:
    """Return the labels of the measures that the judgments allow, by key; with ``level`` only this level's measures.

    The measure ``first`` comes first, or by default the measure that WMT ranks by.
    """
    keys = [key for key in suitable_measures(judge) if level in (None, MEASURES[key].level)]
    keys.sort(key=lambda key: key != (first or agreement_words.first_measure(judge)))
    return {key: MEASURES[key].label for key in keys}


# --- the work ---


def run(
    request: AgreementRequest, test_set: TestSet, on_progress: Progress = no_progress, baselines: bool = True
) -> "AgreementResult":
    """Compare the metrics with the judge, and with ``baselines`` also the two baselines, ties and random scores.

    ``test_set`` has the scores of metrics from elsewhere. Raises ``TooLong`` for texts beyond a metric's limits.
    """
    agreements, scored = {}, {}
    parts = len(request.metrics) + 2 * baselines
    for number, metric in enumerate(request.metrics):
        tell = progress_of_part(on_progress, number, parts)
        statistics = metric.measure(test_set, progress_between(tell, 0.0, MEASURING))
        scored[metric.name] = OrientedScores.of(metric, statistics, request.judge)
        agreements[metric.name] = metric_agreement(request, scored[metric.name], progress_between(tell, MEASURING, 1.0))
    result = AgreementResult(request, agreements, scored=scored)
    if not baselines:
        return result
    ties = ties_agreement(request, progress_of_part(on_progress, parts - 2, parts))
    return replace(result, ties=ties, chances=chance_values(request, progress_of_part(on_progress, parts - 1, parts)))


def metric_agreement(
    request: AgreementRequest, scored: OrientedScores, on_progress: Progress = no_progress
) -> Agreement:
    """Return one metric's agreement with the judge by every requested measure."""
    kind, measures = request.system_score, request.measures
    return measure_agreement(request.judge, scored, request.resampling, kind, measures, on_progress)


def metric_values(request: AgreementRequest, scored: OrientedScores) -> Agreement:
    """Return one metric's values by every requested measure, without resamples: no intervals and no p-values."""
    return agreement_values(request.judge, scored, request.system_score, request.measures)


def ties_agreement(request: AgreementRequest, on_progress: Progress = no_progress) -> Agreement:
    """Return the agreement of the baseline that calls every pair of outputs a tie."""
    return metric_agreement(request, constant_scores(request.judge), on_progress)


def ties_values(request: AgreementRequest) -> Agreement:
    """Return the values of the baseline that calls every pair of outputs a tie, without intervals."""
    return metric_values(request, constant_scores(request.judge))


def chance_values(request: AgreementRequest, on_progress: Progress = no_progress) -> Mapping[str, Chance]:
    """Return the values of metrics with random scores, by measure."""
    return chance_agreement(request.judge, request.measures, seed=request.seed, on_progress=on_progress)


def exchange_scores(
    request: AgreementRequest,
    scored: tuple[OrientedScores, OrientedScores],
    measure: str,
    on_progress: Progress = no_progress,
    trials: int = TRIALS,
) -> PermutationResult:
    """Test whether the first of two metrics agrees better than the second by exchanging their scores (PERM-BOTH).

    A system's score is the mean of its segments' scores. Where documents are drawn, all scores of a document are
    exchanged together.
    """
    resampling = request.resampling
    return swap_scores(request.judge, *scored, measure, trials, resampling.seed, on_progress, resampling.members)


# --- the result ---


@dataclass(frozen=True)
class LeftOut:
    """The reason why a metric cannot be computed for this test set."""

    why: str


@dataclass(frozen=True, eq=False)
class SwapComparison(MetricComparison):
    """A ``MetricComparison`` by one measure whose p-values come from exchanged scores."""

    swapped: Floats = field(kw_only=True)
    """(n_metrics, n_metrics): p-values of ``swap_scores``, 1 on the diagonal."""

    @cached_property
    def p_values(self) -> Floats:
        return self.swapped


def trials_for_any_difference(comparison: MetricComparison) -> int | None:
    """Return the number of trials that a significant difference needs, if there were fewer trials; else None."""
    n_pairs = math.comb(len(comparison.metrics), 2)
    n_units = None if isinstance(comparison, SwapComparison) else comparison.n_units
    needed = least_trials(n_pairs, comparison.correction, n_units)
    return needed if n_pairs and len(comparison.samples) < needed else None


@dataclass(frozen=True, eq=False)
class AgreementResult:
    """The agreement of metrics and baselines with one judge, as far as it is computed."""

    request: AgreementRequest
    outcomes: Mapping[str, Agreement | LeftOut | None]
    """Agreement of each metric, by the metric's name; None for a metric that is not computed yet."""
    ties: Agreement | None = None
    """Agreement of the baseline that calls every pair a tie; None while it is not computed."""
    chances: Mapping[str, Chance] | None = None
    """Values of metrics with random scores, by measure; None while they are not computed."""
    scored: Mapping[str, OrientedScores] = field(default_factory=dict, repr=False)
    """Scores that were compared, by the metric's name, for numbers of pairs and swaps; empty if not kept."""
    by_measure: dict[str, MetricComparison] = field(default_factory=dict, repr=False)
    """Cache of comparisons, by measure."""
    _intervals: dict[tuple[str, str], tuple[float, float]] = field(default_factory=dict, repr=False)

    @cached_property
    def agreements(self) -> dict[str, Agreement]:
        """Agreement of each metric that is computed, by the metric's name."""
        return {name: agreement for name, agreement in self.outcomes.items() if isinstance(agreement, Agreement)}

    @property
    def measures(self) -> tuple[str, ...]:
        return self.request.measures

    @property
    def labels(self) -> dict[str, str]:
        return self.request.labels

    @property
    def left_out(self) -> list[str]:
        """Reasons why metrics are left out, each once."""
        return list(dict.fromkeys(outcome.why for outcome in self.outcomes.values() if isinstance(outcome, LeftOut)))

    @property
    def is_resampled(self) -> bool:
        """Whether the metrics have intervals, not values only."""
        return any(len(agreement.samples) for agreement in self.agreements.values())

    @property
    def is_tested(self) -> bool:
        """Whether differences between metrics were tested."""
        return self.is_resampled and self.request.tests_differences

    @property
    def n_not_computed(self) -> int:
        """Number of metrics that are not computed yet."""
        return sum(outcome is None for outcome in self.outcomes.values())

    def by(self, measure: str, on_progress: Progress = no_progress) -> MetricComparison:
        """Return the comparison of the computed metrics by one measure, cached; there must be at least one metric."""
        if measure not in self.by_measure:
            comparison = MetricComparison.of(self.agreements, measure, self.request.correction)
            if not self.request.tests_differences:
                comparison = replace(comparison, samples=comparison.samples[:0])
            if self.request.test == PERMUTATION:
                comparison = SwapComparison(**vars(comparison), swapped=self._swap_p_values(measure, on_progress))
            self.by_measure[measure] = comparison
        return self.by_measure[measure]

    def _swap_p_values(self, measure: str, on_progress: Progress) -> Floats:
        names, trials = list(self.scored), self.request.resampling.trials
        p_values = np.ones((len(names), len(names)))
        pairs = np.argwhere(np.triu(p_values, 1))
        for number, (a, b) in enumerate(pairs):
            two, tell = (
                (self.scored[names[a]], self.scored[names[b]]),
                progress_of_part(on_progress, number, len(pairs)),
            )
            p_values[a, b] = p_values[b, a] = exchange_scores(self.request, two, measure, tell, trials).p_value
        return p_values

    @cached_property
    def comparisons(self) -> Mapping[str, MetricComparison]:
        """Comparisons by measure: all, or only the ranking one with exchanged scores; empty without p-values."""
        if self.n_not_computed or not self.is_tested:
            return {}
        keys = self.measures if self.request.test == BOOTSTRAP else (self.request.ranking_measure,)
        return {key: self.by(key) for key in keys}

    def order(self, measure: str) -> list[str]:
        """Return the names of the computed metrics, the best by ``measure`` first."""
        comparison = self.by(measure)
        return [comparison.metrics[place] for place in comparison.order]

    def value(self, name: str, measure: str) -> float:
        return self.agreements[name].value(measure)

    def interval(self, name: str, measure: str) -> tuple[float, float]:
        """Return the 95 % interval of a metric's value, cached."""
        if (name, measure) not in self._intervals:
            self._intervals[name, measure] = self.agreements[name].interval(measure)
        return self._intervals[name, measure]

    def threshold(self, name: str, measure: str) -> float | None:
        """Return the largest difference that is a tie, in the metric's points; None if the measure has no threshold."""
        return self.agreements[name].epsilon(measure)

    def letters(self, measure: str) -> Mapping[str, str]:
        """Return the letter of each metric, by name; empty for a measure without a comparison of metrics."""
        comparison = self.comparisons.get(measure)
        return {} if comparison is None else dict(zip(comparison.metrics, comparison.letters, strict=True))

    def differing(self, measure: str) -> list[tuple[str, str]]:
        """Return the pairs of metrics, by name, that differ significantly, the better one first."""
        comparison = self.by(measure)
        ranked, sure = comparison.order, comparison.p_adjusted <= LEVEL
        pairs = ((better, worse) for at, better in enumerate(ranked) for worse in ranked[at + 1 :])
        return [(comparison.metrics[a], comparison.metrics[b]) for a, b in pairs if sure[a, b]]

    def difference(self, measure: str, first: str, second: str) -> dict[str, float]:
        """Return how much better the first of two metrics agrees than the second, with interval and p-values."""
        comparison = self.by(measure)
        a, b = comparison.metrics.index(first), comparison.metrics.index(second)
        low, high = comparison.difference_interval(a, b)
        return {
            "difference": float(comparison.values[a] - comparison.values[b]),
            "ci_low": low,
            "ci_high": high,
            "p_value": float(comparison.p_values[a, b]),
            "p_adjusted": float(comparison.p_adjusted[a, b]),
        }

    # --- numbers as rows ---

    def records(self) -> list[Record]:
        """Return one row for each metric or baseline and each measure; needs the baselines and the scores."""
        rows = [
            self._record(name, agreement, key) for name, agreement in self.agreements.items() for key in self.measures
        ]
        rows += [self._record(ALL_TIES, self._ties, key) for key in self.measures]
        return [*rows, *map(self._chance_record, self.measures)]

    @property
    def _ties(self) -> Agreement:
        assert self.ties is not None  # the result was made with its baselines
        return self.ties

    def chance(self, measure: str) -> Chance:
        """Return the values of metrics with random scores; the result must have its baselines."""
        assert self.chances is not None
        return self.chances[measure]

    def baselines(self, measure: str) -> list[tuple[float, tuple[float, float]]]:
        """Return the values and intervals of ``ALL_TIES`` and ``CHANCE``; NaN for a baseline that is not computed."""
        nothing = math.nan, (math.nan, math.nan)
        ties = nothing if self.ties is None else (self.ties.value(measure), self.ties.interval(measure))
        if self.chances is None:
            return [ties, nothing]
        return [ties, (self.chances[measure].mean, self.chances[measure].interval())]

    def _record(self, name: str, agreement: Agreement, measure: str) -> Record:
        low, high = agreement.interval(measure)
        return {
            "metric": name,
            "measure": measure,
            "value": agreement.value(measure),
            "ci_low": low,
            "ci_high": high,
            "n": self.counted(name, measure),
            "letters": self.letters(measure).get(name, ""),
            "epsilon": agreement.epsilon(measure),
            "baseline": name not in self.labels,
            **self.settings_columns,
        }

    def _chance_record(self, measure: str) -> Record:
        chance = self.chance(measure)
        low, high = chance.interval()
        columns: Record = {"value": chance.mean, "ci_low": low, "ci_high": high, "epsilon": None}
        return self._record(CHANCE, self._ties, measure) | columns

    def counted(self, name: str, measure: str) -> int:
        """Return the number of pairs of outputs, systems or pairs of systems behind a metric's or baseline's value."""
        judge = self.request.judge
        if name == CHANCE:  # no two of its scores are equal
            rows = np.arange(judge.n_systems, dtype=float)[:, None]
            return MEASURES[measure].counted(judge, OrientedScores(np.repeat(rows, judge.n_segments, axis=1)))
        return MEASURES[measure].counted(judge, constant_scores(judge) if name == ALL_TIES else self.scored[name])

    def pair_records(self) -> list[Record]:
        """Return one row for each measure and pair of metrics."""
        return [
            {"first": a, "second": b, "measure": key, **self.difference(key, a, b), **self.settings_columns}
            for key, comparison in self.comparisons.items()
            for place, a in enumerate(comparison.metrics)
            for b in comparison.metrics[place + 1 :]
        ]

    @property
    def settings_columns(self) -> Record:
        """Columns that all rows share: the judge and the settings of the test."""
        request = self.request
        return {
            "judge": request.judge.name,
            "unit": request.unit,
            "n_units": request.n_units,
            "trials": request.resampling.trials,
            "seed": request.seed,
            "test": request.test,
            "correction": request.correction,
            "system_score": request.system_score,
        }

    # --- words ---

    @property
    def has_opening(self) -> bool:
        """Whether the measure of the opening is computed, and defined for some metric."""
        first = self.request.ranking_measure
        return first == agreement_words.first_measure(self.request.judge) and not np.isnan(self.by(first).values).all()

    def opening(self, own: str) -> list[str]:
        """Say which metric agrees best, and how well the metric named ``own`` and the baselines agree.

        The measure is the one that WMT ranks by; it must be computed. A second paragraph follows where another metric
        agrees best by the measure by which WMT ranks metrics of whole systems. Baselines are included once chances are
        computed.
        """
        measure = agreement_words.first_measure(self.request.judge)
        labelled, labels = self._comparison_with_labels(measure), self.labels
        computed = [metric.full_name for metric in self.request.metrics if not isinstance(metric, ExternalScore)]
        ties = math.nan if self.ties is None else self.ties.value(measure)
        chance = None if self.chances is None else self.chances[measure]
        opening = agreement_words.agreement_opening(
            self.request.judge, labelled, computed, labels.get(own, own), ties, chance
        )
        of_systems = self._best(SYSTEM_MEASURE) if SYSTEM_MEASURE in self.measures else ()
        has_other = bool(of_systems) and not set(of_systems) & set(self._best(measure))
        return [opening, self.best_sentence(SYSTEM_MEASURE)] if has_other else [opening]

    def best_sentence(self, measure: str) -> str:
        """Say which metric agrees best by a measure, and the rank there of the metric that the opening names first.

        Empty for the opening's own measure, for a single metric, and where no value is defined.
        """
        first, comparison = agreement_words.first_measure(self.request.judge), self._comparison_with_labels(measure)
        if measure == first or len(comparison.metrics) == 1:
            return ""
        best = self._best(first) if first in self.measures else ()
        return agreement_words.best_by_measure_sentence(MEASURES[measure], comparison, next(iter(best), None))

    def _best(self, measure: str) -> tuple[str, ...]:
        """Return the labels of the metrics that agree best, several where they tie; empty where no value is defined."""
        comparison = self._comparison_with_labels(measure)
        return tuple(comparison.metrics[place] for place in agreement_words.best_places(comparison))

    def _comparison_with_labels(self, measure: str) -> MetricComparison:
        comparison = self.by(measure)
        return replace(comparison, metrics=tuple(self.labels[name] for name in comparison.metrics))

    def opening_notes(self) -> list[str]:
        """Say which measure the numbers of the opening belong to, where that is not clear."""
        return agreement_words.opening_notes(self.request.judge)

    def notes(self) -> list[str]:
        """Return the notes below a table of the metrics, a line each."""
        request = self.request
        letters = LETTERS if request.test == BOOTSTRAP else agreement_words.SWAPPED
        by_letters = f"letters: by {request.ranking_measure}. {letters} {self._adjusted}"
        n_drawn = len(self.chance(request.ranking_measure).values)
        return [
            agreement_words.judge_line(request.judge),
            *map(self._measure_note, self.measures),
            *filter(None, map(self._thresholds_note, self.measures)),
            f"[low, high]: {self._intervals_sentence}",
            *([by_letters] if len(self.labels) > 1 and request.tests_differences else []),
            *self._cautions,
            f"{ALL_TIES}: a metric that calls everything a tie. {CHANCE}: mean and 95 % range of {n_drawn} metrics with"
            f" random scores. {BASELINES}",
            HOLDS_HERE,
        ]

    @property
    def _test_name(self) -> str:
        """Name of the test of differences."""
        return agreement_words.PAIRED if self.request.test == BOOTSTRAP else agreement_words.SWAPS

    def pair_notes(self) -> list[str]:
        """Return the notes below a table of pairs of metrics, a line each."""
        return [
            agreement_words.judge_line(self.request.judge),
            f"first - second: by {self._measure_note(self.request.ranking_measure)}",
            f"low, high: {self._intervals_sentence}",
            f"p: two-sided, {self._test_name}. {self._adjusted}",
            f"differ: yes if the corrected p is {LEVEL} or less.",
            *self._cautions,
            HOLDS_HERE,
        ]

    def _measure_note(self, key: str) -> str:
        numbers = [self.counted(name, key) for name in self.scored]
        fewest = f"{min(numbers):,} to " if min(numbers) < max(numbers) else ""
        return f"{key}: {MEASURES[key].about} Of {fewest}{counted(max(numbers), *MEASURES[key].things)}."

    def _thresholds_note(self, key: str) -> str:
        """Say up to which difference scores are ties; empty for a measure without a threshold."""
        each = {self.labels[name]: self.threshold(name, key) for name in self.agreements}
        thresholds = ", ".join(f"{label} {significant(value)}" for label, value in each.items() if value is not None)
        return f"{key}'s thresholds, in each metric's points: {thresholds}" if thresholds else ""

    @property
    def _intervals_sentence(self) -> str:
        request = self.request
        units = f"{request.n_units:,} {request.unit}s"
        intervals = agreement_words.INTERVALS.format(trials=f"{request.resampling.trials:,}", units=units)
        others = [key for key in self.measures if MEASURES[key].bounds is not percentile_bounds]
        if not others or request.n_units < MIN_UNITS:
            return intervals
        deviations = fixed(interval_half_width(CONFIDENCE, request.n_units), 2)
        return f"{intervals} {agreement_words.INTERVAL_KINDS.format(measures=', '.join(others), reach=deviations)}"

    @property
    def _adjusted(self) -> str:
        pairs = counted(math.comb(len(self.labels), 2), "pair")
        return f"Adjusted for {pairs} of metrics, {correction_words(self.request.correction)}."

    @property
    def _cautions(self) -> list[str]:
        cautions, comparison = self.request.cautions, self.by(self.request.ranking_measure)
        if not self.request.tests_differences:
            return [*cautions, f"{self.untested} Use --pairs or --trials {self.request.trials_of_tests} to test them."]
        if (needed := trials_for_any_difference(comparison)) is None:
            return cautions
        resamples = counted(len(comparison.samples), "resample")
        caution = f"With {resamples} no corrected p can be {LEVEL} or less; use --trials {needed} or more."
        return [*cautions, caution]

    @property
    def untested(self) -> str:
        """Sentence that differences are not tested because the test would take long."""
        n_pairs, trials = math.comb(len(self.labels), 2), self.request.trials_of_tests
        need = "needs" if n_pairs == 1 else "need"
        return f"Differences are not tested: {counted(n_pairs, 'pair')} of metrics {need} {trials:,} resamples."

    def n_differing(self, measure: str) -> str:
        """Say how many pairs of metrics differ significantly."""
        n_pairs = math.comb(len(self.by(measure).metrics), 2)
        return f"Significant differences: {len(self.differing(measure))} of {counted(n_pairs, 'pair')}"

    def differing_sentence(self, measure: str) -> str:
        """Say in a caption how many pairs of metrics differ, and by which measure and test."""
        n_pairs = math.comb(len(self.by(measure).metrics), 2)
        differ = f"{len(self.differing(measure)):,} of {counted(n_pairs, 'pair')} of metrics differ significantly"
        test = f"{self._test_name}, p ≤ {LEVEL}, {CORRECTION_NAMES[self.request.correction]}"
        return f"By {MEASURES[measure].label}: {differ} ({test})."

    def baselines_sentence(self) -> str:
        """Say in a caption what the rows of the computed baselines are; empty while no baseline is computed."""
        ties = "" if self.ties is None else f"a metric that calls {EVERY_TIE}"
        n_drawn = next((len(chance.values) for chance in (self.chances or {}).values()), 0)
        chance = f"the mean of {counted(n_drawn, 'metric')} with {RANDOM_SCORES}" if n_drawn else ""
        baselines = "; ".join(filter(None, [ties, chance]))
        return f"Baselines: {baselines}." if baselines else ""

    def thresholds_sentence(self) -> str:
        """Say in a caption up to which difference each metric's scores are ties; empty without a threshold."""
        each = {
            MEASURES[key].label: [
                f"{label} {significant(threshold, THRESHOLD_DIGITS)}"
                for name, label in self.labels.items()
                if name in self.agreements and (threshold := self.threshold(name, key)) is not None
            ]
            for key in self.measures
        }
        parts = [f"{label}: {', '.join(thresholds)}" for label, thresholds in each.items() if thresholds]
        return f"Tie threshold of {'; '.join(parts)}." if parts else ""

    def differences_note(self) -> str:
        """Say where the intervals and p-values of differences come from."""
        trials = f"{self.request.resampling.trials:,}"
        intervals = agreement_words.INTERVALS.format(trials=trials, units=f"{self.request.unit}s")
        return f"{intervals} p is corrected for all pairs (Holm). ≤: the smallest p that {trials} resamples can show."

    def p_of_difference(self, measure: str, first: str, second: str) -> str:
        """Return the corrected p of two metrics' difference, as tables write it: ``0.0312``, or ``≤ 0.0229``."""
        return self._p_with_sign(measure, first, second).removeprefix("= ")

    def smallest_p_of_all(self, measure: str) -> str:
        """Return the corrected p, such as ``≤ 0.0229``, if all differing pairs share this smallest possible p; else "".

        Holm's correction raises the p of a pair to the largest p before it, so a pair without ``≤`` can have the same
        p.
        """
        p_values = {self.p_of_difference(measure, *pair) for pair in self.differing(measure)}
        is_one = len({p.removeprefix(AT_MOST) for p in p_values}) == 1
        return next((p for p in p_values if is_one and p.startswith(AT_MOST)), "")

    def smallest_p_sentence(self, measure: str) -> str:
        """Say in a caption which p is the smallest that can be shown, and whether all corrected p are equal to it."""
        trials = counted(self.request.resampling.trials, "resample")
        if p := self.smallest_p_of_all(measure):
            return f"All corrected p {p}, the smallest that {trials} can show."
        return f"{AT_MOST.strip()}: the smallest p that {trials} can show."

    def _p_with_sign(self, measure: str, first: str, second: str) -> str:
        comparison = self.by(measure)
        a, b = comparison.metrics.index(first), comparison.metrics.index(second)
        return agreement_words.p_with_sign(comparison, a, b)

    def difference_sentence(self, measure: str, first: str, second: str) -> Sentence:
        """Say how much better the first of two metrics agrees than the second, and whether that is significant."""
        difference = self.difference(measure, first, second)
        p = difference["p_adjusted"]
        shown = "The difference is significant" if p <= LEVEL else "The difference is not significant"
        ends = write_interval(difference["ci_low"], difference["ci_high"], partial(signed, decimals=3))
        p_words = self._p_with_sign(measure, first, second)
        text = f"{signed(difference['difference'], MISSING, 3)} ({ends}). {shown} (corrected p {p_words})."
        return Sentence((Strong(self.labels[first]), " − ", Strong(self.labels[second]), f": {text}"))


PERMUTED = (
    "PERM-BOTH of Deutsch, Dror and Roth (2021): both metrics' scores are standardized, then each output's two scores"
    " are swapped with probability 1/2. A system's score is its mean segment score."
)
"""Description of the test that ``exchange_scores`` makes."""
_EXCHANGED = {
    SEGMENT: "Each output's scores are swapped on their own.",
    DOCUMENT: "A system's scores in one document are swapped together.",
}


def swapped_sentence(result: PermutationResult, unit: str) -> str:
    """Say the result of ``exchange_scores``: the difference, its p, and the unit that was swapped."""
    return (
        f"PERM-BOTH, {len(result.differences):,} shuffles: difference {signed(result.difference, MISSING, 3)}, p ="
        f" {probability(result.p_value, MISSING)}. Here a system's score is always its mean segment score. p is for"
        f" these two metrics alone, not corrected for other pairs. {_EXCHANGED[unit]}"
    )
