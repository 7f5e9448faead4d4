"""Kernels: edit distance within tercom's beam, and its greedy search for shifts, as in sacreBLEU.

Snover et al. (2006), section 3, with the limits of tercom and the choices that sacreBLEU documents in ``lib_ter.py``.
Every number of edits is sacreBLEU's; only the computation is shorter. A shift does not change the words before it and
after it, so the rows of the distance table from above (``forward``) and from below (``backward``) hold on both sides of
it: only the rows that the shift changes are computed for a candidate.

Shifts move words[start:start + length] so that they begin at ``destination`` afterwards.

All kernels are in this one file because Numba's cache does not notice when a kernel in another file changes.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..counting.arrays import Flags, Floats, Ids, Ints, read_only
from ..counting.blocks import bounded_runs
from ..counting.kernels import kernel
from ..counting.progress import Progress, no_progress
from ..counting.threads import run_side_by_side
from ..text.tokenizers import SegmentSpans, Tokens

MAX_SHIFT_LENGTH = 10
MAX_SHIFT_DISTANCE = 50
MAX_CANDIDATES = 1000
"""Most shifts tried for one hypothesis in all; a search that reaches this number ends without its last shift."""
BEAM_WIDTH = 25
MAX_WORDS = 5000
"""Words of hypotheses and references between two reports of progress, about 0.1 s of one core at most."""

MATCH, INSERTION, DELETION, SUBSTITUTION = range(4)
NO_WORD = -1
"""Value of an edit without a hypothesis word, or without a reference word."""

MAX_BITS = 62
"""Most reference words that fit into one number of 64 bits, with the carry of an addition."""

_FAR = 1 << 29  # outside the beam; a few more words on top do not overflow

Kinds = npt.NDArray[np.uint8]


class Beam(NamedTuple):
    """The cells of a distance table that are computed, row by row: row 0, and one row for each hypothesis word."""

    lows: Ints
    """First reference position of each row, int64 (n_words + 1,)."""
    highs: Ints
    """End of each row, exclusive, int64 (n_words + 1,)."""
    offsets: Ints
    """Offset of each row, int64 (n_words + 1,): cell (i, j) is ``cells[offsets[i] + j]``.

    Cells next to the row's own have a place too, because the rows above and below read them; they stay at _FAR.
    """
    size: int


class Search(NamedTuple):
    """Buffers for the search with one hypothesis against one reference."""

    words: Ids
    """Hypothesis after the shifts so far, int32 (n_words,)."""
    moved: Ids
    """Words that a candidate changes, valid only at the changed places, int32 (n_words,)."""
    reference: Ids
    """Words of the reference, int32 (n_reference,)."""
    beam: Beam
    forward: Ids
    """Distance from the beginning to each cell, int32 (size,)."""
    backward: Ids
    """Distance from each cell to the end, int32 (size,)."""
    trial: Ids
    """Values of ``forward`` for a candidate, where they differ, int32 (size,)."""
    path: Kinds
    """Edits that turn the words into the reference, at the array's end, uint8 (n_words + n_reference,)."""
    aligned: Ints
    """Last hypothesis position up to each reference word, -1 where there is none, int64 (n_reference,)."""
    word_wrong: Flags
    """Whether each hypothesis word is deleted or substituted, bool (n_words,)."""
    reference_wrong: Flags
    """Whether each reference word is inserted or substituted, bool (n_reference,)."""
    places: Ints
    """Places of each hypothesis word in the reference, a bit for each reference word, int64 (2, n_words).

    The second row is the same with both texts read backwards.
    """
    rises: Ints
    """Rises of the distance table's rows as bits, int64 (2, n_words + 1).

    A row has the distances of the first hypothesis words to each beginning of the reference. A bit is set for each
    reference word after which the distance is one more than before it. The second row of the array is the same with
    both texts read backwards.
    """
    falls: Ints
    """Falls of the distance table's rows as bits, int64 (2, n_words + 1): where the distance is one less."""


