"""BLEU: Papineni et al. (2002), with sacreBLEU's conventions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import ClassVar

import numpy as np
import pyarrow as pa

from ..counting.arrays import Flags, Floats
from ..counting.limits import Limit
from ..counting.ngrams import count_matches
from ..counting.progress import Progress, no_progress
from ..metric import Columns, Metric
from ..options import LOWERCASE, TOKENIZE, option
from ..text.tokenizers import USUAL, count_tokens, encode_columns
from ..validation import as_float_array, as_list
from .arithmetic import BleuArithmetic
from .matches import SegmentMatches, segment_matches
from .smoothing import METHODS, Smoothing

MAX_ORDER = 9
_NLTK_WEIGHTS = (0.25,) * 4


@dataclass(frozen=True)
class BLEU(Metric):
    """BLEU of any order, weights and smoothing.

    Parameters
    ----------
    tokenize : the name of one of ``scoring.text.tokenizers.TOKENIZERS``
    lowercase : whether case is ignored
    max_order : N, the longest n-gram, 1 to 9
    weights : one for each order, normalised to a sum of 1; None for 1/N each
    smoothing : one of ``scoring.bleu.smoothing.METHODS``, with a value as in ``floor=0.05``
    effective_order : whether orders that a short hypothesis does not reach are left out; where no order
        with a weight is left, the score is 0
    auto_reweigh : NLTK's option of that name: a hypothesis of c < N words gets the weights 1/c for the
        orders 1..c and 0 beyond, if the weights are 1/4 for each of the orders 1 to 4
    smooth_unmatched : whether a hypothesis that matches no word is smoothed too

    A hypothesis that matches no word otherwise scores 0, as in sacreBLEU and NLTK, under every smoothing except
    ``mteval``, which smooths it too. If the hypothesis and its closest reference are both empty, the score is NaN, as
    in MATLAB's ``bleuEvaluationScore``.

    Raises ``ValueError`` for an option that it cannot take.
    """

    tokenize: str = option(USUAL, TOKENIZE)
    lowercase: bool = option(False, LOWERCASE)
    max_order: int = option(
        4,
        label="Longest n-gram",
        help="The longest n-gram of BLEU.",
        flag="--max-order",
        metavar="N",
        lowest=1,
        highest=MAX_ORDER,
        other=3,
        part="order",
        only_if_changed=True,
    )
    weights: tuple[float, ...] | None = option(
        None,
        label="Weights",
        short="weight",
        help="How much the precision of each order counts in the geometric mean; only proportions matter."
        " By default all count alike.",
        flag="--weights",
        metavar="W",
        for_each_order=True,
        other=(4, 3, 2, 1),
        part="weights",
        written=lambda weights: ",".join(f"{weight!r}" for weight in weights),
        only_if_changed=True,
        of_score=True,
    )
    smoothing: str | Smoothing = option(
        "exp",
        label="Smoothing",
        help="What is done about orders without a match: exp, none, floor=0.05, 7 (of the paper's 0 to 7), nltk-7, ...",
        flag="--smoothing",
        aliases=("-s", "--smooth-method"),
        metavar="METHOD",
        choices=lambda: {name: method.description for name, method in METHODS.items()},
        with_value=True,
        other="floor=0.05",
        part="smooth",
        of_score=True,
    )
    effective_order: bool = option(
        False,
        label="Effective order",
        help="Leave out the orders that a hypothesis is too short for. sacreBLEU's sentence scores do so.",
        flag="--effective-order",
        part="eff",
        of_score=True,
    )
    auto_reweigh: bool = option(
        False,
        label="Reweigh short hypotheses",
        help="NLTK's auto_reweigh: equal weights on the orders that a short hypothesis has.",
        flag="--auto-reweigh",
        part="reweigh",
        only_if_changed=True,
        of_score=True,
    )

    smooth_unmatched: bool = option(
        False,
        label="Smooth without a match",
        help="Smooth a hypothesis without a single matching word, too; as usual it scores 0. The paper of the"
        " methods 0 to 7 leaves this open.",
        flag="--smooth-unmatched",
        part="unmatched",
        only_if_changed=True,
        of_score=True,
        in_sidebar=False,
    )

    name: ClassVar[str] = "bleu"
    label: ClassVar[str] = "BLEU"
    most_words_shown: ClassVar[int] = 20_000
    """Most words of a text whose n-grams are listed one by one; counting n-grams needs no limit."""

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "smoothing", Smoothing.parse(self.smoothing))
        if self.weights is not None:
            object.__setattr__(self, "weights", _normalised_weights(self.weights, self.max_order))

    @property
    def statistic_names(self) -> tuple[str, ...]:
        return _statistic_names(self.max_order)

    @property
    def smoothed_by(self) -> Smoothing:
        """Smoothing method and its value, from either form of the option ``smoothing``."""
        return Smoothing.parse(self.smoothing)

    def _statistics(self, columns: Columns, references: Columns, on_progress: Progress = no_progress) -> list[Floats]:
        tokens = encode_columns([*references, *columns], self.tokenize, self.lowercase)
        among = slice(0, len(references))
        return [
            count_matches(tokens, len(references) + index, among, self.max_order + 1) for index in range(len(columns))
        ]

    def _score(self, statistics: Floats) -> Floats:
        return self.arithmetic(statistics).score

    def arithmetic(self, statistics: Floats) -> BleuArithmetic:
        """Return all numbers between the statistics (..., n_statistics) and the score.

        Without a single match nothing is smoothed: counts stay, and the score is 0. Exceptions are ``smooth_unmatched``
        and ``Smoothing.without_match``.
        """
        statistics = self._checked(statistics)
        n = self.max_order
        length, reference_length = (self._column(statistics, f"{text}_length") for text in ("hypothesis", "reference"))
        matches, totals = self._columns(statistics, "matches"), self._columns(statistics, "totals")
        counts = matches[..., :n], totals[..., :n]
        matched = self._is_smoothed(counts[0])
        smoothed, smoothed_totals = self.smoothed_by(matches, totals, length)
        if not matched.all():
            smoothed = np.where(matched[..., None], smoothed, counts[0])
            smoothed_totals = np.where(matched[..., None], smoothed_totals, counts[1])
        precisions = np.divide(smoothed, smoothed_totals, out=np.zeros(smoothed.shape), where=smoothed_totals != 0)
        weights = self._weights_in_use(smoothed_totals, length)
        penalty = _brevity_penalty(length, reference_length)
        smoothed_counts, lengths = (smoothed, smoothed_totals), (length, reference_length)
        terms = BleuArithmetic(
            *counts, matches[..., n], *smoothed_counts, precisions, weights, *lengths, penalty, score=np.empty(0)
        )
        return terms._replace(score=self._product(terms, weights))

    def score_parts(self, statistics: Floats) -> dict[str, float | list[float]]:
        """Return the numbers that sacreBLEU prints next to the score.

        These are the smoothed precisions in percent, penalty, length ratio and lengths. As in sacreBLEU the length
        ratio is 0 for empty references.
        """
        terms = self.arithmetic(as_float_array(statistics, "statistics", 1))
        length, reference_length = float(terms.hypothesis_length), float(terms.reference_length)
        return {
            "precisions": (100 * terms.precisions).tolist(),
            "brevity_penalty": float(terms.brevity_penalty),
            "length_ratio": length / reference_length if reference_length else 0.0,
            "hypothesis_length": length,
            "reference_length": reference_length,
        }

    def why_zero(self, statistics: Floats) -> str | None:
        terms, n = self.arithmetic(statistics), self.max_order
        if terms.score != 0 or not terms.matches[0] or terms.totals[-1]:
            return None
        return (
            f"no segment of the output has {n} words, so there are no {n}-grams to match. For texts this short use"
            " chrF, or fewer orders (--max-order)"
        )

    def scores(self, statistics: Floats, weights: Sequence[Sequence[float]]) -> Floats:
        """Return the scores under several weight vectors, (..., n_vectors), from the same statistics in one pass.

        A vector may be shorter than ``max_order``: the orders beyond it have the weight 0, as in NLTK.
        """
        terms = self.arithmetic(statistics)
        vectors = [as_float_array(vector, "weights", 1) for vector in as_list(weights, "weight vectors")]
        padded = [(*vector.tolist(), *[0.0] * (self.max_order - len(vector))) for vector in vectors]
        metrics = [replace(self, weights=vector) for vector in padded]
        in_use = [metric._weights_in_use(terms.smoothed_totals, terms.hypothesis_length) for metric in metrics]
        return np.stack([self._product(terms, vector) for vector in in_use], axis=-1)

    def matches(self, hypothesis: str, references: Sequence[str | None]) -> SegmentMatches:
        """Return every n-gram of one hypothesis and the places where it matches, for views.

        The matches are counted as by ``statistics``. Raises ``ValueError`` where there is no hypothesis or no
        reference, ``TooLong`` beyond ``most_words_shown``.
        """
        column, columns = self._shown_segment("n-gram matches one by one", hypothesis, references)
        return segment_matches(encode_columns([column, *columns], self.tokenize, self.lowercase), self.max_order)

    def _shown_segment(
        self, view: str, hypothesis: str, references: Sequence[str | None]
    ) -> tuple[pa.StringArray, list[pa.StringArray]]:
        """Return one segment for the view called ``view``; raise ``TooLong`` beyond ``most_words_shown``."""
        column, columns = self._segment_columns(hypothesis, references)
        limit = Limit(view, "words", self.most_words_shown, partial(count_tokens, tokenizer=self.tokenize))
        limit.check({"the hypothesis": column} | {f"reference {n}": text for n, text in enumerate(columns, 1)})
        return column, columns

    def warm_up(self) -> None:
        super().warm_up()
        self.matches("a b", ["a b"])

    def _has_nltk_weights(self) -> bool:
        """Return whether the weights are NLTK's default ones: 1/4 for the orders 1 to 4, and none beyond."""
        return self.max_order == 4 if self.weights is None else self.weights[:4] == _NLTK_WEIGHTS

    def _weights_in_use(self, totals: Floats, length: Floats) -> Floats:
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
        in_use: Floats = np.divide(weights, total, out=np.zeros(totals.shape), where=total > 0)
        return in_use

    def _is_smoothed(self, matches: Floats) -> Flags:
        """Return whether the counts are smoothed, (...,), from the matches (..., N)."""
        always = self.smooth_unmatched or self.smoothed_by.without_match
        return np.asarray(matches.any(axis=-1)) | always

    def _product(self, terms: BleuArithmetic, weights: Floats) -> Floats:
        """Return the score from all other terms; 0 without a match or a weight, NaN for two empty texts or for NaN."""
        scored = self._is_smoothed(terms.matches) & weights.any(axis=-1)
        score = 100 * terms.brevity_penalty * _geometric_mean(terms.precisions, weights)
        nothing = (terms.hypothesis_length == 0) & (terms.reference_length == 0)
        undefined = nothing | np.isnan(terms.hypothesis_length)
        return np.where(undefined, np.nan, np.where(scored, score, 0.0))


