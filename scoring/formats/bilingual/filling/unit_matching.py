"""Match segments with the units of a translation file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from ....output.numbers import counted
from ...errors import FormatError
from ..units import UnitList

BY_IDS, BY_SOURCES, BY_ORDER = "ids", "sources", "order"


@dataclass(frozen=True)
class MatchedUnits:
    """The unit of each segment."""

    numbers: tuple[int | None, ...]
    """Number of each segment's unit in the file, from 0; None if no unit has the segment's id and source."""
    by: str
    """What was compared: ``BY_IDS``, ``BY_SOURCES`` or ``BY_ORDER``."""
    with_other_source: tuple[str, ...] = ()
    """Ids of segments whose unit has another source; these units are left as they are."""


def match_units(
    units: UnitList, n_segments: int, keys: pa.StringArray | None = None, sources: pa.StringArray | None = None
) -> MatchedUnits:
    """Match segments with the units of a file by ids, else by their sources, else by order.

    Ids are not used if no segment has the source of the unit with its id. Raises ``FormatError`` if none of the three
    ways fits.
    """
    by_ids = None if keys is None else _match_by_ids(units, keys, sources)
    if by_ids is not None:
        return by_ids
    with_source = [number for number, unit in enumerate(units.units) if unit.source]
    translated = [number for number in with_source if units.units[number].is_translated]
    if sources is not None:
        return MatchedUnits(_match_by_source(units, with_source, translated, sources), BY_SOURCES)
    for numbers in (translated, with_source):
        if numbers and len(numbers) == n_segments:
            return MatchedUnits(tuple(numbers), BY_ORDER)
    expected = f"a translation of each of {counted(len(with_source), 'unit')}"
    expected += f", or of the {len(translated):,} that have one" if 0 < len(translated) < len(with_source) else ""
    raise FormatError(units.file, f"{n_segments:,}", expected)


def _match_by_ids(units: UnitList, keys: pa.StringArray, sources: pa.StringArray | None) -> MatchedUnits | None:
    """Match segments with units by ids; return None if no segment has the id and the source of a unit."""
    by_id = {unit.id: number for number, unit in enumerate(units.units) if unit.id}
    ids = keys.to_pylist()
    numbers = [by_id.get(id) for id in ids]
    if sources is None:
        return MatchedUnits(tuple(numbers), BY_IDS) if any(number is not None for number in numbers) else None
    texts = zip(numbers, sources.to_pylist(), strict=True)
    same = [number if number is not None and _has_source(units, number, text) else None for number, text in texts]
    if not any(number is not None for number in same):
        return None
    others = [id for id, of_id, number in zip(ids, numbers, same, strict=True) if of_id is not None and number is None]
    return MatchedUnits(tuple(same), BY_IDS, tuple(others))


def _has_source(units: UnitList, number: int, text: str | None) -> bool:
    return _words(units.units[number].source) == _words(text or "")


def _match_by_source(
    units: UnitList, with_source: Sequence[int], translated: Sequence[int], sources: pa.StringArray
) -> tuple[int, ...]:
    source_words = [_words(source or "") for source in sources.to_pylist()]
    of_units = {number: _words(units.units[number].source) for number in with_source}
    for numbers in (translated, with_source):
        if [of_units[number] for number in numbers] == source_words:
            return tuple(numbers)
    remaining_units = iter(of_units.items())
    in_order = [next((number for number, text in remaining_units if text == source), None) for source in source_words]
    return _check_units_found(units, in_order if None not in in_order else _of_equal_sources(of_units, source_words))


def _of_equal_sources(of_units: Mapping[int, str], source_words: Sequence[str]) -> list[int | None]:
    """Return each source's unit in any order; the first of equal sources gets the first of equal units, and so on."""
    numbers: dict[str, list[int]] = {}
    for number, text in reversed([*of_units.items()]):
        numbers.setdefault(text, []).append(number)
    return [numbers[source].pop() if numbers.get(source) else None for source in source_words]


def _check_units_found(units: UnitList, numbers: Sequence[int | None]) -> tuple[int, ...]:
    """Return the unit numbers; raise ``FormatError`` if a segment has no unit."""
    for segment, number in enumerate(numbers, 1):
        if number is None:
            actual = f"no unit with the source of segment {segment:,}"
            advice = "Give the file from which these segments are."
            raise FormatError(units.file, actual, "the same sources", advice=advice)
    return tuple(number for number in numbers if number is not None)


def _words(text: str) -> str:
    """Return a text with one space between its words."""
    return " ".join(text.split())
