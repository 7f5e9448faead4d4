"""Offsets between the lines of two texts: blocks of lines that fit a few lines away from their place.

For each offset a line's similarity to the other text's line there, and the difference of their lengths, become a log
likelihood ratio: how much more likely they are for lines that belong together than for lines some way apart. Both
distributions come from the two texts themselves, so that nothing has to be known about the languages. A block is where
the sum of these ratios, less the ratios of the lines in their places, is largest (Ruzzo and Tompa 1999), and large
enough.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..counting.arrays import Flags, Floats, Ints
from . import MIN_SEGMENTS
from .line_features import BUCKETS, LineFeatures, distinct

MAX_OFFSET = 5
"""Most lines by which a block may be late or early."""
MIN_LINES = 3
"""Fewest lines of a block: two in a row may be alike by chance."""
MIN_EVIDENCE_A_LINE = 1.0
"""Least mean evidence of a block's lines: 3 or more in shifted lines of real sets, at most 0.2 in one topic."""
MIN_EVIDENCE_OF_LISTS = 2.0
"""Least mean evidence where lines recur: sizes and colours of a list fit one period away as well, with 1.7 at most."""
MIN_UNALIGNED = 100
"""Fewest lines of a text whose lines can be found to belong nowhere."""
MIN_LINES_UNALIGNED, MIN_EVIDENCE_UNALIGNED = 20, 0.5
"""Fewest lines of a block that belongs nowhere, and their mean evidence: sound sets have up to three such lines."""
_UNRELATED_OFFSETS = np.array([-13, -11, -9, -8, 8, 9, 11, 13])
"""Offsets at which lines do not belong together, although they may be of one document."""
_OFFSETS = np.arange(-MAX_OFFSET, MAX_OFFSET + 1)
_HERE = MAX_OFFSET
"""Index of the offset 0."""
_DIMENSIONS = 512
_ROWS = 256
"""Lines whose sketches are held at once, few enough for the processor's cache."""
_MAX_EVIDENCE = 5.0
"""Most evidence of one line's similarity, or its length: a pair of odd lines decides nothing alone."""
_ROUNDS = 3
_MAX_BLOCKS = 200
_LINES_A_BIN = 12
_MAX_PERIOD, _MIN_LAGS = 60, 4
_MIN_PERIODIC, _DEVIATIONS = 0.35, 4.5
"""Least correlation of lengths that recur, and the least number of its standard deviations."""
_SIMILARITY_BINS, _LENGTH_BINS = 20, 12


@dataclass(frozen=True)
class LineBlock:
    """A block of lines of one text that fit another text's lines at an offset."""

    start: int
    """First line, from 0."""
    stop: int
    """Line after the last one."""
    offset: int
    """Offset: line ``i`` belongs to the other text's line ``i + offset``; below 0 the block is late."""
    evidence: float
    """Natural logarithm of the ratio of likelihoods: this offset against 0 for these lines."""


def least_evidence(n_lines: int) -> float:
    """Return the evidence that a block needs.

    It grows with the number of places where a block could be by chance.
    """
    return 5.0 + float(np.log(n_lines))


