"""Choose which two languages of a translation file are read."""

from collections.abc import Sequence

from ...output.sentence import name_list
from ...text.languages import find_language
from ...text.naming import clean_name
from ..errors import FormatError
from ..names import target_language

MAX_LANGUAGES_NAMED = 10
"""Maximum number of languages that an error lists."""
_SOURCE_COLUMN = ("source", "1")
"""Name and number of the column of sources."""


class SeveralLanguagesError(FormatError):
    """Error for a file with translations into several languages, before one is chosen."""

    languages: tuple[str, ...] = ()
    """Languages as the file writes them; one is empty if the file does not state it."""


def find_code(language: str, codes: Sequence[str]) -> str | None:
    """Return a language's code in the file: the same code, or the only one with the same first part; else None.

    >>> find_code("DE", ["en-GB", "de-AT"]), find_code("en", ["en-GB", "en-US"])
    ('de-AT', None)
    """
    same = [code for code in codes if code.lower() == language.lower()]
    alike = codes_with_same_start(language, codes)
    return same[0] if same else alike[0] if len(alike) == 1 else None


def codes_with_same_start(start: str, codes: Sequence[str]) -> list[str]:
    """Return the codes whose first part equals the first part of the wanted code.

    >>> codes_with_same_start("en", ["en-GB", "de-AT", "en_US"])
    ['en-GB', 'en_US']
    """
    return [code for code in codes if _first_part(code) == _first_part(start)]


def is_source_wanted(choice: str | None, source: str, targets: Sequence[str]) -> bool:
    """Return whether ``choice`` names the source, by code or column, of a file with several translations.

    >>> is_source_wanted("en", "en-GB", ["de", "fr"]), is_source_wanted("fr", "en-GB", ["de", "fr"])
    (True, False)
    """
    if choice is None or len(targets) < 2:
        return False
    return choice.strip() in _SOURCE_COLUMN or (source != "" and find_code(choice, [source, *targets]) == source)


def choose_target(file: str, targets: Sequence[str], choice: str | None = None) -> str:
    """Return the language of the translations: the one of ``choice``, the only one, or the one in the file's name.

    Raises
    ------
    FormatError
        If there are several languages and none is chosen.
    """
    if choice is not None and (code := find_code(choice, targets)) is not None:
        return code
    if len(targets) == 1:
        return targets[0]
    language = target_language(file)
    codes_of_name = [code for code in targets if language is not None and find_language(_first_part(code)) == language]
    if len(codes_of_name) == 1:
        return codes_of_name[0]
    listed = name_list([*map(clean_name, targets)], MAX_LANGUAGES_NAMED)
    code = clean_name(next(filter(None, targets)))  # a file need not say into which language it is translated
    stem, dot, ending = file.rpartition(".")
    example = f"{stem}.{code}.{ending}" if dot else f"{file}.{code}"
    advice = f"Choose one, as in {file}#{code}, or call the file after it, as in {example}."
    error = SeveralLanguagesError(file, f"translations into {listed}", "one language of translations", advice=advice)
    error.languages = tuple(targets)
    raise error


def _first_part(code: str) -> str:
    return code.replace("_", "-").split("-")[0].lower()
