"""A page of borders as plain data: references, words, the confidence of each cut, and borders to move. Pure."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from scoring.output.numbers import counted, fixed
from scoring.realignment.realigned_system import RealignedSystem
from scoring.studies.realignment import DOUBTFUL, TextsToRealign

ROWS = 30
"""Segments on a page; the next segment is shown as well, so that the border between two pages can be moved."""
MAX_WORDS = 2**31
"""Number above every possible number of a border or a word."""
Edits = Mapping[int, int]
"""Border that was moved by hand -> the word with which its segment begins."""


def segments_to_look_at(system: RealignedSystem) -> list[int]:
    """Return the indices of doubtful segments and their neighbours.

    A segment is doubtful if its cut has a low confidence, or if it has far more or fewer words than its reference.
    """
    doubtful = {
        *np.flatnonzero(system.confidences < DOUBTFUL).tolist(),
        *(leftover.segment for leftover in system.leftovers),
    }
    near = {segment + step for segment in doubtful for step in (-1, 0, 1)}
    return sorted(near & {*range(len(system))})


def count_pages(segments: Sequence[int]) -> int:
    """Return the number of pages for these segments."""
    return max(1, -(-len(segments) // ROWS))


def page_segments(segments: Sequence[int], page: int) -> Sequence[int]:
    """Return the segments of a page, from 1, and the first one of the next page."""
    start = (page - 1) * ROWS
    return segments[start : start + ROWS + 1]


def move_borders(system: RealignedSystem, edits: Edits) -> RealignedSystem:
    """Return the output with these borders moved; raise ``ValueError`` for impossible places."""
    if not edits:
        return system
    cuts = system.cuts.copy()
    for border, cut in edits.items():
        if not 0 < border < len(system):
            raise ValueError(f"There is no border {border}.")
        cuts[border] = cut
    return system.with_cuts(cuts)


def merge_moves(system: RealignedSystem, edits: Edits, moves: Any) -> Edits:
    """Return the edits with the moves that a page has sent, pairs of a border and its word; ignore invalid moves."""
    match moves:
        case [*pairs] if all(_is_pair(pair) for pair in pairs):
            merged = {**edits, **dict(pairs)}
        case _:
            return edits
    merged = {at: cut for at, cut in merged.items() if not 0 < at < len(system) or system.cuts[at] != cut}
    try:
        move_borders(system, merged)
    except ValueError:
        return edits
    return merged


def _is_pair(pair: Any) -> bool:
    return isinstance(pair, list) and [*map(type, pair)] == [int, int] and max(map(abs, pair)) < MAX_WORDS


def border_rows(
    computed: RealignedSystem, edited: RealignedSystem, texts: TextsToRealign, segments: Sequence[int]
) -> list[dict[str, Any]]:
    """Return the rows for these ascending segments, as borders.js draws them.

    ``computed`` is the output as it was cut at first, ``edited`` with borders that were moved by hand.
    """
    references = [*texts.references.values()]
    leftovers = {leftover.segment: leftover for leftover in edited.leftovers}
    rows: list[dict[str, Any]] = []
    for place, segment in enumerate(segments):
        follows = place > 0 and segments[place - 1] == segment - 1
        leftover = leftovers.get(segment)
        sure = float(edited.confidences[segment])
        rows.append(
            {
                "number": segment + 1,
                "reference": next((text for column in references if (text := column[segment].as_py()) is not None), ""),
                "words": _spaced_words(edited, int(edited.cuts[segment]), int(edited.cuts[segment + 1])),
                "first": int(edited.cuts[segment]),
                "sure": sure,
                "sure_text": fixed(sure, 2),
                "is_doubtful": sure < DOUBTFUL,
                "left": ""
                if leftover is None
                else f"{counted(leftover.words, 'word')} for {leftover.reference_words:,}",
                "left_kind": "" if leftover is None else leftover.kind,
                "is_edited": bool(edited.edited[segment] or edited.edited[segment + 1]),
                "follows": follows,
                "home": int(computed.cuts[segment]) if follows and not computed.fixed[segment] else None,
                "document": _document(texts, segment) if computed.fixed[segment] else "",
            }
        )
    return rows


def _spaced_words(system: RealignedSystem, first: int, last: int) -> list[str]:
    """Return words with the space after them, as the output has it."""
    spans, text = system.stream.spans, system.stream.text
    starts = [*spans[first:last, 0].tolist(), int(spans[last, 0]) if last < len(spans) else len(text)]
    return [text[start:end] for start, end in pairwise(starts)]


def _document(texts: TextsToRealign, segment: int) -> str:
    return "" if texts.documents is None else str(texts.documents[segment].as_py())
