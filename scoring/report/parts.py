"""HTML parts that the pages of reports share. Pure; users' text is escaped when it is formatted into ``Markup``."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from urllib.parse import urlsplit

from markupsafe import Markup

from ..output.markup import html
from ..output.markup.html import dot, sentences_html, style_sheet
from .pdf import END

PARTS = style_sheet(__file__, "parts.css")
"""Style sheet of the parts that notebooks use as well."""
STYLE = html.STYLE + PARTS + style_sheet(__file__)
THIS_MACHINE = re.compile(r"localhost|.+\.localhost|127\..*|0\.0\.0\.0|::1?", re.I)
"""Pattern of hosts that other machines cannot reach."""


def html_file(title: str, maker: str, made_on: date, body: Iterable[Markup]) -> Markup:
    """Return a whole HTML file, which loads nothing; ``maker`` is the program with its version."""
    return Markup(
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="generator" content="{}">\n<meta name="dcterms.created" content="{}">\n'
        "<title>{}</title>\n<style>\n{}</style>\n</head>\n"
        '<body class="bs"><main>\n{}\n</main></body>\n</html>\n'
    ).format(maker, made_on.isoformat(), title, STYLE, Markup("\n").join(body))


def head_html(title: str, name: str, facts: Iterable[str]) -> Markup:
    """Return the title, and a line with the name of the test set and the facts."""
    header = Markup('<header><h1><bdi>{}</bdi></h1><p class="soft">BLEUscope report · <bdi>{}</bdi>{}</p></header>')
    return header.format(title, name, "".join(f" · {fact}" for fact in facts))


def warnings_html(warnings: Iterable[str]) -> Markup:
    """Return a paragraph for each warning."""
    return sentences_html(warnings, "warning")


def brief_html(lists: Mapping[str, Sequence[str]]) -> Markup:
    """Return lists side by side, each under its heading; empty lists are left out."""
    parts = (
        Markup("<section><h2>{}</h2>{}</section>").format(heading, list_html(items))
        for heading, items in lists.items()
        if items
    )
    return Markup('<div class="two brief">{}</div>').format(Markup("").join(parts))


def list_html(items: Iterable[str]) -> Markup:
    """Return a list of the items."""
    return Markup("<ul>{}</ul>").format(Markup("").join(Markup("<li>{}</li>").format(item) for item in items))


def method_html(facts: Iterable[tuple[str, str]]) -> Markup:
    """Return the section at the end on how the result was made: names of facts, and the facts."""
    listed = Markup("").join(Markup("<dt>{}</dt><dd>{}</dd>").format(*fact) for fact in facts)
    footer = Markup('<footer class="method"><h2>How it was done</h2><dl>{}</dl><p id="{}"></p></footer>')
    return footer.format(listed, END)


def link_facts(address: str | None) -> list[tuple[str, str]]:
    """Return the address as a fact if others can open it; empty unless it is a web address, and not of this machine."""
    url = urlsplit(address or "")
    if url.scheme not in ("http", "https") or THIS_MACHINE.fullmatch(url.hostname or "localhost"):
        return []
    return [("live", Markup('<a href="{0}">{0}</a>').format(address))]


def section_html(heading: str, shown: Markup, *notes: str) -> Markup:
    """Return a section with a heading; ``notes`` are sentences in small print beneath, and empty ones are left out."""
    small = Markup('<p class="note">{}</p>').format(" ".join(filter(None, notes))) if any(notes) else Markup("")
    return Markup("<section><h2>{}</h2>{}{}</section>").format(heading, shown, small)


def paragraph_html(text: str) -> Markup:
    """Return a paragraph of text."""
    return Markup("<p>{}</p>").format(text)


def wide_html(shown: Markup) -> Markup:
    """Return content in a region that scrolls sideways where the content does not fit."""
    return Markup('<div class="wide" tabindex="0">{}</div>').format(shown)


def name_html(name: str, color: str) -> Markup:
    """Return a system's name after a dot in its colour."""
    return Markup("{}<bdi>{}</bdi>").format(dot(color), name)
