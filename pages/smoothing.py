"""What does each smoothing do, and does it change who wins?"""

import numpy as np
import pandas as pd
import streamlit as st

from scoring import BLEU
from scoring.smoothing import PAPER
from ui import cache, charts, formulas, highlight, methods, reader, report, state, widgets
from ui.context import Context, in_use

PAPER_VALUES = {"epsilon": 0.1, "k": 5.0, "alpha": 5.0}
KEPT = {"persist_state": "session"}
TABLE_HEIGHT = 248


def main() -> None:
    context = in_use()
    st.title("Smoothing")
    st.caption(
        "What does each smoothing do, and does it change who wins? One order without a match makes a sentence's BLEU 0;"
        " smoothing replaces that 0, and every method by another number."
    )
    parameters = choose_parameters()
    bleu = context.bleu
    bleus = methods.paper(bleu, parameters)
    statistics = cache.statistics(bleu, context.test_set)
    show_segment(context, statistics, bleus, parameters)
    stacked = np.stack([statistics[system] for system in context.shown])
    scores = methods.segment_scores(bleus, stacked)
    show_winners(context, scores)
    show_documents(context, bleus, stacked, scores)
    show_distributions(context, scores)


def choose_parameters() -> methods.Parameters:
    with st.popover("Parameters"):
        st.caption("The free parameters of Chen and Cherry (2014). N and the tokenizer are in the sidebar.")
        epsilon = st.slider("ε of method 1", 0.0, 1.0, PAPER_VALUES["epsilon"], 0.01, key="epsilon", **bound())
        k = st.slider("K of methods 4 and 7", 0.5, 20.0, PAPER_VALUES["k"], 0.5, key="k", **bound())
        alpha = st.slider("α of method 6", 0.0, 20.0, PAPER_VALUES["alpha"], 0.5, key="alpha", **bound())
        st.button("The paper's values", key="paper-values", on_click=set_paper_values)
    return methods.Parameters(epsilon, k, alpha)


def bound() -> dict[str, str]:
    return {"bind": "query-params"}


def set_paper_values() -> None:
    for key, value in PAPER_VALUES.items():
        state.offer(key, value)


def show_segment(
    context: Context, statistics: cache.Statistics, bleus: dict[str, BLEU], parameters: methods.Parameters
) -> None:
    """The selected segment under every method."""
    index = state.segment(len(context.test_set))
    st.header("One sentence under every method")
    system = st.selectbox("System", context.shown, key="smoothing_system", width=320, **KEPT)
    reader.steps(np.arange(len(context.test_set)), index)
    edited = reader.what_if(context, system, index)
    if edited == context.test_set.system(system).segments[index].as_py():
        hypothesis, row = reader.hypothesis(context, statistics, system, index), statistics[system][index]
    else:
        hypothesis, row = reader.edited_hypothesis(context, system, edited, index)
    segment = context.test_set.segment(index)
    st.html(highlight.segment(segment.source, segment.references, [hypothesis], segment.note))
    st.html(formulas.methods_table(methods.arithmetic(bleus, row), bleus, row))
    st.caption("Each cell: m′ / l′, and the precision beneath. Underlined is what the method changed.")
    st.subheader("The same sentence in the toolkits' dialects")
    st.html(formulas.dialects_table(methods.arithmetic(methods.dialects(context.bleu, parameters), row)))


def show_winners(context: Context, scores: dict[str, np.ndarray]) -> None:
    st.header("Who wins?")
    if len(context.shown) < 2:
        st.info("Who wins takes two systems. Show another one in the sidebar.")
        return
    with st.container(horizontal=True):
        first = st.selectbox("First", context.shown, key="winner_a", width=280, **KEPT)
        second = st.selectbox("Second", context.shown, index=1, key="winner_b", width=280, **KEPT)
    places = context.shown.index(first), context.shown.index(second)
    won = methods.winners(scores, *places)
    st.dataframe(methods.wins(won), hide_index=True, height="content")
    widgets.downloads(methods.wins(won), "wins")
    show_flips(context, scores, won, places)


def show_flips(context: Context, scores: dict[str, np.ndarray], won: pd.DataFrame, places: tuple[int, int]) -> None:
    flipped = methods.flips(won)
    st.subheader(f"{len(flipped):,} segments change their winner with the method")
    if not len(flipped):
        return
    st.caption("First minus second, by method. Choose a row: it becomes the segment above and on the other pages.")
    differences = {m: (table[places[0]] - table[places[1]])[flipped] for m, table in scores.items()}
    frame = pd.DataFrame({"#": flipped + 1, **differences})
    st.dataframe(
        frame,
        hide_index=True,
        height=TABLE_HEIGHT,
        key="flips",
        on_select=lambda: read_flip(flipped),
        selection_mode="single-row",
        column_config={method: st.column_config.NumberColumn(format="%+.2f") for method in scores},
    )
    widgets.page_link("segments", "Read the chosen segment")
    widgets.downloads(frame, "flips")


def read_flip(flipped: np.ndarray) -> None:
    rows = state.current("flips").selection.rows
    if rows:
        state.choose_segment(int(flipped[rows[0]]))


def show_documents(context: Context, bleus: dict[str, BLEU], stacked: np.ndarray, scores: dict) -> None:
    st.header("Does the method change the ranking of systems?")
    st.caption(
        "The document score of Chen and Cherry (2014), Eq. 13: the mean of segment scores weighted by reference length,"
        " beside corpus BLEU, which hardly needs smoothing."
    )
    table = methods.document_table(scores, stacked[..., 1], context.shown)
    table.insert(1, "corpus BLEU", context.bleu.score(stacked.sum(axis=1)))
    st.dataframe(report.with_ranks(table), hide_index=True, height="content")
    widgets.downloads(table, "document-scores")
    figure = charts.rank_flips(methods.ranks(table), list(context.shown), list(table.columns[1:]), context.colors)
    st.plotly_chart(figure, key="rank-flips", alt="Rank of each system under each method")


def show_distributions(context: Context, scores: dict[str, np.ndarray]) -> None:
    st.header("Across all segments")
    system = st.selectbox("System", context.shown, key="distribution_system", width=320, **KEPT)
    place = context.shown.index(system)
    rows = {f"method {method}": table[place] for method, table in scores.items()}
    colors = dict.fromkeys(rows, context.colors[system])
    st.plotly_chart(charts.score_distribution(rows, colors, "BLEU"), key="method-distribution")
    st.subheader("Segments that score 0")
    st.dataframe(
        methods.zero_table(scores, context.shown),
        hide_index=True,
        height="content",
        column_config={method: st.column_config.NumberColumn(format="%.1f %%") for method in scores},
    )
    show_scatter(context, scores, system)


def show_scatter(context: Context, scores: dict[str, np.ndarray], system: str) -> None:
    st.subheader("One method against another")
    with st.container(horizontal=True):
        across = st.selectbox("Across", list(PAPER), index=3, key="scatter_x", width=160, **KEPT)
        up = st.selectbox("Up", list(PAPER), index=7, key="scatter_y", width=160, **KEPT)
    place = context.shown.index(system)
    index = state.segment(len(context.test_set))
    labels = f"BLEU by method {across}", f"BLEU by method {up}"
    figure = charts.scatter(scores[across][place], scores[up][place], labels, index, context.colors[system])
    st.plotly_chart(figure, key="method-scatter", alt="Segment scores under two methods")


main()
