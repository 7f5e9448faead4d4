"""Cutting a stream into as many segments as the references have, with the least number of word errors.

The segmentation is that of Matusov et al. 2005 ("Evaluating Machine Translation Output with Automatic Sentence
Segmentation", IWSLT): the Levenshtein table of all references against the whole stream, in which a segment may begin
wherever the one before it ends. Of segmentations with equally few errors the one is taken whose substitutions are more
alike and whose borders look more like the references' own.

A table of n tokens takes rows of n + 1 costs. Rows are kept at about the square root of the number of segments, and the
others are computed again from these, so memory grows with n and that root, not with the number of segments.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar, cast

import Levenshtein
import numpy as np
import numpy.typing as npt

from ..counting.arrays import Floats, Ids, Ints
from ..counting.kernels import kernel
from ..counting.progress import Progress, no_progress
from ..output.numbers import counted
from .stream import StreamEncoder, StreamTokens

ERROR = 1 << 32
"""Cost of an insertion, deletion or substitution; smaller costs only decide between equally few errors."""
_OTHER_CASE = 1
"""Cost of a word in other case, which is not an error."""
_SAME_STEM, _OTHER_WORD, _MARK_FOR_WORD, _GAP = 1, 2, 3, 1
"""Costs added for a substitution by a word with the same first letters, by another word, or between word and mark.

The last one is added for an insertion or deletion.
"""
_OTHER_END = _OTHER_BEGIN = 1
"""Cost of a border that lacks the sign before it, or the capital letter after it, that the references have."""
_NEVER = 1 << 60
_BY_ERROR, _BY_LOOK = 1.3, 1.6
"""Powers of e by which a place of a border is less likely with each further error, and with each step of looks.

