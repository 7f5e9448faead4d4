"""Prepare lists for tuning: features of candidates, their statistics, and the candidates that weights choose."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...bleu import BLEU
from ...bleu.smoothing import Smoothing
from ...choosing.choices import Choice, choose_best
from ...choosing.lists import Lists
from ...choosing.pairwise.reference_statistics import candidate_statistics
from ...counting.arrays import Floats, Ints, quotients, row_sums_at, sums_at
from ...counting.kernels import kernel
from ...counting.progress import Progress, no_progress
from ...text.texts import Text
from ...validation import as_float_array, expect

MAX_FEATURE = 1e100
"""Largest size of a feature or a score: the square of a larger one would be infinite."""
_MAX_NAMES_SHOWN = 5


@dataclass(frozen=True, eq=False)
class TuningCandidates:
    """The candidates of all lists, list after list as in ``Lists``, with features and statistics."""

    metric: BLEU
    """metric that scores choices; its smoothing is that of the corpus score"""
    offsets: Ints
    """int64 (n_lists + 1,): start of each list, and end of the last one"""
    features: Floats
    """float64 (n_candidates, n_features): features of each candidate"""
    feature_names: tuple[str, ...]
    statistics: Floats
    """float64 (n_candidates, n_statistics): the metric's statistics of each candidate against its list's references"""
    decoder_scores: Floats | None = None
    """float64 (n_candidates,): the decoder's scores, higher is better"""

    @classmethod
    def of(
        cls, lists: Lists, references: Sequence[Text], metric: BLEU | None = None, on_progress: Progress = no_progress
    ) -> "TuningCandidates":
        """Return the candidates of lists with statistics against ``references[reference][list]``, by default by BLEU.

        Raises ``ValueError`` for lists without features, features or a decoder's scores beyond ``MAX_FEATURE``, another
        metric than BLEU, and references that do not fit.
        """
        expect(lists, Lists, "lists")
        metric = BLEU() if metric is None else metric
        expect(metric, BLEU, "the metric of tuning")
        features = require_features(lists)
        _check_size(lists, features, "features")
        if lists.decoder_scores is not None:
            _check_size(lists, lists.decoder_scores[:, None], "a decoder's scores")
        return cls(
            metric,
            lists.offsets,
            np.ascontiguousarray(features, float),
            lists.feature_names,
            candidate_statistics(metric, lists, references, on_progress),
            lists.decoder_scores,
        )

    def __len__(self) -> int:
        """Return the number of lists."""
        return len(self.offsets) - 1

    @cached_property
    def lists(self) -> Ints:
        """Number of each candidate's list, from 0, int64 (n_candidates,)."""
        numbers: Ints = np.repeat(np.arange(len(self)), np.diff(self.offsets))
        return numbers

    @cached_property
    def lengths(self) -> Floats:
        """Words of each list's closest reference, the mean over the candidates, float64 (n_lists,)."""
        closest = self.metric.column(self.statistics, "reference_length")
        lengths: Floats = sums_at(self.lists, closest, len(self)) / np.diff(self.offsets)
        return lengths

    @cached_property
    def spreads(self) -> Floats:
        """Standard deviation of each feature within lists, float64 (n_features,); 1 for a feature that never varies."""
        sizes = np.diff(self.offsets)
        squares = np.empty(len(self.feature_names))
        for place, column in enumerate(self.features.T):
            means = sums_at(self.lists, column, len(self)) / sizes
            squares[place] = np.mean((column - means[self.lists]) ** 2)
        spreads = np.sqrt(squares)
        varies = spreads > 1e-9 * np.abs(self.features).max(axis=0)  # what rounding leaves of a constant is no spread
        return np.where(varies, spreads, 1.0)

    def scale_features(self, spreads: Floats) -> "TuningCandidates":
        """Return the candidates with features divided by ``spreads``, which multiplies their weights by ``spreads``."""
        return replace(self, features=self.features / spreads)

    def reorder_features(self, names: Sequence[str]) -> "TuningCandidates":
        """Return the candidates with the features in this order; raise ``ValueError`` unless these are their names."""
        strange = sorted(set(names) ^ set(self.feature_names))
        if strange:
            rest = f" and {len(strange) - _MAX_NAMES_SHOWN:,} more" if len(strange) > _MAX_NAMES_SHOWN else ""
            raise ValueError(
                "Expected the same features in development and held-out lists; only one of them has"
                f" {', '.join(strange[:_MAX_NAMES_SHOWN])}{rest}."
            )
        order = [self.feature_names.index(name) for name in names]
        return replace(self, features=np.ascontiguousarray(self.features[:, order]), feature_names=tuple(names))

    def sentence_bleu(self, smoothing: str | Smoothing) -> Floats:
        """Return each candidate's own smoothed BLEU, 0 to 1, float64 (n_candidates,); 0 where it is not defined."""
        scores = replace(self.metric, smoothing=smoothing).score(self.statistics)
        return np.nan_to_num(scores, nan=0.0) / 100

    def picks(self, weights: Floats) -> Ints:
        """Return for each list the first candidate with the highest weights . features, int64 (n_lists,)."""
        return highest(self.features, self.offsets, self.checked(weights))

    def decoder_picks(self) -> Ints:
        """Return each list's candidate with the highest decoder's score, int64 (n_lists,); the first without scores."""
        if self.decoder_scores is None:
            return self.offsets[:-1]
        return highest(self.decoder_scores[:, None], self.offsets, np.ones(1))

    def length_ratio(self, picks: Ints) -> float:
        """Return the words of the picks divided by the words of the closest references; NaN where these have none."""
        words, closest = (
            self.metric.column(self.statistics[picks], f"{text}_length").sum() for text in ("hypothesis", "reference")
        )
        return float(quotients(words, closest))

    def score(self, picks: Ints, counts: Ints | None = None) -> float:
        """Return the corpus score of one candidate of each list, each list taken ``counts`` times, by default once."""
        return float(self.metric.score(self.checked_counts(counts) @ self.statistics[picks]))

    def checked(self, weights: Floats) -> Floats:
        """Return the weights as float64; raise ``ValueError`` unless there is one finite weight for each feature."""
        weights = as_float_array(weights, "weights", 1)
        if len(weights) != len(self.feature_names) or not np.isfinite(weights).all():
            raise ValueError(f"Expected {len(self.feature_names)} finite weights, one a feature; found {weights}.")
        return weights

    def checked_counts(self, counts: Ints | None) -> Floats:
        """Return the counts of the lists as float64 (n_lists,), by default 1; raise ``ValueError`` for other shapes."""
        list_counts = np.ones(len(self)) if counts is None else as_float_array(counts, "counts", 1)
        if len(list_counts) != len(self) or not (list_counts >= 0).all():
            raise ValueError(
                f"Expected a count of 0 or more for each of {len(self):,} lists; found {len(list_counts):,}."
            )
        return list_counts


