"""The places in a text of the words that a language model quotes; words that occur more than once have no place."""

from dataclasses import dataclass

from .answer_grammar import QuotedError
from .prompts import JudgedTexts

OMITTED = "omission"
"""Part of the category of errors whose words are missing in the output and are quoted from the source."""
OF_SOURCE = ("source error", "source issue")
"""Categories of errors whose words are in the source."""


@dataclass(frozen=True, slots=True)
class ErrorPlace:
    """The place of an error: characters of the output or of the source, half-open; or why the error has no place."""

    start: int | None = None
    end: int | None = None
    in_source: bool = False
    problem: str = ""
    """Reason why there is no place; empty with a place, and for errors of a kind that needs none."""


def place_error(error: QuotedError, texts: JudgedTexts | None) -> ErrorPlace:
    """Return the place of an error's quoted words: by the words alone if they occur once, else by their context.

    >>> texts = JudgedTexts("the dog and the cat")
    >>> place_error(QuotedError("minor", text="the", context="the cat"), texts)
    ErrorPlace(start=12, end=15, in_source=False, problem='')
    >>> place_error(QuotedError("minor", text="the"), texts).problem
    'its words occur 2 times'
    """
    parts = error.category.split("/")
    in_source = OMITTED in parts or parts[0] in OF_SOURCE
    if not error.text:
        return ErrorPlace(in_source=in_source, problem="" if _needs_no_words(error) else "it quotes no words")
    if texts is None:
        return ErrorPlace(in_source=in_source, problem="the request does not show its texts in a known form")
    text = texts.source if in_source else texts.translation
    starts = _occurrences(error.text, text)
    if len(starts) > 1 and error.context:
        starts = _places_in_context(error, text)
    if len(starts) == 1:
        return ErrorPlace(starts[0], starts[0] + len(error.text), in_source)
    location = " in the source" if in_source else ""
    if not starts:
        return ErrorPlace(in_source=in_source, problem=f"its words do not occur{location}")
    return ErrorPlace(in_source=in_source, problem=f"its words occur {len(starts):,} times{location}")


def _needs_no_words(error: QuotedError) -> bool:
    """Return whether an error is about the whole output, or about omitted words."""
    return error.category == "non-translation" or OMITTED in error.category.split("/")


def _places_in_context(error: QuotedError, text: str) -> list[int]:
    """Return the places of the words within their context; all places of the words where the context does not help."""
    contexts, inside = _occurrences(error.context, text), _occurrences(error.text, error.context)
    if len(contexts) == 1 and len(inside) == 1:
        return [contexts[0] + inside[0]]
    return _occurrences(error.text, text)


def _occurrences(words: str, text: str) -> list[int]:
    """Return the places where the words begin in a text, also where they overlap."""
    starts: list[int] = []
    at = text.find(words)
    while at >= 0:
        starts.append(at)
        at = text.find(words, at + 1)
    return starts
