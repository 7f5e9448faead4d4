"""HTML elements that all pages share. Text that is not ``Markup`` is escaped when it is formatted in. Pure.

``ui.session.send`` puts the HTML onto a page.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from markupsafe import Markup

from ..sentence import Aside, Sentence, SentenceText, Statement, Strong, SystemName, reference_name


def style_sheet(file: str, name: str = "style.css") -> Markup:
    """Return the style sheet ``name`` in the folder of a code file."""
    return Markup(Path(file).with_name(name).read_text(encoding="utf-8"))


STYLE = style_sheet(__file__)
"""Style sheet that pages and the report share."""
LONG_CHARACTERS = 400
"""Characters above which a text shows only its first lines: about four lines of a page."""


def page(body: Markup) -> Markup:
    """Return a piece of HTML inside the element to which the shared style applies."""
    return Markup('<div class="bs">{}</div>').format(body)


def html_line(speaker: str, text: str) -> Markup:
    """Return a row: the speaker, and the text."""
    return Markup('<div class="line"><div class="who">%s</div><div class="say">%s</div></div>') % (speaker, text)


def long_line(speaker: str, text: Markup, n_characters: int, is_open: bool = False) -> Markup:
    """Return a row like ``html_line``; a long text shows only its first lines until the reader opens it."""
    if n_characters <= LONG_CHARACTERS:
        return html_line(speaker, text)
    details = Markup('<details class="more"{}><summary>Show all</summary></details>')
    return html_line(speaker, text + details.format(Markup(" open") if is_open else ""))


def html_words(tokens: Sequence[str], calm: bool = False) -> Markup:
    """Return words as a sentence, in their direction of writing; ``calm`` is whether no word is marked."""
    if not tokens:
        return Markup('<div class="words"><span class="blank">(empty)</span></div>')
    kind = "words calm" if calm else "words"
    return Markup('<div class="{}" dir="auto">{}</div>').format(kind, Markup(" ").join(tokens))


def source_rows(source: str | None, note: str | None, is_open: bool = False) -> Markup:
    """Return the rows above references and outputs: the note on a segment and its source, as far as there are any.

    A long source is shown in full where ``is_open``.
    """
    about = Markup("") if note is None else html_line("about", Markup('<span class="plain">{}</span>').format(note))
    if source is None:
        return about
    words = html_words([source] if source else [], calm=True)
    return about + long_line("source", words, len(source), is_open)


def given_rows(rows: Iterable[Markup]) -> Markup:
    """Return the rows of source and references in a box above the outputs, which stays in sight and scrolls."""
    box = Markup('<div class="above" tabindex="0" role="group" aria-label="Source and references">{}</div>')
    return box.format(Markup("").join(rows))


def reference(name: str) -> Markup:
    """Return a reference's name as the speaker of its row."""
    return sentence_html(reference_name(name))


def html_table(head: Iterable[str], rows: Iterable[Markup], kind: str | None = None) -> Markup:
    """Return a table with a head and rows; ``kind`` is its CSS class."""
    class_attribute = Markup("") if kind is None else Markup(' class="{}"').format(kind)
    return Markup("<table{}><thead>{}</thead><tbody>{}</tbody></table>").format(
        class_attribute, html_row(head, "th"), Markup("").join(rows)
    )


def scrolling(content: Markup, label: str) -> Markup:
    """Return content that may be wider than the window in a region that scrolls, also by the arrow keys."""
    region = Markup('<div class="wide" tabindex="0" role="region" aria-label="{}">{}</div>')
    return region.format(label, content)


def html_row(cells: Iterable[str], tag: str = "td") -> Markup:
    """Return a row of a table."""
    cell = Markup("<{0}>%s</{0}>").format(tag)  # % is three times as fast as format
    return Markup("<tr>{}</tr>").format(Markup("").join(cell % (text,) for text in cells))


def dot(color: str) -> Markup:
    """Return a dot in a system's colour, to be put before its name."""
    return Markup('<span class="dot" style="background:{}"></span>').format(color)


_LONGEST_WHOLE = 24
"""Most characters of a name that is not broken across lines, not even after a hyphen."""


def bold(words: str) -> Markup:
    """Return a name or a number in bold."""
    is_whole = "-" in words and len(words) <= _LONGEST_WHOLE
    return Markup('<b class="whole">{}</b>' if is_whole else "<b>{}</b>").format(words)


UNBROKEN, NO_BREAK = re.compile(r"(?<=\d) (?=%)|(?<=\bp) (?=[=≤>] )|(?<=\bp [=≤>]) "), "\u00a0"
"""Pattern of spaces at which no line may end, as in ``40.9 %`` and ``p = 0.1053``, and the space that replaces them."""


def sentence_html(sentence: SentenceText, colors: Mapping[str, str] = MappingProxyType({})) -> Markup:
    """Return a sentence as HTML: emphasized words in bold, asides in small letters.

    ``colors`` has the systems' colours by name.
    """
    pieces = sentence.pieces if isinstance(sentence, Sentence) else (sentence,)
    unbroken, end, parts = UNBROKEN.sub(NO_BREAK, "".join(pieces)), 0, []
    for piece in pieces:
        start, end = end, end + len(piece)
        parts.append(_piece(piece, unbroken[start:end], colors))
    return Markup("").join(parts)


def _piece(piece: str, unbroken: str, colors: Mapping[str, str]) -> str:
    """Return one piece of a sentence as HTML; ``unbroken`` is its text with no-break spaces.

    An emphasized piece is a name, which keeps its own spaces.
    """
    if isinstance(piece, SystemName) and piece in colors:
        return dot(colors[piece]) + bold(piece)
    if isinstance(piece, Aside):
        return Markup("<small>{}</small>").format(unbroken)
    return bold(piece) if isinstance(piece, Strong) else unbroken


def sentences_html(
    sentences: Iterable[SentenceText | None], look: str = "statement", colors: Mapping[str, str] = MappingProxyType({})
) -> Markup:
    """Return a paragraph for each sentence that is not empty; text is escaped, ``Markup`` is taken as it is.

    ``look`` is the paragraphs' CSS class; ``colors`` has the systems' colours by name.
    """
    paragraphs = (one if isinstance(one, Markup) else sentence_html(one, colors) for one in sentences if one)
    return Markup("").join(Markup('<p class="{}">{}</p>').format(look, one) for one in paragraphs)


def statement_html(statement: Statement) -> Markup:
    """Return a statement, with a line of small print for each sentence beneath."""
    return page(sentences_html([statement.main_sentence], "verdict") + sentences_html(statement.small_print, "how"))
