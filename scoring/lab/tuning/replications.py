"""Replicate tuning on resampled development lists, and score on lists that no tuner sees."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ...bleu import BLEU
from ...choosing.criteria import DECODER, FIRST
from ...choosing.lists import Lists
from ...counting.arrays import Floats, Ints
from ...counting.progress import Progress, no_progress, progress_between, progress_of_part
from ...counting.usual_draws import MAX_SEED
from ...significance import TOGETHER, Comparisons, compare
from ...significance.bootstrap_intervals import deviation
from ...text.texts import Text, as_references
from ...validation import check_known, expect, number_within, whole_number
from .candidates import RecoveredWeights, TuningCandidates, recover, require_features
from .expected import MAX_PENALTY, PENALTY
from .mert_search import MAX_STARTS, STARTS
from .tuners import EXPECTED, TUNERS, WORK, check_tuners, kind, tuner

REPLICATIONS = 5
MAX_REPLICATIONS = 100
MIN_LISTS = 4


@dataclass(frozen=True, eq=False)
class TunerResult:
    """The weights of one tuner in each replication, and the scores of its choices. A baseline is the same in each."""

    name: str
    weights: Floats
    """float64 (n_replications, n_features), in the features' own units; NaN for a baseline without weights.

    Weights only rank candidates, so their size is arbitrary: weights times spreads have the same sum of absolute values
    for all tuners, that of the decoder's weights, or 1 without a decoder's scores.
    """
    development: Floats
    """float64 (n_replications,): corpus BLEU of the choices from all development lists, each once"""
    held_out: Floats
    """float64 (n_replications,): corpus BLEU of the choices from held-out lists"""
    development_lengths: Floats
    """float64 (n_replications,): words of the choices divided by words of the closest references, in development lists;
    NaN where these have none
    """
    held_out_lengths: Floats
    """float64 (n_replications,): words of the choices divided by words of the closest references, in held-out lists"""
    statistics: Floats
    """float64 (n_replications, n_held_out, n_statistics): statistics of the choice of each held-out list"""

    @property
    def mean_weights(self) -> Floats:
        """Mean weights over the replications, (n_features,)."""
        means: Floats = self.weights.mean(axis=0)
        return means

    @property
    def spread(self) -> float:
        """Standard deviation of the held-out BLEU over the replications; NaN for one replication."""
        return deviation(self.held_out)


@dataclass(frozen=True, eq=False)
class Tunings:
    """The results of several tuners in the same replications."""

    metric: BLEU
    feature_names: tuple[str, ...]
    spreads: Floats
    """float64 (n_features,): standard deviation of each feature within development lists; times its weight it shows how
    much the feature affects the choice
    """
    baseline: TunerResult
    """result without tuning: ``decoder``, the highest decoder's score, or without scores ``first``"""
    tuned: tuple[TunerResult, ...]
    recovered: RecoveredWeights | None
    """the weights behind the decoder's scores; None without scores"""
    n_development: int
    n_held_out: int
    n_replications: int
    penalty: float
    seed: int

    @property
    def all(self) -> tuple[TunerResult, ...]:
        """Results of the baseline, then of the tuners in the order given."""
        return self.baseline, *self.tuned

    @property
    def by_smoothing(self) -> tuple[TunerResult, ...]:
        """Results of the tuners by expected BLEU, which differ in smoothing."""
        return tuple(one for one in self.tuned if kind(one.name) == EXPECTED)

    def result_of(self, name: str) -> TunerResult:
        """Return the result of a tuner or the baseline by its name; raise ``ValueError`` for an unknown name."""
        results = {one.name: one for one in self.all}
        check_known(name, results, "tuner")
        return results[name]


