"""Definitions computed the slow way, for more than one test; no code is shared with ``scoring``."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import Levenshtein


@cache
def affix_distance(first: str, second: str) -> Fraction:
    """Libovický and Pecina (2014), section 2, with every longest common substring tried in every place."""
    substrings = {first[i:j] for i, j in combinations(range(len(first) + 1), 2)}
    common = [s for s in substrings if s in second]
    longest = max(map(len, common), default=0)
    found = [Fraction(1)]
    for s in (s for s in common if len(s) == longest):
        for i in (i for i in range(len(first)) if first.startswith(s, i)):
            for j in (j for j in range(len(second)) if second.startswith(s, j)):
                before = Levenshtein.distance(first[:i], second[:j])
                after = Levenshtein.distance(first[i + len(s) :], second[j + len(s) :])
                found.append(Fraction(before + after, len(s)))
    return min(found)