@dataclass(frozen=True, eq=False)
class OffsetEvidence:
    """The evidence that each line of one text fits another text's line at each offset."""

    logs: Floats
    """Log likelihood ratios, (n_offsets, n_lines), 0 beyond the ends of the text."""
    is_periodic: bool
    """Whether lengths recur, as in a list of months: lengths then fit in many places, and only words are evidence."""

    def blocks(self) -> list[LineBlock]:
        """Return the blocks that fit better at another offset than in their places, in order."""
        n_offsets, n_lines = self.logs.shape
        gains = np.delete(self.logs - self.logs[_HERE], _HERE, axis=0)
        offsets = np.delete(_OFFSETS, _HERE)
        sums = np.concatenate([np.zeros((n_offsets - 1, 1)), np.cumsum(gains, axis=1)], axis=1)
        largest_blocks = sorted(
            _largest_blocks(sums, offsets, 0, n_lines, least_evidence(n_lines)), key=lambda block: block.start
        )
        whole = [block for block in self._refine_borders(largest_blocks, sums) if self._is_clear(block)]
        return [part for block in whole for part in self._parts(block)]

    def _parts(self, block: LineBlock) -> Iterator[LineBlock]:
        """Yield a block without the runs of lines that fit clearly better in their places, or at another offset.

        The sum of two blocks may be larger than that of each although lines between them are in place. A run at another
        offset is a block of its own.
        """
        least = least_evidence(self.logs.shape[1])
        beyond = np.delete(self.logs - self.logs[block.offset + MAX_OFFSET], block.offset + MAX_OFFSET, axis=0)
        others = np.delete(_OFFSETS, block.offset + MAX_OFFSET)
        sums = np.concatenate([np.zeros((len(others), 1)), np.cumsum(beyond, axis=1)], axis=1)
        runs = [run for run in _largest_blocks(sums, others, block.start, block.stop, least) if self._is_clear(run)]
        start = block.start
        for run in sorted(runs, key=lambda run: run.start):
            yield from self._blocks_at([(start, run.start, block.offset), (run.start, run.stop, run.offset)], least)
            start = run.stop
        yield from self._blocks_at([(start, block.stop, block.offset)], least) if runs else [block]

    def _blocks_at(self, places: list[tuple[int, int, int]], least: float) -> Iterator[LineBlock]:
        """Yield a block for each start, stop and offset with enough evidence against the offset 0."""
        for start, stop, offset in places:
            evidence = self.gain(LineBlock(start, stop, offset, 0.0))
            block = LineBlock(start, stop, offset, evidence)
            if offset and evidence >= least and self._is_clear(block):
                yield block

    def _refine_borders(self, blocks: list[LineBlock], sums: Floats) -> list[LineBlock]:
        """Return the blocks with the border between two near neighbours moved to the place where both fit best."""
        rows = {offset: row for row, offset in enumerate(np.delete(_OFFSETS, _HERE).tolist())}
        for at in range(len(blocks) - 1):
            one, other = blocks[at], blocks[at + 1]
            if other.start - one.stop > MIN_LINES or one.offset == other.offset:
                continue
            here = slice(one.start, other.stop + 1)
            fit = sums[rows[one.offset], here] - sums[rows[other.offset], here]
            border = one.start + int(np.argmax(fit))
            blocks[at] = _block(sums[rows[one.offset]], one.start, border, one.offset)
            blocks[at + 1] = _block(sums[rows[other.offset]], border, other.stop, other.offset)
        return blocks

    def unaligned_blocks(self, is_explained: Flags) -> list[LineBlock]:
        """Return long blocks whose lines fit neither the lines in their places nor, by ``blocks``, lines nearby.

        ``is_explained``, (n_lines,), marks lines with another explanation; they do not end a block.
        """
        n_lines = self.logs.shape[1]
        if n_lines < MIN_UNALIGNED or self.is_periodic:
            return []
        against = np.where(is_explained, 0.0, -self.logs[_HERE])
        for block in self.blocks():
            against[block.start : block.stop] = -_MAX_EVIDENCE
        sums = np.append(0.0, np.cumsum(against))[None]
        largest_blocks = _largest_blocks(sums, np.zeros(1, np.int64), 0, n_lines, 2 * least_evidence(n_lines))
        long = [block for block in largest_blocks if block.stop - block.start >= MIN_LINES_UNALIGNED]
        clear = [one for one in long if one.evidence >= MIN_EVIDENCE_UNALIGNED * (one.stop - one.start)]
        return sorted(clear, key=lambda block: block.start)

    def _is_clear(self, block: LineBlock) -> bool:
        """Return whether a block is long enough and most of its lines fit.

        Lines of one topic fit a little anywhere.
        """
        n_lines = block.stop - block.start
        a_line = MIN_EVIDENCE_OF_LISTS if self.is_periodic else MIN_EVIDENCE_A_LINE
        return n_lines >= MIN_LINES and block.evidence >= a_line * n_lines

    @property
    def fit(self) -> float:
        """Mean log likelihood ratio of all lines in their places, belonging together against lying apart."""
        return float(self.logs[_HERE].mean())

    def fit_in_place(self, block: LineBlock) -> float:
        """Return the mean log likelihood ratio of a block's lines in their places."""
        return float(self.logs[_HERE, block.start : block.stop].mean())

    def gain(self, block: LineBlock) -> float:
        """Return the evidence that lines of a block are at its offset and not in their places."""
        rows = self.logs[[block.offset + MAX_OFFSET, _HERE], block.start : block.stop]
        return float(rows[0].sum() - rows[1].sum())


