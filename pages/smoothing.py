"""What does each smoothing do, and does it change who wins?"""

from dataclasses import asdict
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from scoring import BLEU
from scoring.bleu import MAX_ORDER
from scoring.bleu.dialects import PARAMETERS, Parameters
from scoring.bleu.smoothing import PAPER
from ui import state
from ui.context import Context, in_use
from ui.kit import exports, grid, layout, ranking, reader, send
from ui.kit.charts import scatter, score_distribution
from ui.ngrams import highlight, reading
from ui.smoothing import charts, methods, one_segment, sliders
from ui.store import cache, opening, waiting


def main() -> None:
    parameters = choose_parameters()
    context = in_use()
    draw = partial(show, context, parameters)
    waiting.when_measured(context.bleu, context.test_set, draw)


def show(context: Context, parameters: Parameters, statistics: cache.Statistics) -> None:
    bleus = methods.paper(context.bleu, parameters)
    show_segment(context, statistics, bleus, parameters)
    stacked = np.stack([statistics[system] for system in context.shown])
    scores = methods.segment_scores(bleus, stacked)
    show_winners(context, scores)
    show_documents(context, bleus, stacked, scores)
    show_distributions(context, scores)


def choose_parameters() -> Parameters:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        chosen = Parameters(*(sliders.parameter(name, width=190) for name in PARAMETERS))
        st.button("The paper's values", key="paper-values", on_click=set_paper_values)
    st.caption(
        "The methods below are those of Chen and Cherry (2014). N and the weights of the orders are in the sidebar."
    )
    return chosen


def set_paper_values() -> None:
    equal = {f"weight_{order}": 1.0 for order in range(1, MAX_ORDER + 1)}
    for key, value in (asdict(Parameters()) | equal | {"max_order": 4}).items():
        state.offer(key, value)


def show_segment(
    context: Context, statistics: cache.Statistics, bleus: dict[str, BLEU], parameters: Parameters
) -> None:
    """The selected segment under every method."""
    st.header("One sentence under every method")
    system = reader.choose_system(context)
    open_at_zero(context, statistics[system], system)
    index = state.segment(len(context.test_set))
    texts = {system: reader.kept(context, system, index)}
    reader.steps(context, np.arange(len(context.test_set)), index, texts, "Smoothing")
    hypothesis, row = reading.edited(context, statistics, system, index)
    segment = context.test_set.segment(index)
    send.html(highlight.segment(segment.source, segment.references, [hypothesis], segment.note))
    one_segment.smoothing(context, row, bleus, parameters)


def open_at_zero(context: Context, rows: np.ndarray, system: str) -> None:
    """Where one order without a match takes most away."""
    if not state.must_open():
        return
    places = opening.readable(context.test_set, system)
    found = opening.largest(methods.lost_by_zero(context.bleu, rows[places]), places)
    if found is not None:
        state.open_at(
            found, f"{system} has an order without a match: BLEU is 0 without smoothing, whatever else is right."
        )


def show_winners(context: Context, scores: dict[str, np.ndarray]) -> None:
    st.header("Who wins?")
    if len(context.shown) < 2:
        st.info("Who wins takes two systems. Show another one in the sidebar.")
        return
    first, second = reader.choose_pair(context)
    leads = methods.leads(scores, context.shown.index(first), context.shown.index(second))
    won = methods.winners(leads)
    table = methods.wins(won, first, second)
    st.caption("In how many segments has each system the higher score?")
    grid.show(table)
    exports.offer(table, "Wins", exports.source(context))
    show_leads(context, leads, methods.flips(won, leads), first)


