"""Tables as plain text for a terminal, a log or a notebook's plain output."""

from collections.abc import Sequence


def plain_table(headers: Sequence[str], rows: Sequence[Sequence[str]], n_left: int) -> str:
    """Return columns of text: to the left in the first ``n_left``, to the right in the others."""
    from tabulate import tabulate

    alignment = ["left"] * n_left + ["right"] * (len(headers) - n_left)
    return tabulate(rows, headers, "simple", disable_numparse=True, colalign=alignment, preserve_whitespace=True)


def without_trailing_blanks(text: str) -> str:
    """Return the text without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.split("\n"))
