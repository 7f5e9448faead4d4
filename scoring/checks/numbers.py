"""Numbers that differ between source and output."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import ClassVar, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, numpy_column
from ..counting.progress import Progress
from ..output.numbers import counted
from ..text.number_marks import GROUP_SPACES, decimal_mark
from .check import Check, CheckedTexts, CheckSpans, FoundCount, find_by_blocks
from .columns.quantities import (
    UNIT_BEHIND_NUMBER,
    Number,
    Quantity,
    are_comparable_quantities,
    are_equal_quantities,
    find_quantities,
    is_long_scale,
    quantity_text,
)
from .columns.rows import Row, chosen_rows, match_pattern

MISSING_NUMBER, ADDED_NUMBER = "missing number", "added number"
MISSING_DATE, ADDED_DATE = "missing date or time", "added date or time"
UNIT, SCALE, CONVERSION = "changed unit or currency", "changed scale", "wrong conversion"
NOTATION = "notation of the source"
SMALL = 20
"""Largest number that may be a word in one of the two texts."""
METRE, DEGREE = "m", "°"
"""Units with a second meaning: a million, and a degree of Celsius or of Fahrenheit."""
ROUND = {"30", "40", "50", "60", "70", "80", "90", "100", "1000", "10000", "100000", "1000000"}
"""Larger numbers that are often words."""
MAX_PAIRS = 10_000
"""Most pairs of numbers that are compared; a segment with more is no sentence."""
MARKED = "*"
"""Decimal mark of texts in an unknown language: the digits after a mark decide whether it is one."""

_NUMBER = re.compile(rf"\d+(?:[.,٫٬'’]\d+|[{GROUP_SPACES}]\d{{3}}(?!\d))*")
_MARKS = re.compile(rf"[.,٫٬'’{GROUP_SPACES}]")
_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)")
"""Pattern of groups of digits with spaces between them, which may also be several numbers."""
_TIME = re.compile(r"(\d{1,2})\.(\d{2})(?=\s?(?:Uhr|[ap]\.?\s?m\b|hod|h\b))")
_FEET_AND_INCHES = re.compile(r"(\d)['’′](\d{1,2})[\"”″]")
_DATE_OR_TIME = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{1,4}|\d{1,2}:\d{2}(?::\d{2})?")
_OPAQUE = re.compile(r"https?://\S+|www\.\S+|%\d+\$?|\{\w*\}|\\u[0-9a-fA-F]{4}|&#x?[0-9a-fA-F]+;")
"""Pattern of texts that other checks compare as a whole."""
_NOON = re.compile(r"\d\s?[ap]\.?\s?m\b|o['’]clock|noon|midnight|Uhr|\bh\b", re.IGNORECASE)
_MIDDAY = re.compile(r"\b(?:noon|mid-?day|mittags?)\b", re.IGNORECASE)
_SCALE_WORD = re.compile(
    r"\W{0,2}(?:thousand|million|billion|trillion|hundred|tausend|hundert|milli|mill[oó]n|mld|mln|mrd|mio|mil\b|mille\b"
    r"|bill?i|bn\b|tys|tis|тыс|млн|млрд|милли|мільй|мільяр|万|萬|億|亿|만|억|천|千|百|लाख|करोड़|हज़ार|[ألم]*ألف|مليون|مليار|[kmb]\b)",
    re.IGNORECASE,
)
_ROMAN = re.compile(r"\b[IVXLCDM]+\b")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_WORDS = re.compile(
    r"hundred|centen|thousand|million|billion|dozen|\bhalf\b|quarter|twice|double|twenty|thirty|forty|fifty|sixty|seventy"
    r"|eighty|ninety|hundert|tausend|dutzend|\bhalb|viertel|doppel|verdoppel|zwanzig|drei(?:ß|ss)ig|vierzig|fünfzig"
    r"|sechzig|siebzig|achtzig|neunzig|cent\b|mille\b|demi|vingt|trente|quarante|cinquante|soixante|cien|\bmil\b|medio"
    r"|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|sto\b|tis[ií]c|dvac|pades|tysi|сто\b|тысяч"
    r"|двадцат|пятьдесят|[百千万億亿半两]",
    re.IGNORECASE,
)
"""Pattern of number words, above the small ones, in languages that are often translated."""
_DIGIT, _NO_DIGITS = r"\p{Nd}", r"\P{Nd}+"
_SPECIAL = rf"\p{{Nd}}[.,٫٬'’{GROUP_SPACES}]\p{{Nd}}|https?://|www\.|[%{{\\&$€£¥₽₹]|{UNIT_BEHIND_NUMBER}"
"""Pattern (RE2) of texts whose digits alone are not their numbers: marks in numbers, units, placeholders."""


_TwoQuantities = tuple[Mapping[int, Quantity], Mapping[int, Quantity]]
"""Quantities of the source and of the output, by the places of their numbers."""
_Place = tuple[int, int, str, str, str]
"""Start, end and kind of a finding, the change, and the expected count; the last two are empty where not known."""


@dataclass(frozen=True)
class Numbers(Check):
    """A check for numbers that differ between source and output, as multisets, or in their units.

    Numbers are compared by value: digits of all scripts, marks of groups and decimals by both languages where they are
    known (CLDR), leading and trailing zeros. A number of at most 20 and a round one may be a word in the other text.
    Hours of 12 and 24, abbreviated years, Roman numerals and scales such as "million" are the same number.
    """

    name: ClassVar[str] = "numbers"
    kinds: ClassVar[Mapping[str, str]] = {
        MISSING_NUMBER: "critical",
        ADDED_NUMBER: "critical",
        MISSING_DATE: "critical",
        ADDED_DATE: "critical",
        UNIT: "critical",
        SCALE: "critical",
        CONVERSION: "critical",
        NOTATION: "minor",
    }
    in_source: ClassVar[frozenset[str]] = frozenset({MISSING_NUMBER, MISSING_DATE})
    lesser_titles: ClassVar[Mapping[str, str]] = {"minor": "marks of numbers"}
    does: ClassVar[str] = "changes a number"
    does_less: ClassVar[Mapping[str, str]] = {"minor": "keeps the marks of the source's numbers"}
    finds: ClassVar[str] = (
        "A number of the source is not in the output, or the output has one that the source has not, another unit or"
        " scale, a wrong conversion, or the source's marks of groups and decimals."
    )
    errs: ClassVar[str] = (
        "Converted currencies, rounded numbers and larger ones in words are found, too; so are converted units whose"
        " names are neither English nor German."
    )
    needs_source: ClassVar[bool] = True

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        return find_by_blocks(texts, _find_in_block, on_progress)


class _Convention(NamedTuple):
    """The notation of numbers in a text."""

    mark: str
    """Decimal mark, or MARKED."""
    has_long_scale: bool | None
    """Whether a billion is a million millions; None where that is not known."""


def _find_in_block(texts: CheckedTexts) -> Iterator[FoundCount]:
    marks = (MARKED, MARKED)
    if texts.source_language is not None and texts.language is not None:
        marks = decimal_mark(texts.source_language), decimal_mark(texts.language)
    conventions = (
        _Convention(marks[0], is_long_scale(texts.source_language)),
        _Convention(marks[1], is_long_scale(texts.language)),
    )
    for row in chosen_rows(texts, _may_differ(texts)):
        for place in _differences(row, conventions):
            yield row.segment, *place


def _may_differ(texts: CheckedTexts) -> Flags:
    """Return whether each segment has numbers, and not the same digits in the same order, (n_segments,)."""
    assert texts.source is not None
    columns = texts.source.fill_null(""), texts.outputs.fill_null("")
    have_numbers, are_special = np.zeros((2, len(texts)), bool)
    for column in columns:
        have_numbers |= match_pattern(column, _DIGIT, len(texts))
        are_special |= match_pattern(column, _SPECIAL, len(texts))
    places = np.flatnonzero(have_numbers & ~are_special)
    of_source, of_outputs = (
        pc.utf8_trim_whitespace(pc.replace_substring_regex(column.take(pa.array(places)), _NO_DIGITS, " "))
        for column in columns
    )
    have_numbers[places[numpy_column(pc.equal(of_source, of_outputs))]] = False
    return have_numbers


def _differences(row: Row, conventions: tuple[_Convention, _Convention]) -> Iterator[_Place]:
    source_numbers = _find_numbers(row.source, conventions[0].mark)
    output_numbers = _find_numbers(row.output, conventions[1].mark)
    missing, added = _leftovers(source_numbers, output_numbers), _leftovers(output_numbers, source_numbers)
    unchanged = _kept_as_they_are(row, missing, added)
    if unchanged:
        yield from ((number.start, number.end, NOTATION, "", "") for number in _distinct_places(unchanged))
        texts = {row.output[number.start : number.end] for number in unchanged}
        missing = [number for number in missing if row.source[number.start : number.end] not in texts]
        added = [number for number in added if row.output[number.start : number.end] not in texts]
    quantities = (
        find_quantities(row.source, source_numbers, conventions[0].has_long_scale),
        find_quantities(row.output, output_numbers, conventions[1].has_long_scale),
    )
    if missing or added:
        missing, added, wrong = _without_conversions(quantities, missing, added)
        for own, other in wrong:
            yield other.start, other.end, CONVERSION, _quantity_change_phrase(row, quantities, own, other), ""
        missing, added = _without_equivalents(row, quantities, missing, added)
    counts = [_counts(source_numbers), _counts(output_numbers)] if missing or added else []
    for numbers, text, kinds in (
        (missing, row.source, (MISSING_NUMBER, MISSING_DATE)),
        (added, row.output, (ADDED_NUMBER, ADDED_DATE)),
    ):
        dates = _positions(match.span() for match in _DATE_OR_TIME.finditer(text)) if numbers else set()
        for number in _distinct_places(numbers):
            yield number.start, number.end, kinds[number.start in dates], "", _expected_count(number, *counts)
    reported_end = 0
    for own, other, kind in _changed_units(quantities, (source_numbers, output_numbers)):
        if other.start >= reported_end:
            reported_end = _end_of_range(quantities[1], other)
            yield other.start, other.end, kind, _quantity_change_phrase(row, quantities, own, other), ""


def _counts(numbers: Iterable[Number]) -> Counter[str]:
    """Return the number of occurrences of each value."""
    return Counter(number.value for number in numbers)


def _expected_count(number: Number, source_counts: Counter[str], output_counts: Counter[str]) -> str:
    """Return how often the output should have a number, if source and output both have it; else an empty text."""
    is_in_both = source_counts[number.value] and output_counts[number.value]
    return counted(source_counts[number.value], "time") if is_in_both else ""


def _quantity_change_phrase(row: Row, quantities: _TwoQuantities, own: Number, other: Number) -> str:
    """Return what the source has and what it became; empty where the same number has its unit elsewhere."""
    sides = (row.source, quantities[0], own), (row.output, quantities[1], other)
    before, after = (_number_with_unit(text, text_quantities, number) for text, text_quantities, number in sides)
    return "" if before.isdigit() or after.isdigit() else f"{before} became {after}"


def _number_with_unit(text: str, quantities: Mapping[int, Quantity], number: Number) -> str:
    """Return the number with its unit as the text has them; for the first number of a range the whole range."""
    quantity = quantities[number.start]
    end = _end_of_range(quantities, number)
    return quantity_text(text, quantity if end == number.end else replace(quantity, end=end))


def _end_of_range(quantities: Mapping[int, Quantity], number: Number) -> int:
    """Return the end of the range that begins with this number, unit included; else the end of the number."""
    quantity = quantities[number.start]
    behind = min((place for place in quantities if place > number.start), default=None)
    is_range = quantity.unit is not None and quantity.end == number.end and behind is not None
    return quantities[behind].end if is_range and behind is not None else number.end


def _kept_as_they_are(row: Row, missing: Sequence[Number], added: Sequence[Number]) -> list[Number]:
    """Return the numbers of the output that keep the source's marks, which mean another value in its language."""
    texts = {row.source[number.start : number.end] for number in missing}
    return [number for number in added if row.output[number.start : number.end] in texts]


