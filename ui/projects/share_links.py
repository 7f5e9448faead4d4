"""Links that share a project with anyone who has them, until they are taken back or expire."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

import pandas as pd
import streamlit as st

from ui.kit import changes, grid, moments
from ui.projects import rows
from ui.session import state
from ui.store import kept
from workspace import Project, Right, ShareLink

PAGE = "open"
"""Name of the page on which a link is opened."""
NAME, RIGHT, ENDS, DAY = "link-name", "link-right", "link-ends", "link-day"
NEVER, ON_A_DAY = "never", "on a day"
DAYS_OF_TERM = {"in 1 week": 7, "in 1 month": 30, "in 6 months": 182}
"""Terms after which a link ends, in days."""
USUAL = "in 6 months"
"""Default term of a link."""
LONGEST_YEARS = 10
OFFERED = [Right.READ, Right.EDIT]


def draw_share_links(project: Project) -> None:
    """Draw the project's open links, the form for a new one, and the links that have ended."""
    st.subheader("Anyone with the link", anchor=False)
    links = kept.visitor_workspace().links(project.id)
    open_links = [link for link in links if link.is_open]
    if not open_links:
        st.text("Off: only the people above can open this project.")
    for link in open_links:
        draw_link(link)
    draw_making(project)
    draw_ended([link for link in links if not link.is_open])


def draw_link(link: ShareLink) -> None:
    with st.container(border=True, gap="small", key=f"link-{link.id}"):
        facts = [rows.right_words(link.right), expiry_phrase(link), f"made {moments.moment_words(link.created)}"]
        with rows.draw_row(f"link-{link.id}", link.name, facts):
            help = "For everybody who has it, within seconds. It cannot be given again; you can make another one."
            st.button("Take back", key=f"take-back-{link.id}", on_click=take_back, args=(link,), help=help)
        # The link, with the server's name and folder as this visitor's browser has them. A browser never sends the
        # part after #: that part is in no log, neither of this server nor of a proxy.
        st.code(f"{state.full_page_address(PAGE)}#{link.token}", language=None, wrap_lines=True)


def expiry_phrase(link: ShareLink) -> str:
    """Return when a link ends, in words."""
    return "never expires" if link.expires is None else f"until {moments.moment_words(link.expires)}"


def draw_making(project: Project) -> None:
    """Draw the fields for a new link; no Streamlit form, because the last field depends on another field."""
    with st.container(border=True, key="make-link"):
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            st.text_input("Name of a new link", key=NAME, max_chars=100, placeholder="Class of autumn 2026", width=260)
            st.selectbox("Anyone with the link", OFFERED, key=RIGHT, format_func=rows.right_words, width=140)
            ends = [*DAYS_OF_TERM, NEVER, ON_A_DAY]
            st.selectbox("Ends", ends, ends.index(USUAL), key=ENDS, width=140)
            if state.widget_value(ENDS) == ON_A_DAY:
                today = datetime.now(moments.zone()).date()
                last = today.replace(year=today.year + LONGEST_YEARS, day=1)
                st.date_input(
                    "At the end of", today + timedelta(days=DAYS_OF_TERM[USUAL]), today, last, key=DAY, width=150
                )
            button = changes.new_button_key("make-link-button")
            st.button("Make the link", key=button, type="primary", on_click=make_share_link, args=(project, button))
        words = rows.WORDS[state.widget_value(RIGHT, Right.READ)]
        st.caption(f"Anyone with the link {words.they}: {words.can}. It can be taken back at any time.")


def make_share_link(project: Project, button: str) -> None:
    """Make a link from the values of the fields; a callback."""

    def make() -> ShareLink:
        right = state.widget_value(RIGHT)
        name = state.widget_value(NAME, "").strip() or ("For readers" if right is Right.READ else "For editors")
        return kept.visitor_workspace().make_link(project.id, name, right, expires(state.widget_value(ENDS)))

    def announce_link(link: ShareLink) -> str:
        state.set_widget_value(NAME, "")
        return f"The link {link.name} is there: copy its address below."

    changes.make_once(button, make, announce_link)


def expires(chosen: str) -> datetime | None:
    """Return the time at which a chosen term ends, by the visitor's clock; None for never."""
    if chosen == NEVER:
        return None
    if chosen in DAYS_OF_TERM:
        return datetime.now(UTC) + timedelta(days=DAYS_OF_TERM[chosen])
    return end_of_day(state.widget_value(DAY))


def end_of_day(day: date) -> datetime:
    """Return the end of a day in the visitor's time zone, in UTC."""
    return datetime.combine(day + timedelta(days=1), time(), moments.zone()).astimezone(UTC)


@changes.change_callback
def take_back(link: ShareLink) -> str:
    """Take back a link and return the message; a callback."""
    kept.visitor_workspace().take_back(link.id)
    return f"The link {link.name} opens nothing any more."


def draw_ended(ended: Sequence[ShareLink]) -> None:
    if not ended:
        return
    with st.expander(f"Links that have ended: {len(ended)}"):
        facts = [
            (one.name, rows.right_words(one.right), moments.moment_words(one.created), link_end_phrase(one))
            for one in ended
        ]
        frame = pd.DataFrame(facts, columns=["name", "right", "made", "ended"])
        grid.draw_grid(frame, most=300)


def link_end_phrase(link: ShareLink) -> str:
    if link.taken_back is not None:
        return f"taken back {moments.moment_words(link.taken_back)}"
    return "" if link.expires is None else f"expired {moments.moment_words(link.expires)}"
