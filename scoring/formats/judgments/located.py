"""Find segments by the texts that a judge read: the same output of the same system, with the same source."""

from collections import defaultdict

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Ints
from ...testset import TestSet
from ...text.texts import as_mask
from ..columns import Notice
from ..errors import FormatError
from .found_judgments import ShownTexts
from .texts import LINE_UP, OTHER_TEXTS, normalize_spacing

_BETWEEN = "\n"
"""Separator that no text without line breaks contains."""


def locate_segments(texts: ShownTexts, systems: Ints, numbers: Ints, test_set: TestSet) -> Ints:
    """Return the 0-based place of each row's segment in the test set, -1 if its texts are not there, int64 (n_rows,).

    ``systems`` are the places of the rows' systems, and ``numbers`` the file's own numbers of their segments: if
    several places have the same texts, two numbers get two places, consecutive ones if possible. White space is
    ignored.
    """
    places: Ints = np.full(len(systems), -1, np.int64)
    for number, system in enumerate(test_set.systems):
        rows = np.flatnonzero(systems == number)
        shown_texts = texts.at(rows)
        sourced = ~as_mask(pc.is_null(shown_texts.sources)) & (test_set.source is not None)
        for has_source in (True, False):
            some = np.flatnonzero(sourced == has_source)
            if len(some):
                source = test_set.source if has_source else None
                file_keys = _keys(shown_texts.outputs, shown_texts.sources if has_source else None).take(pa.array(some))
                candidates = _candidates(_keys(system.segments, source), file_keys)
                places[rows[some]] = _choose_places(file_keys, candidates, numbers[rows[some]], shown_texts.hints[some])
    return places


def notice_unknown_texts(file: str, places: Ints, lines: Ints) -> list[Notice]:
    """Return a notice of rows whose texts the test set lacks; raise ``FormatError`` if all rows are such."""
    lost = np.flatnonzero(places < 0)
    if not len(lost):
        return []
    if len(lost) == len(places):
        actual = f"{OTHER_TEXTS} than the test set's"
        raise FormatError(file, actual, None, int(lines[lost[0]]), LINE_UP)
    are = "judgment is" if len(lost) == 1 else "judgments are"
    message = f"{len(lost):,} {are} of texts that the set does not have; left out."
    return [Notice("other-texts", message, len(lost))]


def _keys(outputs: pa.StringArray, sources: pa.StringArray | None) -> pa.StringArray:
    """Return one text a row that identifies an output, together with its source if there is one."""
    plain = normalize_spacing(outputs)
    return plain if sources is None else pc.binary_join_element_wise(normalize_spacing(sources), plain, _BETWEEN)


def _candidates(set_keys: pa.StringArray, file_keys: pa.StringArray) -> dict[str, list[int]]:
    """Return the places of each wanted text, ascending."""
    places_by_key: dict[str, list[int]] = defaultdict(list)
    places = np.flatnonzero(as_mask(pc.is_in(set_keys, pc.unique(file_keys))))
    for place, key in zip(places.tolist(), set_keys.take(pa.array(places)).to_pylist(), strict=True):
        places_by_key[key].append(place)
    return places_by_key


def _choose_places(
    file_keys: pa.StringArray, candidates: dict[str, list[int]], numbers: Ints, hints: Ints
) -> list[int]:
    """Return the place of each row, -1 for none."""
    place_of_number: dict[tuple[str, int], int] = {}
    used_places: dict[str, set[int]] = defaultdict(set)
    chosen: list[int] = []
    for key, number, hint in zip(file_keys.to_pylist(), numbers.tolist(), hints.tolist(), strict=True):
        of = candidates.get(key, [-1])
        place = place_of_number.get((key, number))
        if place is None:
            free = [place for place in of if place not in used_places[key]] or of
            following = chosen[-1] + 1 if chosen else 0
            place = next((one for one in (hint - 1, following) if one in free), free[0])
            place_of_number[key, number] = place
            used_places[key].add(place)
        chosen.append(place)
    return chosen
