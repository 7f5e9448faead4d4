"""Tables as LaTeX, in the style of the package booktabs. Cells are plain text: they are escaped here, and only here."""

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, groupby
from types import MappingProxyType

_COMMANDS = str.maketrans(
    {character: "\\" + character for character in "&%$#_{}"}
    | {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "`": r"\textasciigrave{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\char34{}",
        "–": r"\textendash{}",
        "—": r"\textemdash{}",
        "‘": r"\textquoteleft{}",
        "’": r"\textquoteright{}",
        "“": r"\textquotedblleft{}",
        "”": r"\textquotedblright{}",
        "…": r"\ldots{}",
        "−": "$-$",
        "±": r"$\pm$",
        "×": r"$\times$",
        "·": r"$\cdot$",
        "≤": r"$\leq$",
        "≥": r"$\geq$",
        "≈": r"$\approx$",
        "∞": r"$\infty$",
        "√": r"$\surd$",
        "→": r"$\rightarrow$",
        "↑": r"$\uparrow$",
        "↓": r"$\downarrow$",
        "†": r"\textdagger{}",
        "²": "$^2$",
        "′": r"$^\prime$",
        "▲": r"$\bigtriangleup$",
        "▼": r"$\bigtriangledown$",
    }
)
_TYPED = str.maketrans({"≤": "<=", "≥": ">=", "−": "-"})
_SIZE = re.compile(r"\(n = [\d,]+\)")
_LIGATURES = re.compile(r"([-,'])(?=\1)")
"""Two of these LaTeX would join to one other sign."""
_NEGATIVE = re.compile(r"-(?=[\d.])")
_MARKED = re.compile(r"[\d)]\*$")
_LATIN = re.compile("[ -~¡-¬®-ĥĨ-ķĹ-ľŁ-ňŊ-žȘ-ț]*")
"""What pdflatex sets with the fonts of the encoding T1."""

MOST_FLOATING_ROWS = 45
"""Rows that one page holds."""
NO_GROUPS: Mapping[int, str] = MappingProxyType({})
"""Of a table whose rows are one group."""
LONG_TABLE = r"\usepackage{longtable}", r"longtable takes one column: in a paper of two, write \onecolumn before it"
SHRINKING = r"\usepackage{adjustbox}"
NARROW, WIDE = 219, 455
"""Points of a column, and of both with what is between them, on a page of ACL's."""
_MOST_SHRUNK, _FEW_COLUMNS = 300, 7
"""Points from which a table shrinks until it fits into a column, legibly, and columns that it may have."""
_CHARACTER, _BETWEEN = 5, 12
"""Points of a character of a table, and between two columns, about."""
_MOST_PADDED = 40
"""Characters to which cells are padded in the file."""
_RULE = r"\midrule"
"""Between head and rows, and between groups of rows without a head."""
_SMALL = r"\scriptsize\setlength{\tabcolsep}{3pt}"


class Best(str):
    """A cell that stands out: bold."""

    __slots__ = ()


class StackedHead(str):
    """A cell whose lines stand one above another."""

    __slots__ = ()


def stacked_head(head: str, width: int) -> StackedHead:
    """Return a column's head in lines of at most this many characters; no word is cut, nor the size in brackets."""
    whole = _SIZE.sub(lambda found: found[0].replace(" ", "\xa0"), head)
    return StackedHead("\n".join(textwrap.wrap(whole, max(width, 1), break_long_words=False, break_on_hyphens=False)))


def estimated_width(columns: Iterable[Sequence[str]]) -> int:
    """Return about how many points a table takes whose columns have these cells, heads included."""
    return sum(_CHARACTER * max(map(_longest_line, cells), default=0) + _BETWEEN for cells in columns)


def _longest_line(cell: str) -> int:
    return max(map(len, cell.split("\n")))


