"""BLEU: Papineni et al. (2002), with sacreBLEU's conventions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

import numpy as np

from scoring.matches import SegmentMatches, segment_matches
from scoring.metric import Metric, whole_number
from scoring.ngrams import count_matches
from scoring.smoothing import Smoothing
from scoring.testset import as_column
from scoring.tokenizers import encode, find

MAX_ORDER = 9
_NLTK_WEIGHTS = (0.25,) * 4


class Arithmetic(NamedTuple):
    """Every number between BLEU's statistics and its score; arrays broadcast over leading axes (...)."""

    matches: np.ndarray
    """(..., N) clipped matches m_n"""
    totals: np.ndarray
    """(..., N) n-grams of the hypothesis l_n"""
    matches_beyond: np.ndarray
    """(...,) clipped matches m_(N+1), which methods 5 and 7 take in"""
    smoothed_matches: np.ndarray
    """(..., N) m'_n"""
    smoothed_totals: np.ndarray
    """(..., N) l'_n"""
    precisions: np.ndarray
    """(..., N) m'_n / l'_n, 0-1 before smoothing, which may give more; 0 where l'_n is, NaN where not defined"""
    weights: np.ndarray
    """(..., N) w_n of the geometric mean; 0 for the orders that effective order leaves out"""
    hypothesis_length: np.ndarray
    """(...,) c"""
    reference_length: np.ndarray
    """(...,) r, of the closest reference"""
    brevity_penalty: np.ndarray
    """(...,) exp(min(0, 1 - r / c)), 0 for an empty hypothesis"""
    score: np.ndarray
    """(...,) 0-100, more where smoothed counts exceed totals; NaN where both texts are empty or it is not defined"""


