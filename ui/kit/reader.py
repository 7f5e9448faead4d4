"""The reader of segments: views, steps to neighbours, one system's output, tables and charts that lead to segments."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from markupsafe import Markup

from scoring import Metric
from scoring.output.markup import html
from scoring.output.numbers import MISSING
from ui.context import ranking
from ui.context.context import Context
from ui.kit import address, grid
from ui.kit import steps as stepping
from ui.kit import texts as playground
from ui.session import send, state
from ui.store import cache

EDIT_CHARACTERS = 10_000
"""Most characters of an edited hypothesis, unless the original is longer."""

SEGMENTS_OFFERED = 30
ADD_SYSTEM = "Add a second system"
Take = Callable[[int], None]
"""Function that is called with the row that a click has chosen."""

STEPS = (
    stepping.Step("previous", "Previous", "back", "k", "K"),
    stepping.Step("next", "Next", "on", "j", "J"),
)


@dataclass(frozen=True)
class SegmentView:
    """The segment that a reader looks at, with outputs."""

    index: int
    """Index of the segment, from 0."""
    texts: Mapping[str, str]
    """System -> its output, in the order in which they are shown."""
    chosen: str
    """Name of the system that a view of a single output shows."""
    cards: int | None = None
    """Most outputs whose arithmetic is shown; with more outputs only the chosen one's is. None for no limit."""


@dataclass(frozen=True)
class View:
    """A view of a segment by one metric. ``ui/<folder>/one_segment.py`` exports one as ``VIEW``."""

    metric: str
    """Name in METRICS of the metric that the view explains; empty where it explains none."""
    label: str
    """Label by which people choose the view."""
    of_all: bool
    """Whether the view shows all outputs, and not only the chosen one."""
    draw: Callable[[Context, SegmentView], None]
    controls: tuple[str, ...] = ()
    """Parameters of the address that choose what the view shows; a link to the view holds them."""
    is_there: Callable[[Context], bool] = lambda context: bool(context.test_set.references)
    """Whether the test set in use has what the view needs, by default a reference."""
    names_segment: bool = False
    """Whether the tables that the view offers for download have the segment's number in their names."""


def draw_segment_steps(
    context: Context,
    order: np.ndarray,
    index: int,
    texts: Mapping[str, str],
    view: str,
    then: Callable[[], object] = lambda: None,
) -> None:
    """Draw buttons to the previous and next segment in this order, which keys press too, and a link to the Playground.

    ``texts`` maps each shown system to its output; ``view`` is the Playground's view that shows the same. ``then`` is
    as in ``steps.draw_steps``.
    """
    numbers = context.test_set.numbers  # the numbers of this run, which may differ when presses arrive

    def place() -> int:
        """Return the position in the order of the segment in use, or of the next shown one; 0 if it is not listed."""
        shown = min(int(np.searchsorted(numbers, state.segment_number())), len(numbers) - 1)
        return int((order == shown).argmax())

    def go(to: int, heard: stepping.Heard) -> None:
        state.choose_segment(int(numbers[order[to]]), heard)

    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        stepping.draw_steps("steps", STEPS, len(order), place, go, then=then)
        st.markdown(f"**Segment {numbers[index]:,}**, {place() + 1:,} of {len(order):,} listed", width="content")
        segment = context.test_set.segment(index)
        if segment.references:
            segment_texts = playground.segment_texts(segment.source, texts, segment.references)
            address.playground_link(segment_texts, "Open in Playground", view=view)
    if why := state.opening_reason():
        send.html(html.page(Markup("<small>Opened here because {}</small>").format(why)))


def edit_key(context: Context, system: str, index: int) -> tuple[str, int]:
    """Return the name of the reader's edit of an output, and how often the reader went back to the original."""
    place, number = context.test_set.system_names.index(system), context.test_set.numbers[index]
    name = f"what_if_{context.every_segment.identity}_{place}_{number}"
    return name, state.widget_value(name, 0)


def edited_output(context: Context, system: str, index: int) -> str:
    """Return the system's output, or the reader's edit of it."""
    original = context.test_set.system(system).segments[index].as_py()
    name, attempt = edit_key(context, system, index)
    return " ".join(state.widget_value(f"{name}_{attempt}", original).split("\n"))


