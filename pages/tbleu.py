"""How much of BLEU's loss is inflection? Words aligned with their other forms, and what counts at a threshold."""

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from scoring import TBLEU
from scoring.numbers import MISSING
from scoring.tbleu import Aligned
from ui import state
from ui.context import Context, in_use
from ui.kit import exports, grid, layout, ranking, reader, send
from ui.kit.charts import scatter
from ui.store import cache, opening, waiting
from ui.tbleu import charts, jobs, one_segment, tables, view

SHOWING = 0.3
"""An epsilon under which there is something to see."""
KEPT = {"persist_state": "session"}
SCORES = {
    "BLEU": st.column_config.NumberColumn(format="%.2f", width=65),
    "tBLEU": st.column_config.NumberColumn(format="%.2f", width=65),
    "gain": st.column_config.NumberColumn(format="%+.2f", width=65),
}
GAINS = {"#": st.column_config.NumberColumn(width=50), "output": st.column_config.TextColumn(width=170)} | SCORES


def main() -> None:
    context = in_use()
    say_epsilon(context)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        system = reader.choose_system(context)
        chosen = reader.choose_reference(context, "tbleu_reference")
    show_segment(context, system, chosen)
    show_test_set(context, system, context.test_set.reference_names.index(chosen) if chosen else 0)


def say_epsilon(context: Context) -> None:
    """Under the published value the page would show nothing, and not say why."""
    epsilon = TBLEU().epsilon
    if context.tbleu.epsilon != epsilon:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="say-epsilon"):
        st.markdown(
            f"The published epsilon of {epsilon:g} corrects hardly a word, 1 in 10,000 at most.", width="content"
        )
        st.button(
            f"Use {SHOWING:g}, which forgives most endings",
            key="showing-epsilon",
            type="primary",
            on_click=state.hold,
            args=({"tbleu_epsilon": SHOWING},),
        )


def open_at_correction(context: Context, system: str) -> None:
    """Where tolerance adds most, if only under an epsilon that shows something."""
    if not state.must_open():
        return
    places = opening.readable(context.test_set, system)
    exact = context.bleu.score(opening.statistics(context.bleu, context.test_set, system))
    for epsilon in (context.tbleu.epsilon, SHOWING):
        metric = replace(context.tbleu, epsilon=epsilon)
        gain = metric.score(opening.statistics(metric, context.test_set, system)) - exact
        if (found := opening.largest(gain.round(2), places)) is not None:
            state.open_at(found, f"epsilon {epsilon:g} adds most to its BLEU, for {system}.")
            return


def show_segment(context: Context, system: str, chosen: str | None) -> None:
    """The selected segment against one reference."""
    n_segments = len(context.test_set)
    open_at_correction(context, system)
    index = state.segment(n_segments)
    reader.steps(context, np.arange(n_segments), index, {system: reader.kept(context, system, index)}, "tBLEU")
    edited = reader.what_if(context, system, index)
    one_segment.tbleu(context, system, edited, index, chosen)


def show_test_set(context: Context, system: str, reference: int) -> None:
    """What takes all words of all systems: drawn when they are aligned."""
    st.header("Across the test set")
    tbleu, test_set = context.tbleu, context.test_set
    tasks = [
        cache.aligning(tbleu, test_set),
        jobs.sweep(tbleu, test_set),
        jobs.pairs(tbleu, test_set, system, reference),
    ]

    def draw(_: Aligned, sweep: cache.Statistics, pairs: pd.DataFrame) -> None:
        show_systems(context, sweep)
        show_segments(context, system)
        show_pairs(context, pairs, reference)

    text = f"Aligning the words of {len(test_set.systems)} systems. The segment above is ready."
    waiting.when_ready("tolerance", tasks, draw, text, lambda begun: begun[0].share)


