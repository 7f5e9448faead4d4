"""Kernels: distances of characters, and CharacTER's shifts of words.

Distances are computed 64 places of the reference at a time, as bits: Hyyrö (2003), after Myers (1999). All kernels are
in this one file because Numba's cache does not notice when a kernel in another file changes.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Floats, Ids, Ints
from ..counting.blocks import MAX_WORK, bounded_runs
from ..counting.kernels import kernel
from ..counting.progress import Progress
from ..text.tokenizers import SegmentSpans, Tokens

Bits = npt.NDArray[np.uint64]

WIDTH = 64
NO_BIT, FIRST_BIT = np.uint64(0), np.uint64(1)
LAST_BIT = np.uint64(1 << (WIDTH - 1))


@kernel
def _mark(places: Bits, tokens: Ids) -> None:
    """Mark in ``places`` (n_types, n_blocks) the place of each token."""
    for at in range(len(tokens)):
        places[tokens[at], at // WIDTH] |= FIRST_BIT << np.uint64(at % WIDTH)


@kernel
def _advance(places: Bits, rises: Bits, falls: Bits, n_reference: int) -> int:
    """Add one token of the hypothesis, and return the change of the distance to the whole reference.

    ``places`` (n_blocks,) has the token's places in the reference. ``rises`` and ``falls`` (n_blocks,) have the places
    after which the distance is one more, or one less, than before them.
    """
    change = 1
    for block in range(len(places)):
        same, before = places[block], change
        straight = same | falls[block]
        if before < 0:
            same |= FIRST_BIT
        level = (((same & rises[block]) + rises[block]) ^ rises[block]) | same
        rising, falling = falls[block] | ~(level | rises[block]), rises[block] & level
        end = LAST_BIT if block + 1 < len(places) else FIRST_BIT << np.uint64((n_reference - 1) % WIDTH)
        change = int((rising & end) != NO_BIT) - int((falling & end) != NO_BIT)
        rising, falling = rising << FIRST_BIT, falling << FIRST_BIT
        if before > 0:
            rising |= FIRST_BIT
        elif before < 0:
            falling |= FIRST_BIT
        rises[block], falls[block] = falling | ~(straight | rising), rising & straight
    return change


@kernel
def _distance(tokens: Ids, reference: Ids, places: Bits) -> int:
    """Return the Levenshtein distance; ``places`` (n_types, at least n_blocks) is zero before and after the call."""
    if not len(reference):
        return len(tokens)
    n_blocks = (len(reference) - 1) // WIDTH + 1
    rises, falls = np.full(n_blocks, ~NO_BIT), np.zeros(n_blocks, np.uint64)
    _mark(places, reference)
    distance = len(reference)
    for token in tokens:
        distance += _advance(places[token, :n_blocks], rises, falls, len(reference))
    for token in reference:
        places[token, :n_blocks] = NO_BIT
    return distance


@kernel
def _count(texts: SegmentSpans, places: Bits, out: Floats) -> None:
    """Fill ``out`` (n_segments, 2): the edits against the reference with the fewest, the mean length of references."""
    for segment in range(len(texts.starts)):
        tokens = texts.ids[texts.starts[segment] : texts.ends[segment]].copy()
        fewest, total, n_references = -1, 0, 0
        for number in range(len(texts.ref_starts)):
            first, last = texts.ref_starts[number, segment], texts.ref_ends[number, segment]
            if first >= 0:
                edits = _distance(tokens, texts.ids[first:last].copy(), places)
                fewest = edits if fewest < 0 else min(fewest, edits)
                total += last - first
                n_references += 1
        out[segment, 0], out[segment, 1] = fewest, total / n_references


def count_character_edits(tokens: Tokens, hypothesis: int, references: slice, on_progress: Progress) -> Floats:
    """Return the edits of one column of hypotheses, float64 (n_segments, 2).

    The columns are insertions, deletions and substitutions together, against the reference that takes the fewest, and
    the mean length of the references that are not missing.
    """
    lengths = tokens.ends - tokens.starts
    out = np.empty((lengths.shape[1], 2))
    n_blocks = int(lengths[references].max(initial=0)) // WIDTH + 1
    places = np.zeros((len(tokens.vocabulary), n_blocks), np.uint64)
    for run in bounded_runs(lengths[hypothesis] * lengths[references].sum(axis=0), MAX_WORK):
        _count(tokens.spans(hypothesis, references, run), places, out[run])
        on_progress(run.stop / len(out))
    return out


class Spelling(NamedTuple):
    """The spelling of the words of a vocabulary, and their alphabetical order."""

    letters: Ids
    """Letters of all words, numbered from 1, a space as 0: int32 (n_letters,)."""
    ends: Ints
    """Place in ``letters`` where each word ends, int64 (n_types + 1,); word w begins where w - 1 ends."""
    ranks: Ints
    """Rank of each word in the order of Python's strings, int64 (n_types,)."""


