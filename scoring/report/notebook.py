"""Results for a notebook: HTML with its own style, without any script. Pure.

The style changes nothing else on the notebook's page. It follows the notebook's theme, or else the system's.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from ..judgments import Annotation, ErrorSpan
from ..metric import Metric
from ..output.markup import html
from ..output.markup.html import dot, html_row, html_table, sentences_html, style_sheet
from ..output.markup.ngrams import ngram_legend
from ..output.numbers import MISSING, fixed
from ..studies.checks import ChecksResult
from ..studies.doctor import DoctorResult
from ..studies.effort import EffortResult
from ..studies.error_kinds import annotation_phrase
from ..studies.gate.gate import GateResult
from ..studies.report import Report, ReportSegment
from ..studies.side_by_side import Pair
from ..studies.terminology import TermsResult
from .checks_tables import TERM_HEADERS, checks_notes, checks_opening, checks_rows, terms_notes, terms_rows
from .doctor_tables import doctor_notes, doctor_rows
from .effort.effort_rows import effort_tables
from .error_marking import error_legend, mark_errors, severity_counts
from .gate_tables import GATE_HEADERS, gate_reasons, gate_rows
from .page import summary_html
from .parts import PARTS, warnings_html
from .segment_blocks import marked_segment

STYLE = html.STYLE.replace(":root {", Markup("& {"), 1) + PARTS + style_sheet(__file__, "notebook.css")
"""Style sheet of the output; its rules are nested in the output's own class."""


def notebook_html(body: Markup) -> Markup:
    """Return the body with its style as one piece of HTML."""
    return Markup('<div class="bs-notebook"><style>.bs-notebook {{\n{}}}</style><div class="bs">{}</div></div>').format(
        STYLE, body
    )


def comparison_html(report: Report) -> Markup:
    """Return the verdict's card, the table of systems with the intervals as a chart, and the differences."""
    return notebook_html(summary_html(report))


def gate_html(result: GateResult) -> Markup:
    """Return the state of a gate, the table of its rules, the reason for each result, and notes on the numbers."""
    table = html_table(GATE_HEADERS, map(html_row, gate_rows(result)), "pairs")
    reasons = Markup("").join(map(_list_item, gate_reasons(result)))
    body = Markup("<h2>{}</h2>{}<ul>{}</ul>{}").format(result.sentence, table, reasons, _notes(result.notes))
    return notebook_html(body)


def checks_html(result: ChecksResult, terms: TermsResult | None = None) -> Markup:
    """Return the table of findings, the table of terms if there are any, and sentences on the numbers."""
    headers, rows = checks_rows(result)
    tables = html_table(headers, map(html_row, rows), "pairs") if rows else Markup("")
    notes = checks_notes(result)
    if terms is not None:
        tables += html_table(TERM_HEADERS, map(html_row, terms_rows(terms)), "pairs")
        notes += terms_notes(terms)
    return notebook_html(sentences_html(checks_opening(result, terms)) + tables + _notes(notes))


def doctor_html(result: DoctorResult) -> Markup:
    """Return the table of the doctor's findings, and their messages."""
    headers, rows = doctor_rows(result)
    table = html_table(headers, map(html_row, rows), "pairs") if rows else Markup("")
    return notebook_html(table + _notes([result.summary, *doctor_notes(result)]))


def effort_html(result: EffortResult) -> Markup:
    """Return which system takes less post-editing, tables of systems, bands and groups, and notes on the numbers."""
    tables = (html_table(headers, map(html_row, rows), "pairs") for headers, rows, _ in effort_tables(result))
    return notebook_html(sentences_html(result.opening()) + Markup("").join(tables) + _notes(result.notes()))


def _list_item(sentence: str) -> Markup:
    return Markup("<li>{}</li>").format(sentence)


def _notes(sentences: Iterable[str]) -> Markup:
    return sentences_html(sentences, "note")


class ScoreRow(NamedTuple):
    """A row of the table of scores, for one metric."""

    metric: Metric
    score: float
    interval: tuple[float, float]
    """95 % interval of the score; NaN without an interval."""
    signature: str


def scores_html(rows: Iterable[ScoreRow], notes: Sequence[str] = ()) -> Markup:
    """Return a table of scores, with warnings beneath."""
    table = html_table(("metric", "score", "95 % interval", "signature"), map(_score_row, rows), "scores few")
    return notebook_html(table + warnings_html(notes))


def _score_row(row: ScoreRow) -> Markup:
    decimals = row.metric.decimals
    low, high = (fixed(end, decimals, MISSING) for end in row.interval)
    interval = MISSING if math.isnan(row.interval[0]) else f"{low} to {high}"
    parts = Markup("|<wbr>").join(row.signature.split("|"))
    signature = Markup('<div class="signature">{}</div>').format(parts)
    return html_row((row.metric.full_name, fixed(row.score, decimals, MISSING), interval, signature))


class ShownSegment(NamedTuple):
    """A segment in the form that a notebook shows."""

    block: Markup
    """Texts of the segment, with their n-grams marked."""
    legend: Markup = Markup("")
    """Legend of the colours of n-grams."""
    errors: Markup = Markup("")
    """Outputs with the errors that annotators marked."""


def show_segment(
    metric: Metric,
    outputs: Pair,
    colors: Pair,
    report_segment: ReportSegment,
    index: int,
    annotations: Sequence[Annotation],
) -> ShownSegment:
    """Return a segment with its n-grams marked, and the errors that annotators marked in both outputs.

    ``index`` is the segment's 0-based place in the annotated test set.
    """
    legend = ngram_legend(report_segment.matches[0].max_order, pointing=False)
    errors = _errors(outputs, colors, report_segment, index, annotations)
    return ShownSegment(marked_segment(metric, outputs, colors, report_segment), legend, errors)


def segments_html(segments: Iterable[ShownSegment], notes: Iterable[str] = ()) -> Markup:
    """Return segments below each other, with one legend of n-grams, and notes beneath."""
    shown, legend = Markup(""), Markup("")
    for segment in segments:
        shown += segment.block + ("" if legend else segment.legend) + segment.errors
        legend = legend or segment.legend
    return notebook_html(shown + _notes(notes))


def _errors(
    outputs: Pair, colors: Pair, report_segment: ReportSegment, index: int, annotations: Sequence[Annotation]
) -> Markup:
    shown, severities = Markup(""), set[str]()
    for annotation, name, color in _judged_annotations(outputs, colors, index, annotations):
        errors = [error for error in annotation.by_text.get((name, index), ()) if not error.in_source]
        severities.update(error.severity for error in errors)
        shown += _marked_output_html(annotation, name, color, report_segment.segment.hypotheses[name], errors)
    return shown + error_legend(severities) if severities else shown


def _judged_annotations(
    outputs: Pair, colors: Pair, index: int, annotations: Sequence[Annotation]
) -> Iterator[tuple[Annotation, str, str]]:
    """Yield each annotation in which someone judged an output of this segment, with the output's name and colour."""
    for annotation in annotations:
        for name, color in zip(outputs, colors, strict=True):
            if name in annotation.judged and annotation.judged[name][index]:
                yield annotation, name, color


def _marked_output_html(
    annotation: Annotation, name: str, color: str, text: str, errors: Sequence[ErrorSpan]
) -> Markup:
    speaker = Markup("{}<b>{}</b><br><small>{}, {}</small>").format(
        dot(color), name, annotation_phrase(annotation), severity_counts(errors)
    )
    return html.html_line(speaker, mark_errors(text, errors))
