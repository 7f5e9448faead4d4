"""The only module for downloads: it offers tables as files, each with the source of its numbers."""

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

import pandas as pd
import streamlit as st

from scoring import Metric
from scoring.formats.tables.spreadsheets import frame_to_csv, write_workbook
from scoring.metric import VERSION
from scoring.output.latex import (
    NARROW,
    Best,
    breakable,
    captioned_table,
    comments,
    escape_latex,
    estimated_width,
    stacked_head,
    tabular,
)
from scoring.output.numbers import MISSING, decimals_to_distinguish, fixed, printed_value
from scoring.studies.comparison import Comparisons
from scoring.studies.wording.method_words import CORRECTION_NAMES, TEST_NAMES, describe_test_and_correction
from ui.context.context import Context
from ui.kit import grid
from ui.session import state
from ui.store import cache, kept

NUMBERS = re.compile(r"[-−+]?\d+\.\d+( \([-−+]?\d+\.\d+\)\*?)?")
"""Pattern of a cell with a number, maybe with a difference in brackets and a mark after it."""
MAX_OF_NAME = 60
"""Most characters of a test set's name in the name of a file."""
SMALL = 0.0001
"""Smallest p-value that is printed in digits; below it "<0.0001" is printed."""
SEGMENTS = "segments"
"""Name of a table's fact: its number of segments."""
NOTE = "note"
"""Name of a table's fact: one or two sentences on how to read its columns."""
MARKS = "quotation marks"
"""Name of a table's fact: the quotation marks with which texts were tested; the table's title says so, too."""
TEST_FACT = "tested"
"""Name of a table's fact: its test, draws and correction in words."""
SIGNATURE = " signature"
"""Ending, after a metric's name, of the name of a table's fact: the metric's signature."""
HEADS: Mapping[str, str] = MappingProxyType(
    {
        "a": "A",
        "b": "B",
        "score_a": "score of A",
        "score_b": "score of B",
        "ci_low": "low",
        "ci_high": "high",
        "p_value": "p",
        "p_adjusted": "corrected p",
        "n_sets": "sets",
        "ahead": "A ahead in",
        "behind": "B ahead in",
        "better": "better over all",
    }
)
"""Column's name in files for programs -> its heading in LaTeX."""
ABOUT = "about"
"""Name of the column, sheet or key that says where a table comes from."""
LATEX_ENDING = "tex"
OFFERED, ORDER = "offered_tables", "offered_order"
"""The session's keys for the tables in this run's menu, and for the order of titles in the last run's menu."""
Facts = Mapping[str, str]
NOWHERE: Facts = MappingProxyType({})
"""Facts of a table that belongs to no test set."""


def draw_download_button(
    label: str, make: Callable[[], bytes], file_name: str, mime: str, key: str, **look: Any
) -> None:
    """Draw a download button; the file is made when it is pressed, if the visitor may still see its content.

    ``look`` are other arguments of ``st.download_button``. A file that is given at once has an address only until the
    next run of the script, and the page may still look for it then.
    """
    st.download_button(label, kept.made_while_allowed(make), file_name, mime, key=key, on_click="ignore", **look)


def file_name(name: str, content: str, ending: str) -> str:
    """Return the name of a file, in characters that every system allows.

    ``name`` is the name of the test set, project or campaign.
    """
    if len(name) > MAX_OF_NAME:  # what follows a comma says which segments are meant, and is in the file
        name = name.partition(",")[0]
    short = re.sub(r"[^\w.-]+", "-", name)
    if len(short) > MAX_OF_NAME:  # no word is cut, unless it is the only one
        short = short[: MAX_OF_NAME + 1].rpartition("-")[0] or short[:MAX_OF_NAME]
    parts = ["bleuscope", short.strip("-."), content]
    return f"{'-'.join(filter(None, parts))}.{ending}"


TableOrMaker = pd.DataFrame | Callable[[], pd.DataFrame]
"""Table, or the function that makes it when it is asked for."""
NO_BEST: Mapping[str, bool] = MappingProxyType({})
NO_DECIMALS: Mapping[str, int] = MappingProxyType({})
NO_CELLS: Mapping[str, Sequence[str]] = MappingProxyType({})


MAX_LATEX_ROWS = 500
"""Most rows of a table in LaTeX, about ten pages; longer tables are for programs."""


