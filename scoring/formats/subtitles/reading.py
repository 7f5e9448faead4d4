"""Files of texts that are cut again: as everywhere, and subtitles by their cues."""

from typing import BinaryIO

from ...counting.progress import Progress, no_progress
from ..columns import Column
from ..containers.archives import gunzip, is_gzip
from ..dispatch import read_columns
from ..limits import DEFAULT_LIMITS, Budget, FileLimits, check_size, packed_limits
from ..markup.unread_markup import subtitle_kind
from ..plain_text.text import as_encoding, decode_text
from .cues import read_cues


def read_for_realignment(
    file: str,
    data: bytes | BinaryIO,
    *,
    encoding: str | None = None,
    limits: FileLimits = DEFAULT_LIMITS,
    on_progress: Progress = no_progress,
    field: str | None = None,
) -> list[Column]:
    """Return the columns of text of one file as ``read_columns``; of SRT and WebVTT one column with the cues' texts."""
    raw = data.read(limits.file_bytes + 1) if hasattr(data, "read") else data
    check_size(file, len(raw), limits)
    unpacked = raw
    if is_gzip(raw):
        unpacked = gunzip(file, raw, Budget(file, packed_limits(limits, len(raw))), on_progress)
    if field is None and subtitle_kind(unpacked) is not None:
        text = decode_text(file, unpacked, as_encoding(encoding))
        return read_cues(file, text, limits, on_progress)
    return read_columns(file, raw, encoding=encoding, limits=limits, on_progress=on_progress, field=field)
