"""The document of the segment that is read: its name, steps to other documents, and a passage of it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import streamlit as st
from markupsafe import Markup

from scoring import TestSet
from scoring.origins import DOCUMENT, Origins
from scoring.output.markup import html
from ui.context.context import Context
from ui.kit import part, steps
from ui.kit import steps as stepping
from ui.session import send, state
from ui.store import cache

KEY = "passage"
AROUND = 2
"""Number of segments that are shown before the segment that is read, and after it."""
STEPS = (
    stepping.Step("previous-document", "Previous document", "back", "h", "H"),
    stepping.Step("next-document", "Next document", "on", "l", "L"),
)
SYSTEMS_SHOWN = 2
"""Largest number of outputs shown with a passage's source; of more systems only the chosen one is shown."""


def surrounding_segments(segments: np.ndarray, place: int) -> np.ndarray:
    """Return the segments around a place in a document's segments (n,), itself included, (1 to 2 * AROUND + 1,)."""
    return segments[max(place - AROUND, 0) : place + AROUND + 1]


def passage_rows(
    test_set: TestSet, segments: np.ndarray, systems: Sequence[str], listed: np.ndarray
) -> list[dict[str, Any]]:
    """Return one row for each segment in ``segments`` (n,): number, source or reference, and these systems' outputs.

    ``listed`` has the numbers, ascending, of the segments that one can go to.
    """
    texts = [test_set.source if test_set.source is not None else test_set.references[0].segments]
    texts += [test_set.system(name).segments for name in systems]
    numbers = test_set.numbers[segments]
    return [
        {"number": int(number), "texts": [column[int(at)].as_py() or "" for column in texts], "goes": bool(goes)}
        for at, number, goes in zip(segments, numbers, np.isin(numbers, listed), strict=True)
    ]


_component = steps.component(__file__, "bleuscope_passage")


def draw_document_row(context: Context, index: int, systems: Sequence[str], chosen: str) -> None:
    """Draw a row about the segment's document, and on request the passage; nothing without documents.

    ``systems`` are the systems shown, and ``chosen`` is the system that is read.
    """
    documents = cache.origins(context.every_segment)
    if documents is None:
        return
    place = int(context.test_set.places[index])
    document = int(documents.members[place])
    segments = documents.segments(document)
    position = int(np.searchsorted(segments, place))
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="in-document"):
        name_of = Markup('<span title="Document {0}">{0}</span>').format(documents.names[document])
        label = Markup('<span class="document">{} <small>{:,} of {:,}</small></span>')
        send.html(html.page(label.format(name_of, position + 1, len(segments))), "content")
        _steps(context, documents)
        is_asked = st.toggle("In context", key="around", bind="query-params")
    if is_asked:
        systems_in_passage = systems if len(systems) <= SYSTEMS_SHOWN else [chosen]
        whole = context.every_segment
        heads = [("source" if whole.source is not None else "reference", "")]
        heads += [(system, context.colors[system]) for system in systems_in_passage]
        rows = passage_rows(
            whole, surrounding_segments(segments, position), systems_in_passage, context.test_set.numbers
        )
        # Each head is a name and a colour or none; the row of the number ``here`` stands out.
        data = {"rows": rows, "heads": heads, "here": int(whole.numbers[place])}
        steps.draw_choosing_component(_component, KEY, data, state.choose_segment, part.read_on)


def _steps(context: Context, documents: Origins) -> None:
    """Draw the steps to the first segment of another document, in the order of the file.

    Documents without a segment that passes the other filters are skipped; a filter by document moves along.
    """
    by_document = context.filters.document is not None
    listed = context.without_filter_field(DOCUMENT).test_set
    offered = cache.origins(listed) or documents
    numbers = listed.numbers

    def place() -> int:
        """Return the number of the document of the segment in use, or of the next listed segment."""
        shown = min(int(np.searchsorted(numbers, state.segment_number())), len(numbers) - 1)
        return int(offered.members[shown])

    def go(to: int, heard: stepping.Heard) -> None:
        if by_document:
            state.set_address_values({DOCUMENT: offered.names[to]})
        state.choose_segment(int(numbers[offered.firsts[to]]), heard)

    stepping.draw_steps("document-steps", STEPS, len(offered.names), place, go, quiet=True, then=part.read_on)
