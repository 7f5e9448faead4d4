"""Quantities in a text: a number with its scale and unit, and whether two quantities are equal.

Units are those of English and German, with the symbols that most languages share.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeVar

from ...text.languages import Language

T = TypeVar("T")

TOLERANCE = 0.1
"""Largest difference of equal quantities, as a share; half a unit of the last digit of either is allowed too."""
TEMPERATURE, MAX_DEGREES = "temperature", 1.5
"""Largest difference of equal temperatures, in degrees Celsius."""


@dataclass(frozen=True)
class Unit:
    """A unit of measure."""

    name: str
    dimension: str
    """Dimension that the unit measures."""
    factor: float
    """Size in the first unit of the dimension; 0 where the unit cannot be converted."""


@dataclass(frozen=True)
class Quantity:
    """A number with its scale and unit, if any."""

    start: int
    """First character of the number."""
    end: int
    """End of the scale and unit."""
    value: float
    scale: float | None
    """Factor of the scale word, 1 for none; None for a word whose number differs by language, such as "billion"."""
    step: float
    """Size of the last digit, without the scale."""
    unit: Unit | None

    @property
    def size(self) -> float:
        """Value in the first unit of the dimension; 0 where it is not known."""
        return 0 if self.unit is None or self.scale is None else self.value * self.scale * self.unit.factor

    @property
    def rounding(self) -> float:
        """Half a unit of the last digit, in the first unit of the dimension."""
        return 0 if self.unit is None or self.scale is None else self.step * self.scale * self.unit.factor / 2


_UNITS = r"""
length       mm    .001         mm|мм|millimet(?:er|re)[ns]?
length       cm    .01          cm|см|centimet(?:er|re)s?|zentimetern?
length       m     1            m|met(?:er|re)[ns]?
length       km    1000         km|км|kilomet(?:er|re)[ns]?
length       in    .0254        inch(?:es)?|zoll|(?<=['’′]\d)["”″]|(?<=['’′]\d\d)["”″]
length       ft    .3048        ft|foot|feet|fu(?:ß|ss)|['’′](?=\d{1,2}["”″])
length       yd    .9144        yds?|yards?
length       mi    1609.344     miles?|meilen?
length       nmi   1852         nmi|nautical miles?|seemeilen?
length       ly    9.4607e15    light[- ]years?|lichtjahren?
area         m²    1            m²|m2|sqm|qm|square[- ]met(?:er|re)s?|quadratmetern?
area         km²   1e6          km²|km2|square[- ]kilomet(?:er|re)s?|quadratkilometern?
area         ft²   .09290304    ft²|ft2|sq\.? ?ft|square[- ]f(?:oo|ee)t|quadratfu(?:ß|ss)
area         mi²   2589988      square[- ]miles?|quadratmeilen?
area         acre  4046.8564    acres?
area         ha    1e4          ha|hectares?|hektarn?
volume       ml    .001         ml|мл|millilit(?:er|re)[ns]?
volume       l     1            l|lit(?:er|re)[ns]?
volume       gal   3.7854118    gal|gallons?|gallonen?
volume       pt    .47317647    pints?
volume       bbl   158.98729    bbl|barrels?
volume       m³    1000         m³|m3|cubic[- ]met(?:er|re)s?|kubikmetern?
volume       ft³   28.316847    ft³|ft3|cubic[- ]f(?:oo|ee)t|kubikfu(?:ß|ss)
mass         µg    1e-9         µg|μg|mcg|мкг|micrograms?|mikrogramm
mass         mg    1e-6         mg|мг|milligramm?s?
mass         g     .001         g|г|gramm?s?
mass         kg    1            kg|кг|kilogramm?s?|kilos?
mass         t     1000         t|tonn?es?|tons?|metric tons?|tonnen?
mass         lb    .45359237    lbs?|£|pounds?|pfund
mass         oz    .028349523   oz|ounces?|unzen?
mass         st    6.3502932    stone
time         s     1            sec|seconds?|sekunden?|sekündig\w*
time         min   60           min|minutes?|minuten?|minütig\w*
time         h     3600         hrs?|hours?|stunden?|stündig\w*
time         d     86400        days?|tag(?:e[ns]?)?|tägig\w*
time         wk    604800       weeks?|wochen?|wöchig\w*
time         mo    2629746      months?|monat(?:e[ns]?)?|monatig\w*
time         yr    31556952     years?|jahr(?:e[ns]?)?|jährig\w*
time         dec   315569520    decades?|jahrzehnt(?:e[ns]?)?
speed        km/h  1            km\s?/\s?h|kmh|kph|kilomet(?:er|re)s? per hour|kilometern? pro stunde|stundenkilometer
speed        mph   1.609344     mph|miles? (?:per|an) hour|meilen? pro stunde
speed        m/s   3.6          m/s|met(?:er|re)s? (?:per|a) second|metern? pro sekunde
speed        kn    1.852        knots?|knoten
temperature  °C    1            °\s?C|℃|degrees? (?:celsius|centigrade)|celsius|grad celsius
temperature  °F    1            °\s?F|℉|degrees? fahrenheit|fahrenheit|grad fahrenheit
temperature  °     1            °|degrees?|grad
power        W     1            watts?
power        kW    1e3          kW|kilowatts?
power        MW    1e6          MW|megawatts?
power        GW    1e9          GW|gigawatts?
energy       kWh   1            kWh|kilowatt[- ]?hours?|kilowattstunden?
energy       MWh   1e3          MWh|megawatt[- ]?hours?|megawattstunden?
energy       GWh   1e6          GWh|gigawatt[- ]?hours?|gigawattstunden?
data         kB    1e3          kB|KB|kilobytes?
data         MB    1e6          MB|megabytes?
data         GB    1e9          GB|gigabytes?
data         TB    1e12         TB|terabytes?
frequency    Hz    1            Hz|hertz
frequency    kHz   1e3          kHz|kilohertz
frequency    MHz   1e6          MHz|megahertz
frequency    GHz   1e9          GHz|gigahertz
share        %     0            %|％|٪|per ?cent|prozent\w*
share        pp    0            percentage points?|prozentpunkten?|%-punkten?
currency     $     0            \$|(?:US-?)?dollars?|USD
currency     €     0            €|euros?|EUR
currency     ¥     0            ¥|yen|yuan
currency     ₽     0            ₽|roubles?|rubles?|rubeln?
currency     ₹     0            ₹|rupees?|rupien?
currency     cent  0            cents?
"""
"""Dimension, name, size and spellings of each unit. A pound is a weight and a currency, in German, too."""
_SCALES = r"""
1e2   1e2   hundred|hundert
1e3   1e3   thousand|tausend|k|tsd\.?
1e5   1e5   lakhs?
1e6   1e6   millions?|millionen?|mio\b\.?|mln\b\.?|mn
1e7   1e7   crores?
1e9   1e9   milliarden?|milliards?|mrd\b\.?|bn|mld\b\.?
1e9   1e12  billion(?:s|en|er)?
1e12  1e18  trillion(?:s|en|er)?
"""
"""Number in English, number in languages of the long scale, and spellings of each scale word."""
_OF_LONG_SCALE = "de fr es it nl da sv no nb nn fi pl cs sk sl hr hu is lb"
_LONG_SCALE = frozenset(_OF_LONG_SCALE.split())
_LONG_SIGN = 4
"""Shortest unit whose case is ignored; shorter ones keep their case: mW is not MW."""


def _patterns(spellings: str) -> list[str]:
    """Return the pattern of each spelling."""
    ways = re.split(r"\|(?![^(]*\))", spellings)
    return [f"(?i:{way})" if len(way) >= _LONG_SIGN else way for way in ways]


def _grouped_pattern(patterns: Mapping[str, object]) -> str:
    """Return a pattern with a group for each spelling, which ends at a word's end unless it states what follows."""
    return "|".join(f"({pattern})" if "(?=" in pattern else rf"({pattern})(?!\w)" for pattern in patterns)


def _longest_first(patterns: Mapping[str, T]) -> dict[str, T]:
    return dict(sorted(patterns.items(), key=lambda one: -len(one[0])))


def _units() -> dict[str, Unit]:
    """Return each unit by its pattern, the longest first."""
    lines = (line.split(None, 3) for line in _UNITS.strip().split("\n"))
    units = ((spellings, Unit(name, dimension, float(factor))) for dimension, name, factor, spellings in lines)
    return _longest_first({pattern: unit for spellings, unit in units for pattern in _patterns(spellings)})


def _scales() -> dict[str, tuple[float, float]]:
    """Return each scale's numbers, in English and in languages of the long scale, by its pattern, the longest first."""
    lines = (line.split(None, 2) for line in _SCALES.strip().split("\n"))
    scales = ((spellings, (float(short), float(long))) for short, long, spellings in lines)
    return _longest_first({pattern: numbers for spellings, numbers in scales for pattern in _patterns(spellings)})


_GAP = r"[\s\u2010-\u2015-]?"
_UNITS_OF, _SCALES_OF = _units(), _scales()
_UNIT_OF_GROUP, _SCALE_OF_GROUP = ([*of.values()] for of in (_UNITS_OF, _SCALES_OF))
_UNIT = re.compile(rf"{_GAP}(?:{_grouped_pattern(_UNITS_OF)})")
_SCALE = re.compile(rf"{_GAP}(?:{_grouped_pattern(_SCALES_OF)})")
_CURRENCIES = {sign: _UNITS_OF[re.escape(sign)] for sign in (*"$€£¥₽₹", "USD", "EUR")}
_CURRENCY_BEFORE = re.compile(r"([$€£¥₽₹]|\b(?:USD|EUR))\s?$")
_RANGE = re.compile(r"\s?(?:[\u2010-\u2015x×-]|to|or|and|bis|oder|und)\s?")
_WITH_PARTS = {"ft in", "st lb", "lb oz", "h min", "min s", "yr mo", "m cm", "kg g"}
"""Pairs of units that are added up, such as feet and inches."""
_NEXT_PART = re.compile(r",?\s?(?:(?:and|und)\s)?")
_ALL_PATTERNS = "|".join(
    pattern for pattern in (*_UNITS_OF, *_SCALES_OF) if "(?=" not in pattern and "(?<" not in pattern
)
UNIT_BEHIND_NUMBER = rf"\p{{Nd}}[\s\p{{Z}}\p{{Cc}}\p{{Pd}}]?(?:{_ALL_PATTERNS})(?:[^\p{{L}}\p{{N}}_]|$)"
"""Pattern (RE2) of a number with a unit or a scale."""


def is_long_scale(language: Language | None) -> bool | None:
    """Return whether a billion is a million millions in a language; None where that is not known."""
    if language is None:
        return None
    return True if _LONG_SCALE.intersection(language.codes) else False if "en" in language.codes else None


@dataclass(frozen=True)
class Number:
    """A number of a text."""

    value: str
    """Digits, with a full stop before the decimals."""
    start: int
    end: int


def find_quantities(text: str, numbers: Sequence[Number], has_long_scale: bool | None) -> dict[int, Quantity]:
    """Return the quantities of a text by the places of their numbers, which are in the order of the text.

    In a range (20 to 30 feet) both numbers have the unit. Feet with inches are one quantity, at both places.
    """
    quantities: dict[int, Quantity] = {}
    for number in reversed(numbers):
        one = _quantity(text, number, has_long_scale)
        behind = quantities.get(_start_of_next(text, number.end, _RANGE))
        if one.unit is None and one.scale == 1 and behind is not None:
            one = replace(one, scale=behind.scale, unit=behind.unit)
        quantities[number.start] = one
    for number in numbers:
        one = quantities[number.start]
        behind = quantities.get(_start_of_next(text, one.end, _NEXT_PART))
        if one.unit is None or behind is None or behind.unit is None or behind.start == one.start:
            continue
        if f"{one.unit.name} {behind.unit.name}" in _WITH_PARTS:
            value = one.value + behind.size / one.unit.factor
            whole = replace(one, value=value, step=behind.step * behind.unit.factor / one.unit.factor)
            quantities[one.start] = quantities[behind.start] = whole
    return quantities


def quantity_text(text: str, quantity: Quantity) -> str:
    """Return a quantity as its text has it, with a currency sign in front of it."""
    sign = _CURRENCY_BEFORE.search(text, max(0, quantity.start - 5), quantity.start)
    return text[sign.start() if sign else quantity.start : quantity.end].strip()


def are_equal_quantities(one: Quantity, other: Quantity) -> bool:
    """Return whether two quantities with different units are equal, within rounding."""
    if one.unit is None or other.unit is None or not are_comparable_quantities(one, other):
        return False
    if one.unit.dimension == TEMPERATURE:
        pairs = product(_celsius(one.value, one.unit), _celsius(other.value, other.unit))
        return any(abs(first - second) <= MAX_DEGREES for first, second in pairs)
    allowed = max(TOLERANCE * max(one.size, other.size), one.rounding, other.rounding)
    return abs(one.size - other.size) <= allowed


def are_comparable_quantities(one: Quantity, other: Quantity) -> bool:
    """Return whether two quantities have one dimension and different units, both of a known size."""
    if one.unit is None or other.unit is None or one.unit == other.unit:
        return False
    return one.unit.dimension == other.unit.dimension and bool(one.unit.factor and other.unit.factor)


def _celsius(value: float, unit: Unit) -> list[float]:
    """Return the possible values of a temperature in degrees Celsius.

    A degree without a scale may be one of Celsius or of Fahrenheit.
    """
    in_fahrenheit = (value - 32) / 1.8
    return {"°C": [value], "°F": [in_fahrenheit]}.get(unit.name, [value, in_fahrenheit])


def _quantity(text: str, number: Number, has_long_scale: bool | None) -> Quantity:
    unit, scale, end = None, (1.0, 1.0), number.end
    while (match := _SCALE.match(text, end)) and match.lastindex:
        short, long = _SCALE_OF_GROUP[match.lastindex - 1]
        scale, end = (scale[0] * short, scale[1] * long), match.end()
    if match := _CURRENCY_BEFORE.search(text, max(0, number.start - 5), number.start):
        unit = _CURRENCIES[match[1]]  # what follows is no unit: "ha" is a Spanish word, too
    elif (match := _UNIT.match(text, end)) and match.lastindex:
        unit, end = _UNIT_OF_GROUP[match.lastindex - 1], match.end()
    factor = scale[0] if scale[0] == scale[1] else None if has_long_scale is None else scale[has_long_scale]
    step = 10.0 ** -len(number.value.partition(".")[2])
    return Quantity(number.start, end, float(number.value), factor, step, unit)


def _start_of_next(text: str, end: int, between: re.Pattern[str]) -> int:
    match = between.match(text, end)
    return match.end() if match else end
