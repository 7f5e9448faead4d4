"""Two systems, any metric: who leads, how surely, and what makes the difference."""

from concurrent.futures import Future
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from scoring import METRICS, Metric
from scoring.contrast import A, B, Contrast
from scoring.significance import leave_one_out
from ui import bucketing, cache, compare, compare_charts, compare_tables, reader, report, state, widgets
from ui.compare import Pair
from ui.context import Context, in_use
from ui.differences import ONE_SEGMENT, probability

BOUND = {"bind": "query-params"}
POLL_SECONDS = 0.4
TABLE_HEIGHT = 248
HALF = 455
"""px of what stands beside something as wide, or above it where both do not fit."""
EXAMPLES = 3
EITHER = "either"
LABELS = {kind.label: name for name, kind in METRICS.items()}
"""What people read -> the metric's name."""
KINDS = {
    "Confirmed": "n-grams that a reference has. Each counts where one output has it, up to as often as the reference"
    " that has it most, and the other has not; in one segment only one of the two can win it.",
    "Unconfirmed": "n-grams that no reference has, or not so often, and that one output has and the other has not.",
    "Over- and under-produced": "n-grams that an output has more or less often than the references have on the mean.",
}
Z_SAYS = (
    " The columns A and B count these wins. Ranked by z, the signed root of McNemar's statistic, (A − B) / √(A + B). p"
    " is the exact two-sided binomial one, of this n-gram alone: of 100 n-grams without any difference up to 5 have"
    " p ≤ 0.05."
)
G_SAYS = (
    " Ranked by Dunning's G², the log-likelihood ratio of the n-gram's two rates among all n-grams of its order; below"
    " 0 it is under-produced. Listed is what is more, or less, both in number and in rate."
)


NGRAM_FORMATS = {
    "z": ("%.2f", 48),
    "p": ("%.2g", 56),
    "output": ("%.0f", 62),
    "references": ("%.1f", 85),
    "G²": ("%.1f", 62),
}
"""How a column is written, and its width in px."""


