"""The largest number of terms that a text has at once: each at a place of its own, and no two places overlap.

"ab" and "bc" are both in "abc", but share the b: only one of them can count. The best choice of many terms is found by
exact search. Places without a conflict are taken first. The remaining places fall into small groups. Each group is
searched from left to right; a state is how often each term was chosen that has more places than are wanted.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

MAX_STATES = 2_000
"""Most states of the search at one place; where there are more, the best are kept and the search is not exact."""
MAX_STEPS = 500_000
"""Most states of the search at all places of a group."""


@dataclass(frozen=True)
class TermPlace:
    """A place of a text that has a term."""

    first: int
    last: int
    """Last word of the place, inclusive."""
    term: int
    rank: int = 0
    """Order of places: smaller ranks are taken first, where that loses no term."""


@dataclass(frozen=True)
class DisjointPlaces:
    """A choice of places that do not overlap."""

    chosen: tuple[int, ...]
    """Numbers of the chosen places, ascending."""
    is_exact: bool = True
    """Whether it is certain that there is no larger choice."""


def largest_disjoint_set(places: Sequence[TermPlace], counts: Mapping[int, int]) -> DisjointPlaces:
    """Return as many places as possible that do not overlap, for each term at most as many as are wanted.

    >>> ab, bc = TermPlace(0, 1, term=0), TermPlace(1, 2, term=1)
    >>> len(largest_disjoint_set([ab, bc], {0: 1, 1: 1}).chosen)
    1
    """
    remaining = Counter(counts)
    open_places = {number for number, place in enumerate(places) if remaining[place.term] > 0}
    chosen = _take_undisputed(places, open_places, remaining)
    is_exact = True
    for group in _groups(places, open_places):
        choice = _search(places, group, remaining)
        chosen += choice.chosen
        is_exact &= choice.is_exact
    return DisjointPlaces(tuple(sorted(chosen)), is_exact)


def _take_undisputed(places: Sequence[TermPlace], open_places: set[int], remaining: Counter[int]) -> list[int]:
    """Take the places that overlap with no open place, and close the places of terms that have enough.

    No choice can lose by that, because such a place conflicts with no other place. Return the places taken.
    """
    chosen: list[int] = []
    while undisputed := _non_overlapping_places(places, open_places):
        for number in sorted(undisputed, key=lambda number: (places[number].rank, number)):
            if remaining[places[number].term]:
                remaining[places[number].term] -= 1
                chosen.append(number)
        open_places.difference_update(undisputed)
        open_places.difference_update([number for number in open_places if not remaining[places[number].term]])
    return chosen


def _non_overlapping_places(places: Sequence[TermPlace], numbers: Collection[int]) -> list[int]:
    """Return the places that overlap with no other of these places."""
    ordered = sorted(numbers, key=lambda number: places[number].first)
    disjoint: list[int] = []
    reach = -1
    for at, number in enumerate(ordered):
        place = places[number]
        is_last = at + 1 == len(ordered)
        if place.first > reach and (is_last or places[ordered[at + 1]].first > place.last):
            disjoint.append(number)
        reach = max(reach, place.last)
    return disjoint


def _groups(places: Sequence[TermPlace], numbers: Collection[int]) -> list[list[int]]:
    """Return groups of places that overlap or have a term in common, each in the order of its places' ends."""
    root = {number: number for number in numbers}

    def find(number: int) -> int:
        while root[number] != number:
            root[number] = root[root[number]]
            number = root[number]
        return number

    last_of_term: dict[int, int] = {}
    reach, reaching = -1, -1
    for number in sorted(numbers, key=lambda number: places[number].first):
        place = places[number]
        if place.first <= reach:
            root[find(number)] = find(reaching)
        if place.term in last_of_term:
            root[find(number)] = find(last_of_term[place.term])
        last_of_term[place.term] = number
        if place.last > reach:
            reach, reaching = place.last, number
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for number in sorted(numbers, key=lambda number: (places[number].last, places[number].first, number)):
        groups[find(number)].append(number)
    return list(groups.values())


_Chain = tuple[int, "_Chain"] | None
"""Chosen places as a linked list, the last one first."""
_Selection = tuple[int, int, _Chain]
"""Number of places, their ranks as a negative sum, and the chosen places."""


def _search(places: Sequence[TermPlace], group: Sequence[int], remaining: Mapping[int, int]) -> DisjointPlaces:
    """Return the best choice within a group of places.

    A state of the search is how often each term was chosen that may run out.
    """
    occurrences = Counter(places[number].term for number in group)
    scarce = {
        term: place for place, term in enumerate(term for term in occurrences if occurrences[term] > remaining[term])
    }
    ends = [places[number].last for number in group]
    best: list[dict[tuple[int, ...], _Selection]] = [{(0,) * len(scarce): (0, 0, None)}]
    most_states = max(min(MAX_STATES, MAX_STEPS // len(group)), 1)
    is_exact = True
    for number in group:
        place = places[number]
        states = dict(best[-1])
        at = scarce.get(place.term)
        for used, (count, ranks, chain) in best[bisect_left(ends, place.first)].items():
            if at is not None:
                if used[at] == remaining[place.term]:
                    continue
                used = (*used[:at], used[at] + 1, *used[at + 1 :])
            choice = count + 1, ranks - place.rank, (number, chain)
            if used not in states or choice[:2] > states[used][:2]:
                states[used] = choice
        if len(states) > most_states:
            is_exact = False
            states = dict(sorted(states.items(), key=lambda item: item[1][:2], reverse=True)[:most_states])
        best.append(states)
    _, _, chain = max(best[-1].values(), key=lambda choice: choice[:2])
    chosen: list[int] = []
    while chain is not None:
        number, chain = chain
        chosen.append(number)
    return DisjointPlaces(tuple(chosen), is_exact)
