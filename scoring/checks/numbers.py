"""Numbers: what the source counts and the output counts otherwise."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, numpy_column
from ..counting.progress import Progress
from ..text.number_marks import GROUP_SPACES, decimal_mark
from .check import Check, CheckedTexts, CheckSpans, find_by_blocks
from .columns.rows import FoundPlace, Place, Row, chosen_rows, have

MISSING_NUMBER, ADDED_NUMBER = "missing number", "added number"
MISSING_DATE, ADDED_DATE = "missing date or time", "added date or time"
UNIT, NOTATION = "changed unit or currency", "notation of the source"
SMALL = 20
"""Numbers up to this one may be words in one of the two texts."""
ROUND = {"30", "40", "50", "60", "70", "80", "90", "100", "1000", "10000", "100000", "1000000"}
"""Further numbers that are often words."""
MOST_PAIRS = 10_000
"""Pairs of numbers that are compared; a segment with more is no sentence."""
MARKED = "*"
"""Decimal mark of texts in a language that is not known: the digits behind a mark say whether it is one."""

_NUMBER = re.compile(rf"\d+(?:[.,٫٬'’]\d+|[{GROUP_SPACES}]\d{{3}}(?!\d))*")
_MARKS = re.compile(rf"[.,٫٬'’{GROUP_SPACES}]")
_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)")
"""Groups of digits with spaces between them, which may also be several numbers."""
_TIME = re.compile(r"(\d{1,2})\.(\d{2})(?=\s?(?:Uhr|[ap]\.?\s?m\b|hod|h\b))")
_DATE_OR_TIME = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{1,4}|\d{1,2}:\d{2}(?::\d{2})?")
_OPAQUE = re.compile(r"https?://\S+|www\.\S+|%\d+\$?|\{\w*\}|\\u[0-9a-fA-F]{4}|&#x?[0-9a-fA-F]+;")
"""What other checks compare as a whole."""
_NOON = re.compile(r"\d\s?[ap]\.?\s?m\b|o['’]clock|noon|midnight|Uhr|\bh\b", re.IGNORECASE)
_SCALE = re.compile(
    r"\W{0,2}(?:thousand|million|billion|trillion|hundred|tausend|hundert|milli|mill[oó]n|mld|mln|mrd|mio|mil\b|mille\b"
    r"|bill?i|bn\b|tys|tis|тыс|млн|млрд|милли|мільй|мільяр|万|萬|億|亿|만|억|천|千|百|लाख|करोड़|हज़ार|[ألم]*ألف|مليون|مليار|[kmb]\b)",
    re.IGNORECASE,
)
_ROMAN = re.compile(r"\b[IVXLCDM]+\b")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_WORDS = re.compile(
    r"hundred|thousand|million|billion|dozen|\bhalf\b|quarter|twice|double|twenty|thirty|forty|fifty|sixty|seventy"
    r"|eighty|ninety|hundert|tausend|dutzend|\bhalb|viertel|doppel|verdoppel|zwanzig|drei(?:ß|ss)ig|vierzig|fünfzig"
    r"|sechzig|siebzig|achtzig|neunzig|cent\b|mille\b|demi|vingt|trente|quarante|cinquante|soixante|cien|\bmil\b|medio"
    r"|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|sto\b|tis[ií]c|dvac|pades|tysi|сто\b|тысяч"
    r"|двадцат|пятьдесят|[百千万億亿半两]",
    re.IGNORECASE,
)
"""Number words, above the small ones, of languages that are often translated."""
_UNITS: Mapping[str, str] = {
    unit: names[0]
    for names in map(
        str.split,
        (
            "mg мг",
            "µg μg mcg мкг",
            "g г",
            "kg кг",
            "mm мм",
            "cm см",
            "km км",
            "ml мл",
            "kW",
            "MW",
            "GW",
            "MB",
            "GB",
            "TB",
            "kB KB",
            "Hz",
            "kHz",
            "MHz",
            "GHz",
            "°C",
            "°F",
            "% ％ ٪",
            "$",
            "€",
            "£",
            "¥",
            "₽",
            "₹",
        ),
    )
    for unit in names
}
_UNIT = "|".join(map(re.escape, sorted(_UNITS, key=len, reverse=True)))
_DIGIT, _NO_DIGITS = r"\p{Nd}", r"\P{Nd}+"
_SPECIAL = (
    rf"\p{{Nd}}[.,٫٬'’{GROUP_SPACES}]\p{{Nd}}|https?://|www\.|[%{{\\&$€£¥₽₹]"
    rf"|\p{{Nd}}[\s\p{{Z}}\p{{Cc}}-]?(?:{_UNIT})(?:[^\p{{L}}\p{{N}}_]|$)"
)
"""What a text has (RE2) whose digits alone are not its numbers: marks within them, units, and what other checks see."""
_BEHIND, _BEFORE = re.compile(rf"[\s-]?({_UNIT})(?!\w)"), re.compile(r"[$€£¥₽₹]\s?$")


@dataclass(frozen=True)
class Numbers(Check):
    """The numbers of source and output differ as multisets, or the unit of a number does.

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
        NOTATION: "minor",
    }
    in_source: ClassVar[frozenset[str]] = frozenset({MISSING_NUMBER, MISSING_DATE})
    does: ClassVar[str] = "changes a number"
    finds: ClassVar[str] = (
        "A number of the source is not in the output, or the output has one that the source has not, another unit, or"
        " the source's marks of groups and decimals."
    )
    errs: ClassVar[str] = "Converted units and currencies, rounded numbers and larger ones in words are found, too."
    needs_source: ClassVar[bool] = True

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        return find_by_blocks(texts, _find_in_block, on_progress)


