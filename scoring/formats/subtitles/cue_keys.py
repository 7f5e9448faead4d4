"""Line up the cues of several subtitle files: by their times, else by their numbers, else in their order."""

from collections.abc import Sequence
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc

from ...output.numbers import counted
from ..columns import SUBTITLES, Column, Notice, Role
from ..tables.ids import are_unique

BY_TIMES, BY_NUMBERS = "times", "numbers"
"""Properties by which a cue is found in another file."""
OTHER_TIMES = "other-times"
"""Kind of a notice: cues are lined up with cues that have other times."""
_LACKING = (Role.REFERENCE, Role.POST_EDIT)
"""Roles whose texts may lack segments."""


def with_cue_keys(columns: Sequence[Column]) -> list[Column]:
    """Return the columns; subtitles get times, or else numbers, as keys if all files have the same ones."""
    subtitles = _subtitles(columns)
    key = next((key for key in (BY_TIMES, BY_NUMBERS) if _line_up(subtitles, key)), None)
    if len({column.file for column in subtitles}) < 2 or key is None:
        return list(columns)
    return [replace(column, keys=_cells(column, key)) if _has_cues(column) else column for column in columns]


def cue_notices(columns: Sequence[Column]) -> dict[str, list[Notice]]:
    """Return a notice for each file whose cues have other times than those of the first file, by file.

    ``columns`` are as ``with_cue_keys`` returns them; files that are lined up by their times have no notice.
    """
    subtitles = _subtitles(columns)
    notices: dict[str, list[Notice]] = {}
    for column in subtitles[1:]:
        first = subtitles[0]
        is_other = column.file != first.file and len(column) == len(first)
        if not is_other or (column.keys is not None and column.keys.equals(_cells(column, BY_TIMES))):
            continue
        n_others = int(pc.sum(pc.not_equal(_cells(column, BY_TIMES), _cells(first, BY_TIMES))).as_py())
        differ = counted(n_others, "cue has", "cues have")
        order = "in order" if column.keys is None else "by their numbers"
        message = f"{differ} other times than in {first.file}; cues are lined up {order}."
        message += _unmatched_cues_sentence(column, first)
        notices[column.file] = [Notice(OTHER_TIMES, message, n_others)]
    return notices


def _unmatched_cues_sentence(column: Column, first: Column) -> str:
    """Return a sentence on cues whose times the first file lacks, if other cues have their times in another place.

    Empty if no cue has, or if the cues are lined up by numbers.
    """
    times, of_first = _cells(column, BY_TIMES), _cells(first, BY_TIMES)
    n_alone = len(times) - int(pc.sum(pc.is_in(times, of_first)).as_py())
    n_in_place = int(pc.sum(pc.equal(times, of_first)).as_py())
    if column.keys is not None or n_in_place == len(times) - n_alone:
        return ""
    lack = "has no partner with its times" if n_alone == 1 else "have no partner with their times"
    return f" {n_alone:,} of {counted(len(times), 'cue')} {lack}; others have theirs in another place."


def _subtitles(columns: Sequence[Column]) -> list[Column]:
    """Return the columns of subtitles, the one that the others follow first: the source, else the longest reference."""
    roles = (Role.SOURCE, Role.REFERENCE, Role.SYSTEM, Role.POST_EDIT)
    subtitles = [column for column in columns if _has_cues(column) and column.role in roles]
    return sorted(subtitles, key=lambda column: (roles.index(column.role), -len(column)))


def _has_cues(column: Column) -> bool:
    return column.format in SUBTITLES and column.table is not None


def _cells(column: Column, key: str) -> pa.StringArray:
    assert column.table is not None
    return column.table.columns[key]


def _line_up(subtitles: Sequence[Column], key: str) -> bool:
    """Return whether all files have the same cues by this key; references and post-edits may lack some."""
    cells = [_cells(column, key) for column in subtitles]
    if not cells or not all(map(are_unique, cells)):
        return False
    return all(
        pc.all(pc.is_in(of, cells[0])).as_py() and (len(of) == len(cells[0]) or column.role in _LACKING)
        for column, of in zip(subtitles, cells, strict=True)
    )
