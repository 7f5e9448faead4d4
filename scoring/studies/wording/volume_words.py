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


def volume_sentence(volume: int, result: VolumeCost) -> Sentence:
    """Return what the volume costs with a system, and how much this saves of a full translation."""
    does = "costs" if volume == 1 else "cost"
    cost = f"{counted(volume, 'word')} {does} {_money(result.cost, result.low, result.high)}"
    if result.full is None or result.saved is None or result.saved_low is None or result.saved_high is None:
        return sentence("With {}, {}.", SystemName(result.system), cost)
    size, ends = abs(result.saved), sorted(abs(end) for end in (result.saved_low, result.saved_high))
    is_sure = math.isnan(result.saved_low) or result.saved_low * result.saved_high > 0
    difference = _money(size, *ends) if is_sure else _money(size, math.nan, math.nan)
    share = fixed(100 * size / result.full, 0)
    than = f"{share} % {'less' if result.saved >= 0 else 'more'} than a full translation ({_amount(result.full)})"
    chance = "" if is_sure else "; the interval has both more and less"
    return sentence("With {}, {}: {}, {}{}.", SystemName(result.system), cost, difference, than, chance)


def _amount(cost: float) -> str:
    return f"{cost:,.0f}" if abs(cost) >= 1000 else fixed(cost, 2)


def _money(cost: float, low: float, high: float) -> str:
    """Return a cost with its interval; without the interval where ``low`` is NaN."""
    return _amount(cost) if math.isnan(low) else f"{_amount(cost)} (95 % interval {_amount(low)} to {_amount(high)})"
