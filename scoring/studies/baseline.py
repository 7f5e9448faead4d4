"""All systems beside one of them, the baseline, by several metrics: what sacreBLEU's paired tests print."""

import math
from dataclasses import dataclass

from ..output.numbers import MISSING, fixed, probability
from .comparison import Comparisons


@dataclass(frozen=True)
class BaselineRow:
    """A system by one metric, and what the test says of it and the baseline."""

    metric: str
    system: str
    baseline: str
    score: float
    interval: float
    """Half the width of the score's 95 % expanded percentile interval."""
    ci_low: float
    """Lower end of that interval."""
    ci_high: float
    p_value: float
    """p of the system and the baseline; NaN for the baseline itself."""
    p_adjusted: float
    """p corrected for all pairs of systems that were compared."""

    def written(self, decimals: int) -> str:
        """As a cell of a table: the score, what its interval has on either side, and the adjusted p."""
        score = fixed(self.score, decimals, MISSING)
        interval = "" if math.isnan(self.interval) else f" ± {fixed(self.interval, decimals)}"
        p = "" if self.system == self.baseline else f" (p = {probability(self.p_adjusted, MISSING)})"
        return f"{score}{interval}{p}"


def baseline_rows(found: Comparisons, baseline: str) -> list[BaselineRow]:
    """Every system beside the baseline, which stands first; ``ValueError`` where there is no such system."""
    place = found.index(baseline)
    others = [system for system in found.systems if system != baseline]
    listed = []
    for system in (found.systems[place], *others):
        at, (low, high) = found.index(system), found.bootstrap.interval(system)
        p_values = [math.nan if at == place else float(p[at, place]) for p in (found.p_values, found.p_adjusted)]
        score = float(found.tested.scores[at])
        listed.append(BaselineRow(found.metric.name, system, baseline, score, (high - low) / 2, low, high, *p_values))
    return listed
