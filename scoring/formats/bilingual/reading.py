"""XLIFF, TMX and PO -> columns of a source, its translation and matches."""

from dataclasses import replace

from ...counting.progress import Progress, no_progress, progress_of_part
from ..columns import Column, Role
from ..fields import choose_column, with_field
from ..limits import FileLimits
from ..plain_text.text import DecodedText
from .language_pair import find_code
from .po import read_po
from .tmx import read_tmx
from .units import columns_of_units
from .xliff import read_xliff

_READERS = {"XLIFF": read_xliff, "TMX": read_tmx, "PO": read_po}


def read_translation_file(
    file: str,
    text: DecodedText,
    format: str,
    limits: FileLimits,
    on_progress: Progress = no_progress,
    field: str | None = None,
) -> list[Column]:
    """Return the columns of a file in XLIFF, TMX or PO: source, translation, and matches that every unit has.

    ``field`` chooses one of them by its name or number, or the texts of one language by its code.
    """
    units = _READERS[format](file, text, limits, field, progress_of_part(on_progress, 0, 2))
    columns = columns_of_units(units, format, text.notices, progress_of_part(on_progress, 1, 2))
    if field is None:
        return columns
    languages = {units.source_language: Role.SOURCE, units.target_language: Role.SYSTEM}
    code = find_code(field, [language for language in languages if language])
    if code is None or (languages[code] is Role.SYSTEM and len(columns) < 2):
        return choose_column(file, field, columns)
    number = "1" if languages[code] is Role.SOURCE else "2"
    (chosen,) = choose_column(file, number, columns)
    return [replace(chosen, file=with_field(file, field))]
