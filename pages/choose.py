"""Is it better to mix systems, sentence by sentence, or to take another candidate? Selection, scores and gain."""

from functools import partial

import streamlit as st

from scoring.report import verdict_card
from ui.choose import candidate_upload, choice_segments, matrix, opening, sources, tune
from ui.choose.choice_form import choose_request
from ui.context.context import current_context
from ui.kit import address, layout
from ui.session import send
from ui.store import waiting
from ui.verdict import doubt_line
from ui.verdict.card import no_verdict_sentence

TABS = {
    "Results": matrix.draw_gain_matrix,
    "One segment": choice_segments.draw_choice_segments,
    "Tune": tune.draw_tuning,
}
"""Function that draws each tab from ``ChoiceSettings`` and, once computed, the gains of the choices."""
IDLE = "shown", "systems", "references", "narrowed"
"""Settings of the set in use that do not affect candidate lists with their own references."""
FILTERED_BY_SCORE = (
    "Choices are not shown, because these segments were filtered by score or errors: that changes which choice gains."
    " Remove the filter to see them."
)


def main() -> None:
    context = current_context()
    with waiting.cancelling_places(
        candidate_upload.CANDIDATES.place, candidate_upload.HELD_OUT.place, opening.PLACE, tune.PLACE
    ):
        top = st.container()
        with layout.controls("choose"):
            source = address.draw_named_option("Candidates", sources.SOURCES, sources.KEY, 240)
            row = st.container(horizontal=True)
        candidates = sources.find_candidates(context, source, row)
        if candidates is None:
            with top:
                doubt_line.draw_doubts(context)
            return
        if context.by_quality and not candidates.own:
            send.html(verdict_card.no_verdict_card(no_verdict_sentence(context, FILTERED_BY_SCORE)))
            return
        if not candidates.of_systems:
            send.hide(*(IDLE if candidates.own else ["systems"]))
        if not candidates.own:
            with top:
                doubt_line.draw_doubts(candidates.context)
        candidates.context.look_at()
        with row:
            if source == sources.OWN:
                with st.popover("Other lists", key="choose-other", width="content"):
                    candidate_upload.draw_candidate_upload(candidate_upload.CANDIDATES, context)
            asked_choice = choose_request(candidates)
        with top:
            gains = opening.draw_choice_opening(asked_choice)
        if gains is None:
            matrix.draw_added_choice_links()
        address.tabs({name: partial(draw_tab, asked_choice, gains) for name, draw_tab in TABS.items()}, "choose_part")


main()