def draw_output_editor(context: Context, system: str, index: int) -> str:
    """Draw a field in which the reader edits the system's output, and return the text; each output has its own edit."""
    original = context.test_set.system(system).segments[index].as_py()
    name, attempt = edit_key(context, system, index)
    key = f"{name}_{attempt}"
    edited = state.widget_value(key, original)
    with st.expander("What if? Edit the hypothesis", expanded=edited != original, key="what-if"):
        help, max_chars = "Ctrl+Enter, or a click elsewhere, takes it over.", max(EDIT_CHARACTERS, len(original))
        look: Any = {"label_visibility": "collapsed", "persist_state": "session", "help": help}
        st.text_area("Hypothesis", original, max_chars=max_chars, key=key, **look)
        with st.container(horizontal=True, vertical_alignment="center"):
            go_back, same = partial(state.set_widget_value, name, attempt + 1), edited == original
            st.button("Back to the original", key="original", disabled=same, on_click=go_back)
            st.caption("Ctrl+Enter, or a click elsewhere, takes an edit over. The test set itself stays as it is.")
    return edited_output(context, system, index)


def choose_system(context: Context, usual: str | None = None) -> str:
    """Draw the choice of the system whose output is read, the same on every page, and return the system.

    At first it is ``usual``, or else the first one.
    """
    at = context.shown.index(usual) if usual else 0
    return st.selectbox("System", context.shown, at, key="system", width=320, bind="query-params")


def best_systems(context: Context, number: int = 2) -> list[str]:
    """Return the best of the systems shown by the deciding metric, in the order in which they are shown.

    Of systems with exactly the same output only the first is taken, if there are enough others.
    """
    best = ranking.distinct_first(context.test_set, systems_by_rank(context))[:number]
    return [system for system in context.shown if system in best]


def systems_by_rank(context: Context) -> list[str]:
    """Return the systems shown, the best by the deciding metric first; in their own order where nothing scores them."""
    if not context.is_scored:
        return [*context.shown]
    statistics = cache.measure_systems(context.leading, context.test_set)
    return ranking.rank_by_corpus_score(context.leading, statistics, context.shown)


def choose_reference(context: Context) -> str | None:
    """Draw the choice of the reference with which a hypothesis is aligned, and return its name.

    Return None for the reference that gives most, and where there is only one reference.
    """
    names = context.test_set.reference_names
    if len(names) == 1:
        return None
    labels = {None: "the one that gives most"} | {name: name for name in names}
    return address.draw_named_choice("Reference", labels, "reference", width=280, bind="query-params")


def choose_pair(context: Context, by: Metric | None = None, place: Any = None) -> tuple[str, str]:
    """Draw the choice of two systems to compare, the same on every page, and return them; at least two must be shown.

    At first they are the two best by the deciding metric, or the baseline and the best other system. ``by`` is another
    metric that ranks them, ``place`` an existing row for the widgets.
    """
    metric = by or context.leading
    ranked = ranking.rank_by_corpus_score(metric, cache.measure_systems(metric, context.test_set), context.shown)
    best = ranking.distinct_first(context.test_set, ranking.baseline_first(ranked, context.baseline))
    with place or st.container(horizontal=True):
        at = context.shown.index(best[0])
        first = st.selectbox("First", context.shown, at, key="first", width=280, bind="query-params")
        others = [system for system in context.shown if system != first]
        at = others.index(next(system for system in best if system != first))
        second = st.selectbox("Second", others, at, key="second", width=280, bind="query-params")
    return first, second


def leading_table(
    frame: pd.DataFrame,
    segments: np.ndarray,
    key: str,
    height: int,
    formats: grid.Formats = grid.PLAIN,
    then: Callable[[], None] = lambda: None,
    style: grid.Style = grid.as_it_is,
    shown: int | None = None,
) -> int | None:
    """Draw a table whose rows lead to their segments, (n_rows,) indices; return the index of the chosen row, or None.

    A click anywhere on a row chooses it.

    The table scrolls above ``height`` px; ``formats`` are columns' configurations; ``then`` is called when a row was
    chosen; ``style`` is as in ``grid.draw_grid``. ``shown`` is the index of the segment that is read, whose row is
    marked.
    """
    key = f"{key}_{hash((segments.tobytes(), len(frame.columns)))}"  # a selection does not carry over to other rows
    numbers = [state.number_in_file(int(index)) for index in segments]

    def take(row: int) -> None:
        state.choose_segment(numbers[row])
        then()

    marked = None if shown is None else np.flatnonzero(segments == shown).tolist()
    return choosing_table(frame, key, height, take, marked, formats=formats, style=style)


def choosing_table(
    frame: pd.DataFrame, key: str, height: int, take: Take, marked: list[int] | None = None, **look: Any
) -> int | None:
    """Draw a table in which a click chooses a row and calls ``take`` with it; return the index of that row, or None.

    The rows ``marked``, at most one, are shown as chosen; None for the clicked one. ``look`` are formats and style of
    the table.
    """
    _mark_unless_clicked(key, marked)
    chosen, modes = partial(_take_row, key, take), ["single-row", "single-cell"]
    look |= {"most": height, "selection_mode": modes, "placeholder": MISSING}
    event = grid.draw_grid(frame, key=key, on_select=chosen, **look)
    return next(iter(_chosen_rows(event.selection)), None)


