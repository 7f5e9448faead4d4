"""The server's running computations, their owners and progress, and buttons to stop them."""

from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from server.engine.tasks import JobListing
from ui.administration import persons
from ui.kit import changes, grid
from ui.session import state
from ui.store import cache, people
from workspace import PersonUse

LOOK_SECONDS = 2
MAX_HEIGHT = 420
KINDS = {
    cache.SEGMENTS: "one segment",
    cache.STATISTICS: "scores of a test set",
    cache.ALIGNMENTS: "alignments for tBLEU",
    cache.PAIRS: "comparison of systems",
    cache.TESTS: "test of significance, or report",
    cache.FILES: "files read",
    cache.KERNELS: "code compiled",
}
"""Lane -> kind of work in the lane. Only its owner may know which texts the work is about."""
THE_SERVER = "the server itself"
STOP_ONE_KEY, STOP_ALL_KEY = "stop-one", "stop-all-of"


def draw_work(used: Sequence[PersonUse]) -> None:
    """Draw the running jobs and the buttons to stop them, again every few seconds."""
    st.fragment(partial(_draw, used), run_every=LOOK_SECONDS)()


def _draw(used: Sequence[PersonUse]) -> None:
    if not people.is_administrator():  # the page is open still, and nobody has touched it since
        st.rerun()
    name = persons.visitor_label_function(used)
    changes.draw_last_change()
    listed = cache.engine().listed()
    if not listed:
        st.info("Nothing is computed now.")
        return
    # A row for each job, in the order in which they came.
    rows = [
        (job.number, KINDS[job.lane], job_visitors_phrase(job, name), job.state, job.share, ago(job.seconds))
        for job in listed
    ]
    frame = pd.DataFrame(rows, columns=["no.", "work", "for", "state", "done", "since"])
    progress = st.column_config.ProgressColumn(format="percent", min_value=0, max_value=1)
    grid.draw_grid(frame, most=MAX_HEIGHT, formats={"done": progress})
    draw_stopping([job for job in listed if job.visitors], name)


def job_visitors_phrase(job: JobListing, name: Callable[[str], str]) -> str:
    """Return the names of all visitors who want the job, or the server's."""
    return ", ".join(sorted({name(visitor) for visitor in job.visitors})) or THE_SERVER


def ago(seconds: float) -> str:
    """Return a duration in words, such as ``3 min 5 s``."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes:,} min {rest} s" if minutes else f"{rest} s"


def draw_stopping(listed: Sequence[JobListing], name: Callable[[str], str]) -> None:
    if not listed:
        return
    numbers = {job.number: f"no. {job.number}: {KINDS[job.lane]}, {job_visitors_phrase(job, name)}" for job in listed}
    everybody = sorted({name(visitor) for job in listed for visitor in job.visitors})
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.selectbox(
            "One job", list(numbers), None, numbers.__getitem__, key=STOP_ONE_KEY, placeholder="Choose", width=420
        )
        st.button("Stop it", key="stop-one-button", on_click=stop_one)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.selectbox("All work of", everybody, key=STOP_ALL_KEY, index=None, placeholder="Choose", width=420)
        st.button("Stop all", key="stop-all-button", on_click=stop_all, args=(name,))
    st.caption("Their page says that it was stopped. What they ask for again begins again.")


@persons.require_administrator
def stop_one() -> str:
    """Stop the chosen job and return the message; a callback."""

    number = state.widget_value(STOP_ONE_KEY)
    if number is None:
        return "Choose which job is to be stopped."
    cache.engine().stop([number])
    return f"Job no. {number} is stopped."


@persons.require_administrator
def stop_all(name: Callable[[str], str]) -> str:
    """Stop all work of the person with the chosen name, on all their pages; return the message."""

    chosen = state.widget_value(STOP_ALL_KEY)
    visitors = {visitor for job in cache.engine().listed() for visitor in job.visitors if name(visitor) == chosen}
    cache.engine().stop_all_of(visitors)
    return f"The work of {chosen} is stopped." if visitors else f"Nothing is computed for {chosen or 'them'} now."
