"""N-gram matches that count in part: the statistics of tolerant BLEU (Libovický and Pecina 2014, section 2).

A hypothesis word within epsilon of its partner takes the partner's form; its weight is 1 - AD, the weight of every
other word 1. An n-gram of the corrected hypothesis that is in the reference counts with the mean weight of its words. A
distinct n-gram counts at most as often as it is in the reference, the heaviest first, the leftmost of equals.

Each of several references corrects the hypothesis in its own way. So every distinct n-gram of the uncorrected
hypothesis counts by one reference: the one that gives its occurrences most in all, the first of equals. Where nothing
is corrected this is BLEU's count, clipped by the reference that has the n-gram most.

Weights are whole numbers of 1 / ``scale`` until they are divided, so that equal weights are exactly equal.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..counting.arrays import Flags, Floats, Ids, Ints
from ..counting.kernels import kernel
from ..text.tokenizers import SegmentSpans, Tokens
from .alignment import ColumnAlignment

ABSENT, CLIPPED, COUNTED = 0, 1, 2
"""States of a corrected n-gram: absent from the reference, clipped there, or counted there."""

States = npt.NDArray[np.int8]


class WeighedNGrams(NamedTuple):
    """The n-grams of one hypothesis by reference, position and order; entries beyond its end have no meaning."""

    words: Ids
    """Ids of the corrected hypothesis, int32 (n_references, length)."""
    losses: Ints
    """Loss of each word, (1 - weight) times the alignment's ``scale``, int64 (n_references, length)."""
    weights: Floats
    """Mean weight of each n-gram's words, float64 (n_references, length, max_order)."""
    states: States
    """ABSENT, CLIPPED or COUNTED for each n-gram, int8 (n_references, length, max_order)."""
    chosen: Ids
    """Number of the reference by which each n-gram counts, int32 (length, max_order)."""


class _Buffers(NamedTuple):
    """Buffers for finding n-grams, sized for the longest of all segments."""

    heads: Ids
    """First position of each word in the current sentence, -1 where it is not in it, int32 (n_types,)."""
    nexts: Ids
    """Next position of the same word, int32 (longest,)."""
    runs: Ids
    """Length of the last common run on each diagonal, int32 (2 * longest,)."""
    run_begins: Ids
    """Begin of the last common run on each diagonal, int32 (2 * longest,)."""
    remaining: Ids
    """Number of times that each n-gram may still count, int32 (longest,)."""
    firsts: Ids
    """First position of each n-gram in the sentence, -1 where it is not in it, int32 (longest, max_order)."""
    counts: Ids
    """Number of times that each n-gram is in the sentence, int32 (longest, max_order)."""


def _room(tokens: Tokens, texts: SegmentSpans, max_order: int) -> tuple[_Buffers, WeighedNGrams]:
    """Return buffers to work in, and buffers for the n-grams of the longest hypothesis."""
    longest = int((tokens.ends - tokens.starts).max(initial=0))
    heads = np.full(len(tokens.vocabulary), -1, np.int32)
    of_words = (np.zeros(size, np.int32) for size in (longest, 2 * longest, 2 * longest, longest))
    of_ngrams = np.zeros((2, longest, max_order), np.int32)
    shape = len(texts.ref_starts), int((texts.ends - texts.starts).max(initial=0))
    weighed = WeighedNGrams(
        words=np.zeros(shape, np.int32),
        losses=np.zeros(shape, np.int64),
        weights=np.zeros((*shape, max_order)),
        states=np.zeros((*shape, max_order), np.int8),
        chosen=np.zeros((shape[1], max_order), np.int32),
    )
    return _Buffers(heads, *of_words, *of_ngrams), weighed