def spell(vocabulary: pa.StringArray) -> Spelling:
    """Return the spelling of words without spaces."""
    points = np.frombuffer("".join(vocabulary.to_pylist()).encode("utf-32-le"), np.int32)
    letters = np.unique(points, return_inverse=True)[1].astype(np.int32) + np.int32(1)
    ends = np.append(0, np.cumsum(pc.utf8_length(vocabulary).to_numpy(zero_copy_only=False), dtype=np.int64))
    ranks = np.empty(len(vocabulary), np.int64)
    ranks[pc.sort_indices(vocabulary).to_numpy()] = np.arange(len(vocabulary))  # bytes of UTF-8 sort as code points
    return Spelling(letters, ends, ranks)


class Shifting(NamedTuple):
    """Buffers for one hypothesis against one reference while phrases are shifted."""

    words: Ids
    """Hypothesis after the shifts so far, int32 (n_words,)."""
    moved: Ids
    """Hypothesis after the shift that is being tried, int32 (n_words,)."""
    best: Ids
    """Hypothesis after the best shift tried, int32 (n_words,)."""
    reference: Ids
    """Words of the reference, int32 (n_reference,)."""
    places: Bits
    """Places of each word in the reference, uint64 (n_types, n_blocks)."""
    rises: Bits
    """Rises as in ``_advance`` after each number of words, uint64 (n_words + 2, n_blocks); the last is the trial's."""
    falls: Bits
    """Falls as in ``_advance`` after each number of words, uint64 (n_words + 2, n_blocks); the last is the trial's."""
    distances: Ints
    """Distance of the first words, by their number, to the whole reference, int64 (n_words + 1,)."""


@kernel
def _fill_rows(search: Shifting) -> None:
    """Fill ``rises``, ``falls`` and ``distances`` for the current words."""
    n_reference = len(search.reference)
    search.rises[0], search.falls[0], search.distances[0] = ~NO_BIT, NO_BIT, n_reference
    for word in range(len(search.words)):
        search.rises[word + 1], search.falls[word + 1] = search.rises[word], search.falls[word]
        rises, falls = search.rises[word + 1], search.falls[word + 1]
        change = _advance(search.places[search.words[word]], rises, falls, n_reference)
        search.distances[word + 1] = search.distances[word] + change


@kernel
def _move(search: Shifting, start: int, length: int, destination: int) -> None:
    """Write the hypothesis with the phrase moved to ``destination`` into ``moved``."""
    words, moved, last = search.words, search.moved, max(start, destination) + length
    moved[:] = words
    if destination > start:
        moved[start:destination] = words[start + length : last]
    else:
        moved[destination + length : last] = words[destination:start]
    moved[destination : destination + length] = words[start : start + length]


@kernel
def _distance_after(search: Shifting, first: int, limit: int) -> int:
    """Return the distance of ``moved``, which equals ``words`` up to word ``first``, if it is at most ``limit``.

    Otherwise return a number above ``limit`` and not above the distance.
    """
    n_words, n_reference, least = (
        len(search.moved),
        len(search.reference),
        search.distances[first] + first - len(search.moved),
    )
    rises, falls = search.rises[n_words + 1], search.falls[n_words + 1]
    rises[:], falls[:] = search.rises[first], search.falls[first]
    for word in search.moved[first:]:
        if least > limit:
            break
        least += 1 + _advance(search.places[word], rises, falls, n_reference)
    return int(least)


@kernel
def _least_distance(words: Ids, reference: Ids) -> int:
    """Return a lower bound of the distance for every order of the words: the longer length less the common words."""
    one, other = np.sort(words), np.sort(reference)
    at = other_at = matches = 0
    while at < len(one) and other_at < len(other):
        same, is_before = one[at] == other[other_at], one[at] <= other[other_at]
        matches += same
        other_at += same or not is_before
        at += is_before
    return max(len(one), len(other)) - matches


@kernel
def _is_later(words: Ids, others: Ids, ranks: Ints) -> bool:
    """Return whether a list of words comes after another list of equal length in alphabetical order."""
    for place in range(len(words)):
        if words[place] != others[place]:
            return bool(ranks[words[place]] > ranks[others[place]])
    return False