def _positions(spans: Iterable[tuple[int, int]]) -> set[int]:
    """Return all places of characters in the spans."""
    return {place for span in spans for place in range(*span)}


def _distinct_places(numbers: Sequence[Number]) -> list[Number]:
    """Return one number for each place; a date has several numbers at its place."""
    return list({(number.start, number.end): number for number in numbers}.values())


@lru_cache(maxsize=1 << 14)
def _find_numbers(text: str, mark: str) -> tuple[Number, ...]:
    text = _OPAQUE.sub(lambda match: " " * len(match[0]), text)
    numbers = []
    for match in _NUMBER.finditer(text):
        if feet := _FEET_AND_INCHES.match(text, match.start()):
            numbers += [Number(_plain(feet[part]), *feet.span(part)) for part in (1, 2)]
            continue
        time = _TIME.match(text, match.start())
        values = (_plain(time[1]), *({_plain(time[2])} - {"0"})) if time else _values(match[0], mark)
        numbers += [Number(value, *match.span()) for value in values]
    return tuple(numbers)


def _values(number: str, mark: str) -> tuple[str, ...]:
    """Return the value of a number with a full stop before its decimals.

    For a date, version or address return the values of its parts.
    """
    if not number.isascii():
        number = "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in number)
    parts, marks = _MARKS.split(number), _MARKS.findall(number)
    if not marks:
        return (_plain(parts[0]),)
    are_groups = 1 <= len(parts[0]) <= 3 and parts[0] != "0" and len(parts[-1]) == 3
    are_groups &= len({*marks}) == 1 and all(2 <= len(part) <= 3 for part in parts[1:])
    if are_groups and (len(marks) > 1 or marks[0] != mark):
        return (_plain("".join(parts)),)
    if len(marks) == 1:
        return (_decimal(parts[0], parts[1]),)
    if len({*marks[:-1]}) == 1 and marks[-1] != marks[0] and all(2 <= len(part) <= 3 for part in parts[1:-1]):
        return (_decimal("".join(parts[:-1]), parts[-1]),)
    return tuple(map(_plain, parts))


