"""Detect the format of a file of lists and read it: gzip by first bytes, JSON by name or content, Moses by a line."""

import re
from collections.abc import Sequence
from itertools import pairwise
from types import NoneType
from typing import BinaryIO

import numpy as np

from ...counting.progress import Progress, no_progress, progress_of_part
from ...formats.columns import Notice
from ...formats.containers.archives import gunzip, is_gzip, is_zip, refuse_binary
from ...formats.errors import FormatError
from ...formats.json_files.other_fields import OtherFields
from ...formats.limits import DEFAULT_LIMITS, Budget, FileLimits, check_segment_bytes, check_size, packed_limits
from ...formats.markup.unread_markup import refuse_markup
from ...formats.plain_text.notices import NoticeTally
from ...formats.plain_text.text import DecodedText, decode_text, normalize_encoding, split_lines
from ...formats.plain_text.unread_records import refuse_records
from ...output.numbers import counted
from ...text.naming import clean_file
from ...validation import expect, whole_number
from ..lists import Lists
from .jsonl import is_lists, read_jsonl_lists
from .moses import is_moses, read_moses

TRANSPOSED = "transposed"
"""Kind of the notice that lines are transposed."""
_FEWEST = 10
"""Fewest segments that make the notice reliable."""
_LOOKED_AT = 200
_MIN_SHARED_PAIRS, _MIN_SHARE_RATIO = 0.3, 3.0
"""Smallest share of character pairs common to translations of one sentence, and its smallest ratio to others."""


def notice_transposed(lists: Lists) -> list[Notice]:
    """Return a notice if lines resemble those ``n_segments`` lines later, not their neighbours; else an empty list."""
    size = int(lists.sizes[0])
    if size < 2 or lists.n_segments < _FEWEST:
        return []
    texts = lists.candidates
    some = np.unique(np.linspace(0, lists.n_segments - 1, _LOOKED_AT).astype(int)).tolist()
    own = _mean_bigram_overlap([(texts[row * size].as_py(), texts[row * size + 1].as_py()) for row in some])
    other = _mean_bigram_overlap([(texts[row].as_py(), texts[row + lists.n_segments].as_py()) for row in some])
    if other < _MIN_SHARED_PAIRS or other < _MIN_SHARE_RATIO * own:
        return []
    message = (
        f"The candidates of a segment are not alike, but each line is like the one {lists.n_segments:,} lines later: a"
        " file has all candidates of the first segment, then those of the second."
    )
    return [Notice(TRANSPOSED, message, lists.n_segments)]


def _mean_bigram_overlap(pairs: Sequence[tuple[str, str]]) -> float:
    """Return the mean share of distinct character pairs that two texts have in common, over pairs of texts."""
    shares = []
    for one, other in pairs:
        first, second = (set(pairwise(text)) for text in (one, other))
        shares.append(len(first & second) / max(len(first | second), 1))
    return float(np.mean(shares))


_LOOKED_AT = 2**16
_MAX_NUMBER = 2**31
_JSON = re.compile(r"\.(jsonl|ndjson|json)(\.gz)?$", re.IGNORECASE)


def read_lists(
    file: str,
    data: bytes | BinaryIO,
    n_segments: int | None = None,
    per_segment: int | None = None,
    *,
    encoding: str | None = None,
    limits: FileLimits = DEFAULT_LIMITS,
    on_progress: Progress = no_progress,
    noticed: NoticeTally | None = None,
    other_fields: OtherFields | None = None,
) -> Lists:
    """Return the lists of one file, gzipped or not: Moses's n-best lists, JSON Lines, or plain lines.

    ``n_segments`` is the expected number of lists, or None; ``per_segment`` is the number of candidates that each
    segment must have, or None. Plain lines need one of both. Nothing is cut or padded. ``noticed`` takes notices on the
    file and its candidates, ``other_fields`` the ids and other fields of JSON. Other parameters are those of
    ``scoring.formats.read_columns``. Raises ``FormatError`` with file and line for invalid content.
    """
    file = clean_file(file)
    encoding = normalize_encoding(encoding)
    expect(limits, FileLimits, "limits")
    for name, value in (("n_segments", n_segments), ("per_segment", per_segment)):
        expect(value, (int, NoneType), name)
        if value is not None:
            whole_number(value, name, 1, _MAX_NUMBER)
    data = data.read(limits.file_bytes + 1) if hasattr(data, "read") else data
    expect(data, (bytes, bytearray, memoryview), file)
    text = _text(file, bytes(data), encoding, limits, progress_of_part(on_progress, 0, 2))
    tell = progress_of_part(on_progress, 1, 2)
    lists = _lists(file, text.data, n_segments, per_segment, limits, tell, other_fields, noticed)
    if n_segments is not None and lists.n_segments != n_segments:
        actual = counted(lists.n_segments, "list")
        advice = "Give the lists and the references of the same segments; nothing is cut or padded."
        raise FormatError(file, actual, f"{counted(n_segments, 'list')}, one for each segment", advice=advice)
    if per_segment is not None:
        _check_sizes(file, lists, per_segment)
    if noticed is not None:
        noticed.tell(*text.notices)
        noticed.add(lists.candidates)
    return lists


