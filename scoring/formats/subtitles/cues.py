"""Read SRT and WebVTT: the text of each cue, without times and markup.

Each cue is a segment; if the cues differ from the references', ``bleuscope realign`` cuts them again. SRT has no
standard: what players accept is accepted. WebVTT is read as the W3C's recommendation says.
"""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa

from ...counting.progress import Progress, no_progress
from ...output.numbers import counted
from ...realignment.stream import join_lines
from ...text.naming import clean_name
from ..columns import Column, Notice, TableCells
from ..errors import FormatError
from ..limits import FileLimits, check_segment_bytes, check_segments
from ..markup.unread_markup import WEBVTT, subtitle_kind
from ..names import guess_file
from ..plain_text.text import DecodedText
from .cue_keys import BY_NUMBERS, BY_TIMES

MARKUP, OVERLAP, NO_TIME, EMPTY_CUE = "cue-markup", "cue-overlap", "cue-without-time", "cue-empty"
UNREAD_TIMES = "cue-unread-times"
"""Kinds of notices."""
_FIRST = 5
"""Maximum number of cues that a notice names."""
_STAMP = r"(?:(\d{1,9}):)?(\d{1,2}):(\d{2})(?:[.,:](\d{1,3}))?"
_CUE_TIMES = re.compile(rf"[ \t]*{_STAMP}[ \t]*-->[ \t]*{_STAMP}(?:[ \t].*)?", re.ASCII)
_DAMAGED = re.compile(r"[\d:.,\s]*-->")
"""Pattern of the beginning of a line of times."""
_LIKE_TIMES = re.compile(r"[ \t]*\d{1,9}:[^\s:]{2}.*\d:\d{2}.*", re.ASCII)
"""Pattern of a line that looks like two times in any notation."""
_NUMBER = re.compile(r"\s*\d+\s*", re.ASCII)
_SRT_MARKUP = re.compile(r"</?(?:i|b|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}", re.IGNORECASE)
_VTT_RUBY = re.compile(r"<rt(?:[.\s][^<>]*)?>[^<]*(?:</rt>)?")
_VTT_MARKUP = re.compile(r"</?(?:c|i|b|u|v|lang|ruby|rt)(?:[.\s][^<>]*)?>|<\d[\d:.]*>")
_VTT_BLOCK = re.compile(r"(?:NOTE|STYLE|REGION)(?:[ \t].*)?")


@dataclass(frozen=True)
class Cue:
    """A text that is shown from one time to another."""

    start: int
    """Start in milliseconds."""
    end: int
    """End in milliseconds."""
    text: str
    """Text without markup, its lines joined."""
    has_markup: bool
    id: str = ""
    """Number, or in WebVTT any line, before the cue's times; empty without one."""

    @property
    def times(self) -> str:
        """Start and end of the cue, in milliseconds."""
        return f"{self.start} --> {self.end}"


def read_cues(file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress) -> list[Column]:
    """Return one column with a segment for each cue, in the order of the file.

    Raises
    ------
    FormatError
        For a file that is neither SRT nor WebVTT, and for one without cues.
    """
    kind = subtitle_kind(text.data)
    if kind is None:
        raise FormatError(file, "no line of times, such as 00:00:01,000 --> 00:00:02,500", "SRT or WebVTT")
    lines = text.data.replace(b"\r", b"\n").decode().split("\n")
    _refuse_damaged_times(file, lines)
    check_segments(file, sum(_CUE_TIMES.fullmatch(line) is not None for line in lines), limits)
    cues, dropped = _cues(lines, kind == WEBVTT)
    if not cues:
        raise FormatError(file, "no cue", "at least one cue, which is a line of times and a text")
    segments = pa.array([cue.text for cue in cues], pa.string())
    check_segment_bytes(file, segments, limits)
    on_progress(1.0)
    guess = guess_file(file)
    notices = (*text.notices, *_unread_times(lines), *_notices(cues, dropped))
    format_ = "WebVTT" if kind == WEBVTT else "SRT"
    cells = {BY_TIMES: [cue.times for cue in cues], BY_NUMBERS: [cue.id for cue in cues]}
    table = TableCells({name: pa.array(of, pa.string()) for name, of in cells.items()})
    return [Column(file, guess.name, guess.role, segments, notices, format_, table=table)]


def _refuse_damaged_times(file: str, lines: Sequence[str]) -> None:
    """Raise ``FormatError`` for an unreadable line of times: its cue would be joined with the one before."""
    for number, line in enumerate(lines, 1):
        if "-->" in line and _DAMAGED.match(line) and not _CUE_TIMES.fullmatch(line):
            actual = f'"{clean_name(line.strip())}"'
            raise FormatError(file, actual, "times such as 00:00:01,000 --> 00:00:02,500", number, "Mend that line.")