def show_systems(context: Context, sweep: cache.Statistics) -> None:
    tbleu = context.tbleu
    statistics = {metric: cache.statistics(metric, context.test_set) for metric in (context.bleu, tbleu)}
    exact, forgiving = (ranking.corpus_scores(metric, rows) for metric, rows in statistics.items())
    st.subheader(f"Systems at epsilon {tbleu.epsilon:g}")
    table = tables.corpus_table(exact, forgiving, context.shown)
    grid.show(table, SCORES, placeholder=MISSING)
    exports.offer(table, "Systems", exports.source(context, context.tbleu))
    st.subheader("At every epsilon")
    st.caption(
        "At epsilon 1 every aligned word takes its partner's form, even words that have nothing in common. These weigh"
        " 0, yet an n-gram around them counts the mean weight of its words, so that longer n-grams gain by chance."
    )
    scores = {name: tbleu.score(sweep[name]) for name in context.shown}
    figure = charts.curves(jobs.SWEEP, scores, context.colors, tbleu.epsilon)
    st.plotly_chart(figure, key="tbleu-curves", alt="tBLEU of each system by epsilon")
    exports.offer(tables.sweep_table(jobs.SWEEP, scores, context.shown), "Systems by epsilon", exports.source(context))


def show_segments(context: Context, system: str) -> None:
    exact, forgiving = (
        metric.score(cache.statistics(metric, context.test_set)[system]) for metric in (context.bleu, context.tbleu)
    )
    gains = tables.gains_table(context.test_set, system, exact, forgiving)
    st.subheader("Segments")
    st.caption(f"{len(gains):,} of {len(exact):,} change. Choose a point or a row: it becomes the segment above.")
    index = state.segment(len(context.test_set))
    figure = scatter(exact, forgiving, ("segment BLEU", "segment tBLEU"), index, context.colors[system])
    with st.container(horizontal=True, gap="medium"):
        with st.container(width=one_segment.NARROW):
            reader.leading_chart(figure, "tbleu-scatter", "tBLEU of each segment by its BLEU")
            exports.offer(tables.segment_table(exact, forgiving), "Segments", exports.source(context, context.tbleu))
        with st.container(width="stretch"):
            show_gains(context, gains)


def show_gains(context: Context, gains: pd.DataFrame) -> None:
    if gains.empty:
        st.info(f"At epsilon {context.tbleu.epsilon:g} no segment changes. Raise epsilon in the sidebar.")
        return
    listed = gains.head(tables.LISTED)
    reader.leading_table(listed, listed["#"].to_numpy() - 1, "tbleu_gains", 420, GAINS)
    exports.offer(gains, "Gains", exports.source(context, context.tbleu))


def show_pairs(context: Context, pairs: pd.DataFrame, reference: int) -> None:
    """What is forgiven, and what is forgiven by chance."""
    epsilon = context.tbleu.epsilon
    st.subheader("Forms that gain most")
    names = context.test_set.reference_names
    send.html(view.about_forms(names[reference] if len(names) > 1 else None))
    show_pair_table(context, tables.with_threshold(pairs, epsilon), "forms")
    st.subheader("Aligned by chance?")
    st.caption(
        f"What a threshold lets in: pairs with a word of at most {tables.SHORT_WORD} characters, or with less than half"
        " of the longer word in common. Nearest first: the higher epsilon, the further down this list it forgives."
        " Pairs at distance 1, which only epsilon 1 lets in, gain nothing and are not listed."
    )
    show_pair_table(context, tables.with_threshold(tables.chance_table(pairs), epsilon), "chance")


def show_pair_table(context: Context, frame: pd.DataFrame, name: str) -> None:
    shown = frame.drop(columns="first")
    number = st.column_config.NumberColumn
    formats = {"distance": number(format="%.3f"), "gain": number(format="%.2f")}
    reader.leading_table(shown, frame["first"].to_numpy(int), f"tbleu_{name}", layout.TALL_TABLE, formats)
    exports.offer(shown, f"Words {name}", exports.source(context, context.tbleu))


main()
