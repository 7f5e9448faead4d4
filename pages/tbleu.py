"""How much of BLEU's loss is inflection? Words aligned with their other forms, and what counts at a threshold."""

import numpy as np
import pandas as pd
import streamlit as st

from scoring.bleu import Arithmetic
from scoring.corrections import SegmentAlignment
from ui import alignment, cache, charts, forms, reader, report, state, tolerant, widgets
from ui.context import Context, in_use

KEPT = {"persist_state": "session"}
TABLE_HEIGHT = 318
POLL_SECONDS = 0.4
NARROW = 420
"""px of what stands beside something wider, or above it where both do not fit."""
SCORES = {
    "BLEU": st.column_config.NumberColumn(format="%.2f", width=65),
    "tBLEU": st.column_config.NumberColumn(format="%.2f", width=65),
    "gain": st.column_config.NumberColumn(format="%+.2f", width=65),
}
GAINS = {"#": st.column_config.NumberColumn(width=50), "output": st.column_config.TextColumn(width=170)} | SCORES


def main() -> None:
    context = in_use()
    st.title("tBLEU")
    st.caption(
        "How much of a low BLEU is only inflection? Tolerant BLEU aligns each word with the reference's word most"
        " like it, forgives a distance up to epsilon, and lets the word count for a little less."
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        system = reader.choose_system(context)
        chosen = choose_reference(context)
    show_segment(context, system, chosen)
    show_test_set(context, system, context.test_set.reference_names.index(chosen) if chosen else 0)


def choose_reference(context: Context) -> str | None:
    """None for the reference by which most counts."""
    names = context.test_set.reference_names
    if len(names) == 1:
        return None
    return st.selectbox(
        "Reference",
        [None, *names],
        key="tbleu_reference",
        width=280,
        format_func=lambda name: name or "the one that gives most",
        **KEPT,
    )


def show_segment(context: Context, system: str, chosen: str | None) -> None:
    """The selected segment against one reference."""
    test_set, tbleu = context.test_set, context.tbleu
    index = state.segment(len(test_set))
    reader.steps(np.arange(len(test_set)), index)
    edited = reader.what_if(context, system, index)
    texts = [reference.segments[index].as_py() for reference in test_set.references]
    aligned = tbleu.alignment(edited, texts)
    number = shown_reference(context, aligned, chosen)
    seen = aligned.references[number]
    exact = context.bleu.statistics([edited], [[text] for text in texts])[0]
    forgiving = exact.copy()
    forgiving[2 : 2 + len(aligned.matches)] = aligned.matches
    terms = [context.bleu.arithmetic(exact), tbleu.arithmetic(forgiving)]
    name = test_set.reference_names[number]
    st.html(tolerant.verdict(*terms, seen, tbleu.epsilon, name if len(texts) > 1 else None))
    if test_set.source is not None:
        st.html(tolerant.source(test_set.source[index].as_py()))
    alignment.mount(tolerant.drawing(aligned, number, system, name), "tbleu-alignment")
    st.html(tolerant.corrected(seen, aligned.hypothesis))
    show_counts(context, aligned, number, terms)


def shown_reference(context: Context, aligned: SegmentAlignment, chosen: str | None) -> int:
    """The chosen one, as long as the segment has it."""
    names = context.test_set.reference_names
    if chosen is None or aligned.references[names.index(chosen)] is None:
        return tolerant.best_reference(aligned)
    return names.index(chosen)


def show_counts(context: Context, aligned: SegmentAlignment, number: int, terms: list[Arithmetic]) -> None:
    seen = aligned.references[number]
    with st.container(horizontal=True, gap="medium"):
        with st.container(width=NARROW):
            st.subheader("Precisions side by side")
            st.html(tolerant.precisions(*terms))
        with st.container(width="stretch"):
            st.subheader("Every n-gram")
            show_ngrams(context, aligned, number)
    frame = tolerant.pairs_table(seen)
    with st.expander(f"Where the {len(frame):,} pairs of different words were cut, and their edits"):
        st.dataframe(frame, hide_index=True, height=TABLE_HEIGHT if len(frame) > reader.ROWS_SHOWN else "content")
        widgets.downloads(frame, "aligned-words")


def show_ngrams(context: Context, aligned: SegmentAlignment, number: int) -> None:
    frame = tolerant.ngram_table(aligned.references[number])
    orders = list(range(1, context.tbleu.max_order + 1))
    order = st.segmented_control(
        "Order", orders, default=1, key="tbleu_order", format_func="{}-grams".format, label_visibility="collapsed"
    )
    frame = frame[frame["n"] == order] if order else frame[frame["n"] <= orders[-1]]
    st.dataframe(
        frame,
        hide_index=True,
        height=TABLE_HEIGHT if len(frame) > reader.ROWS_SHOWN else "content",
        column_config={name: st.column_config.NumberColumn(format="%.3f") for name in ("weight", "counts")},
    )
    widgets.downloads(frame, "tolerant-ngrams")


def show_test_set(context: Context, system: str, reference: int) -> None:
    """What takes all words of all systems: drawn when they are aligned."""
    st.header("Across the test set")
    tbleu, test_set = context.tbleu, context.test_set
    aligned, share = cache.aligned_later(tbleu, test_set)
    futures = [aligned, cache.sweep_later(tbleu, test_set), cache.pairs_later(tbleu, test_set, system, reference)]

    def draw() -> None:
        if all(future.done() for future in futures):
            _, sweep, pairs = (future.result() for future in futures)
            show_systems(context, sweep)
            show_segments(context, system)
            show_pairs(context, pairs, reference)

    def progress() -> tuple[float, str]:
        return share(), f"Aligning the words of {len(test_set.systems)} systems. The segment above is ready."

    widgets.fill_in(draw, futures, POLL_SECONDS, progress)


def show_systems(context: Context, sweep: cache.Statistics) -> None:
    tbleu = context.tbleu
    statistics = {metric: cache.statistics(metric, context.test_set) for metric in (context.bleu, tbleu)}
    exact, forgiving = (report.corpus_scores(metric, rows) for metric, rows in statistics.items())
    st.subheader(f"Systems at epsilon {tbleu.epsilon:g}")
    table = forms.corpus_table(exact, forgiving, context.shown)
    st.dataframe(table, hide_index=True, height="content", column_config=SCORES, placeholder=report.UNDEFINED)
    widgets.downloads(table, "tbleu")
    st.subheader("At every epsilon")
    st.caption(
        "At epsilon 1 every aligned word takes its partner's form, even words that have nothing in common. These weigh"
        " 0, yet an n-gram around them counts the mean weight of its words, so that longer n-grams gain by chance."
    )
    scores = {name: tbleu.score(sweep[name]) for name in context.shown}
    figure = charts.curves(cache.SWEEP, scores, context.colors, tbleu.epsilon)
    st.plotly_chart(figure, key="tbleu-curves", alt="tBLEU of each system by epsilon")
    widgets.downloads(forms.sweep_table(cache.SWEEP, scores, context.shown), "tbleu-by-epsilon")


def show_segments(context: Context, system: str) -> None:
    exact, forgiving = (
        metric.score(cache.statistics(metric, context.test_set)[system]) for metric in (context.bleu, context.tbleu)
    )
    gains = forms.gains_table(context.test_set, system, exact, forgiving)
    st.subheader("Segments")
    st.caption(f"{len(gains):,} of {len(exact):,} change. Choose a point or a row: it becomes the segment above.")
    index = state.segment(len(context.test_set))
    figure = charts.scatter(exact, forgiving, ("segment BLEU", "segment tBLEU"), index, context.colors[system])
    with st.container(horizontal=True, gap="medium"):
        with st.container(width=NARROW):
            reader.leading_chart(figure, "tbleu-scatter", "tBLEU of each segment by its BLEU")
            widgets.downloads(forms.segment_table(exact, forgiving), "tbleu-segments")
        with st.container(width="stretch"):
            show_gains(context, gains)


def show_gains(context: Context, gains: pd.DataFrame) -> None:
    if gains.empty:
        st.info(f"At epsilon {context.tbleu.epsilon:g} no segment changes. Raise epsilon above.")
        return
    listed = gains.head(forms.LISTED)
    reader.leading_table(listed, listed["#"].to_numpy() - 1, "tbleu_gains", 420, **GAINS)
    widgets.downloads(gains, "tbleu-gains")


def show_pairs(context: Context, pairs: pd.DataFrame, reference: int) -> None:
    """What is forgiven, and what is forgiven by chance."""
    epsilon = context.tbleu.epsilon
    st.subheader("Forms that gain most")
    several = len(context.test_set.references) > 1
    whose = f"the form that reference {reference + 1} has of them" if several else "the reference's form of them"
    st.caption(
        f"Words of the output and {whose}. Gain is times × (1 − distance): the matches that forgiving all of them can"
        " give. Choose a row: the first segment that has the pair becomes the segment above."
    )
    show_pair_table(forms.with_threshold(pairs, epsilon), "forms")
    st.subheader("Aligned by chance?")
    st.caption(
        f"What a threshold lets in: pairs with a word of at most {forms.SHORT_WORD} characters, or with less than half"
        " of the longer word in common. Nearest first: the higher epsilon, the further down this list it forgives."
        " Pairs at distance 1, which only epsilon 1 lets in, gain nothing and are not listed."
    )
    show_pair_table(forms.with_threshold(forms.chance_table(pairs), epsilon), "chance")


def show_pair_table(frame: pd.DataFrame, name: str) -> None:
    shown = frame.drop(columns="first")
    number = st.column_config.NumberColumn
    formats = {"distance": number(format="%.3f"), "gain": number(format="%.2f")}
    reader.leading_table(shown, frame["first"].to_numpy(int), f"tbleu_{name}", TABLE_HEIGHT, **formats)
    widgets.downloads(shown, f"tbleu-{name}")


main()
