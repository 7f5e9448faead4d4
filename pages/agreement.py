"""Which metrics agree with people? Metrics compared with people's judgments, or with another judge's."""

from functools import partial

import streamlit as st

from scoring.report import verdict_card
from scoring.studies.agreement import names_of_judges
from ui.agreement import metrics, one_option, segments, smoothings, systems
from ui.agreement.agreement_form import choose_agreement_request, draw_excluded
from ui.context import leaving_out
from ui.context.context import current_context
from ui.kit import address, reader
from ui.session import send
from ui.store import waiting
from ui.verdict.card import no_verdict_sentence

TABS = {
    "Systems": systems.draw_system_agreement,
    "Segments": segments.draw_segment_agreement,
    "Smoothing": smoothings.draw_smoothing_agreement,
    "One option": one_option.draw_option_agreement,
}
"""Function that draws each tab, except Metrics, from ``Context`` and the request."""
OF_BLEU = ("Smoothing", "One option")
"""Names of the tabs about options of BLEU and tBLEU, which need a reference."""
NO_JUDGE = (
    "This test set has no human scores yet. Rate some segments yourself, or add a file: MQM, ESA, direct assessment,"
    " rankings, or any file with one score per segment."
)
NOTHING_TO_COMPARE = (
    "No other scores are there to compare with the judge. Add a reference, or scores of a metric, on the page Test"
    " sets."
)
FILTERED_BY_SCORE = (
    "Agreement is not shown, because these segments were filtered by score or errors: that changes how well metrics"
    " agree. Remove the filter to see it."
)


def main() -> None:
    context = current_context()
    if not names_of_judges(context.test_set):
        st.info(NO_JUDGE)
        address.page_link("rate", "Rate segments")
        address.page_link("ask", "Ask a language model")
        address.page_link("data", "Add a file with human scores")
    elif len(context.shown) < 2:
        reader.offer_second_system(context, "Agreement takes two systems, and one is shown.")
    elif context.by_quality:
        send.html(verdict_card.no_verdict_card(no_verdict_sentence(context, FILTERED_BY_SCORE)))
    else:
        with waiting.cancelling_places("swapped", metrics.VALUES_PLACE, metrics.INTERVALS_PLACE, metrics.TESTS_PLACE):
            try:
                request, excluded = choose_agreement_request(context)
            except ValueError as error:
                send.html(verdict_card.no_verdict_card(str(error)))
                return
            if not request.metrics and not context.test_set.references:
                st.info(NOTHING_TO_COMPARE)
                return
            leaving_out.draw_doubts_of_agreement(context)
            result = metrics.draw_agreement_opening(context, request)
            parts = {"Metrics": partial(metrics.draw_metric_agreement, context, request, result)}
            tabs = {name: draw for name, draw in TABS.items() if name not in OF_BLEU or context.test_set.references}
            parts |= {name: partial(draw_tab, context, request) for name, draw_tab in tabs.items()}
            address.tabs(parts, "agreement_part")
            draw_excluded(excluded)


main()
