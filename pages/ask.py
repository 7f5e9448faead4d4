"""What would a language model say? Requests as a file, and its answers as a judge of the test set."""

from functools import partial

import streamlit as st

from scoring import TestSet
from ui.ask_model import answers, asking
from ui.context.context import Context, current_context
from ui.kit import address
from ui.session import state
from ui.store import cache, waiting
from ui.verdict import doubt_line

LOOK_FIRST = "Look at this before a model judges these outputs."


def main() -> None:
    context = current_context()
    whole = cache.named_set(state.chosen_set(), state.visitor())
    if whole is None:
        st.info("This test set is not here any more. Choose another one.")
        return
    with waiting.cancelling_places(answers.READING):
        parts = {
            "Ask": partial(draw_ask_tab, context, whole),
            "Answers": partial(answers.draw_model_answers, whole),
        }
        address.tabs(parts, "ask_part")


def draw_ask_tab(context: Context, whole: TestSet) -> None:
    doubt_line.draw_doubts_before_use(context, LOOK_FIRST)
    asking.draw_asking(context, whole)


main()
