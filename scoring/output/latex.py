"""Tables in LaTeX, in the style of the package booktabs. Cells are plain text: they are escaped here, and only here."""

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
"""Pattern of a character that LaTeX would join to the next, equal character as another sign."""
_NEGATIVE = re.compile(r"-(?=[\d.])")
_MARKED = re.compile(r"[\d)]\*$")
_LATIN = re.compile("[ -~¡-¬®-ĥĨ-ķĹ-ľŁ-ňŊ-žȘ-ț]*")
"""Pattern of text that pdflatex sets with the fonts of the encoding T1."""

MAX_FLOATING_ROWS = 45
"""Most rows of a table on one page; longer tables break over pages."""
NO_GROUPS: Mapping[int, str] = MappingProxyType({})
"""Row groups of a table whose rows are one group."""
LONG_TABLE = r"\usepackage{longtable}", r"longtable takes one column: in a paper of two, write \onecolumn before it"
SHRINKING = r"\usepackage{adjustbox}"
NARROW, WIDE = 219, 455
"""Width in points of one column, and of both columns with the space between, on a page of ACL's."""
_MAX_SHRUNK, _FEW_COLUMNS = 300, 7
"""Width in points up to which a table is shrunk into one column, and the most columns of such a table."""
_CHARACTER, _BETWEEN = 5, 12
"""Approximate width in points of a character in a table, and of the space between two columns."""
_MAX_PADDED = 40
"""Most characters to which cells are padded in the file."""
_RULE = r"\midrule"
"""Rule between head and rows, and between groups of rows without a head."""
_SMALL = r"\scriptsize\setlength{\tabcolsep}{3pt}"


class Best(str):
    """A cell in bold."""

    __slots__ = ()


class StackedHead(str):
    """A cell whose lines are set one above the other."""

    __slots__ = ()


def stacked_head(head: str, width: int) -> StackedHead:
    """Return a column's head in lines of at most ``width`` characters; words and the size in brackets stay whole."""
    whole = _SIZE.sub(lambda match: match[0].replace(" ", "\xa0"), head)
    return StackedHead("\n".join(textwrap.wrap(whole, max(width, 1), break_long_words=False, break_on_hyphens=False)))


def estimated_width(columns: Iterable[Sequence[str]]) -> int:
    """Return the approximate width of a table in points; ``columns`` are the cells of each column with its head."""
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
    """Return a table whose ``columns``, a letter each, hold text to the left (``l``) or numbers to the right (``r``).

    A ``Best`` cell is bold. ``spec`` replaces these letters as LaTeX's column specification. ``column_groups`` has, for
    each column, the head that the column shares with its neighbours, empty for none. ``row_groups`` has, for the first
    row of each group, the group's head, empty for a rule alone. Comments above the table say which packages and which
    program it needs: letters of Latin script stay as they are and need the encoding T1; other letters stay too and need
    a program other than pdflatex.
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
    return "\n".join([comments(_required_packages("".join(lines))), *lines])


def _group_heads(groups: Sequence[str]) -> list[str]:
    """Return two lines above the columns' heads: the heads of groups, and their rules; empty without group heads."""
    runs = [(name, len([*run])) for name, run in groupby(groups)]
    ends = [*accumulate(n for _, n in runs)]
    rules = [rf"\cmidrule(lr){{{end - n + 1}-{end}}}" for (name, n), end in zip(runs, ends, strict=True) if name]
    heads = [rf"\multicolumn{{{n}}}{{c}}{{{escape_latex(name)}}}" if name else " & " * (n - 1) for name, n in runs]
    return [rf"{' & '.join(heads)} \\", " ".join(rules)] if rules else []


def _row_group(name: str, n_columns: int, is_below_others: bool) -> list[str]:
    """Return the lines above the first row of a group: its head, after which no page ends, or a rule."""
    if not name:
        return [_RULE]
    return [r"\addlinespace"] * is_below_others + [
        rf"\multicolumn{{{n_columns}}}{{l}}{{\emph{{{escape_latex(name)}}}}} \\*"
    ]


