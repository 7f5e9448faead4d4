"""The view Errors of a segment: the errors that annotators marked in each output and in the source."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st
from markupsafe import Markup

from scoring.judgments import Annotation, ErrorSpan
from scoring.judgments.kinds import NO_CATEGORY, first_spellings
from scoring.output.markup import html
from scoring.report import error_marking
from scoring.studies.error_kinds import ErrorWords, PlacedWord, annotation_phrase, count_error_words, placed_words
from scoring.text.naming import unique_name
from ui.context.context import Context
from ui.errors import error_tables
from ui.kit import address, exports, grid, layout
from ui.kit.reader import SegmentView, View
from ui.session import send

TOGETHER, BY_JUDGE, SINGLY = "together", "by judge", "each by itself"
Words = Mapping[str, Sequence[PlacedWord]]
"""System -> words of its output; empty if they are not shown."""


@dataclass(frozen=True)
class OutputErrors:
    """The errors of one output that are drawn together."""

    judge_phrase: str
    """name of the annotator or annotation; empty for all"""
    is_judged: bool
    """whether anybody judged the output"""
    errors: tuple[ErrorSpan, ...]


def draw_segment_errors(context: Context, segment_view: SegmentView) -> None:
    """Draw every output shown with its errors, of all annotators together or of each separately."""
    segment = context.test_set.segment(segment_view.index)
    with layout.controls("marked"):
        grouping = choose_grouping(context.test_set.annotations)
        references = context.test_set.reference_texts(segment_view.index)
        # The words of the outputs shown, if their n-grams are shown as well.
        help = "What BLEU counts as matches, up to as often as a reference has it."
        options: Any = {"key": "error_ngrams", "help": help, "bind": "query-params"}
        on = bool(references) and st.toggle("Also show n-grams that a reference has", **options)
        words = {
            system: placed_words(context.bleu, text, references) for system, text in segment_view.texts.items() if on
        }
    above = []
    if segment.source is not None:
        of_source = [span for span in _errors(context, segment_view) if span.in_source]
        marked = error_marking.mark_errors(segment.source, of_source, with_systems=True)
        above.append(html.long_line("source", marked, len(segment.source)))
    above += [
        html.long_line(html.reference(name), html.html_words([text], calm=True), len(text))
        for name, text in segment.references.items()
    ]
    outputs = [_line(context, segment_view, system, grouping, words.get(system, ())) for system in segment_view.texts]
    send.html(html.page(html.given_rows(above) + Markup("").join(outputs)))
    severities = {severity for annotation in context.test_set.annotations for severity in annotation.severities}
    send.html(error_marking.error_legend(severities, bool(words)))
    if words:
        draw_seen_errors(context, segment_view, words)
    show_counts(context, segment_view)


def choose_grouping(annotations: tuple[Annotation, ...]) -> str:
    """Return the choice whether annotations, or their annotators, are drawn separately."""
    several = any(len(annotation.annotators) > 1 for annotation in annotations)
    options = [*([BY_JUDGE] if len(annotations) > 1 else []), TOGETHER, *([SINGLY] if several else [])]
    return address.draw_single_choice("Annotators", options, options[0], "annotators") if len(options) > 1 else TOGETHER


def draw_seen_errors(context: Context, segment_view: SegmentView, words: Words) -> None:
    """Draw how many of the words inside and outside errors a reference has in this segment."""
    total = ErrorWords()
    for system, text in segment_view.texts.items():
        annotations = context.test_set.annotations
        if any(_is_judged(of, system, segment_view.index) for of in annotations):
            errors = [error for of in annotations for error in of.by_text.get((system, segment_view.index), ())]
            total += count_error_words(words[system], text, errors)
    send.html(html.page(error_tables.segment_error_words_html(total)))


def _line(
    context: Context, segment_view: SegmentView, system: str, grouping: str, words: Sequence[PlacedWord]
) -> Markup:
    """Return the HTML of the output once, or once for each annotation or annotator."""
    text = segment_view.texts[system]
    groups = list(_groups(context.test_set.annotations, system, segment_view.index, grouping))
    label = Markup("{}<b>{}</b>").format(html.dot(context.colors[system]), system)
    if grouping == TOGETHER:
        (group,) = groups
        heading = Markup("{}<br> <small>{}</small>").format(label, _severity_counts_phrase(group))
        return html.html_line(heading, error_marking.mark_errors(text, group.errors, words=words))
    block, blocks = Markup("<div><small><b>{}</b> {}</small>{}</div>"), []
    for group in groups:
        marked = error_marking.mark_errors(text, group.errors, words=words) if group.is_judged else ""
        blocks.append(block.format(group.judge_phrase, _severity_counts_phrase(group), marked))
    return html.html_line(label, Markup('<div class="beside">{}</div>').format(Markup("").join(blocks)))


def _severity_counts_phrase(group: OutputErrors) -> str:
    return error_marking.severity_counts(group.errors) if group.is_judged else "nobody judged it"


def _groups(annotations: tuple[Annotation, ...], system: str, index: int, grouping: str) -> Iterator[OutputErrors]:
    """Yield the errors in the output that are drawn together: all, or the errors of each annotation or annotator."""
    errors_by_annotation = {
        of: [e for e in of.by_text.get((system, index), ()) if not e.in_source] for of in annotations
    }
    is_judged = {of: _is_judged(of, system, index) for of in annotations}
    if grouping == TOGETHER:
        yield OutputErrors(
            "", any(is_judged.values()), tuple(error for errors in errors_by_annotation.values() for error in errors)
        )
        return
    for of, errors in errors_by_annotation.items():
        names = sorted({error.annotator for error in errors}) if grouping == SINGLY else []
        for name in names or [""]:
            judge_phrase = f"{annotation_phrase(of)}, {name}" if name else annotation_phrase(of)
            yield OutputErrors(
                judge_phrase, is_judged[of], tuple(error for error in errors if name in ("", error.annotator))
            )


def _is_judged(annotation: Annotation, system: str, index: int) -> bool:
    return system in annotation.judged and bool(annotation.judged[system][index])


def _errors(context: Context, segment_view: SegmentView) -> list[ErrorSpan]:
    """Return the errors of the outputs shown in this segment."""
    annotations = context.test_set.annotations
    return [
        span
        for of in annotations
        for system in segment_view.texts
        for span in of.by_text.get((system, segment_view.index), ())
    ]


def category_table(errors: Sequence[ErrorSpan], systems: Sequence[str]) -> pd.DataFrame:
    """Return the number of errors in each output: a row for each category and severity, a column for each system."""
    spellings = first_spellings(span.category for span in errors)
    no_category = unique_name([name.casefold() for name in spellings.values()], NO_CATEGORY)
    numbers = Counter((spellings[span.category] or no_category, span.severity, span.system) for span in errors)
    kinds = sorted({(category, severity) for category, severity, _ in numbers})
    rows = [(*kind, *(numbers[*kind, system] for system in systems)) for kind in kinds]
    return pd.DataFrame(rows, columns=["category", "severity", *map(errors_column, systems)])


def errors_column(system: str) -> str:
    """Return the name of a system's column, distinct from other columns even if the system is called "category"."""
    return f"errors of {system}"


def show_counts(context: Context, segment_view: SegmentView) -> None:
    """Draw the table of errors by category and output, in an expander."""
    errors = _errors(context, segment_view)
    if not errors:
        return
    columns = {errors_column(system): system for system in segment_view.texts}
    table = category_table(errors, list(segment_view.texts))
    formats = {column: st.column_config.NumberColumn(system) for column, system in columns.items()}
    with st.expander("Errors by category"):
        grid.draw_grid(table, formats, most=layout.TABLE_HEIGHT)
    exports.offer_table(table, "Errors by category", exports.export_source(context))


VIEW = View("", "Errors", True, draw_segment_errors, is_there=lambda context: bool(context.test_set.annotations))
