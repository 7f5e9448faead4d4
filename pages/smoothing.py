"""What does each smoothing do, and does it change who wins?"""

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from scoring import BLEU
from scoring.bleu import MAX_ORDER
from scoring.bleu.dialects import PARAMETERS, Parameters
from scoring.bleu.smoothing import PAPER
from scoring.output.markup import html
from scoring.output.markup.ngrams import ngram_legend
from scoring.output.numbers import two_decimals
from scoring.studies.smoothing_effect import smoothing_sentence
from ui.context import ranking
from ui.context.context import Context, current_context
from ui.kit import address, exports, grid, layout, reader
from ui.kit.charts import score_distribution, segment_scatter_chart
from ui.ngrams import highlight
from ui.ngrams import one_segment as ngrams
from ui.session import send, state
from ui.smoothing import charts, methods, one_segment, sliders
from ui.store import cache, opening, waiting
from ui.verdict import doubt_line


def main() -> None:
    context = current_context()
    doubt_line.draw_doubts(context)
    waiting.when_measured(context.bleu, context.test_set, partial(show_smoothing, context))


def show_smoothing(context: Context, statistics: cache.Statistics) -> None:
    statement = smoothing_sentence(context.bleu, {system: statistics[system] for system in context.shown})
    send.sentences(statement)
    context.say_wider()
    parts = {
        "One sentence": show_sentence,
        "Who wins": show_winners,
        "Ranking of systems": show_ranking_by_method,
        "Distributions": show_distributions,
    }
    address.tabs({name: partial(draw, context, statistics) for name, draw in parts.items()}, "smoothing_part")


def choose_smoothing_parameters() -> Parameters:
    """Draw the methods' free parameters in a menu, and return them."""
    with st.popover("Parameters", key="parameters"):
        st.caption(
            "Parameters of Chen and Cherry's methods (2014). N and the weights of the orders are in the sidebar."
        )
        chosen = Parameters(*(sliders.parameter(name, width=260) for name in PARAMETERS))
        st.button("The paper's values", key="paper-values", on_click=set_paper_values)
    return chosen


def set_paper_values() -> None:
    equal = {f"weight_{order}": 1.0 for order in range(1, MAX_ORDER + 1)}
    for key, value in (asdict(Parameters()) | equal | {"max_order": 4}).items():
        state.set_widget_value(key, value)


# --- one sentence ---


def show_sentence(context: Context, statistics: cache.Statistics) -> None:
    """Draw the selected segment under every smoothing method."""
    with layout.controls("sentence"):
        system = reader.choose_system(context, reader.best_systems(context, 1)[0])
        with st.container():
            open_at_disagreement(context, statistics[system], system)
            index = state.segment_in_use(len(context.test_set))
            texts = {system: reader.edited_output(context, system, index)}
            reader.draw_segment_steps(context, context.order, index, texts, "Smoothing")
    picture = st.container()
    with st.container(horizontal=True):
        hypothesis, row = ngrams.edited_hypothesis(context, statistics, system, index)
        parameters = choose_smoothing_parameters()
    with picture:
        show_matches(context, [hypothesis], index)
    one_segment.draw_methods(context, system, row, parameters)


def open_at_disagreement(context: Context, rows: np.ndarray, system: str) -> None:
    """Open the segment on which the methods disagree most."""
    if not state.must_open_segment():
        return
    places = opening.readable(context.test_set, system)
    lowest, highest = methods.method_ranges(context.bleu, rows[places])
    at = opening.largest(highest - lowest, np.arange(len(places)))
    if at is not None:
        scores = f"{two_decimals(lowest[at])} to {two_decimals(highest[at])}"
        state.open_at(int(places[at]), f"methods 1 to 7 disagree most here, for {system}: BLEU {scores}.")


def show_matches(context: Context, hypotheses: Sequence[highlight.Hypothesis], index: int) -> None:
    """Draw outputs of a segment, large, with its source and references small above them."""
    segment = context.test_set.segment(index)
    with st.container(key="small-given"):
        send.html(highlight.segment_html(segment.source, segment.references, hypotheses, segment.note))
        send.html(ngram_legend(context.bleu.max_order))


def show_smoothed_segment(
    context: Context, statistics: cache.Statistics, systems: Sequence[str], order: np.ndarray, index: int
) -> None:
    """Draw the chosen segment of a list, with the outputs of these systems."""
    texts = {system: reader.edited_output(context, system, index) for system in systems}
    reader.draw_segment_steps(context, order, index, texts, "Smoothing")
    show_matches(
        context, [ngrams.hypothesis_with_matches(context, statistics, system, index) for system in systems], index
    )
    reader.offer_to_read(index, "Smoothing")


# --- the whole test set ---


def score_by_method(
    context: Context, statistics: cache.Statistics, parameters: Parameters
) -> tuple[dict[str, BLEU], np.ndarray, dict[str, np.ndarray]]:
    """Return BLEU by every method, the statistics of the shown systems, and their segment scores by every method."""
    bleus = methods.paper(context.bleu, parameters)
    stacked = np.stack([statistics[system] for system in context.shown])
    return bleus, stacked, methods.segment_scores(bleus, stacked)


def show_winners(context: Context, statistics: cache.Statistics) -> None:
    if len(context.shown) < 2:
        reader.offer_second_system(context, "This view takes two systems, and one is shown.")
        return
    with layout.controls("pair"):
        first, second = reader.choose_pair(context)
        parameters = choose_smoothing_parameters()
    _, _, scores = score_by_method(context, statistics, parameters)
    leads = methods.method_leads(scores, context.shown.index(first), context.shown.index(second))
    won = methods.winners(leads)
    table = methods.method_wins(won, first, second)
    figure = charts.wins_chart(table, (first, second), context.colors)
    st.plotly_chart(figure, key="method-wins", alt="Segments that each system wins, by method")
    exports.offer_table(table, "Wins", exports.export_source(context))
    show_leads(context, statistics, leads, methods.flips(won, leads), (first, second))


