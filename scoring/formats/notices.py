"""What is odd about a column's text, found a whole column at once, and the repairs that are offered."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..arrays import Flags, Ints
from ..blocks import runs, sizes
from ..checks import expect
from ..progress import Progress, no_progress
from ..texts import as_mask
from .columns import EMPTY_REPAIR, Column, Notice, counted
from .limits import MEGABYTE
from .spreadsheets import AS_FORMULA, AS_TEXT

SHOWN_LINES = 5
BLANK = r"\A[\s\v\x{85}\p{Z}]*\z"
BLOCK = 4 * MEGABYTE
"""Bytes of text that are looked through at once, fewer where they are more than ``BLOCK_ROWS`` rows."""
BLOCK_ROWS = 2**17
MARKS = 100
"""Unicode's Stream-Safe Text Format (UAX #15) has at most 30 on one character."""
SOME_MARKS = r"\p{M}{8}"
NOT_NFC = "hold characters that are composed differently from Unicode's usual form (NFC)"
QUOTED = r'\A"(?:[^"]|"")*"\z'
DOUBLED = r'[^"]""[^"]'

# Every character that NFC may change: combining marks, conjoining jamo, and the ones that are
# replaced by another (Ohm, Angstrom, CJK compatibility, ...). A test compares with unicodedata.
MAYBE_NOT_NFC = (
    r"[\p{M}\x{374}\x{37E}\x{387}\x{958}-\x{95F}\x{9DC}-\x{9DF}\x{A33}-\x{A5E}\x{B5C}\x{B5D}\x{F43}-\x{FBC}"
    r"\x{1161}-\x{1175}\x{11A8}-\x{11C2}\x{1F71}-\x{1FFD}\x{2000}\x{2001}\x{2126}\x{212A}\x{212B}\x{2329}\x{232A}"
    r"\x{2ADC}\x{F900}-\x{FAFF}\x{FB1D}-\x{FB4E}\x{1D15E}-\x{1D1C0}\x{2F800}-\x{2FA1D}]"
)


def empty_as_missing(segments: pa.StringArray) -> pa.StringArray:
    """With null in the place of every text that has nothing to see."""
    return pc.if_else(pc.match_substring_regex(segments, BLANK), pa.scalar(None, pa.string()), segments)


@dataclass(frozen=True)
class Check:
    """Characters worth a notice: ``pattern`` is RE2; ``replacement`` is what the repair puts instead."""

    kind: str
    pattern: str
    what: str
    repair: str | None = None
    replacement: str = ""


SPACES = "Replace with spaces"
CHECKS = (
    Check("line-breaks", r"\n", "hold a line break", SPACES, " "),
    Check("lone-cr", r"\r", "hold a lone carriage return (CR), which is no line end here", SPACES, " "),
    Check(
        "odd-separators",
        r"[\v\f\x1c-\x1e\x{85}\x{2028}\x{2029}]",
        "hold a separator that some programs take for a line end (U+2028, U+0085, form feed, ...)",
        SPACES,
        " ",
    ),
    Check(
        "control-characters",
        r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x{84}\x{86}-\x{9f}]",
        "hold control characters, which can mean that the encoding was guessed wrongly somewhere",
        "Remove control characters",
    ),
    Check(
        "zero-width",
        r"[\x{ad}\x{200b}\x{2060}\x{feff}]",
        "hold zero-width characters or soft hyphens, which nobody sees but every metric counts",
        "Remove zero-width characters",
    ),
    # Persian, Indic scripts and emoji need these, so taking them out is not offered.
    Check("joiners", r"[\x{200c}-\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}]", "hold joiners or direction marks"),
    Check("replacement-characters", r"\x{fffd}", "hold U+FFFD, the trace of text that was damaged earlier"),
)
_SUSPICIOUS = "|".join(check.pattern for check in CHECKS)


def notice_segments(
    segments: pa.StringArray, format: str = "text", on_progress: Progress = no_progress
) -> tuple[Notice, ...]:
    """Everything noticed in the text itself; a million plain lines take under a second."""
    rows: dict[str, list[Ints]] = defaultdict(list)
    for block in runs(sizes([segments]) + BLOCK / BLOCK_ROWS, BLOCK):
        for kind, found in _noticed(segments[block], format).items():
            rows[kind].append(found + block.start)
        on_progress(block.stop / len(segments))
    return tuple(_told({kind: np.concatenate(found) for kind, found in rows.items()}, len(segments), format))


def _noticed(segments: pa.StringArray, format: str) -> dict[str, Ints]:
    """Kind -> rows of which there is something to tell."""
    found = {"empty-segments": np.flatnonzero(_matches(segments, BLANK))}
    suspicious = np.flatnonzero(_matches(segments, _SUSPICIOUS))
    subset = segments.take(pa.array(suspicious))
    found |= {check.kind: suspicious[_matches(subset, check.pattern)] for check in CHECKS}
    composed = np.flatnonzero(_matches(segments, MAYBE_NOT_NFC))
    subset = segments.take(pa.array(composed))
    found["non-nfc"] = composed[as_mask(pc.not_equal(subset, _nfc(subset)))]
    if format == "TSV":
        found["quotes"] = np.flatnonzero(_matches(segments, QUOTED))
        subset = segments.take(pa.array(found["quotes"]))
        found["doubled"] = found["quotes"][_matches(subset, DOUBLED)]
    if format == "CSV":
        found["apostrophes"] = np.flatnonzero(_matches(segments, AS_TEXT))
    return found


