"""Place the inline codes of a source in a translation of it.

Every code of the source is in the translation once. Codes of the translation's own file keep their places. In a
translation without codes, each code goes, with the spaces around it, to the ends of the text or next to the same words
as in the previous translation, or else in the source. Words, numbers and signs only guide a code if both texts have
them exactly once. All other codes are put at the end, where the person who edits the text finds them. Both ends of a
pair have a place, or none has.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from ..inline_codes import BLANK, CodedText, InlineCode

_NAMELESS_END = "<ec/>"
"""Label that older columns of codes have for every end of a pair; newer labels name its beginning."""
_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class PlacedCodes:
    """A translation with codes, and the codes that were moved or left out."""

    pieces: tuple[str | InlineCode, ...]
    """The translation's text and the source's codes in order."""
    moved: tuple[str, ...] = ()
    """Labels of the source's codes that have no place in the translation, and are put at its end."""
    left_out: tuple[str, ...] = ()
    """Labels of codes that the translation has more often than the source."""


def place_codes(translation: CodedText, source: CodedText, before: CodedText | None = None) -> PlacedCodes:
    """Return the translation with the codes of its source; ``before`` is the translation that it replaces, if any."""
    if not translation.codes:
        is_of_before = before is not None and bool(before.codes)
        code_origin = before if before is not None and is_of_before else source
        translation = _with_codes_of(code_origin, translation.text, is_of_before)
    placed, doubled = _codes_of_source(translation, source.codes)
    placed = _without_torn_pairs(placed, source.codes)
    spaces_there = {code.label: code.spaces for coded in (source, before) if coded is not None for code in coded.codes}
    text, place = translation.text, 0
    pieces: list[str | InlineCode] = []
    for at, group in groupby(placed, lambda one: one.place):
        run = [*group]
        spaces = [spaces_there.get(source.codes[one.number].label) if one.spaces is None else one.spaces for one in run]
        codes = [source.codes[one.number] for one in run]
        gaps = _gaps(codes, [one or (False, False) for one in spaces], text[max(at - 1, 0) : at], text[at : at + 1])
        pieces.append(text[place:at])
        for code, has_space in zip(codes, gaps, strict=False):
            pieces += [" " * has_space, code]
        pieces.append(" " * gaps[-1])
        place = at + (codes[-1].is_break and text.startswith(" ", at))  # a line break is read as a space
    placed_numbers = {one.number for one in placed}
    moved = [code for number, code in enumerate(source.codes) if number not in placed_numbers]
    pieces += [text[place:], *moved]
    return PlacedCodes(tuple(filter(None, pieces)), _labels(moved), _labels(doubled))


@dataclass(frozen=True, slots=True)
class _Placed:
    """The place of one of the source's codes in a translation."""

    number: int
    """Number of the code among the codes of the source."""
    place: int
    spaces: tuple[bool, bool] | None


def _codes_of_source(translation: CodedText, codes: Sequence[InlineCode]) -> tuple[list[_Placed], list[InlineCode]]:
    """Return the source's codes in a translation, in its order, and the codes it has more often than the source."""
    numbers_by_label: dict[str, list[int]] = {}
    for number in reversed(range(len(codes))):
        numbers_by_label.setdefault(codes[number].label, []).append(number)
    placed: list[_Placed] = []
    doubled: list[InlineCode] = []
    for own, at in zip(translation.codes, translation.places, strict=True):
        label = own.label
        if label == _NAMELESS_END:
            ends = (code.label for code in codes if code.label.startswith(_NAMELESS_END[:-2]))
            label = next((end for end in ends if numbers_by_label[end]), label)
        if numbers_by_label.get(label):
            placed.append(_Placed(numbers_by_label[label].pop(), at, own.spaces))
        else:
            doubled.append(own)
    return placed, doubled


def _without_torn_pairs(placed: Sequence[_Placed], codes: Sequence[InlineCode]) -> list[_Placed]:
    """Return the placed codes without ends of pairs whose other end is missing or on the wrong side."""
    paired, whole = _partners(codes), _partners([codes[one.number] for one in placed])
    return [one for at, one in enumerate(placed) if one.number not in paired or at in whole]


def _gaps(codes: Sequence[InlineCode], spaces: Sequence[tuple[bool, bool]], before: str, after: str) -> list[bool]:
    """Return whether to write a space before each of several codes in one place, and after the last code.

    ``spaces`` are the spaces around each code, ``before`` and ``after`` the characters of the text around all codes.
    A space is only written where reading drops it: at the ends of the text, and where a code is between two spaces.
    """
    gaps = [False] * (len(codes) + 1)
    for number, (has_before, has_after) in enumerate(spaces):
        gaps[number] |= has_before
        gaps[number + 1] |= has_after
    if not before or not after:
        gaps[0] &= bool(before)
        gaps[-1] &= bool(after)
        return gaps
    is_before, is_after = before in BLANK, after in BLANK
    if not (is_before or is_after) or any(code.is_break for code in codes):
        return [False] * len(gaps)
    gaps[0] &= not is_before
    gaps[-1] &= not is_after
    last, is_read = -1, not is_before
    for number, code in enumerate((*codes, None)):
        gaps[number] &= is_read
        if gaps[number]:
            last, is_read = number, False
        is_read |= code is not None and code.is_alone
    if is_before and is_after:
        gaps[-1] = is_read  # of the two spaces that the text has here, one is left out when it is read
    elif is_after and last >= 0 and not is_read:
        gaps[last] = False
    return gaps


