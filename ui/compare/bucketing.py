"""The section of buckets on the page Compare: what segments and words are sorted by, and how A and B score in each."""

import numpy as np
import pandas as pd
import streamlit as st

from scoring.analysis.bucket_scores import WordF1
from scoring.analysis.buckets import Buckets, by_frequency
from scoring.analysis.contrast import Contrast
from scoring.analysis.pair import ScoredPair
from scoring.analysis.sortings import BOTH, LABEL, LENGTH, LENGTH_DIFFERENCE, SCORE, sortings
from scoring.analysis.tagged import WordSorting, without_tags
from scoring.analysis.turns import FEWEST, TAGS, WORDS, Bucketed
from scoring.numbers import MISSING
from scoring.significance import words
from ui.compare import charts, given, jobs, tables
from ui.context import Context
from ui.kit import exports, grid, send
from ui.store import cache, waiting

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
    TAGS: "Single words by the tags that were dropped with the texts, such as parts of speech. Words are what white"
    " space separates, whatever tokenizer is chosen. A word is right where a reference has it with the same tag.",
}


def show_all(context: Context, pair: ScoredPair, contrast: Contrast) -> tuple[str, Bucketed | None]:
    """What the reader sorts by, and the scores in the buckets of every sorting; None until these are computed."""
    st.header("Where does it turn round?", anchor="buckets")
    turns = st.container()
    by, length_of, score_of = choose(context)
    labels = cache.given(given.in_use(context, given.LABELS))
    segments_by = sortings(pair, contrast.counts, length_of, score_of, labels)
    words_by = {WORDS: WordSorting(contrast.counts, by_frequency(frequencies(context, pair, contrast)))}
    if (by_tags := jobs.tagged(context.bleu, context.test_set, pair.names)) is not None:
        words_by[TAGS] = by_tags
    with turns:
        found = score(context, pair, segments_by, words_by)
        if found is not None:
            draw_turns(context, pair, found)
    return by, found


def show_chosen(context: Context, pair: ScoredPair, contrast: Contrast, by: str, found: Bucketed | None) -> None:
    """The buckets that are looked at."""
    st.caption(EXPLAINED[by])
    if by == LABEL:
        given.draw(context, given.LABELS)
    if by == WORDS:
        given.draw(context, given.WORD_COUNTS, contrast.counts, frequencies(context, pair, contrast))
    if by == TAGS and (missing := without_tags(context.test_set, pair.names)):
        st.info("Some of the texts have no tags. Drop them with the other files, called as the texts and .tag.")
        st.text(f"Without tags: {', '.join(missing)}")
    if found is not None and by in found.scores:
        draw_buckets(context, pair, by, found)


def choose(context: Context) -> tuple[str, str, str]:
    """What the buckets sort by, and of which system length and score are taken, whatever is shown at the moment."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        offered = [LENGTH, LENGTH_DIFFERENCE, SCORE, LABEL, WORDS]
        offered += [TAGS] if context.test_set.tagged_texts else []
        by = st.selectbox("Buckets by", offered, key="compare_by", width=280, bind="query-params")
        return by, choose_of("length", by == LENGTH_DIFFERENCE), choose_of("score", by == SCORE)


def choose_of(what: str, in_sight: bool) -> str:
    """Drawn hidden where it is not needed, because a widget that is not drawn loses its place in the address."""
    if not in_sight:
        send.hide(f"{what}-of")
    with st.container(width="content", key=f"{what}-of"):
        return st.selectbox("of", [BOTH, "A", "B"], key=f"compare_{what}_of", width=240, bind="query-params")


def frequencies(context: Context, pair: ScoredPair, contrast: Contrast) -> np.ndarray:
    """int64 (n_words,): how often each single word is in the reader's list, or else in the references."""
    listed = given.in_use(context, given.WORD_COUNTS)
    return jobs.frequencies(context.bleu, context.test_set, pair.names, contrast, listed)


def score(
    context: Context,
    pair: ScoredPair,
    segments_by: dict[str, Buckets],
    words_by: dict[str, WordSorting],
) -> Bucketed | None:
    task = jobs.bucketed(pair, context.bleu, context.test_set, segments_by, words_by)
    return waiting.result_of("buckets", task, "Resampling the segments of each bucket.")


def draw_turns(context: Context, pair: ScoredPair, found: Bucketed) -> None:
    """The table behind what the summary says about buckets."""
    frame = tables.turns_table(pair, found.scores)
    if not pair.lead > 0 and not pair.lead < 0:
        st.caption("On the whole nobody leads.")
        return
    if frame.empty:
        st.caption("Every bucket of segments and of words speaks for the same system, or for neither.")
        return
    st.caption(
        "The buckets in which the system that is behind on the whole leads: surely where the 95 % interval of the"
        f" difference is on its side and the bucket has at least {FEWEST} segments. Words are scored by F1."
    )
    show_bucket_table(context, pair, frame, "Where it turns round")


def draw_buckets(context: Context, pair: ScoredPair, by: str, found: Bucketed) -> None:
    scored = found.scores[by]
    label = WordF1.label if by in found.words else pair.metric.label
    filled = [bucket for bucket in scored if bucket.size]
    if not filled:
        st.info("Every bucket is empty: neither the outputs nor the references have a word.")
        return
    st.plotly_chart(charts.buckets(filled, label), key="compare-buckets", alt=f"{label} of A and B by {by}")
    frame = (
        tables.words_table(pair, found.words[by], by) if by in found.words else tables.buckets_table(pair, scored, by)
    )
    show_bucket_table(context, pair, frame, f"By {by}")
    empty = tables.empty_buckets(scored)
    if empty:
        st.caption(f"{len(empty)} of {len(scored)} buckets are empty and not in the chart; the table has them.")
    which = "segments that hold such words" if by in found.words else "segments"
    st.caption(
        f"n is the number of {which}. From and to: {words.intervals(found.trials)}; they take two segments. Below"
        f" {FEWEST} segments nothing is called sure. Of 40 buckets without a"
        " difference one has an interval that lies above 0 and one that lies below it by chance alone."
    )


def show_bucket_table(context: Context, pair: ScoredPair, frame: pd.DataFrame, title: str) -> None:
    height = "content" if len(frame) <= ROWS_SHOWN else TABLE_HEIGHT
    grid.show(frame, bucket_formats(pair, frame), height=height, placeholder=MISSING)
    exports.offer(frame, title, exports.source(context, pair.metric))


def bucket_formats(pair: ScoredPair, frame: pd.DataFrame) -> dict:
    number, names = st.column_config.NumberColumn, {name: side for side, name in tables.columns(pair).items()}
    found = {}
    for column in map(str, frame.select_dtypes("number")):
        whole = next((name for name in names if column.startswith(name)), "")
        heading = column.replace(whole, names[whole], 1) if whole else column
        is_count = column.endswith("words") or column == "segments"
        found[column] = number(heading, format="%.0f" if is_count else "%.2f")
    return found