def _told(rows: dict[str, Ints], n_segments: int, format: str) -> Iterator[Notice]:
    """The notices of the rows, in the order in which they are shown."""
    nothing = np.zeros(0, np.int64)
    blank = np.zeros(n_segments, bool)
    blank[rows.get("empty-segments", nothing)] = True
    told = [
        _empty(blank),
        _trailing(blank) if format == "text" else None,
        *(_notice(check.kind, rows.get(check.kind, nothing), check.what, check.repair) for check in CHECKS),
        _notice("non-nfc", rows.get("non-nfc", nothing), NOT_NFC, "Normalise to NFC"),
    ]
    if len(rows.get("doubled", nothing)):  # cells that look like CSV: in quotation marks, with some doubled inside
        label = "Remove the wrapping quotation marks"
        told.append(_notice("quotes", rows["quotes"], "are wrapped in quotation marks", label))
    apostrophes, what = rows.get("apostrophes", nothing), "begin with ' before =, +, - or @, as spreadsheets need text"
    told.append(_notice("apostrophes", apostrophes, what, "Remove the first apostrophe of these cells"))
    return (notice for notice in told if notice)


def repair(column: Column, kind: str) -> Column:
    """The column after the repair that its notice of that kind offers, with its notices taken anew.

    ``ValueError`` where there is no such notice or it offers no repair.
    """
    expect(column, Column, "column")
    offered = [notice.kind for notice in column.notices if notice.repair]
    if kind not in offered:
        listed = ", ".join(offered) or "none"
        raise ValueError(f"{column.name}: no repair of {kind!r} is offered; offered are: {listed}.")
    segments = _REPAIRS[kind](column.segments)
    kept = tuple(notice for notice in column.notices if notice.kind not in _REPAIRS and notice.kind not in _KINDS)
    return replace(column, segments=segments, notices=kept + notice_segments(segments, column.format))


def first_lines(rows: Ints) -> tuple[int, ...]:
    """The first few 0-based rows as 1-based numbers."""
    return tuple(int(row) + 1 for row in rows[:SHOWN_LINES])


def _matches(segments: pa.StringArray, pattern: str) -> Flags:
    return as_mask(pc.match_substring_regex(segments, pattern))


def _notice(kind: str, rows: Ints, what: str, label: str | None) -> Notice | None:
    if not len(rows):
        return None
    shown = ", ".join(f"{line:,}" for line in first_lines(rows)) + (", ..." if len(rows) > SHOWN_LINES else "")
    if len(rows) == 1:
        what = what.replace("hold ", "holds ", 1).replace("are ", "is ", 1).replace("begin ", "begins ", 1)
    return Notice(kind, f"{counted(len(rows), 'segment')} {what} ({shown}).", len(rows), first_lines(rows), label)


def _empty(blank: Flags) -> Notice | None:
    return _notice("empty-segments", np.flatnonzero(blank), "are empty or only spaces", EMPTY_REPAIR)


def _trailing(blank: Flags) -> Notice | None:
    last = _last_text(blank)
    count = len(blank) - last - 1
    if last < 0 or not count:
        return None
    lines = counted(count, "blank line")
    message = f"The file ends with {lines} after its last text, from line {last + 2:,} on; they count as segments."
    label = f"Drop {counted(count, 'trailing blank line')}"
    return Notice("trailing-blank-lines", message, count, first_lines(np.arange(last + 1, len(blank))), label)


def _nfc(segments: pa.StringArray) -> pa.StringArray:
    """Unicode's usual form; a segment with more than ``MARKS`` marks in a row stays as it is.

    Bringing such a row into order takes a time that grows with the square of its length.
    """
    left = pa.array(_has_long_run(segments))
    return pc.if_else(left, segments, pc.utf8_normalize(pc.if_else(left, "", segments), "NFC"))


def _has_long_run(segments: pa.StringArray) -> Flags:
    """Where more than ``MARKS`` marks follow one another."""
    found = np.zeros(len(segments), bool)
    some = np.flatnonzero(_matches(segments, SOME_MARKS))
    runs = pc.split_pattern_regex(segments.take(pa.array(some)), r"\P{M}+")
    is_long = pc.greater(pc.utf8_length(runs.flatten()), MARKS)
    found[some[pc.list_parent_indices(runs).filter(is_long).to_numpy()]] = True
    return found


def _unquote(segments: pa.StringArray) -> pa.StringArray:
    quoted = pc.match_substring_regex(segments, QUOTED)
    inner = pc.replace_substring(pc.utf8_slice_codeunits(segments, 1, -1), '""', '"')
    return pc.if_else(quoted, inner, segments)


def _last_text(blank: Flags) -> int:
    rows = np.flatnonzero(~blank)
    return int(rows[-1]) if len(rows) else -1


def _substitute(check: Check) -> Callable[[pa.StringArray], pa.StringArray]:
    return lambda segments: pc.replace_substring_regex(segments, check.pattern, check.replacement)


_REPAIRS: dict[str, Callable[[pa.StringArray], pa.StringArray]] = {
    **{check.kind: _substitute(check) for check in CHECKS if check.repair},
    "non-nfc": _nfc,
    "empty-segments": empty_as_missing,
    "trailing-blank-lines": lambda segments: segments[: _last_text(_matches(segments, BLANK)) + 1],
    "quotes": _unquote,
    "apostrophes": lambda segments: pc.replace_substring_regex(segments, rf"\A'('*{AS_FORMULA})", r"\1"),
}
_KINDS = {check.kind for check in CHECKS}