@kernel
def _beam(n_words: int, n_reference: int) -> Beam:
    """Return the beam of a fixed width around the diagonal.

    The beam is wider where the reference is so long that neighbouring rows would not meet.
    """
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
        highs[0] = highs[1]  # no other row reads further cells of row 0
    offsets = np.zeros(n_words + 1, np.int64)
    size = 0
    for row in range(n_words + 1):
        first = max(0, lows[max(0, row - 1)] - 1)
        last = highs[min(n_words, row + 1)] + 1
        offsets[row] = size - first
        size += last - first
    return Beam(lows, highs, offsets, size)


@kernel
def _search(words: Ids, reference: Ids) -> Search:
    n_words, n_reference = len(words), len(reference)
    beam = _beam(n_words, n_reference)
    forward, backward, trial = np.full((3, beam.size), _FAR, np.int32)
    path, aligned = np.empty(n_words + n_reference, np.uint8), np.empty(n_reference, np.int64)
    wrong = np.empty(n_words, np.bool_), np.empty(n_reference, np.bool_)
    places, (rises, falls) = np.empty((2, n_words), np.int64), np.empty((2, 2, n_words + 1), np.int64)
    cells = forward, backward, trial
    search = Search(
        words, np.empty(n_words, np.int32), reference, beam, *cells, path, aligned, *wrong, places, rises, falls
    )
    for position in range(beam.highs[0]):
        search.forward[position] = position
    for position in range(beam.lows[n_words], n_reference + 1):
        search.backward[beam.offsets[n_words] + position] = n_reference - position
    return search


@kernel
def _fill_forward(cells: Ids, beam: Beam, words: Ids, reference: Ids, first: int, last: int) -> None:
    """Fill the rows first + 1 to last from row first."""
    for row in range(first + 1, last + 1):
        above, here, low, word = beam.offsets[row - 1], beam.offsets[row], beam.lows[row], words[row - 1]
        left = np.int32(_FAR)
        if low == 0:
            left = cells[here] = cells[above] + 1
            low = 1
        row_cells, before = cells[here + low : here + beam.highs[row]], cells[above + low : above + beam.highs[row]]
        corner = cells[above + low - 1]
        for place, reference_word in enumerate(reference[low - 1 : beam.highs[row] - 1]):
            straight = corner + np.int32(word != reference_word)
            corner = before[place]
            left = min(straight, min(corner, left) + np.int32(1))
            row_cells[place] = left


@kernel
def _fill_backward(cells: Ids, beam: Beam, words: Ids, reference: Ids, first: int, last: int) -> None:
    """Fill the rows last - 1 down to first from row last."""
    for row in range(last - 1, first - 1, -1):
        below, here, high, word = beam.offsets[row + 1], beam.offsets[row], beam.highs[row], words[row]
        right = np.int32(_FAR)
        if high == len(reference) + 1:
            high -= 1
            right = cells[here + high] = cells[below + high] + 1
        low = beam.lows[row]
        row_cells, after = cells[here + low : here + high], cells[below + low : below + high]
        corner = cells[below + high]
        for place in range(len(row_cells) - 1, -1, -1):
            straight = corner + np.int32(word != reference[low + place])
            corner = after[place]
            right = min(straight, min(corner, right) + np.int32(1))
            row_cells[place] = right


@kernel
def _trace(search: Search) -> int:
    """Return the place in ``path`` where the edits begin.

    Of edits with equal costs it takes match or substitution first, then deletion, then insertion.
    """
    cells, offsets = search.forward, search.beam.offsets
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


@kernel
def _align(search: Search, at: int) -> None:
    """Fill ``aligned``, ``word_wrong`` and ``reference_wrong`` from the path that begins at ``at``."""
    word, position = -1, -1
    for kind in search.path[at:]:
        if kind != INSERTION:
            word += 1
            search.word_wrong[word] = kind != MATCH
        if kind != DELETION:
            position += 1
            search.aligned[position] = word
            search.reference_wrong[position] = kind != MATCH


@kernel
def _distance_lower_bound(words: Ids, reference: Ids, counts: Ids) -> int:
    """Return a lower bound of the distance for every order of the words.

    ``counts`` (n_types,) is zero before and after the call.
    """
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


