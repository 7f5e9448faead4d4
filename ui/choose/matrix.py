"""The tab Matrix: chosen by x judged by, with the diagonal in which a metric judges its own choice."""

from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring.choosing import Gains, words
from scoring.markup import html
from ui import state
from ui.choose import adding, tables
from ui.choose.asked import Asked
from ui.kit import exports, reader, send

HEIGHT = 388
"""px of the table, at most"""
FIRST_WIDTH = 190


def draw(asked: Asked, found: Gains | None) -> None:
    """Nothing until all is judged: the page's head says how far that is."""
    if found is None:
        return
    frame = tables.matrix(found, asked.judges)

    def take(row: int) -> None:
        criterion = tables.chosen(found, row)
        if criterion in adding.addable(asked.criteria):
            state.offer(adding.CHOICE, criterion.name)

    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    formats = {tables.CHOSEN_BY: text(pinned=True, width=FIRST_WIDTH), tables.TIES: number(width=60)}
    reader.choosing_table(frame, "choose-matrix", HEIGHT, take, formats, tables.writer(found, asked.judges))
    beneath = (tables.legend(asked.baseline), words.best_of(found), *words.judged_on(found.matrix))
    send.html(html.page(Markup("<small>{}</small>").format(" ".join(filter(None, beneath)))))
    exports.offer(partial(tables.records, found), "Chosen by and judged by", source(asked))
    adding.draw(asked, adding.of_criteria(asked, found))


def source(asked: Asked) -> dict[str, str]:
    """Where the numbers come from."""
    candidates = asked.candidates
    return exports.source(candidates.context, *asked.judges) | {
        "candidates": candidates.said,
        "against": asked.baseline.name,
        "seed": str(asked.seed),
    }