def show_leads(
    context: Context, statistics: cache.Statistics, leads: pd.DataFrame, flipped: np.ndarray, pair: tuple[str, str]
) -> None:
    """Draw the leads in segments whose winner depends on the method, or in all; and the chosen segment."""
    count = len(flipped)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        winners = "In 1 segment the winner depends" if count == 1 else f"In {count:,} segments the winner depends"
        st.subheader(f"{winners} on the method", width="content")
        every = st.toggle("List all segments", key="list_all", bind="query-params")
    listed = np.arange(len(leads)) if every else flipped
    if not len(listed):
        st.info("In every segment all methods agree on the winner.")
        return
    frame = leads.iloc[listed].reset_index(drop=True)
    frame.insert(0, "#", context.test_set.numbers[listed])
    signed = {str(method): st.column_config.NumberColumn(format="%+.2f") for method in leads}
    reader.leading_table(frame, listed, "leads", layout.SHORT_TABLE, signed)
    template = Markup(
        "<small>{}'s score minus {}'s by each method, the clearest changes first. Click a row to see its segment below"
        " and on every other page.</small>"
    )
    send.html(html.page(template.format(*pair)))
    exports.offer_table(frame, "Winner of each segment", exports.export_source(context))
    if state.must_open_segment("winners", pair, every):
        state.open_at(int(listed[0]), "here the winner depends most on the method.", "winners", pair, every)
    show_smoothed_segment(context, statistics, pair, listed, state.segment_in_use(len(leads)))


def show_ranking_by_method(context: Context, statistics: cache.Statistics) -> None:
    with layout.controls("ranking"):
        st.caption("Where lines cross, two systems swap places.", width="stretch")
        parameters = choose_smoothing_parameters()
    bleus, stacked, scores = score_by_method(context, statistics, parameters)
    table = methods.document_table(scores, context.bleu.column(stacked, "reference_length"), context.shown)
    total = stacked.sum(axis=1)
    table.insert(1, "corpus BLEU", context.bleu.score(total))
    if len(context.shown) > 1:
        names = ["corpus", *bleus]
        figure = charts.rank_flips(methods.method_ranks(table), list(context.shown), names, context.colors)
        st.plotly_chart(figure, key="rank-flips", alt="Rank of each system under each method")
    grid.draw_grid(ranking.add_ranks(table))
    exports.offer_table(table, "Means of segment scores", exports.export_source(context))
    st.caption(
        "The document score of Chen and Cherry (2014), Eq. 13, is the mean of segment scores, weighted by reference"
        " length. Corpus BLEU hardly needs smoothing. Behind each score are its rank and how many places it gains or"
        " loses compared with corpus BLEU."
    )
    with st.expander("Corpus BLEU by every method"):
        st.caption(
            "The same methods with the counts of the whole test set: with many matches, smoothing hardly matters."
        )
        corpus = pd.DataFrame({"system": context.shown, **{m: bleu.score(total) for m, bleu in bleus.items()}})
        grid.draw_grid(ranking.add_ranks(corpus))
        exports.offer_table(corpus, "Corpus scores", exports.export_source(context))


def show_distributions(context: Context, statistics: cache.Statistics) -> None:
    with layout.controls("system"):
        system = st.selectbox("System", context.shown, key="distribution_system", width=320, bind="query-params")
        parameters = choose_smoothing_parameters()
    _, _, scores = score_by_method(context, statistics, parameters)
    of_system = {method: table[context.shown.index(system)] for method, table in scores.items()}
    rows = {f"method {method}": values for method, values in of_system.items()}
    figure = score_distribution(rows, dict.fromkeys(rows, context.colors[system]), "BLEU")
    st.plotly_chart(figure, key="method-distribution", alt="Distribution of segment scores by method")
    by_segment = pd.DataFrame({"segment": context.test_set.numbers, **of_system})
    exports.offer_table(by_segment, "Segment scores", exports.export_source(context))
    st.subheader("Segments that score 0")
    zeros = methods.zero_table(scores, context.shown)
    grid.draw_grid(zeros, {method: st.column_config.NumberColumn(format="%.1f %%") for method in scores})
    exports.offer_table(zeros, "Segments that score 0", exports.export_source(context))
    show_method_scatter(context, statistics, of_system, system)


def show_method_scatter(
    context: Context, statistics: cache.Statistics, scores: dict[str, np.ndarray], system: str
) -> None:
    st.subheader("One method against another")
    with layout.controls("methods"):
        across = st.selectbox("Across", list(PAPER), index=3, key="scatter_x", width=160, bind="query-params")
        up = st.selectbox("Up", list(PAPER), index=7, key="scatter_y", width=160, bind="query-params")
    open_at_disagreement(context, statistics[system], system)
    index = state.segment_in_use(len(context.test_set))
    labels = f"BLEU by method {across}", f"BLEU by method {up}"
    figure = segment_scatter_chart(
        scores[across], scores[up], labels, index, context.colors[system], context.test_set.numbers
    )
    reader.leading_chart(figure, "method-scatter", "Segment scores under two methods")
    st.caption("Each point is a segment. Click one to see it below and on every other page.")
    show_smoothed_segment(context, statistics, [system], context.order, index)


main()