@dataclass(frozen=True)
class _PlacedNumber:
    value: str
    start: int
    end: int


def _find_in_block(texts: CheckedTexts) -> Iterator[FoundPlace]:
    marks = MARKED, MARKED
    if texts.source_language is not None and texts.language is not None:
        marks = decimal_mark(texts.source_language), decimal_mark(texts.language)
    for row in chosen_rows(texts, _may_differ(texts)):
        for place in _differences(row, marks):
            yield row.segment, *place


def _may_differ(texts: CheckedTexts) -> Flags:
    """(n_segments,): whether there are numbers, and more to look at than the same digits in the same order."""
    assert texts.source is not None
    columns = texts.source.fill_null(""), texts.outputs.fill_null("")
    have_numbers, are_special = np.zeros((2, len(texts)), bool)
    for column in columns:
        have_numbers |= have(column, _DIGIT, len(texts))
        are_special |= have(column, _SPECIAL, len(texts))
    places = np.flatnonzero(have_numbers & ~are_special)
    of_source, of_outputs = (
        pc.utf8_trim_whitespace(pc.replace_substring_regex(column.take(pa.array(places)), _NO_DIGITS, " "))
        for column in columns
    )
    have_numbers[places[numpy_column(pc.equal(of_source, of_outputs))]] = False
    return have_numbers


def _differences(row: Row, marks: tuple[str, str]) -> Iterator[Place]:
    wanted, said = _numbers_of(row.source, marks[0]), _numbers_of(row.output, marks[1])
    missing, added = _leftovers(wanted, said), _leftovers(said, wanted)
    kept = _kept_as_they_are(row, missing, added)
    if kept:
        yield from ((number.start, number.end, NOTATION) for number in _distinct_places(kept))
        texts = {row.output[number.start : number.end] for number in kept}
        missing = [number for number in missing if row.source[number.start : number.end] not in texts]
        added = [number for number in added if row.output[number.start : number.end] not in texts]
    if missing or added:
        missing, added = _without_equivalents(row, missing, added)
    for numbers, text, kinds in (
        (missing, row.source, (MISSING_NUMBER, MISSING_DATE)),
        (added, row.output, (ADDED_NUMBER, ADDED_DATE)),
    ):
        dates = _positions(match.span() for match in _DATE_OR_TIME.finditer(text)) if numbers else set()
        for number in _distinct_places(numbers):
            yield number.start, number.end, kinds[number.start in dates]
    yield from _changed_units(row, wanted, said)


def _kept_as_they_are(
    row: Row, missing: Sequence[_PlacedNumber], added: Sequence[_PlacedNumber]
) -> list[_PlacedNumber]:
    """Numbers of the output that the source has with the same marks, which mean another value in its language."""
    texts = {row.source[number.start : number.end] for number in missing}
    return [number for number in added if row.output[number.start : number.end] in texts]


def _positions(spans: Iterable[tuple[int, int]]) -> set[int]:
    """All characters of the spans."""
    return {place for span in spans for place in range(*span)}


def _distinct_places(numbers: Sequence[_PlacedNumber]) -> list[_PlacedNumber]:
    """One a place: a date is several numbers there."""
    return list({(number.start, number.end): number for number in numbers}.values())


@lru_cache(maxsize=1 << 14)
def _numbers_of(text: str, mark: str) -> tuple[_PlacedNumber, ...]:
    text = _OPAQUE.sub(lambda match: " " * len(match[0]), text)
    found = []
    for match in _NUMBER.finditer(text):
        time = _TIME.match(text, match.start())
        values = (_plain(time[1]), _plain(time[2])) if time else _values(match[0], mark)
        found += [_PlacedNumber(value, *match.span()) for value in values]
    return tuple(found)


def _values(number: str, mark: str) -> tuple[str, ...]:
    """The number as one value with a full stop before its decimals; the parts of a date, version or address."""
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