def require_features(lists: Lists) -> Floats:
    """Return the features, (n_candidates, n_features); raise ``ValueError`` for lists without features."""
    if lists.features is None or not lists.feature_names:
        raise ValueError("The lists have no features; tuning looks for the weights of features.")
    return lists.features


def _check_size(lists: Lists, rows: Floats, quantity: str) -> None:
    """Raise ``ValueError`` for the first row, of (n_candidates, n), that is too large, infinite or NaN."""
    fits = (np.abs(rows) <= MAX_FEATURE).all(axis=1)
    if not fits.all():
        place = int(fits.argmin())
        number, segment = place - lists.offsets[lists.segments[place]] + 1, lists.segments[place] + 1
        raise ValueError(
            f"Expected {quantity} of at most {MAX_FEATURE:g} in size; found {rows[place].tolist()} for candidate"
            f" {number:,} of list {segment:,}."
        )


@kernel
def highest(features: Floats, offsets: Ints, weights: Floats) -> Ints:
    """Return for each list the candidate with the highest weights . features, the first of equals, (n_lists,).

    Sums are added up feature by feature, so that equal features give equal sums: a product of matrices does not
    guarantee that.
    """
    picks = np.empty(len(offsets) - 1, np.int64)
    for i in range(len(picks)):
        best = -np.inf
        picks[i] = offsets[i]
        for k in range(offsets[i], offsets[i + 1]):
            score = 0.0
            for j in range(len(weights)):
                score += weights[j] * features[k, j]
            if score > best:
                best = score
                picks[i] = k
    return picks


# --- the weights behind a decoder's scores ---

_EXACT = 1e-2
"""Largest error of exact weights, relative to the scores' deviation within lists.

Files print six digits, and the best candidates share the first ones.
"""


@dataclass(frozen=True, eq=False)
class RecoveredWeights:
    """Weights that explain a decoder's scores by its features, within each list.

    A list may have a constant of its own, such as a decoder's penalty for unknown words, which does not affect the
    ranking.
    """

    weights: Floats
    """float64 (n_features,): weights of least squares; the smallest where several explain the scores equally well"""
    error: float
    """root mean square of the scores' unexplained part"""
    is_exact: bool
    """whether the weights explain all but the rounding of printed scores"""
    is_unique: bool
    """whether no other weights explain the scores equally well; False where a feature never varies within a list"""


def recover(candidates: TuningCandidates) -> RecoveredWeights:
    """Return the decoder's weights by least squares; raise ``ValueError`` for lists without a decoder's scores."""
    expect(candidates, TuningCandidates, "candidates")
    if candidates.decoder_scores is None:
        raise ValueError("The lists have no decoder's scores; only from these can weights be recovered.")
    spreads = candidates.spreads
    rows = np.column_stack([candidates.features / spreads, candidates.decoder_scores])
    means = row_sums_at(candidates.lists, rows, len(candidates)) / np.diff(candidates.offsets)[:, None]
    rows -= means[candidates.lists]
    features, scores = rows[:, :-1], rows[:, -1]
    weights, _, rank, _ = np.linalg.lstsq(features, scores, rcond=1e-9)
    error = float(np.sqrt(np.mean((scores - features @ weights) ** 2)))
    is_exact = error <= max(_EXACT * float(scores.std()), 1e-9)
    return RecoveredWeights(weights / spreads, error, is_exact, int(rank) == len(weights))


def choose_by_weights(name: str, lists: Lists, weights: Floats) -> Choice:
    """Return the choice of the candidate of each list with the highest features @ weights, the first of equals.

    Where weights were tuned on some of the lists, the choice among these is better than it would be among others.
    Raises ``ValueError`` for lists without features, and unless there is one weight for each.
    """
    expect(lists, Lists, "lists")
    vector = as_float_array(weights, "weights", 1)
    if lists.features is None or len(vector) != len(lists.feature_names):
        raise ValueError(f"Expected one weight a feature, {len(lists.feature_names)} in all; found {len(vector)}.")
    scores = np.zeros(len(lists))
    for weight, column in zip(vector, lists.features.T, strict=True):
        scores += weight * column  # as tuners add up: equal features give equal sums, as a product need not
    return choose_best(name, scores, lists, 0.0)
