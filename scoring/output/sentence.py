"""Sentences as plain text that knows which of its words stand out, so that HTML can be made of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import Formatter

from .numbers import counted


class Strong(str):
    """A name, or a number, that stands out in a sentence."""

    __slots__ = ()


class SystemName(Strong):
    """A system's name, which is drawn with the system's colour where pages give it one."""

    __slots__ = ()


class Aside(str):
    """What stands back in a sentence, such as its interval in brackets."""

    __slots__ = ()


@dataclass(frozen=True)
class Sentence:
    """Text in pieces, some of them emphasized; ``str`` of it is the plain text.

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


Said = str | Sentence
"""What is said: plain text, or text in which words stand out."""


@dataclass(frozen=True)
class Statement:
    """A sentence, which may be empty, and what it is based on: sentences for the small print beneath."""

    said: Said
    beneath: tuple[Said, ...] = ()

    def __str__(self) -> str:
        return "\n".join(map(str, filter(None, (self.said, *self.beneath))))


def stated(said: Said, *beneath: Said | None) -> Statement:
    """Return the statement without the sentences that are not said."""
    return Statement(said, tuple(line for line in beneath if line))


def lines(*said: Said | None) -> Statement:
    """Return the sentences that are said, all of them in small print."""
    return stated("", *said)


def sentence(template: str, *values: object) -> Sentence:
    """Return the template with each ``{}`` replaced by the next value, whose words stand out as they did before."""
    pieces: list[str] = []
    following = iter(values)
    for text, field, form, _ in Formatter().parse(template):
        pieces.append(text)
        if field is not None:
            pieces += _pieces(next(following), form or "")
    return Sentence(tuple(filter(None, pieces)))


def join_sentences(between: str, parts: Sequence[Said]) -> Sentence:
    """Return the parts, with the same text between each two of them."""
    pieces: tuple[str, ...] = ()
    for number, said in enumerate(parts):
        pieces += ((between,) if number else ()) + _pieces(said)
    return Sentence(pieces)


def minus(pair: tuple[str, str]) -> Sentence:
    """Return what a difference is, by the names of both."""
    return join_sentences(" − ", strong(pair))


def reference_name(name: str) -> Sentence:
    """Return a reference by its name."""
    return sentence("{}{}", "" if name.lower().startswith("ref") else "reference ", Strong(name))


def listed_names(names: Sequence[str]) -> str:
    """Names in a row, as plain text."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def name_list(names: Sequence[Said], most: int, cut: int = 0) -> Sentence:
    """Names in a row; of more than ``most`` the first ``cut`` (else ``most`` - 1) and the number of the others."""
    shown = names if len(names) <= most else names[: cut or most - 1]
    if len(shown) < len(names):
        return sentence("{} and {}", join_sentences(", ", shown), counted(len(names) - len(shown), "other"))
    return (
        sentence("{} and {}", join_sentences(", ", shown[:-1]), shown[-1]) if shown[1:] else join_sentences("", shown)
    )


def strong(names: Iterable[str]) -> list[Strong]:
    """Names that stand out."""
    return [*map(Strong, names)]


def _pieces(value: object, form: str = "") -> tuple[str, ...]:
    if isinstance(value, Sentence):
        return value.pieces
    return (value,) if isinstance(value, Strong | Aside) else (format(value, form),)
