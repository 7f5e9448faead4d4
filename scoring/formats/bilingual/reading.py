"""Read XLIFF, TMX and PO into columns of a source, its translation and matches."""

from dataclasses import replace

from ...counting.progress import Progress, no_progress, progress_of_part
from ..columns import Column, Role
from ..errors import FormatError
from ..fields import choose_column, format_file_field
from ..limits import FileLimits
from ..markup.unread_markup import LOOKED_AT, translation_format
from ..plain_text.text import DecodedText, declared_encoding, decode_text, known_encoding, normalize_encoding
from .language_pair import find_code
from .po import read_po, stated_charset
from .tmx import read_tmx
from .units import UnitList, columns_of_units
from .xliff import read_xliff

_READERS = {"XLIFF": read_xliff, "TMX": read_tmx, "PO": read_po}


def stated_encoding(data: bytes, format: str) -> str | None:
    """Return the encoding that the header of a file states, or None."""
    return known_encoding(stated_charset(data[:LOOKED_AT])) if format == "PO" else declared_encoding(data)


def read_units(
    file: str,
    text: DecodedText,
    format: str,
    limits: FileLimits,
    language: str | None = None,
    on_progress: Progress = no_progress,
) -> UnitList:
    """Return all units of a file in XLIFF, TMX or PO; ``language`` is the language of the translations."""
    return _READERS[format](file, text, limits, language, on_progress)


def read_language(
    file: str, data: bytes, language: str, encoding: str | None, limits: FileLimits, on_progress: Progress = no_progress
) -> list[Column]:
    """Return source and translation columns of one language from an XLIFF or TMX file with several languages."""
    format = translation_format(data[:LOOKED_AT])
    if format is None:
        raise FormatError(file, "another file", "XLIFF, TMX or PO")
    text = decode_text(file, data, normalize_encoding(encoding) or stated_encoding(data, format))
    units = read_units(file, text, format, limits, language, progress_of_part(on_progress, 0, 2))
    return columns_of_units(units, format, text.notices, progress_of_part(on_progress, 1, 2))


def read_translation_file(
    file: str,
    text: DecodedText,
    format: str,
    limits: FileLimits,
    on_progress: Progress = no_progress,
    field: str | None = None,
) -> list[Column]:
    """Return the columns of an XLIFF, TMX or PO file: source, translation, and the matches that every unit has.

    ``field`` chooses one column by its name or number, or the texts of one language by its code.
    """
    units = read_units(file, text, format, limits, field, progress_of_part(on_progress, 0, 2))
    columns = columns_of_units(units, format, text.notices, progress_of_part(on_progress, 1, 2))
    if field is None:
        return columns
    languages = {units.source_language: Role.SOURCE, units.target_language: Role.SYSTEM}
    code = find_code(field, [language for language in languages if language])
    if code is None or (languages[code] is Role.SYSTEM and len(columns) < 2):
        return choose_column(file, field, columns)
    number = "1" if languages[code] is Role.SOURCE else "2"
    (chosen,) = choose_column(file, number, columns)
    return [replace(chosen, file=format_file_field(file, field))]
