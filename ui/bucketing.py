"""The section of buckets on the page Compare: what segments and words are sorted by, and how A and B score in each."""

from concurrent.futures import Future
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from scoring.buckets import TRIALS, Buckets, BucketScore, WordBucket, WordF1, by_frequency
from scoring.contrast import Contrast
from ui import cache, compare, compare_charts, compare_tables, given, report, state, widgets
from ui.compare import Pair
from ui.compare_tables import BOTH, LABEL, LENGTH, LENGTH_DIFFERENCE, SCORE, WORDS
from ui.context import Context

POLL_SECONDS = 0.4
ROWS_SHOWN, TABLE_HEIGHT = 10, 388
EXPLAINED = {
    LENGTH: "Segments by the mean length of their references, in the sidebar's tokens.",
    LENGTH_DIFFERENCE: "Segments by the words that an output has more than its closest reference. Both systems are"
    " scored on the same segments of a bucket, so that they can be compared.",
    SCORE: "Segments by their score, in five groups of equal size but for ties. By one system's own score that system"
    " looks better than it is in the groups where its score is better, and worse in the others; by the mean of both"
    " neither does.",
    LABEL: "Segments by a label each: a domain, a document, whatever you know about them.",
    WORDS: "Single words by their frequency. Precision: how many of an output's words a reference confirms, each as"
    " often as in the reference that has it most. Recall: how many of the references' words the output has, the mean"
    " over the references. F1 is their harmonic mean.",
}


def sort(context: Context, pair: Pair, contrast: Contrast) -> dict[str, Buckets]:
    """All buckets, of segments and of words, as they are chosen further down."""
    length_of, score_of = (state.current(f"compare_{what}_of", BOTH) for what in ("length", "score"))
    labels = cache.given(given.in_use(context, given.LABELS))
    found = compare_tables.sortings(pair, contrast.counts, length_of, score_of, labels)
    return found | {WORDS: by_frequency(frequencies(context, pair, contrast))}


def frequencies(context: Context, pair: Pair, contrast: Contrast) -> np.ndarray:
    """int64 (n_words,): how often each single word is in the reader's list, or else in the references."""
    listed = given.in_use(context, given.WORD_COUNTS)
    return cache.frequencies(context.bleu, context.test_set, pair.names, contrast, listed)


def scores(context: Context, pair: Pair, contrast: Contrast) -> dict[str, Future]:
    """What segments and words are sorted by -> how A and B score in each bucket, when it is ready."""
    return {
        by: cache.words_later(context.bleu, context.test_set, pair.names, contrast, buckets)
        if by == WORDS
        else cache.buckets_later(pair.metric, context.test_set, pair.names, buckets)
        for by, buckets in sort(context, pair, contrast).items()
    }


def segment_scores(scored: list[BucketScore] | list[WordBucket]) -> list[BucketScore]:
    """Of words their F1."""
    return [bucket.f1 if isinstance(bucket, WordBucket) else bucket for bucket in scored]


def show(context: Context, pair: Pair, contrast: Contrast, scored: dict[str, Future]) -> None:
    st.header("Where does it turn round?", anchor="buckets")
    waiting_for = "Resampling the segments of each bucket."
    widgets.when_ready(list(scored.values()), partial(draw_turns, pair, scored), waiting_for, POLL_SECONDS)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        offered = [LENGTH, LENGTH_DIFFERENCE, SCORE, LABEL, WORDS]
        by = st.selectbox("Buckets by", offered, key="compare_by", width=280, bind="query-params")
        for kind, what in ((LENGTH_DIFFERENCE, "length"), (SCORE, "score")):
            if by == kind:
                st.selectbox("of", [BOTH, "A", "B"], key=f"compare_{what}_of", width=240, persist_state="session")
    st.caption(EXPLAINED[by])
    if by == LABEL:
        given.draw(context, given.LABELS)
    if by == WORDS:
        given.draw(context, given.WORD_COUNTS, contrast.counts, frequencies(context, pair, contrast))
    if by not in scored:
        return
    widgets.when_ready([scored[by]], partial(draw_buckets, pair, by, scored[by]), waiting_for, POLL_SECONDS)


def draw_turns(pair: Pair, scored: dict[str, Future]) -> None:
    """The evidence of what the summary says of all buckets."""
    found = {by: segment_scores(future.result()) for by, future in scored.items()}
    frame = compare_tables.turns_table(pair, found)
    if not pair.lead > 0 and not pair.lead < 0:
        st.caption("On the whole nobody leads.")
        return
    if frame.empty:
        st.caption("Every bucket of segments and of words speaks for the same system, or for neither.")
        return
    st.caption(
        "The buckets in which the system that is behind on the whole leads: surely where the 95 % interval of the"
        f" difference is on its side and the bucket has at least {compare.FEWEST} segments. Words are scored by F1."
    )
    show_bucket_table(pair, frame, "compare-turns")


def draw_buckets(pair: Pair, by: str, future: Future) -> None:
    found = future.result()
    scored = segment_scores(found)
    label = WordF1.label if by == WORDS else pair.metric.label
    filled = [bucket for bucket in scored if bucket.size]
    if not filled:
        st.info("Every bucket is empty: neither the outputs nor the references have a word.")
        return
    st.plotly_chart(compare_charts.buckets(filled, label), key="compare-buckets", alt=f"{label} of A and B by {by}")
    frame = compare_tables.words_table(pair, found) if by == WORDS else compare_tables.buckets_table(pair, found, by)
    show_bucket_table(pair, frame, f"compare-{by.replace(' ', '-')}")
    empty = compare_tables.empty_buckets(scored)
    if empty:
        st.caption(f"{len(empty)} of {len(scored)} buckets are empty and not in the chart; the table has them.")
    which = "segments that hold such words" if by == WORDS else "segments"
    st.caption(
        f"n is the number of {which}. From and to: 95 % intervals of the bootstrap with {TRIALS:,} resamples; they take"
        f" two segments. Below {compare.FEWEST} segments nothing is called sure. Of 40 buckets without a difference one"
        " has an interval that lies above 0 and one that lies below it by chance alone."
    )


def show_bucket_table(pair: Pair, frame: pd.DataFrame, name: str) -> None:
    st.dataframe(
        frame,
        hide_index=True,
        height="content" if len(frame) <= ROWS_SHOWN else TABLE_HEIGHT,
        column_config=bucket_formats(pair, frame),
        placeholder=report.UNDEFINED,
    )
    widgets.downloads(frame, name)


def bucket_formats(pair: Pair, frame: pd.DataFrame) -> dict:
    number, names = st.column_config.NumberColumn, {name: side for side, name in compare_tables.columns(pair).items()}
    found = {}
    for column in frame.select_dtypes("number"):
        whole = next((name for name in names if column.startswith(name)), "")
        heading = column.replace(whole, names[whole], 1) if whole else column
        is_count = column.endswith("words") or column == "segments"
        found[column] = number(heading, format="%.0f" if is_count else "%.2f")
    return found
