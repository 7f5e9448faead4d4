"""Buckets on the page Compare: what segments and words are sorted by, and how two systems score in each."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from scoring.analysis.bucket_scores import BucketScore, WordF1
from scoring.analysis.buckets import Buckets, by_frequency
from scoring.analysis.contrast import Contrast
from scoring.analysis.judged_buckets import WHOSE
from scoring.analysis.pair import ScoredPair
from scoring.analysis.sortings import LABEL, LENGTH, LENGTH_DIFFERENCE, SCORE, segment_sortings
from scoring.analysis.tagged_words import WordSorting, without_tags
from scoring.analysis.turns import FEWEST, TAGS, WORDS, BucketComparison, of_metric
from scoring.judgments.external import ExternalScore
from scoring.origins import DOCUMENT
from scoring.output.markup import html
from scoring.output.numbers import MISSING
from scoring.studies.wording import method_words as words
from ui.compare import charts, comparison_tables, jobs, judged_sortings, reader_files
from ui.compare.summary import Colors, where_it_turns
from ui.context.context import Context
from ui.kit import layout
from ui.kit.tables import exports, grid
from ui.session import send, state
from ui.store import waiting

ROWS_SHOWN, TABLE_HEIGHT = 10, 388
F1_DECIMALS = 2
BOTH = "the mean of both"
DIFFERENCE = "The first system's score minus the second's."
"""Help of a column, which is Markdown: it says so without their names."""
EXPLAINED = {
    LENGTH: "Segments by the mean length of their references, in the sidebar's tokens.",
    LENGTH_DIFFERENCE: "Segments by the words that an output has more than its closest reference. Both systems are"
    " scored on the same segments of a bucket, so that they can be compared.",
    SCORE: "Segments by their score, in five groups of equal size but for ties. By one system's own score that system"
    " looks better than it is in the groups where its score is better, and worse in the others; by the mean of both"
    " neither does.",
    LABEL: "Segments by a label each: whatever you know about them.",
    WORDS: "Single words by their frequency. Precision: how many of an output's words a reference confirms, each as"
    " often as in the reference that has it most. Recall: how many of the references' words the output has, the mean"
    " over the references. F1 is their harmonic mean.",
    TAGS: "Single words by the tags that were dropped with the texts, such as parts of speech. Words are what white"
    " space separates, whatever tokenizer is chosen. A word is right where a reference has it with the same tag.",
}


def show_buckets(
    context: Context, pair: ScoredPair, colors: Colors, contrast: Contrast, by_tags: WordSorting | None = None
) -> None:
    """Where the lead changes, and the buckets that are looked at."""
    known = judged_sortings.sortings_by_judgments(context.test_set, pair.names)
    by, length_of, score_of = choose_sorting(context, pair, list(known))
    segments_by = (
        segment_sortings(pair, contrast.counts, length_of, score_of, reader_files.segment_labels(context)) | known
    )
    words_by = {WORDS: WordSorting(contrast.counts, by_frequency(word_frequencies(context, pair, contrast)))}
    if by_tags is not None:
        words_by[TAGS] = by_tags
    found = score_chosen_buckets(context, pair, segments_by, words_by)
    if found is not None:
        said = Markup('<p class="statement">{}</p>').format(where_it_turns(pair, colors, searched(pair, found)))
        send.html(html.page(said))
        if by in found.scores:
            draw_buckets(context, pair, colors, by, found)
    st.caption((EXPLAINED | judged_sortings.EXPLAINED)[by])
    if by == LABEL:
        reader_files.draw_reader_file(context, reader_files.LABELS)
    if by == WORDS:
        reader_files.draw_reader_file(
            context, reader_files.WORD_COUNTS, contrast.counts, word_frequencies(context, pair, contrast)
        )
    if by == TAGS and (missing := without_tags(context.test_set, pair.names)):
        st.info("Some of the texts have no tags. Drop them with the other files, called as the texts and .tag.")
        st.text(f"Without tags: {', '.join(missing)}")
    if found is not None:
        draw_turns(context, pair, found)


def searched(pair: ScoredPair, found: BucketComparison) -> dict[str, Sequence[BucketScore]]:
    """The buckets that say something where the lead changes.

    Not those in which one system alone has errors, and of the many documents not the short ones.
    """
    buckets = {by: scored for by, scored in of_metric(pair.metric, found.scores).items() if by != WHOSE}
    if DOCUMENT in buckets:
        buckets[DOCUMENT] = [bucket for bucket in buckets[DOCUMENT] if bucket.size >= FEWEST]
    return buckets


def choose_sorting(context: Context, pair: ScoredPair, known: list[str]) -> tuple[str, int | None, int | None]:
    """What the buckets sort by, and of which system length and score are taken, whatever is shown at the moment."""
    with layout.controls("buckets"):
        offered = [LENGTH, LENGTH_DIFFERENCE, SCORE, *known, LABEL, WORDS]
        offered += [TAGS] if context.test_set.tagged_texts else []
        by = st.selectbox("Buckets by", offered, key="compare_by", width=320, bind="query-params")
        judged_sortings.choose_annotation(context.test_set, by)
        of_length = choose_of(pair, "length") if by == LENGTH_DIFFERENCE else kept_of(pair, "length")
        return by, of_length, choose_of(pair, "score") if by == SCORE else kept_of(pair, "score")


def choose_of(pair: ScoredPair, what: str) -> int | None:
    """Which of the two, or None for both."""
    options = [BOTH, *pair.names]
    st.selectbox("of", options, key=f"compare_{what}_of", width=240, bind="query-params", persist_state="page")
    return kept_of(pair, what)


def kept_of(pair: ScoredPair, what: str) -> int | None:
    """Return the choice of the widget, also where it is not shown at the moment."""
    chosen = state.asked(f"compare_{what}_of")
    return pair.names.index(chosen) if chosen in pair.names else None


def word_frequencies(context: Context, pair: ScoredPair, contrast: Contrast) -> np.ndarray:
    """int64 (n_words,): how often each single word is in the reader's list, or else in the references."""
    listed = reader_files.reader_file_in_use(context, reader_files.WORD_COUNTS)
    return jobs.count_word_frequencies(context.bleu, context.test_set, pair.names, contrast, listed)