def measure_offsets(lines: LineFeatures, others: LineFeatures) -> OffsetEvidence | None:
    """Return the evidence of lines against the other text's lines at each offset; None for too few lines.

    Both texts have the same number of lines.
    """
    if len(lines) < MIN_SEGMENTS:
        return None
    similar = _similarities(lines, others)
    lengths = _length_differences(lines, others)
    is_periodic = any(map(_have_a_period, (lines, others)))
    if is_periodic:
        lengths = np.full(lengths.shape, np.nan)
    n_offsets = len(_OFFSETS)
    near, distant = (similar[:n_offsets], lengths[:n_offsets]), (similar[n_offsets:], lengths[n_offsets:])
    chosen = np.full(len(lines), int(np.argmax(_means(near[0]))))
    evidence = OffsetEvidence(np.zeros((n_offsets, len(lines))), is_periodic)
    for _ in range(_ROUNDS):
        evidence = OffsetEvidence(
            _log_ratios(near[0], chosen, distant[0], _SIMILARITY_BINS)
            + _log_ratios(near[1], chosen, distant[1], _LENGTH_BINS),
            is_periodic,
        )
        before, chosen = chosen, np.full(len(lines), _HERE)
        for block in evidence.blocks():
            chosen[block.start : block.stop] = block.offset + MAX_OFFSET
        if np.array_equal(before, chosen):
            break
    return evidence


def _largest_blocks(sums: Floats, offsets: Ints, start: int, stop: int, least: float) -> Iterator[LineBlock]:
    """Yield the blocks of largest sums between two lines: the largest block, then those on both sides of it."""
    waiting, n_blocks = [(start, stop)], 0
    while waiting and n_blocks < _MAX_BLOCKS:
        start, stop = waiting.pop()
        if stop - start < MIN_LINES:
            continue
        part = sums[:, start : stop + 1]
        rises = part - np.minimum.accumulate(part, axis=1)
        row, end = np.unravel_index(int(np.argmax(rises)), rises.shape)
        if rises[row, end] < least:
            continue
        before = part[row, : end + 1]
        begin = int(end - np.argmin(before[::-1]))  # the last of several minima, for the shortest block
        yield _block(sums[row], start + begin, start + int(end), int(offsets[row]))
        n_blocks += 1
        waiting += [(start, start + begin), (start + int(end), stop)]


def _block(sums: Floats, start: int, stop: int, offset: int) -> LineBlock:
    return LineBlock(start, stop, offset, float(sums[stop] - sums[start]))


def _similarities(lines: LineFeatures, others: LineFeatures) -> Floats:
    """Return cosines of the lines' sketches by rare features, (n_offsets + n_apart, n_lines).

    They are NaN beyond the ends and for lines without a text.
    """
    weights = _weights(lines, others)
    offsets = np.concatenate([_OFFSETS, _UNRELATED_OFFSETS])
    n, margin = len(lines), int(abs(_UNRELATED_OFFSETS).max())
    cosines = np.full((len(offsets), n), np.nan, np.float32)
    for start in range(0, n, _ROWS):
        stop = min(start + _ROWS, n)
        low, high = max(0, start - margin), min(n, stop + margin)
        own_sketches, other_sketches = _sketches(lines, weights, start, stop), _sketches(others, weights, low, high)
        for row, offset in enumerate(offsets):
            first, last = max(start, -offset), min(stop, n - offset)
            if first < last:
                opposite_sketches = other_sketches[first + offset - low : last + offset - low]
                cosines[row, first:last] = np.einsum(
                    "ij,ij->i", own_sketches[first - start : last - start], opposite_sketches
                )
    cosines[:, ~lines.are_there] = np.nan
    for row, offset in enumerate(offsets):
        first, last = max(0, -offset), min(n, n - offset)
        if first < last:
            cosines[row, first:last][~others.are_there[first + offset : last + offset]] = np.nan
    return cosines.astype(np.float64)


def _weights(lines: LineFeatures, others: LineFeatures) -> Floats:
    """Return the weight of each bucket's features, (n_buckets,): the square root of the log inverse frequency."""
    counts = lines.bucket_counts + others.bucket_counts
    by_count = np.arange(int(counts.max()) + 1)
    weights: Floats = np.sqrt(np.log((2 * len(lines) + 1) / (by_count + 0.5)).clip(0))[counts]
    return weights


def _sketches(text: LineFeatures, weights: Floats, start: int, stop: int) -> Floats:
    """Return each line's vector of length 1, float32 (n_lines, dimensions): signed sums of its features' weights."""
    hashes, of = text.lines(start, stop)
    cells = of * _DIMENSIONS + (hashes >> np.uint32(23))
    signs = np.where(hashes & np.uint32(1 << 22), -1.0, 1.0) * weights[hashes & np.uint32(BUCKETS - 1)]
    sums = np.bincount(cells, signs, (stop - start) * _DIMENSIONS).reshape(stop - start, _DIMENSIONS)
    norms = np.sqrt(np.einsum("ij,ij->i", sums, sums))
    sketches: Floats = np.empty(sums.shape, np.float32)
    return np.divide(sums, np.where(norms > 0, norms, 1.0)[:, None], out=sketches, casting="same_kind")