@dataclass(frozen=True)
class PaperTable:
    """The table that LaTeX prints, if a paper's table has other rows or columns than a file for programs."""

    frame: pd.DataFrame
    cells: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Column -> its cells, if rows have different decimals."""
    column_groups: Mapping[str, str] = field(default_factory=dict)
    """Column -> the heading that it shares with its neighbours."""
    row_groups: Mapping[int, str] = field(default_factory=dict)
    """Index of the first row of a group -> the group's heading; empty for a rule alone."""
    caption: str = ""
    """Whole caption; if empty, the caption is made of the table's title, number of segments, note and test."""
    notes: Sequence[str] = ()
    """Sentences below the table in small letters."""


Paper = pd.DataFrame | PaperTable | Callable[[], pd.DataFrame | PaperTable]
"""Table that LaTeX prints, or the function that makes it."""


@dataclass(frozen=True)
class Table:
    """A table that can be downloaded."""

    content: TableOrMaker
    """Table, or the function that makes it when it is asked for."""
    title: str
    about: Mapping[str, str] = field(default_factory=dict)
    """Facts about where the numbers come from, as ``export_source`` returns them."""
    best: Mapping[str, bool] = field(default_factory=dict)
    """Column whose best value is in bold -> whether higher is better."""
    decimals: Mapping[str, int] = field(default_factory=dict)
    """Column -> decimals of its numbers in LaTeX.

    By default a column with a best has as many as distinguish its numbers.
    """
    cells: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Column -> its cells in LaTeX, if rows have different decimals."""
    paper: Paper | None = None
    """Table that LaTeX prints, if it is another one."""
    n_rows: int | None = None
    """Number of rows in LaTeX, for a table that is made when asked for and may have many."""

    @cached_property
    def frame(self) -> pd.DataFrame:
        return self.content() if callable(self.content) else self.content

    @property
    def printed(self) -> PaperTable:
        """Table that LaTeX prints."""
        table = self.frame if self.paper is None else self.paper() if callable(self.paper) else self.paper
        return table if isinstance(table, PaperTable) else PaperTable(table)

    @property
    def why_no_latex(self) -> str:
        """Reason why the table is not offered as LaTeX; empty where it is."""
        printed, n_rows = self.content if self.paper is None else self.paper, self.n_rows or 0
        if not callable(printed):
            n_rows = len(printed.frame if isinstance(printed, PaperTable) else printed)
        if n_rows <= MAX_LATEX_ROWS:
            return ""
        return f"No TEX: {n_rows:,} rows are too many for a paper (at most {MAX_LATEX_ROWS:,})."

    @property
    def name(self) -> str:
        """Name of the table in names of files."""
        return re.sub(r"\W+", "-", self.title.lower())


Tables = dict[str, Table]
"""Title -> table."""


def export_source(
    context: Context, *metrics: Metric, tested: Comparisons | None = None, most_trials: int = 0
) -> dict[str, str]:
    """Return where numbers come from: the test set, the day, the metrics' signatures, and the test if there was one.

    ``most_trials`` is the number of trials of the pair that needed most.
    """
    facts = {"test set": context.test_set.name, "fingerprint": cache.fingerprint(context.typed or context.test_set)}
    facts |= {"date": date.today().isoformat(), "made by": f"BLEUscope {VERSION}"}
    facts |= {MARKS: context.marks} if context.marks else {}
    facts |= {f"{metric.full_name}{SIGNATURE}": context.signature(metric) for metric in metrics}
    n_segments = {len(context.with_judged_segments(metric).test_set) for metric in metrics}
    if len(n_segments) == 1:  # else the metrics' names say how many each has
        facts[SEGMENTS] = f"{n_segments.pop():,}"
    if tested is not None:
        facts |= {
            "test": TEST_NAMES[tested.test],
            "trials": str(tested.tested.trials),
            "seed": str(tested.tested.seed),
            "correction": CORRECTION_NAMES[tested.correction],
            "unit": tested.unit,
            "units": str(tested.n_units),
            TEST_FACT: describe_test_and_correction(tested, most_trials),
        }
    return facts


def draw_export_buttons(tables: Tables, title: str) -> None:
    """Draw one small button for each kind of file.

    A file is made when it is asked for, from the table that has this title then.
    """
    table = tables[title]
    for kind in DOWNLOADS:
        if kind.ending == LATEX_ENDING and table.why_no_latex:
            continue
        file, key = file_name(table.about.get("test set", ""), table.name, kind.ending), f"download-{table.name}"
        make, key = partial(_file_content, tables, title, kind), f"{key}-{kind.ending}"
        draw_download_button(kind.ending.upper(), make, file, kind.mime, key, type="tertiary")


def _file_content(tables: Tables, title: str, kind: "Download") -> bytes:
    return kind.data(tables[title])


@contextmanager
def collect_tables() -> Iterator[Tables]:
    """Yield the tables that are offered while the page is drawn; at its end, new ones are put last, so none moves."""
    with collect_part_tables() as tables:
        yield tables
    state.set_widget_value(OFFERED, None)
    before = state.widget_value(ORDER, {})
    ordered = {title: tables.pop(title) for title in sorted(tables, key=lambda title: before.get(title, len(before)))}
    tables.update(ordered)
    state.set_widget_value(ORDER, {title: place for place, title in enumerate(tables)})


@contextmanager
def collect_part_tables() -> Iterator[Tables]:
    """Yield the tables that a part of the page offers."""
    around, tables = state.widget_value(OFFERED), Tables()
    state.set_widget_value(OFFERED, tables)
    yield tables
    state.set_widget_value(OFFERED, around)


def page_tables() -> Tables:
    """Return the tables that this run of the script has offered so far; its menu keeps this very dict."""
    tables: Tables = state.widget_value(OFFERED)
    return tables


def offer_table(
    table: TableOrMaker,
    title: str,
    about: Facts = NOWHERE,
    best: Mapping[str, bool] = NO_BEST,
    decimals: Mapping[str, int] = NO_DECIMALS,
    cells: Mapping[str, Sequence[str]] = NO_CELLS,
    paper: Paper | None = None,
    n_rows: int | None = None,
) -> None:
    """Put a table, or the function that makes it, into the page's menu.

    A table that a fragment draws again is there already. A table that is made later, and may have more rows than a
    paper's table, needs ``n_rows``.

    Two titles that differ may give the same name of a file: the second is then numbered.
    """
    tables = state.widget_value(OFFERED)
    title = f"{title}, {about[MARKS]}" if MARKS in about else title
    if tables is not None:
        offered = Table(table, title, about, best, decimals, cells, paper, n_rows)
        is_taken = any(offered.name == other.name for other in tables.values())
        offered = replace(offered, title=f"{title} 2") if is_taken else offered
        tables[offered.title] = offered


@dataclass(frozen=True)
class Download:
    """One format in which a table can be downloaded."""

    ending: str
    mime: str
    data: Callable[[Table], bytes]


def _csv(table: Table) -> bytes:
    """Return a CSV file with all digits, and with texts that no spreadsheet runs as formulas.

    The last column says in its first row where the numbers come from, so that every program can read the file.
    """
    frame = table.frame
    if table.about and len(frame):
        about = "; ".join(": ".join(fact) for fact in table.about.items())
        frame = frame.copy()
        frame[ABOUT] = [about, *[None] * (len(frame) - 1)]
    return frame_to_csv(frame)


def _xlsx(table: Table) -> bytes:
    """Return a workbook; its second sheet says where the numbers come from."""
    values = table.frame.astype(object).where(table.frame.notna(), None)
    rows = [list(values.columns), *values.itertuples(index=False)]
    return write_workbook({"": rows} | ({ABOUT: list(table.about.items())} if table.about else {}))


def _latex(table: Table) -> bytes:
    """Return the table in LaTeX, with numbers as a page shows them; the other files have every digit.

    Comments above the table say where the numbers come from. A column with the same value in all rows that the comments
    state, such as the seed, is left out. Signatures are below the table, and an arrow in a heading says whether higher
    or lower is better.
    """
    printed = table.printed
    table = replace(table, content=printed.frame, cells={**table.cells, **printed.cells})
    columns = [column for name, column in table.frame.items() if {*map(str, column)} != {table.about.get(str(name))}]
    cells = [_exported_cells(column, table) for column in columns]
    are_numbers = [grid.is_number(column) or _holds_numbers(column) for column in columns]
    kinds = "".join("r" if is_number else "l" for is_number in are_numbers)
    heads = [_head(str(column.name), table) for column in columns]
    facts = table.about.items()
    about = [": ".join(fact) for fact in facts if fact[0] != TEST_FACT]
    of_set = table.about.get("test set", "")
    caption = escape_latex(printed.caption or " ".join(_caption_sentences(table, of_set)))
    signed = [(name.removesuffix(SIGNATURE), of) for name, of in facts if name.endswith(SIGNATURE)]
    notes = [escape_latex(" ".join(printed.notes))] if printed.notes else []
    notes += [f"Signatures. {'; '.join(breakable(f'{name}: {of}') for name, of in signed)}."] if signed else []
    if estimated_width([[head, *column] for head, column in zip(heads, cells, strict=True)]) > NARROW:
        widths = [max(map(len, column), default=0) for column in cells]
        heads = [stacked_head(head, width) for head, width in zip(heads, widths, strict=True)]
    width = estimated_width([[head, *column] for head, column in zip(heads, cells, strict=True)])
    groups = [printed.column_groups.get(str(column.name), "") for column in columns]
    latex = tabular(heads, zip(*cells, strict=True), kinds, None, groups, printed.row_groups)
    label = f"{table.title} {of_set.partition(',')[0]}"
    floating = captioned_table(latex, caption, label, width, notes)
    return "\n".join([*filter(None, [comments(about)]), floating]).encode()


def _holds_numbers(column: pd.Series) -> bool:
    """Return whether each cell of a column of text is a number with decimals, maybe with a difference in brackets."""
    return len(column) > 0 and all(isinstance(cell, str) and NUMBERS.fullmatch(cell) for cell in column)


def _head(name: str, table: Table) -> str:
    """Return the heading of a column in LaTeX."""
    arrow = {True: " ↑", False: " ↓"}.get(table.best[name], "") if name in table.best and len(table.frame) > 1 else ""
    return f"{HEADS.get(name, name)}{arrow}"


def _caption_sentences(table: Table, of_set: str) -> list[str]:
    """Return the caption's sentences: title, number of segments, how to read the table, test, bold numbers."""
    base = f"{table.about[SEGMENTS]} segments" if SEGMENTS in table.about else ""
    if not base and "units" in table.about:
        base = f"{int(table.about['units']):,} {table.about['unit']}s"
    heading = ": ".join(filter(None, [table.title, of_set]))
    sentences = [", ".join(filter(None, [heading, base * (base not in of_set)])) + "."]
    sentences += [table.about[NOTE]] if NOTE in table.about else []
    tested = table.about.get(TEST_FACT)
    sentences += [f"Test: {tested}."] if tested else []
    is_ranked = len(table.frame) > 1 and any(name in table.frame.columns for name in table.best)
    return [*sentences, "Bold: the best of a column."] if is_ranked else sentences