@kernel
def _destination(n_words: int, start: int, length: int, target: int) -> int:
    """Return the place where the phrase begins after the shift.

    A target within the phrase moves it on by ``target - start`` words, as in tercom.
    """
    if target > start + length:
        return target - length
    return min(target, n_words - length)


@kernel
def _move(words: Ids, moved: Ids, start: int, length: int, destination: int) -> tuple[int, int]:
    """Write the words that a shift changes into ``moved``, and return their span."""
    first, last = min(start, destination), max(start, destination) + length
    for position in range(length):
        moved[destination + position] = words[start + position]
    for position in range(first, start):
        moved[position + length] = words[position]
    for position in range(start + length, last):
        moved[position - length] = words[position]
    return first, last


@kernel
def _distance_after(search: Search, start: int, length: int, destination: int) -> int:
    """Return the distance of the hypothesis with this shift: the minimum over the last row that the shift changes."""
    beam, cells = search.beam, search.trial
    first, last = _move(search.words, search.moved, start, length, destination)
    for cell in range(beam.offsets[first] + beam.lows[first], beam.offsets[first] + beam.highs[first]):
        cells[cell] = search.forward[cell]
    _fill_forward(cells, beam, search.moved, search.reference, first, last)
    best = np.int32(_FAR)
    for cell in range(beam.offsets[last] + beam.lows[last], beam.offsets[last] + beam.highs[last]):
        best = min(best, cells[cell] + search.backward[cell])
    return int(best)


@kernel
def _bits_suffice(beam: Beam, n_words: int, n_reference: int, limit: int) -> bool:
    """Return whether all paths of at most ``limit`` edits stay within the beam, and the reference fits into the bits.

    A path at a reference position other than its row's needs insertions or deletions to get there, and to get to the
    end from there: Ukkonen (1985).
    """
    longer = n_words - n_reference
    aside = (limit - abs(longer)) // 2
    before, behind = max(longer, 0) + aside, max(-longer, 0) + aside
    for row in range(n_words + 1):
        if beam.lows[row] > max(0, row - before) or beam.highs[row] <= min(n_reference, row + behind):
            return False
    return n_reference <= MAX_BITS


@kernel
def _next_row(rises: int, falls: int, places: int, everywhere: int) -> tuple[int, int]:
    """Return the next row of a table of distances from the row before, as bits: Hyyrö (2003), Figure 3.

    Hyyrö follows Myers (1999). ``places`` has the places of the row's word. Before the reference a distance is one more
    than in the row before.
    """
    straight = (((places & rises) + rises) ^ rises) | places | falls
    rising = falls | (everywhere & ~(straight | rises))
    falling = straight & rises
    rising = (rising << 1) | 1
    falling = falling << 1
    return everywhere & (falling | ~(straight | rising)), everywhere & straight & rising


@kernel
def _fill_bits(search: Search) -> None:
    """Fill ``places``, ``rises`` and ``falls``."""
    n_words, n_reference = len(search.words), len(search.reference)
    everywhere = (1 << n_reference) - 1
    for word in range(n_words):
        places = reverse = 0
        for position in range(n_reference):
            same = int(search.words[word] == search.reference[position])
            places |= same << position
            reverse |= same << (n_reference - 1 - position)
        search.places[0, word], search.places[1, n_words - 1 - word] = places, reverse
    for side in range(2):
        rises, falls = everywhere, 0
        search.rises[side, 0], search.falls[side, 0] = rises, falls
        for word in range(n_words):
            rises, falls = _next_row(rises, falls, search.places[side, word], everywhere)
            search.rises[side, word + 1], search.falls[side, word + 1] = rises, falls


