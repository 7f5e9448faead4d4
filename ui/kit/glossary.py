"""Every term that is not everyday English, with one sentence that all pages share. Pure.

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
    """A term, and what it says."""

    name: str
    says: str
    """One sentence."""
    full: str = ""
    """The words behind its letters."""
    also: tuple[str, ...] = ()
    """Other names: of columns, of settings, and in the middle of a sentence."""

    @property
    def help(self) -> str:
        """What is where it is pointed at."""
        return f"{self.full}. {self.says}" if self.full else self.says

    def has(self, words: Sequence[str]) -> bool:
        """Return whether each of these words, in lower case, begins one in its names or its sentence."""
        text = " ".join((self.name, self.full, *self.also, self.says)).casefold()
        return all(
            re.search(rf"(?<!\w){re.escape(word)}" if word[0].isalnum() else re.escape(word), text) for word in words
        )

    def rank(self, words: str) -> int:
        """0 where these words, in lower case, are one of its names, 1 where they are in one, 2 elsewhere."""
        names = [name.casefold() for name in (self.name, self.full, *self.also)]
        return 0 if words in names else 1 if any(words in name for name in names) else 2


LINE = re.compile(r"([^:([]+?)(?: \((.*?)\))?(?: \[(.*?)\])?: (.*)")
"""A line of the glossary's text: a term, its full name, its other names, and its explanation."""


def _read() -> dict[str, tuple[Term, ...]]:
    groups: dict[str, tuple[Term, ...]] = {}
    for block in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split("\n# "):
        heading, *lines = block.removeprefix("# ").strip().split("\n")
        found = [line.groups("") for line in map(LINE.fullmatch, lines) if line is not None]
        groups[heading] = tuple(
            Term(name, says.format(tokenize=TOKENIZE.help), full, tuple(filter(None, also.split(", "))))
            for name, full, also, says in found
        )
    return groups


GROUPS = _read()
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
    """Return what a column or a setting of this name means; None for what the glossary has not.

    A column such as "BLEU of system 3" goes by its metric.
    """
    first = name.partition(" ")[0]
    term = _BY_NAME.get(name.casefold()) or (TERMS[first] if first in METRIC_NAMES else None)
    return None if term is None else term.help


def find_terms(asked: str) -> dict[str, tuple[Term, ...]]:
    """Return the terms with these words in their names or sentences, by heading; all without words, no empty heading.

    Those with such a name come first.
    """
    words = asked.casefold().split()
    if not words:
        return GROUPS
    said = " ".join(words)
    found = {
        heading: tuple(sorted((term for term in terms if term.has(words)), key=lambda term: term.rank(said)))
        for heading, terms in GROUPS.items()
    }
    shown = {heading: terms for heading, terms in found.items() if terms}
    return dict(sorted(shown.items(), key=lambda of: of[1][0].rank(said)))


def explained(text: str) -> Markup:
    """Return the text, escaped; each term can be pointed at where it first stands."""
    parts, seen, end = [], set(), 0
    for found in _MARKED.finditer(text):
        term = _BY_NAME[found[0].casefold()]
        if term.name in seen:
            continue
        seen.add(term.name)
        marked = Markup('<abbr title="{}">{}</abbr>').format(term.help, found[0])
        parts += [Markup("{}").format(text[end : found.start()]), marked]
        end = found.end()
    return Markup("").join([*parts, text[end:]])


def listing(terms: tuple[Term, ...]) -> Markup:
    """Terms and what they say, one beneath another."""
    row = Markup('<dt id="{}">{}</dt><dd>{}</dd>')
    rows = (row.format(term.name.replace(" ", "-"), term.name, term.help) for term in terms)
    return Markup('<dl class="terms">{}</dl>').format(Markup("").join(rows))
