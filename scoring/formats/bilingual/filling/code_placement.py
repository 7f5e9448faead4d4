"""Where the inline codes of a source stand in a translation of it.

Every code of the source is in the translation once. Codes of the translation's own file stand where they are there. A
translation without codes gets them next to the words next to which they are in the translation before it, or else in
the source: at its ends, and next to words, numbers and signs that both have exactly once. All others are put at its
end, where whoever edits it finds them.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ..inline_codes import CodedText, InlineCode

_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class PlacedCodes:
    """A translation with codes, and what happened to them."""

    pieces: tuple[str | InlineCode, ...]
    """Its text and the source's codes in order."""
    moved: tuple[str, ...] = ()
    """Labels of the source's codes that have no place in the translation, and are put at its end."""
    left_out: tuple[str, ...] = ()
    """Labels of codes that the translation has more often than the source."""


def place_codes(translation: CodedText, source: CodedText, before: CodedText | None = None) -> PlacedCodes:
    """Return the translation with the codes of its source; ``before`` is the translation that it replaces."""
    if not translation.codes:
        is_of_before = before is not None and bool(before.codes)
        known = before if before is not None and is_of_before else source
        translation = _with_codes_of(known, translation.text, is_of_before)
    left = Counter(code.label for code in source.codes)
    of_source: dict[str, list[InlineCode]] = {}
    for code in reversed(source.codes):
        of_source.setdefault(code.label, []).append(code)
    pieces: list[str | InlineCode] = []
    doubled: list[InlineCode] = []
    place = 0
    for own, at in zip(translation.codes, translation.places, strict=True):
        if not left[own.label]:
            doubled.append(own)
            continue
        left[own.label] -= 1
        pieces += [translation.text[place:at], of_source[own.label].pop()]
        place = at
    lost = {id(code) for codes in of_source.values() for code in codes}
    moved = [code for code in source.codes if id(code) in lost]
    pieces += [translation.text[place:], *moved]
    return PlacedCodes(tuple(filter(None, pieces)), _labels(moved), _labels(doubled))


def _labels(codes: Sequence[InlineCode]) -> tuple[str, ...]:
    """Labels, those of a code around text once."""
    return tuple(code.label for code in codes if not code.closes)


def _with_codes_of(known: CodedText, text: str, is_same_language: bool) -> CodedText:
    """The text with those codes of another one that have a place in it; both ends of a pair or none."""
    found = _matched_places(known, text, is_same_language)
    partner = _partners(known.codes)
    kept = [
        number
        for number, place in enumerate(found)
        if place is not None and (number not in partner or found[partner[number]] is not None)
    ]
    places: list[int] = []
    for number in kept:
        places.append(max(found[number] or 0, places[-1] if places else 0))
    return CodedText(text, tuple(known.codes[number] for number in kept), tuple(places))


def _partners(codes: Sequence[InlineCode]) -> dict[int, int]:
    """The number of the other end of each code that wraps text."""
    open_tag: list[int] = []
    found: dict[int, int] = {}
    for number, code in enumerate(codes):
        if code.opens:
            open_tag.append(number)
        elif code.closes and open_tag:
            found[number] = open_tag.pop()
            found[found[number]] = number
    return found


def _matched_places(known: CodedText, text: str, is_same_language: bool) -> list[int | None]:
    """Where each code is in a text: at its end if it is there, or next to a token that was next to it."""
    old, new = [*_TOKEN.finditer(known.text)], [*_TOKEN.finditer(text)]
    matched = _matched_tokens([token[0] for token in old], [token[0] for token in new], is_same_language)
    starts, ends = [token.start() for token in old], [token.end() for token in old]
    found: list[int | None] = []
    for code, place in zip(known.codes, known.places, strict=True):
        last, next_ = bisect_right(ends, place) - 1, bisect_left(starts, place)
        before, after = matched.get(last), matched.get(next_)
        is_at_before = code.closes or (last >= 0 and ends[last] == place and starts[next_ : next_ + 1] != [place])
        if place == 0:
            found.append(0)
        elif place >= len(known.text):
            found.append(len(text))
        elif after is not None and (before is None or not is_at_before):
            found.append(new[after].start())
        else:
            found.append(None if before is None else new[before].end())
    return found


def _matched_tokens(old: Sequence[str], new: Sequence[str], with_neighbours: bool) -> dict[int, int]:
    """The new number of old tokens that both have once, in one order; ``with_neighbours`` also of equal ones next to
    them.
    """
    counts_old, counts_new = Counter(old), Counter(new)
    place = {token: number for number, token in enumerate(new)}
    once = ((number, token) for number, token in enumerate(old) if counts_old[token] == counts_new[token] == 1)
    found = dict(_longest_ascent([(number, place[token]) for number, token in once]))
    for step in (1, -1) if with_neighbours else ():
        taken = {*found.values()}
        for number, other in [*found.items()]:
            number, other = number + step, other + step
            while 0 <= number < len(old) and 0 <= other < len(new) and old[number] == new[other]:
                if number in found or other in taken:
                    break
                found[number] = other
                taken.add(other)
                number, other = number + step, other + step
    return found


def _longest_ascent(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most of these pairs whose second numbers ascend as their first ones do."""
    tails: list[int] = []
    at_tail: list[int] = []
    before: list[int] = []
    for number, (_, second) in enumerate(pairs):
        length = bisect_left(tails, second)
        before.append(at_tail[length - 1] if length else -1)
        tails[length : length + 1] = [second]
        at_tail[length : length + 1] = [number]
    found: list[tuple[int, int]] = []
    number = at_tail[-1] if at_tail else -1
    while number >= 0:
        found.append(pairs[number])
        number = before[number]
    return found[::-1]
