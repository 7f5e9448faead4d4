"""Does the number say what people say? Metrics held against people's judgments, or another judge's."""

from functools import partial

import streamlit as st

from scoring.report import verdict_card
from scoring.studies.agreement import names_of_judges
from ui.agreement import metrics, one_option, segments, smoothings, systems
from ui.agreement.agreement_form import choose_agreement_request
from ui.context.context import in_use
from ui.kit import address
from ui.session import send
from ui.store import waiting
from ui.verdict.card import why_none

TABS = {
    "Metrics": metrics.draw_metric_agreement,
    "Systems": systems.draw_system_agreement,
    "Segments": segments.draw_segment_agreement,
    "Smoothing": smoothings.draw_smoothing_agreement,
    "One option": one_option.draw_option_agreement,
}
"""What a tab draws, of ``Context`` and the request."""
NO_JUDGE = (
    "Nobody has judged this test set. Drop a file of people's scores or preferences together with the texts, or add it"
    " on the page Test sets: MQM, ESA, direct assessment or rankings, or any file of one score a segment."
)
CHOSEN = (
    "Agreement is not shown: these segments were chosen by how good their outputs are, which changes how far metrics"
    " agree with the judge on them. Take the filter by score or errors off."
)


def main() -> None:
    context = in_use()
    if not names_of_judges(context.test_set):
        st.info(NO_JUDGE)
        address.page_link("data", "Add judgments on the page Test sets")
    elif len(context.shown) < 2:
        st.info("Agreement takes two systems. Show another one in the sidebar.")
    elif context.by_quality:
        send.html(verdict_card.nothing(why_none(context, CHOSEN)))
    else:
        with waiting.cancelling_places("swapped"):
            try:
                request = choose_agreement_request(context)
            except ValueError as error:
                send.html(verdict_card.nothing(str(error)))
                return
            metrics.draw_agreement_opening(context, request)
            parts = {name: partial(draw_tab, context, request) for name, draw_tab in TABS.items()}
            address.tabs(parts, "agreement_part")


main()