@cache
def _statistic_names(max_order: int) -> tuple[str, ...]:
    counted = [f"{kind}_{n}" for kind in ("matches", "totals") for n in range(1, max_order + 2)]
    return "hypothesis_length", "reference_length", *counted


def _brevity_penalty(length: Floats, reference_length: Floats) -> Floats:
    ratio = np.divide(reference_length, length, out=np.full(np.shape(length), np.inf), where=length != 0)
    penalty: Floats = np.exp(np.minimum(0.0, 1 - ratio))
    return penalty


def _geometric_mean(values: Floats, weights: Floats) -> Floats:
    """Return exp(sum w log v); a value of 0 makes it 0 and NaN makes it NaN, unless the value's weight is 0."""
    with np.errstate(divide="ignore"):  # log 0 is -inf
        logs = np.log(values)
    weighted = np.multiply(weights, logs, out=np.zeros(values.shape), where=weights > 0)
    mean: Floats = np.exp(weighted.sum(axis=-1))
    return mean


def _normalised_weights(weights: Sequence[float], max_order: int) -> tuple[float, ...] | None:
    """Return the weights as floats with a sum of 1, None if all are equal; ``ValueError`` for invalid weights."""
    numbers = as_float_array(weights, "Weights", 1).tolist()
    if len(numbers) != max_order:
        raise ValueError(f"Expected {max_order} weights, one for each order; found {len(numbers)}.")
    if not all(np.isfinite(number) and number >= 0 for number in numbers):
        raise ValueError(f"Weights must be finite and 0 or more; found {', '.join(map(str, weights))}.")
    total = sum(numbers)
    if total == 0:
        raise ValueError("At least one weight must be above 0; found only zeros.")
    if not np.isfinite(total):
        raise ValueError(f"Weights must have a sum below 1.8e308; found {', '.join(map(str, weights))}.")
    return None if len(set(numbers)) == 1 else tuple(number / total for number in numbers)