def tabular(
    headers: Sequence[str],
    rows: Iterable[Sequence[str]],
    columns: str,
    spec: str | None = None,
    column_groups: Sequence[str] = (),
    row_groups: Mapping[int, str] = NO_GROUPS,
) -> str:
    """A table whose ``columns`` hold text, to the left, or numbers, to the right: a letter ``l`` or ``r`` each.

    A ``Best`` cell is bold. ``spec`` is what LaTeX is told of the columns where that is more than the letters.
    ``column_groups`` has for each column the head that it shares with its neighbours, empty for none, and
    ``row_groups`` for the first row of a group its head, empty for a rule alone. What the table takes is above it as
    comments: letters of Latin script stay as they are and take the encoding T1, others stay too and take another
    program than pdflatex.
    """
    cells = [[_cell(cell, kind) for cell, kind in zip(row, columns, strict=True)] for row in (headers, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    head, *of_rows = (_row(row, widths, columns) for row in cells)
    body = []
    for place, row in enumerate(of_rows):
        body += [*_row_group(row_groups[place], len(columns), place > 0), row] if place in row_groups else [row]
    lines = [
        rf"\begin{{tabular}}{{{spec or columns}}}",
        r"\toprule",
        *_group_heads(column_groups),
        head,
        _RULE,
        *body,
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join([comments(_needed("".join(lines))), *lines])


def _group_heads(groups: Sequence[str]) -> list[str]:
    """Return the heads above those of the columns, with a rule below each; nothing where no column has one."""
    runs = [(name, len([*run])) for name, run in groupby(groups)]
    ends = [*accumulate(n for _, n in runs)]
    rules = [rf"\cmidrule(lr){{{end - n + 1}-{end}}}" for (name, n), end in zip(runs, ends, strict=True) if name]
    heads = [rf"\multicolumn{{{n}}}{{c}}{{{escaped(name)}}}" if name else " & " * (n - 1) for name, n in runs]
    return [rf"{' & '.join(heads)} \\", " ".join(rules)] if rules else []


def _row_group(name: str, n_columns: int, is_below_others: bool) -> list[str]:
    """Return what is above the first row of a group: its head, from which no page is turned, or a rule."""
    if not name:
        return [_RULE]
    return [r"\addlinespace"] * is_below_others + [rf"\multicolumn{{{n_columns}}}{{l}}{{\emph{{{escaped(name)}}}}} \\*"]


def captioned(table: str, caption: str, label: str, width: int = 0, notes: Sequence[str] = ()) -> str:
    """Return a ``tabular`` in a table with a caption, which is LaTeX already, and a label that text refers to.

    A table with a ``width``, as of ``estimated_width``, above that of a column spans both, unless it has few columns
    and is little wider; above that of both its letters are small, and it shrinks until it fits. ``notes`` are LaTeX
    lines in small letters below the table, as wide as the text. A table of more than ``MOST_FLOATING_ROWS`` rows breaks
    over pages.
    """
    needed, begin, body = table.partition(r"\begin{tabular}")
    style = [_SMALL] if width > WIDE else []
    named = rf"\caption{{{caption}}}", rf"\label{{tab:{_label_name(label)}}}"
    said = [rf"\par\smallskip\parbox{{\linewidth}}{{\scriptsize\raggedright {note}}}" for note in notes]
    head, _, rows = body.partition(f"\n{_RULE}\n")
    if rows.count("\n") > MOST_FLOATING_ROWS + 1:
        return _long_table(needed, head, rows, named, style, said)
    if width > NARROW:
        kind = "table" if width <= _MOST_SHRUNK and rows.partition("\n")[0].count(" & ") < _FEW_COLUMNS else "table*"
        shrinking = [r"\begin{adjustbox}{max width=\linewidth}", begin + body, r"\end{adjustbox}"]
        lines = [rf"\begin{{{kind}}}", r"\centering", *style, *named, *shrinking, *said, rf"\end{{{kind}}}"]
        return f"{comments([SHRINKING])}\n{needed}" + "\n".join(lines)
    return needed + "\n".join([r"\begin{table}", r"\centering", *named, begin + body, *said, r"\end{table}"])


def _long_table(
    needed: str, head: str, body: str, named: Sequence[str], style: Sequence[str], notes: Sequence[str]
) -> str:
    """Return the same as a longtable, whose head is on each page; ``body`` is what is below the head."""
    spec, *heads = head.split("\n")
    *rows, bottom, _ = body.split("\n")
    start = [rf"\begin{{longtable}}{spec}", f"{''.join(named)}" + r" \\", *heads, _RULE, r"\endfirsthead"]
    lines = ["{", *style, *start, *heads, _RULE, r"\endhead", bottom, r"\endlastfoot", *rows]
    return f"{comments(LONG_TABLE)}\n{needed}" + "\n".join([*lines, r"\end{longtable}", *notes, "}"])


def breakable(text: str) -> str:
    """Return a signature as LaTeX that breaks lines at its bars."""
    return r"\textbar\allowbreak{}".join(map(escaped, text.split("|")))


def _label_name(text: str) -> str:
    """Return a text in the characters that every program takes in a label."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")


def comments(notes: Iterable[str]) -> str:
    """Return each note as a line that LaTeX leaves out; signs that a keyboard lacks are typed."""
    return "\n".join(f"% {_plain(note).translate(_TYPED)}" for note in notes)


def escaped(text: str) -> str:
    """Text that LaTeX sets as it is given."""
    return _LIGATURES.sub(r"\1{}", _plain(text).translate(_COMMANDS))


def _plain(text: str) -> str:
    """On one line and without marks of direction; a letter and its accent are one character."""
    return "".join(map(_shown, unicodedata.normalize("NFC", text)))


def _shown(character: str) -> str:
    kind = unicodedata.category(character)
    if kind in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    return "?" if kind == "Cs" else "" if kind == "Cf" and character not in "\u200c\u200d" else character


def _cell(text: str, kind: str) -> str:
    if isinstance(text, StackedHead) and "\n" in text:
        lines = r" \\ ".join(map(escaped, text.split("\n")))
        return rf"\shortstack[{kind}]{{{lines}}}"
    number, mark = text, ""
    if kind == "r" and _MARKED.search(text):  # the mark takes no room, so that numbers stand in line
        number, mark = text[:-1], r"\rlap{*}"
    is_negative = kind == "r" and _NEGATIVE.match(text)
    written = f"$-${escaped(number[1:])}{mark}" if is_negative else f"{escaped(number)}{mark}"
    if isinstance(text, Best):
        return rf"\textbf{{{written}}}"
    # A bracket or a star right after the end of a row would be taken for an option of it.
    return f"{{}}{written}" if written.startswith(("[", "*")) else written


def _row(cells: Sequence[str], widths: Sequence[int], columns: str) -> str:
    """Return one row, whose cells stand beneath those of the other rows in the file too."""
    padded = [
        cell.rjust(min(width, _MOST_PADDED)) if kind == "r" else cell.ljust(min(width, _MOST_PADDED))
        for cell, width, kind in zip(cells, widths, columns, strict=True)
    ]
    return rf"{' & '.join(padded)} \\"


def _needed(table: str) -> list[str]:
    """Return what a document must load for it."""
    needed = [r"\usepackage{booktabs}"]
    if not table.isascii():
        needed.append(r"\usepackage[T1]{fontenc}")
    if not _LATIN.fullmatch(table):
        needed.append("pdflatex does not know all of these characters: use xelatex or lualatex")
    return needed
