"""What nearly all lines of a text begin or end with, numbers apart: ids, scores and labels."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from ...text.naming import clean_name

FEW, MANY = 5, 10
"""Lines by which ids and labels are known, and those by which phrases are."""
_NUMBER = r"[-+]?[0-9]+(?:[.,][0-9]+)*"
_LOOKED_AT = 200
"""Characters at either end of a line."""
_MAX_WORDS = 4
"""Words of a label, outside tags; more are a sentence."""
_OF_SENTENCES = ".,!?…-–—'’\"“”„‘‚«»‹›¿¡()「」『』《》·`| "
"""Punctuation with which sentences begin and end; that of other scripts is taken for a full stop."""
_NUMBERED = r"\A[^\W\d_]+ 0\.(?=\s|\Z)"
"""A heading such as "Article 1."; there are numbers in the place of 0."""
_NOTICED_ELSEWHERE = r"</?s>|&#?\w+;|@@|##|[\u2581\uffed]"
"""Marks of models and of pieces of words, and entities, which have notices of their own."""
_NUMBER_IN_SIGNS = r"[^\W\d_][^\s0]*0|0[^\s0]*[^\W\d_]|\([^\s0]*0|0[^\s0]*\)"
"""A number within a word, or in brackets."""
_AS_NUMBER = str.maketrans(dict.fromkeys("+-0123456789", "0"))
"""Signs with which numbers begin, and their digits."""
_IN_WORD = re.compile(r"(?<=[^\W\d_])['’-]")


@dataclass(frozen=True)
class Affix:
    """A beginning or an end that nearly all lines have."""

    description: str
    """It in quotation marks, and whether numbers in it differ."""
    pattern: str
    """RE2; other numbers are like those of the example."""
    at_least: int
    """Fewest lines for such a notice."""


def common_beginning(lines: Sequence[str]) -> Affix | None:
    """Return what nearly all lines begin with; None where it is nothing, or what sentences may begin with."""
    if not _have_nearly_all([line[:1].translate(_AS_NUMBER) for line in lines]):
        return None
    return _affix([line[:_LOOKED_AT] for line in lines], False)


def common_end(lines: Sequence[str]) -> Affix | None:
    """Return what nearly all lines end with; None where it is nothing, or what sentences may end with."""
    ends = [line[-2:].translate(_AS_NUMBER) for line in lines]
    if not _have_nearly_all([end[-1:] for end in ends]):
        return None
    ((last, _),) = Counter(end[-1:] for end in ends).most_common(1)
    if last != "0" and _fewest_lines(_without_cut_word(last)) is None and not _have_nearly_all(ends):
        return None  # they share one sign, with which sentences end
    return _affix([line[-_LOOKED_AT:] for line in lines], True)


def _have_nearly_all(signs: Sequence[str]) -> bool:
    """Return whether nine of ten are the same."""
    return bool(signs) and are_nearly_all(max(Counter(signs).values()), len(signs))


def are_nearly_all(count: int, total: int) -> bool:
    """Return whether at least nine of ten are counted."""
    return 10 * count >= 9 * total


def _affix(lines: Sequence[str], is_end: bool) -> Affix | None:
    turned = -1 if is_end else 1
    shapes = [re.sub(_NUMBER, "0", line)[::turned] for line in lines]
    shape = _without_cut_word(_longest_common(shapes))[::turned]
    at_least = _fewest_lines(shape)
    if at_least is None:
        return None
    pattern = "".join(_NUMBER if character == "0" else re.escape(character) for character in shape)
    pattern = rf"{pattern}\z" if is_end else rf"\A{pattern}"
    found = next(filter(None, map(re.compile(pattern.replace(r"\z", r"\Z")).search, lines)))
    like = "something like " if "0" in shape else ""
    return Affix(f'{like}"{clean_name(found[0])}"', pattern, at_least)


def _longest_common(shapes: Sequence[str]) -> str:
    """Return the longest beginning that nine of ten have: in their order these follow one another."""
    ordered = sorted(shapes)
    n_others = len(ordered) // 10
    ranges = zip(ordered, ordered[len(ordered) - 1 - n_others :], strict=False)
    return max((_common(first, last) for first, last in ranges), key=len, default="")


def _common(first: str, last: str) -> str:
    return first[: sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False)))]


def _without_cut_word(shape: str) -> str:
    return re.sub(r"[^\W\d_]+\Z", "", shape)


def _fewest_lines(shape: str) -> int | None:
    """Return the lines by which it is no chance that they share it; None where sentences do."""
    shape = _with_full_stops(re.sub(_NUMBERED, "", re.sub(_NOTICED_ELSEWHERE, "", shape)))
    inside = _IN_WORD.sub("", shape).rstrip(_OF_SENTENCES)
    signs = {character for character in inside if unicodedata.category(character)[0] in "PS"}
    words = re.findall(r"[^\W\d_]+", re.sub("<[^<>]*>", "", shape))
    if len(words) > _MAX_WORDS:
        return None
    if signs - {*_OF_SENTENCES} or re.search(_NUMBER_IN_SIGNS, shape) or ("0" in shape and not words):
        return FEW
    return MANY if words and signs & {*_OF_SENTENCES} else None


def _with_full_stops(shape: str) -> str:
    """Return the shape with usual letters and signs for wide ones, and a full stop for what ends sentences elsewhere.

    Bullets, daggers and the like, which no script calls its own, stay.
    """
    return "".join(
        "." if unicodedata.category(sign) == "Po" and ord(sign) > 0xFF and not 0x2000 <= ord(sign) < 0x2070 else sign
        for sign in unicodedata.normalize("NFKC", shape)
    )
