"""Where do systems differ, and why? Every segment, its n-gram matches, and the arithmetic of its score."""

from functools import partial
from typing import Final

import numpy as np
import streamlit as st

from ui import state, views
from ui.context import Context, in_use
from ui.kit import address, layout, ranking, reader
from ui.kit.view import Looked, View
from ui.segments import listing
from ui.store import cache, opening, waiting

KEPT: Final = "session"
"""What is set stays while other pages are visited."""
DIFFERENCE = "difference of two systems"
BEST_SHOWN = 6
"""With more systems than this the page starts with the best ones; the sidebar chooses others."""


def main() -> None:
    context = in_use()
    waiting.when_measured(context.bleu, context.test_set, partial(show, context))


def show(context: Context, statistics: cache.Statistics) -> None:
    found = cache.scores(context.bleu, context.test_set)
    scores = {system: found[system] for system in context.shown}
    lengths = context.bleu.column(statistics[context.shown[0]], "reference_length")
    order, extra = choose_order(context, scores, lengths)
    if not len(order):
        st.info("No segment passes these filters. Widen the ranges or clear the search.")
        return
    open_at_difference(context, statistics, order)
    show_table(context, scores | extra, lengths, order)
    show_reader(context, statistics, order)


def open_at_difference(context: Context, statistics: cache.Statistics, order: np.ndarray) -> None:
    """Where the two best systems differ most, of what is listed."""
    if len(context.shown) < 2 or not state.must_open():
        return
    scores = ranking.corpus_scores(context.bleu, statistics)
    first, second = sorted(context.shown, key=lambda system: -scores[system])[:2]
    places = np.intersect1d(opening.readable(context.test_set, first), order)
    by_segment = [context.bleu.score(statistics[system][places]) for system in (first, second)]
    found = opening.largest(abs(by_segment[0] - by_segment[1]), places)
    if found is not None:
        state.open_at(found, f"the two best systems, {first} and {second}, differ most in it.")


def show_reader(context: Context, statistics: cache.Statistics, order: np.ndarray) -> None:
    """The selected segment; the first one listed where filters left it out."""
    index = state.segment(len(context.test_set))
    if index not in order or state.first_asked():
        state.move_to_segment(int(order[0]))
    shown = context.shown if state.current("systems") else best(context, statistics)
    hypotheses = context.test_set.segment(index).hypotheses
    texts = {system: hypotheses[system] for system in shown}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        view = choose_view()
        chosen = shown[0] if view.of_all else reader.choose_system(context)
    reader.steps(context, order, index, texts, view.label)
    if view.of_all and len(shown) < len(context.shown):
        st.caption(f"The best {len(shown)} of {len(context.shown)} systems. Choose others under Systems shown.")
    looked = Looked(index, texts | {chosen: hypotheses[chosen]}, chosen)
    waiting.when_compiled(lambda: view.draw(context, looked))


def choose_view() -> View:
    """How the segment is looked at: its n-grams, unless another metric's view is chosen."""
    names = list(views.VIEWS)
    return views.VIEWS[address.one_of("View", names, names[0], "segment_view")]


def choose_order(context: Context, scores: dict[str, np.ndarray], lengths: np.ndarray) -> tuple[np.ndarray, dict]:
    """The indices of the segments that pass the filters, in the order asked for, and the columns that it goes by."""
    keys = {"file order": np.arange(len(lengths)), "reference length": lengths}
    keys |= {listing.score_column(system): values for system, values in scores.items()}
    extra = {}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        options = [*keys, DIFFERENCE] if len(scores) > 1 else list(keys)
        by = st.selectbox("Sort by", options, key="sort_by", persist_state=KEPT, width=280, on_change=start_at_the_top)
        if by == DIFFERENCE:
            keys[by] = extra[DIFFERENCE] = choose_difference(context, scores)
        descending = st.toggle(
            "Largest first", key="sort_descending", persist_state=KEPT, on_change=state.to_first_segment
        )
        with st.popover("Filter", icon=":material/filter_list:"):
            filters = choose_filters(context, lengths)
    try:
        passed = listing.keep(context.test_set, scores, lengths, filters)
    except ValueError as error:
        st.error("The search pattern is not a regular expression that can be read:")
        st.code(str(error), language=None)
        passed = np.ones(len(lengths), bool)
    return listing.ordered(np.flatnonzero(passed), keys[by], descending), extra


