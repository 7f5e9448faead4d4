"""Kernels: edit distance within tercom's beam, and its greedy search for shifts, as sacreBLEU has them.

Snover et al. (2006), section 3, with the limits of tercom and the choices that sacreBLEU documents in
``lib_ter.py``. Every number of edits is sacreBLEU's; only the way to it is shorter. A shift leaves the words
before it and behind it as they are, so the rows of the distance table from above (``forward``) and from below
(``backward``) hold on both sides of it: only the rows that it changes are computed for a candidate.

Shifts move words[start:start + length] so that they begin at ``destination`` afterwards.

All kernels are in this one file because Numba's cache does not notice when a kernel in another file changes.
"""

import math
from typing import NamedTuple

import numba
import numpy as np

from scoring.tokenizers import Tokens

MAX_SHIFT_LENGTH = 10
MAX_SHIFT_DISTANCE = 50
MAX_CANDIDATES = 1000
"""For all shifts of one hypothesis together; the search that reaches it ends without its last shift."""
BEAM_WIDTH = 25

MATCH, INSERTION, DELETION, SUBSTITUTION = range(4)

_FAR = 1 << 29  # outside the beam; a few more words on top do not overflow
_jit = numba.njit(cache=True, nogil=True)


class Table(NamedTuple):
    """The cells of a distance table that lie within the beam, row by row: a row a hypothesis word and row 0."""

    lows: np.ndarray
    """int64 (n_words + 1,): the first reference position of each row."""
    highs: np.ndarray
    """int64 (n_words + 1,): the end of each row, exclusive."""
    offsets: np.ndarray
    """int64 (n_words + 1,): cell (i, j) is ``cells[offsets[i] + j]``, also where a neighbour only looks."""
    size: int


class Search(NamedTuple):
    """One hypothesis against one reference."""

    words: np.ndarray
    """int32 (n_words,): the hypothesis after the shifts so far."""
    moved: np.ndarray
    """int32 (n_words,): the words that a candidate changes, where it changes them."""
    reference: np.ndarray
    """int32 (n_reference,)"""
    table: Table
    forward: np.ndarray
    """int32 (size,): the distance from the beginning to each cell."""
    backward: np.ndarray
    """int32 (size,): the distance from each cell to the end."""
    trial: np.ndarray
    """int32 (size,): ``forward`` for a candidate, where it differs."""
    path: np.ndarray
    """uint8 (n_words + n_reference,): the edits that turn the words into the reference, at its end."""
    aligned: np.ndarray
    """int64 (n_reference,): for each reference word, the last hypothesis position up to it, -1 where there is none."""
    word_wrong: np.ndarray
    """bool (n_words,): whether the hypothesis word is deleted or substituted."""
    reference_wrong: np.ndarray
    """bool (n_reference,): whether the reference word is inserted or substituted."""


@_jit
def _table(n_words, n_reference):
    """The beam of a fixed width around the diagonal, wider where one text is so much longer that it would break."""
    ratio = n_reference / n_words if n_words else 1.0
    width = BEAM_WIDTH if ratio / 2 <= BEAM_WIDTH else math.ceil(ratio / 2 + BEAM_WIDTH)
    lows = np.zeros(n_words + 1, np.int64)
    highs = np.full(n_words + 1, n_reference + 1)
    for row in range(1, n_words + 1):
        diagonal = math.floor(row * ratio)
        lows[row] = max(0, diagonal - width)
        if row < n_words:
            highs[row] = min(n_reference + 1, diagonal + width)
    if n_words:
        highs[0] = highs[1]  # row 0 is 0, 1, 2, ...; nobody looks further
    offsets = np.zeros(n_words + 1, np.int64)
    size = 0
    for row in range(n_words + 1):
        first = max(0, lows[max(0, row - 1)] - 1)
        last = highs[min(n_words, row + 1)] + 1
        offsets[row] = size - first
        size += last - first
    return Table(lows, highs, offsets, size)


@_jit
def _search(words, reference):
    n_words, n_reference = len(words), len(reference)
    table = _table(n_words, n_reference)
    search = Search(
        words,
        np.empty(n_words, np.int32),
        reference,
        table,
        np.full(table.size, _FAR, np.int32),
        np.full(table.size, _FAR, np.int32),
        np.full(table.size, _FAR, np.int32),
        np.empty(n_words + n_reference, np.uint8),
        np.empty(n_reference, np.int64),
        np.empty(n_words, np.bool_),
        np.empty(n_reference, np.bool_),
    )
    for position in range(table.highs[0]):
        search.forward[position] = position
    for position in range(table.lows[n_words], n_reference + 1):
        search.backward[table.offsets[n_words] + position] = n_reference - position
    return search


