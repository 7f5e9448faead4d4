"""Make columns of the units of a translation file."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import pyarrow as pa

from ...counting.progress import Progress, progress_of_part
from ...output.numbers import counted
from ...text.languages import find_stated_language
from ...text.naming import clean_name
from ..columns import Column, Notice, Role, TableCells
from ..containers.growing import string_array
from ..errors import FormatError
from ..limits import FileLimits, check_columns, check_ids, check_segments, check_text
from ..names import guess_translation_file
from ..plain_text.notices import SHOWN_LINES, notice_segments
from .inline_codes import CodedText

CODES, LEFT_OUT_UNITS, LEFT_OUT_MATCHES, SECOND_TEXT = (
    "inline-codes",
    "left-out-units",
    "left-out-matches",
    "second-text",
)
"""Kinds of notices."""
UNTRANSLATED, FUZZY, OBSOLETE = "without a translation", "marked as fuzzy", "marked as obsolete"
LOCKED, EMPTY_SOURCE = "locked or marked as not to be translated", "without a text in the source"
"""Reasons why units are left out."""
_MAX_MATCHES_NAMED = 3


@dataclass(slots=True)
class TranslationUnit:
    """A source and its translation."""

    id: str
    """Id that is unique in the file; empty if the format needs none."""
    line: int
    source: str
    target: str | None
    """Translation; None if there is none."""
    is_final: bool | None = None
    """Whether the unit's state says that the translation is done; None if it has no state."""
    has_codes: bool = False
    """Whether inline codes were taken out of source or target."""
    matches: dict[str, CodedText] | None = None
    """Proposals for the translation, by their origin; None if there are none."""
    source_codes: str = ""
    """Inline codes of the source, as ``CodedText.written_codes`` writes them."""
    target_codes: str = ""
    is_fuzzy: bool = False
    """Whether the format takes the translation as a draft that must not be used: it is left out, and can be filled."""

    @property
    def is_translated(self) -> bool:
        """Whether the unit has a translation that is read."""
        return bool(self.target) and not self.is_fuzzy


@dataclass
class UnitList:
    """All units of a file that are to be read, and what else was found in the file."""

    file: str
    limits: FileLimits
    source_language: str = ""
    target_language: str = ""
    units: list[TranslationUnit] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    """Number of units that are left out, by reason."""
    notices: list[Notice] = field(default_factory=list)
    _ids: set[str] = field(default_factory=set)
    _id_bytes: int = 0
    _characters: int = 0
    """Number of characters of all texts."""

    def add(self, unit: TranslationUnit) -> None:
        """Add the next unit; raise ``FormatError`` for a repeated id, ``TooLargeError`` if the file has too much."""
        if unit.id and unit.id in self._ids:
            advice = "Every unit needs an id of its own."
            raise FormatError(self.file, f"unit {clean_name(unit.id)} a second time", None, unit.line, advice)
        self._ids.add(unit.id)
        self._id_bytes += len(unit.id)
        check_ids(self.file, self._id_bytes, self.limits)
        texts = (unit.source, unit.target or "", *(match.text for match in (unit.matches or {}).values()))
        self._characters += sum(map(len, texts))
        check_text(self.file, self._characters, self.limits)
        self.units.append(unit)
        check_segments(self.file, len(self.units), self.limits)


