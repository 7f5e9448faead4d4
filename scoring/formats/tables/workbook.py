"""Read XLSX workbooks: the first sheet that is not empty, its first row the header, cells as people see them.

Every part is read as a stream, once, and only the text of the cells is kept; ``package`` finds
the parts, ``sheet`` reads one sheet.
"""

import zipfile
from collections.abc import Sequence
from io import BytesIO

from ...counting.progress import Progress, no_progress, progress_of_part
from ...output.numbers import counted
from ...text.naming import clean_name
from ..columns import Column, Notice
from ..containers.archives import DAMAGE
from ..containers.growing import free_gradually
from ..errors import FormatError
from ..limits import Budget
from .delimited_tables import blank_rows, table_columns
from .package import Package, Sheet, WorkbookContents, read_workbook_contents
from .sheet import CellReader, TableReader

NOTICES_BY_KIND = {
    "numbers": "{} a number; read as Excel's General format shows it (1, 0.5), not as the sheet does.",
    "dates": "{} a date or a time; read in ISO form (2024-12-31).",
    "cell-errors": "{} an Excel error; read as that text",
    "truth-values": "{} TRUE or FALSE; read as that word.",
}


def read_workbook(file: str, data: bytes, budget: Budget, on_progress: Progress = no_progress) -> list[Column]:
    """Return the columns of the first sheet that is not empty.

    Cells become text: 1.0 is ``1``, dates are ISO, both with a notice; formulas are read by the value
    that was stored with them. Raises ``FormatError`` for a workbook that cannot be read, formulas
    without a stored value, and cells beyond the header; ``TooLargeError`` before memory fills.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            package = Package(file, archive, budget)
            contents = read_workbook_contents(package, progress_of_part(on_progress, 0, 4))
            reader, others = _read_sheets(package, contents, progress_of_part(on_progress, 1, 4))
            header, cells = reader.table()
            free_gradually(contents.strings)
    except (*DAMAGE, KeyError) as error:
        if isinstance(error, FormatError):
            raise
        actual = f"a workbook that cannot be read ({type(error).__name__})"
        advice = "Open it in a spreadsheet program and save it again."
        raise FormatError(file, actual, advice=advice) from error
    notices = [*others, *_notices(reader)]
    columns = table_columns(file, "XLSX", header, cells, notices, budget.limits, progress_of_part(on_progress, 1, 2))
    return [_add_cell_notices(column, reader, place) for place, column in enumerate(columns)]


def _read_sheets(
    package: Package, contents: WorkbookContents, on_progress: Progress
) -> tuple[TableReader, list[Notice]]:
    """Return the first sheet with anything in it, and notices of the others and of a hidden sheet."""
    first: tuple[Sheet, TableReader] | None = None
    others = []
    for number, sheet in enumerate(contents.sheets):
        tell = progress_of_part(on_progress, number, len(contents.sheets))
        if first is None:
            table = TableReader(package.file, contents, package.budget.limits)
            _read(package, sheet, table, tell)
            first = (sheet, table) if table.has_text else None
        else:
            cells = CellReader(package.file, contents, package.budget.limits)
            _read(package, sheet, cells, tell, only_begin=True)
            others += [sheet.title] if cells.has_text else []
    if first is None:
        raise FormatError(package.file, "no sheet with anything in it", "a header and rows below it")
    sheet, reader = first
    title = clean_name(sheet.title)
    listed = ", ".join(map(clean_name, others[:5]))
    notices = [Notice("sheets", f"The sheet {title} was read; not read: {listed}.", len(others))] if others else []
    if sheet.is_hidden:
        notices.append(Notice("hidden", f"The sheet {title} was read, although the workbook hides it.", 1))
    return reader, notices


def _read(package: Package, sheet: Sheet, reader: CellReader, on_progress: Progress, only_begin: bool = False) -> None:
    """Read a whole sheet, or, with ``only_begin``, until some cell has a value; the rest may then be damaged."""
    max_bytes = package.budget.limits.file_bytes
    try:
        for _ in package.read(sheet.part, on_progress, reader.on_start, reader.on_end, reader.on_text, max_bytes):
            if only_begin and reader.has_text:
                break
    except FormatError:
        if not (only_begin and reader.has_text):
            raise


def _notices(reader: TableReader) -> list[Notice]:
    count = reader.n_formulas
    message = f"{counted(count, 'cell is a formula', 'cells are formulas')}; read by the value stored in the file."
    formulas = [Notice("formulas", message, count)] if count else []
    blank = [blank_rows(reader.n_blank)] if reader.n_blank else []
    return [*formulas, *blank, *_merged_cells_notices(reader), *_hidden_rows(reader)]


def _hidden_rows(reader: TableReader) -> list[Notice]:
    """Return the notice of rows that are hidden by hand or by a filter; empty without any."""
    count = reader.n_hidden_rows
    if not count:
        return []
    count_phrase = f"{counted(count, 'row is', 'rows are')} hidden ({_cells_phrase(reader.hidden_rows, count)})"
    return [Notice("hidden", f"{count_phrase}; read as segments like the others.", count)]


def _merged_cells_notices(reader: TableReader) -> list[Notice]:
    """Return the notice of merged cells: only the first cell of a range has the text. Empty without merged cells."""
    if not reader.n_merged:
        return []
    count_phrase = counted(reader.n_merged, "range of cells is merged", "ranges of cells are merged")
    cells = _cells_phrase(reader.merged, reader.n_merged)
    message = f"{count_phrase} ({cells}); the text is that of the first cell, the others are empty."
    return [Notice("merged-cells", message, reader.n_merged)]


def _add_cell_notices(column: Column, reader: TableReader, place: int) -> Column:
    notices = []
    for kind, count in reader.counts_by_column[place].items():
        message = NOTICES_BY_KIND[kind].format(counted(count, "cell holds", "cells hold"))
        if kind == "cell-errors":
            message += f" ({_cells_phrase(reader.errors[place], count)})."
        notices.append(Notice(kind, message, count))
    if reader.is_hidden(place):
        notices.append(Notice("hidden-column", "It is hidden in the workbook, and read like the others.", 1))
    return column.with_notices(*notices)


def _cells_phrase(cells: Sequence[str], count: int) -> str:
    """Return the first few cells as a list, with dots if there are more."""
    return ", ".join(map(clean_name, cells)) + (", ..." if count > len(cells) else "")
