"""Tables as plain text for a terminal, a log or a notebook's plain output."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

_RULE = re.compile(r"^-+(?:  -+)*$", re.MULTILINE)
"""The line below the heads of a table."""
_GAP = "  "
"""What stands between two columns."""
_TWO_WORDS = re.compile(r"[^\W\d]\S* +[^\W\d]")
"""A cell that several lines can hold; a number with a mark behind it is none."""


def plain_table(headers: Sequence[str], rows: Sequence[Sequence[str]], n_left: int) -> str:
    """Return columns of text: to the left in the first ``n_left``, to the right in the others."""
    from tabulate import tabulate

    alignment = ["left"] * n_left + ["right"] * (len(headers) - n_left)
    return tabulate(rows, headers, "simple", disable_numparse=True, colalign=alignment, preserve_whitespace=True)


def without_trailing_blanks(text: str) -> str:
    """Return the text without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.split("\n"))


def is_plain_table(text: str) -> bool:
    """Return whether the text is a table as ``plain_table`` makes it: heads, a rule, rows."""
    return _RULE.search(text) is not None


def narrowed_table(table: str, width: int) -> str:
    """Return a plain table with lines of at most ``width`` characters: heads, and then words, take several lines.

    Words and numbers stay whole, so a table of very many columns is wider still. One with letters that take two
    columns of a terminal is returned as it is.

    >>> print(narrowed_table("system  first ahead\\n------  -----------\\na               3/4", 14))
            first
    system  ahead
    ------  -----
    a         3/4
    """
    lines = table.split("\n")
    at = next(at for at, line in enumerate(lines) if _RULE.fullmatch(line))
    heads, rule, body = lines[:at], lines[at], lines[at + 1 :]
    gaps = [found.span() for found in re.finditer(_GAP, rule)]
    is_uneven = any(line[start:end].strip() for line in [*heads, *body] for start, end in gaps)
    if max(map(len, lines)) <= width or is_uneven:
        return table
    columns = [
        _Column(end - start, *([line[start:end].ljust(end - start) for line in part] for part in (heads, body)))
        for start, end in (found.span() for found in re.finditer("-+", rule))
    ]
    fitted = _fitted_widths(columns, width - len(_GAP) * len(gaps))
    heads_above = [column.head_lines(fit) for column, fit in zip(columns, fitted, strict=True)]
    rows = zip(*(column.row_lines(fit) for column, fit in zip(columns, fitted, strict=True)), strict=True)
    above = _joined_lines([lines[::-1] for lines in heads_above], fitted)[::-1]
    below = [line for row in rows for line in _joined_lines(row, fitted)]
    return without_trailing_blanks("\n".join([*above, _GAP.join("-" * fit for fit in fitted), *below]))


@dataclass(frozen=True)
class _Column:
    width: int
    """Characters of each text."""
    head: Sequence[str]
    """Lines above the rule."""
    cells: Sequence[str]
    """Text of each row."""

    @property
    def is_right(self) -> bool:
        """Whether cells stand to the right."""
        return any(cell.startswith(" ") and cell.strip() for cell in [*self.head, *self.cells])

    @property
    def width_of_rows(self) -> int:
        """The least width at which only the head takes more lines."""
        cells = [cell.lstrip() if self.is_right else cell.rstrip() for cell in self.cells]
        return max((len(text) for text in [*cells, *" ".join(self.head).split()]), default=0)

    @property
    def width_of_words(self) -> int:
        """The least width at which cells of words do, too."""
        if not any(map(_TWO_WORDS.search, self.cells)):
            return self.width_of_rows
        return max(len(word) for text in [*self.head, *self.cells] for word in text.split())

    def head_lines(self, width: int) -> list[str]:
        """Return the lines of the head, none of them blank."""
        return [line for text in self.head if text.strip() for line in self._lines(text, width)]

    def row_lines(self, width: int) -> list[list[str]]:
        """Return the lines of each row."""
        return [self._lines(cell, width) for cell in self.cells]

    def _lines(self, text: str, width: int) -> list[str]:
        whole = text[len(text) - width :] if self.is_right else text[:width]
        if whole.strip() == text.strip():
            return [whole]
        cut = textwrap.wrap(text.strip(), width, break_long_words=False, break_on_hyphens=False)
        return [line.rjust(width) if self.is_right else line.ljust(width) for line in cut]


def _fitted_widths(columns: Sequence[_Column], most: int) -> list[int]:
    """Return the width of each column, together at most ``most`` where that is possible: the widest gives first."""
    widths = [column.width for column in columns]
    for least in ([column.width_of_rows for column in columns], [column.width_of_words for column in columns]):
        while sum(widths) > most and (wider := [at for at, width in enumerate(widths) if width > least[at]]):
            widths[max(wider, key=widths.__getitem__)] -= 1
    return widths


def _joined_lines(cells: Iterable[Sequence[str]], widths: Sequence[int]) -> list[str]:
    """Return lines that hold those of cells beside each other."""
    return [
        _GAP.join(text or " " * width for text, width in zip(line, widths, strict=True)) for line in zip_longest(*cells)
    ]