@kernel
def _distance_by_bits(search: Search, start: int, length: int, destination: int) -> int:
    """Return the distance of the hypothesis after this shift, as ``_distance_after`` does, but without a beam.

    The words that change places are two phrases that follow each other.
    """
    n_words, n_reference = len(search.words), len(search.reference)
    everywhere = (1 << n_reference) - 1
    first, last = min(start, destination), max(start, destination) + length
    between = start if destination < start else start + length
    rises, falls = search.rises[0, first], search.falls[0, first]
    for word in range(between, last):
        rises, falls = _next_row(rises, falls, search.places[0, word], everywhere)
    for word in range(first, between):
        rises, falls = _next_row(rises, falls, search.places[0, word], everywhere)
    others, lower = search.rises[1, n_words - last], search.falls[1, n_words - last]
    both = best = back = 0  # distances less the one before the reference: both sides, their minimum, words behind
    for position in range(n_reference):
        reverse = n_reference - 1 - position
        change = ((lower >> reverse) & 1) - ((others >> reverse) & 1)
        back += change
        both += ((rises >> position) & 1) - ((falls >> position) & 1) + change
        best = min(best, both)
    return n_words + best - back


class Candidate(NamedTuple):
    """A possible shift."""

    gain: int
    """Number by which the shift lowers the distance."""
    start: int
    length: int
    destination: int


@kernel
def _best_shift(search: Search, distance: int, least: int, n_candidates: int, by_bits: bool) -> tuple[Candidate, int]:
    """Return the best shift, and the number of candidates so far.

    The highest gain is best, then the longest phrase, the earliest start, the earliest destination. The gain is 0 where
    nothing is gained, or where there are too many candidates to go on.
    """
    n_words, n_reference = len(search.words), len(search.reference)
    best = (0, MAX_SHIFT_LENGTH + 1, 0, 0)  # gain, length, -start, -target; beyond every candidate that gains nothing
    for start in range(n_words):
        nearest, furthest = max(0, start - MAX_SHIFT_DISTANCE), min(n_reference, start + MAX_SHIFT_DISTANCE + 1)
        for reference_start in range(nearest, furthest):
            if search.words[start] != search.reference[reference_start]:
                continue
            word_wrong = reference_wrong = False
            longest = min(MAX_SHIFT_LENGTH, n_words - start, n_reference - reference_start)
            for length in range(1, longest + 1):
                if search.words[start + length - 1] != search.reference[reference_start + length - 1]:
                    break
                word_wrong |= search.word_wrong[start + length - 1]
                reference_wrong |= search.reference_wrong[reference_start + length - 1]
                if not (word_wrong and reference_wrong) or start <= search.aligned[reference_start] < start + length:
                    continue
                tried = -1
                for position in range(reference_start - 1, reference_start + length):
                    target = search.aligned[position] + 1 if position >= 0 else 0
                    if target == tried:
                        continue
                    tried = target
                    n_candidates += 1
                    if (distance - least, length, -start, -target) <= best:
                        continue
                    destination = _destination(n_words, start, length, target)
                    if by_bits:
                        gain = distance - _distance_by_bits(search, start, length, destination)
                    else:
                        gain = distance - _distance_after(search, start, length, destination)
                    if (gain, length, -start, -target) > best:
                        best = (gain, length, -start, -target)
                if n_candidates >= MAX_CANDIDATES:
                    return Candidate(0, 0, 0, 0), n_candidates
    gain, length, start, target = best
    return Candidate(gain, -start, length, _destination(n_words, -start, length, -target)), n_candidates


@kernel
def _edit(words: Ids, reference: Ids, counts: Ids, with_shifts: bool, shifts: Ints) -> tuple[int, Kinds]:
    """Shift ``words`` in place; return the number of shifts and the path from the shifted words to the reference.

    ``shifts`` is filled with start, length, destination and the distance before each shift. There are fewer shifts than
    candidates, and no more than the distance, which is at most the length of the longer text.
    """
    search = _search(words, reference)
    n_words, n_shifts, n_candidates = len(words), 0, 0
    _fill_forward(search.forward, search.beam, words, reference, 0, n_words)
    at = _trace(search)
    least = _distance_lower_bound(words, reference, counts) if with_shifts else 0
    changed = n_words
    while with_shifts:
        distance = int(search.forward[search.beam.offsets[n_words] + len(reference)])
        if distance == least:
            break
        _align(search, at)
        # Both ways find the same shift if any gains. Once bits suffice, ``backward`` is not needed again, because the
        # distance, and with it the number of bits needed, falls with every shift.
        by_bits = _bits_suffice(search.beam, n_words, len(reference), distance - 1)
        if by_bits:
            _fill_bits(search)
        else:
            _fill_backward(search.backward, search.beam, words, reference, 1, changed)
        shift, n_candidates = _best_shift(search, distance, least, n_candidates, by_bits)
        if shift.gain <= 0:
            break
        shifts[n_shifts, :3] = np.array((shift.start, shift.length, shift.destination))
        shifts[n_shifts, 3] = distance
        n_shifts += 1
        first, changed = _move(words, search.moved, shift.start, shift.length, shift.destination)
        for position in range(first, changed):
            words[position] = search.moved[position]
        _fill_forward(search.forward, search.beam, words, reference, first, n_words)
        at = _trace(search)
    return n_shifts, search.path[at:]


