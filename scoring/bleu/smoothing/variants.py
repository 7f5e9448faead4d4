"""What the methods of the paper might have been: variants of ours, none of which is published."""

from ...counting.arrays import Floats
from .paper import ALPHA, Counts, Method, expected


def from_order_2(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Method 6 from order 2 on: p0_2 = p_1^2, as if p_0 were 1.

    With method 6 as printed, a hypothesis without a matching trigram and 4-gram scores less the more of its words
    match (the prior divides by p_1); here p_2 grows with p_1, which nearly always outweighs that. It comes nearer to
    the results in the paper's tables.
    """
    return expected(matches, totals, value, 2)


VARIANTS: dict[str, Method] = {
    "6-from-2": Method(from_order_2, ALPHA, "6, but from order 2 on, with p₀ = 1; not in the paper", "alpha"),
}
