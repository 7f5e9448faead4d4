"""The tab One segment: its candidates as each criterion ranks them, and where the references prefer another."""

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import streamlit as st
from markupsafe import Markup

from scoring import Segment, TestSet
from scoring.output.markup import html
from scoring.report import verdict_card
from scoring.studies.choice import MBR, ChoiceLosses, Consensus, Criterion, Gains, consensus_words, oracle_of_criterion
from ui.choose import candidate_html, jobs
from ui.choose.candidates import ChoiceSettings
from ui.choose.matrix import choice_source
from ui.kit import address, exports, layout, reader
from ui.session import send, state
from ui.store import waiting

LISTED = 50
HEIGHT = 388
"""Height in px of the table, 10 rows."""
CHOSEN_COLUMN, BEST, LOST = "taken", "best", "lost"
READING = "Comparing the candidates of this segment."
DOING = "Comparing every candidate with the references."
LONG_ENOUGH = 40
"""Fewest characters of a reference that is long enough to show shared n-grams."""
OPENED = "the choice loses much here."


def draw_choice_segments(asked_choice: ChoiceSettings, gains: Gains | None) -> None:
    """Draw the tab; nothing until all choices are judged, because the page's head shows the progress."""
    if gains is None:
        return
    with st.container(horizontal=True, key="two-panes"):
        left, right = st.container(key="listed-below"), st.container(key="reading-pane")
    with left:
        with layout.controls("choose-segment"):
            # At first by MBR, if it is asked; no bound unless nothing else is.
            offered = sorted(
                asked_choice.request.criteria, key=lambda criterion: (criterion.is_bound, criterion.kind != MBR)
            )
            plain = [criterion for criterion in offered if not criterion.is_bound] or offered
            name = address.draw_named_option(
                "Taken by", {criterion.name: criterion.label for criterion in plain}, "choose_by", 300
            )
            criterion = next(criterion for criterion in plain if criterion.name == name)
        bound = oracle_of_criterion(criterion)
        task = jobs.losses(asked_choice, criterion, bound)
        waiting.when_ready(
            "choose-segment", [task], partial(draw_choice_list, asked_choice, gains, criterion, bound, right), DOING
        )


def draw_choice_list(
    asked_choice: ChoiceSettings, gains: Gains, criterion: Criterion, bound: Criterion, pane: Any, lost: ChoiceLosses
) -> None:
    """Draw the list of segments, and the segment in use in the reading pane."""
    places = lost.largest(LISTED)
    chosen_by = asked_choice.candidates.key, criterion.name
    if len(places) and state.must_open_segment(*chosen_by):
        state.open_at(first_long_enough(asked_choice.candidates.test_set, places), OPENED, *chosen_by)
    list_lost(asked_choice, criterion, bound, lost)
    with pane, st.container(key="small-given"):
        # The segment in use: its source, its references, its candidates.
        test_set = asked_choice.candidates.test_set
        index = state.segment_in_use(len(test_set))
        send.html(html.page(segment_context_html(test_set.segment(index), state.opening_reason())))
        task = jobs.consensus_task(asked_choice, gains, index, criterion, bound)
        waiting.when_ready("choose-one", [task], partial(show_candidates, asked_choice, criterion, bound), READING)
        if not asked_choice.candidates.own:
            reader.offer_to_read(index)


def first_long_enough(test_set: TestSet, places: np.ndarray) -> int:
    """Return the first of these segments that is long enough to show what candidates share; else the first one."""
    lengths = pc.fill_null(pc.utf8_length(test_set.references[0].segments.take(pa.array(places))), 0).to_numpy()
    return int(places[int(np.argmax(lengths >= LONG_ENOUGH))])


def list_lost(asked_choice: ChoiceSettings, criterion: Criterion, bound: Criterion, lost: ChoiceLosses) -> None:
    """Draw the list of segments in which another candidate has a better score against the references."""
    places, statement = lost.largest(LISTED), lost.sentence(criterion, bound)
    if not len(places):
        send.html(verdict_card.no_verdict_card(statement))
        return
    send.html(html.page(Markup('<p class="heading">Where another candidate is better</p>')))
    numbers = [state.number_in_file(int(place)) for place in places]
    frame = pd.DataFrame(
        {
            "#": numbers,
            CHOSEN_COLUMN: lost.chosen_scores[places],
            BEST: lost.best_scores[places],
            LOST: lost.lost[places],
        }
    )
    number = st.column_config.NumberColumn
    formats = {"#": number(width=70)} | {name: number(format="%.2f") for name in (CHOSEN_COLUMN, BEST, LOST)}
    reader.leading_table(frame, places, "choose_lost", HEIGHT, formats, shown=state.segment_in_use(len(lost.lost)))
    send.html(html.page(Markup("<small>{}</small>").format(f"{statement} Click a row to read its segment.")))
    exports.offer_table(frame, "Where another candidate is better", choice_source(asked_choice))


def show_candidates(asked_choice: ChoiceSettings, criterion: Criterion, bound: Criterion, consensus: Consensus) -> None:
    send.html(html.page(Markup("<small>{}</small>").format(consensus_words(consensus, criterion, bound))))
    send.html(candidate_html.word_group_legend())
    place = st.container()
    every = len(consensus.texts) > candidate_html.MAX_CANDIDATES_SHOWN and st.toggle(
        f"Show all {len(consensus.texts):,} candidates", key="choose_every", bind="query-params"
    )
    with place:
        send.html(candidate_html.candidates(consensus, criterion, bound, asked_choice.candidates.context.colors, every))


def segment_context_html(segment: Segment, why: str) -> Markup:
    """Return the source of the candidates, and the references with which they are compared, as HTML."""
    opened = Markup(" <small>Opened because {}</small>").format(why) if why else Markup("")
    head = Markup('<p class="heading">Segment {:,}{}</p>').format(segment.number, opened)
    lines = [html.source_rows(segment.source, None)]
    lines += [
        html.html_line(html.reference(name), html.html_words([text] if text else [], calm=True))
        for name, text in segment.references.items()
    ]
    return head + Markup('<div class="candidates-of">{}</div>').format(Markup("").join(lines))
