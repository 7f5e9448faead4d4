"""The segments around the one that is read, as a passage of its document; a click on a number goes to its segment.

One component, so that a step sends one message more, and only where the reader asked for it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from scoring import TestSet
from ui.kit import part
from ui.kit.browser import choosing
from ui.kit.browser.steps import Heard

KEY = "passage"
AROUND = 2
"""Segments that are shown before the one that is read, and after it."""


def around(segments: np.ndarray, place: int) -> np.ndarray:
    """Return the segments around a place in a document's segments (n,), with it, (1 to 2 * AROUND + 1,)."""
    return segments[max(place - AROUND, 0) : place + AROUND + 1]


def passage_rows(
    test_set: TestSet, segments: np.ndarray, systems: Sequence[str], listed: np.ndarray
) -> list[dict[str, Any]]:
    """One row for each of these segments, (n,) indices: number, source or reference, and what these systems wrote.

    ``listed`` are the numbers, ascending, of those that one can go to.
    """
    texts = [test_set.source if test_set.source is not None else test_set.references[0].segments]
    texts += [test_set.system(name).segments for name in systems]
    numbers = test_set.numbers[segments]
    return [
        {"number": int(number), "texts": [column[int(at)].as_py() or "" for column in texts], "goes": bool(goes)}
        for at, number, goes in zip(segments, numbers, np.isin(numbers, listed), strict=True)
    ]


def draw_passage(
    rows: Sequence[Mapping[str, Any]],
    heads: Sequence[tuple[str, str]],
    here: int,
    choose: Callable[[int, Heard], object],
) -> None:
    """Draws the rows under ``heads``, each a name and a colour or none; that of the number ``here`` stands out.

    ``choose`` takes the number that is clicked, and what to note with it, before the run that answers the click, or
    in it.
    """
    choosing.draw_choosing_component(
        _component, KEY, {"rows": rows, "heads": heads, "here": here}, choose, part.read_on
    )


_component = choosing.component(__file__, "bleuscope_passage")
