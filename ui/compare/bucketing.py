"""Buckets of the page Compare: segments and words sorted by a property, and both systems' scores in each bucket."""

import pandas as pd
import streamlit as st

from scoring.judgments import Annotation, ErrorKind
from scoring.judgments.external import ExternalScore
from scoring.judgments.kinds import category_levels
from scoring.origins import DOCUMENT, DOMAIN
from scoring.output.markup import html
from scoring.output.numbers import MISSING
from scoring.output.sentence import join_sentences
from scoring.studies import side_by_side as study
from scoring.studies.side_by_side import BucketComparison, Contrast, Reversals, ScoredPair, SideBySideRequest
from scoring.studies.wording import method_words as words
from ui.compare import charts, comparison_tables, jobs, reader_files
from ui.context.context import Context
from ui.kit import exports, grid, layout
from ui.session import send, state
from ui.store import waiting

TABLE_HEIGHT = 388
"""Largest height of the table in px, for 10 rows."""
MEAN_OF_BOTH = "the mean of both"
REVERSALS = "Where the ranking reverses"
ANY_CATEGORY = "any category"
SORTED_BY, BY, KIND = "compare_by", "compare_errors_by", "compare_category"
DIFFERENCE = "The first system's score minus the second's."
"""Help of the column of differences, which is Markdown: it does not contain the systems' names."""
NOT_SEARCHED = "Groups made by how good the outputs are: they are not searched for reversals."
EXPLAINED = {
    study.LENGTH: "Segments by the mean length of their references, in the sidebar's tokens.",
    study.LENGTH_DIFFERENCE: "Segments by how many words longer an output is than its closest reference. Both systems"
    " are scored on the same segments of a bucket, so that they can be compared.",
    study.SCORE: "Segments by their score, in five groups of equal size (except for ties). If one system's own score"
    " sorts them, that system looks too good in its best groups and too bad in the others. The mean of both scores"
    f" favours neither. {NOT_SEARCHED}",
    DOMAIN: "Segments by the domain that came with the texts.",
    DOCUMENT: "Segments by their document. With more than 50 documents the smallest share a bucket.",
    study.WORST: "Segments by the worst error that is marked in either output, so that neither system is favoured."
    f" {NOT_SEARCHED}",
    study.CATEGORY: "Segments by the category of the worst error that is marked in either output; “several” where"
    " errors of different categories are as bad.",
    study.ANNOTATOR: "Segments by who marked the errors in both outputs; “several” where these are not one"
    " annotator’s.",
    study.WITH_ERRORS: "Segments by which of the two outputs has marked errors, where both were judged. A system looks"
    f" good in segments that were chosen by the other one’s errors. {NOT_SEARCHED}",
    study.LABEL: "Segments by your own labels, one for each segment.",
    study.WORDS: "Single words by their frequency. Precision: how many of an output's words a reference confirms, each"
    " as often as in the reference that has it most. Recall: how many of the references' words the output has, the"
    " mean over the references. F1 is their harmonic mean.",
    study.TAGS: "Single words by the tags that were dropped with the texts, such as parts of speech. Words are what"
    " white space separates, under any tokenizer. A word is right where a reference has it with the same tag.",
}


def show_buckets(
    context: Context, pair: ScoredPair, contrast: Contrast, by_tags: study.WordSorting | None = None
) -> None:
    """Draw the buckets of the chosen sorting, and the buckets in which the ranking reverses."""
    request = sorting_request(context, pair)
    segments_by = study.sort_segments(request, context.test_set, pair, contrast.counts)
    controls = st.container()
    listed = reader_files.reader_file_in_use(context, reader_files.WORD_COUNTS)
    frequencies = jobs.count_word_frequencies(context.bleu, context.test_set, pair.names, contrast, listed)
    sortings = study.Sortings(segments_by, study.sort_words(contrast.counts, frequencies, by_tags))
    task = jobs.bucket_scores_task(request, context.test_set, sortings)
    comparison = waiting.result_or_progress("buckets", task, "Resampling the segments of each group.")
    reversals = None if comparison is None else study.find_reversals(pair, comparison)
    if reversals is None and state.widget_or_address_value(SORTED_BY) is None:
        return
    with controls:
        by = choose_sorting(context, pair, [*segments_by], reversals)
    if comparison is not None and reversals is not None:
        of_sorting = study.group_sentence(pair, by, comparison.scores.get(by, ()))
        statement = join_sentences(" ", [*filter(None, (of_sorting, reversals.sentence))])
        statement_html = html.sentence_html(statement, context.colors)
        send.sentences(statement_html)
        if by in comparison.scores:
            draw_buckets(context, pair, by, comparison)
    st.caption(EXPLAINED[by])
    if by == study.LABEL:
        reader_files.draw_reader_file(context, reader_files.LABELS)
    if by == study.WORDS:
        reader_files.draw_reader_file(context, reader_files.WORD_COUNTS, contrast.counts, frequencies)
    if by == study.TAGS and (missing := study.texts_without_tags(context.test_set, pair.names)):
        st.info("Some texts have no tags. Upload them with the other files, under the name of the text and .tag.")
        st.text(f"Without tags: {', '.join(missing)}")
    if reversals is not None:
        draw_reversals(context, pair, reversals)


def sorting_request(context: Context, pair: ScoredPair) -> SideBySideRequest:
    """Return the request to sort segments by the values of the widgets, hidden widgets included."""
    annotation = study.choose_annotation(context.test_set, state.widget_or_address_value(BY))
    return SideBySideRequest(
        pair.metric,
        pair.names,
        context.bleu,
        sorting_system_place(pair, "length"),
        sorting_system_place(pair, "score"),
        reader_files.segment_labels(context),
        None if annotation is None else annotation.name,
        ErrorKind("" if annotation is None else chosen_category(annotation)),
    )