def _length_differences(lines: LineFeatures, others: LineFeatures) -> Floats:
    """Return differences of standardised log lengths, shaped as the result of ``_similarities``."""
    offsets = np.concatenate([_OFFSETS, _UNRELATED_OFFSETS])
    own_lengths, other_lengths = _standardised_log_lengths(lines), _standardised_log_lengths(others)
    n = len(lines)
    differences: Floats = np.full((len(offsets), n), np.nan)
    for row, offset in enumerate(offsets):
        first, last = max(0, -offset), min(n, n - offset)
        if first < last:
            differences[row, first:last] = own_lengths[first:last] - other_lengths[first + offset : last + offset]
    return differences


def _have_a_period(text: LineFeatures) -> bool:
    """Return whether lengths of lines correlate at some distance far more than at other distances.

    Texts whose lengths drift correlate at all distances alike; the median over the distances is subtracted.
    """
    lengths = np.nan_to_num(_standardised_log_lengths(text))
    lags = range(2, min(_MAX_PERIOD, len(lengths) // 3) + 1)
    if len(lags) < _MIN_LAGS:
        return False
    correlations = np.array([float(np.mean(lengths[lag:] * lengths[:-lag])) for lag in lags])
    least = np.maximum(_MIN_PERIODIC, _DEVIATIONS / np.sqrt(len(lengths) - np.array(lags)))
    return bool(np.any(correlations - _quantiles(correlations, np.array([0.5])) > least))


def _standardised_log_lengths(text: LineFeatures) -> Floats:
    """Return log lengths with mean 0 and variance 1, NaN for lines without a text."""
    lengths = text.log_lengths[text.are_there]
    spread = lengths.std() if len(lengths) else 0.0
    if not spread > 0:
        return np.full(len(text), np.nan)
    return np.where(text.are_there, (text.log_lengths - lengths.mean()) / spread, np.nan)


def _log_ratios(values: Floats, chosen: Ints, distant: Floats, most_bins: int) -> Floats:
    """Return the log likelihood ratios of values, (n_offsets, n_lines), together against apart; 0 for NaN.

    ``chosen`` is the index of the offset at which each line is assumed to belong to the other text. Bins have equal
    numbers of values of lines together and apart.
    """
    together = values[chosen, np.arange(len(chosen))]
    together, distant = together[~np.isnan(together)], distant[~np.isnan(distant)]
    if not len(together) or not len(distant):
        return np.zeros(values.shape)
    levels = np.linspace(0, 1, 1 + max(2, min(most_bins, len(together) // _LINES_A_BIN)))[1:-1]
    both = np.concatenate([_quantiles(together, levels), _quantiles(distant, levels)])
    edges = distinct(np.sort(both)[1::2] if len(both) > 2 else both)
    of_together = np.bincount(np.searchsorted(edges, together, "right"), minlength=len(edges) + 1) + 0.5
    of_distant = np.bincount(np.searchsorted(edges, distant, "right"), minlength=len(edges) + 1)
    expected = of_distant * (len(together) / len(distant)) + 0.5
    logs = np.log(of_together / expected).clip(-_MAX_EVIDENCE, _MAX_EVIDENCE)
    return np.where(np.isnan(values), 0.0, logs[np.searchsorted(edges, values, "right")])


def _quantiles(values: Floats, levels: Floats) -> Floats:
    """Return quantiles at levels from 0 to 1, (n_levels,), as ``np.quantile`` does, which imports all masked arrays."""
    ordered, at = np.sort(values), levels * (len(values) - 1)
    low = np.floor(at).astype(np.int64)
    below, above = ordered[low], ordered[np.minimum(low + 1, len(ordered) - 1)]
    share = at - low
    return np.where(share < 0.5, below + (above - below) * share, above - (above - below) * (1 - share))


def _means(values: Floats) -> Floats:
    """Return the mean of each row without NaN, (n_rows,); -1 for a row of NaN."""
    are_defined = ~np.isnan(values)
    counts = are_defined.sum(axis=1)
    return np.where(counts > 0, np.where(are_defined, values, 0).sum(axis=1) / np.maximum(counts, 1), -1.0)
