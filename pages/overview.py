"""Which system is better? Every metric for every system, and what lies behind the numbers."""

from dataclasses import replace

import pandas as pd
import streamlit as st

from scoring import BLEU, METRICS
from scoring.tokenizers import TOKENIZERS
from ui import cache, charts, highlight, report, views, widgets
from ui.context import Context, in_use


def main() -> None:
    context = in_use()
    st.title("Overview")
    statistics = cache.statistics(context.bleu, context.test_set)
    scores = report.corpus_scores(context.bleu, statistics)
    context = replace(context, shown=tuple(sorted(context.shown, key=lambda system: -scores[system])))
    st.html(highlight.verdict(scores, context.shown))
    show_leaderboard(context)
    show_bleu(context, statistics)
    show_tokenizers(context)


def show_leaderboard(context: Context) -> None:
    futures = {name: cache.corpus_scores_later(context.metric(name), context.test_set) for name in METRICS}
    widgets.fill_in(lambda: draw_leaderboard(context, futures), list(futures.values()))


def draw_leaderboard(context: Context, futures: dict) -> None:
    scores = {name: widgets.result(future) for name, future in futures.items()}
    widgets.downloads(views.scores(context, scores, "system"), "leaderboard")
    with st.expander("Signatures: what must be equal before two numbers may be compared"):
        views.signatures(context)


def show_bleu(context: Context, statistics: cache.Statistics) -> None:
    bleu = context.bleu
    st.header("Inside BLEU")
    st.subheader("Precision by n-gram order")
    st.caption("How many of a system's words, and groups of words, are in a reference.")
    precisions = {s: bleu.arithmetic(statistics[s].sum(axis=0)).precisions for s in context.shown}
    st.plotly_chart(charts.precisions(precisions), key="precisions", alt="Precision by order")
    st.subheader("Segment scores")
    st.caption(
        "How BLEU is spread over the segments: the higher the shape, the more segments; the bar marks the middle half."
    )
    scores = {system: bleu.score(statistics[system]) for system in context.shown}
    figure = charts.score_distribution(scores, context.colors, bleu.label)
    st.plotly_chart(figure, key="distribution", alt="Distribution of segment scores")
    show_details(report.bleu_details(bleu, statistics, context.shown))


def show_details(details: pd.DataFrame) -> None:
    st.subheader("Length, and corpus against segments")
    undefined = details.pop("segments not defined")
    number = st.column_config.NumberColumn
    st.dataframe(
        details,
        hide_index=True,
        height="content",
        column_config={
            "corpus BLEU": number(format="%.2f", help="From the counts of all segments together."),
            "weighted mean": number(
                format="%.2f",
                help="Mean of segment BLEU, weighted by reference length (Chen and Cherry 2014, Eq. 13).",
            ),
            "plain mean": number(format="%.2f", help="Mean of segment BLEU, every segment alike."),
            "brevity penalty": number(format="%.3f", help="exp(1 - r/c) where the output is shorter, else 1."),
            "length ratio": number(format="%.3f", help="Words of the output over words of the closest references."),
        },
    )
    st.caption(
        "Corpus BLEU is not the mean of segment BLEU: it adds up counts first. The three numbers can rank systems"
        " differently."
    )
    if undefined.any():
        st.info(
            f"{undefined.max():,} segments have no BLEU because hypothesis and reference are empty."
            " They are left out of both means."
        )
    widgets.downloads(details, "bleu-details")


def show_tokenizers(context: Context) -> None:
    st.header("Does the tokenizer decide?")
    st.caption("BLEU of every system under every tokenizer, with its rank. Only numbers of one column may be compared.")
    names = [context.bleu.tokenize] + [
        name for name, tokenizer in TOKENIZERS.items() if tokenizer.available and name != context.bleu.tokenize
    ]
    bleus = {name: replace(context.bleu, tokenize=name) for name in names}
    futures = {name: cache.corpus_scores_later(bleu, context.test_set) for name, bleu in bleus.items()}
    widgets.fill_in(lambda: draw_tokenizers(context, bleus, futures), list(futures.values()))


def draw_tokenizers(context: Context, bleus: dict[str, BLEU], futures: dict) -> None:
    scores = {name: widgets.result(future) for name, future in futures.items()}
    frame, changed = report.tokenizer_table(scores, context.shown)
    st.dataframe(
        report.with_ranks(frame, [name for name, ready in scores.items() if ready is None]),
        hide_index=True,
        height="content",
    )
    if changed:
        listed = ", ".join(changed)
        st.warning(
            f"The ranking under {next(iter(bleus))} changes under: {listed}. Choose the tokenizer before you look."
        )
    elif all(result is not None for result in scores.values()) and len(context.shown) > 1:
        st.success("The ranking is the same under every tokenizer.")
    widgets.downloads(frame, "tokenizers")


main()
