"""Join the notices of several files in few sentences: each notice once, with all its places."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ..output.numbers import counted
from .columns import Column, Notice, Role
from .plain_text.notices import OF_CELLS, OF_TEXT
from .plain_text.uniform import TOLD_APART

MAX_FILES_NAMED = 4
"""Maximum number of further files that a notice of one kind names."""
JOINED = (OF_TEXT | OF_CELLS | {"bom", "crlf", "encoding", "blank-rows"}) - TOLD_APART
"""Kinds whose notices differ between files in numbers only."""
IDENTICAL, NO_SOURCE = "identical", "no-source"
NOT_SCORED = (Role.IGNORE, Role.NOTES, Role.TAGS)
"""Roles of columns whose odd text changes no score."""


@dataclass(frozen=True)
class FileNotice:
    """A notice and the file that it is about."""

    file: str
    notice: Notice
    column: str = ""
    """Name of the column; empty if the notice is about the whole file."""

    @property
    def place(self) -> str:
        """Name of the file, with the column, for the beginning of a sentence."""
        return f"{self.file}: the column {self.column}" if self.column else self.file

    @property
    def also(self) -> str:
        """Name of the column and the file, for a list."""
        return f"the column {self.column} of {self.file}" if self.column else self.file


def join_notices(notices: Iterable[FileNotice]) -> list[str]:
    """Return a sentence for each notice; notices of one kind that differ at most in numbers share one sentence.

    The sentence has the first notice whole, then the other places, with the count and the first segment if these
    differ.
    """
    alike: dict[tuple[str, ...], list[FileNotice]] = {}
    for one in dict.fromkeys(notices):
        kind, message = one.notice.kind, one.notice.message
        told_apart = () if kind in JOINED else (message, one.place) if one.column else (message,)
        alike.setdefault((kind, *told_apart), []).append(one)
    return [_sentence(same) for same in alike.values()]


def column_notices(columns: Sequence[Column], scored: Collection[str] = ()) -> list[FileNotice]:
    """Return the notices of a file's columns; notices of odd text only for columns that are, or may be, scored.

    ``scored`` names columns that are scored in any role. ``analysis.oddities`` reports outputs that equal others
    or references. The caller that reads all files reports the order of segments and whether sources agree. A field for
    sources that is empty is not reported: a command that needs a source says so.
    """
    from .assembly import OTHER_LANGUAGE, SEGMENT_ORDER, UNUSED_IDS
    from .own_texts import OTHER_REFERENCE, OTHER_SOURCE
    from .roles import LEFT_OUT, TOGETHER

    of_column = OF_TEXT | OF_CELLS | TOGETHER | LEFT_OUT
    alone = len(columns) == 1

    def is_told(column: Column, notice: Notice) -> bool:
        if notice.kind in (IDENTICAL, NO_SOURCE):
            return notice.kind == IDENTICAL and column.role is Role.SOURCE
        if notice.kind in (SEGMENT_ORDER, UNUSED_IDS, OTHER_LANGUAGE, OTHER_SOURCE, OTHER_REFERENCE):
            return False
        return notice.kind not in OF_TEXT | OF_CELLS or column.role not in NOT_SCORED or column.name in scored

    return [
        FileNotice(column.file, notice, "" if alone or notice.kind not in of_column else column.name)
        for column in columns
        for notice in column.notices
        if is_told(column, notice)
    ]


def _sentence(same: Sequence[FileNotice]) -> str:
    first, *others = same
    sentence = f"{first.place}: {first.notice.message}"
    if not others:
        return sentence
    listed = [_place(other, first.notice) for other in others[:MAX_FILES_NAMED]]
    rest = f" and {counted(len(others) - MAX_FILES_NAMED, 'other')}" if len(others) > MAX_FILES_NAMED else ""
    return f"{sentence} Also in {', '.join(listed)}{rest}."


def _place(other: FileNotice, first: Notice) -> str:
    """Return a further place of a notice, with its count and first segment if these differ from the first notice."""
    notice = other.notice
    if notice.message == first.message:
        return other.also
    at = f", first {notice.lines[0]:,}" if notice.lines else ""
    return f"{other.also} ({notice.count:,}{at})"
