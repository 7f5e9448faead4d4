"""Leave out the segments that the doctor names: a button for each finding, and what is left out by now."""

from collections.abc import Sequence

import streamlit as st
from markupsafe import Markup

from scoring.doctor.finding import TextFinding
from scoring.doctor.left_out import LeftOutSegments, may_be_fault, offered_findings, what_is_left_out
from scoring.output.markup import html
from scoring.output.numbers import counted
from ui.context import selection
from ui.context.context import Context
from ui.session import send
from ui.store import cache

SOUNDNESS = "Soundness"
"""The tab of the page Test sets with all that the doctor finds."""
MOST_SAID = 2
"""Sentences that are said where no verdict is."""
MOST_OFFERED = 3
"""Findings with a button below a verdict; the page Test sets has all."""


def draw_button(found: TextFinding, key: str) -> None:
    """Draw the button that leaves out the segments of a finding, or takes them back."""
    asked = selection.findings_asked()
    if found.key in asked:
        left = [name for name in asked if name != found.key]
        st.button("Use these segments again", key=key, on_click=selection.ask_to_leave_out, args=(left,))
        return
    label = "Leave these segments out"
    st.button(label, key=key, on_click=selection.ask_to_leave_out, args=([*asked, found.key],))


def draw_left_out(left_out: LeftOutSegments | None) -> None:
    """Say how many segments are left out, and why, if there are any."""
    if left_out is not None:
        said = html.sentence_html(left_out.sentence)
        send.html(html.page(Markup('<p class="statement" dir="auto">{}</p>').format(said)))


def draw_doubts_of_agreement(context: Context) -> None:
    """Say what makes agreement with people doubtful, and offer to leave these segments out."""
    draw_warning(cache.agreement_doubts(context.test_set, context.shown))
    offer(context)


def draw_warning(said: Sequence[str]) -> None:
    """Draw the first of these sentences as one line with a sign."""
    if said:
        line = Markup(" ").join(map(html.sentence_html, said[:MOST_SAID]))
        send.html(html.page(Markup('<p class="statement" dir="auto">⚠ {}</p>').format(line)))


def offer(context: Context) -> None:
    """Draw a button for each finding that makes the comparison doubtful and has segments that can be left out."""
    asked = selection.findings_asked()
    left = [found for found in offered(context) if not {found.key, found.kind} & {*asked}]
    if not left:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="offered"):
        for number, found in enumerate(left[:MOST_OFFERED]):
            said = f"{counted(found.segments, 'segment')} with {what_is_left_out(found)}"
            said += ". Keep them if the system did this." if may_be_fault(found) else ""
            line = Markup('<small dir="auto">{}</small>').format(html.sentence_html(said))
            send.html(html.page(line), "content")
            draw_button(found, f"leave-out-{number}")


def offered(context: Context) -> Sequence[TextFinding]:
    """The findings that make a comparison of the systems shown doubtful and have segments that can be left out."""
    return offered_findings(cache.first_examination(context.test_set).findings, context.shown)