def start_at_the_top() -> None:
    """Whoever sorts by a difference looks for the largest; whoever sorts looks at the first."""
    state.offer("sort_descending", state.current("sort_by") == DIFFERENCE)
    state.to_first_segment()


def choose_difference(context: Context, scores: dict[str, np.ndarray]) -> np.ndarray:
    systems = list(context.shown)
    first = st.selectbox("A", systems, key="difference_a", persist_state=KEPT, width=200)
    second = st.selectbox("minus B", systems, index=1, key="difference_b", persist_state=KEPT, width=200)
    return scores[first] - scores[second]


def choose_filters(context: Context, lengths: np.ndarray) -> listing.Filters:
    places = list(listing.places(context.test_set))
    pattern = st.text_input("Search", key="search", persist_state=KEPT, placeholder="a word, or a regular expression")
    is_regex = st.toggle("Regular expression", key="search_is_regex", persist_state=KEPT)
    where = st.selectbox("Search in", places, key="search_in", persist_state=KEPT)
    score_of = st.selectbox(
        "Score of",
        [None, *context.shown],
        key="score_of",
        persist_state=KEPT,
        format_func=lambda name: name or "any system shown",
    )
    low, high = st.slider("BLEU from, to", 0.0, 100.0, (0.0, 100.0), key="score_range", persist_state=KEPT)
    shortest, longest = int(lengths.min()), int(lengths.max())
    span = None
    if shortest < longest:
        span = st.slider(
            "Reference length from, to",
            shortest,
            longest,
            (shortest, longest),
            key=f"length_{longest}",
            persist_state=KEPT,
        )
    return listing.Filters(pattern, where, is_regex, score_of, (low, high), span)


def show_table(context: Context, scores: dict[str, np.ndarray], lengths: np.ndarray, order: np.ndarray) -> None:
    """The list; ``scores`` holds the difference too where it is sorted by one."""
    segments = order[choose_part(context, order)]
    frame = listing.table(context.test_set, scores, lengths, segments)
    number = st.column_config.NumberColumn
    columns = {
        "#": number(width=60),
        frame.columns[1]: st.column_config.TextColumn(width=240),
        "length": number(width=70),
        **{listing.score_column(name): number(name, format="%.2f") for name in scores},
    }
    reader.leading_table(frame, segments, "segment_table", layout.SHORT_TABLE, columns)
    st.caption("BLEU of each system. Previous and Next follow Sort by.")


def choose_part(context: Context, order: np.ndarray) -> slice:
    """The rows of a long list that are shown: unless another part is chosen, those with the selected segment."""
    parts = listing.parts(len(order))
    if len(parts) == 1:
        return parts[0]
    places = np.flatnonzero(order == state.segment(len(context.test_set)))
    here = int(places[0]) // listing.PART if len(places) else 0
    labels = [f"{part.start + 1:,} to {part.stop:,} of {len(order):,}" for part in parts]
    key = f"rows_{len(order)}_{here}"  # the selected segment's part is shown again when it is another one
    return parts[labels.index(st.selectbox("Rows", labels, index=here, key=key, width=280))]


def best(context: Context, statistics: cache.Statistics) -> tuple[str, ...]:
    """The systems with the highest corpus BLEU, in the test set's order."""
    scores = ranking.corpus_scores(context.bleu, statistics)
    highest = sorted(context.shown, key=lambda system: -scores[system])[:BEST_SHOWN]
    return tuple(system for system in context.shown if system in highest)


main()
