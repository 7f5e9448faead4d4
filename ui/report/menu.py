"""The menu by which a page is taken away: the report, and the page's tables."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import partial
from typing import Any

import streamlit as st

from scoring.report import pdf
from scoring.studies.comparison import ComparisonRequest
from server.engine.tasks import Task
from ui.context.context import Context
from ui.kit.tables import downloads, exports
from ui.report import jobs
from ui.session import state
from ui.store import cache

ASKED = "asked_report"
"""The session's key for the report that this run of the script offers."""
MAKERS: dict[str, tuple[str, Callable[[jobs.OfferedReport, date], Task[Any]]]] = {
    "html": ("text/html", jobs.as_html),
    "pdf": ("application/pdf", jobs.pdf_task),
}
"""Ending -> kind of file, and how it is made."""
LABEL_WIDTH = 190


@contextmanager
def within(place: Any) -> Iterator[None]:
    """What is offered while the page is drawn stands in a menu in this container."""
    state.set_widget_value(ASKED, None)
    with exports.collect_tables() as tables:
        yield
    with place:
        _draw(state.widget_value(ASKED), tables)


def offer_report(context: Context, request: ComparisonRequest, shown: Sequence[str]) -> None:
    """Puts the report of a test into the page's menu."""
    state.set_widget_value(ASKED, jobs.OfferedReport(context, request, tuple(shown), state.page_address()))


def _draw(asked: jobs.OfferedReport | None, tables: exports.Tables) -> None:
    if asked is None and not tables:
        return
    with st.popover("Take it away", icon=":material/download:", key="take-away"):
        if asked is not None:
            _report(asked)
        if tables:
            st.caption("Tables. The files say where the numbers come from.")
        for title in tables:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.text(title, width=LABEL_WIDTH)
                exports.draw_export_buttons(tables, title)


def _report(asked: jobs.OfferedReport) -> None:
    st.caption("The report: verdict, scores, differences and ten segments, in one file that opens anywhere.")
    why = pdf.missing_for_pdf()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text("Report", width=LABEL_WIDTH)
        for ending, (mime, make) in MAKERS.items():
            downloads.draw_download_button(
                ending.upper(),
                partial(_made, make, asked),
                downloads.file_name(asked.context.test_set.name, "report", ending),
                mime,
                f"download-report-{ending}",
                type="primary" if ending == "html" else "secondary",
                disabled=ending == "pdf" and why is not None,
            )
    if why is not None:
        st.caption(why)


def _made(make: Callable[[jobs.OfferedReport, date], Task[Any]], asked: jobs.OfferedReport) -> bytes:
    """The file, made in the thread of whoever asks for it while pages go on."""
    made: str | bytes = cache.engine().now(make(asked, date.today()))
    return made if isinstance(made, bytes) else made.encode()