def captioned_table(table: str, caption: str, label: str, width: int = 0, notes: Sequence[str] = ()) -> str:
    """Return a ``tabular`` in a floating table with a caption, which is LaTeX already, and a label for references.

    ``width`` is in points, as ``estimated_width`` gives it. A table wider than one column spans both columns, unless it
    has few columns and is only a little wider; a table wider than both has small letters, and is shrunk until it fits.
    ``notes`` are lines of LaTeX in small letters below the table, as wide as the text. A table of more than
    ``MAX_FLOATING_ROWS`` rows breaks over pages.
    """
    needed, begin, body = table.partition(r"\begin{tabular}")
    style = [_SMALL] if width > WIDE else []
    caption_lines = rf"\caption{{{caption}}}", rf"\label{{tab:{_label_name(label)}}}"
    note_lines = [rf"\par\smallskip\parbox{{\linewidth}}{{\scriptsize\raggedright {note}}}" for note in notes]
    head, _, rows = body.partition(f"\n{_RULE}\n")
    if rows.count("\n") > MAX_FLOATING_ROWS + 1:
        return _long_table(needed, head, rows, caption_lines, style, note_lines)
    if width > NARROW:
        kind = "table" if width <= _MAX_SHRUNK and rows.partition("\n")[0].count(" & ") < _FEW_COLUMNS else "table*"
        shrinking = [r"\begin{adjustbox}{max width=\linewidth}", begin + body, r"\end{adjustbox}"]
        lines = [
            rf"\begin{{{kind}}}",
            r"\centering",
            *style,
            *caption_lines,
            *shrinking,
            *note_lines,
            rf"\end{{{kind}}}",
        ]
        return f"{comments([SHRINKING])}\n{needed}" + "\n".join(lines)
    return needed + "\n".join(
        [r"\begin{table}", r"\centering", *caption_lines, begin + body, *note_lines, r"\end{table}"]
    )


def _long_table(
    needed: str, head: str, body: str, caption_lines: Sequence[str], style: Sequence[str], notes: Sequence[str]
) -> str:
    """Return the table as a longtable, with its head on each page; ``body`` has the rows below the head."""
    spec, *heads = head.split("\n")
    *rows, bottom, _ = body.split("\n")
    start = [rf"\begin{{longtable}}{spec}", f"{''.join(caption_lines)}" + r" \\", *heads, _RULE, r"\endfirsthead"]
    lines = ["{", *style, *start, *heads, _RULE, r"\endhead", bottom, r"\endlastfoot", *rows]
    return f"{comments(LONG_TABLE)}\n{needed}" + "\n".join([*lines, r"\end{longtable}", *notes, "}"])


def breakable(text: str) -> str:
    """Return a signature as LaTeX that breaks lines at its bars."""
    return r"\textbar\allowbreak{}".join(map(escape_latex, text.split("|")))


def _label_name(text: str) -> str:
    """Return a text in the characters that every LaTeX program accepts in a label."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")


def comments(notes: Iterable[str]) -> str:
    """Return each note as a comment line of LaTeX, with signs that keyboards lack replaced by ASCII."""
    return "\n".join(f"% {_plain(note).translate(_TYPED)}" for note in notes)


def escape_latex(text: str) -> str:
    """Return text so that LaTeX sets it as it is given."""
    return _LIGATURES.sub(r"\1{}", _plain(text).translate(_COMMANDS))


def _plain(text: str) -> str:
    """Return the text on one line and without marks of direction; a letter and its accent become one character."""
    return "".join(map(_printable, unicodedata.normalize("NFC", text)))


def _printable(character: str) -> str:
    kind = unicodedata.category(character)
    if kind in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    return "?" if kind == "Cs" else "" if kind == "Cf" and character not in "\u200c\u200d" else character


def _cell(text: str, kind: str) -> str:
    if isinstance(text, StackedHead) and "\n" in text:
        lines = r" \\ ".join(map(escape_latex, text.split("\n")))
        return rf"\shortstack[{kind}]{{{lines}}}"
    number, mark = text, ""
    if kind == "r" and _MARKED.search(text):  # the mark takes no room, so that numbers are aligned
        number, mark = text[:-1], r"\rlap{*}"
    is_negative = kind == "r" and _NEGATIVE.match(text)
    cell = f"$-${escape_latex(number[1:])}{mark}" if is_negative else f"{escape_latex(number)}{mark}"
    if isinstance(text, Best):
        return rf"\textbf{{{cell}}}"
    # A bracket or a star right after the end of a row would be taken for an option of it.
    return f"{{}}{cell}" if cell.startswith(("[", "*")) else cell


def _row(cells: Sequence[str], widths: Sequence[int], columns: str) -> str:
    """Return one row of the table, padded so that its cells also line up with the other rows in the file."""
    padded = [
        cell.rjust(min(width, _MAX_PADDED)) if kind == "r" else cell.ljust(min(width, _MAX_PADDED))
        for cell, width, kind in zip(cells, widths, columns, strict=True)
    ]
    return rf"{' & '.join(padded)} \\"


def _required_packages(table: str) -> list[str]:
    """Return the packages and the program that a document with this table needs."""
    needed = [r"\usepackage{booktabs}"]
    if not table.isascii():
        needed.append(r"\usepackage[T1]{fontenc}")
    if not _LATIN.fullmatch(table):
        needed.append("pdflatex does not know all of these characters: use xelatex or lualatex")
    return needed
