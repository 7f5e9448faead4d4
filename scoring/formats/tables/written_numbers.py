"""Read columns of numbers as people write them: 50%, 1,000.5, 0,5, a real minus sign, N/A and a dash for none."""

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Flags
from ...output.numbers import counted
from ...text.naming import clean_name
from ...text.texts import as_mask
from ..columns import Notice

_SPACE = " \u00a0\u2007\u2009\u202f"
_MINUS = "\u2212\u2013"
"""Signs for minus other than the hyphen: the mathematical one, and the dash that people use for it."""
_QUOTE, _PER, _DASH, _DOTS = "'\u2019", "%\u2030", "\u2010-\u2015", ".?\u2026"
_MARK, _COMPARED, _INFINITY = "*\u2020\u2021", "~<>=\u2248\u2264\u2265", "\u221e"
_SIGN = rf"[-+{_MINUS}]?"
_GROUPS = rf"\d{{1,3}}(?:[,.{_QUOTE}{_SPACE}]\d{{3}})+"
_DIGITS = rf"(?:{_GROUPS}(?:[.,]\d+)?|\d+(?:[.,]\d*)?|[.,]\d+)"
_EXPONENT = rf"(?:[eE][-+{_MINUS}]?\d+)?"
_ABOUT = rf"(?:[{_COMPARED}]+[{_SPACE}]*)"

NUMBER = rf"\A{_ABOUT}?{_SIGN}{_DIGITS}{_EXPONENT}(?:[{_SPACE}]*[{_PER}])?[{_MARK}]*\z"
"""RE2 of a number in any of these forms, without white space around it."""
INFINITE = rf"(?i)\A{_SIGN}(?:inf(?:inity)?|{_INFINITY})\z"
NO_NUMBER = (
    r"(?:none|nan|<na>|null|nil|n/?a|n\.\s?a\.?|missing|#(?:n/a|div/0!|value!|num!|ref!|name\?|null!)"
    rf"|[-{_MINUS}{_DASH}]{{1,3}}|[{_DOTS}]{{1,3}})?"
)
"""Pattern of a cell for a missing number, blanks included, in small letters; RE2 and Python."""
_PLAIN = r"\A(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|(?i:none|nan|null|n/a|na)|)\z"
"""Pattern of cells that need no notice."""
_APPROXIMATE = rf"\A{_ABOUT}|[{_MARK}]\z"
_MAYBE_THOUSANDS = r"\A[^\d,.]*[1-9]\d{{0,2}}{sign}\d{{3}}[^\d,.]*\z"
"""Pattern of a number such as 1,234, a thousand in English and a decimal number elsewhere; with a dot vice versa."""
_TRUTH = r"(?i)\A(?:true|false)\z"
_DATE = r"\A\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[-+]\d{2}:?\d{2})?)?\z"
"""Pattern of a date in ISO 8601."""
_MOMENT = r"(?:\d{1,3}:)?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,6})?(?:\s*[AaPp]\.?[Mm]\.?)?"
_TIME = rf"\A{_MOMENT}(?:\s*(?:-->|[-{_MINUS}{_DASH}])\s*{_MOMENT})?\z"
"""Pattern of times of a day, and times of subtitles with their ends: 12:01, 00:01:01,200 --> 00:01:03,400."""
_MONTH = (
    r"(?i:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = (
    rf"\A(?:\d{{1,2}}(?:st|nd|rd|th)?\.?\s+{_MONTH},?\s+\d{{4}}|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}"
    rf"|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}|\d{{4}}[./]\d{{1,2}}[./]\d{{1,2}})(?:,?\s+{_MOMENT})?\z"
)
"""Pattern of dates as people write them, in English or in numbers: 1 May 2024, May 1, 2024, 01/05/2024, 1.5.24."""
_LOOKED_AT = 100
"""Number of cells by which most columns of text are ruled out as numbers."""
_GAP = rf"(?i)\A{NO_NUMBER}\z"
_NO_NUMBER = re.compile(NO_NUMBER, re.IGNORECASE)


def says_no_number(text: str) -> bool:
    """Return whether a text says that there is no number."""
    return _NO_NUMBER.fullmatch(text.strip()) is not None


def is_numeric(segments: pa.StringArray) -> bool:
    """Return whether every cell is a number or says that there is none, as in scores; at least one is a number."""
    start = pc.utf8_trim_whitespace(segments[:_LOOKED_AT].drop_null())
    if not (_are_numbers(start) | _matches(start, _GAP)).all():
        return False
    cells = pc.utf8_trim_whitespace(segments.drop_null())
    are_numbers = _are_numbers(cells)
    return bool(are_numbers.any()) and bool((are_numbers | _matches(cells, _GAP)).all())