def _check_sizes(file: str, lists: Lists, per_segment: int) -> None:
    """Raise ``FormatError`` for the first list of another length; plain lines have none."""
    wrong = np.flatnonzero(lists.sizes != per_segment)
    if len(wrong):
        actual = f"{counted(int(lists.sizes[wrong[0]]), 'candidate')} of segment {wrong[0] + 1:,}"
        advice = "If lists may differ, do not say how long they are (on the command line: leave out --per-segment)."
        raise FormatError(file, actual, f"{per_segment:,} for each segment", advice=advice)


def _text(file: str, data: bytes, encoding: str | None, limits: FileLimits, on_progress: Progress) -> DecodedText:
    check_size(file, len(data), limits)
    if is_gzip(data):
        data = gunzip(file, data, Budget(file, packed_limits(limits, len(data))), progress_of_part(on_progress, 0, 2))
    if is_gzip(data) or is_zip(data):
        advice = "Unpack it first; a single file may be packed as .gz."
        raise FormatError(file, "an archive", "a file of lists", advice=advice)
    refuse_binary(file, data)
    refuse_markup(file, data)
    return decode_text(file, data, encoding, progress_of_part(on_progress, 1, 2))


def _lists(
    file: str,
    data: bytes,
    n_segments: int | None,
    per_segment: int | None,
    limits: FileLimits,
    on_progress: Progress,
    other_fields: OtherFields | None,
    noticed: NoticeTally | None,
) -> Lists:
    start = data[:_LOOKED_AT].decode("utf-8", "ignore")
    if is_moses(start):
        return read_moses(file, data, limits, on_progress)
    if _JSON.search(file) or is_lists(start):
        return read_jsonl_lists(file, data, limits, on_progress, other_fields)
    refuse_records(file, data)
    lists = read_plain(file, data, n_segments, per_segment, limits)
    if noticed is not None:
        noticed.tell(*notice_transposed(lists))
    return lists


def read_plain(file: str, data: bytes, n_segments: int | None, per_segment: int | None, limits: FileLimits) -> Lists:
    """Return lists of one length from lines, list after list, as in mbrs; either number determines the other.

    Raises ``FormatError`` where the lines cannot be divided evenly.
    """
    lines = split_lines(file, data, limits)
    check_segment_bytes(file, lines, limits)
    n_lines = counted(len(lines), "line")
    if per_segment is None:
        if n_segments is None:
            advice = "Say how many candidates each segment has (on the command line: --per-segment 10)."
            raise FormatError(file, f"{n_lines} without ids", "to know which lines are of one segment", advice=advice)
        if not n_segments or len(lines) % n_segments or not len(lines):
            expected = f"as many lines for each of {counted(n_segments, 'segment')}"
            raise FormatError(file, n_lines, expected, advice="Lists of different lengths need ids, or JSON Lines.")
        per_segment = len(lines) // n_segments
    if len(lines) % per_segment:
        expected = f"{counted(per_segment, 'line')} for each segment"
        raise FormatError(file, f"{n_lines}, {len(lines) % per_segment:,} too many", expected)
    return Lists(lines, np.arange(0, len(lines) + 1, per_segment))
