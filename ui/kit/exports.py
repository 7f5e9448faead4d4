"""Tables as files to take away."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from scoring.formats.spreadsheets import as_text
from scoring.latex import tabular
from ui.kit import columns


def downloads(frame: pd.DataFrame, name: str) -> None:
    """One small button for each kind of file; files are made when asked for."""
    with st.container(horizontal=True, gap="small"):
        for kind in DOWNLOADS:
            st.download_button(
                kind.ending.upper(),
                data=partial(kind.data, frame),
                file_name=f"bleuscope-{name}.{kind.ending}",
                mime=kind.mime,
                key=f"download-{name}-{kind.ending}",
                on_click="ignore",
                type="tertiary",
            )


@dataclass(frozen=True)
class Download:
    """One way to take a table away."""

    ending: str
    mime: str
    data: Callable[[pd.DataFrame], bytes]


def _csv(frame: pd.DataFrame) -> bytes:
    """Numbers as they are; text as no spreadsheet runs it."""
    texts = frame.rename(columns=lambda name: as_text(str(name)))
    return texts.map(lambda value: as_text(value) if isinstance(value, str) else value).to_csv(index=False).encode()


def _xlsx(frame: pd.DataFrame) -> bytes:
    """A workbook in which every text is text, also one that looks like a formula."""
    book = Workbook()
    sheet = book.worksheets[0]
    for values in [list(frame.columns), *frame.itertuples(index=False)]:
        sheet.append([_cell_value(value) for value in values])
    for row in sheet.iter_rows():
        for cell in row:
            if cell.data_type == "f":
                cell.data_type = "s"
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _cell_value(value: Any) -> Any:
    """What openpyxl takes for it."""
    if isinstance(value, str):
        return ILLEGAL_CHARACTERS_RE.sub("\N{REPLACEMENT CHARACTER}", value)
    return None if pd.isna(value) else getattr(value, "item", lambda: value)()


def _latex(frame: pd.DataFrame) -> bytes:
    """Numbers as a page shows them; the other files have every digit."""
    given = [column for _, column in frame.items()]
    kinds = "".join("r" if columns.is_number(column) else "l" for column in given)
    return tabular(list(map(str, frame.columns)), zip(*map(columns.written, given), strict=True), kinds).encode()


DOWNLOADS = (
    Download("csv", "text/csv", _csv),
    Download("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _xlsx),
    Download("tex", "application/x-tex", _latex),
    Download(
        "json",
        "application/json",
        lambda frame: frame.to_json(orient="records", indent=2, double_precision=15).encode(),
    ),
)