def show_leads(context: Context, leads: pd.DataFrame, flipped: np.ndarray, first: str) -> None:
    """Who wins each segment by how much: those that change their winner, or all."""
    count = len(flipped)
    st.subheader(f"{count:,} {'segment changes its' if count == 1 else 'segments change their'} winner with the method")
    every = st.toggle("List all segments", key="list_all", bind="query-params")
    st.caption(
        "The first system's score minus the second's under each method: above 0 the first wins, below 0 the second."
        " The clearest changes come first. Choose a row: it becomes the segment above and on every other page."
    )
    listed = np.arange(len(leads)) if every else flipped
    if not len(listed):
        st.info("No method gives a segment to one system that another method gives to the other.")
        return
    frame = leads.iloc[listed].reset_index(drop=True)
    frame.insert(0, "#", listed + 1)
    signed = {str(method): st.column_config.NumberColumn(format="%+.2f") for method in leads}
    reader.leading_table(frame, listed, "leads", layout.TABLE_HEIGHT, signed, lambda: state.offer("system", first))
    reader.offer_to_read(state.segment(len(leads)))
    exports.offer(frame, "Winner of each segment", exports.source(context))


def show_documents(context: Context, bleus: dict[str, BLEU], stacked: np.ndarray, scores: dict) -> None:
    st.header("Does the method change the ranking of systems?")
    st.caption(
        "The document score of Chen and Cherry (2014), Eq. 13: the mean of segment scores weighted by reference length,"
        " beside corpus BLEU, which hardly needs smoothing. Behind each score its rank, and the places won or lost"
        " against the rank by corpus BLEU."
    )
    table = methods.document_table(scores, context.bleu.column(stacked, "reference_length"), context.shown)
    total = stacked.sum(axis=1)
    table.insert(1, "corpus BLEU", context.bleu.score(total))
    grid.show(ranking.with_ranks(table))
    exports.offer(table, "Means of segment scores", exports.source(context))
    if len(context.shown) > 1:
        names = ["corpus", *bleus]
        figure = charts.rank_flips(methods.ranks(table), list(context.shown), names, context.colors)
        st.plotly_chart(figure, key="rank-flips", alt="Rank of each system under each method")
        st.caption("Lines that cross: two systems change places with the method.")
    with st.expander("Corpus BLEU under every method"):
        st.caption("The same methods on the counts of the whole test set: with so many matches they hardly matter.")
        corpus = pd.DataFrame({"system": context.shown, **{m: bleu.score(total) for m, bleu in bleus.items()}})
        grid.show(ranking.with_ranks(corpus))
        exports.offer(corpus, "Corpus scores", exports.source(context))


def show_distributions(context: Context, scores: dict[str, np.ndarray]) -> None:
    st.header("Across all segments")
    st.subheader("Segments that score 0")
    zeros = methods.zero_table(scores, context.shown)
    grid.show(zeros, {method: st.column_config.NumberColumn(format="%.1f %%") for method in scores})
    exports.offer(zeros, "Segments that score 0", exports.source(context))
    st.subheader("Distribution of segment scores")
    system = st.selectbox("System", context.shown, key="distribution_system", width=320, bind="query-params")
    rows = {f"method {method}": table[context.shown.index(system)] for method, table in scores.items()}
    colors = dict.fromkeys(rows, context.colors[system])
    figure = score_distribution(rows, colors, "BLEU")
    st.plotly_chart(figure, key="method-distribution", alt="Distribution of segment scores by method")
    by_segment = {"segment": np.arange(1, len(context.test_set) + 1)}
    by_segment |= {method: table[context.shown.index(system)] for method, table in scores.items()}
    exports.offer(pd.DataFrame(by_segment), "Segment scores", exports.source(context))
    show_scatter(context, scores, system)


def show_scatter(context: Context, scores: dict[str, np.ndarray], system: str) -> None:
    st.subheader("One method against another")
    st.caption("Each point is a segment. Choose one: it becomes the segment above and on every other page.")
    with st.container(horizontal=True):
        across = st.selectbox("Across", list(PAPER), index=3, key="scatter_x", width=160, bind="query-params")
        up = st.selectbox("Up", list(PAPER), index=7, key="scatter_y", width=160, bind="query-params")
    place = context.shown.index(system)
    index = state.segment(len(context.test_set))
    labels = f"BLEU by method {across}", f"BLEU by method {up}"
    figure = scatter(scores[across][place], scores[up][place], labels, index, context.colors[system])
    reader.leading_chart(figure, "method-scatter", "Segment scores under two methods")


main()