With them nine in ten borders of confidence 0.9 are right (benchmarks/realignment.py).
"""
MAX_CELLS = 40_000_000_000
"""Most tokens of a stream times tokens of its references: less than three minutes of one core."""
_Marks = npt.NDArray[np.uint8]
_Column = TypeVar("_Column", Ids, _Marks)
_TokenColumns: TypeAlias = tuple[Ids, Ids, Ids, _Marks]


@dataclass(frozen=True, eq=False)
class StreamCuts:
    """The cuts of a stream and their confidences."""

    cuts: Ints
    """Word with which each segment begins, and the number of words at the end: int64 (n_segments + 1,)."""
    confidences: Floats
    """Confidence of each border, above 0 to 1, float64 (n_segments + 1,); 1 at the two ends of the stream."""


@dataclass(frozen=True, eq=False)
class SegmentTokens:
    """The references of each segment of one stream."""

    tokens: StreamTokens
    spans: Ints
    """First word of each reference, and the one after its last, -1 if missing: int64 (n_references, n_segments, 2)."""

    @property
    def token_spans(self) -> Ints:
        """First token of each reference, and the one after its last, -1 if missing: as ``spans``."""
        spans = np.where(self.spans < 0, -1, self.tokens.offsets[np.maximum(self.spans, 0)])
        return spans.astype(np.int64)

    def part(self, segments: slice) -> "SegmentTokens":
        """Return the references of these segments only."""
        return SegmentTokens(self.tokens, self.spans[:, segments])

    def looks(self) -> tuple[_Marks, _Marks]:
        """Return how references end and begin, uint8 (n_segments,) each, for the costs of borders.

        At the end the value 1 is for no sign of a sentence's end, 2 for a sign; at the beginning 1 is for no capital
        letter, 2 for a capital letter. 3 is for both, or where no reference has a word.
        """
        n_segments = self.spans.shape[1]
        ends, begins = np.zeros(n_segments, np.uint8), np.zeros(n_segments, np.uint8)
        for of in self.spans:
            filled = of[:, 0] < of[:, 1]
            ends[filled] |= np.uint8(1) << self.tokens.ends[of[filled, 1] - 1]
            begins[filled] |= np.uint8(1) << self.tokens.begins[of[filled, 0]]
        return np.where(ends, ends, 3).astype(np.uint8), np.where(begins, begins, 3).astype(np.uint8)


def cut_stream(stream: StreamTokens, references: SegmentTokens, on_progress: Progress = no_progress) -> StreamCuts:
    """Return the cuts with the least number of word errors, and the confidence of each.

    Parameters
    ----------
    stream : the tokens of the output
    references : the tokens of the references, of at least one segment; each segment has at least one reference
    on_progress : called with the share done

    Raises
    ------
    ValueError
        For a stream that is too long for its table.
    """
    n_segments = references.spans.shape[1]
    check_stream_size(len(stream.ids), references)
    tables = _Tables(stream, references)
    size = max(1, int(np.ceil(np.sqrt(n_segments))))
    starts = [*range(0, n_segments, size)]
    rows_before = []
    row = tables.first_row()
    for number, start in enumerate(starts):
        rows_before.append(row.copy())
        tables.advance(row, start, min(start + size, n_segments))
        on_progress((number + 1) / len(starts) / 3)
    cuts = np.empty(n_segments + 1, np.int64)
    sure = np.ones(n_segments + 1)
    cuts[n_segments] = len(stream.ids)
    least = row[len(stream.ids)]
    after = tables.mirrored.first_row()
    for number, start in enumerate(reversed(starts)):
        stop = min(start + size, n_segments)
        entry = rows_before.pop()
        rows, origins = tables.trace(entry, start, stop)
        for segment in range(stop, start, -1):
            cuts[segment - 1] = origins[segment - start - 1, cuts[segment]]
            tables.mirrored.advance(after, n_segments - segment, n_segments - segment + 1)
            if segment > 1:
                before = rows[segment - start - 2] if segment - 1 > start else entry
                costs = before + after[::-1] - tables.border_costs(segment - 2)
                sure[segment - 1] = _confidence(costs, least)
        on_progress(1 / 3 + (number + 1) / len(starts) * 2 / 3)
    return StreamCuts(np.searchsorted(stream.offsets, cuts), sure)


def check_stream_size(n_tokens: int, references: SegmentTokens) -> None:
    """Raise ``ValueError`` where the table of a stream and its references is too large."""
    n_references = int(np.diff(references.token_spans, axis=2).sum())
    if n_tokens * n_references > MAX_CELLS:
        raise ValueError(
            f"A stream of {counted(n_tokens, 'word')} and its references of {n_references:,} are too long to be cut at"
            f" once: expected a product of at most {MAX_CELLS:,}. Give documents, so that each is cut by itself."
        )


class _Tables:
    """The arrays from which the kernels read a stream and its references."""

    def __init__(self, stream: StreamTokens, references: SegmentTokens) -> None:
        ends, begins = references.looks()
        may_end = np.zeros(len(stream.ids) + 1, np.uint8)
        may_end[stream.offsets] = 1
        last, first = np.zeros(len(may_end), np.uint8), np.zeros(len(may_end), np.uint8)
        last[stream.offsets[1:]] = stream.ends
        first[stream.offsets[:-1]] = stream.begins
        ends, begins = ends[:-1], begins[1:]  # of the borders between two segments
        self._set(stream.columns, references.tokens.columns, references.token_spans, may_end, last, first, ends, begins)
        self.mirrored = _Tables.__new__(_Tables)
        n_tokens = len(references.tokens.ids)
        spans = np.where(references.token_spans < 0, -1, n_tokens - references.token_spans)[:, ::-1, ::-1]
        self.mirrored._set(
            _mirrored_columns(stream.columns),
            _mirrored_columns(references.tokens.columns),
            spans,
            *map(_mirrored_column, (may_end, last, first, ends, begins)),
        )

    def _set(
        self,
        words: _TokenColumns,
        references: _TokenColumns,
        spans: Ints,
        may_end: _Marks,
        last: _Marks,
        first: _Marks,
        ends: _Marks,
        begins: _Marks,
    ) -> None:
        self.words, self.references = words, references
        self.spans = np.ascontiguousarray(spans.transpose(1, 0, 2))
        self.may_end, self.last, self.first = may_end, last, first
        self.ends, self.begins = ends, begins

    def first_row(self) -> Ints:
        """Return the costs before the first segment, which begins with the stream."""
        row = np.full(len(self.may_end), _NEVER, np.int64)
        row[0] = 0
        return row

    def advance(self, row: Ints, start: int, stop: int) -> None:
        """Turn the costs before segment ``start`` into the costs after segment ``stop - 1``."""
        for segment in range(start, stop):
            _fill(*self.words, *self.references, self.spans[segment], row)
            self._close(row, segment)

    def trace(self, row: Ints, start: int, stop: int) -> tuple[Ints, Ids]:
        """Return the costs after each of these segments, and where it begins, (stop - start, n_tokens + 1) each."""
        rows = np.empty((stop - start, len(row)), np.int64)
        origins = np.empty((stop - start, len(row)), np.int32)
        for segment in range(start, stop):
            segment_row = rows[segment - start]
            segment_row[:] = row
            _trace(*self.words, *self.references, self.spans[segment], segment_row, origins[segment - start])
            self._close(segment_row, segment)
            row = segment_row
        return rows, origins

    def border_costs(self, border: int) -> Ints:
        """Return the cost of each place as the end of segment ``border``, by its looks, int64 (n_tokens + 1,)."""
        has_other_end = (self.ends[border] >> self.last) & 1 == 0
        has_other_begin = (self.begins[border] >> self.first) & 1 == 0
        costs: Ints = has_other_end * np.int64(_OTHER_END) + has_other_begin * np.int64(_OTHER_BEGIN)
        return costs

    def _close(self, row: Ints, segment: int) -> None:
        """Add the costs of the segment's end, which may only be between words."""
        row[self.may_end == 0] = _NEVER
        if segment < len(self.ends):
            row += self.border_costs(segment)


