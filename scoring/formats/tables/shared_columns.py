"""Line up the rows of two tables by a column that both have, even if its header does not say that it has ids."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..columns import FORMATS_WITH_COLUMN_NAMES, Column, Role
from ..names import guess_header, header_letters, is_id_header
from ..plain_text.uniform import are_ids
from .ids import are_unique, may_line_up, number_rows


def with_shared_keys(columns: Sequence[Column]) -> list[Column]:
    """Return the columns; tables whose ids do not line up get keys from a column that lines them up.

    Such keys are the cells of a column that two files have under one name, be it ids, sources or references, if no cell
    repeats and both files have the same cells in another order. If some such column has the same order in both files,
    the rows belong together in file order, and nothing is changed.
    """
    by_file: dict[str, Column] = {}
    for column in columns:
        if column.table is not None and column.format in FORMATS_WITH_COLUMN_NAMES:
            by_file.setdefault(column.file, column)
    if len(by_file) < 2:
        return list(columns)
    spine = _first([column for column in columns if column.file in by_file])
    keys_by_file: dict[str, tuple[str, pa.StringArray]] = {}
    ids = spine.keys if spine.keys is not None and are_unique(spine.keys) else _row_numbers(len(spine))
    for file, column in by_file.items():
        shared = None if file == spine.file else _shared_column(column, spine)
        if shared is not None:
            name, cells, spine_cells = shared
            keys_by_file[file] = name, ids.take(pc.index_in(cells, spine_cells))
    if not keys_by_file:
        return list(columns)
    keys_by_file[spine.file] = "", ids
    return [
        replace(column, keys=keys_by_file[column.file][1], key_column=keys_by_file[column.file][0])
        if column.file in keys_by_file and column.table is not None
        else column
        for column in columns
    ]


def _first(columns: Sequence[Column]) -> Column:
    """Return the column that the others follow: the source, else the longest reference, else a system."""
    for role in (Role.SOURCE, Role.REFERENCE):
        of_role = [column for column in columns if column.role is role]
        if of_role:
            return max(of_role, key=len)
    return columns[0]


def _shared_column(column: Column, spine: Column) -> tuple[str, pa.StringArray, pa.StringArray] | None:
    """Return the name of the column that both tables have, and its cells in both; None if rows line up without it."""
    if len(column) != len(spine) or (may_line_up(column, spine) and _have_unique_keys(column, spine)):
        return None
    moved: list[tuple[str, pa.StringArray, pa.StringArray]] = []
    for name, cells, spine_cells in _common(column, spine):
        if cells.equals(spine_cells):
            if not number_rows(spine_cells):
                return None
        else:
            moved.append((name, cells, spine_cells))
    return min(moved, key=_rank, default=None)


def _rank(shared: tuple[str, pa.StringArray, pa.StringArray]) -> int:
    """Return the key by which shared columns are preferred: ids before sources, and sources before other columns."""
    name, cells, _ = shared
    return 0 if is_id_header(name) or are_ids(cells) else 1 if guess_header(name).stated_role is Role.SOURCE else 2


def _have_unique_keys(*columns: Column) -> bool:
    return all(column.keys is not None and are_unique(column.keys) for column in columns)


def _common(column: Column, spine: Column) -> Iterator[tuple[str, pa.StringArray, pa.StringArray]]:
    """Yield the columns of both tables with the same cells, each cell once: name, cells in one and in the other."""
    if column.table is None or spine.table is None:
        return
    spine_columns = {header_letters(name): cells for name, cells in spine.table.columns.items()}
    for name, cells in column.table.columns.items():
        other = spine_columns.get(header_letters(name))
        if other is None or cells.null_count or other.null_count:
            continue
        trimmed_cells, same = pc.utf8_trim_whitespace(cells), pc.utf8_trim_whitespace(other)
        if are_unique(trimmed_cells) and are_unique(same) and pc.all(pc.is_in(trimmed_cells, same)).as_py():
            yield name, trimmed_cells, same


def _row_numbers(count: int) -> pa.StringArray:
    return pa.array(np.arange(1, count + 1)).cast(pa.string())
