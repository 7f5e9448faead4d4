"""The desk in the raters' language: one file a language, which has the translation of each English text."""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from . import czech, french, german, spanish

ENGLISH = "en"
LANGUAGES: Mapping[str, str] = MappingProxyType(
    {ENGLISH: "English", "de": "Deutsch", "cs": "Čeština", "es": "Español", "fr": "Français"}
)
"""Languages of the desk by their codes, each with the name that its speakers use."""
TRANSLATIONS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"de": german.TEXTS, "cs": czech.TEXTS, "es": spanish.TEXTS, "fr": french.TEXTS}
)
"""Translations by language and English text, with the same fields in braces."""


def translate(text: str, language: str) -> str:
    """Return the text in a language, or in English where there is no translation."""
    return TRANSLATIONS.get(language, {}).get(text, text)


def translate_filled(text: str, language: str) -> str:
    """Return the translation of a text whose fields are filled, for example with a name or with another message."""
    for template, pattern in _patterns().items():
        if match := pattern.fullmatch(text):
            return translate(template, language).format(*(translate_filled(of, language) for of in match.groups()))
    return translate(text, language)


THOUSANDS: Mapping[str, str] = MappingProxyType({"de": ".", "cs": "\u00a0", "es": ".", "fr": "\u202f"})
"""Separator of thousands in each language; all of these have a comma before decimals."""


def localize_number(number: str, language: str) -> str:
    """Return an English number as a language writes it.

    >>> localize_number("1,234.5", "de")
    '1.234,5'
    """
    if language not in THOUSANDS:
        return number
    return THOUSANDS[language].join(part.replace(".", ",") for part in number.split(","))


@lru_cache(maxsize=1)
def _patterns() -> dict[str, re.Pattern[str]]:
    """Return for each text with ``{}`` the pattern that the filled text matches."""
    return {
        text: re.compile(re.escape(text).replace(r"\{\}", "(.*)"), re.DOTALL) for text in german.TEXTS if "{}" in text
    }
