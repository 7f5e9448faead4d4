"""The sentence at the top of the page Choose: who profits from a choice, and who pays."""

import streamlit as st
from markupsafe import Markup

from scoring.choosing import Gains, words
from scoring.markup import html
from ui import state
from ui.choose import jobs
from ui.choose.asked import Asked
from ui.kit import send
from ui.store import waiting

PLACE = "choices"
DOING = "Choosing among {:,} candidates. The other pages are ready."
NO_OTHER = "Nothing to compare: only one choice is shown. Take another criterion under Criteria and judges."


def draw(asked: Asked) -> Gains | None:
    """None until all choices are made and judged."""
    doing = DOING.format(len(asked.candidates.lists))
    found = waiting.result_of(PLACE, jobs.matrix(asked), doing)
    if found is not None:
        send.html(html.page(statement(asked, found)))
        offer_judged(asked, found)
    return found


def offer_judged(asked: Asked, found: Gains) -> None:
    """A way to candidates all of which are judged, where a judge says nothing for want of some."""
    every = asked.candidates.lists.names
    for lacking in found.matrix.silent.values():
        judged = [name for name in every if name not in lacking]
        if 2 <= len(judged) < len(every):
            label = f"Take only the {len(judged):,} candidates that are judged"
            st.button(label, key="only-judged", on_click=state.hold, args=({"systems": judged},))
            return


def statement(asked: Asked, found: Gains) -> Markup:
    """Names of systems and files are in it."""
    matrix = found.matrix
    beside = (asked.candidates.said, words.own_judges(matrix), *words.judged_on(matrix))
    said = Markup('<p class="statement">{}</p>').format(words.opening(found) or NO_OTHER)
    return said + Markup("<small>{}</small>").format(" ".join(filter(None, beside)))
