"""Count the clipped n-gram matches of all pairs of candidates of a list at once, with compiled kernels.

The places of an n-gram in all candidates are neighbours, in the order of the candidates; its continuations by one
token differ in this token. So nothing is hashed, and an n-gram that only one candidate has is followed no
further. An n-gram adds the lesser of both counts, min(a, b), to each pair of candidates that have it.
"""

from typing import NamedTuple

import numpy as np

from ...counting.arrays import Ids, Ints
from ...counting.kernels import kernel
from ...text.tokenizers import Tokens
from ..lists import Lists

_RARE_BELOW = 8
"""An n-gram in fewer than one in this number of candidates is added to them one by one, another to a whole row."""


class Room(NamedTuple):
    """Work space for one list and its n-grams of one order at a time; places count from the list's first token."""

    owners: Ids
    """int32 (n_tokens,): candidate of each token, counted from the list's first candidate"""
    places: Ids
    """int32 (2, n_tokens): starts of n-grams, equal ones together; one row for even orders, one for odd orders"""
    spans: Ids
    """int32 (2, n_tokens, 2): ranges of ``places`` that belong to one n-gram"""
    marks: Ints
    """int64 (n_types,): number of the last n-gram that this token continued; n-grams are numbered from 1"""
    continued: Ids
    """int32 (n_types,): number of this continuation among those of its n-gram"""
    continuations: Ids
    """int32 (n_tokens,): continuation at each place of the current n-gram, -1 where its text ends"""
    ends: Ids
    """int32 (n_tokens,): count of each continuation of the current n-gram, then the end of its places"""
    counts: Ids
    """int32 (n_candidates,): occurrences in each candidate of the n-gram that is being added, 0 otherwise"""
    having: Ids
    """int32 (n_candidates,): the candidates that have this n-gram"""


@kernel
def _add(places: Ids, first: int, last: int, room: Room, matches: Ids) -> None:
    """Add one n-gram to ``matches`` (n_hypotheses * n_candidates,), whose hypotheses are those from first to last."""
    having, n_candidates = room.having, len(matches) // (last - first)
    counts = room.counts[:n_candidates]
    n = 0
    for place in places:
        owner = room.owners[place]
        if not counts[owner]:
            having[n] = owner
            n += 1
        counts[owner] += 1
    for hypothesis in having[:n]:
        if first <= hypothesis < last:
            row = matches[(hypothesis - first) * n_candidates : (hypothesis - first + 1) * n_candidates]
            own = counts[hypothesis]
            if _RARE_BELOW * n < n_candidates:
                for reference in having[:n]:
                    row[reference] += min(own, counts[reference])
            else:
                for reference in range(n_candidates):
                    row[reference] += min(own, counts[reference])
    for owner in having[:n]:
        counts[owner] = 0


@kernel
def _continue(ids: Ids, places: Ids, length: int, number: int, room: Room) -> int:
    """Find the continuations of one n-gram, given by its length and number, and return how many there are.

    Afterwards ``room.ends`` has the count of each continuation.
    """
    n = 0
    for at in range(len(places)):
        place = places[at] + length
        room.continuations[at] = -1
        if place < len(ids) and room.owners[place] == room.owners[places[at]]:
            token = ids[place]
            if room.marks[token] != number:
                room.marks[token] = number
                room.continued[token] = n
                room.ends[n] = 0
                n += 1
            room.continuations[at] = room.continued[token]
            room.ends[room.continuations[at]] += 1
    return n


@kernel
def _sort_by_continuation(places: Ids, n: int, filled: int, room: Room, longer: Ids) -> None:
    """Sort the places of an n-gram by its continuations into ``longer``, from index ``filled`` on."""
    for continuation in range(n):
        size = room.ends[continuation]
        room.ends[continuation] = filled
        filled += size
    for at in range(len(places)):
        continuation = room.continuations[at]
        if continuation >= 0:
            longer[room.ends[continuation]] = places[at]
            room.ends[continuation] += 1


