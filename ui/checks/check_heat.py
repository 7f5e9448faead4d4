"""The heat map of flags and systems; a click on a number opens its segments on the page Checks."""

from collections.abc import Callable, Mapping

import streamlit as st

from scoring.studies import dangerous
from scoring.studies.checks import NO_REFERENCE
from scoring.studies.dangerous import DangerousSegments
from ui.checks import check_tables, jobs
from ui.checks.jobs import FLAG, PART, SENTENCES, SYSTEM
from ui.errors import draw_heat_map, scroll_note
from ui.kit.steps import Heard
from ui.session import state


def draw_flag_rates(
    dangerous_segments: DangerousSegments,
    colors: Mapping[str, str],
    lead: Callable[[], object] = lambda: None,
    shows: str = "",
) -> None:
    """Draw the heat map with its caption; ``lead`` opens the page Checks after a click.

    ``shows`` is the CSS selector of the part that shows the chosen segments, if it is on the same page.
    """
    flags = [dangerous.SERIOUS_LABEL, *map(str, dangerous_segments.rates)]
    texts = [*jobs.reference_choices(dangerous_segments), *dangerous_segments.systems]

    def choose(row: int, column: int, heard: Heard) -> None:
        state.set_widget_values({FLAG: flags[row], SYSTEM: texts[column], PART: SENTENCES})
        state.set_address_values({"segment": ""}, heard)
        lead()

    has_references = bool(dangerous_segments.serious.references)
    caption = check_tables.ABOUT_RATES if has_references else f"{check_tables.ABOUT_RATES_ALONE} {NO_REFERENCE}"
    st.caption(f"{dangerous.NOT_HUMAN} {caption}" + scroll_note(len(texts)))
    draw_heat_map(check_tables.rate_cells(dangerous_segments, colors) | ({"shows": shows} if shows else {}), choose)