def is_data(segments: pa.StringArray) -> bool:
    """Return whether all cells, except for missing ones, are numbers, or truth values, or dates, or times.

    False if all cells are missing.
    """
    if is_numeric(segments):
        return True
    cells = pc.utf8_trim_whitespace(segments.drop_null())
    gaps = _matches(cells, _GAP)
    return any(bool((_matches(cells, one) | gaps).all()) for one in (_TRUTH, _DATE, _TIME, _DAY)) and not gaps.all()


def plain_numbers(segments: pa.StringArray) -> pa.StringArray | None:
    """Return the numbers of a numeric column as Python writes them, null for missing ones, without % signs.

    None if they are ambiguous: if a comma can be a decimal one or separate thousands, if numbers are
    approximate, such as ``<0.1``, and if only some are percentages. Infinite numbers count as missing.
    """
    cells = pc.utf8_trim_whitespace(segments)
    gaps = _matches(cells, _GAP) | _matches(cells, INFINITE) | as_mask(pc.is_null(cells))
    cells = pc.if_else(pa.array(gaps), pa.scalar(None, pa.string()), cells)
    if _matches(cells, _APPROXIMATE).any() or not _have_one_unit(cells):
        return None
    cells = pc.replace_substring_regex(cells, rf"[{_MINUS}]", "-")
    cells = pc.replace_substring_regex(cells, rf"[{_SPACE}{_QUOTE}{_PER}]", "")
    decimal = _decimal_sign(cells)
    if decimal is None:
        return None
    cells = pc.replace_substring(cells, "," if decimal == "." else ".", "")
    return pc.replace_substring(cells, ",", ".")


def notice_numbers(segments: pa.StringArray) -> tuple[Notice, ...]:
    """Return the notice on a numeric column if not all cells are written as programs write numbers; else empty."""
    cells = pc.utf8_trim_whitespace(segments.fill_null(""))
    if not is_numeric(segments) or _matches(cells, _PLAIN).all() or _have_decimal_commas(cells):
        return ()
    other = np.flatnonzero(~_matches(cells, _PLAIN))
    forms = list(dict.fromkeys(clean_name(cells[int(row)].as_py()) for row in other[:1000]))
    listed = ", ".join(forms[:5]) + (", ..." if len(forms) > 5 else "")
    count_phrase = counted(len(other), "cell is", "cells are")
    if plain_numbers(segments) is None:
        treatment = "this can be read in several ways, so they are no scores; write them as 0.5 or 1000.5"
    else:
        treatment = (
            "signs of percent and of thousands are left out; infinite numbers, and what is no number, count as missing"
        )
    lines = tuple(int(row) + 1 for row in other[:5])
    return (
        Notice("written-numbers", f"{count_phrase} not written like 0.5 ({listed}): {treatment}.", len(other), lines),
    )


def _have_decimal_commas(cells: pa.StringArray) -> bool:
    """Return whether all numbers are plain except for a decimal comma, which cannot separate thousands."""
    is_sure = plain_numbers(cells) is not None and not _matches(cells, _MAYBE_THOUSANDS.format(sign=",")).any()
    return is_sure and bool(_matches(pc.replace_substring(cells, ",", "."), _PLAIN).all())


def _have_one_unit(cells: pa.StringArray) -> bool:
    """Return whether all numbers are percentages, or all are per mille, or none is either."""
    numbers = cells.drop_null()
    with_sign = [int(_matches(numbers, rf"{sign}\z").sum()) for sign in _PER]
    return sum(with_sign) == 0 or len(numbers) in with_sign


def _decimal_sign(cells: pa.StringArray) -> str | None:
    """Return the decimal sign, ``.`` or ``,``; None if cells contradict one another, or if it is ambiguous."""
    comma_thousand, dot_thousand = (_matches(cells, _MAYBE_THOUSANDS.format(sign=sign)) for sign in (",", "[.]"))
    commas = pc.count_substring(cells, ",").fill_null(0).to_numpy(zero_copy_only=False)
    dots = pc.count_substring(cells, ".").fill_null(0).to_numpy(zero_copy_only=False)
    is_comma = ((commas == 1) & (dots == 0) & ~comma_thousand) | _matches(cells, r"\..*,") | (dots > 1)
    is_dot = ((dots == 1) & (commas == 0) & ~dot_thousand) | _matches(cells, r",.*\.") | (commas > 1)
    if is_comma.any() and is_dot.any():
        return None
    if is_comma.any() or is_dot.any():
        return "," if is_comma.any() else "."
    return None if comma_thousand.any() else "."


def _are_numbers(cells: pa.StringArray) -> Flags:
    return _matches(cells, NUMBER) | _matches(cells, INFINITE)


def _matches(cells: pa.StringArray, pattern: str) -> Flags:
    return as_mask(pc.match_substring_regex(cells, pattern))
