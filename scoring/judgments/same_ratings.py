"""Recognize scores that are made of the same ratings by people, whose agreement means nothing.

Examples are raw scores and z-scores, the mean and one of its raters, relative ranks from direct assessment (DARR), a
rater's score and the score computed from the errors that this rater marked.
"""

import re

import numpy as np

from .preferences import Preferences
from .scores import Scores

_FORM = re.compile(r"^(?:z|raw|z?scores?|stnd|std|norm|(?:standardi[sz]|normali[sz])ed|mean|avg|average|merged)$")
"""Pattern of words for the form of scores, as opposed to the ratings that they are made of."""
_RATER = re.compile(r"^(?:rater|annotator)s?\d*$")
_RANKED = {"darr": "da"}
"""Scores that preferences are made of, by the name of the preferences."""
_EQUAL = 1e-6
"""Share of their range by which published scores, which are rounded, may differ from computed ones."""


def are_of_same_ratings(one: Scores | Preferences, other: Scores) -> bool:
    """Return whether both are made of the same ratings by people, as names, files and values say."""
    if not (other.is_human and (isinstance(one, Preferences) or one.is_human)):
        return False
    if isinstance(one, Preferences):
        return _ratings(one.name)[0] == _ratings(other.name)[0] != ()
    if one.name == other.name:
        return _are_equal(one, other)
    (words, rater), (others, other_rater) = _ratings(one.name), _ratings(other.name)
    is_named_alike = words == others != () and (rater == other_rater or () in (rater, other_rater))
    return is_named_alike or _are_of_errors(one, other) or _are_equal(one, other)


def _ratings(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words of a name for the kind of ratings, and the words for the rater."""
    words = [_RANKED.get(word, word) for word in re.split(r"[\W_]+", name.lower()) if word]
    other_words = [word for word in words if not _FORM.match(word)]
    rater = next((at for at, word in enumerate(other_words) if _RATER.match(word)), len(other_words))
    return tuple(other_words[:rater]), tuple(other_words[rater:])


def _are_of_errors(one: Scores, other: Scores) -> bool:
    """Return whether one score is computed from errors that the raters of the other score marked."""
    files = [set(filter(None, scores.source.split(", "))) for scores in (one, other)]
    return bool(one.weights or other.weights) and bool(files[0] & files[1])


def _are_equal(one: Scores, other: Scores) -> bool:
    """Return whether all numbers are equal, up to rounding and to the sign, because one may count down from 0."""
    if len(one) != len(other):
        return False
    first, second = (np.array([scores.of(system) for system in one.values]) for scores in (one, other))
    if not np.array_equal(np.isnan(first), np.isnan(second)):
        return False
    first, second = np.nan_to_num(first), np.nan_to_num(second)
    return any((np.abs(sign * first - second) <= _EQUAL * np.ptp(first)).all() for sign in (1, -1))
