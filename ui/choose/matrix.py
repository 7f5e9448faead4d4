"""The tab Matrix: chosen by x judged by, with the diagonal in which a metric judges its own choice."""

from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring.output.markup import html
from scoring.studies import choice
from scoring.studies.choice import Gains
from ui.choose import choice_adding, choice_tables
from ui.choose.asked_choice import AskedChoice
from ui.choose.candidates import ChoiceInput
from ui.kit import reader
from ui.kit.tables import exports
from ui.session import send, state

HEIGHT = 388
"""px of the table, at most"""
FIRST_WIDTH = 190
BENEATH = Markup('<small><b class="sideways">The table scrolls sideways. </b>{}</small>')
NOBODY = "No people judge here."
ADD_THEM = (
    "This set has no judgments by people. The page Test sets adds them, and says which ones it leaves out, and why."
)


def draw_gain_matrix(asked: AskedChoice, found: Gains | None) -> None:
    """Nothing until all is judged: the page's head says how far that is."""
    if found is None:
        return
    frame = choice_tables.gain_matrix(found, asked.request.judges)

    def take(row: int) -> None:
        criterion = choice_tables.row_criterion(found, row)
        if criterion in choice_adding.addable(asked.request.criteria):
            state.set_widget_value(choice_adding.CHOICE, criterion.name)

    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    formats = {choice_tables.CHOSEN_BY: text(pinned=True, width=FIRST_WIDTH), choice_tables.TIES: number(width=60)}
    reader.choosing_table(
        frame, "choose-matrix", HEIGHT, take, formats, choice_tables.writer(found, asked.request.judges)
    )
    nobody = nobody_judges(asked.candidates)
    beneath = choice_tables.gain_legend(found), *choice.judged_on(found.matrix), NOBODY if nobody else ""
    send.html(html.page(BENEATH.format(" ".join(filter(None, beneath)))))
    more = (
        choice_tables.ABOUT,
        choice.directions(found.matrix),
        choice.best_of(found),
        ADD_THEM if nobody else "",
    )
    with st.popover("About this table", type="tertiary", key="about-matrix", width="content"):
        st.text("\n\n".join(filter(None, more)))
    exports.offer_table(partial(choice_tables.gain_records, found), "Chosen by and judged by", choice_source(asked))
    choice_adding.draw_choice_adding(asked, choice_adding.of_criteria(asked, found))


def nobody_judges(candidates: ChoiceInput) -> bool:
    """Whether people could judge, as candidates are systems, and have not."""
    return candidates.of_systems and not any(metric.is_human for metric in candidates.context.metrics.values())


def choice_source(asked: AskedChoice) -> dict[str, str]:
    """Where the numbers come from."""
    candidates = asked.candidates
    return exports.export_source(candidates.context, *asked.request.judges) | {
        "candidates": candidates.said,
        "against": asked.request.baseline,
        "seed": str(asked.request.seed),
    }