def _unread_times(lines: Sequence[str]) -> Iterator[Notice]:
    """Yield a notice of lines after a cue's number that look like times but cannot be read."""
    cue, joined = 0, []
    for place, line in enumerate(lines):
        if _CUE_TIMES.fullmatch(line) is not None:
            cue += 1
        elif place and _NUMBER.fullmatch(lines[place - 1]) and _LIKE_TIMES.fullmatch(line):
            joined.append(cue)
    if joined:
        message = f"{counted(len(joined), 'line looks', 'lines look')} like times that cannot be read"
        cues = "its cue is" if len(joined) == 1 else "their cues are"
        yield Notice(UNREAD_TIMES, f"{message}; {cues} part of the cue before.", len(joined), tuple(joined[:_FIRST]))


def _notices(cues: Sequence[Cue], dropped: int) -> Iterator[Notice]:
    marked = [number for number, cue in enumerate(cues, 1) if cue.has_markup]
    if marked:
        message = f"Markup was taken out of {counted(len(marked), 'cue')}; times are not kept."
        yield Notice(MARKUP, message, len(marked), tuple(marked[:_FIRST]))
    ends, late = 0, []
    for number, cue in enumerate(cues, 1):
        if cue.start < ends:
            late.append(number)
        ends = max(ends, cue.end)
    if late:
        message = f"{counted(len(late), 'cue')} {'begins' if len(late) == 1 else 'begin'} before another one ends"
        yield Notice(OVERLAP, f"{message}; cues are read in the order of the file.", len(late), tuple(late[:_FIRST]))
    empty = [number for number, cue in enumerate(cues, 1) if not cue.text]
    if empty:
        message = f"{counted(len(empty), 'cue')} {'has' if len(empty) == 1 else 'have'} no text."
        yield Notice(EMPTY_CUE, message, len(empty), tuple(empty[:_FIRST]))
    if dropped:
        yield Notice(NO_TIME, f"{counted(dropped, 'block')} without times left out.", dropped)


def _cues(lines: Sequence[str], is_vtt: bool) -> tuple[list[Cue], int]:
    """Return the cues, and the number of blocks without times that were left out."""
    times = [(place, stamps) for place, line in enumerate(lines) if (stamps := _CUE_TIMES.fullmatch(line)) is not None]
    cues: list[Cue] = []
    dropped = 0
    for number, (place, at) in enumerate(times, 1):
        end = times[number][0] if number < len(times) else len(lines)
        text = lines[place + 1 : end]
        if end < len(lines):
            text = _remove_cue_id(text, is_vtt)
        shown = _lines_before_blank(text)
        if is_vtt:
            dropped += _blocks_without_times(text[len(shown) :])
        else:  # players show what comes after a blank line, too
            shown = text
        plain_text, has_markup = _plain("\n".join(shown), is_vtt)
        start, end = _milliseconds(at.groups()[:4]), _milliseconds(at.groups()[4:])
        cues.append(Cue(start, end, plain_text, has_markup, _id_before(lines, place, is_vtt)))
    return cues, dropped


def _id_before(lines: Sequence[str], place: int, is_vtt: bool) -> str:
    """Return the id of the cue whose times are the line at this place; empty without one."""
    before = lines[place - 1] if place else ""
    follows_blank = place > 1 and not lines[place - 2].strip()
    return before.strip() if (is_vtt and follows_blank) or _NUMBER.fullmatch(before) else ""


def _remove_cue_id(text: Sequence[str], is_vtt: bool) -> Sequence[str]:
    """Return the lines before the id of the next cue, which is the last line: a number, or in WebVTT any line."""
    if not text:
        return text
    follows_blank = len(text) == 1 or not text[-2].strip()
    is_id = _NUMBER.fullmatch(text[-1]) is not None if not is_vtt else follows_blank and text[-1].strip() != ""
    return text[:-1] if is_id else text


def _lines_before_blank(text: Sequence[str]) -> Sequence[str]:
    """Return the lines up to the first blank one."""
    blank = next((place for place, line in enumerate(text) if not line.strip()), len(text))
    return text[:blank]


def _blocks_without_times(lines: Sequence[str]) -> int:
    """Return the number of blocks that are not notes, styles and regions."""
    blocks = re.split(r"\n\s*\n", "\n".join(lines).strip())
    return sum(bool(block.strip()) and _VTT_BLOCK.match(block.strip()) is None for block in blocks)


def _plain(text: str, is_vtt: bool) -> tuple[str, bool]:
    """Return the text without markup, its lines joined, and whether there was markup."""
    plain_text = _VTT_MARKUP.sub("", _VTT_RUBY.sub("", text)) if is_vtt else _SRT_MARKUP.sub("", text)
    has_markup = plain_text != text
    plain_text = html.unescape(plain_text) if is_vtt else plain_text
    return join_lines(" ".join(line.split()) for line in plain_text.split("\n")), has_markup


def _milliseconds(stamp: Sequence[str | None]) -> int:
    hours, minutes, seconds, thousandths = stamp
    whole = (int(hours or 0) * 60 + int(minutes or 0)) * 60 + int(seconds or 0)
    return 1000 * whole + int((thousandths or "").ljust(3, "0"))