def _mirrored_column(column: _Column) -> _Column:
    return cast("_Column", np.ascontiguousarray(column[::-1]))


def _mirrored_columns(columns: _TokenColumns) -> _TokenColumns:
    ids, lower, stems, is_mark = columns
    return _mirrored_column(ids), _mirrored_column(lower), _mirrored_column(stems), _mirrored_column(is_mark)


def _confidence(costs: Ints, least: int) -> float:
    """Return the confidence of a border's best place, from the least cost of each place.

    A place with ``e`` more word errors and ``l`` more steps of looks weighs exp(-1.3 e - 1.6 l). The confidence is the
    weight of the best place, 1, divided by the weights of all places.
    """
    excess = costs[costs < least + 50 * ERROR] - least
    errors = (excess + (ERROR >> 1)) >> 32
    looks = np.maximum(excess - errors * ERROR, 0)
    return float(1 / np.exp(-_BY_ERROR * errors - _BY_LOOK * looks).sum())


@kernel
def _substitution(is_same: bool, is_same_lower: bool, is_same_stem: bool, is_same_kind: bool) -> int:
    """Return the cost of a token in the place of another token."""
    cost = ERROR + ((_SAME_STEM if is_same_stem else _OTHER_WORD) if is_same_kind else _MARK_FOR_WORD)
    cost = _OTHER_CASE if is_same_lower else cost
    return 0 if is_same else cost


@kernel
def _fill(
    ids: Ids,
    lower: Ids,
    stems: Ids,
    is_mark: _Marks,
    ref_ids: Ids,
    ref_lower: Ids,
    ref_stems: Ids,
    ref_is_mark: _Marks,
    spans: Ints,
    row: Ints,
) -> None:
    """Turn the costs before a segment into the costs after it, by its best reference."""
    n_tokens = len(ids)
    gap = ERROR + _GAP
    for place in range(n_tokens):
        row[place + 1] = min(row[place + 1], row[place] + gap)
    best = np.full(n_tokens + 1, _NEVER, np.int64)
    costs = np.empty(n_tokens + 1, np.int64)
    without_insertion = np.empty(n_tokens, np.int64)
    for reference in range(len(spans)):
        if spans[reference, 0] < 0:
            continue
        costs[:] = row
        for at in range(spans[reference, 0], spans[reference, 1]):
            word, small, stem, mark = ref_ids[at], ref_lower[at], ref_stems[at], ref_is_mark[at]
            for place in range(n_tokens):  # no place depends on another, so several are computed at a time
                cost = _substitution(
                    ids[place] == word, lower[place] == small, stems[place] == stem, is_mark[place] == mark
                )
                without_insertion[place] = min(costs[place] + cost, costs[place + 1] + gap)
            left = costs[0] + gap
            costs[0] = left
            for place in range(n_tokens):
                left = min(without_insertion[place], left + gap)
                costs[place + 1] = left
        for place in range(n_tokens + 1):
            best[place] = min(best[place], costs[place])
    row[:] = best