def _chosen_rows(selection: Any) -> list[int]:
    """Return the row of a table that a click on a cell, or on the row's box, has chosen; at most one."""
    return [row for row, _ in selection["cells"]] or selection["rows"]


def _take_row(key: str, take: Callable[[int], None]) -> None:
    """Call ``take`` with the row of a clicked cell or box; a callback.

    The browser keeps a row whose box was clicked when a cell is clicked later, and the other way round: the newer click
    counts, and the older one is removed.
    """
    selection = state.widget_value(key).selection
    rows, cells = list(selection.rows), list(selection.cells)
    if rows and cells:
        rows, cells = (rows, []) if rows != state.widget_value(_ticked_rows_key(key)) else ([], cells)
        _select(key, rows, cells)
    chosen = _chosen_rows({"rows": rows, "cells": cells})
    state.set_widget_values({_ticked_rows_key(key): rows, _row_click_key(key): bool(chosen)})
    if chosen:
        take(chosen[0])


def _mark_unless_clicked(key: str, marked: list[int] | None) -> None:
    """Mark the chosen row's box and clear the chosen cell, before a table is drawn.

    This is not done in answer to a click. Streamlit's browser sends a click some time after it was made; if the mark of
    the previous click arrives in between, the browser sends that mark instead, and the click is lost.
    """
    selection = state.widget_value(key, {}).get("selection", {"rows": [], "cells": []})
    rows = _chosen_rows(selection) if marked is None else marked
    is_clicked = state.widget_value(_row_click_key(key), False)
    state.forget([_row_click_key(key)])
    if not is_clicked and (selection["cells"] or selection["rows"] != rows):
        _select(key, rows, [])
        state.set_widget_value(_ticked_rows_key(key), rows)


def _select(key: str, rows: list[int], cells: list[tuple[int, str]]) -> None:
    """Set the chosen rows and cells of a table, before it is drawn."""
    state.set_widget_value(key, {"selection": {"rows": rows, "columns": [], "cells": cells}})


def _ticked_rows_key(key: str) -> str:
    """Return the session's key for the rows of a table whose boxes the server last saw marked."""
    return f"{key}-ticked"


def _row_click_key(key: str) -> str:
    """Return the session's key for whether a click has chosen a row of a table since it was last drawn."""
    return f"{key}-clicked"


def leading_chart(figure: go.Figure, key: str, alt: str, then: Callable[[], None] = lambda: None) -> None:
    """Draw a chart whose points lead to their segments: ``customdata`` holds each segment's index.

    ``then`` is called when a point was chosen.
    """
    take = partial(_take_point, key, state.numbering(), then)
    st.plotly_chart(figure, key=key, alt=alt, on_select=take, selection_mode="points")


def _take_point(key: str, number_of: Callable[[int], int], then: Callable[[], None]) -> None:
    points = [point for point in state.widget_value(key).selection.points if "customdata" in point]
    if points:
        state.choose_segment(number_of(int(np.ravel(points[0]["customdata"])[0])))
        then()


def offer_to_read(index: int, view: str = "") -> None:
    """Draw a button that opens the page Segments at this segment, even if the address does not name it.

    ``view`` is the label of the view in which the segment is shown there; empty for the usual one.
    """
    args = state.number_in_file(index), view
    st.button(
        "Read the chosen segment on the Segments page",
        key="read-segment",
        type="tertiary",
        on_click=_read_segment,
        args=args,
    )


def _read_segment(number: int, view: str) -> None:
    state.choose_segment(number)
    if view:
        state.set_widget_values({"segment_view": view})
    state.open_page_in_next_run("segments")


def offer_segments(segments: np.ndarray, key: str) -> None:
    """Draw buttons for the segments of a chosen row, (n_segments,) indices."""
    offered = [state.number_in_file(index) for index in segments[:SEGMENTS_OFFERED]]
    chosen = f"{key}-segment"
    st.pills(
        f"Segments, the first {len(offered)} of {len(segments)}" if len(segments) > len(offered) else "Segments",
        offered,
        key=chosen,
        on_change=lambda: _open_segment(state.widget_value(chosen)),
    )


def _open_segment(number: int | None) -> None:
    """Go to the segment of this number; do nothing for None."""
    if number:
        state.choose_segment(number)


def offer_second_system(context: Context, purpose: str) -> None:
    """Say what a second system is needed for, and offer a way to it."""
    with st.container(horizontal=True, vertical_alignment="center", key="second-system"):
        send.html(html.page(Markup("<div>{}</div>").format(purpose)), "content")
        if len(context.every_segment.systems) > 1:
            st.button("Show all systems", key="show-all", on_click=state.set_widget_value, args=("systems", []))
        else:
            address.page_link("data", ADD_SYSTEM)