def _plain(digits: str) -> str:
    return digits.lstrip("0") or "0"


def _decimal(whole: str, decimals: str) -> str:
    decimals = decimals.rstrip("0")
    return f"{_plain(whole)}.{decimals}" if decimals else _plain(whole)


def _leftovers(numbers: Sequence[Number], others: Sequence[Number]) -> list[Number]:
    """Return the numbers that are not among the others, as multisets."""
    remaining, leftovers = _counts(others), []
    for number in numbers:
        if remaining[number.value]:
            remaining[number.value] -= 1
        else:
            leftovers.append(number)
    return leftovers


def _without_equivalents(
    row: Row, quantities: _TwoQuantities, missing: list[Number], added: list[Number]
) -> tuple[list[Number], list[Number]]:
    """Return the missing and added numbers that the other text does not have in another form."""
    added, missing = _without_spaced_numbers(added, missing, row.source)
    missing, added = _without_spaced_numbers(missing, added, row.output)
    is_split = len(missing) != len(added)
    if is_split and _digits(missing) == _digits(added):
        return [], []
    for number in [*missing] if len(missing) * len(added) <= MAX_PAIRS else ():
        partner = next((other for other in added if _are_equivalent(row, quantities, number, other)), None)
        if partner is not None:
            missing.remove(number)
            added.remove(partner)
    missing, added = _without_roman_numerals(missing, row.output), _without_roman_numerals(added, row.source)
    if _MIDDAY.search(f"{row.source}\n{row.output}"):
        missing, added = ([number for number in numbers if number.value != "12"] for numbers in (missing, added))
    if missing and added:
        return missing, added
    may_be_words = (_WORDS.search(row.output) is not None, _WORDS.search(row.source) is not None)
    return _not_in_words(missing, may_be_words[0]), _not_in_words(added, may_be_words[1])


