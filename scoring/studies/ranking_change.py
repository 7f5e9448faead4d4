"""Find whether a metric ranks systems in another order than BLEU or any other metric."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..counting.arrays import Floats
from ..metric import Metric
from ..output.numbers import counted
from ..output.sentence import Sentence, SystemName, name_list, sentence

MAX_PAIRS_NAMED = 2
"""The most reversed pairs that are named; more are only counted."""


@dataclass(frozen=True)
class RankingChange:
    """The ranking of the same systems by another metric, compared with the first metric's."""

    base: Metric
    """The other metric."""
    n_systems: int
    """Number of systems with a score by both metrics."""
    reversed_pairs: tuple[tuple[str, str], ...]
    """Pairs that the other metric ranks in the opposite order, its better system first; without ties."""
    best: str
    """The best system by the other metric."""
    is_best_changed: bool
    """Whether ``best`` is not the best system by the first metric."""

    @property
    def n_reversed(self) -> int:
        """Number of pairs that the other metric ranks in the opposite order."""
        return len(self.reversed_pairs)

    def sentence(self) -> Sentence:
        """Say whether the other metric gives the same ranking, and which system it prefers; empty below two systems."""
        label = self.base.label
        if self.n_systems < 2:
            return sentence("")
        if not self.n_reversed:
            return sentence("{} gives the same ranking.", label)
        if self.n_systems == 2:
            return sentence("{} prefers {}.", label, SystemName(self.best))
        pairs = counted(math.comb(self.n_systems, 2), "pair")
        opening = (
            sentence("{} orders {:,} of {} the other way", label, self.n_reversed, pairs) + self.reversed_pairs_phrase()
        )
        return opening + (
            sentence(" and prefers {}.", SystemName(self.best)) if self.is_best_changed else sentence(".")
        )

    def capitals_reason_sentence(self, lowered: "RankingChange | None") -> Sentence:
        """Say that capitals are the reason for reversed pairs; empty where they are not.

        ``lowered`` is the same comparison with the other metric ignoring case, as the first one does.
        """
        if lowered is None or not self.n_reversed or lowered.n_reversed >= self.n_reversed:
            return sentence("")
        still_reversed = f"{lowered.n_reversed:,} of them" if lowered.n_reversed else "none of them"
        return sentence("Capitals are why: ignoring case {} orders {} the other way.", self.base.label, still_reversed)

    def reversed_pairs_phrase(self) -> Sentence:
        """Name the reversed pairs, in brackets; empty without any, and for more than ``MAX_PAIRS_NAMED``."""
        if not 0 < self.n_reversed <= MAX_PAIRS_NAMED:
            return sentence("")
        pairs = [sentence("{} above {}", *map(SystemName, pair)) for pair in self.reversed_pairs]
        return sentence(" ({})", name_list(pairs, len(pairs)))


def compare_rankings(
    metric: Metric, base: Metric, scores: Mapping[str, float], by_base: Mapping[str, float]
) -> RankingChange:
    """Compare the rankings of systems by the printed corpus scores of both metrics."""
    systems = [system for system, score in scores.items() if not math.isnan(score + by_base.get(system, math.nan))]
    metric_scores, base_scores = (
        _scores_higher_is_better(metric, scores, systems),
        _scores_higher_is_better(base, by_base, systems),
    )
    if not systems:
        return RankingChange(base, 0, (), "", False)
    signs = np.sign(metric_scores[:, None] - metric_scores) * np.sign(base_scores[:, None] - base_scores)
    best = int(base_scores.argmax())
    is_above = (signs < 0) & (base_scores[:, None] > base_scores)
    pairs = tuple((systems[better], systems[worse]) for better, worse in np.argwhere(is_above))
    return RankingChange(base, len(systems), pairs, systems[best], bool(metric_scores[best] < metric_scores.max()))


def _scores_higher_is_better(metric: Metric, scores: Mapping[str, float], systems: list[str]) -> Floats:
    """Return the printed scores of the systems, negated where lower is better, (n_systems,)."""
    printed = np.round([scores[system] for system in systems], metric.decimals)
    return printed if metric.higher_is_better else -printed
