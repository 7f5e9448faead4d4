"""Kernels that count clipped n-gram matches and find their places.

Where only counts are needed, n-grams are sorted: the tokens that a hypothesis shares with its references are numbered
anew, so that an n-gram fits into 64 bits, and n-grams that begin alike are neighbours, for all orders at once. In very
long segments, where an n-gram does not fit, and where the places are needed, the n-grams of a hypothesis are the nodes
of a trie: a node of depth n is one distinct n-gram, its parent the n-gram without its last token. References only walk
the trie, so a reference n-gram that the hypothesis lacks costs one failed look-up.

Everything is exact: nodes are found by token ids, never by a hash alone. Spans are half-open, [start, end).
"""

from typing import NamedTuple

import numpy as np

from ..text.tokenizers import SegmentSpans, Tokens
from .arrays import Floats, Ids, Ints
from .few_ngrams import SMALL_SET_COUNTER, count_few_matches
from .kernels import kernel

_HASH = np.uint64(0x9E3779B97F4A7C15)


class Trie(NamedTuple):
    """Buffers for the n-grams of one hypothesis at a time; node 0 is the root, the empty n-gram."""

    keys: Ints
    """Parent node and token of the child in each slot of the hash table, int64 (n_slots,)."""
    children: Ids
    """Child in each slot, 0 where the slot is free, int32 (n_slots,)."""
    slots: Ids
    """Slot of each node, int32 (n_nodes,)."""
    depths: Ids
    """Order of each n-gram, int32 (n_nodes,)."""
    counts: Ids
    """Occurrences of each n-gram in the hypothesis, int32 (n_nodes,)."""
    in_reference: Ids
    """Occurrences of each n-gram in the current reference, int32 (n_nodes,)."""
    in_references: Ids
    """Occurrences of each n-gram in the reference that has most, int32 (n_nodes,)."""


def _trie(longest: int, max_order: int) -> Trie:
    """Return an empty trie with room for every n-gram of a hypothesis of ``longest`` tokens."""
    n_nodes = longest * max_order + 1
    n_slots = _n_slots(longest, max_order)
    slots, depths, counts, in_reference, in_references = (np.zeros(n_nodes, np.int32) for _ in range(5))
    keys, children = np.zeros(n_slots, np.int64), np.zeros(n_slots, np.int32)
    return Trie(keys, children, slots, depths, counts, in_reference, in_references)


@kernel
def _n_slots(n_tokens: int, max_order: int) -> int:
    """Return the number of hash-table slots for these tokens' n-grams that keeps the table at most half full."""
    n_slots = 1
    while n_slots <= 2 * (n_tokens * max_order + 1):
        n_slots *= 2
    return n_slots


@kernel
def _trie_part(trie: Trie, n_tokens: int, max_order: int) -> Trie:
    """Return the part of an empty trie that these tokens need.

    Short segments then do not touch all the memory of a long one.
    """
    n_slots = _n_slots(n_tokens, max_order)
    counts = trie.counts, trie.in_reference, trie.in_references
    return Trie(trie.keys[:n_slots], trie.children[:n_slots], trie.slots, trie.depths, *counts)


@kernel
def _slot(trie: Trie, node: int, token: int) -> tuple[np.int64, np.int64]:
    """Return the slot that holds the child of ``node`` by ``token``, or else the free slot for it, and its key."""
    key = (np.int64(node) << 32) | np.int64(token)
    mask = len(trie.keys) - 1
    slot = np.int64((np.uint64(key) * _HASH) >> np.uint64(32)) & mask
    while trie.children[slot] and trie.keys[slot] != key:
        slot = (slot + 1) & mask
    return slot, key


@kernel
def _insert(trie: Trie, n_nodes: int, node: int, token: int) -> tuple[int, int]:
    """Return the child of ``node`` by ``token``, created if missing, and the number of nodes afterwards."""
    slot, key = _slot(trie, node, token)
    child = trie.children[slot]
    if not child:
        child = n_nodes
        n_nodes += 1
        trie.keys[slot] = key
        trie.children[slot] = child
        trie.slots[child] = slot
        trie.depths[child] = trie.depths[node] + 1
        trie.counts[child] = 0
        trie.in_reference[child] = 0
        trie.in_references[child] = 0
    return child, n_nodes


@kernel
def _add_hypothesis(trie: Trie, tokens: Ids, max_order: int, marks: Ints, mark: int) -> int:
    """Count the n-grams of a text whose tokens all have the mark, and return the number of nodes.

    The mark is the segment's number, which the tokens of its references have. An n-gram with a token that no reference
    has cannot match: leaving it out makes counting fast. Marks of earlier segments need not be removed.
    """
    n_nodes = 1
    for first in range(len(tokens)):
        node = 0
        for token in tokens[first : first + max_order]:
            if marks[token] != mark:
                break
            node, n_nodes = _insert(trie, n_nodes, node, token)
            trie.counts[node] += 1
    return n_nodes


