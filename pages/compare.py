"""Two systems, any metric: who leads, how surely, and what makes the difference."""

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from scoring import METRICS, Metric
from scoring.analysis.contrast import A, B, Contrast
from scoring.analysis.pair import ScoredPair, by_difference, scored_pair
from scoring.analysis.turns import Bucketed
from scoring.markup import verdict as card
from scoring.numbers import MISSING
from scoring.significance import Verdicts, leave_one_out, words
from scoring.significance.decision import decide
from ui import state
from ui.compare import bucketing, charts, jobs, outputs, tables
from ui.compare.summary import summary, undefined
from ui.context import Context, in_use
from ui.kit import address, columns, exports, grid, layout, links, reader, send
from ui.report import menu
from ui.significance import jobs as significance_jobs
from ui.significance import testing
from ui.store import cache, waiting
from ui.store.tasks import Task
from ui.verdict import measures
from ui.verdict.elsewhere import show_elsewhere

EXAMPLES = 3
EITHER = "either"
CONFIRMED, UNCONFIRMED, PRODUCED = "Confirmed", "Unconfirmed", "Over- and under-produced"
KINDS = {
    CONFIRMED: "n-grams that a reference has. Each counts where one output has it, up to as often as the reference"
    " that has it most, and the other has not; in one segment only one of the two can win it.",
    UNCONFIRMED: "n-grams that no reference has, or not so often, and that one output has and the other has not.",
    PRODUCED: "n-grams that an output has more or less often than the references have on the mean.",
}
Z_SAYS = (
    " The columns A and B count these wins. Ranked by z, the signed root of McNemar's statistic, (A − B) / √(A + B). p"
    " is the exact two-sided binomial one, of this n-gram alone: of 100 n-grams without any difference up to 5 have"
    " p ≤ 0.05. It takes each win for one by itself, so that a word which one text repeats makes it too small."
)
G_SAYS = (
    " Ranked by Dunning's G², the log-likelihood ratio of the n-gram's two rates among all n-grams of its order; below"
    " 0 it is under-produced. Listed is what is more, or less, both in number and in rate."
)


NGRAM_FORMATS = {
    "z": ("%.2f", 48),
    "p": (None, 72),
    "output": ("%.0f", 62),
    "references": ("%.1f", 85),
    "G²": ("%.1f", 62),
}
"""How a column is written, and its width in px."""


def main() -> None:
    context = in_use()
    st.caption("A is the first system, in blue; B the second, in orange.")
    with waiting.places("tested", "buckets"):
        draw(context)


