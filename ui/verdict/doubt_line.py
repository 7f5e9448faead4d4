"""The doubts about a comparison in one line, for pages without a verdict."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring import Metric, TestSet
from scoring.output.markdown import escape_markdown
from scoring.output.markup import html
from scoring.studies.doctor import DoctorResult
from scoring.studies.verdict import Oddity
from scoring.studies.wording.verdict_words import DOUBTFUL_ALONE, doubts_opening
from ui.context import leaving_out
from ui.context.context import Context
from ui.kit import address
from ui.session import send, state
from ui.store import cache, waiting

DOUBTS = "doubts"
"""Name of the place that waits for the doubts about a comparison."""


def _nothing() -> None:
    """Draw nothing."""


def draw_soundness_link(odd: Sequence[Oddity]) -> None:
    """Draw a link to all findings of the doctor, labelled with the next step if a file can be repaired."""
    label = "What to do" if any(one.repair for one in odd) else "Is the test set sound?"
    address.page_link("data", label, data_part=leaving_out.SOUNDNESS)


def draw_doubts(context: Context, metric: Metric | None = None, *, offers: bool = False) -> None:
    """Draw the doubts about comparing the systems shown by a metric, on pages without a verdict.

    The default metric is the one that decides. With ``offers``, buttons offer to exclude the doubtful parts.
    """
    test_set, below = set_in_doubt(context), _nothing
    if offers:
        below = partial(leaving_out.offer, replace(context, test_set=test_set))
    draw_doubts_of_set(test_set, context.shown, draw_below=below, metric=metric or context.leading)


def draw_doubts_before_use(context: Context, why: str) -> None:
    """Draw the doubts before these segments are used for costly work, and buttons that remove them.

    ``why`` is the sentence before the doubts.
    """
    test_set = set_in_doubt(context)
    offer = partial(leaving_out.offer, replace(context, test_set=test_set))
    draw_doubts_of_set(test_set, context.shown, why, offer, context.leading)


def draw_unlisted_doubt(context: Context, ranked: Sequence[str], n_listed: int) -> None:
    """Draw which system missing from a list is doubtful, with a button that lists it against the best one."""
    odd = leaving_out.doubts_in_use(set_in_doubt(context), context.shown, context.leading)
    doubt = leaving_out.unlisted_doubt(odd, ranked[n_listed:])
    if doubt is None:
        return
    name, why = doubt
    pair = [system for system in context.test_set.system_names if system in (ranked[0], name)]
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="unlisted-doubt"):
        send.html(html.page(Markup('<small dir="auto">Not in this list: {}</small>').format(why)), "content")
        label = f"List it against {escape_markdown(ranked[0])}"
        st.button(label, key="list-doubtful", on_click=state.set_widget_value, args=("systems", pair))


def set_in_doubt(context: Context) -> TestSet:
    """Return the whole test set, or the set in use if some of its segments are excluded."""
    return context.every_segment if context.filters.left_out is None else context.test_set


def draw_doubts_of_set(
    test_set: TestSet,
    systems: tuple[str, ...],
    why: str = "",
    draw_below: Callable[[], None] = _nothing,
    metric: Metric | None = None,
) -> None:
    """Draw the doubts about comparing these systems once they are known; the page does not wait for them.

    ``why`` replaces the sentence before the doubts, that the comparison, or the score of one system, is doubtful;
    ``metric`` is the one that decides.
    """

    def draw(results: Mapping[str, DoctorResult | None]) -> None:
        if results[DOUBTS] is None:
            return
        odd = leaving_out.doubts_in_use(test_set, systems, metric)
        doubts = [one.sentence for one in odd]
        if doubts:
            opening = why or (doubts_opening(odd) if len(systems) > 1 else DOUBTFUL_ALONE)
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                leaving_out.draw_warning([f"{opening} {doubts[0]}", *doubts[1:]])
                draw_soundness_link(odd)
        draw_below()

    waiting.draw_partial_results(DOUBTS, {DOUBTS: cache.first_examination_task(test_set)}, draw, what="")
