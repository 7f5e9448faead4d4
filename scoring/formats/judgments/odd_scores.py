"""Find scores that may mean something else than their name says, by their numbers alone; no score is changed."""

import re
from collections.abc import Iterator

import numpy as np

from ...counting.arrays import Floats
from ...output.numbers import counted
from ..columns import Notice
from ..score_names import counts_errors, words_in_name
from .found_judgments import FoundScores

NOT_RATED = -1.0
"""Score that some programs write for outputs that nobody judged."""
PENALTY = 25.0
"""Highest cost of one MQM error; the median cost of a system's outputs is hardly ever higher."""
HALF = 0.5
"""Usual lower bound of the median share of correct outputs, and upper bound of the median share of errors."""
FAR = 2.0
"""Factor by which a number of nines must exceed the next largest score to be taken for "not judged"."""
_NINES = re.compile(r"99+")
_WEIGHED = frozenset(["mqm", "error", "errors", "penalty", "penalties"])
OF_100 = frozenset(["da", "sqm", "esa"])
"""Protocols whose scores go from 0 to 100."""
STANDARDIZED = 10.0
"""Upper bound of standardized scores of these protocols."""


def notice_odd_scores(scores: FoundScores) -> Iterator[Notice]:
    """Yield notices of doubtful directions, of numbers that mean "not judged", and of numbers beyond the scale."""
    numbers: Floats = scores.values[~np.isnan(scores.values)]
    if not len(numbers):
        return
    low, high = numbers[numbers < 0], float(numbers.max())
    if not scores.is_direction_stated:
        yield from _directions(scores, numbers)
    others = numbers[numbers < high]
    n_high = len(numbers) - len(others)
    if n_high > 1 and len(others) and high > FAR * others.max() and _NINES.fullmatch(f"{high:g}"):
        message = f"{counted(n_high, 'score')} are {high:g}, and no other is above {others.max():g}."
        yield Notice("not-rated", f"{message} If that says that nobody judged, leave it blank.", n_high)
        numbers = others
    if len(low) and (low == NOT_RATED).all() and high > 1:
        are = "is -1, and no other is" if len(low) == 1 else "are -1, and no others are"
        message = f"{counted(len(low), 'score')} {are} below 0. If -1 says that nobody judged, leave it blank."
        yield Notice("not-rated", message, len(low))
        numbers = numbers[numbers >= 0]
    beyond = int(((numbers < 0) | (numbers > 100)).sum())
    if beyond and high > STANDARDIZED and not OF_100.isdisjoint(words_in_name(scores.name)):
        are = "is" if beyond == 1 else "are"
        message = f"{counted(beyond, 'score')} of {scores.name} {are} outside 0 to 100, its scale."
        yield Notice("beyond-scale", message, beyond)


def _directions(scores: FoundScores, numbers: Floats) -> Iterator[Notice]:
    """Yield notices of counts of errors on both sides of 0, and of counts that are as high as quality."""
    if not counts_errors(scores.name):
        return
    low, high = float(numbers.min()), float(numbers.max())
    better = "higher" if scores.higher_is_better else "lower"
    if low < 0 < high:
        message = f"{scores.name} has numbers above and below 0; {better} is taken as better."
        yield Notice("direction", f"{message} If that is wrong, reverse their signs.", len(numbers))
    is_weighed = not _WEIGHED.isdisjoint(words_in_name(scores.name))
    if low < 0 or not is_weighed:
        return
    scale, usual = (1, HALF) if high <= 1 else (100, PENALTY)
    are_shares = scale == 1 and not (numbers == numbers.round()).all()
    if high <= scale and float(np.median(numbers)) > usual and (are_shares or scale > 1):
        message = (
            f"Half of {scores.name} are above {usual:g}, as of quality from 0 to {scale}; {better} is taken as better."
        )
        advice = f'If that is wrong, call it "{scores.name} quality": in the header of its column, if it has one.'
        yield Notice("direction", f"{message} {advice}", len(numbers))