@kernel
def _find_best_shift(search: Shifting, score: float, least: int, ranks: Ints) -> float:
    """Find the shift after which the distance for each reference word is lowest; return the fall of that distance.

    ``score`` is that distance before the shift. Of equally good shifts the one is chosen whose words are alphabetically
    the last.
    """
    n_words, n_reference = len(search.words), len(search.reference)
    distance, best = search.distances[n_words], 0.0
    for start in range(n_words):
        for target in range(n_reference):
            if start == target or search.words[start] != search.reference[target]:
                continue
            length = 1
            while (
                start + length < n_words
                and target + length < n_reference
                and search.words[start + length] == search.reference[target + length]
            ):
                length += 1
            destination = min(target, n_words - length)
            # two phrases change places: at worst every word of the shorter one is inserted here and deleted there
            lower = max(least, distance - 2 * min(length, abs(destination - start)))
            fall = score - lower / n_reference
            if fall <= 0 or fall < best:
                continue
            _move(search, start, length, destination)
            limit = int((score - best) * n_reference) + 1  # above this the shift is worse than the best one
            fall = score - _distance_after(search, min(start, destination), limit) / n_reference
            if fall > best or (fall == best and best > 0 and _is_later(search.moved, search.best, ranks)):
                best = fall
                search.best[:] = search.moved
    return best


@kernel
def _shift(words: Ids, reference: Ids, ranks: Ints, places: Bits) -> Ids:
    """Return the hypothesis after all shifts, int32 (n_words,); ``places`` is as in ``_distance``."""
    n_words, n_blocks = len(words), (len(reference) - 1) // WIDTH + 1
    moved, best = np.empty((2, n_words), np.int32)
    rises, falls = np.empty((2, n_words + 2, n_blocks), np.uint64)
    distances = np.empty(n_words + 1, np.int64)
    _mark(places, reference)
    search = Shifting(words.copy(), moved, best, reference, places[:, :n_blocks], rises, falls, distances)
    least = _least_distance(words, reference)
    _fill_rows(search)
    score = distances[n_words] / len(reference)
    while score > 0:
        fall = _find_best_shift(search, score, least, ranks)
        if fall <= 0:
            break
        score -= fall
        search.words[:] = search.best
        _fill_rows(search)
    for word in reference:
        places[word, :n_blocks] = NO_BIT
    return search.words


@kernel
def _shift_cost(shifted: Ids, original: Ids, ends: Ints) -> float:
    """Return the sum of the mean word length of each phrase that was shifted towards the end."""
    cost, position = 0.0, 0
    while position < len(original):
        length = 0
        if original[position] != shifted[position]:
            for place in range(position + 1, len(shifted)):
                if original[position] == shifted[place]:
                    while (
                        position + length < len(original)
                        and place + length < len(shifted)
                        and original[position + length] == shifted[place + length]
                    ):
                        length += 1
                    break
        letters = 0
        for word in original[position : position + length]:
            letters += ends[word + 1] - ends[word]
        if length:
            cost += letters / length
        position += max(length, 1)
    return cost


@kernel
def _letters(words: Ids, spelling: Spelling) -> Ids:
    """Return the letters of the words, with a space between neighbouring words."""
    length = len(words) - 1
    for word in words:
        length += spelling.ends[word + 1] - spelling.ends[word]
    letters, at = np.zeros(length, np.int32), 0
    for word in words:
        first, last = spelling.ends[word], spelling.ends[word + 1]
        letters[at : at + last - first] = spelling.letters[first:last]
        at += last - first + 1
    return letters


@kernel
def _measure(texts: SegmentSpans, spelling: Spelling, word_places: Bits, letter_places: Bits, out: Floats) -> None:
    """Fill ``out`` (n_segments,) with CharacTER against one column of references, 1 where a text is empty."""
    for segment in range(len(texts.starts)):
        words = texts.ids[texts.starts[segment] : texts.ends[segment]].copy()
        reference = texts.ids[texts.ref_starts[0, segment] : texts.ref_ends[0, segment]].copy()
        out[segment] = 1.0
        if len(words) and len(reference):
            shifted = _shift(words, reference, spelling.ranks, word_places)
            letters = _letters(shifted, spelling)
            edits = _distance(letters, _letters(reference, spelling), letter_places)
            out[segment] = min(1.0, (edits + _shift_cost(shifted, words, spelling.ends)) / len(letters))


def charac_ter_scores(tokens: Tokens, hypothesis: int, reference: int, run: slice) -> Floats:
    """Return CharacTER, 0 to 1, of a run of hypotheses against one column of references, float64 (n_in_run,).

    It is 1 where a text is empty or missing. The words of the vocabulary have no spaces.
    """
    spelling, texts = spell(tokens.vocabulary), tokens.spans(hypothesis, slice(reference, reference + 1), run)
    words = texts.ref_ends[0] - texts.ref_starts[0]
    letters = np.append(0, np.cumsum(np.diff(spelling.ends)[tokens.ids]))
    lengths = letters[texts.ref_ends[0]] - letters[texts.ref_starts[0]] + words
    sizes = (len(tokens.vocabulary), words), (int(spelling.letters.max(initial=0)) + 1, lengths)
    word_places, letter_places = (
        np.zeros((n_types, int(longest.max(initial=0)) // WIDTH + 1), np.uint64) for n_types, longest in sizes
    )
    scores = np.empty(len(words))
    _measure(texts, spelling, word_places, letter_places, scores)
    return scores