@_jit
def _fill_forward(cells, table, words, reference, first, last):
    """The rows first + 1 to last from row first."""
    for row in range(first + 1, last + 1):
        above, here, low, word = table.offsets[row - 1], table.offsets[row], table.lows[row], words[row - 1]
        left = np.int32(_FAR)
        if low == 0:
            left = cells[here] = cells[above] + 1
            low = 1
        for position in range(low, table.highs[row]):
            diagonal = cells[above + position - 1] + (word != reference[position - 1])
            left = min(diagonal, min(cells[above + position], left) + 1)
            cells[here + position] = left


@_jit
def _fill_backward(cells, table, words, reference, first, last):
    """The rows last - 1 down to first from row last."""
    for row in range(last - 1, first - 1, -1):
        below, here, high, word = table.offsets[row + 1], table.offsets[row], table.highs[row], words[row]
        right = np.int32(_FAR)
        if high == len(reference) + 1:
            high -= 1
            right = cells[here + high] = cells[below + high] + 1
        for position in range(high - 1, table.lows[row] - 1, -1):
            diagonal = cells[below + position + 1] + (word != reference[position])
            right = min(diagonal, min(cells[below + position], right) + 1)
            cells[here + position] = right


@_jit
def _trace(search):
    """Where in ``path`` the edits begin: of those that cost as little, match or substitution, deletion, insertion."""
    cells, offsets = search.forward, search.table.offsets
    row, position, at = len(search.words), len(search.reference), len(search.path)
    while row or position:
        at -= 1
        search.path[at] = INSERTION
        if row:
            cost = cells[offsets[row] + position]
            if position:
                wrong = search.words[row - 1] != search.reference[position - 1]
                if cells[offsets[row - 1] + position - 1] + wrong == cost:
                    search.path[at] = SUBSTITUTION if wrong else MATCH
                    row -= 1
                    position -= 1
                    continue
            if cells[offsets[row - 1] + position] + 1 == cost:
                search.path[at] = DELETION
                row -= 1
                continue
        position -= 1
    return at


@_jit
def _align(search, at):
    """What the search for shifts has to know about the path that begins at ``at``."""
    word, position = -1, -1
    for kind in search.path[at:]:
        if kind != INSERTION:
            word += 1
            search.word_wrong[word] = kind != MATCH
        if kind != DELETION:
            position += 1
            search.aligned[position] = word
            search.reference_wrong[position] = kind != MATCH


@_jit
def _least(words, reference, counts):
    """The distance that no order of the words is below; ``counts`` (n_types,) is zero before and after."""
    matches = 0
    for word in words:
        counts[word] += 1
    for word in reference:
        matches += counts[word] > 0
        counts[word] -= 1
    for word in reference:
        counts[word] = 0
    for word in words:
        counts[word] = 0
    return max(len(words), len(reference)) - matches


@_jit
def _destination(n_words, start, length, target):
    """Where the phrase begins afterwards; a target within it moves it on by so many words, as in tercom."""
    if target > start + length:
        return target - length
    return min(target, n_words - length)


@_jit
def _move(words, moved, start, length, destination):
    """Writes the words that a shift changes, and gives their span."""
    first, last = min(start, destination), max(start, destination) + length
    for position in range(length):
        moved[destination + position] = words[start + position]
    for position in range(first, start):
        moved[position + length] = words[position]
    for position in range(start + length, last):
        moved[position - length] = words[position]
    return first, last


@_jit
def _distance_after(search, start, length, destination):
    """The distance of the hypothesis with this one shift: the best way over the last row that it changes."""
    table, cells = search.table, search.trial
    first, last = _move(search.words, search.moved, start, length, destination)
    for cell in range(table.offsets[first] + table.lows[first], table.offsets[first] + table.highs[first]):
        cells[cell] = search.forward[cell]
    _fill_forward(cells, table, search.moved, search.reference, first, last)
    best = np.int32(_FAR)
    for cell in range(table.offsets[last] + table.lows[last], table.offsets[last] + table.highs[last]):
        best = min(best, cells[cell] + search.backward[cell])
    return best


@_jit
def _best_shift(search, distance, least, n_candidates):
    """Gain, start, length and destination of the best shift, and the number of candidates so far.

    The highest gain is best, then the longest phrase, the earliest start, the earliest destination. The gain
    is 0 where nothing is gained, or where there are too many candidates to go on.
    """
    n_words, n_reference = len(search.words), len(search.reference)
    best = (0, MAX_SHIFT_LENGTH + 1, 0, 0)  # gain, length, -start, -target; beyond every candidate that gains nothing
    for start in range(n_words):
        nearest, furthest = max(0, start - MAX_SHIFT_DISTANCE), min(n_reference, start + MAX_SHIFT_DISTANCE + 1)
        for there in range(nearest, furthest):
            word_wrong = reference_wrong = False
            longest = min(MAX_SHIFT_LENGTH, n_words - start, n_reference - there)
            for length in range(1, longest + 1):
                if search.words[start + length - 1] != search.reference[there + length - 1]:
                    break
                word_wrong |= search.word_wrong[start + length - 1]
                reference_wrong |= search.reference_wrong[there + length - 1]
                if not (word_wrong and reference_wrong) or start <= search.aligned[there] < start + length:
                    continue
                tried = -1
                for position in range(there - 1, there + length):
                    target = search.aligned[position] + 1 if position >= 0 else 0
                    if target == tried:
                        continue
                    tried = target
                    n_candidates += 1
                    if (distance - least, length, -start, -target) <= best:
                        continue
                    destination = _destination(n_words, start, length, target)
                    gain = distance - _distance_after(search, start, length, destination)
                    if (gain, length, -start, -target) > best:
                        best = (gain, length, -start, -target)
                if n_candidates >= MAX_CANDIDATES:
                    return 0, 0, 0, 0, n_candidates
    gain, length, start, target = best
    return gain, -start, length, _destination(n_words, -start, length, -target), n_candidates


