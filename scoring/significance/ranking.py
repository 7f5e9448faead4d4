"""A ranking with letters: systems that share a letter are not told apart."""

from collections.abc import Iterable
from string import ascii_lowercase

import numpy as np

from ..arrays import Flags, Floats
from ..checks import as_list, as_numbers, shown, whole_number

Group = frozenset[int]
"""Systems that share a letter."""


def rank(scores: Floats, higher_is_better: bool) -> list[int]:
    """Indices of the systems, best first, equal ones in their order; those whose score is not defined at the end."""
    scores = as_numbers(scores, "scores", 1)
    order: list[int] = np.argsort(-scores if higher_is_better else scores, kind="stable").tolist()
    return order


def letters(told_apart: Flags, order: Iterable[int]) -> list[str]:
    """The compact letter display: for each system its letters, such as ``ab``.

    Two systems share a letter if and only if they are not told apart: Piepho (2004), insert and absorb.

    Parameters
    ----------
    told_apart : bool (n_systems, n_systems), symmetric
    order : the systems, best first: the best has an ``a``

    Raises ``ValueError`` for a table that is not square, or an order that has not each system once.
    """
    told_apart, order = as_numbers(told_apart, "told apart", 2) != 0, as_list(order, "order")
    order = [whole_number(system, "A system", 0, len(order) - 1) for system in order]
    if told_apart.shape != (len(order), len(order)) or len(set(order)) < len(order):
        raise ValueError(f"Expected an order of {len(told_apart)} systems, each once; found {shown(order)}.")
    groups = [frozenset(order)]
    for place, first in enumerate(order):
        for second in order[place + 1 :]:
            if told_apart[first, second]:
                groups = _absorbed(_split(groups, first, second))
    places = {system: place for place, system in enumerate(order)}
    groups.sort(key=lambda group: sorted(places[system] for system in group))
    return ["".join(_letter(i) for i, group in enumerate(groups) if system in group) for system in range(len(order))]


def _split(groups: Iterable[Group], first: int, second: int) -> list[Group]:
    """Each group that holds both becomes two, without the one and without the other."""
    parts: list[Group] = []
    for group in groups:
        both = first in group and second in group
        parts += [group - {first}, group - {second}] if both else [group]
    return parts


def _absorbed(groups: Iterable[Group]) -> list[Group]:
    """Without groups that are within another."""
    distinct = set(groups)
    return [group for group in distinct if not any(group < other for other in distinct)]


def _letter(number: int) -> str:
    """a to z, then a2 to z2, a3 to z3 and so on."""
    rounds, letter = divmod(number, len(ascii_lowercase))
    return ascii_lowercase[letter] + (str(rounds + 1) if rounds else "")