@kernel
def _count_list(ids: Ids, first: int, last: int, number: int, room: Room, matches: Ids) -> int:
    """Add to ``matches`` (max_order, n_hypotheses * n_candidates) the n-grams shared by candidates of a list.

    ``number`` is the number of n-grams in the lists before; returns their number including this list.
    """
    for place in range(len(ids)):
        room.places[0, place] = place
    room.spans[0, 0, 0], room.spans[0, 0, 1] = 0, len(ids)
    n_ngrams = 1
    for order in range(1, len(matches) + 1):
        before, now = (order - 1) % 2, order % 2
        n_shorter, n_ngrams, filled = n_ngrams, 0, 0
        for at in range(n_shorter):
            places = room.places[before, room.spans[before, at, 0] : room.spans[before, at, 1]]
            number += 1
            n = _continue(ids, places, order - 1, number, room)
            _sort_by_continuation(places, n, filled, room, room.places[now])
            for continuation in range(n):
                start, filled = filled, room.ends[continuation]
                if room.owners[room.places[now, start]] != room.owners[room.places[now, filled - 1]]:
                    _add(room.places[now, start:filled], first, last, room, matches[order - 1])
                    room.spans[now, n_ngrams, 0], room.spans[now, n_ngrams, 1] = start, filled
                    n_ngrams += 1
    return number


@kernel
def _count(
    ids: Ids, starts: Ints, ends: Ints, offsets: Ints, segment: int, first: int, last: int, room: Room, matches: Ids
) -> None:
    """Fill ``matches`` (max_order, n_pairs), all 0, for the hypotheses first to last, which begin in this segment."""
    number, filled = 0, 0
    while first < last:
        begin, end = offsets[segment], offsets[segment + 1]
        stop, n_candidates, start = min(last, end), end - begin, starts[begin]
        for candidate in range(begin, end):
            room.owners[starts[candidate] - start : ends[candidate] - start] = candidate - begin
        of_list = matches[:, filled : filled + (stop - first) * n_candidates]
        number = _count_list(ids[start : ends[end - 1]], first - begin, stop - begin, number, room, of_list)
        for hypothesis in range(first, stop):
            itself = (hypothesis - first) * n_candidates + hypothesis - begin
            for order in range(1, len(matches) + 1):
                of_list[order - 1, itself] = max(0, ends[hypothesis] - starts[hypothesis] - order + 1)
        filled += of_list.shape[1]
        first = stop
        segment += 1


def count_pairs(tokens: Tokens, lists: Lists, hypotheses: slice, max_order: int) -> Ids:
    """Return the clipped matches of orders 1 to ``max_order`` of these candidates, each against all of its list.

    ``tokens`` has one column, the candidates. Returns int32 (max_order, n_pairs), in the order of ``CandidatePairs``.
    """
    starts, ends = tokens.starts[0], tokens.ends[0]
    segments = lists.segments[hypotheses]
    of_list = slice(segments[0], segments[-1] + 1)
    n_tokens = int((ends[lists.offsets[1:] - 1] - starts[lists.offsets[:-1]])[of_list].max())
    n_candidates = int(lists.sizes[of_list].max())
    room = Room(
        owners=np.empty(n_tokens, np.int32),
        places=np.empty((2, n_tokens), np.int32),
        spans=np.empty((2, n_tokens + 1, 2), np.int32),
        marks=np.zeros(len(tokens.vocabulary), np.int64),
        continued=np.empty(len(tokens.vocabulary), np.int32),
        continuations=np.empty(n_tokens, np.int32),
        ends=np.empty(n_tokens, np.int32),
        counts=np.zeros(n_candidates, np.int32),
        having=np.empty(n_candidates, np.int32),
    )
    matches = np.zeros((max_order, int(lists.sizes[segments].sum())), np.int32)
    _count(tokens.ids, starts, ends, lists.offsets, segments[0], hypotheses.start, hypotheses.stop, room, matches)
    return matches