@kernel
def _trace(
    ids: Ids,
    lower: Ids,
    stems: Ids,
    is_mark: _Marks,
    ref_ids: Ids,
    ref_lower: Ids,
    ref_stems: Ids,
    ref_is_mark: _Marks,
    spans: Ints,
    row: Ints,
    origins: Ids,
) -> None:
    """Do what ``_fill`` does, and fill ``origins``.

    ``origins`` gets the place where the segment begins on the best path to each place.
    """
    n_tokens = len(ids)
    gap = ERROR + _GAP
    begins = np.arange(n_tokens + 1).astype(np.int32)
    for place in range(n_tokens):
        if row[place] + gap < row[place + 1]:
            row[place + 1] = row[place] + gap
            begins[place + 1] = begins[place]
    best = np.full(n_tokens + 1, _NEVER, np.int64)
    costs = np.empty(n_tokens + 1, np.int64)
    starts = np.empty(n_tokens + 1, np.int32)
    above = np.empty(n_tokens, np.int64)
    above_starts = np.empty(n_tokens, np.int32)
    for reference in range(len(spans)):
        if spans[reference, 0] < 0:
            continue
        costs[:] = row
        starts[:] = begins
        for at in range(spans[reference, 0], spans[reference, 1]):
            word, small, stem, mark = ref_ids[at], ref_lower[at], ref_stems[at], ref_is_mark[at]
            for place in range(n_tokens):
                cost = _substitution(
                    ids[place] == word, lower[place] == small, stems[place] == stem, is_mark[place] == mark
                )
                matched, deleted = costs[place] + cost, costs[place + 1] + gap
                is_matched = matched <= deleted
                above[place] = matched if is_matched else deleted
                above_starts[place] = starts[place] if is_matched else starts[place + 1]
            left, left_start = costs[0] + gap, starts[0]
            costs[0] = left
            for place in range(n_tokens):
                is_above = above[place] <= left + gap
                left = above[place] if is_above else left + gap
                left_start = above_starts[place] if is_above else left_start
                costs[place + 1], starts[place + 1] = left, left_start
        for place in range(n_tokens + 1):
            if costs[place] < best[place]:
                best[place] = costs[place]
                origins[place] = starts[place]
    row[:] = best


def count_word_errors(
    stream: StreamTokens, cuts: Ints, references: SegmentTokens, segments: Sequence[int]
) -> tuple[Ints, Ints]:
    """Return each segment's word errors against its best reference, and the number of words in that reference.

    Parameters
    ----------
    cuts : (n_segments + 1,) the word with which each segment begins
    segments : the segments that are counted

    Returns
    -------
    Two arrays, int64 (len(segments),).
    """
    errors, words = np.empty(len(segments), np.int64), np.empty(len(segments), np.int64)
    spans = references.token_spans
    for number, segment in enumerate(segments):
        output = stream.lower[stream.token_slice(cuts[segment], cuts[segment + 1])].tolist()
        counted_references = [
            (Levenshtein.distance(output, references.tokens.lower[start:end].tolist()), end - start)
            for start, end in spans[:, segment].tolist()
            if start >= 0
        ]
        errors[number], words[number] = min(counted_references)
    return errors, words


def compile_cut_kernels() -> None:
    """Run every kernel once on a toy text, so that Numba compiles it or loads it from its cache."""
    encoder = StreamEncoder("none")
    tokens = encoder.encode(["a", "b"])
    references = SegmentTokens(tokens, np.array([[[0, 1], [1, 2]]], np.int64))
    cut_stream(tokens, references)