def _without_spaced_numbers(
    numbers: list[Number], others: list[Number], text: str
) -> tuple[list[Number], list[Number]]:
    """Return both lists without numbers that the text of the others has in groups with spaces: 90 000."""
    if not numbers:
        return numbers, others
    spans = {match[0].replace(" ", ""): match.span() for match in _SPACED.finditer(text)}
    values = {number.value for number in numbers} & spans.keys()
    places = _positions(spans[value] for value in values)
    return (
        [number for number in numbers if number.value not in values],
        [other for other in others if other.start not in places],
    )


def _digits(numbers: Sequence[Number]) -> str:
    return "".join(number.value for number in numbers).replace(".", "")


def _are_equivalent(row: Row, quantities: _TwoQuantities, number: Number, other: Number) -> bool:
    """Return whether two numbers are equal in another form.

    They are hours of 12 and 24, a year and its last digits, or differ by a scale in words.
    """
    if "." not in number.value + other.value and max(len(number.value), len(other.value)) <= 4:
        one, two = int(number.value), int(other.value)
        if {abs(one - two)} & {12} and max(one, two) <= 24 and _NOON.search(f"{row.source}\n{row.output}"):
            return True
        if max(one, two) >= 1000 and min(one, two) >= 10 and (one - two) % 100 == 0 and min(one, two) < 100:
            return True
    sides = (row.source, number, quantities[0][number.start]), (row.output, other, quantities[1][other.start])
    sizes = [_scaled_value(*side) for side in sides]
    if None not in sizes:
        return sizes[0] == sizes[1]
    if number.value.replace(".", "").strip("0") != other.value.replace(".", "").strip("0"):
        return False
    return any(_SCALE_WORD.match(text, of.end) for text, of, _ in sides)


