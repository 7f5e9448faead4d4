"""The view in which outputs are realigned: offered where lines do not fit, used if the visitor accepts the result."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring import TestSet
from scoring.formats import Column
from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.realignment.realigned_system import RealignedSystem
from scoring.studies.missing_line import MissingLine, find_missing_line
from scoring.studies.realignment import (
    MAX_LISTED,
    RealignmentRequest,
    RealignmentResult,
    TextsToRealign,
    run,
)
from server.engine.tasks import Task, Tell
from ui.data import keeping
from ui.data.keeping import Draft
from ui.data.realign import border_rows, borders
from ui.data.realign.streams import realigned_columns, texts_to_realign
from ui.kit import address, layout
from ui.session import send, state
from ui.store import cache, waiting

PLACE = "realigning"
"""Place on the page that shows the progress."""
OPEN, EDITS = "realigned_draft", "moved_borders"
"""The session's keys for the number of the draft whose outputs are realigned, and for the borders that were moved."""
DOUBTFUL_ONLY, ALL_SEGMENTS = "Doubtful ones", "All"
BORDER_HELP = (
    "Drag a border to another word. By keys: ↑ ↓ choose a border, ← → move it by a word, Shift by five, Backspace puts"
    " it back. Confidence is how sure a cut is, from 0 to 1. Reloading the page loses your moves."
)
OFFER = (
    "Or realign: the lines of {} are joined and cut again into the references' {}, with the fewest word errors. You see"
    " every border and can move it."
)
MovedBorders = Mapping[str, border_rows.Edits]
"""System -> its borders that were moved."""


def offer_realignment(draft: Draft, columns: Sequence[Column], whole: TestSet | None = None) -> None:
    """Offer to realign outputs, if this is possible; ``whole`` is the test set to which they would be added."""
    texts = texts_to_realign(columns, whole, draft.documents)
    if texts is None:
        return
    names = ", ".join(texts.systems)
    with st.container(horizontal=True, vertical_alignment="center", key="offer-realignment"):
        st.text(OFFER.format(names, counted(len(texts), "segment")), width="stretch")
        st.button("Realign", key="realign", on_click=_open, args=(draft, list(columns)))


def offer_empty_line(draft: Draft, columns: Sequence[Column]) -> None:
    """Offer to put one empty line into an output that lacks one line, if this makes it line up."""

    def look(tell: Tell) -> list[MissingLine]:
        return [missing_line] if (missing_line := find_missing_line(columns)) else []

    def draw(places: list[MissingLine]) -> None:
        for missing_line in places:
            with st.container(horizontal=True, vertical_alignment="center", key="offer-empty-line"):
                st.text(missing_line.sentence, width="stretch")
                label, args = f"Put one empty line at {missing_line.line:,}", (draft, missing_line)
                st.button(label, key="empty-line", type="primary", on_click=_put_empty_line, args=args)

    names_and_roles = tuple((column.name, column.role.value) for column in columns)
    task = Task(cache.STATISTICS, ("missing line", draft.number, names_and_roles), look)
    waiting.when_ready("missing-line", [task], draw, "Looking for the missing line.")


def _put_empty_line(draft: Draft, missing_line: MissingLine) -> None:
    keeping.keep_draft(draft.changed(columns=list(missing_line.columns)))


def _open(draft: Draft, columns: list[Column]) -> None:
    changed = draft.changed(columns=columns)
    keeping.keep_draft(changed)
    state.set_widget_values({OPEN: changed.number, EDITS: {}})


def is_open() -> bool:
    """Return whether the view of realigned outputs is open."""
    draft = keeping.current_draft()
    return draft is not None and state.widget_value(OPEN) == draft.number


def draw_realignment() -> None:
    """Draw the view of realigned outputs once they are computed, or say why realigning is impossible."""
    draft = keeping.current_draft()
    texts = None if draft is None else texts_to_realign(draft.columns, _set_in_use(), draft.documents)
    st.subheader("Realign", anchor=False)
    if draft is None or texts is None:
        _draw_way_back("These outputs no longer need it: they have the references' segments.")
        return
    doing = f"Cutting {counted(len(texts.systems), 'output')} into {counted(len(texts), 'segment')}."
    result = waiting.result_or_progress(PLACE, _realignment_task(draft, texts), doing)
    if isinstance(result, str):
        _draw_way_back(result)
    elif result is not None:
        _draw_result(draft, texts, result)


def _set_in_use() -> TestSet | None:
    return cache.named_set(state.chosen_set(), state.visitor())