def _labels(codes: Sequence[InlineCode]) -> tuple[str, ...]:
    """Return the labels of codes; a code around text is listed once."""
    return tuple(code.label for code in codes if not code.closes)


def _with_codes_of(code_origin: CodedText, text: str, is_same_language: bool) -> CodedText:
    """Return the text with the codes of another text that have a place in it; both ends of a pair or none."""
    matched_places = _matched_places(code_origin, text, is_same_language)
    partner = _partners(code_origin.codes)
    numbers = [
        number
        for number, place in enumerate(matched_places)
        if place is not None and (number not in partner or matched_places[partner[number]] is not None)
    ]
    places: list[int] = []
    for number in numbers:
        places.append(max(matched_places[number] or 0, places[-1] if places else 0))
    return CodedText(text, tuple(code_origin.codes[number] for number in numbers), tuple(places))


def _partners(codes: Sequence[InlineCode]) -> dict[int, int]:
    """Return the number of the other end for each end of a pair; ends without their partner are left out."""
    open_tags: list[int] = []
    begun: dict[str, list[int]] = {}
    partners: dict[int, int] = {}
    for number, code in enumerate(codes):
        begin = None
        if code.opens:
            open_tags.append(number)
        elif code.closes:
            begin = open_tags.pop() if open_tags and codes[open_tags[-1]].label[1:] == code.label[2:] else None
        elif code.ends_pair:
            begin = begun[code.pair].pop() if begun.get(code.pair) else None
        elif code.pair:
            begun.setdefault(code.pair, []).append(number)
        if begin is not None:
            partners[number], partners[begin] = begin, number
    return partners


def _matched_places(code_origin: CodedText, text: str, is_same_language: bool) -> list[int | None]:
    """Return each code's place in a text, or None: at the same end of the text, or next to the same token."""
    old, new = [*_TOKEN.finditer(code_origin.text)], [*_TOKEN.finditer(text)]
    matched = _matched_tokens([token[0] for token in old], [token[0] for token in new], is_same_language)
    starts, ends = [token.start() for token in old], [token.end() for token in old]
    places: list[int | None] = []
    for code, place in zip(code_origin.codes, code_origin.places, strict=True):
        last, next_ = bisect_right(ends, place) - 1, bisect_left(starts, place)
        before, after = matched.get(last), matched.get(next_)
        is_at_before = code.closes or (last >= 0 and ends[last] == place and starts[next_ : next_ + 1] != [place])
        if place == 0:
            places.append(0)
        elif place >= len(code_origin.text):
            places.append(len(text))
        elif after is not None and (before is None or not is_at_before):
            places.append(new[after].start())
        else:
            places.append(None if before is None else new[before].end())
    return places


def _matched_tokens(old: Sequence[str], new: Sequence[str], with_neighbours: bool) -> dict[int, int]:
    """Return the new number of each old token that both texts have once, in one order.

    ``with_neighbours``: also of equal tokens next to matched ones.
    """
    counts_old, counts_new = Counter(old), Counter(new)
    place = {token: number for number, token in enumerate(new)}
    once = ((number, token) for number, token in enumerate(old) if counts_old[token] == counts_new[token] == 1)
    matches = dict(_longest_ascent([(number, place[token]) for number, token in once]))
    for step in (1, -1) if with_neighbours else ():
        matched_numbers = {*matches.values()}
        for number, other in [*matches.items()]:
            number, other = number + step, other + step
            while 0 <= number < len(old) and 0 <= other < len(new) and old[number] == new[other]:
                if number in matches or other in matched_numbers:
                    break
                matches[number] = other
                matched_numbers.add(other)
                number, other = number + step, other + step
    return matches


def _longest_ascent(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest run of pairs, with gaps, whose second numbers ascend as their first numbers do."""
    tails: list[int] = []
    at_tail: list[int] = []
    before: list[int] = []
    for number, (_, second) in enumerate(pairs):
        length = bisect_left(tails, second)
        before.append(at_tail[length - 1] if length else -1)
        tails[length : length + 1] = [second]
        at_tail[length : length + 1] = [number]
    ascent: list[tuple[int, int]] = []
    number = at_tail[-1] if at_tail else -1
    while number >= 0:
        ascent.append(pairs[number])
        number = before[number]
    return ascent[::-1]
