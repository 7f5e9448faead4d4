"""Decimal marks of languages, by CLDR 49 (as in Babel 2.19)."""

from .languages import Language

_OTHER_DECIMAL = (
    "lo de es it pt nl da is sl hr bs ro eu ca tr az id vi mk sr ps el fr eo sv no nb nn fi et lv lt pl cs sk hu sq gl"
    " af ru uk be bg tg kk uz ka hy"
)
"""Languages whose decimal mark is the comma; all other languages have the full stop."""
_WITH_COMMA = frozenset(_OTHER_DECIMAL.split())
GROUP_SPACES = "\u00a0\u202f\u2009"
"""Spaces that are part of a number: they separate groups of digits and never end a word."""


def decimal_mark(language: Language) -> str:
    """Return the mark before a language's decimals, a full stop or a comma.

    >>> from scoring.text.languages import named_language
    >>> decimal_mark(named_language("de", "language")), decimal_mark(named_language("en", "language"))
    (',', '.')
    """
    return "," if _WITH_COMMA.intersection(language.codes) else "."
