"""Scores that may mean something else than their name says, by their numbers alone; nothing of them is changed."""

from collections.abc import Iterator

import numpy as np

from ...counting.arrays import Floats
from ...output.numbers import counted
from ..columns import Notice
from ..score_names import counts_errors, words_in_name
from .found_judgments import FoundScores

NOT_RATED = -1.0
"""What some programs write where nobody judged."""
OF_100 = frozenset(["da", "sqm", "esa"])
"""Protocols whose scores go from 0 to 100."""
STANDARDIZED = 10.0
"""Standardized scores of these protocols stay below it."""


def notice_odd_scores(found: FoundScores) -> Iterator[Notice]:
    """Notices of counts of errors on both sides of 0, of -1 alone below 0, and of numbers beyond the scale."""
    known: Floats = found.values[~np.isnan(found.values)]
    if not len(known):
        return
    low, high = known[known < 0], float(known.max())
    if counts_errors(found.name) and not found.is_direction_stated and len(low) and high > 0:
        better = "higher" if found.higher_is_better else "lower"
        message = f"{found.name} has numbers above and below 0; {better} is taken as better."
        yield Notice("direction", f"{message} If that is wrong, reverse their signs.", len(known))
    if len(low) and (low == NOT_RATED).all() and high > 1:
        are = "is -1, and no other is" if len(low) == 1 else "are -1, and no others are"
        message = f"{counted(len(low), 'score')} {are} below 0. If -1 says that nobody judged, leave it blank."
        yield Notice("not-rated", message, len(low))
        known = known[known >= 0]
    beyond = int(((known < 0) | (known > 100)).sum())
    if beyond and high > STANDARDIZED and not OF_100.isdisjoint(words_in_name(found.name)):
        are = "is" if beyond == 1 else "are"
        message = f"{counted(beyond, 'score')} of {found.name} {are} outside 0 to 100, its scale."
        yield Notice("beyond-scale", message, beyond)