def _exported_cells(column: pd.Series, table: Table) -> list[str]:
    """Return a column's cells, the best in bold, ties included; p-values as papers print them."""
    cells, name = grid.cell_texts(column), str(column.name)
    cells = [value if isinstance(value, Best) else cell for value, cell in zip(column, cells, strict=True)]
    if name in table.cells:
        return list(table.cells[name])
    higher_is_better = table.best.get(name)
    if column.name in grid.PROBABILITIES:
        return ["<0.0001" if value < SMALL else cell for value, cell in zip(column, cells, strict=True)]
    if higher_is_better is None or len(column) < 2:
        is_whole = pd.api.types.is_float_dtype(column) and len(column) > 1 and not (column.dropna() % 1).any()
        decimals = table.decimals.get(name, 0 if is_whole else None)
        return cells if decimals is None else [fixed(value, decimals, MISSING) for value in column]
    decimals = table.decimals.get(name, decimals_to_distinguish(column, 2))
    shown = [printed_value(value, decimals) for value in column]
    best = (max if higher_is_better else min)((value for value in shown if value == value), default=math.nan)
    cells = [fixed(value, decimals, MISSING) for value in column]
    return [Best(cell) if value == best else cell for cell, value in zip(cells, shown, strict=True)]


def _json(table: Table) -> bytes:
    """Return a list of rows in JSON; for a table with a source, an object of the source and the rows."""
    rows = table.frame.to_json(orient="records", indent=2, double_precision=15)
    if not table.about:
        return rows.encode()
    return f'{{"{ABOUT}": {json.dumps(dict(table.about), ensure_ascii=False)},\n"rows": {rows}}}'.encode()


DOWNLOADS = (
    Download("csv", "text/csv", _csv),
    Download("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _xlsx),
    Download(LATEX_ENDING, "application/x-tex", _latex),
    Download("json", "application/json", _json),
)
