"""Find beginnings and ends that nearly all lines of a text share, numbers apart: ids, scores and labels."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from ...text.naming import clean_name

MIN_ID_LINES, MIN_PHRASE_LINES = 5, 10
"""Minimum number of lines for a notice of ids and labels, and of phrases."""
_NUMBER = r"[-+]?[0-9]+(?:[.,][0-9]+)*"
_LOOKED_AT = 200
"""Number of characters at either end of a line that are compared."""
_MAX_WORDS = 4
"""Maximum number of words of a label, outside tags; more words are a sentence."""
_OF_SENTENCES = ".,!?…-–—'’\"“”„‘‚«»‹›¿¡()「」『』《》·`| "
"""Punctuation at the beginning and end of sentences; punctuation of other scripts is taken for a full stop."""
_NUMBERED = r"\A[^\W\d_]+ 0\.(?=\s|\Z)"
"""Pattern of a heading such as "Article 1."; 0 replaces every number."""
_NOTICED_ELSEWHERE = r"</?s>|&#?\w+;|@@|##|[\u2581\uffed]"
"""Pattern of marks of models and of pieces of words, and of entities, which have notices of their own."""
_NUMBER_IN_SIGNS = r"[^\W\d_][^\s0]*0|0[^\s0]*[^\W\d_]|\([^\s0]*0|0[^\s0]*\)"
"""Pattern of a number within a word, or in brackets."""
_AS_NUMBER = str.maketrans(dict.fromkeys("+-0123456789", "0"))
"""Translation of signs with which numbers begin, and of digits, to 0."""
_IN_WORD = re.compile(r"(?<=[^\W\d_])['’-]")


@dataclass(frozen=True)
class Affix:
    """A beginning or an end that nearly all lines share."""

    description: str
    """Text of the affix in quotation marks, with a note if its numbers differ."""
    pattern: str
    """RE2 pattern of the affix, with any numbers."""
    at_least: int
    """Minimum number of lines for a notice of this affix."""


def common_beginning(lines: Sequence[str]) -> Affix | None:
    """Return the beginning that nearly all lines share; None if there is none, or if it is usual in sentences."""
    if not _have_nearly_all([line[:1].translate(_AS_NUMBER) for line in lines]):
        return None
    return _affix([line[:_LOOKED_AT] for line in lines], False)


def common_end(lines: Sequence[str]) -> Affix | None:
    """Return the end that nearly all lines share; None if there is none, or if it is usual in sentences."""
    ends = [line[-2:].translate(_AS_NUMBER) for line in lines]
    if not _have_nearly_all([end[-1:] for end in ends]):
        return None
    ((last, _),) = Counter(end[-1:] for end in ends).most_common(1)
    if last != "0" and _fewest_lines(_without_cut_word(last)) is None and not _have_nearly_all(ends):
        return None  # they share one sign, with which sentences end
    return _affix([line[-_LOOKED_AT:] for line in lines], True)


def _have_nearly_all(signs: Sequence[str]) -> bool:
    """Return whether at least nine of ten signs are equal."""
    return bool(signs) and are_nearly_all(max(Counter(signs).values()), len(signs))


def are_nearly_all(count: int, total: int) -> bool:
    """Return whether the count is at least nine tenths of the total."""
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
    match = next(filter(None, map(re.compile(pattern.replace(r"\z", r"\Z")).search, lines)))
    like = "something like " if "0" in shape else ""
    return Affix(f'{like}"{clean_name(match[0])}"', pattern, at_least)


def _longest_common(shapes: Sequence[str]) -> str:
    """Return the longest beginning that nine of ten shapes share: after sorting, these shapes follow one another."""
    ordered = sorted(shapes)
    n_others = len(ordered) // 10
    ranges = zip(ordered, ordered[len(ordered) - 1 - n_others :], strict=False)
    return max((_common(first, last) for first, last in ranges), key=len, default="")


def _common(first: str, last: str) -> str:
    return first[: sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False)))]


def _without_cut_word(shape: str) -> str:
    return re.sub(r"[^\W\d_]+\Z", "", shape)


def _fewest_lines(shape: str) -> int | None:
    """Return the number of lines from which sharing this shape is no chance; None for shapes of usual sentences."""
    shape = _with_full_stops(re.sub(_NUMBERED, "", re.sub(_NOTICED_ELSEWHERE, "", shape)))
    inside = _IN_WORD.sub("", shape).rstrip(_OF_SENTENCES)
    signs = {character for character in inside if unicodedata.category(character)[0] in "PS"}
    words = re.findall(r"[^\W\d_]+", re.sub("<[^<>]*>", "", shape))
    if len(words) > _MAX_WORDS:
        return None
    if signs - {*_OF_SENTENCES} or re.search(_NUMBER_IN_SIGNS, shape) or ("0" in shape and not words):
        return MIN_ID_LINES
    return MIN_PHRASE_LINES if words and signs & {*_OF_SENTENCES} else None


def _with_full_stops(shape: str) -> str:
    """Return the shape with usual letters and signs for wide ones, and a full stop for punctuation of other scripts.

    Bullets, daggers and similar signs, which belong to no script, stay.
    """
    return "".join(
        "." if unicodedata.category(sign) == "Po" and ord(sign) > 0xFF and not 0x2000 <= ord(sign) < 0x2070 else sign
        for sign in unicodedata.normalize("NFKC", shape)
    )
