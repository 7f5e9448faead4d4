"""The only module that draws data frames on a page; it also writes the cells of columns, in files as well."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from scoring.bleu import MAX_ORDER
from scoring.counting.arrays import Flags, Floats
from scoring.output.numbers import MISSING, fixed, printed_value, probability, signed
from ui.kit import glossary

DECIMALS = {"brevity penalty": 3, "length ratio": 3, "influence": 4, "moves the difference by": 4} | {
    f"{what}_{n}": 4 for what in "mp" for n in range(1, MAX_ORDER + 1)
}
"""Column -> number of decimals, if it is not two."""
PROBABILITIES = ("p", "p_value", "p_adjusted", "corrected p")
"""Names of columns of p-values, which are never rounded across the level of significance."""
PRINTED = re.compile(r"%(\+?)\.(\d+)f")
"""Pattern of a column's format: whether numbers always have a sign, and their decimals."""
MAX_WRITTEN = 12_000
"""Most cells of a table whose minus signs are written here; in larger tables the browser writes hyphens."""
ROW_HEIGHT = 35
"""Height in px of a table's row, also of its head."""
Formats = Mapping[str, Any]
"""Column -> its configuration; None hides it."""
PLAIN: Formats = MappingProxyType({})


LONGEST_HEAD = 16
"""Most characters of a system's name in a column's head."""


def named_head(name: str) -> dict[str, Any]:
    """Return label and width in px of a column for one system; a long name ends in "…"."""
    short = name if len(name) <= LONGEST_HEAD else f"{name[: LONGEST_HEAD - 1]}…"
    return {"label": short, "width": text_width(len(short))}


def text_width(n_characters: int) -> int:
    """Return the width in px of a column of texts, the longest of this many characters."""
    return min(max(85, 25 + 8 * n_characters), 300)


def is_number(column: pd.Series) -> bool:
    return pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)


def cell_texts(column: pd.Series) -> list[str]:
    """Return each cell of a column as text."""
    if not is_number(column):
        return ["" if pd.isna(value) else str(value) for value in column]
    if column.name in PROBABILITIES:
        return [probability(value, MISSING) for value in column.astype(float)]
    if pd.api.types.is_integer_dtype(column):
        return [MISSING if pd.isna(value) else str(value) for value in column]
    return [fixed(value, DECIMALS.get(str(column.name), 2), MISSING) for value in column]


def written_as_fixed(frame: pd.DataFrame, formats: Mapping[str, Any]) -> pd.DataFrame:
    """Return the table for a page, so that the browser writes each number as ``fixed`` does in sentences and reports.

    A number that would be written as -0.00 becomes 0. A number halfway between two printed ones, such as 34.25 with one
    decimal, becomes the even one. All other numbers keep every digit. ``formats`` are the columns' configurations.
    """
    cleaned = frame.copy(deep=False)
    for name in frame.select_dtypes("float"):
        column, printed = frame[name], PRINTED.match(_format(formats.get(str(name))))
        half = 0.5 * 10.0 ** -int(printed[2]) if printed else 0.0
        values = column.to_numpy(float, na_value=np.nan)
        would_be = (values == 0) | (values < 0) & (values > -half)
        if would_be.any():
            cleaned[name] = column.mask(would_be, 0.0)
        if printed and (halves := _are_halfway(values, decimals := int(printed[2]))).any():
            rounded = [printed_value(value, decimals) + 0.0 for value in values]  # + 0.0: no negative zero
            cleaned[name] = cleaned[name].mask(halves, rounded)
    return cleaned


def _are_halfway(values: Floats, decimals: int) -> Flags:
    """Return whether each number is exactly halfway between two numbers with these decimals."""
    finite = np.where(np.isfinite(values), values, 0.0)
    is_binary = finite * 2.0 ** (decimals + 1) % 1 == 0  # 34.25 is exact, 0.005 is not and has one nearest number
    halfway: Flags = is_binary & (finite * 10.0**decimals % 1 == 0.5)
    return halfway


