"""Cost of a volume of words with a system's output post-edited, in numbers and in words."""

import math
from dataclasses import dataclass

from ...output.numbers import counted, fixed
from ...output.sentence import Sentence, SystemName, sentence


@dataclass(frozen=True)
class VolumeCost:
    """Cost of the words of a volume with one system's output post-edited."""

    system: str
    cost: float
    low: float
    """Lower end of the 95 % interval."""
    high: float
    full: float | None
    """Cost of a full translation; None without its rate."""
    saved: float | None
    """Amount that post-editing saves of the full cost; below 0 where post-editing costs more; None without the rate."""
    saved_low: float | None
    saved_high: float | None


def volume_sentence(volume: int, cost: VolumeCost) -> Sentence:
    """Return what the volume costs with a system, and how much this saves of a full translation."""
    does = "costs" if volume == 1 else "cost"
    cost_phrase = f"{counted(volume, 'word')} {does} {_money(cost.cost, cost.low, cost.high)}"
    if cost.full is None or cost.saved is None or cost.saved_low is None or cost.saved_high is None:
        return sentence("With {}, {}.", SystemName(cost.system), cost_phrase)
    size, ends = abs(cost.saved), sorted(abs(end) for end in (cost.saved_low, cost.saved_high))
    is_sure = math.isnan(cost.saved_low) or cost.saved_low * cost.saved_high > 0
    difference = _money(size, *ends) if is_sure else _money(size, math.nan, math.nan)
    share = fixed(100 * size / cost.full, 0)
    than = f"{share} % {'less' if cost.saved >= 0 else 'more'} than a full translation ({_amount(cost.full)})"
    chance = "" if is_sure else "; the interval has both more and less"
    return sentence("With {}, {}: {}, {}{}.", SystemName(cost.system), cost_phrase, difference, than, chance)


def _amount(cost: float) -> str:
    return f"{cost:,.0f}" if abs(cost) >= 1000 else fixed(cost, 2)


def _money(cost: float, low: float, high: float) -> str:
    """Return a cost with its interval; without the interval where ``low`` is NaN."""
    return _amount(cost) if math.isnan(low) else f"{_amount(cost)} (95 % interval {_amount(low)} to {_amount(high)})"