@_jit
def _edit(words, reference, counts, with_shifts, shifts):
    """Shifts ``words`` in place; gives the number of shifts and the path from there to the reference.

    ``shifts`` takes start, length, destination and the distance before each: there are fewer of them than
    candidates, and no more than the distance, which is at most the longer text.
    """
    search = _search(words, reference)
    n_words, n_shifts, n_candidates = len(words), 0, np.int64(0)
    _fill_forward(search.forward, search.table, words, reference, 0, n_words)
    at = _trace(search)
    least = _least(words, reference, counts) if with_shifts else 0
    changed = n_words
    while with_shifts:
        distance = np.int64(search.forward[search.table.offsets[n_words] + len(reference)])
        if distance == least:
            break
        _align(search, at)
        _fill_backward(search.backward, search.table, words, reference, 1, changed)
        gain, start, length, destination, n_candidates = _best_shift(search, distance, least, n_candidates)
        if gain <= 0:
            break
        for column, value in enumerate((start, length, destination, distance)):
            shifts[n_shifts, column] = value
        n_shifts += 1
        first, changed = _move(words, search.moved, start, length, destination)
        for position in range(first, changed):
            words[position] = search.moved[position]
        _fill_forward(search.forward, search.table, words, reference, first, n_words)
        at = _trace(search)
    return n_shifts, search.path[at:]


@_jit
def _count(ids, hyp_starts, hyp_ends, ref_starts, ref_ends, with_shifts, counts, out):
    """Fills ``out`` (n_segments, 6) with the statistics of each segment's cheapest reference, the first of equals."""
    for segment in range(len(hyp_starts)):
        start, end = hyp_starts[segment], hyp_ends[segment]
        fewest, total, n_references = -1, 0, 0
        for reference in range(len(ref_starts)):
            first, last = ref_starts[reference, segment], ref_ends[reference, segment]
            if first < 0:
                continue
            total += last - first
            n_references += 1
            words = ids[start:end].copy()
            shifts = np.empty((min(MAX_CANDIDATES, max(end - start, last - first)), 4), np.int64)
            n_shifts, path = _edit(words, ids[first:last], counts, with_shifts, shifts)
            edits = n_shifts
            for kind in path:
                edits += kind != MATCH
            if 0 <= fewest <= edits:
                continue
            fewest = edits
            out[segment] = 0
            for kind in path:
                if kind != MATCH:
                    out[segment, kind - 1] += 1
            out[segment, 3] = n_shifts
            for shift in range(n_shifts):
                out[segment, 4] += shifts[shift, 1]
        out[segment, 5] = total / n_references


def count_edits(tokens: Tokens, hypothesis: int, references: slice, with_shifts: bool) -> np.ndarray:
    """The edits of one column of hypotheses.

    Returns float64 (n_segments, 6): insertions, deletions, substitutions, shifts and shifted words against
    the reference that takes the fewest edits, and the mean length of all references there are.
    """
    starts, ends = tokens.starts[hypothesis], tokens.ends[hypothesis]
    out = np.zeros((len(starts), 6))
    counts = np.zeros(len(tokens.vocabulary), np.int32)
    _count(tokens.ids, starts, ends, tokens.starts[references], tokens.ends[references], with_shifts, counts, out)
    return out


class Path(NamedTuple):
    """How one hypothesis becomes one reference."""

    shifts: np.ndarray
    """int64 (n_shifts, 4): start, length, destination, and the distance before, in order."""
    kinds: np.ndarray
    """uint8 (n_edits,): MATCH, INSERTION, DELETION or SUBSTITUTION, from left to right after the shifts."""


def find_path(words: np.ndarray, reference: np.ndarray, with_shifts: bool) -> Path:
    """The edits of one hypothesis, int32 (n_words,), against one reference, int32 (n_reference,): what is counted."""
    n_types = max(words.max(initial=-1), reference.max(initial=-1)) + 1
    shifts = np.empty((min(MAX_CANDIDATES, max(len(words), len(reference))), 4), np.int64)
    n_shifts, kinds = _edit(words.copy(), reference, np.zeros(n_types, np.int32), with_shifts, shifts)
    return Path(shifts[:n_shifts], kinds)