def _scaled_value(text: str, number: Number, quantity: Quantity) -> Decimal | None:
    """Return the number times its scale; None where the scale is not known."""
    if quantity.scale is None or (quantity.scale == 1 and _SCALE_WORD.match(text, number.end)):
        return None
    return Decimal(number.value) * int(quantity.scale)


def _without_roman_numerals(numbers: list[Number], other: str) -> list[Number]:
    """Return the numbers that are not a Roman numeral in the other text."""
    if not numbers:
        return numbers
    romans = {_roman(numeral) for numeral in _ROMAN.findall(other)}
    return [number for number in numbers if number.value not in romans]


def _roman(numeral: str) -> str:
    digits = [_ROMAN_DIGITS[sign] for sign in numeral]
    return str(sum(-one if one < two else one for one, two in zip(digits, [*digits[1:], 0], strict=True)))


def _not_in_words(numbers: list[Number], may_be_words: bool) -> list[Number]:
    return [number for number in numbers if not (may_be_words or _is_small(number.value))]


def _is_small(value: str) -> bool:
    return value in ROUND or (len(value) <= 2 and value.isdigit() and int(value) <= SMALL)


def _without_conversions(
    quantities: _TwoQuantities, missing: list[Number], added: list[Number]
) -> tuple[list[Number], list[Number], list[tuple[Number, Number]]]:
    """Return the numbers without right conversions and second units of one quantity, and the wrong conversions."""
    of_source, of_output = quantities
    wrong: list[tuple[Number, Number]] = []
    for is_right in (are_equal_quantities, are_comparable_quantities):
        for number in [*missing] if len(missing) * len(added) <= MAX_PAIRS else ():
            own = of_source[number.start]
            partners = [other for other in added if is_right(own, of_output[other.start])]
            if partners:
                missing = [other for other in missing if of_source[other.start] != own]
                added = [other for other in added if of_output[other.start] != of_output[partners[0].start]]
                wrong += [(number, partners[0])] if is_right is are_comparable_quantities else []
    return _without_equal_ones(missing, of_source), _without_equal_ones(added, of_output), wrong


def _without_equal_ones(numbers: list[Number], quantities: Mapping[int, Quantity]) -> list[Number]:
    """Return the numbers whose text has no other number for the same quantity, as in 27 feet (8.2 m)."""
    starts = {number.start for number in numbers}
    others = [quantity for place, quantity in quantities.items() if place not in starts and quantity.unit is not None]
    if not others:
        return numbers
    return [
        number for number in numbers if not any(are_equal_quantities(quantities[number.start], of) for of in others)
    ]


def _changed_units(
    quantities: _TwoQuantities, numbers: tuple[Sequence[Number], Sequence[Number]]
) -> Iterator[tuple[Number, Number, str]]:
    """Yield numbers that source and output both have, with different units or scales, and the kind of finding.

    The output has the number once, and each side has a unit or a scale.
    """
    counts = _counts(numbers[1])
    of_source = {number.value: number for number in numbers[0]}
    for number in numbers[1]:
        same = of_source.get(number.value)
        if same is None or counts[number.value] > 1:
            continue
        own, other = quantities[0][same.start], quantities[1][number.start]
        if {own.scale, other.scale} & {None, 1} == set() and own.scale != other.scale:
            yield same, number, SCALE
        elif _is_another_unit(own, other):
            yield same, number, UNIT


def _is_another_unit(one: Quantity, other: Quantity) -> bool:
    if one.unit is None or other.unit is None or one.unit == other.unit or are_equal_quantities(one, other):
        return False
    if one.unit.dimension == other.unit.dimension:
        return DEGREE not in (one.unit.name, other.unit.name)
    return METRE not in (one.unit.name, other.unit.name)