def _realignment_task(draft: Draft, texts: TextsToRealign) -> Task[RealignmentResult | str]:
    """Return the task that realigns the outputs; its result is a text if this is impossible."""

    def realign(tell: Tell) -> RealignmentResult | str:
        try:
            return run(RealignmentRequest(), texts, tell)
        except ValueError as error:
            return str(error)

    return Task(cache.STATISTICS, ("realign", draft.number, state.chosen_set()), realign)


def _draw_way_back(why: str) -> None:
    st.error("This cannot be realigned:")
    st.code(why, language=None, wrap_lines=True)
    st.button("Back to the files", key="realign-back", on_click=_close)


def _close() -> None:
    state.set_widget_value(OPEN, None)


def _draw_result(draft: Draft, texts: TextsToRealign, result: RealignmentResult) -> None:
    moved: MovedBorders = state.widget_value(EDITS, {})
    systems = {of.name: border_rows.move_borders(of, moved.get(of.name, {})) for of in result.systems}
    edited = RealignmentResult(tuple(systems.values()), result.tokenizer, result.streams)
    summary = st.container()
    with layout.controls("realign"):
        name = result.systems[0].name
        if len(systems) > 1:
            name = address.draw_named_choice("Output", {one: one for one in systems}, "realign-output", width=240)
        computed = result.system(name)
        look_at = border_rows.segments_to_look_at(computed)
        shown = _choose_rows(computed, look_at)
        n_pages = border_rows.count_pages(shown)
        page = st.pagination(n_pages, key=f"realign-page-{name}-{len(shown)}") if n_pages > 1 else 1
    with summary:
        _say(RealignmentResult((systems[name],), result.tokenizer, result.streams), systems[name])
        with st.container(horizontal=True, vertical_alignment="center"):
            label = "Use the realigned output" if len(systems) == 1 else "Use the realigned outputs"
            st.button(label, key="use-realigned", type="primary", on_click=_use, args=(draft, edited))
            disabled = not moved.get(name)
            st.button("Undo all moves", key="realign-undo", disabled=disabled, on_click=_keep_edits, args=(name, {}))
            st.button("Back to the files", key="realign-back", on_click=_close)
            _show_leftovers(systems[name])
    st.caption(BORDER_HELP)
    rows = border_rows.border_rows(computed, systems[name], texts, border_rows.page_segments(shown, page))
    heads = ["Confidence", "Reference", f"Output of {name}"]
    payload = {"label": f"Segments of {name}", "heads": heads, "rows": rows}
    borders.draw_borders(payload, partial(_take_moves, name, computed))


def _choose_rows(system: RealignedSystem, look_at: Sequence[int]) -> Sequence[int]:
    """Draw the choice between doubtful and all segments, and return the chosen ones' indices.

    At first these are the doubtful ones with their neighbours, if there are any.
    """
    if not look_at or len(look_at) == len(system):
        return range(len(system))
    options = {DOUBTFUL_ONLY: look_at, ALL_SEGMENTS: range(len(system))}
    chosen = st.segmented_control("Segments", [*options], default=DOUBTFUL_ONLY, key="realign-rows", required=True)
    return options[chosen or DOUBTFUL_ONLY]


def _say(result: RealignmentResult, system: RealignedSystem) -> None:
    """Say how many words are wrong, and what is doubtful."""
    n_left = len(system.leftovers)
    sentences = result.sentences()
    n_listed = min(n_left, MAX_LISTED) + (n_left > MAX_LISTED)
    first, *others = sentences[: len(sentences) - n_listed]
    template = Markup('<p class="statement" dir="auto">{}</p><small dir="auto">{}</small>')
    send.html(html.page(template.format(first, " ".join(others))))


def _show_leftovers(system: RealignedSystem) -> None:
    """Draw, folded, the segments that have far more or far fewer words than their reference."""
    if n_left := len(system.leftovers):
        with st.popover(f"{counted(n_left, 'segment')} too long or too short", key="leftovers"):
            st.text("\n".join(map(str, system.leftovers)))


def _take_moves(name: str, computed: RealignedSystem, moves: Any) -> None:
    moved: MovedBorders = state.widget_value(EDITS, {})
    _keep_edits(name, border_rows.merge_moves(computed, moved.get(name, {}), moves))


def _keep_edits(name: str, edits: border_rows.Edits) -> None:
    moved: MovedBorders = state.widget_value(EDITS, {})
    state.set_widget_value(EDITS, {**moved, name: edits})


def _use(draft: Draft, edited: RealignmentResult) -> None:
    """Put the realigned outputs in the place of the dropped ones, and close the view; a callback."""
    keeping.keep_draft(draft.changed(columns=realigned_columns(draft.columns, edited.outputs())))
    _close()