def with_minus_signs(
    frame: pd.DataFrame, table: pd.DataFrame | Styler, formats: Mapping[str, Any]
) -> tuple[pd.DataFrame | Styler, dict[str, Any]]:
    """Return the table and its columns' configurations so that negative numbers have a minus sign, not a hyphen.

    ``frame`` has the numbers of ``table``. Columns are still sorted by number. A table with more than ``MAX_WRITTEN``
    cells stays as it is.
    """
    configurations = dict(formats)
    is_written = frame.size <= MAX_WRITTEN and frame.columns.is_unique and frame.index.is_unique
    formatters: dict[Any, str | Callable[[Any], str] | None] = {}
    for name in frame.select_dtypes("float") if is_written else ():
        printed = PRINTED.fullmatch(_format(formats.get(str(name))))
        if printed and (frame[name] < 0).any():
            write, decimals = signed if printed[1] else fixed, int(printed[2])
            formatters[name] = partial(write, decimals=decimals)
            configured = formats[str(name)]
            configurations[str(name)] = {**configured, "type_config": {**configured["type_config"], "format": None}}
    if not formatters:
        return table, configurations
    style = table if isinstance(table, Styler) else table.style
    # Cells that are already written stay as they are.
    return style.format(formatters, na_rep=MISSING, subset=[*formatters]), configurations


def _format(configured: Mapping[str, Any] | None) -> str:
    return ((configured or {}).get("type_config") or {}).get("format") or ""


def write_cells(style: Styler, texts_by_column: Mapping[str, Sequence[str]]) -> Styler:
    """Return the table with these cells, by column, as text.

    Each cell has its own text, because equal numbers may be written differently.
    """

    def saying(cell: str) -> Callable[[object], str]:
        return lambda _: cell

    for row in range(len(style.index)):
        formatters: dict[Any, str | Callable[[Any], str] | None] = {
            name: saying(cells[row]) for name, cells in texts_by_column.items()
        }
        style.format(formatters, subset=pd.IndexSlice[[row], :])
    return style


def format_probabilities(frame: pd.DataFrame, undefined: str = MISSING) -> pd.DataFrame | Styler:
    """Return the table for a page, with p-values, if there are any, written as in sentences.

    Its other columns are left to their configuration.
    """
    formats: dict[Any, str | Callable[[Any], str] | None]
    formats = {name: probability for name in PROBABILITIES if name in frame}
    return frame.style.format(formats, na_rep=undefined, thousands=",") if formats else frame


Style = Callable[[pd.DataFrame], pd.DataFrame | Styler]
"""Function that returns a table with some cells already written or marked."""


def as_it_is(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the table without a style."""
    return frame


def draw_grid(
    frame: pd.DataFrame, formats: Formats = PLAIN, style: Style = as_it_is, most: int = 0, **options: Any
) -> Any:
    """Draw a table; it scrolls if its rows take more than ``most`` px, 0 for no limit.

    A column whose format is None is not shown. ``options`` are those of ``st.dataframe``.
    """
    cleaned = written_as_fixed(frame, formats)
    explained = {str(name): help_text for name in frame if (help_text := glossary.help_for(str(name))) is not None}
    hidden = {name for name, configured in formats.items() if configured is None}
    shown = {name: help_text for name, help_text in explained.items() if name not in hidden}
    helped = dict(formats) | {name: _add_help(formats.get(name), help_text) for name, help_text in shown.items()}
    height: Any = most if most and ROW_HEIGHT * (len(frame) + 1) > most else "content"
    table, configured = with_minus_signs(cleaned, style(cleaned), helped)
    return st.dataframe(table, height=height, hide_index=True, column_config=configured, **options)


def _add_help(configured: Any, help_text: str) -> Any:
    """Return a column's configuration with this help, unless it already has a help."""
    configured = configured or st.column_config.Column()
    return configured if configured.get("help") else {**configured, "help": help_text}
