"""What does a change do to every number, and why? One segment of the reader's own, in every metric and every view."""

from functools import partial
from typing import Any

import streamlit as st

from scoring import METRICS
from scoring.output.markup.colors import system_colors
from scoring.studies import metric_choice
from ui import views
from ui.context import language
from ui.context.context import Context
from ui.context.filters import NO_FILTERS
from ui.kit import address, exports, layout, leaderboard
from ui.kit import texts as playground
from ui.kit.reader import SegmentView
from ui.session import state
from ui.session.settings import score_options, setting_keys
from ui.store import cache, waiting

NAMES = {"hypotheses": "output", "references": "reference"}
TITLES = {"hypotheses": "Outputs", "references": "References"}
CARDS = 3
"""Most hypotheses whose arithmetic is shown side by side; with more, only the chosen one's is shown."""
ALL_VIEWS = "All"
CONTROLS = ("view", "hypothesis", *views.CONTROLS)
"""Parameters of the view; the other parameters of a link are the settings."""
INPUT_HELP = (
    "One text per line. An empty line is an empty text. You can put a name and a tab before a text, as in two columns"
    " of a spreadsheet. Press Ctrl+Enter, or click elsewhere, to apply a change."
)


def main() -> None:
    unreadable = read_address()
    texts, problem, tools = write_texts()
    if unreadable:
        st.error(f"{unreadable} The texts below are not from this link.")
    code = "" if problem else playground.encode(texts)
    if not unreadable:
        state.give_text(code if playground.fits(code) else "")
    if problem:
        st.error(problem)
        return
    waiting.when_compiled(partial(show_playground, playground_context(texts), code, tools))


def read_address() -> str | None:
    """Put the texts of a link, or of Back, into the boxes; return why they cannot be read, else None."""
    texts_of_link = unreadable = None
    try:
        texts_of_link = state.text_from_address(playground.decode_link)
    except ValueError as error:
        unreadable = str(error)
    if texts_of_link and state.asked_in_address("view") is None:
        state.set_widget_value("view", address.USUAL_VIEW)  # a choice keeps its value over an address that names none
    texts = texts_of_link or (playground.EXAMPLE if state.widget_value(box("hypotheses")) is None else None)
    if texts is not None:
        for name in ("source", *NAMES):
            state.set_widget_value(box(name), getattr(texts, name))
    return unreadable


def box(name: str) -> str:
    """Return the key of a text box."""
    return f"playground_{name}"


def write_texts() -> tuple[playground.Texts, str | None, Any]:
    """Draw the text boxes, each with the number of its texts; return texts, problem and toolbar.

    The problem is the reason why the texts are not scored, or None. The toolbar is a container beneath the boxes.
    """
    texts = playground.Texts(**{name: state.widget_value(box(name), "") for name in ("source", *NAMES)})
    problem, boxes = playground.text_problem(texts), {}
    for column, (name, one) in zip(st.columns(2), NAMES.items(), strict=True):
        count = "too much" if problem else playground.count_phrase(playground.entries(getattr(texts, name), one))
        with column:
            boxes[name] = draw_text_box(name, f"{TITLES[name]}: {count}", INPUT_HELP)
    tools = st.container(horizontal=True)
    with tools, st.expander("Source (optional)", expanded=bool(texts.source)):
        source = draw_text_box("source", "Source", "It is shown above the references and changes no score.")
    return playground.Texts(source, **boxes), problem, tools


def draw_text_box(name: str, label: str, help: str) -> str:
    height, max_chars = playground.box_height(state.widget_value(box(name))), playground.LONGEST_TEXT
    look: Any = {"persist_state": "session", "on_change": state.keep_text}
    return st.text_area(label, height=height, key=box(name), help=help, max_chars=max_chars, **look)


def playground_context(texts: playground.Texts) -> Context:
    """Return a context of the texts written here, in place of the test set in use, with the sidebar's settings."""
    test_set = playground.one_segment_set(texts).owned_by(state.visitor())
    names = test_set.system_names
    colors, options = system_colors(names), score_options()
    return Context(test_set, names, colors, options, NO_FILTERS, written_choice=metric_choice.EVERY)


def show_playground(context: Context, code: str, tools: Any) -> None:
    language.say_unfit(context)
    metrics = {name: context.metric(name) for name in METRICS}
    scores = {name: cache.score_systems(metric, context.test_set) for name, metric in metrics.items()}
    exports.offer_table(leaderboard.leaderboard_table(context, scores, "hypothesis"), "Scores")
    with layout.controls("view"):
        offered = {name: view for name, view in views.VIEWS.items() if view.is_there(context)}
        choice = address.draw_single_choice(
            "View", [*offered, ALL_VIEWS], address.USUAL_VIEW, "view", label_visibility="collapsed"
        )
        is_looked_at = choice == ALL_VIEWS or not offered[choice].of_all or len(context.shown) > CARDS
        hypothesis = choose_hypothesis(context) if is_looked_at else context.shown[0]
    segment_view = SegmentView(0, context.test_set.segment(0).hypotheses, hypothesis, CARDS)
    for name, view in offered.items():
        if choice == ALL_VIEWS:
            st.header(name)
        if choice in (ALL_VIEWS, name):
            view.draw(context, segment_view)
    with tools:
        with st.popover("Signatures", key="playground-signatures"):
            st.caption("Compare two numbers only if their signatures are equal. The settings are in the sidebar.")
            leaderboard.signatures(context)
        if not playground.fits(code):
            st.warning(playground.long_link_sentence(code))
            return
        with st.popover("Link", icon=":material/link:", key="playground-link"):
            st.caption("The link contains the texts, the view and the settings. It is also in the address bar.")
            st.code(state.link(code, (*setting_keys(), *CONTROLS)), language=None, wrap_lines=True)


def choose_hypothesis(context: Context) -> str:
    """Return the output that views of a single output show."""
    if len(context.shown) == 1:
        return context.shown[0]
    if state.widget_value("hypothesis", context.shown[0]) not in context.shown:
        state.set_widget_value("hypothesis", context.shown[0])
    return st.selectbox("Output", context.shown, key="hypothesis", width=260, bind="query-params")


main()