@kernel
def _add_reference(trie: Trie, n_nodes: int, tokens: Ids, max_order: int) -> None:
    """Count the n-grams of a reference that are in the trie, and keep the maximum over references."""
    trie.in_reference[:n_nodes] = 0
    for first in range(len(tokens)):
        node = 0
        for token in tokens[first : first + max_order]:
            node = trie.children[_slot(trie, node, token)[0]]
            if not node:
                break
            trie.in_reference[node] += 1
    for node in range(1, n_nodes):
        trie.in_references[node] = max(trie.in_references[node], trie.in_reference[node])


@kernel
def _closest(length: int, texts: SegmentSpans, segment: int) -> np.int64:
    """Return the reference length closest to ``length``, the shorter of two equally close."""
    closest = np.int64(-1)
    for reference in range(len(texts.ref_starts)):
        if texts.ref_starts[reference, segment] < 0:
            continue
        candidate = texts.ref_ends[reference, segment] - texts.ref_starts[reference, segment]
        gap, best = abs(candidate - length), abs(closest - length)
        if closest < 0 or gap < best or (gap == best and candidate < closest):
            closest = candidate
    return closest


class PackedNGrams(NamedTuple):
    """Buffers to count the n-grams of one segment by sorting them, each as one whole number."""

    numbers: Ids
    """The segment's own number of each token that hypothesis and references share, 0 for others, int32 (n_types,)."""
    marks: Ints
    """Last segment whose references have the token, int64 (n_types,)."""
    keys: Ints
    """N-gram of the highest order that begins at each token, with its text in the last bits, int64 (n_tokens,)."""
    counts: Ints
    """Occurrences in each text of the n-grams that are being counted, int64 (max_order, 1 + n_references)."""


@kernel
def _n_bits(number: int) -> int:
    bits = 0
    while number >> bits:
        bits += 1
    return bits


@kernel
def _number_shared(texts: SegmentSpans, segment: int, room: PackedNGrams) -> int:
    """Assign numbers from 1 to the tokens that the hypothesis shares with any reference; return how many there are."""
    for reference in range(len(texts.ref_starts)):
        for token in texts.ids[texts.ref_starts[reference, segment] : texts.ref_ends[reference, segment]]:
            room.marks[token] = segment
            room.numbers[token] = 0
    shared = 0
    for token in texts.ids[texts.starts[segment] : texts.ends[segment]]:
        if room.marks[token] == segment and not room.numbers[token]:
            shared += 1
            room.numbers[token] = shared
    return shared


@kernel
def _pack(tokens: Ids, segment: int, shape: tuple[int, int, int], text: int, room: PackedNGrams, n_keys: int) -> int:
    """Add the keys of one text's n-grams and return the number of keys.

    An n-gram ends before the first token that is not shared. ``shape`` is the number of bits of a token, the number of
    tokens in front of a key, and the number of bits of the text.
    """
    bits, longest, text_bits = shape
    key = np.int64(0)
    for token in tokens[::-1]:
        number = np.int64(room.numbers[token]) if room.marks[token] == segment else np.int64(0)
        key = (number << (bits * (longest - 1))) | (key >> bits) if number else np.int64(0)
        if key:
            room.keys[n_keys] = (key << text_bits) | text
            n_keys += 1
    return n_keys


@kernel
def _add_matches(shape: tuple[int, int, int], room: PackedNGrams, n_keys: int, matches: Floats) -> None:
    """Add up the matches of every order, (max_order,): n-grams that begin alike are neighbours once sorted."""
    bits, longest, text_bits = shape
    keys, counts = np.sort(room.keys[:n_keys]), room.counts
    counts[:] = 0
    previous = np.int64(0)
    for at in range(n_keys + 1):
        key = keys[at] >> text_bits if at < n_keys else np.int64(0)
        for order in range(longest, 0, -1):
            rest = bits * (longest - order)
            if previous >> rest == key >> rest:
                break
            clip = 0
            for text in range(1, counts.shape[1]):
                clip = max(clip, counts[order - 1, text])
                counts[order - 1, text] = 0
            matches[order - 1] += min(counts[order - 1, 0], clip)
            counts[order - 1, 0] = 0
        if at < n_keys:
            text = keys[at] & ((1 << text_bits) - 1)
            for order in range(1, longest + 1):
                if not (key >> (bits * (longest - order))) & ((1 << bits) - 1):
                    break
                counts[order - 1, text] += 1
        previous = key


