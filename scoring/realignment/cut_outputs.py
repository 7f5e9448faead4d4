"""Realignment of one output: its lines are joined into streams, and each stream is cut into its segments."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ..counting.progress import Progress, progress_between
from .realigned_system import RealignedSystem
from .segmentation import SegmentTokens, check_stream_size, count_word_errors, cut_stream
from .stream import StreamEncoder, WordStream


@dataclass(frozen=True)
class StreamPart:
    """Lines that are cut into the segments from ``first`` to ``last``, which is excluded."""

    lines: Sequence[str | None]
    first: int
    last: int


def encode_references(columns: Sequence[pa.StringArray], encoder: StreamEncoder, by_characters: bool) -> SegmentTokens:
    """Return the references' tokens, one column a reference; ``by_characters`` is that of ``WordStream.of_lines``."""
    words: list[str] = []
    spans = np.full((len(columns), len(columns[0]), 2), -1, np.int64)
    for number, column in enumerate(columns):
        for segment, text in enumerate(column.to_pylist()):
            if text is not None:
                first = len(words)
                words.extend(WordStream.of_lines([text], by_characters).words)
                spans[number, segment] = first, len(words)
    return SegmentTokens(encoder.encode(words), spans)


def realign_output(
    name: str,
    parts: Sequence[StreamPart],
    references: SegmentTokens,
    encoder: StreamEncoder,
    by_characters: bool,
    on_progress: Progress,
) -> RealignedSystem:
    """Return one output cut stream by stream; raise ``ValueError`` where a stream is too long for its table."""
    streams = [WordStream.of_lines(part.lines, by_characters) for part in parts]
    tokens = [encoder.encode(stream.words) for stream in streams]
    for part, stream_tokens in zip(parts, tokens, strict=True):
        check_stream_size(len(stream_tokens.ids), references.part(slice(part.first, part.last)))
    n_segments = references.spans.shape[1]
    cuts, sure = np.zeros(n_segments + 1, np.int64), np.ones(n_segments + 1)
    fixed_borders = np.zeros(n_segments + 1, np.bool_)
    n_words = 0
    for part, stream_tokens in zip(parts, tokens, strict=True):
        tell = progress_between(on_progress, part.first / n_segments, part.last / n_segments)
        of = cut_stream(stream_tokens, references.part(slice(part.first, part.last)), tell)
        cuts[part.first : part.last + 1] = n_words + of.cuts
        sure[part.first : part.last + 1] = of.confidences
        fixed_borders[[part.first, part.last]] = True
        n_words += len(stream_tokens.offsets) - 1
    whole = WordStream.joined(streams)
    encoded = encoder.encode(whole.words)
    errors, reference_words = count_word_errors(encoded, cuts, references, range(n_segments))
    edited = np.zeros(n_segments + 1, np.bool_)
    return RealignedSystem(name, whole, encoded, references, cuts, sure, fixed_borders, edited, errors, reference_words)
