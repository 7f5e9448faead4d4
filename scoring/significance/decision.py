"""What a test of all pairs says of the systems at the top. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..metric import ROUNDING, Metric
from ..numbers import fixed
from . import CLOSE, LEVEL, LITTLE, Verdicts, power_of_pair


@dataclass(frozen=True)
class Decision:
    """The best of the systems that are looked at, beside the next one."""

    verdicts: Verdicts
    best: str
    next: str
    alike: tuple[str, ...]
    """further systems from which the best cannot be told"""
    behind: tuple[str, ...]
    """further systems over which its lead is clear or likely"""

    @property
    def metric(self) -> Metric:
        return self.verdicts.comparisons.metric

    @property
    def state(self) -> str:
        return self.verdicts.state(self.best, self.next)

    @property
    def scores(self) -> tuple[float, float]:
        """Of the best and of the next one."""
        return self._score(self.best), self._score(self.next)

    @property
    def difference(self) -> float:
        """How far the best is ahead, whichever way the metric goes; 0 where both are level, as rounding sees it."""
        found = abs(self.scores[0] - self.scores[1])
        return 0.0 if found <= ROUNDING else found

    @property
    def needed(self) -> float:
        """Segments like these, or documents, that would show a difference of this size with a power of 80 %.

        NaN where there is none, where it is shown already, and where there are as many.
        """
        found = self.verdicts.comparisons
        if self.state != CLOSE or not self.difference:
            return math.nan
        needed = power_of_pair(found.bootstrap, self.best, self.next, level=LEVEL / found.n_adjusted).needed_units
        return needed if needed > found.bootstrap.n_units else math.nan

    def _score(self, system: str) -> float:
        found = self.verdicts.comparisons
        return float(found.tested.scores[found.index(system)])


@dataclass(frozen=True)
class Votes:
    """Who of two systems is ahead by which metric, by label; without any test."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    level: tuple[str, ...]

    @property
    def number(self) -> int:
        return len(self.first) + len(self.second) + len(self.level)


def decide(verdicts: Verdicts, shown: Sequence[str]) -> Decision | None:
    """Of the systems shown; None where fewer than two of them have a score."""
    found = verdicts.comparisons
    ranked = [found.systems[system] for system in found.order if not math.isnan(found.tested.scores[system])]
    ranked = [system for system in ranked if system in shown]
    if len(ranked) < 2:
        return None
    best, following, *others = ranked
    alike = tuple(system for system in others if verdicts.state(best, system) in (CLOSE, LITTLE))
    return Decision(verdicts, best, following, alike, tuple(system for system in others if system not in alike))


def votes(
    scores: Mapping[str, Mapping[str, float] | None], metrics: Mapping[str, Metric], pair: tuple[str, str], of: str
) -> Votes:
    """Of all other metrics whose scores are there, as tables print them; ``scores`` maps metric -> system -> score.

    ``of`` is the metric that decides: its own vote does not count, nor that of one with the very same scores.
    """
    ahead: dict[int, list[str]] = {1: [], -1: [], 0: []}
    for name, found in scores.items():
        if found is None or found == scores[of] or any(math.isnan(found[system]) for system in pair):
            continue
        first, second = (float(fixed(found[system], metrics[name].decimals)) for system in pair)
        side = 0 if first == second else 1 if (first > second) == metrics[name].higher_is_better else -1
        ahead[side].append(metrics[name].label)
    return Votes(tuple(ahead[1]), tuple(ahead[-1]), tuple(ahead[0]))
