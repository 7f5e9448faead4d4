"""Tables in GitHub-flavored Markdown. Cells are plain text: they are escaped here, and only here."""

import re
from collections.abc import Sequence

from ..text.naming import printable_text

_SIGN = re.compile(r"[!#-&(-+\-./:<=>@\[-`{-~]")
"""Pattern of ASCII punctuation that Markdown or HTML may take for markup: all except commas, quotes and the like."""
_MENTION = re.compile(r"(?<=[@#!$%~&])(?=\w)")
"""Pattern of the place after a sign such as @ or #.

There GitHub and GitLab would link to a person or an issue, and notify the person.
"""
_JOINER = "\N{WORD JOINER}"
"""Invisible character that keeps a name after @ or # from becoming a link."""


def escape_markdown(text: str) -> str:
    """Return the text so that Markdown shows it as it is: without markup, links, mentions or line breaks.

    >>> escape_markdown("a*b*")
    'a&#42;b&#42;'
    """
    plain = _MENTION.sub(_JOINER, " ".join(printable_text(text).split()))
    return _SIGN.sub(lambda match: f"&#{ord(match[0])};", plain)


def markdown_code(text: str) -> str:
    """Return the text as code, escaped by ``escape_markdown``; an empty string for a blank text.

    >>> markdown_code("a*b*")
    '<code>a&#42;b&#42;</code>'
    """
    return f"<code>{escape_markdown(text)}</code>" if text.strip() else ""


def markdown_table(headers: Sequence[str], rows: Sequence[Sequence[str]], n_left: int) -> str:
    """Return a table of Markdown cells: the first ``n_left`` columns are aligned left, the others right."""
    rule = ["---"] * n_left + ["---:"] * (len(headers) - n_left)
    return "\n".join(f"| {' | '.join(row)} |" for row in (headers, rule, *rows))
