"""Write tables for spreadsheets so that no cell runs as a formula; no other file writes such tables.

Text that a spreadsheet would take for a formula gets an apostrophe before it in CSV and in tab-separated files.
Spreadsheets show such a cell as text. Text that already begins so gets one more apostrophe, so that the
written text can be read back unchanged. In tab-separated files text that begins with a quotation mark is quoted as in
CSV, because most programs undo quotes there as well.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...validation import expect

AS_FORMULA = "[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]"
"""Beginning of a cell that a spreadsheet runs (OWASP, CSV Injection), with the wide signs of Chinese and Japanese."""
AS_TEXT = rf"\A'+{AS_FORMULA}"
"""Beginning of a cell that ``spreadsheet_text`` wrote; RE2 and Python read the pattern alike."""
_MAY_RUN = re.compile(rf"'*{AS_FORMULA}")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|inf|nan)")
"""Pattern of a number as Python writes it, which is no formula."""


def spreadsheet_text(cell: str) -> str:
    """Return the cell with an apostrophe before it if a spreadsheet would run it as a formula."""
    expect(cell, str, "cell")
    return f"'{cell}" if _MAY_RUN.match(cell) else cell


def unescape_cell(cell: str) -> str:
    """Return the cell from which ``spreadsheet_text`` made this one."""
    expect(cell, str, "cell")
    return cell[1:] if cell.startswith("'") and _MAY_RUN.match(cell) else cell


def write_csv(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV; cells that are not text, such as numbers, stay unchanged."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([spreadsheet_text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()


def write_tsv(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as lines of cells with tabs between them; cells that are numbers stay unchanged."""
    return "\n".join("\t".join(map(_tsv_cell, row)) for row in rows)


def _tsv_cell(cell: str) -> str:
    text = cell if _NUMBER.fullmatch(cell) else spreadsheet_text(cell)
    return '"{}"'.format(text.replace('"', '""')) if text.startswith('"') else text


def frame_to_csv(frame: Any) -> bytes:
    """Return a pandas frame as CSV without its index; numbers stay unchanged, and names of columns are text."""
    texts = frame.rename(columns=lambda name: spreadsheet_text(str(name)))
    texts = texts.map(lambda value: spreadsheet_text(value) if isinstance(value, str) else value)
    data: str = texts.to_csv(index=False)
    return data.encode()


def write_workbook(sheets: Mapping[str, Iterable[Sequence[Any]]]) -> bytes:
    """Return a workbook (XLSX) in which every text is text, even if it looks like a formula.

    ``sheets`` has the rows of each sheet by the sheet's name; the first sheet keeps openpyxl's default name.
    """
    from openpyxl import Workbook

    book = Workbook()
    for number, (name, rows) in enumerate(sheets.items()):
        sheet = book.create_sheet(name) if number else book.worksheets[0]
        for row in rows:
            sheet.append([_cell_value(value) for value in row])
        for cell in (cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"):
            cell.data_type = "s"
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _cell_value(value: Any) -> Any:
    """Return the value in a type that openpyxl accepts, with control characters replaced."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    if isinstance(value, str):
        return ILLEGAL_CHARACTERS_RE.sub("\N{REPLACEMENT CHARACTER}", value)
    return getattr(value, "item", lambda: value)()