def choose_sorting(context: Context, pair: ScoredPair, segment_sortings: list[str], reversals: Reversals | None) -> str:
    """Return the chosen sorting, at first one in which the ranking reverses.

    ``segment_sortings`` has the names of the possible sortings of segments.
    """
    with layout.controls("buckets"):
        offered = [
            *dict.fromkeys([*segment_sortings, study.LABEL]),
            study.WORDS,
            *([study.TAGS] if context.test_set.tagged_texts else []),
        ]
        at = offered.index(reversals.surely[0].by) if reversals is not None and reversals.surely else 0
        by = st.selectbox("Groups by", offered, at, key=SORTED_BY, width=320, bind="query-params")
        choose_marked_errors(context, by)
        if by in (study.LENGTH_DIFFERENCE, study.SCORE):
            choose("of", [MEAN_OF_BOTH, *pair.names], f"compare_{'score' if by == study.SCORE else 'length'}_of")
        return by


def choose_marked_errors(context: Context, by: str) -> None:
    """Draw the choice of the annotation and the category of the errors by which segments are sorted."""
    annotation = study.choose_annotation(context.test_set, state.widget_or_address_value(BY))
    if annotation is None or by not in (study.WORST, study.CATEGORY, study.ANNOTATOR, study.WITH_ERRORS):
        return
    offered = study.annotations_people_first(context.test_set)
    if len(offered) > 1:
        choose("of", [one.name for one in offered], BY)
    if by == study.WITH_ERRORS:
        choose("errors in", [ANY_CATEGORY, *category_levels(annotation.columns.categories.names_in_use)], KIND)


def chosen_category(annotation: Annotation) -> str:
    """Return the category of errors that the visitor has chosen; empty for any."""
    category = state.widget_or_address_value(KIND)
    return category if category in category_levels(annotation.columns.categories.names_in_use) else ""


def choose(label: str, options: list[str], key: str) -> None:
    st.selectbox(label, options, key=key, width=240, bind="query-params", persist_state="page")


def sorting_system_place(pair: ScoredPair, criterion: str) -> int | None:
    """Return the place of the system whose lengths or scores sort the segments; None for the mean of both."""
    chosen = state.widget_or_address_value(f"compare_{criterion}_of")
    return pair.names.index(chosen) if chosen in pair.names else None


def draw_reversals(context: Context, pair: ScoredPair, reversals: Reversals) -> None:
    """Draw the table of the buckets in which the ranking reverses, if there are any."""
    frame = comparison_tables.reversals_table(pair, reversals)
    if frame.empty:
        return
    st.subheader(REVERSALS)
    by_f1 = "" if isinstance(pair.metric, ExternalScore) else " Words are scored by F1."
    st.caption(f"The groups in which the system that is behind overall is ahead. {reversals.note}{by_f1}")
    show_bucket_table(context, pair, frame, REVERSALS)


def draw_buckets(context: Context, pair: ScoredPair, by: str, comparison: BucketComparison) -> None:
    scored = comparison.scores[by]
    label = study.WordF1.label if by in comparison.words else pair.metric.full_name
    filled = [bucket for bucket in scored if bucket.size]
    if not filled:
        st.info("Every bucket is empty: neither the outputs nor the references have a word.")
        return
    figure = charts.buckets(filled, label, pair.names, context.colors)
    st.plotly_chart(figure, key="compare-buckets", alt=f"{label} of both systems by {by}")
    frame = (
        comparison_tables.words_table(pair, comparison.words[by], by)
        if by in comparison.words
        else comparison_tables.buckets_table(pair, scored, by)
    )
    show_bucket_table(context, pair, frame, f"By {by}")
    empty = comparison_tables.empty_buckets(scored)
    if empty:
        st.caption(f"{len(empty)} of {len(scored)} groups are empty and not in the chart; the table has them.")
    segments_phrase = "segments that hold such words" if by in comparison.words else "segments"
    st.caption(
        f"n is the number of {segments_phrase}."
        f" From and to: {words.interval_method_phrase(comparison.trials)}; they need two segments."
    )


def show_bucket_table(context: Context, pair: ScoredPair, frame: pd.DataFrame, title: str) -> None:
    shown = comparison_tables.printed_bucket_table(pair, frame, bucket_decimals(pair, frame))
    grid.draw_grid(shown, bucket_formats(pair, frame), most=TABLE_HEIGHT, placeholder=MISSING)
    exports.offer_table(frame, title, exports.export_source(context, pair.metric))


def bucket_formats(pair: ScoredPair, frame: pd.DataFrame) -> dict:
    number, difference_column = st.column_config.NumberColumn, comparison_tables.score_difference_column(pair)
    formats, decimals = {}, bucket_decimals(pair, frame)
    for column in map(str, frame.select_dtypes("number")):
        is_count = column.startswith(("words ", "reference words")) or column == "segments"
        heading = column.replace(difference_column, "difference") if column.startswith(difference_column) else None
        formats[column] = number(heading, format="%.0f" if is_count else f"%.{decimals}f", help=heading and DIFFERENCE)
    return formats


def bucket_decimals(pair: ScoredPair, frame: pd.DataFrame) -> int:
    """Return the decimals of the scores: F1's for words, the chosen metric's for segments."""
    return (
        study.F1_DECIMALS
        if comparison_tables.system_columns(pair, comparison_tables.F1)[0] in frame
        else pair.metric.decimals
    )