def score_chosen_buckets(
    context: Context,
    pair: ScoredPair,
    segments_by: dict[str, Buckets],
    words_by: dict[str, WordSorting],
) -> BucketComparison | None:
    task = jobs.bucketed(pair, context.bleu, context.test_set, segments_by, words_by)
    return waiting.result_of("buckets", task, "Resampling the segments of each bucket.")


def draw_turns(context: Context, pair: ScoredPair, found: BucketComparison) -> None:
    """The table behind what is said about buckets."""
    frame = comparison_tables.turns_table(pair, searched(pair, found))
    if frame.empty or not abs(pair.lead) > 0:
        return
    st.subheader("Where it turns round")
    st.caption(
        "The buckets in which the system that is behind on the whole leads: surely where the 95 % interval of the"
        f" difference is on its side and the bucket has at least {FEWEST} segments."
        f"{'' if isinstance(pair.metric, ExternalScore) else ' Words are scored by F1.'}"
    )
    show_bucket_table(context, pair, frame, "Where it turns round")


def draw_buckets(context: Context, pair: ScoredPair, colors: Colors, by: str, found: BucketComparison) -> None:
    scored = found.scores[by]
    label = WordF1.label if by in found.words else pair.metric.label
    filled = [bucket for bucket in scored if bucket.size]
    if not filled:
        st.info("Every bucket is empty: neither the outputs nor the references have a word.")
        return
    figure = charts.buckets(filled, label, pair.names, colors)
    st.plotly_chart(figure, key="compare-buckets", alt=f"{label} of both systems by {by}")
    frame = (
        comparison_tables.words_table(pair, found.words[by], by)
        if by in found.words
        else comparison_tables.buckets_table(pair, scored, by)
    )
    show_bucket_table(context, pair, frame, f"By {by}")
    empty = comparison_tables.empty_buckets(scored)
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
    shown = comparison_tables.as_printed(pair, frame, decimals_of(pair, frame))
    grid.draw_grid(shown, bucket_formats(pair, frame), height=height, placeholder=MISSING)
    exports.offer_table(frame, title, exports.export_source(context, pair.metric))


def bucket_formats(pair: ScoredPair, frame: pd.DataFrame) -> dict:
    number, apart = st.column_config.NumberColumn, comparison_tables.score_difference_column(pair)
    formats, decimals = {}, decimals_of(pair, frame)
    for column in map(str, frame.select_dtypes("number")):
        is_count = column.startswith(("words ", "reference words")) or column == "segments"
        heading = column.replace(apart, "difference") if column.startswith(apart) else None
        formats[column] = number(heading, format="%.0f" if is_count else f"%.{decimals}f", help=heading and DIFFERENCE)
    return formats


def decimals_of(pair: ScoredPair, frame: pd.DataFrame) -> int:
    """Return the decimals of the scores: words are scored by F1, segments by the metric that is chosen."""
    return (
        F1_DECIMALS
        if comparison_tables.system_columns(pair, comparison_tables.F1)[0] in frame
        else pair.metric.decimals
    )