def halves(
    lists: Lists,
    references: Sequence[Text],
    metric: BLEU | None = None,
    seed: int = 1,
    on_progress: Progress = no_progress,
) -> tuple[TuningCandidates, TuningCandidates]:
    """Return half of the lists, drawn by the seed, to tune on, and the other half to judge by; each in its order.

    ``references`` are ``[reference][list]``. Raises ``ValueError`` as ``TuningCandidates.of`` does, and for too few
    lists.
    """
    expect(lists, Lists, "lists")
    require_features(lists)
    columns = as_references(references)
    if any(len(column) != lists.n_segments for column in columns):
        sizes = ", ".join(f"{len(column):,}" for column in columns)
        raise ValueError(f"Expected {lists.n_segments:,} segments of each reference, one a list; found {sizes}.")
    if lists.n_segments < MIN_LISTS:
        advice = "judge on others (Judged on; on the command line --held-out)"
        raise ValueError(f"Halves take at least {MIN_LISTS} lists; found {lists.n_segments}: {advice}.")
    order = np.random.default_rng(_checked_seed(seed)).permutation(lists.n_segments)
    middle = (lists.n_segments + 1) // 2

    def half(segments: Ints, tell: Progress) -> TuningCandidates:
        segments = np.sort(segments)
        half_references = [column.take(pa.array(segments)) for column in columns]
        return TuningCandidates.of(lists.only(segments), half_references, metric, tell)

    return half(order[:middle], progress_of_part(on_progress, 0, 2)), half(
        order[middle:], progress_of_part(on_progress, 1, 2)
    )


def check_plan(tuners: Sequence[str], replications: int, seed: int, penalty: float, starts: int) -> list[str]:
    """Return the tuners' names; raise ``ValueError`` for unknown names, and for numbers out of range.

    The parameters are those of ``tune``.
    """
    names = check_tuners(tuners)
    whole_number(replications, "The number of replications", 1, MAX_REPLICATIONS)
    number_within(penalty, "The penalty", 0, MAX_PENALTY)
    whole_number(starts, "The number of starts", 1, MAX_STARTS)
    _checked_seed(seed)
    return names


def tune(
    development: TuningCandidates,
    held_out: TuningCandidates,
    tuners: Sequence[str] = TUNERS,
    replications: int = REPLICATIONS,
    seed: int = 1,
    penalty: float = PENALTY,
    starts: int = STARTS,
    on_progress: Progress = no_progress,
) -> Tunings:
    """Tune on resampled development lists, each time by all tuners, and score the candidates that the weights choose.

    A resample draws as many lists as there are, with replacement; a single replication takes the lists as they are.
    During tuning, features are in units of their spread within development lists. MERT and MIRA begin at the weights
    behind the decoder's scores, or at 0 without these; expected BLEU begins at 0.

    Parameters
    ----------
    development, held_out : of the same metric and features; the features may be in another order
    tuners : names as in ``TUNERS``, each once
    replications : number of replications, 1 to ``MAX_REPLICATIONS``
    seed : of the resamples, and of the tuners' draws
    penalty : lambda of expected BLEU
    starts : number of starts of MERT
    on_progress : is told the share of the work done; an exception that it raises ends the work

    Raises ``ValueError`` for unknown tuners, numbers out of range, and lists that do not go together.
    """
    names = check_plan(tuners, replications, seed, penalty, starts)
    held_out = _align_held_out_lists(development, held_out)
    spreads = development.spreads
    recovered = None if development.decoder_scores is None else recover(development)
    start = np.zeros(len(spreads)) if recovered is None else recovered.weights * spreads
    size = float(np.abs(start).sum()) or 1.0
    scaled = development.scale_features(spreads)
    ready = [tuner(name, scaled, start, penalty, starts) for name in names]
    ends = np.cumsum([0, *[WORK[kind(name)] for name in names] * replications])
    ends = ends / ends[-1]
    weights = np.empty((len(names), replications, len(spreads)))
    for number in range(replications):
        generator = np.random.default_rng([seed, number])
        counts = _resample(len(development), generator) if replications > 1 else np.ones(len(development), np.int64)
        for place, run in enumerate(ready):
            position = number * len(names) + place
            tuned_weights = run(
                counts, seed + number, progress_between(on_progress, ends[position], ends[position + 1])
            )
            weights[place, number] = tuned_weights * size / (np.abs(tuned_weights).sum() or 1.0) / spreads
    return Tunings(
        development.metric,
        development.feature_names,
        spreads,
        _baseline(development, held_out, recovered, replications),
        tuple(
            _tuner_result_from_weights(name, own, development, held_out)
            for name, own in zip(names, weights, strict=True)
        ),
        recovered,
        len(development),
        len(held_out),
        replications,
        penalty,
        seed,
    )