def draw(context: Context) -> None:
    if len(context.shown) < 2:
        st.info("A comparison takes two systems. Show another one in the sidebar, or upload more outputs together.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        with st.container(width="content"):
            names = reader.choose_pair(context)
        labels = {name: metric.label for name, metric in METRICS.items()}
        metric = context.metric(address.named("Metric", labels, "compare_metric", 160))
    waiting.when_compiled(partial(count, context, metric, names))


def count(context: Context, metric: Metric, names: tuple[str, str]) -> None:
    tasks: list[Task[Any]] = [
        cache.measuring(metric, context.test_set),
        jobs.contrast(context.bleu, context.test_set, names),
    ]
    draw = partial(show, context, metric, names)
    waiting.when_ready("compared", tasks, draw, f"Computing {metric.label} of every system.")


def show(
    context: Context, metric: Metric, names: tuple[str, str], measured: cache.Statistics, contrast: Contrast
) -> None:
    test_set = context.test_set
    statistics = measured[names[0]], measured[names[1]]
    pair = scored_pair(metric, names, statistics, [test_set.system(name).segments for name in names])
    at_top, scores, segments, ngrams, buckets = (st.container() for _ in range(5))
    with at_top:
        judged = show_verdict(context, pair)
    if judged is not None:
        with scores:
            show_scores(context, pair, judged.verdicts)
    with buckets:
        by, scored = bucketing.show_all(context, pair, contrast)
    with at_top:
        show_summary(pair, scored)
    with segments:
        show_segments(context, pair, statistics)
    with ngrams:
        show_ngrams(context, pair, contrast)
    bucketing.show_chosen(context, pair, contrast, by, scored)


def show_verdict(context: Context, pair: ScoredPair) -> testing.Judged | None:
    """What the test says, once that is there; all systems of the set are tested, and p is adjusted for their pairs."""
    plan = testing.usual_plan(pair.metric, context.test_set.system_names, len(context.test_set))
    menu.offer(context, plan, testing.CORRECTION, pair.names)
    task = significance_jobs.judged(plan, context.test_set, testing.CORRECTION, (pair.names,))
    judged = waiting.result_of("tested", task, "Testing whether the difference could be chance.")
    if judged is None:
        return None
    decision = decide(judged.verdicts, pair.names)
    if decision is None:
        send.html(card.nothing(undefined(pair)))
    else:
        odd = cache.oddities(context.test_set, pair.names)
        send.html(card.card(decision, measures.votes_on(context, decision), odd))
        show_elsewhere(decision)
    return judged


def show_summary(pair: ScoredPair, scored: Bucketed | None) -> None:
    send.html(summary(pair, None if scored is None else scored.scores))
    if scored is None:
        st.caption("In which buckets it turns round is said here once it is computed below.")


def show_scores(context: Context, pair: ScoredPair, verdicts: Verdicts) -> None:
    st.header("By how much, and how surely?", anchor="scores")
    found = verdicts.comparisons
    frame = tables.scores_table(pair, found.bootstrap)
    number = st.column_config.NumberColumn
    numbers = {name: number(format="%.2f") for name in (pair.metric.label, "from", "to")}
    grid.show(frame, numbers, placeholder=MISSING)
    resampled = f"From and to: {words.intervals(found.bootstrap.trials)}."
    st.caption(
        f"{words.evidence(verdicts, *pair.names)}. A shuffle swaps the outputs of each segment at random; p is the"
        " share of shuffles that make a difference at least as large. A small p says that the test set is enough to"
        " tell the systems apart, not that the difference matters."
        f" {resampled if found.bootstrap.n_segments > 1 else words.ONE_SEGMENT}"
    )
    a, b = pair.names
    doing = "Beside all other pairs: significance"
    links.page_link("significance", doing, pair_a=a, pair_b=b, significance_metric=pair.metric.label)
    exports.offer(frame, "Scores", exports.source(context, pair.metric, tested=found))


def show_segments(context: Context, pair: ScoredPair, statistics: tuple[np.ndarray, np.ndarray]) -> None:
    st.header("Which segments?", anchor="segments")
    wins, direction = pair.wins, words.direction(pair.metric)
    st.caption(
        f"A wins {wins.a:,}, B wins {wins.b:,}, {wins.ties:,} level"
        f"{f', {wins.undefined:,} without a score' if wins.undefined else ''}."
        f"{f' {direction}' if direction else ''}"
        " Choose a point or a row: it becomes the segment below and on every other page."
    )
    side = state.asked("compare_side")
    order = by_difference(pair, tables.SIDES.get(side, 0))
    chosen_by = pair.names, pair.metric.label, side
    if len(order) and state.must_open(*chosen_by):
        state.open_at(int(order[0]), f"{' and '.join(pair.names)} differ most in it.", *chosen_by)
    index = state.segment(len(context.test_set))
    left, right = side_by_side()
    with left:
        reader.leading_chart(charts.scatter(pair, index), "compare-scatter", "Segment scores of A and B")
        if (shown := len(charts.drawn(len(pair.leads)))) < len(pair.leads):
            st.caption(f"Points: {shown:,} of the {len(pair.leads):,} segments, at equal distances.")
    with right:
        st.plotly_chart(charts.histogram(pair), key="compare-histogram", alt="Differences of segment scores")
    st.subheader("The largest differences")
    address.one_of("In favour of", [EITHER, "A", "B"], EITHER, "compare_side")
    influence = leave_one_out(pair.metric, *statistics)
    listed = order[: tables.LISTED]
    frame = tables.segments_table(pair, context.test_set, listed, influence)
    reader.leading_table(frame, listed, "compare_segments", layout.TABLE_HEIGHT, formats(pair))
    cut = f" The table ends after {len(listed):,} of {len(order):,} segments; the files have all."
    st.caption(
        "Influence: by how much the segment moves the difference A − B of the corpus scores."
        f"{cut if len(listed) < len(order) else ''}"
    )
    every = tables.segments_table(pair, context.test_set, np.arange(len(influence)), influence)
    exports.offer(every, "Segments", exports.source(context, pair.metric))
    show_chosen(context, pair, order, index)


def side_by_side() -> tuple:
    """Two places, one above the other where both do not fit."""
    with st.container(horizontal=True, gap="medium"):
        return st.container(width=layout.HALF), st.container(width="stretch")


def formats(pair: ScoredPair) -> dict:
    """How the columns of scores are written; A and B stand for the systems' names."""
    number = st.column_config.NumberColumn
    sides = {name: number(side, format="%.2f", width=80) for side, name in tables.columns(pair).items()}
    others = {"A − B": number(format="%+.2f", width=80), "influence": number(format="%+.4f", width=80)}
    return {"#": number(width=60)} | sides | others


def show_chosen(context: Context, pair: ScoredPair, order: np.ndarray, index: int) -> None:
    """The segment in use, and those with the largest differences, both outputs side by side."""
    options = context.bleu.tokenize, context.bleu.lowercase
    hypotheses = context.test_set.segment(index).hypotheses
    reader.steps(context, order, index, {name: hypotheses[name] for name in pair.names}, "n-grams")
    send.html(outputs.legend())
    send.html(outputs.side_by_side(pair, [context.test_set.segment(index)], *options))
    reader.offer_to_read(index)
    examples = [int(number) for number in order[: EXAMPLES + 1] if number != index][:EXAMPLES]
    if not examples:
        return
    with st.expander(f"The top {len(examples)} of the list side by side", expanded=True, key="compare-examples"):
        send.html(outputs.side_by_side(pair, [context.test_set.segment(number) for number in examples], *options))


def show_ngrams(context: Context, pair: ScoredPair, contrast: Contrast) -> None:
    st.header("Which n-grams?", anchor="ngrams")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = address.one_of("Kind", list(KINDS), CONFIRMED, "compare_kind")
        orders: list[str | int] = ["all", *range(1, contrast.counts.max_order + 1)]
        length = address.one_of("Length", orders, "all", "compare_order")
    order = length if isinstance(length, int) else None
    st.caption(KINDS[kind] + (G_SAYS if kind == PRODUCED else Z_SAYS) + " Tokenizer and case are those of the sidebar.")
    if kind == PRODUCED:
        show_production(context, pair, contrast, order)
        return
    wins = contrast.confirmed if kind == CONFIRMED else contrast.unconfirmed
    for column, (name, side) in zip(side_by_side(), tables.SIDES.items(), strict=True):
        with column:
            st.markdown(f"**{kind} in {name}, not in {'B' if name == 'A' else 'A'}**")
            found = tables.wins_table(pair, wins, side, order)
            show_ngram_table(context, pair, *found, f"{kind.lower()}-{name}", f"{kind} in {name}")


def show_production(context: Context, pair: ScoredPair, contrast: Contrast, order: int | None) -> None:
    which = address.one_of("Output of", ["A", "B"], "A", "compare_output")
    made = contrast.production["AB".index(which)]
    for column, (name, side) in zip(side_by_side(), (("Over", A), ("Under", B)), strict=True):
        with column:
            st.markdown(f"**{name}-produced by {which}**")
            found = tables.production_table(made, side, order)
            show_ngram_table(context, pair, *found, f"{name.lower()}-produced-{which}", f"{name}-produced by {which}")


def show_ngram_table(
    context: Context, pair: ScoredPair, frame: pd.DataFrame, segments: list[np.ndarray], name: str, title: str
) -> None:
    if frame.empty:
        st.info("There is none.")
        return
    number = st.column_config.NumberColumn
    sides = {column: number(side, width=36) for side, column in tables.columns(pair).items()}
    numbers = {column: number(format=form, width=width) for column, (form, width) in NGRAM_FORMATS.items()}
    numbers["in segments"] = number("seg.", width=42, help="segments that hold it")
    firsts = np.array([found[0] for found in segments])
    text = {"n-gram": st.column_config.TextColumn(width=160)}
    row = reader.leading_table(
        frame,
        firsts,
        f"compare_{name}",
        layout.TABLE_HEIGHT,
        text | sides | numbers,
        style=columns.with_probabilities,
    )
    if row is not None and row < len(segments):
        reader.offer_segments(segments[row], f"compare_{name}")
    exports.offer(frame, title, exports.source(context, context.bleu))


main()
