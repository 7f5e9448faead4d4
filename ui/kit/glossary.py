"""The glossary: each term that is not everyday English, with one sentence that all pages share. Pure.

The sentences are in glossary.txt.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from scoring.options import TOKENIZE


@dataclass(frozen=True)
class Term:
    """A term of the glossary with its explanation."""

    name: str
    says: str
    """Explanation in one sentence."""
    full: str = ""
    """Full form of an abbreviation; empty for other terms."""
    also: tuple[str, ...] = ()
    """Other names: of columns, of settings, and in the middle of a sentence."""

    @property
    def help(self) -> str:
        """Text that is shown when the mouse is over the term."""
        return f"{self.full}. {self.says}" if self.full else self.says

    def has(self, words: Sequence[str]) -> bool:
        """Return whether each of these words, in lower case, begins a word in the term's names or its sentence."""
        text = " ".join((self.name, self.full, *self.also, self.says)).casefold()
        return all(
            re.search(rf"(?<!\w){re.escape(word)}" if word[0].isalnum() else re.escape(word), text) for word in words
        )

    def rank(self, words: str) -> int:
        """Return 0 if these words, in lower case, are one of the term's names, 1 if they are part of one, else 2."""
        names = [name.casefold() for name in (self.name, self.full, *self.also)]
        return 0 if words in names else 1 if any(words in name for name in names) else 2


LINE = re.compile(r"([^:([]+?)(?: \((.*?)\))?(?: \[(.*?)\])?: (.*)")
"""Pattern of a line of glossary.txt: a term, its full name, its other names, and its explanation."""


def _read_terms() -> dict[str, tuple[Term, ...]]:
    groups: dict[str, tuple[Term, ...]] = {}
    for block in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split("\n# "):
        heading, *lines = block.removeprefix("# ").strip().split("\n")
        entries = [line.groups("") for line in map(LINE.fullmatch, lines) if line is not None]
        groups[heading] = tuple(
            Term(name, says.format(tokenize=TOKENIZE.help), full, tuple(filter(None, also.split(", "))))
            for name, full, also, says in entries
        )
    return groups


GROUPS = _read_terms()
"""Heading -> its terms."""
TERMS: dict[str, Term] = {term.name: term for terms in GROUPS.values() for term in terms}
METRIC_NAMES = tuple(term.name for term in GROUPS["Metrics"])


def _names() -> Iterator[tuple[str, Term]]:
    for term in TERMS.values():
        yield from ((name.casefold(), term) for name in (term.name, term.full, *term.also) if name)


_BY_NAME = dict(_names())
_MARKED = re.compile(
    r"(?<![\w-])(?:" + "|".join(sorted(map(re.escape, _BY_NAME), key=len, reverse=True)) + r")(?![\w+-])", re.IGNORECASE
)


def help_for(name: str) -> str | None:
    """Return the explanation of a column or a setting of this name; None for a name that is not in the glossary.

    A column such as "BLEU of system 3" has the explanation of its metric.
    """
    first = name.partition(" ")[0]
    term = _BY_NAME.get(name.casefold()) or (TERMS[first] if first in METRIC_NAMES else None)
    return None if term is None else term.help


def find_terms(query: str) -> dict[str, tuple[Term, ...]]:
    """Return the terms with these words in their names or sentences, by heading; all terms without words.

    Terms with the words in a name come first. Headings without terms are left out.
    """
    words = query.casefold().split()
    if not words:
        return GROUPS
    phrase = " ".join(words)
    terms_by_heading = {
        heading: tuple(sorted((term for term in terms if term.has(words)), key=lambda term: term.rank(phrase)))
        for heading, terms in GROUPS.items()
    }
    shown = {heading: terms for heading, terms in terms_by_heading.items() if terms}
    return dict(sorted(shown.items(), key=lambda of: of[1][0].rank(phrase)))


def with_term_tooltips(text: str) -> Markup:
    """Return the text, escaped, with each term's explanation at its first occurrence."""
    parts, explained_terms, end = [], set(), 0
    for match in _MARKED.finditer(text):
        term = _BY_NAME[match[0].casefold()]
        if term.name in explained_terms:
            continue
        explained_terms.add(term.name)
        marked = Markup('<abbr title="{}">{}</abbr>').format(term.help, match[0])
        parts += [Markup("{}").format(text[end : match.start()]), marked]
        end = match.end()
    return Markup("").join([*parts, text[end:]])


def terms_html(terms: tuple[Term, ...]) -> Markup:
    """Return an HTML list of terms and their explanations."""
    row = Markup('<dt id="{}">{}</dt><dd>{}</dd>')
    rows = (row.format(term.name.replace(" ", "-"), term.name, term.help) for term in terms)
    return Markup('<dl class="terms">{}</dl>').format(Markup("").join(rows))
