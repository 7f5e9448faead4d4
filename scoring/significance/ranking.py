"""Rank systems with letters: systems that share a letter do not differ significantly."""

from collections.abc import Iterable, Sequence
from string import ascii_lowercase
from typing import Protocol, Self, TypeVar

import numpy as np

from ..counting.arrays import Flags, Floats
from ..validation import as_float_array, as_list, short_repr, whole_number


class RankedPair(Protocol):
    """A pair of systems whose order can be reversed."""

    @property
    def a(self) -> str:
        """Name of the first system."""

    @property
    def b(self) -> str:
        """Name of the second system."""

    @property
    def turned(self) -> Self:
        """The same pair with the second system first."""


_Pair = TypeVar("_Pair", bound=RankedPair)


def rank_systems(scores: Floats, higher_is_better: bool) -> list[int]:
    """Return the indices of the systems, best first, ties in their order; systems without a defined score come last."""
    scores = as_float_array(scores, "scores", 1)
    order: list[int] = np.argsort(-scores if higher_is_better else scores, kind="stable").tolist()
    return order


def compact_letters(told_apart: Flags, order: Iterable[int]) -> list[str]:
    """Return the compact letter display: for each system its letters, such as ``ab``.

    Two systems share a letter if and only if they do not differ significantly (Piepho 2004); few letters are used.

    Parameters
    ----------
    told_apart : which systems differ significantly, bool (n_systems, n_systems), symmetric
    order : the systems, best first: the best has an ``a``

    Raises ``ValueError`` for a table that is not square, or an order that does not hold each system once.
    """
    told_apart, order = as_float_array(told_apart, "told apart", 2) != 0, as_list(order, "order")
    order = [whole_number(system, "A system", 0, len(order) - 1) for system in order]
    if told_apart.shape != (len(order), len(order)) or len(set(order)) < len(order):
        raise ValueError(f"Expected an order of {len(told_apart)} systems, each once; found {short_repr(order)}.")
    alike = ~told_apart[np.ix_(order, order)]
    groups = _cover(alike)
    of_place = ["".join(_letter(i) for i, group in enumerate(groups) if place in group) for place in range(len(order))]
    return [of_place[order.index(system)] for system in range(len(order))]


def _cover(alike: Flags) -> list[list[int]]:
    """Return groups of systems without a significant difference within a group.

    Every pair that does not differ is in a group, and so is every system. The fewest groups are hard to find (Gramm et
    al. 2009); a greedy cover has few. Each group begins with the first pair that is in no group yet, and adds the
    system that brings most further pairs. ``alike`` is bool (n_systems, n_systems); groups and their members are in
    ascending order.
    """
    uncovered = alike & ~np.eye(len(alike), dtype=bool)
    groups = [[system] for system in np.flatnonzero(~uncovered.any(axis=1)).tolist()]
    while uncovered.any():
        group = np.argwhere(uncovered)[0].tolist()
        fitting = alike[group].all(axis=0)
        while True:
            fitting[group] = False
            n_further = np.where(fitting, uncovered[group].sum(axis=0), 0)
            if not n_further.any():
                break
            group.append(int(n_further.argmax()))
            fitting &= alike[group[-1]]
        uncovered[np.ix_(group, group)] = False
        groups.append(sorted(group))
    return sorted(groups)


def _letter(number: int) -> str:
    """Return the letter of a group: a to z, then a2 to z2, a3 to z3 and so on."""
    rounds, letter = divmod(number, len(ascii_lowercase))
    return ascii_lowercase[letter] + (str(rounds + 1) if rounds else "")


def pairs_by_rank(pairs: Iterable[_Pair], ranked: Sequence[str]) -> list[_Pair]:
    """Return the pairs in the order of the systems, the best first, and in each pair the better system first."""
    places = {system: place for place, system in enumerate(ranked)}
    oriented = [pair if places[pair.a] < places[pair.b] else pair.turned for pair in pairs]
    return sorted(oriented, key=lambda pair: (places[pair.a], places[pair.b]))