def _leftovers(numbers: Sequence[_PlacedNumber], others: Sequence[_PlacedNumber]) -> list[_PlacedNumber]:
    """The numbers that are not among the others, as multisets."""
    left, found = Counter(number.value for number in others), []
    for number in numbers:
        if left[number.value]:
            left[number.value] -= 1
        else:
            found.append(number)
    return found


def _without_equivalents(
    row: Row, missing: list[_PlacedNumber], added: list[_PlacedNumber]
) -> tuple[list[_PlacedNumber], list[_PlacedNumber]]:
    """Numbers that neither text has in another form."""
    added, missing = _without_spaced(added, missing, row.source)
    missing, added = _without_spaced(missing, added, row.output)
    is_split = len(missing) != len(added)
    if is_split and _digits(missing) == _digits(added):
        return [], []
    for number in [*missing] if len(missing) * len(added) <= MOST_PAIRS else ():
        partner = next((other for other in added if _are_equivalent(row, number, other)), None)
        if partner is not None:
            missing.remove(number)
            added.remove(partner)
    missing, added = _not_repeated(missing, row.output), _not_repeated(added, row.source)
    if missing and added:
        return missing, added
    may_be_words = (_WORDS.search(row.output) is not None, _WORDS.search(row.source) is not None)
    return _not_in_words(missing, may_be_words[0]), _not_in_words(added, may_be_words[1])


def _without_spaced(
    numbers: list[_PlacedNumber], others: list[_PlacedNumber], text: str
) -> tuple[list[_PlacedNumber], list[_PlacedNumber]]:
    """Both without the numbers that the text of the others has in groups with spaces: 90 000."""
    if not numbers:
        return numbers, others
    spans = {match[0].replace(" ", ""): match.span() for match in _SPACED.finditer(text)}
    found = {number.value for number in numbers} & spans.keys()
    within = _positions(spans[value] for value in found)
    return (
        [number for number in numbers if number.value not in found],
        [other for other in others if other.start not in within],
    )


def _digits(numbers: Sequence[_PlacedNumber]) -> str:
    return "".join(number.value for number in numbers).replace(".", "")


def _are_equivalent(row: Row, number: _PlacedNumber, other: _PlacedNumber) -> bool:
    """Whether two numbers are hours of 12 and 24, a year and its last digits, or differ by a scale in words."""
    if "." not in number.value + other.value and max(len(number.value), len(other.value)) <= 4:
        one, two = int(number.value), int(other.value)
        if {abs(one - two)} & {12} and max(one, two) <= 24 and _NOON.search(f"{row.source}\n{row.output}"):
            return True
        if max(one, two) >= 1000 and min(one, two) >= 10 and (one - two) % 100 == 0 and min(one, two) < 100:
            return True
    if number.value.replace(".", "").strip("0") != other.value.replace(".", "").strip("0"):
        return False
    return _has_scale(row.source, number) or _has_scale(row.output, other)


def _has_scale(text: str, number: _PlacedNumber) -> bool:
    return _SCALE.match(text, number.end) is not None


def _not_repeated(numbers: list[_PlacedNumber], other: str) -> list[_PlacedNumber]:
    """Numbers that are no Roman numeral of the other text."""
    if not numbers:
        return numbers
    romans = {_roman(numeral) for numeral in _ROMAN.findall(other)}
    return [number for number in numbers if number.value not in romans]


def _roman(numeral: str) -> str:
    digits = [_ROMAN_DIGITS[sign] for sign in numeral]
    return str(sum(-one if one < two else one for one, two in zip(digits, [*digits[1:], 0], strict=True)))


def _not_in_words(numbers: list[_PlacedNumber], may_be_words: bool) -> list[_PlacedNumber]:
    return [number for number in numbers if not (may_be_words or _is_small(number.value))]


def _is_small(value: str) -> bool:
    return value in ROUND or (len(value) <= 2 and value.isdigit() and int(value) <= SMALL)


def _changed_units(row: Row, wanted: Sequence[_PlacedNumber], said: Sequence[_PlacedNumber]) -> Iterator[Place]:
    """Numbers that both texts have once, each with a unit, and the units differ."""
    counts = Counter(number.value for number in said)
    of_source = {number.value: number for number in wanted}
    for number in said:
        same = of_source.get(number.value)
        if same is None or counts[number.value] > 1:
            continue
        units = _unit(row.source, same), _unit(row.output, number)
        if None not in units and units[0] != units[1]:
            yield number.start, number.end, UNIT


def _unit(text: str, number: _PlacedNumber) -> str | None:
    behind = _BEHIND.match(text, number.end)
    before = _BEFORE.search(text[max(0, number.start - 2) : number.start])
    found = behind[1] if behind else before[0].strip() if before else None
    return None if found is None else _UNITS[found]
