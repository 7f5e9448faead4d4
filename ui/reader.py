"""Reading segment by segment: steps to the neighbours, and one system's output, as it is or as the reader edits it."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from ui import cache, state
from ui.context import Context
from ui.highlight import Hypothesis

EDIT_CHARACTERS = 10_000
"""Of an edited hypothesis, unless the original is longer."""

ROWS_SHOWN = 6
"""Of a table as high as its rows; longer ones scroll."""


def steps(order: np.ndarray, index: int) -> None:
    """Previous and next in the given order of segments, by button and by key."""
    place = int(np.flatnonzero(order == index)[0])
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for name, to, shortcut in (("Previous", place - 1, "k"), ("Next", place + 1, "j")):
            st.button(
                name,
                key=name.lower(),
                shortcut=shortcut,
                disabled=not 0 <= to < len(order),
                on_click=state.choose_segment,
                args=(int(order[min(max(to, 0), len(order) - 1)]),),
            )
        st.markdown(f"**Segment {index + 1:,}** &nbsp; {place + 1:,} of {len(order):,} listed")


def edit_key(context: Context, system: str, index: int) -> tuple[str, int]:
    """The name of what the reader makes of an output, and how often the reader went back to the original."""
    name = f"what_if_{context.test_set.fingerprint}_{context.test_set.system_names.index(system)}_{index}"
    return name, state.current(name, 0)


def kept(context: Context, system: str, index: int) -> str:
    """The system's output, or what the reader has made of it."""
    original = context.test_set.system(system).segments[index].as_py()
    name, attempt = edit_key(context, system, index)
    return " ".join(state.current(f"{name}_{attempt}", original).split("\n"))


def what_if(context: Context, system: str, index: int) -> str:
    """The system's output, or what the reader makes of it; every output has an edit of its own."""
    original = context.test_set.system(system).segments[index].as_py()
    name, attempt = edit_key(context, system, index)
    key = f"{name}_{attempt}"
    edited = state.current(key, original)
    with st.expander("What if? Edit the hypothesis", expanded=edited != original, key="what-if"):
        st.text_area(
            "Hypothesis",
            original,
            max_chars=max(EDIT_CHARACTERS, len(original)),
            key=key,
            label_visibility="collapsed",
            persist_state="session",
            help="Ctrl+Enter, or a click elsewhere, takes it over.",
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                "Back to the original",
                key="original",
                disabled=edited == original,
                on_click=state.offer,
                args=(name, attempt + 1),
            )
            st.caption("Ctrl+Enter, or a click elsewhere, takes an edit over. The test set itself stays as it is.")
    return edited if edited == original else " ".join(edited.split("\n"))


def hypothesis(context: Context, statistics: cache.Statistics, system: str, index: int) -> Hypothesis:
    """One system's output for one segment with its matches and its arithmetic."""
    bleu, test_set = context.bleu, context.test_set
    matches = cache.matches(test_set.fingerprint, system, index, bleu.statistics_key, bleu, test_set)
    return Hypothesis(system, context.colors[system], matches, bleu.arithmetic(statistics[system][index]))


def edited(context: Context, statistics: cache.Statistics, system: str, index: int) -> tuple[Hypothesis, np.ndarray]:
    """One system's output as it is or as the reader edits it, and its statistics (n_statistics,)."""
    words = what_if(context, system, index)
    if words == context.test_set.system(system).segments[index].as_py():
        return hypothesis(context, statistics, system, index), statistics[system][index]
    bleu = context.bleu
    references = [reference.segments[index].as_py() for reference in context.test_set.references]
    row = bleu.statistics([words], [[reference] for reference in references])[0]
    return Hypothesis(system, context.colors[system], bleu.matches(words, references), bleu.arithmetic(row)), row


def choose_system(context: Context) -> str:
    """The system whose output is read, the same on every page."""
    return st.selectbox("System", context.shown, key="system", width=320, bind="query-params")


def choose_pair(context: Context) -> tuple[str, str]:
    """Two systems to compare, the same on every page; there must be two."""
    with st.container(horizontal=True):
        first = st.selectbox("First", context.shown, key="first", width=280, bind="query-params")
        others = [system for system in context.shown if system != first]
        second = st.selectbox("Second", others, key="second", width=280, bind="query-params")
    return first, second


def leading_table(
    frame: pd.DataFrame,
    segments: np.ndarray,
    key: str,
    height: int,
    then: Callable[[], None] = lambda: None,
    **columns,
) -> int | None:
    """A table whose rows lead to their segments, (n_rows,) indices; the row that is chosen, if one is.

    ``then`` is called when a row was chosen; ``columns`` are the configurations of columns.
    """
    key = f"{key}_{hash((segments.tobytes(), len(frame.columns)))}"  # a selection does not carry over to other rows
    event = st.dataframe(
        frame,
        hide_index=True,
        height=height if len(frame) > ROWS_SHOWN else "content",
        key=key,
        on_select=lambda: _take_row(key, segments, then),
        selection_mode="single-row",
        column_config=columns,
    )
    return event.selection.rows[0] if event.selection.rows else None


def _take_row(key: str, segments: np.ndarray, then: Callable[[], None]) -> None:
    rows = state.current(key).selection.rows
    if rows:
        state.choose_segment(int(segments[rows[0]]))
        then()


def leading_chart(figure: go.Figure, key: str, alt: str) -> None:
    """A chart whose points lead to their segments: ``customdata`` holds each one's index."""
    st.plotly_chart(figure, key=key, alt=alt, on_select=lambda: _take_point(key), selection_mode="points")


def _take_point(key: str) -> None:
    points = [point for point in state.current(key).selection.points if "customdata" in point]
    if points:
        state.choose_segment(int(np.ravel(points[0]["customdata"])[0]))
