"""Translation files that commands write into: how they are found and opened, and notes on what was written."""

from collections.abc import Iterable

from ...formats.bilingual.filling.filled_file import TranslationFile
from ...formats.errors import FormatError
from ...formats.limits import OWN_LIMITS
from ...formats.markup.unread_markup import LOOKED_AT, translation_format
from ...studies.translation_file import FillResult
from ..input_files import input_file
from ..notes import tell_all

ENDINGS = (".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff", ".tmx", ".po")
"""Endings of files into which a translation file is written, in small letters."""


def is_translation_file_name(file: str) -> bool:
    """Return whether a file to write has the ending of a translation file."""
    return file.lower().endswith(ENDINGS)


def open_translation_file(path: str, language: str | None, encoding: str | None) -> TranslationFile:
    """Return the translation file that an argument names; a language after # counts as ``language``.

    Raises ``FormatError`` for any other file, ``ValueError`` for two languages.
    """
    source = input_file(path)
    if source.field is not None and language is not None:
        raise ValueError(f"{source.shown}: the language is given twice; leave out --language, or what follows #.")
    with source.opened() as stream:
        data = stream.read(OWN_LIMITS.file_bytes + 1)
    return TranslationFile.read(source.name, data, OWN_LIMITS, source.field or language, encoding)


def first_translation_file(paths: Iterable[str]) -> str | None:
    """Return the first argument that names a translation file; None without one. Standard input does not count."""
    for source, path in ((input_file(path), path) for path in paths):
        if source.is_stdin:
            continue
        with source.opened() as stream:
            if translation_format(stream.read(LOOKED_AT)) is not None:
                return path
    return None


def source_in_files(paths: Iterable[str]) -> str | None:
    """Return the first argument that names a translation file, as the file of the source; None without one.

    An argument that chooses a language (``job.tmx#de``) names that language's texts alone.
    """
    return first_translation_file(path for path in paths if input_file(path).field is None)


def tell_filled(result: FillResult, strict: bool) -> None:
    """Write notes on how many units were filled, and on each unit whose codes do not fit its translation.

    Raises ``FormatError`` for such units if ``strict``.
    """
    tell_all(f"{result.file.file}: {sentence}" for sentence in (*result.sentences(), *result.code_messages()))
    if strict and result.code_messages():
        actual = "translations whose inline codes are not those of the source"
        raise FormatError(result.file.file, actual, advice="Mend them, or omit --strict.")
