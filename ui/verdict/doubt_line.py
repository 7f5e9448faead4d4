"""What makes a comparison doubtful, in one line on pages without a verdict."""

from collections.abc import Mapping

import streamlit as st

from scoring import TestSet
from scoring.studies.doctor import DoctorResult
from ui.context import leaving_out
from ui.context.context import Context
from ui.kit import address
from ui.store import cache, waiting

DOUBTS = "doubts"
"""The place that waits for what makes a comparison doubtful."""


def draw_doubts(context: Context) -> None:
    """Say what makes a comparison of the systems shown doubtful, on pages without a verdict."""
    is_whole = context.filters.left_out is None
    draw_doubts_of_set(context.every_segment if is_whole else context.test_set, context.shown)


def draw_doubts_of_set(test_set: TestSet, systems: tuple[str, ...]) -> None:
    """Say what makes a comparison of these systems doubtful, once that is known; nothing on this waits for it."""

    def draw(found: Mapping[str, DoctorResult | None]) -> None:
        if found[DOUBTS] is None:
            return
        doubts = [odd.said for odd in cache.oddities(test_set, systems)]
        if doubts:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                leaving_out.draw_warning([f"This comparison is doubtful. {doubts[0]}", *doubts[1:]])
                address.page_link("data", "Is the test set sound?", data_part=leaving_out.SOUNDNESS)

    waiting.fill_in(DOUBTS, {DOUBTS: cache.first_examination_task(test_set)}, draw, what="")