def main() -> None:
    context = in_use()
    st.title("Compare")
    st.caption(
        "What makes the difference between two systems? Which segments, n-grams, and kinds of segments and words speak"
        " for A, the first and blue one, and which for B, the second and orange one?"
    )
    if len(context.shown) < 2:
        st.info("A comparison takes two systems. Show another one in the sidebar, or upload more outputs together.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        with st.container(width="content"):
            names = reader.choose_pair(context)
        metric = context.metric(LABELS[st.selectbox("Metric", list(LABELS), key="compare_metric", width=160, **BOUND)])
    widgets.when_compiled(partial(count, context, metric, names))


def count(context: Context, metric: Metric, names: tuple[str, str]) -> None:
    futures = [
        cache.statistics_later(metric, context.test_set),
        cache.contrast_later(context.bleu, context.test_set, names),
    ]
    draw = partial(show, context, metric, names, futures)
    widgets.when_ready(futures, draw, f"Computing {metric.label} of every system.", POLL_SECONDS)


def show(context: Context, metric: Metric, names: tuple[str, str], futures: list[Future]) -> None:
    test_set, (measured, counted) = context.test_set, futures
    statistics = tuple(measured.result()[name] for name in names)
    contrast = counted.result()
    pair = compare.make_pair(metric, names, statistics, [test_set.system(name).segments for name in names])
    tested = cache.comparison_later(metric, test_set, names)
    summary = st.container()
    scored = bucketing.scores(context, pair, contrast)
    with summary:
        show_summary(pair, tested, scored)
    show_scores(pair, tested)
    show_segments(context, pair, statistics)
    show_ngrams(pair, contrast)
    bucketing.show(context, pair, contrast, scored)


def show_summary(pair: Pair, tested: Future, scored: dict[str, Future]) -> None:
    def draw() -> None:
        pairs = tested.result().pairs[0] if finished(tested) else None
        ready = all(finished(future) for future in scored.values())
        buckets = {by: bucketing.segment_scores(future.result()) for by, future in scored.items()} if ready else None
        st.html(compare.summary(pair, pairs, buckets))

    waiting_for = "Resampling the segments: how surely, and in which buckets it turns round."
    widgets.fill_in(draw, [tested, *scored.values()], POLL_SECONDS, waiting_for)


def finished(future: Future) -> bool:
    return future.done() and future.exception() is None


def show_scores(pair: Pair, tested: Future) -> None:
    st.header("By how much, and how surely?", anchor="scores")
    widgets.when_ready([tested], partial(draw_scores, pair, tested), "Shuffling the segments.", POLL_SECONDS)


def draw_scores(pair: Pair, tested: Future) -> None:
    found = tested.result()
    frame = compare_tables.scores_table(pair, found.bootstrap)
    number = st.column_config.NumberColumn
    numbers = {name: number(format="%.2f") for name in (pair.metric.label, "from", "to")}
    st.dataframe(frame, hide_index=True, height="content", column_config=numbers, placeholder=report.UNDEFINED)
    trials = found.tested.trials
    resampled = f"From and to: 95 % intervals of the paired bootstrap with {found.bootstrap.trials:,} resamples."
    st.caption(
        f"p = {probability(found.pairs[0].p_value)}: of {trials:,} shuffles, which swap the outputs of each segment"
        " at random, so large a share makes a difference at least as large. A small p says that the test set is enough"
        " to tell the systems apart, not that the difference matters. It is this pair's alone, not corrected for"
        f" other pairs. {resampled if found.bootstrap.n_segments > 1 else ONE_SEGMENT}"
    )
    widgets.downloads(frame, "compare-scores")


def show_segments(context: Context, pair: Pair, statistics: tuple[np.ndarray, np.ndarray]) -> None:
    st.header("Which segments?", anchor="segments")
    wins = pair.wins
    st.caption(
        f"A wins {wins.a:,}, B wins {wins.b:,}, {wins.ties:,} level"
        f"{f', {wins.undefined:,} without a score' if wins.undefined else ''}."
        f"{'' if pair.metric.higher_is_better else f' Lower {pair.metric.label} is better.'}"
        " Choose a point or a row: it becomes the segment below and on every other page."
    )
    index = state.segment(len(context.test_set))
    left, right = side_by_side()
    with left:
        reader.leading_chart(compare_charts.scatter(pair, index), "compare-scatter", "Segment scores of A and B")
    with right:
        st.plotly_chart(compare_charts.histogram(pair), key="compare-histogram", alt="Differences of segment scores")
    st.subheader("The largest differences")
    side = st.segmented_control("In favour of", [EITHER, "A", "B"], default=EITHER, key="compare_side", required=True)
    order = compare.by_difference(pair, compare_tables.SIDES.get(side, 0))
    influence = leave_one_out(pair.metric, *statistics)
    frame = compare_tables.segments_table(pair, context.test_set, order[: compare_tables.LISTED], influence)
    reader.leading_table(frame, order[: compare_tables.LISTED], "compare_segments", TABLE_HEIGHT, **formats(pair))
    st.caption("Influence: by how many points the segment moves the difference A − B of the corpus scores.")
    every = compare_tables.segments_table(pair, context.test_set, np.arange(len(influence)), influence)
    widgets.downloads(every, "compare-segments")
    show_chosen(context, pair, order, index)


def side_by_side() -> tuple:
    """Two places, one above the other where both do not fit."""
    with st.container(horizontal=True, gap="medium"):
        return st.container(width=HALF), st.container(width="stretch")


def formats(pair: Pair) -> dict:
    """How the columns of scores are written; A and B stand for the systems' names."""
    number = st.column_config.NumberColumn
    sides = {name: number(side, format="%.2f", width=80) for side, name in compare_tables.columns(pair).items()}
    others = {name: number(format="%+.2f", width=80) for name in ("A − B", "influence")}
    return {"#": number(width=60)} | sides | others


def show_chosen(context: Context, pair: Pair, order: np.ndarray, index: int) -> None:
    """The segment in use, and those with the largest differences, both outputs side by side."""
    options = context.bleu.tokenize, context.bleu.lowercase
    hypotheses = context.test_set.segment(index).hypotheses
    reader.steps(context, order, index, {name: hypotheses[name] for name in pair.names}, "n-grams")
    st.html(compare.legend())
    st.html(compare.side_by_side(pair, [context.test_set.segment(index)], *options))
    widgets.page_link("segments", "Read the chosen segment on the Segments page")
    examples = [int(number) for number in order[: EXAMPLES + 1] if number != index][:EXAMPLES]
    if not examples:
        return
    with st.expander(f"The top {len(examples)} of the list side by side", expanded=True, key="compare-examples"):
        st.html(compare.side_by_side(pair, [context.test_set.segment(number) for number in examples], *options))


def show_ngrams(pair: Pair, contrast: Contrast) -> None:
    st.header("Which n-grams?", anchor="ngrams")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = st.segmented_control("Kind", list(KINDS), default="Confirmed", key="compare_kind", required=True)
        orders = ["all", *range(1, contrast.counts.max_order + 1)]
        order = st.segmented_control("Length", orders, default="all", key="compare_order", required=True)
    order = None if order == "all" else order
    produced = kind not in ("Confirmed", "Unconfirmed")
    st.caption(KINDS[kind] + (G_SAYS if produced else Z_SAYS) + " Tokenizer and case are those of the sidebar.")
    if produced:
        show_production(pair, contrast, order)
        return
    wins = contrast.confirmed if kind == "Confirmed" else contrast.unconfirmed
    for column, (name, side) in zip(side_by_side(), compare_tables.SIDES.items(), strict=True):
        with column:
            st.markdown(f"**{kind} in {name}, not in {'B' if name == 'A' else 'A'}**")
            show_ngram_table(pair, *compare_tables.wins_table(pair, wins, side, order), f"{kind.lower()}-{name}")


def show_production(pair: Pair, contrast: Contrast, order: int | None) -> None:
    which = st.segmented_control("Output of", ["A", "B"], default="A", key="compare_output", required=True)
    made = contrast.production["AB".index(which)]
    for column, (name, side) in zip(side_by_side(), (("Over", A), ("Under", B)), strict=True):
        with column:
            st.markdown(f"**{name}-produced by {which}**")
            found = compare_tables.production_table(made, side, order)
            show_ngram_table(pair, *found, f"{name.lower()}-produced-{which}")


def show_ngram_table(pair: Pair, frame: pd.DataFrame, segments: list[np.ndarray], name: str) -> None:
    if frame.empty:
        st.info("There is none.")
        return
    number = st.column_config.NumberColumn
    sides = {column: number(side, width=36) for side, column in compare_tables.columns(pair).items()}
    numbers = {column: number(format=form, width=width) for column, (form, width) in NGRAM_FORMATS.items()}
    numbers["in segments"] = number("seg.", width=42, help="segments that hold it")
    firsts = np.array([found[0] for found in segments])
    text = {"n-gram": st.column_config.TextColumn(width=160)}
    row = reader.leading_table(frame, firsts, f"compare_{name}", TABLE_HEIGHT, **text, **sides, **numbers)
    if row is not None and row < len(segments):
        reader.offer_segments(segments[row], f"compare_{name}")
    widgets.downloads(frame, f"compare-{name}")


main()