def compare_tuners(
    tunings: Tunings,
    trials: int = 10_000,
    seed: int = 1,
    correction: str = "holm",
    exchange: str = TOGETHER,
    on_progress: Progress = no_progress,
) -> Comparisons:
    """Return tests of all pairs of tuners and the baseline on held-out lists, by approximate randomization.

    Parameters and errors as for ``significance.compare``; a tuner's replications are its runs. Runs of one tuner
    resemble each other, and exchanged one by one (``exchange="runs"``) they would make p too small: by default all runs
    of a list are exchanged together.
    """
    expect(tunings, Tunings, "tunings")
    statistics: dict[str, Floats] = {}
    groups: dict[str, tuple[str, ...]] = {}
    for one in tunings.all:
        groups[one.name] = tuple(f"{one.name}.rep{number}" for number in range(1, tunings.n_replications + 1))
        statistics |= dict(zip(groups[one.name], one.statistics, strict=True))
    return compare(tunings.metric, statistics, "ar", trials, seed, correction, groups, on_progress, exchange)


def _resample(n_lists: int, generator: np.random.Generator) -> Ints:
    """Return how often each list is drawn in a resample of ``n_lists`` draws."""
    return np.bincount(generator.integers(0, n_lists, n_lists), minlength=n_lists)


def _tuner_result_from_weights(
    name: str, weights: Floats, development: TuningCandidates, held_out: TuningCandidates
) -> TunerResult:
    return _tuner_result_from_picks(
        name,
        weights,
        development,
        [development.picks(own) for own in weights],
        held_out,
        [held_out.picks(own) for own in weights],
    )


def _baseline(
    development: TuningCandidates, held_out: TuningCandidates, recovered: RecoveredWeights | None, replications: int
) -> TunerResult:
    weights = np.full(len(development.feature_names), np.nan)
    if recovered is not None and recovered.is_exact:
        weights = recovered.weights
    chosen = [[candidates.decoder_picks()] * replications for candidates in (development, held_out)]
    name = FIRST if recovered is None else DECODER
    return _tuner_result_from_picks(
        name, np.tile(weights, (replications, 1)), development, chosen[0], held_out, chosen[1]
    )


def _tuner_result_from_picks(
    name: str,
    weights: Floats,
    development: TuningCandidates,
    development_picks: Sequence[Ints],
    held_out: TuningCandidates,
    held_out_picks: Sequence[Ints],
) -> TunerResult:
    """Return the result of a tuner from its choices in each replication, of development and of held-out lists."""
    return TunerResult(
        name,
        weights,
        np.array([development.score(picks) for picks in development_picks]),
        np.array([held_out.score(picks) for picks in held_out_picks]),
        np.array([development.length_ratio(picks) for picks in development_picks]),
        np.array([held_out.length_ratio(picks) for picks in held_out_picks]),
        np.stack([held_out.statistics[picks] for picks in held_out_picks]),
    )


def _align_held_out_lists(development: TuningCandidates, held_out: TuningCandidates) -> TuningCandidates:
    """Return the held-out lists with features in the order of the development lists.

    Raises ``ValueError`` unless both have the same features, the same metric, and both or neither a decoder's scores;
    also where the lists are equal.
    """
    for candidates, name in ((development, "development lists"), (held_out, "held-out lists")):
        expect(candidates, TuningCandidates, name)
    if development.metric != held_out.metric:
        raise ValueError(
            "Expected one metric for development and held-out lists; found"
            f" {development.metric.signature} and {held_out.metric.signature}."
        )
    if (development.decoder_scores is None) != (held_out.decoder_scores is None):
        raise ValueError("Expected a decoder's scores in development and held-out lists, or in neither.")
    others = held_out.reorder_features(development.feature_names)
    if all(map(np.array_equal, (development.statistics, development.features), (others.statistics, others.features))):
        raise ValueError("The held-out lists are the development lists, which tuners see: judge on others.")
    return others


def _checked_seed(seed: int) -> int:
    """Return the seed; raise ``ValueError`` unless it is small enough that each replication can have its own."""
    return whole_number(seed, "The seed", 0, MAX_SEED - MAX_REPLICATIONS)