@dataclass(frozen=True)
class BLEU(Metric):
    """BLEU of any order, weights and smoothing.

    Parameters
    ----------
    tokenize : the name of one of ``scoring.tokenizers.TOKENIZERS``
    lowercase : whether case is ignored
    max_order : N, the longest n-gram, 1 to 9
    weights : one for each order, normalised to a sum of 1; None for 1/N each
    smoothing : one of ``scoring.smoothing.METHODS``, with a value as in ``floor=0.05``
    effective_order : whether orders that a short hypothesis does not reach are left out; where no order
        with a weight is left, the score is 0
    auto_reweigh : NLTK's option of that name: a hypothesis of c < N words gets the weights 1/c for the
        orders 1..c and 0 beyond, if the weights are 1/4 for each of the orders 1 to 4

    A hypothesis that matches no word scores 0, as in sacreBLEU and NLTK, under every smoothing but ``mteval``,
    which smooths there too. Where it is empty and so is its closest reference there is nothing to measure and
    the score is NaN, as in MATLAB's ``bleuEvaluationScore``.

    Raises ``ValueError`` for an option that it cannot take.
    """

    tokenize: str = "13a"
    lowercase: bool = False
    max_order: int = 4
    weights: tuple[float, ...] | None = None
    smoothing: str | Smoothing = "exp"
    effective_order: bool = False
    auto_reweigh: bool = False

    name: ClassVar[str] = "bleu"
    label: ClassVar[str] = "BLEU"

    def __post_init__(self):
        find(self.tokenize)
        object.__setattr__(self, "max_order", whole_number(self.max_order, "The order", 1, MAX_ORDER))
        object.__setattr__(self, "smoothing", Smoothing.parse(self.smoothing))
        if self.weights is not None:
            object.__setattr__(self, "weights", _normalised(self.weights, self.max_order))

    @property
    def statistic_names(self) -> tuple[str, ...]:
        orders = range(1, self.max_order + 2)
        return (
            "hypothesis_length",
            "reference_length",
            *(f"matches_{n}" for n in orders),
            *(f"totals_{n}" for n in orders),
        )

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        parts = [
            ("case", "lc" if self.lowercase else "mixed"),
            ("eff", "yes" if self.effective_order else "no"),
            ("tok", find(self.tokenize).signature),
            ("smooth", str(self.smoothing)),
        ]
        if self.auto_reweigh:
            parts.append(("reweigh", "yes"))
        if self.max_order != 4:
            parts.append(("order", str(self.max_order)))
        if self.weights is not None:
            parts.append(("weights", ",".join(f"{weight!r}" for weight in self.weights)))
        return tuple(parts)

    def _statistics(self, columns, references):
        tokens = encode([*references, *columns], self.tokenize, self.lowercase)
        among = slice(0, len(references))
        return [
            count_matches(tokens, len(references) + index, among, self.max_order + 1) for index in range(len(columns))
        ]

    def _score(self, statistics):
        return self.arithmetic(statistics).score

    @property
    def statistics_key(self) -> tuple:
        return self.name, self.tokenize, self.lowercase, self.max_order

    def arithmetic(self, statistics: np.ndarray) -> Arithmetic:
        """The way from statistics (..., n_statistics) to the score, with every number on it.

        Without a single match there is nothing to smooth: counts stay, and the score is 0; but see
        ``Smoothing.without_match``.
        """
        statistics = self._checked(statistics)
        n = self.max_order
        length, reference_length = statistics[..., 0], statistics[..., 1]
        matches, totals = statistics[..., 2 : n + 3], statistics[..., n + 3 :]
        counts = matches[..., :n], totals[..., :n]
        matched = counts[0].any(axis=-1) | self.smoothing.without_match
        smoothed, smoothed_totals = (
            np.where(matched[..., None], after, before)
            for after, before in zip(self.smoothing(matches, totals, length), counts, strict=True)
        )
        precisions = np.divide(smoothed, smoothed_totals, out=np.zeros(smoothed.shape), where=smoothed_totals > 0)
        weights = self._weights_in_use(smoothed_totals, length)
        penalty = _brevity_penalty(length, reference_length)
        terms = Arithmetic(
            *counts,
            matches[..., n],
            smoothed,
            smoothed_totals,
            precisions,
            weights,
            length,
            reference_length,
            penalty,
            np.empty(0),
        )
        return terms._replace(score=self._product(terms, weights))

    def scores(self, statistics: np.ndarray, weights: Sequence[Sequence[float]]) -> np.ndarray:
        """Scores under several weight vectors, (..., n_vectors), from the same statistics in one pass.

        A vector may be shorter than ``max_order``: the orders beyond it have the weight 0, as in NLTK.
        """
        terms = self.arithmetic(statistics)
        padded = [(*vector, *[0.0] * (self.max_order - len(vector))) for vector in weights]
        metrics = [replace(self, weights=vector) for vector in padded]
        in_use = [metric._weights_in_use(terms.smoothed_totals, terms.hypothesis_length) for metric in metrics]
        return np.stack([self._product(terms, vector) for vector in in_use], axis=-1)

    def matches(self, hypothesis: str, references: Sequence[str | None]) -> SegmentMatches:
        """Every n-gram of one hypothesis and where it matches: what ``statistics`` counts, for views."""
        texts = as_column(references, "references").to_pylist()
        columns = [as_column([text]) for text in (hypothesis, *texts)]
        return segment_matches(encode(columns, self.tokenize, self.lowercase), self.max_order)

    def warm_up(self) -> None:
        super().warm_up()
        self.matches("a b", ["a b"])

    def _has_nltk_weights(self) -> bool:
        """Whether the weights are NLTK's default ones: 1/4 for the orders 1 to 4, and none beyond."""
        return self.max_order == 4 if self.weights is None else self.weights[:4] == _NLTK_WEIGHTS

    def _weights_in_use(self, totals: np.ndarray, length: np.ndarray) -> np.ndarray:
        weights = np.full(self.max_order, 1 / self.max_order) if self.weights is None else np.array(self.weights)
        weights = np.broadcast_to(weights, totals.shape)
        if self.auto_reweigh and self._has_nltk_weights():
            reached = np.arange(self.max_order) < np.maximum(length, 1)[..., None]
        elif self.effective_order:
            reached = totals > 0
        else:
            return weights
        weights = np.where(reached, weights, 0.0)
        total = weights.sum(axis=-1, keepdims=True)
        return np.divide(weights, total, out=np.zeros(totals.shape), where=total > 0)

    def _product(self, terms: Arithmetic, weights: np.ndarray) -> np.ndarray:
        """The score, from everything else; without a match or a weight it is 0, for two empty texts NaN."""
        scored = (terms.matches.any(axis=-1) | self.smoothing.without_match) & weights.any(axis=-1)
        score = 100 * terms.brevity_penalty * _geometric_mean(terms.precisions, weights)
        nothing = (terms.hypothesis_length == 0) & (terms.reference_length == 0)
        return np.where(nothing, np.nan, np.where(scored, score, 0.0))


def _brevity_penalty(length: np.ndarray, reference_length: np.ndarray) -> np.ndarray:
    ratio = np.divide(reference_length, length, out=np.full(np.shape(length), np.inf), where=length > 0)
    return np.exp(np.minimum(0.0, 1 - ratio))


def _geometric_mean(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """exp(sum w log v); a value of 0 makes it 0 and NaN makes it NaN unless its weight is 0."""
    logs = np.log(values, out=np.full(values.shape, -np.inf), where=values != 0)
    return np.exp(np.multiply(weights, logs, out=np.zeros(values.shape), where=weights > 0).sum(axis=-1))


def _normalised(weights: Sequence[float], max_order: int) -> tuple[float, ...] | None:
    """The weights as plain floats with a sum of 1; None where all are equal, which is the default."""
    if len(weights) != max_order:
        raise ValueError(f"Expected {max_order} weights, one for each order; found {len(weights)}.")
    try:
        numbers = [float(weight) for weight in weights]
    except (TypeError, ValueError):
        raise ValueError(f"Weights must be numbers; found {weights!r}.") from None
    if not all(np.isfinite(number) and number >= 0 for number in numbers):
        raise ValueError(f"Weights must be 0 or more; found {', '.join(map(str, weights))}.")
    total = sum(numbers)
    if total == 0:
        raise ValueError("At least one weight must be above 0; found only zeros.")
    return None if len(set(numbers)) == 1 else tuple(number / total for number in numbers)
