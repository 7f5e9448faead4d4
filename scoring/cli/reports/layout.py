"""The formats that the command line writes: tables, LaTeX, JSON and TSV of texts that are made elsewhere."""

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ...formats.tables.spreadsheets import write_tsv
from ...output import latex
from ...output.json_values import json_value
from ...output.numbers import MINUS, MISSING, fixed
from ...output.plain_tables import plain_table, without_trailing_blanks


class Writer(Protocol):
    """A function that draws a table: ``n_left`` columns of text, aligned left, then numbers, aligned right."""

    def __call__(self, headers: Sequence[str], rows: Sequence[Sequence[str]], n_left: int) -> str: ...


@dataclass(frozen=True)
class Style:
    """The style of a report: its tables, and how the best of several numbers is marked."""

    table: Writer
    best: Callable[[str], str]
    other: Callable[[str], str]

    def scores(self, values: Sequence[float], higher_is_better: bool = True, decimals: int = 2) -> list[str]:
        """Return the rounded values; if there are several, the best is marked."""
        defined = [value for value in values if not math.isnan(value)]
        best = (max if higher_is_better else min)(defined, default=math.nan)
        marks = (self.best if len(values) > 1 and value == best else self.other for value in values)
        return [mark(format_score_cell(value, decimals)) for mark, value in zip(marks, values, strict=True)]


def latex_table(headers: Sequence[str], rows: Sequence[Sequence[str]], n_left: int) -> str:
    """Return a tabular with the rules of booktabs."""
    return latex.tabular(headers, rows, "l" * n_left + "r" * (len(headers) - n_left))


PLAIN = Style(plain_table, "{} *".format, "{}  ".format)
LATEX = Style(latex_table, latex.Best, str)


def json_list(objects: Iterable[Mapping[str, object]]) -> str:
    """Return a JSON list of objects, with null for numbers that are undefined and for empty texts."""
    return _json([*objects])


def json_object(fields: Mapping[str, object]) -> str:
    """Return a JSON object, with null as in ``json_list``."""
    return _json(fields)


def json_pieces(fields: Mapping[str, object]) -> Iterator[bytes]:
    """Yield a JSON object and a line break, piece by piece, with null as in ``json_list``.

    A field that is an iterator is a list: each of its values is made when it is written, and then forgotten.
    """
    before = "{\n"
    for name, value in fields.items():
        yield f"{before}  {json.dumps(name, ensure_ascii=False)}: ".encode()
        before = ",\n"
        if isinstance(value, Iterator):
            yield from _list_pieces(value)
        else:
            yield _indented_json(value, 2)
    yield b"{}\n" if before == "{\n" else b"\n}\n"


def _list_pieces(values: Iterator[object]) -> Iterator[bytes]:
    before = b"[\n    "
    for value in values:
        yield before + _indented_json(value, 4)
        before = b",\n    "
    yield b"[]" if before.startswith(b"[") else b"\n  ]"


def _indented_json(value: object, n_spaces: int) -> bytes:
    return _json(value).replace("\n", "\n" + " " * n_spaces).encode()


def _json(value: object) -> str:
    return json.dumps(json_value(value), ensure_ascii=False, indent=2, allow_nan=False)


tsv = write_tsv
"""Writer of TSV, one line for each row; a spreadsheet runs no name in it as a formula."""


def _nothing(*of: object) -> Sequence[str]:
    return ()


def build_format_writers(
    records: Callable[..., Sequence[Mapping[str, object]]],
    tables: Callable[..., Sequence[str]],
    notes: Callable[..., Sequence[str]],
    opening: Callable[..., Sequence[str]] = _nothing,
    marks: Callable[..., Sequence[str]] = _nothing,
    objects: Callable[..., Iterable[Mapping[str, object]]] | None = None,
    styles: tuple[Style, Style] = (PLAIN, LATEX),
    gap: str = "\n\n",
) -> dict[str, Callable[..., str]]:
    """Return the functions that write a report, by format; each takes the arguments of ``records`` and the others.

    Parameters
    ----------
    records : rows of JSON, where NaN is null, and of TSV, where NaN is ``nan`` and None is empty
    tables : takes a style last
    notes : what the columns hold, said beneath the tables, in LaTeX as comments
    opening : sentences before the tables
    marks : notes on the marks that only plain tables have
    objects : rows of JSON that are not those of TSV
    styles : of plain text and of LaTeX
    gap : between the parts in LaTeX
    """
    plain, typeset = styles

    def write_json(*of: object) -> str:
        return json_list((objects or records)(*of))

    def write_records(*of: object) -> str:
        all_records = records(*of)
        rows = [["" if value is None else str(value) for value in record.values()] for record in all_records]
        return tsv([[*next(iter(all_records), {})], *rows])

    def write_table(*of: object) -> str:
        return without_trailing_blanks(
            "\n\n".join([*opening(*of), *tables(*of, plain), "\n".join([*marks(*of), *notes(*of)])])
        )

    def write_latex(*of: object) -> str:
        comments = (latex.comments([sentence]) for sentence in opening(*of))
        return gap.join([*comments, *tables(*of, typeset), latex.comments(notes(*of))])

    return {"table": write_table, "json": write_json, "tsv": write_records, "latex": write_latex}


def format_score_cell(score: float, decimals: int = 2) -> str:
    """Return the cell of a score in a table; the minus is the hyphen, which programs can read."""
    return fixed(score, decimals, MISSING).replace(MINUS, "-")


def signature_without(part: str, signature: str) -> str:
    """Return a signature without the parts of these names; ``|`` separates several names."""
    return re.sub(rf"\|(?:{part}):[^|]*", "", signature)


class OfSystem(Protocol):
    """A result of one system."""

    @property
    def system(self) -> str: ...


def unique_system_names(results: Iterable[OfSystem]) -> list[str]:
    """Return the names of the results' systems, in order and without repeats."""
    return list(dict.fromkeys(result.system for result in results))


def best_mark_note(results: Iterable[OfSystem]) -> list[str]:
    """Return the note on the mark at the best of a row; none for a single system."""
    return ["* the best of its row"] if len(unique_system_names(results)) > 1 else []
