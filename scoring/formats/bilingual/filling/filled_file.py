"""Fill a translation file with other translations, states and notes; every other byte stays as it was."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import accumulate

from ....counting.progress import Progress, no_progress, progress_of_part
from ....text.languages import find_language
from ....text.naming import clean_name
from ...errors import FormatError, TooLargeError
from ...limits import FileLimits, check_size, megabytes
from ...markup.unread_markup import LOOKED_AT, translation_format
from ...plain_text.text import decode_text, normalize_encoding
from ..inline_codes import CodedText, read_codes
from ..language_pair import find_code
from ..reading import read_units, stated_encoding
from ..units import TranslationUnit, UnitList
from .original_text import PACKED, OriginalText
from .po_filling import PoFilling
from .tmx_filling import TmxFilling
from .unit_filling import FilledUnit, Fillings, TargetState
from .xliff_filling import XliffFilling

NAME_A_LANGUAGE = "Add --language, or give a file that has the language."
WRITTEN_WRONGLY = "after it was written"
"""End of an error's text for a fault of the writer itself."""


@dataclass(frozen=True)
class TranslationFile:
    """A translation file whose units can be filled."""

    file: str
    data: bytes
    format: str
    """``XLIFF``, ``TMX`` or ``PO``."""
    encoding: str | None
    """Encoding of a file that is neither UTF-8 nor has a byte order mark."""
    language: str | None
    """Language of the translations that are read; None for the only ones."""
    units: UnitList
    limits: FileLimits

    @classmethod
    def read(
        cls,
        file: str,
        data: bytes,
        limits: FileLimits,
        language: str | None = None,
        encoding: str | None = None,
        on_progress: Progress = no_progress,
    ) -> "TranslationFile":
        """Read the units; raise ``FormatError`` for other formats, and for another or several target languages."""
        check_size(file, len(data), limits)
        format = translation_format(data[:LOOKED_AT])
        if format is None:
            advice = PACKED if data[:2] in (b"PK", b"\x1f\x8b") else None
            raise FormatError(file, "another file", "XLIFF, TMX or PO", advice=advice)
        encoding = normalize_encoding(encoding) or stated_encoding(data, format)
        units = read_units(file, decode_text(file, data, encoding), format, limits, language, on_progress)
        stated = units.target_language
        if language is not None and stated and find_code(language, [stated]) is None:
            expected = f"translations into {clean_name(language)}"
            raise FormatError(file, f"translations into {clean_name(stated)}", expected)
        return cls(file, data, format, encoding, language, units, limits)


@dataclass(frozen=True)
class FilledFile:
    """A translation file with its new translations."""

    data: bytes
    units: tuple[FilledUnit, ...]
    """The results for the units that were to be filled, in the order of the file."""


def fill_file(
    file: TranslationFile, fillings: Fillings, state: TargetState, on_progress: Progress = no_progress
) -> FilledFile:
    """Write translations, their state and notes into their units; leave units that have their translation already.

    The new file is read again to check that it has exactly these translations. Raises ``FormatError`` for characters
    that the format cannot hold, ``TooLargeError`` for a text or a file above the limits.
    """
    for number, unit_filling in fillings.items():
        for text in (
            *unit_filling.notes,
            *([] if unit_filling.translation is None else [unit_filling.translation.text]),
        ):
            _check_length(file, number, text)
    original = OriginalText.read(file.file, file.data, file.encoding, file.limits)
    filling = _filling(file, original, fillings, state)
    filling.run(progress_of_part(on_progress, 0, 2))
    if not filling.edits:
        return FilledFile(file.data, tuple(filling.filled))
    unknown = "strict" if file.format == "PO" else "xmlcharrefreplace"
    data = original.apply_edits(filling.edits, unknown)
    _check_written(file, data, fillings, progress_of_part(on_progress, 1, 2))
    return FilledFile(data, tuple(filling.filled))


def _check_length(file: TranslationFile, number: int, text: str) -> None:
    limit = file.limits.longest_segment
    if len(text.encode()) > limit:
        actual = f"a longer text for unit {file.units.units[number].id or number + 1}"
        raise TooLargeError(file.file, actual, f"at most {megabytes(limit)}")


def _filling(
    file: TranslationFile, original: OriginalText, fillings: Fillings, state: TargetState
) -> XliffFilling | TmxFilling | PoFilling:
    units = file.units
    chosen_language = file.language if file.language and not units.target_language and _is_code(file.language) else ""
    if file.format == "XLIFF":
        return XliffFilling(original, units.target_language, fillings, state, chosen_language)
    if file.format == "TMX":
        language = units.target_language or chosen_language
        if not language:
            raise FormatError(file.file, "no language of the translations", "one such as de", advice=NAME_A_LANGUAGE)
        return TmxFilling(original, units.source_language, language, fillings)
    return PoFilling(original, fillings, state)


def _is_code(language: str) -> bool:
    """Return whether a language is named by its code, such as ``de-AT``."""
    match = find_language(language)
    return match is not None and language.lower().split("-")[0] in match.codes


def _check_written(file: TranslationFile, data: bytes, fillings: Fillings, on_progress: Progress) -> None:
    """Raise ``FormatError`` unless the file that was written has the same units with these translations."""
    limits = replace(file.limits, unit_elements=2 * file.limits.unit_elements + 2)  # targets get the codes of sources
    new_file = TranslationFile.read(file.file, data, limits, file.language, file.encoding, on_progress)
    if [unit.id for unit in new_file.units.units] != [unit.id for unit in file.units.units]:
        raise _unreadable(file, "other units")
    for number, (before, after) in enumerate(zip(file.units.units, new_file.units.units, strict=True)):
        filling = fillings.get(number)
        new = None if filling is None else filling.translation
        target, expected = (
            _normalized_spaces(after.target),
            _normalized_spaces(before.target if new is None else new.text),
        )
        is_same = target == expected or (
            target is None and expected == _normalized_spaces(before.source)
        )  # as if untranslated
        if before.source != after.source or not (is_same or expected is None):
            raise _unreadable(file, f"another text in unit {after.id or number + 1}")
        if after.target and not _has_its_codes(before, after, new):
            raise _unreadable(file, f"other inline codes in unit {after.id or number + 1}")


def _has_its_codes(before: TranslationUnit, after: TranslationUnit, new: CodedText | None) -> bool:
    """Return whether a unit has its old codes, or the codes of its source in the places of its new translation."""
    if before.target == after.target and before.target_codes == after.target_codes:
        return True
    text, source = after.target or "", read_codes(after.source, after.source_codes)
    target = read_codes(text, after.target_codes)
    if new is None or Counter(_labels(target)) != Counter(_labels(source)):
        return False
    return _labels(target) != _labels(new) or _words_before(target) == _words_before(new)


def _labels(text: CodedText) -> list[str]:
    return [code.label for code in text.codes]


def _words_before(text: CodedText) -> list[int]:
    """Return the number of characters before each code, without white space."""
    n_spaces = [0, *accumulate(map(str.isspace, text.text))]
    return [place - n_spaces[place] for place in text.places]


def _normalized_spaces(text: str | None) -> str | None:
    """Return a text with one space between its words; None for a text without words."""
    return " ".join((text or "").split()) or None


def _unreadable(file: TranslationFile, actual: str) -> FormatError:
    return FormatError(file.file, f"{actual} {WRITTEN_WRONGLY}", "the translations as they were given")
