"""Sentences whose names and numbers are marked, so that HTML can emphasize them and plain text can ignore it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import Formatter

from .numbers import counted


class Strong(str):
    """A name or a number that is emphasized in a sentence."""

    __slots__ = ()


class SystemName(Strong):
    """A system's name, which pages draw with the system's colour."""

    __slots__ = ()


class Aside(str):
    """Less important words in a sentence, such as an interval in brackets."""

    __slots__ = ()


@dataclass(frozen=True)
class Sentence:
    """A text in pieces, some of them emphasized; ``str`` gives the plain text.

    >>> str(sentence("{} has {:,} segments.", Strong("A"), 2000))
    'A has 2,000 segments.'
    """

    pieces: tuple[str, ...]

    def __str__(self) -> str:
        return "".join(self.pieces)

    def __bool__(self) -> bool:
        return any(self.pieces)

    def __add__(self, other: "str | Sentence") -> "Sentence":
        return Sentence(self.pieces + _pieces(other))


SentenceText = str | Sentence
"""Type of a sentence: plain text, or a ``Sentence`` with emphasized words."""


@dataclass(frozen=True)
class Statement:
    """A sentence, which may be empty, and the sentences of small print beneath it, on which it is based."""

    main_sentence: SentenceText
    small_print: tuple[SentenceText, ...] = ()

    def __str__(self) -> str:
        return "\n".join(map(str, filter(None, (self.main_sentence, *self.small_print))))


def make_statement(main_sentence: SentenceText, *small_print: SentenceText | None) -> Statement:
    """Return a statement with its small print; empty sentences are left out of the small print."""
    return Statement(main_sentence, tuple(line for line in small_print if line))


def lines(*small_print: SentenceText | None) -> Statement:
    """Return a statement that has only small print; empty sentences are left out."""
    return make_statement("", *small_print)


def sentence(template: str, *values: object) -> Sentence:
    """Return the template with each ``{}`` replaced by the next value; emphasized words in values stay emphasized."""
    pieces: list[str] = []
    following = iter(values)
    for text, field, form, _ in Formatter().parse(template):
        pieces.append(text)
        if field is not None:
            pieces += _pieces(next(following), form or "")
    return Sentence(tuple(filter(None, pieces)))


def join_sentences(between: str, parts: Sequence[SentenceText]) -> Sentence:
    """Return the parts joined by the text ``between``."""
    pieces: tuple[str, ...] = ()
    for number, part in enumerate(parts):
        pieces += ((between,) if number else ()) + _pieces(part)
    return Sentence(pieces)


def difference_name(pair: tuple[str, str]) -> Sentence:
    """Return the two names joined by a minus sign, for a difference."""
    return join_sentences(" − ", strong(pair))


def reference_name(name: str) -> Sentence:
    """Return a reference's name, after the word "reference" unless the name begins with "ref"."""
    return sentence("{}{}", "" if name.lower().startswith("ref") else "reference ", Strong(name))


def listed_names(names: Sequence[str]) -> str:
    """Return the names as plain text, with "and" before the last one."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def name_list(names: Sequence[SentenceText], limit: int, cut: int = 0) -> Sentence:
    """Return the names with "and" before the last one.

    Of more than ``limit`` names, return the first ``cut`` (else ``limit`` - 1) and the number of the others.
    """
    shown = names if len(names) <= limit else names[: cut or limit - 1]
    if len(shown) < len(names):
        return sentence("{} and {}", join_sentences(", ", shown), counted(len(names) - len(shown), "other"))
    return (
        sentence("{} and {}", join_sentences(", ", shown[:-1]), shown[-1]) if shown[1:] else join_sentences("", shown)
    )


def strong(names: Iterable[str]) -> list[Strong]:
    """Return the names as emphasized text."""
    return [*map(Strong, names)]


def _pieces(value: object, form: str = "") -> tuple[str, ...]:
    if isinstance(value, Sentence):
        return value.pieces
    return (value,) if isinstance(value, Strong | Aside) else (format(value, form),)