class Cheapest(NamedTuple):
    """A segment against the reference that takes the fewest edits, the first of equals."""

    reference: int
    """Number of the reference."""
    words: Ids
    """Hypothesis after the shifts, int32 (n_words,)."""
    shifts: Ints
    """Shifts as in ``Path``, int64 (n_shifts, 4)."""
    kinds: Kinds
    """Kinds of edits as in ``Path``, uint8 (n_edits,)."""
    length: float
    """Mean length of the references that are not missing."""


@kernel
def _cheapest(texts: SegmentSpans, with_shifts: bool, counts: Ids, segment: int) -> Cheapest:
    ids, start, end = texts.ids, texts.starts[segment], texts.ends[segment]
    fewest, chosen, total, n_references = -1, -1, 0, 0
    best_words, best_shifts, best_kinds = ids[:0], np.empty((0, 4), np.int64), np.empty(0, np.uint8)
    for reference in range(len(texts.ref_starts)):
        first, last = texts.ref_starts[reference, segment], texts.ref_ends[reference, segment]
        if first < 0:
            continue
        total += last - first
        n_references += 1
        words = ids[start:end].copy()
        shifts = np.empty((min(MAX_CANDIDATES, max(end - start, last - first)), 4), np.int64)
        n_shifts, kinds = _edit(words, ids[first:last], counts, with_shifts, shifts)
        edits = n_shifts
        for kind in kinds:
            edits += kind != MATCH
        if fewest < 0 or edits < fewest:
            fewest, chosen = edits, reference
            best_words, best_shifts, best_kinds = words, shifts[:n_shifts], kinds
    return Cheapest(chosen, best_words, best_shifts, best_kinds, total / n_references)


@kernel
def _count(texts: SegmentSpans, with_shifts: bool, counts: Ids, out: Floats) -> None:
    """Fill ``out`` (n_segments, 6), which is zero before, with the statistics of each segment."""
    for segment in range(len(texts.starts)):
        path = _cheapest(texts, with_shifts, counts, segment)
        for kind in path.kinds:
            if kind != MATCH:
                out[segment, kind - 1] += 1
        out[segment, 3] = len(path.shifts)
        for shift in range(len(path.shifts)):
            out[segment, 4] += path.shifts[shift, 1]
        out[segment, 5] = path.length


@kernel
def _collect(texts: SegmentSpans, with_shifts: bool, counts: Ids, edits: Ids, shifts: Ids) -> tuple[int, int]:
    """Fill the columns of ``edits`` and ``shifts`` as in ``Edits``; return the numbers of edits and of shifts."""
    n_edits = n_shifts = 0
    for segment in range(len(texts.starts)):
        path = _cheapest(texts, with_shifts, counts, segment)
        word, reference_word = 0, texts.ref_starts[path.reference, segment]
        for kind in path.kinds:
            if kind != MATCH:
                edits[0, n_edits], edits[1, n_edits] = segment, kind
                edits[2, n_edits] = NO_WORD if kind == INSERTION else path.words[word]
                edits[3, n_edits] = NO_WORD if kind == DELETION else texts.ids[reference_word]
                n_edits += 1
            word += kind != INSERTION
            reference_word += kind != DELETION
        for shift in range(len(path.shifts)):
            shifts[0, n_shifts], shifts[1, n_shifts] = segment, path.shifts[shift, 1]
            shifts[2, n_shifts] = path.shifts[shift, 2] - path.shifts[shift, 0]
            n_shifts += 1
    return n_edits, n_shifts