@kernel
def _count(texts: SegmentSpans, max_order: int, packed: PackedNGrams, room: Trie, out: Floats) -> None:
    """Fill ``out`` (n_segments, 2 + 2 * max_order) with the columns of ``count_matches``."""
    ref_starts, ref_ends, text_bits = texts.ref_starts, texts.ref_ends, _n_bits(len(texts.ref_starts))
    for segment in range(len(texts.starts)):
        hypothesis = texts.ids[texts.starts[segment] : texts.ends[segment]]
        length = len(hypothesis)
        shape = _n_bits(_number_shared(texts, segment, packed)), max_order, text_bits
        matches = out[segment, 2 : 2 + max_order]
        if shape[0] * max_order + text_bits < 64:
            n_keys = _pack(hypothesis, segment, shape, 0, packed, 0)
            for reference in range(len(ref_starts)):
                tokens = texts.ids[ref_starts[reference, segment] : ref_ends[reference, segment]]
                n_keys = _pack(tokens, segment, shape, reference + 1, packed, n_keys)
            _add_matches(shape, packed, n_keys, matches)
        else:
            trie = _trie_part(room, length, max_order)
            n_nodes = _add_hypothesis(trie, hypothesis, max_order, packed.marks, segment)
            for reference in range(len(ref_starts)):
                tokens = texts.ids[ref_starts[reference, segment] : ref_ends[reference, segment]]
                _add_reference(trie, n_nodes, tokens, max_order)
            for node in range(1, n_nodes):
                matches[trie.depths[node] - 1] += min(trie.counts[node], trie.in_references[node])
                trie.children[trie.slots[node]] = 0
        out[segment, 0] = length
        out[segment, 1] = _closest(length, texts, segment)
        for order in range(1, max_order + 1):
            out[segment, 1 + max_order + order] = max(0, length - order + 1)


@kernel
def _locate(trie: Trie, tokens: Ids, max_order: int) -> Ids:
    """Return the node of the n-gram at each position and order, (n_tokens, max_order), 0 for none in the trie."""
    nodes = np.zeros((len(tokens), max_order), np.int32)
    for first in range(len(tokens)):
        node = 0
        for order, token in enumerate(tokens[first : first + max_order]):
            node = trie.children[_slot(trie, node, token)[0]]
            if not node:
                break
            nodes[first, order] = node
    return nodes


def count_matches(tokens: Tokens, hypothesis: int, references: slice, max_order: int) -> Floats:
    """Return the clipped n-gram matches of one column of hypotheses, float64 (n_segments, 2 + 2 * max_order).

    The columns are: hypothesis length, closest reference length (the shorter of two equally close), matches of the
    orders 1..max_order, totals of the orders 1..max_order.

    An n-gram matches as often as it occurs in the hypothesis, at most as often as in the single reference that has it
    most (Papineni et al. 2002, section 2.1.1).
    """
    matches = (
        count_few_matches(tokens, hypothesis, references, max_order)
        if SMALL_SET_COUNTER.count_with_numpy(len(tokens.ids))
        else None
    )
    return count_many_matches(tokens, hypothesis, references, max_order) if matches is None else matches


def count_many_matches(tokens: Tokens, hypothesis: int, references: slice, max_order: int) -> Floats:
    """Return what ``count_matches`` does, counted by the kernels."""
    texts = tokens.spans(hypothesis, references)
    lengths, ref_lengths = texts.ends - texts.starts, texts.ref_ends - texts.ref_starts
    out = np.zeros((len(lengths), 2 + 2 * max_order))
    trie = _trie(int(lengths.max(initial=0)), max_order)
    packed = PackedNGrams(
        numbers=np.zeros(len(tokens.vocabulary), np.int32),
        marks=np.full(len(tokens.vocabulary), -1, np.int64),
        keys=np.empty(int((lengths + ref_lengths.sum(axis=0)).max(initial=0)), np.int64),
        counts=np.zeros((max_order, 1 + len(ref_lengths)), np.int64),
    )
    _count(texts, max_order, packed, trie, out)
    return out


class LocatedNGrams(NamedTuple):
    """Every n-gram of one hypothesis and its places; n-grams are numbered from 1."""

    hypothesis: Ids
    """N-gram at each position and order, 0 where the hypothesis ends, int32 (length, max_order)."""
    references: list[Ids | None]
    """N-gram at each position and order of each reference, 0 where the hypothesis lacks it; None for no reference."""
    counts: Ids
    """Occurrences of each n-gram in the hypothesis, int32 (n_ngrams + 1,)."""
    reference_counts: Ids
    """Occurrences of each n-gram in the reference that has most, int32 (n_ngrams + 1,)."""


def locate_matches(tokens: Tokens, max_order: int) -> LocatedNGrams:
    """Return the places of one segment's n-grams: column 0 is its hypothesis, the others are its references."""
    hypothesis, references = (
        tokens.required_ids(0),
        [tokens.text_ids(column) for column in range(1, len(tokens.starts))],
    )
    trie = _trie(len(hypothesis), max_order)
    n_nodes = _add_hypothesis(trie, hypothesis, max_order, np.zeros(len(tokens.vocabulary), np.int64), 0)
    for reference in references:
        if reference is not None:
            _add_reference(trie, n_nodes, reference, max_order)
    located = [None if reference is None else _locate(trie, reference, max_order) for reference in references]
    counts = trie.counts[:n_nodes], trie.in_references[:n_nodes]
    return LocatedNGrams(_locate(trie, hypothesis, max_order), located, *counts)
