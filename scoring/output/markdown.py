"""Tables as GitHub-flavored Markdown. Cells are plain text: they are escaped here, and only here."""

import re
from collections.abc import Sequence

from ..text.naming import without_controls

_SIGN = re.compile(r"[!-/:-@\[-`{-~]")
"""ASCII punctuation, of which all markup of Markdown and HTML is made."""
_MENTION = re.compile(r"(?<=[@#!$%~&])(?=\w)")
"""Place in a name of a person, an issue or the like of which GitHub and GitLab make a link, and write to the person."""
_JOINER = "\N{WORD JOINER}"
"""Character that nobody sees and that keeps a name from being such a link."""


def escape_markdown(text: str) -> str:
    """Return the text as Markdown shows it: nothing in it is markup, a link, a mention or a line break.

    >>> escape_markdown("a*b*")
    'a&#42;b&#42;'
    """
    return _escaped(_MENTION.sub(_JOINER, text))


def markdown_code(text: str) -> str:
    """Return the text as code, in which it keeps every character and is no link or mention either.

    >>> markdown_code("@all")
    '<code>&#64;all</code>'
    """
    return f"<code>{_escaped(text)}</code>" if text.strip() else ""


def _escaped(text: str) -> str:
    return _SIGN.sub(lambda match: f"&#{ord(match[0])};", " ".join(without_controls(text).split()))


def markdown_table(headers: Sequence[str], rows: Sequence[Sequence[str]], n_left: int) -> str:
    """Return a table of cells that are Markdown: left in the first ``n_left`` columns, right in the others."""
    rule = ["---"] * n_left + ["---:"] * (len(headers) - n_left)
    return "\n".join(f"| {' | '.join(row)} |" for row in (headers, rule, *rows))
