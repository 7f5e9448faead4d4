"""Does a metric rank systems in another order than BLEU, or than any other metric?"""

import math
from collections.abc import Mapping

import numpy as np

from ..counting.arrays import Floats
from ..metric import Metric
from ..output.numbers import counted
from ..output.sentence import Sentence, SystemName, sentence


def ranking_change(metric: Metric, base: Metric, scores: Mapping[str, float], by_base: Mapping[str, float]) -> Sentence:
    """Say whether a metric ranks systems as ``base`` does, by the corpus scores of both as they are printed.

    Of systems with a score by both; empty for fewer than two. A tie by either metric is no other order.
    """
    systems = [system for system, score in scores.items() if not math.isnan(score + by_base.get(system, math.nan))]
    if len(systems) < 2:
        return sentence("")
    ours, theirs = _oriented(metric, scores, systems), _oriented(base, by_base, systems)
    signs = np.sign(ours[:, None] - ours) * np.sign(theirs[:, None] - theirs)
    n_reversed = np.count_nonzero(signs < 0) // 2
    if not n_reversed:
        return sentence("{} gives the same ranking.", base.label)
    best = systems[int(theirs.argmax())]
    if len(systems) == 2:
        return sentence("{} prefers {}.", base.label, SystemName(best))
    said = sentence("{} reverses {:,} of {}", base.label, n_reversed, counted(math.comb(len(systems), 2), "pair"))
    if ours[int(theirs.argmax())] == ours.max():
        return said + sentence(".")
    return said + sentence(" and prefers {}.", SystemName(best))


def _oriented(metric: Metric, scores: Mapping[str, float], systems: list[str]) -> Floats:
    """Return scores of the systems as they are printed, the higher the better, (n_systems,)."""
    printed = np.round([scores[system] for system in systems], metric.decimals)
    return printed if metric.higher_is_better else -printed
