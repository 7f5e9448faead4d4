"""Checks of a user's arguments: each raises ``ValueError`` that says what was expected and what was found."""

import math
import operator
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np

from .counting.arrays import Floats
from .text.suggestions import did_you_mean

_MAX_CHARACTERS_SHOWN = 60
_ALL_LISTED, _MAX_LISTED = 6, 10
"""Number of counts up to which all are listed, and the most that are listed."""


def expect(value: Any, kind: type | tuple[type, ...], name: str) -> None:
    """Raise ``ValueError`` unless ``value`` is an instance of ``kind``, or of one of several kinds."""
    if not isinstance(value, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        expected = " or ".join(one.__name__ for one in kinds)
        raise ValueError(f"{name}: expected {expected}; found {short_repr(value)}.")


def check_known(value: Any, names: Collection[str], kind: str) -> None:
    """Raise ``ValueError`` unless ``value`` is one of the ``names``."""
    if not isinstance(value, str) or value not in names:
        hint = did_you_mean(str(value), names)
        raise ValueError(f"Unknown {kind} {short_repr(value)}; there are {', '.join(names)}{hint}.")


def position(name: Any, names: Sequence[str], kind: str) -> int:
    """Return the place of a name among the names, from 0; raise ``ValueError`` for an unknown name."""
    if name not in names:
        hint = did_you_mean(str(name), names)
        raise ValueError(f"No {kind} {short_repr(name)}; there are {', '.join(names)}{hint}.")
    return names.index(name)


def check_share(share: Any, name: str) -> None:
    """Raise ``ValueError`` unless the share is between 0 and 1, both excluded."""
    if not 0 < as_number(share, name) < 1:
        raise ValueError(f"The {name} must be between 0 and 1; found {share}.")


def as_flag(value: Any, name: str) -> bool:
    """Return ``value`` as a Python bool; raise ``ValueError`` unless it is True or False."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} must be True or False; found {short_repr(value)}.")
    return bool(value)


def whole_number(value: Any, name: str, lowest: int, highest: int) -> int:
    """Return ``value`` as a Python int; raise ``ValueError`` unless it is whole, from ``lowest`` to ``highest``."""
    try:
        number = None if isinstance(value, np.ndarray | bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None:
        raise ValueError(f"{name} must be a whole number from {lowest:,} to {highest:,}; found {short_repr(value)}.")
    if not lowest <= number <= highest:
        raise ValueError(f"{name} must be {lowest:,} to {highest:,}; found {value}.")
    return number


def number_within(value: Any, name: str, lowest: float, highest: float) -> float:
    """Return ``value`` as a Python float; raise ``ValueError`` unless it is a number from ``lowest`` to ``highest``."""
    try:
        number = as_number(value, name)
    except ValueError:
        number = math.nan
    if not lowest <= number <= highest:
        raise ValueError(f"{name} must be {lowest:g} to {highest:g}; found {short_repr(value)}.")
    return number + 0.0  # turns -0.0 into 0.0, for signatures


def as_number(value: Any, name: str) -> float:
    """Return ``value`` as a Python float, NaN for None; raise ``ValueError`` unless it is a single number."""
    return float(as_float_array(value, name, 0))


def as_float_array(values: Any, name: str, n_dimensions: int | None = None) -> Floats:
    """Return ``values`` as a float64 array; raise ``ValueError`` unless they are numbers in this many dimensions."""
    try:
        array = np.asarray(values, dtype=float)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name}: expected numbers; found {short_repr(values)} ({error}).") from None
    if n_dimensions is not None and array.ndim != n_dimensions:
        expected = ("one number", "a row of numbers", "a table of numbers")[n_dimensions]
        raise ValueError(f"{name}: expected {expected}; found {short_repr(values)}, of shape {array.shape}.")
    return array


def as_list(values: Any, name: str, kind: type[Any] = object, each: str = "") -> list[Any]:
    """Return the members of a sequence as a list; raise ``ValueError`` for a text or a value without members.

    Raises ``ValueError`` also for a member of another kind than ``kind``; ``each`` is what a message calls a member.
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise ValueError(f"{name}: expected a sequence; found {short_repr(values)}.")
    try:
        members = list(values)
    except TypeError:  # numpy's arrays without a dimension say that they could be iterated
        raise ValueError(f"{name}: expected a sequence; found {short_repr(values)}.") from None
    for value in members:
        expect(value, kind, each)
    return members


def short_repr(value: Any) -> str:
    """Return ``value`` as Python code on one line, cut if it is too long for a message."""
    text = " ".join(repr(value).split())
    return text if len(text) <= _MAX_CHARACTERS_SHOWN else text[: _MAX_CHARACTERS_SHOWN - 4] + " ..."


def listed_counts(counts: Sequence[tuple[str, int]]) -> str:
    """Return names and counts as text; of more than six counts the most frequent is written once, at the end.

    >>> listed_counts([("A", 557), ("B", 556), *((name, 557) for name in "CDEFGH")])
    'B has 556, all 7 others have 557'
    """
    ((usual, often),) = Counter(count for _, count in counts).most_common(1)
    if len(counts) <= _ALL_LISTED or often == 1:
        usual, often = -1, 0
    odd = [f"{name} has {count:,}" for name, count in counts if count != usual]
    rest = [f"{len(odd) - _MAX_LISTED:,} more have other numbers"] if len(odd) > _MAX_LISTED else []
    return ", ".join([*odd[:_MAX_LISTED], *rest, *([f"all {often:,} others have {usual:,}"] if often else [])])