def columns_of_units(
    unit_list: UnitList, format: str, notices: Sequence[Notice], on_progress: Progress
) -> list[Column]:
    """Return the columns of a file: the source, its translation unless nothing is translated, and matches.

    Units without a translation are left out, and counted in a notice. The file's name gives the role of translations;
    if the name says nothing, they are a reference if the state of every unit is final. Matches become systems
    if every unit has one of the same origin.
    """
    file = unit_list.file
    sure = [unit for unit in unit_list.units if not unit.is_fuzzy]
    with_source = [unit for unit in sure if unit.source]
    translated = [unit for unit in with_source if unit.target]
    unit_list.left_out[FUZZY] += len(unit_list.units) - len(sure)
    unit_list.left_out[EMPTY_SOURCE] += len(sure) - len(with_source)
    unit_list.left_out[UNTRANSLATED] += len(with_source) - len(translated) if translated else 0
    units = translated or with_source
    if unit_list.units and not sure:
        advice = "Take the flag off those that are good."
        raise FormatError(file, f"units {FUZZY} alone", "units that are not fuzzy", advice=advice)
    if not units:
        raise FormatError(file, "no units", f"{format} with at least one unit that has a source")
    keys = string_array(unit.id for unit in units) if all(unit.id for unit in units) else None
    sources = string_array(unit.source for unit in units)
    table = TableCells({"source": sources})

    def column(
        name: str, role: Role, texts: pa.StringArray, codes: Iterable[str], *notices_of_column: Notice
    ) -> Column:
        segment_notices = notice_segments(texts, format, progress_of_part(on_progress, role is not Role.SOURCE, 2))
        notices_of_column, of_texts = (*notices_of_column, *segment_notices), _codes_column(codes, has_codes)
        return Column(
            file, name, role, texts, notices_of_column, format, keys, stated=True, table=table, codes=of_texts
        )

    has_codes = any(unit.has_codes for unit in units)
    source_codes = (unit.source_codes for unit in units)
    source = column("source", Role.SOURCE, sources, source_codes, *notices, *_notices(unit_list, units))
    if not translated:
        return [source]
    guess = guess_translation_file(file)
    is_reference = guess.stated_role is None and not guess.weak_reference and all(unit.is_final for unit in units)
    targets = string_array(unit.target for unit in units)
    target_codes = (unit.target_codes for unit in units)
    target = column(guess.name, Role.REFERENCE if is_reference else guess.role, targets, target_codes)
    language = find_stated_language([unit_list.target_language]) if unit_list.target_language else None
    target = replace(target, stated=is_reference, language=language, is_final=_are_final(units))
    matches = [
        column(name, Role.SYSTEM, string_array(match.text for match in of), (match.written_codes for match in of))
        for name, of in _whole_matches(unit_list, units).items()
    ]
    return [source, target, *(replace(match, language=language) for match in matches)]


def _are_final(units: Sequence[TranslationUnit]) -> bool | None:
    """Return True if all units are final, False if some are drafts and none is final, else None."""
    states = {unit.is_final for unit in units}
    return True if states == {True} else False if False in states and True not in states else None


def _codes_column(codes: Iterable[str], has_codes: bool) -> pa.StringArray | None:
    """Return the inline codes of each text; None if no text of the file has any."""
    return string_array(codes) if has_codes else None


def _notices(unit_list: UnitList, units: Sequence[TranslationUnit]) -> list[Notice]:
    notices = [*unit_list.notices]
    for why, count in unit_list.left_out.items():
        if count:
            notices.append(Notice(LEFT_OUT_UNITS, f"Left out: {counted(count, 'unit')} {why}.", count))
    rows = [number for number, unit in enumerate(units, 1) if unit.has_codes]
    if rows:
        message = f"Inline codes were taken out of {counted(len(rows), 'unit')}; no metric sees them."
        notices.append(Notice(CODES, message, len(rows), tuple(rows[:SHOWN_LINES])))
    return [*notices, *_partial_matches(units)]


def _whole_matches(unit_list: UnitList, units: Sequence[TranslationUnit]) -> dict[str, list[CodedText]]:
    """Return the matches of each origin that has a match for every unit."""
    counts = _count_matches(units)
    check_columns(unit_list.file, len(counts), unit_list.limits)
    return {
        clean_name(origin): [(unit.matches or {})[origin] for unit in units]
        for origin, count in counts.items()
        if count == len(units)
    }


def _partial_matches(units: Sequence[TranslationUnit]) -> list[Notice]:
    """Return a notice of the origins that have a match for only some units."""
    partial = {origin: count for origin, count in _count_matches(units).items() if count < len(units)}
    if not partial:
        return []
    listed = ", ".join(f"{clean_name(name)} ({count:,})" for name, count in [*partial.items()][:_MAX_MATCHES_NAMED])
    rest = ", ..." if len(partial) > _MAX_MATCHES_NAMED else ""
    message = f"Left out: matches that only some of {counted(len(units), 'unit')} have, from {listed}{rest}."
    return [Notice(LEFT_OUT_MATCHES, message, sum(partial.values()))]


def _count_matches(units: Sequence[TranslationUnit]) -> Counter[str]:
    return Counter(origin for unit in units for origin in unit.matches or ())