@kernel
def _find(words: Ids, sentence: Ids, max_order: int, room: _Buffers) -> None:
    """Fill ``firsts`` and ``counts`` of ``room`` with the first place and the count of each n-gram in the sentence."""
    for j in range(len(sentence) - 1, -1, -1):
        room.nexts[j] = room.heads[sentence[j]]
        room.heads[sentence[j]] = j
    room.run_begins[: len(words) + len(sentence)] = -1
    room.firsts[: len(words)] = -1
    room.counts[: len(words)] = 0
    for i in range(len(words) - 1, -1, -1):
        j = room.heads[words[i]]
        while j >= 0:
            diagonal = j - i + len(words)
            run = room.runs[diagonal] + 1 if room.run_begins[diagonal] == i + 1 else 1
            room.runs[diagonal], room.run_begins[diagonal] = run, i
            for order in range(min(run, max_order)):
                if room.firsts[i, order] < 0:
                    room.firsts[i, order] = j
                room.counts[i, order] += 1
            j = room.nexts[j]
    for word in sentence:
        room.heads[word] = -1


@kernel
def _correct(
    ids: Ids, start: int, alignment: ColumnAlignment, reference: int, epsilon: float, words: Ids, losses: Ints
) -> None:
    for i in range(len(words)):
        token = start + i
        partner = alignment.partners[reference, token - alignment.offset]
        distance = alignment.distances[reference, token - alignment.offset]
        if partner >= 0 and distance / alignment.scale <= epsilon:
            words[i], losses[i] = ids[partner], distance
        else:
            words[i], losses[i] = ids[token], 0


@kernel
def _weigh(losses: Ints, scale: int, max_order: int, weights: Floats) -> None:
    for i in range(len(losses)):
        loss = 0
        for order in range(min(max_order, len(losses) - i)):
            loss += losses[i + order]
            full = (order + 1) * scale
            weights[i, order] = (full - loss) / full


@kernel
def _clip(weights: Floats, max_order: int, room: _Buffers, states: States) -> None:
    """Mark the n-grams that ``_find`` found as counted, each at most as often as it is in the sentence."""
    length = len(weights)
    states[:length] = ABSENT
    for order in range(max_order):
        enough = True
        for i in range(length):
            if room.firsts[i, order] >= 0:
                room.remaining[room.firsts[i, order]] = room.counts[i, order]
        for i in range(length):
            if room.firsts[i, order] >= 0:
                room.remaining[room.firsts[i, order]] -= 1
                enough &= room.remaining[room.firsts[i, order]] >= 0
                states[i, order] = COUNTED
        if not enough:
            firsts, counts = room.firsts[:length, order], room.counts[:, order]
            _clip_lightest(weights[:, order], firsts, counts, room.remaining, states[:, order])


@kernel
def _clip_lightest(weights: Floats, firsts: Ids, counts: Ids, remaining: Ids, states: States) -> None:
    for i in range(len(firsts)):
        if firsts[i] >= 0:
            remaining[firsts[i]] = counts[i]
    for i in np.argsort(-weights, kind="mergesort"):
        if firsts[i] >= 0:
            states[i] = COUNTED if remaining[firsts[i]] > 0 else CLIPPED
            remaining[firsts[i]] -= 1


@kernel
def _choose(hypothesis: Ids, is_there: Flags, room: _Buffers, weighed: WeighedNGrams) -> None:
    """Choose, for each distinct n-gram of the uncorrected hypothesis, the reference that gives it most."""
    length, max_order = len(hypothesis), weighed.chosen.shape[1]
    _find(hypothesis, hypothesis, max_order, room)
    sums = np.zeros((len(is_there), length))
    for order in range(max_order):
        for reference in range(len(is_there)):
            sums[reference] = 0.0 if is_there[reference] else -1.0
            for i in range(length - order):
                if is_there[reference] and weighed.states[reference, i, order] == COUNTED:
                    sums[reference, room.firsts[i, order]] += weighed.weights[reference, i, order]
        for i in range(length - order):
            best = 0
            for reference in range(1, len(is_there)):
                if sums[reference, room.firsts[i, order]] > sums[best, room.firsts[i, order]]:
                    best = reference
            weighed.chosen[i, order] = best


