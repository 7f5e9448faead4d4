"""Sentences of results whose names and numbers stand out on a page."""

from dataclasses import dataclass


class Strong(str):
    """A name or number that stands out in a sentence."""

    __slots__ = ()


class Aside(str):
    """What stands back in a sentence."""

    __slots__ = ()


@dataclass(frozen=True)
class Sentence:
    """Plain text in pieces. Names stand in it as users gave them, so whoever draws it escapes it."""

    pieces: tuple[str, ...]

    def __str__(self) -> str:
        return "".join(self.pieces)
