"""What a test of all pairs says of the systems at the top. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..analysis.oddities import Oddity
from ..judgments.external import ExternalScore
from ..metric import Metric
from ..output.numbers import printed_value
from ..significance import CLOSE, LEVEL, LITTLE, MORE, Verdicts, power_of_pair


@dataclass(frozen=True)
class Decision:
    """The best of the shown systems, and the next one."""

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
        return 0.0 if found <= self.metric.rounding else found

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

    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    level: tuple[str, ...] = ()
    by_people: "Votes | None" = None
    """people's scores, which are counted by themselves"""

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
    alike = tuple(system for system in others if verdicts.state(best, system) in (CLOSE, MORE, LITTLE))
    return Decision(verdicts, best, following, alike, tuple(system for system in others if system not in alike))


def votes(
    scores: Mapping[str, Mapping[str, float] | None], metrics: Mapping[str, Metric], pair: tuple[str, str], of: str
) -> Votes:
    """Of all other metrics whose scores are there, as tables print them; ``scores`` maps metric -> system -> score.

    ``of`` is the metric that decides: its own vote does not count, nor that of one with the very same scores, nor that
    of a file with scores of a metric that is computed here.
    """
    others = {name: found for name, found in scores.items() if found is not None and found != scores[of]}
    sides = {name: _side(metrics[name], found, pair) for name, found in others.items()}

    def counted(people: bool) -> Votes:
        group = {name: side for name, side in sides.items() if metrics[name].is_human is people}
        ahead = {
            side: tuple(metrics[name].full_name for name, on in group.items() if on == side) for side in (1, -1, 0)
        }
        return Votes(ahead[1], ahead[-1], ahead[0])

    people = counted(people=True)
    return replace(counted(people=False), by_people=people if people.number else None)


def _side(metric: Metric, scores: Mapping[str, float], pair: tuple[str, str]) -> int | None:
    """1 where the first is ahead as tables print it, -1 where the second is; None without a vote."""
    if any(math.isnan(scores[system]) for system in pair) or (isinstance(metric, ExternalScore) and metric.title):
        return None
    first, second = (printed_value(scores[system], metric.decimals) for system in pair)
    return 0 if first == second else 1 if (first > second) == metric.higher_is_better else -1