@kernel
def _segment(
    texts: SegmentSpans,
    segment: int,
    alignment: ColumnAlignment,
    epsilon: float,
    room: _Buffers,
    weighed: WeighedNGrams,
    out: Floats,
) -> None:
    """Fill ``weighed`` with one hypothesis, corrected, found and weighed by each reference; sum its weights in ``out``.

    The sums, (max_order,), add up the counted n-grams' weights, left to right.
    """
    ids, start, end = texts.ids, texts.starts[segment], texts.ends[segment]
    ref_starts, ref_ends = texts.ref_starts[:, segment], texts.ref_ends[:, segment]
    length, max_order = end - start, weighed.chosen.shape[1]
    is_there = ref_starts >= 0
    n_there, last = 0, 0
    for reference in range(len(is_there)):
        if not is_there[reference]:
            continue
        n_there, last = n_there + 1, reference
        words, losses = weighed.words[reference, :length], weighed.losses[reference, :length]
        weights = weighed.weights[reference, :length]
        _correct(ids, start, alignment, reference, epsilon, words, losses)
        _weigh(losses, alignment.scale, max_order, weights)
        _find(words, ids[ref_starts[reference] : ref_ends[reference]], max_order, room)
        _clip(weights, max_order, room, weighed.states[reference])
    if n_there == 1:
        weighed.chosen[:length] = last
    else:
        _choose(ids[start:end], is_there, room, weighed)
    for order in range(max_order):
        out[order] = 0.0
        for i in range(length - order):
            reference = weighed.chosen[i, order]
            if weighed.states[reference, i, order] == COUNTED:
                out[order] += weighed.weights[reference, i, order]


@kernel
def _next_distance(distances: Ints, scale: int, above: float) -> float:
    """Return the least distance above a threshold; 2 where no distance is."""
    least = 2 * scale
    for reference in range(len(distances)):
        for distance in distances[reference]:
            if distance < least and distance / scale > above:
                least = distance
    return least / scale


@kernel
def _count(
    texts: SegmentSpans,
    alignment: ColumnAlignment,
    epsilons: Floats,
    room: _Buffers,
    weighed: WeighedNGrams,
    out: Floats,
) -> None:
    """Replace BLEU's matches in ``out`` (n_epsilons, n_segments, max_order) where a word is corrected."""
    for segment in range(len(texts.starts)):
        start, end = texts.starts[segment], texts.ends[segment]
        distances = alignment.distances[:, start - alignment.offset : end - alignment.offset]
        following = _next_distance(distances, alignment.scale, 0.0)
        for number in range(len(epsilons)):
            if following <= epsilons[number]:
                _segment(texts, segment, alignment, epsilons[number], room, weighed, out[number, segment])
                following = _next_distance(distances, alignment.scale, epsilons[number])
            elif number:
                out[number, segment] = out[number - 1, segment]


def count_tolerantly(
    tokens: Tokens, hypothesis: int, references: slice, alignment: ColumnAlignment, epsilons: Floats, exact: Floats
) -> Floats:
    """Return the weighted matches of one column of hypotheses at several thresholds, in ascending order.

    ``exact`` (n_segments, max_order) are BLEU's matches, which hold where no word is corrected. From one threshold to
    the next, only segments in which more words are corrected are counted again.

    Returns float64 (n_epsilons, n_segments, max_order).
    """
    texts, out = tokens.spans(hypothesis, references), np.repeat(exact[None], len(epsilons), axis=0)
    room, weighed = _room(tokens, texts, exact.shape[1])
    _count(texts, alignment, epsilons, room, weighed, out)
    return out


def weigh(tokens: Tokens, alignment: ColumnAlignment, epsilon: float, max_order: int) -> tuple[WeighedNGrams, Floats]:
    """Return the n-grams of one segment and the sums of the counted weights, (max_order,).

    The last column of ``tokens`` is the hypothesis.
    """
    texts, sums = tokens.spans(-1, slice(0, -1)), np.zeros(max_order)
    room, weighed = _room(tokens, texts, max_order)
    _segment(texts, 0, alignment, epsilon, room, weighed, sums)
    return weighed, sums
