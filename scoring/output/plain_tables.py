"""Tables in plain text for a terminal, a log or a notebook's plain output."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

_RULE = re.compile(r"^-+(?:  -+)*$", re.MULTILINE)
"""Pattern of the line below the heads of a table."""
_GAP = "  "
"""Space between two columns."""
_TWO_WORDS = re.compile(r"[^\W\d]\S* +[^\W\d]")
"""Pattern of a cell that may be broken into lines; a number with a mark behind it does not match."""
_WORD = re.compile(r"(?:[-+\u2013\u2212=±/] +)*[^ ]+")
"""Pattern of text that stays on one line: a word, with signs before it."""


def plain_table(headers: Sequence[str], rows: Sequence[Sequence[str]], n_left: int) -> str:
    """Return a table as text: the first ``n_left`` columns are aligned left, the others right."""
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
    """Return a plain table with lines of at most ``width`` characters, in which heads and words are broken into lines.

    Words and numbers stay whole. A table that is still too wide becomes several tables, one below the other, each with
    the first columns that distinguish the rows. A table with characters that take two columns of a terminal, or none,
    is unchanged.

    >>> print(narrowed_table("system  first ahead\\n------  -----------\\na               3/4", 13))
            first
    system  ahead
    ------  -----
    a         3/4
    """
    lines = table.split("\n")
    at = next(at for at, line in enumerate(lines) if _RULE.fullmatch(line))
    heads, rule, body = lines[:at], lines[at], lines[at + 1 :]
    gaps = [match.span() for match in re.finditer(_GAP, rule)]
    is_uneven = any(line[start:end].strip() for line in [*heads, *body] for start, end in gaps)
    if max(map(len, lines)) <= width or is_uneven or not all(map(_takes_a_column, table)):
        return table
    columns = [
        _Column(end - start, *([line[start:end].ljust(end - start) for line in part] for part in (heads, body)))
        for start, end in (match.span() for match in re.finditer("-+", rule))
    ]
    return "\n\n".join(_fitted_table(part, width) for part in _parts(columns, width))


def _takes_a_column(character: str) -> bool:
    """Return whether a character takes one column of a terminal; wide letters take two, marks on letters none."""
    if character < "\x7f":
        return True
    is_wide = unicodedata.east_asian_width(character) in ("W", "F")
    return not is_wide and unicodedata.category(character) not in ("Mn", "Me", "Cf")


@dataclass(frozen=True)
class _Column:
    width: int
    """Number of characters of each cell."""
    head: Sequence[str]
    """Lines of the head, above the rule."""
    cells: Sequence[str]
    """Text of each row's cell."""

    @cached_property
    def is_right(self) -> bool:
        """Whether cells are aligned right; padded cells with free space at the right end are aligned left."""
        if all(cell[:1].strip() and cell.endswith(" ") for cell in self.cells):
            return False
        return any(cell.startswith(" ") and cell.strip() for cell in [*self.head, *self.cells])

    @property
    def head_words(self) -> list[str]:
        """Words of the head."""
        return _words(self.head)

    @cached_property
    def width_of_rows(self) -> int:
        """Least width at which cells stay on one line, and only the head is broken into lines."""
        cells = [cell.lstrip() if self.is_right else cell.rstrip() for cell in self.cells]
        return max((len(text) for text in [*cells, *self.head_words]), default=0)

    @cached_property
    def width_of_words(self) -> int:
        """Least width of the column if both its head and its cells of words are broken into lines."""
        if not any(map(_TWO_WORDS.search, self.cells)):
            return self.width_of_rows
        return max(map(len, _words([*self.head, *self.cells])))

    def head_lines(self, width: int) -> list[str]:
        """Return the lines of the head at this width, without blank ones."""
        return [line for text in self.head if text.strip() for line in self._lines(text, width)]

    def row_lines(self, width: int) -> list[list[str]]:
        """Return the lines of each row's cell at this width."""
        return [self._lines(cell, width) for cell in self.cells]

    def _lines(self, text: str, width: int) -> list[str]:
        whole = text[len(text) - width :] if self.is_right else text[:width]
        if whole.strip() == text.strip():
            return [whole]
        cut: list[str] = []
        for word in _words([text]):
            if cut and len(cut[-1]) + 1 + len(word) <= width:
                cut[-1] += f" {word}"
            else:
                cut.append(word)
        return [line.rjust(width) if self.is_right else line.ljust(width) for line in cut]


def _words(texts: Iterable[str]) -> list[str]:
    """Return the words of the texts; a word stays on one line."""
    return [word for text in texts for word in _WORD.findall(text.strip())]


def _fitted_table(columns: Sequence[_Column], width: int) -> str:
    """Return the table of these columns, fitted to the width as far as possible."""
    fitted = _fitted_widths(columns, width - len(_GAP) * (len(columns) - 1))
    heads_above = [column.head_lines(fit) for column, fit in zip(columns, fitted, strict=True)]
    rows = zip(*(column.row_lines(fit) for column, fit in zip(columns, fitted, strict=True)), strict=True)
    above = _joined_lines([lines[::-1] for lines in heads_above], fitted)[::-1]
    below = [line for row in rows for line in _joined_lines(row, fitted)]
    return without_trailing_blanks("\n".join([*above, _GAP.join("-" * fit for fit in fitted), *below]))


def _parts(columns: Sequence[_Column], width: int) -> list[list[_Column]]:
    """Return the columns of each of the tables into which the columns are divided.

    There is one table where all columns fit, or where no other column fits next to the first ones.
    """

    def fits(part: Sequence[_Column]) -> bool:
        return sum(column.width_of_words + len(_GAP) for column in part) - len(_GAP) <= width

    for n_first in () if fits(columns) else (_n_first(columns), 1):
        first, groups = [*columns[:n_first]], _groups(columns[n_first:])
        if any(fits([*first, *group]) for group in groups):
            parts = [[*first, *groups[0]]]
            for group in groups[1:]:
                if fits([*parts[-1], *group]):
                    parts[-1] += group
                else:
                    parts.append([*first, *group])
            return parts
    return [[*columns]]


def _groups(columns: Sequence[_Column]) -> list[list[_Column]]:
    """Return the columns in groups.

    A column whose head occurs several times, such as ``low``, is in the group of the column before it.
    """
    heads = [column.head_words for column in columns]
    groups: list[list[_Column]] = []
    for column, head in zip(columns, heads, strict=True):
        if groups and heads.count(head) > 1:
            groups[-1].append(column)
        else:
            groups.append([column])
    return groups


def _n_first(columns: Sequence[_Column]) -> int:
    """Return the number of first columns whose cells distinguish all rows; 1 where no columns do."""
    for number in range(1, len(columns)):
        rows = [*zip(*(column.cells for column in columns[:number]), strict=True)]
        if len({*rows}) == len(rows):
            return number
    return 1


def _fitted_widths(columns: Sequence[_Column], limit: int) -> list[int]:
    """Return the width of each column, together at most ``limit`` where possible; the widest is reduced first."""
    widths = [column.width for column in columns]
    for least in ([column.width_of_rows for column in columns], [column.width_of_words for column in columns]):
        while sum(widths) > limit and (wider := [at for at, width in enumerate(widths) if width > least[at]]):
            widths[max(wider, key=widths.__getitem__)] -= 1
    return widths


def _joined_lines(cells: Iterable[Sequence[str]], widths: Sequence[int]) -> list[str]:
    """Return the lines of a row, each joined from the lines of its cells."""
    return [
        _GAP.join(text or " " * width for text, width in zip(line, widths, strict=True)) for line in zip_longest(*cells)
    ]
