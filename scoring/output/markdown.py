"""Tables as GitHub-flavored Markdown. Cells are plain text: they are escaped here, and only here."""

import re
from collections.abc import Sequence

from ..text.naming import without_controls

_SIGN = re.compile(r"[!#-&(-+\-./:<=>@\[-`{-~]")
"""ASCII punctuation that Markdown or HTML may take for markup: all except commas, quotes and the like."""
_MENTION = re.compile(r"(?<=[@#!$%~&])(?=\w)")
"""Place after a sign such as @ or #, where GitHub and GitLab link to a person or an issue, and notify the person."""
_JOINER = "\N{WORD JOINER}"
"""Invisible character that keeps a name from becoming such a link."""


def escape_markdown(text: str) -> str:
    """Return the text as Markdown shows it: nothing in it is markup, a link, a mention or a line break.

    >>> escape_markdown("a*b*")
    'a&#42;b&#42;'
    """
    plain = _MENTION.sub(_JOINER, " ".join(without_controls(text).split()))
    return _SIGN.sub(lambda match: f"&#{ord(match[0])};", plain)


def markdown_code(text: str) -> str:
    """Return the text as code, escaped as of ``escape_markdown``; nothing for a blank one.

    >>> markdown_code("a*b*")
    '<code>a&#42;b&#42;</code>'
    """
    return f"<code>{escape_markdown(text)}</code>" if text.strip() else ""


def markdown_table(headers: Sequence[str], rows: Sequence[Sequence[str]], n_left: int) -> str:
    """Return a table of cells that are Markdown: left in the first ``n_left`` columns, right in the others."""
    rule = ["---"] * n_left + ["---:"] * (len(headers) - n_left)
    return "\n".join(f"| {' | '.join(row)} |" for row in (headers, rule, *rows))