def count_edits(
    tokens: Tokens, hypothesis: int, references: slice, with_shifts: bool, on_progress: Progress = no_progress
) -> Floats:
    """Return the edits of one column of hypotheses, float64 (n_segments, 6).

    The columns are insertions, deletions, substitutions, shifts and shifted words against the reference that takes the
    fewest edits, and the mean length of the references that are not missing.
    """
    counts = np.zeros(len(tokens.vocabulary), np.int32)
    out = np.zeros((tokens.starts.shape[1], 6))
    for run, texts in _runs(tokens, hypothesis, references):
        _count(texts, with_shifts, counts, out[run])
        on_progress(run.stop / len(out))
    return out


class Edits(NamedTuple):
    """The edits of one column of hypotheses, except matches, and its shifts, segment by segment."""

    edits: Ids
    """Segment, kind, hypothesis word and reference word (or NO_WORD) of each edit, in order: int32 (4, n_edits)."""
    shifts: Ids
    """Segment, length and distance towards the end of the segment of each shift, in order: int32 (3, n_shifts)."""


def collect_edits(
    tokens: Tokens, hypothesis: int, references: slice, with_shifts: bool, on_progress: Progress = no_progress
) -> Edits:
    """Return each of the edits and shifts that ``count_edits`` counts."""

    def collect(part: tuple[slice, SegmentSpans]) -> tuple[int, Ids, Ids]:
        run, texts = part
        counts = np.zeros(len(tokens.vocabulary), np.int32)
        max_edits = int((texts.ends - texts.starts + (texts.ref_ends - texts.ref_starts).max(axis=0)).sum())
        edit_columns, moved = np.empty((4, max_edits), np.int32), np.empty((3, max_edits), np.int32)
        n_edits, n_shifts = _collect(texts, with_shifts, counts, edit_columns, moved)
        edit_columns[0, :n_edits] += run.start
        moved[0, :n_shifts] += run.start
        return run.stop, edit_columns[:, :n_edits].copy(), moved[:, :n_shifts].copy()

    edits, shifts = [np.zeros((4, 0), np.int32)], [np.zeros((3, 0), np.int32)]
    for stop, edit_columns, moved in run_side_by_side(collect, _runs(tokens, hypothesis, references)):
        edits.append(edit_columns)
        shifts.append(moved)
        on_progress(stop / tokens.starts.shape[1])
    return Edits(np.concatenate(edits, axis=1), np.concatenate(shifts, axis=1))


def _runs(tokens: Tokens, hypothesis: int, references: slice) -> Iterator[tuple[slice, SegmentSpans]]:
    """Yield runs of segments with about MAX_WORDS words, and the spans of each run."""
    lengths = tokens.ends - tokens.starts
    for run in bounded_runs(lengths[hypothesis] + lengths[references].sum(axis=0), MAX_WORDS):
        yield run, tokens.spans(hypothesis, references, run)


class Path(NamedTuple):
    """The shifts and edits that turn one hypothesis into one reference."""

    shifts: Ints
    """Start, length, destination and distance before each shift, in order, int64 (n_shifts, 4)."""
    kinds: Kinds
    """MATCH, INSERTION, DELETION or SUBSTITUTION, left to right after the shifts, uint8 (n_edits,)."""


def find_path(words: Ids, reference: Ids, with_shifts: bool) -> Path:
    """Return the counted edits of one hypothesis, int32 (n_words,), against one reference, int32 (n_reference,)."""
    n_types = max(words.max(initial=-1), reference.max(initial=-1)) + 1
    shifts = np.empty((min(MAX_CANDIDATES, max(len(words), len(reference))), 4), np.int64)
    counts = np.zeros(n_types, np.int32)
    # A writeable array has another type in Numba: with a writeable reference kernels would be compiled once more.
    n_shifts, kinds = _edit(words.copy(), read_only(reference), counts, with_shifts, shifts)
    return Path(shifts[:n_shifts], kinds)
