"""In which documents does a system win or lose? A chart of all documents, and their scores."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from markupsafe import Markup

from scoring import Metric, TestSet
from scoring.origins import COLUMNS, DOCUMENT, DOMAIN, Origin, Origins
from scoring.output.markup import html
from scoring.studies import documents as study
from scoring.studies.documents import DocumentScores, DocumentsRequest
from server.engine.tasks import Task
from ui import views
from ui.context import ranking, selection
from ui.context.context import Context, current_context
from ui.documents import charts, document_tables, jobs
from ui.kit import address, exports, grid, layout, reader
from ui.session import send, state
from ui.store import cache, waiting
from ui.verdict import doubt_line

ORDERS = {
    study.DIFFERENCE: "largest difference",
    study.SIZE: "size",
    study.FILE: "file order",
}
MAX_COLUMNS = 4
"""Most systems whose scores the table shows; with more, it shows the compared pair, and its menu has the others."""


@dataclass(frozen=True)
class DocumentsView:
    """The test set, its documents and domains, and their order on the page."""

    context: Context
    judged_context: Context
    """context with only the segments that have a score of every system"""
    origins: dict[Origin, Origins]
    order: str


def main() -> None:
    context = current_context()
    if origins_in_use(context):
        doubt_line.draw_doubts(context)
        waiting.when_measured(context.bleu, context.test_set, lambda _: draw_documents(context))
    else:
        st.info(document_tables.NO_DOCUMENTS)
        st.code(document_tables.EXAMPLE, language=None, width=200)
        address.page_link("data", "Add a file to the set in use")
        address.page_link("compare", "Compare by length of segments instead", compare_part="Groups")


def origins_in_use(context: Context) -> dict[Origin, Origins]:
    """Return the documents and the domains of the segments in use, as far as the test set has them."""
    origins = {origin: cache.origins(context.test_set, origin) for origin in COLUMNS}
    return {origin: documents for origin, documents in origins.items() if documents is not None}


def draw_documents(context: Context) -> None:
    with layout.controls("documents"):
        place = st.container(horizontal=True) if len(context.shown) > 1 else None
        metric = context.metric(address.draw_named_option("Metric", context.labels, "documents_metric", 160))
        order = address.draw_named_option("Sort by", ORDERS, "documents_order", 160)
    rated = context.with_rated_systems(metric)
    names = None if place is None else reader.choose_pair(rated, None if rated is context else metric, place)
    judged_context = context.with_judged_segments(metric)
    context.say_judged(metric, judged_context)
    view = DocumentsView(context, judged_context, origins_in_use(context), order)
    systems = tuple(ranking.baseline_first(context.shown, context.baseline))
    parts = {
        COLUMNS[origin].capitalize(): partial(
            show_document_counts, view, DocumentsRequest(origin, metric, systems, names)
        )
        for origin in view.origins
    }
    if len(parts) > 1:
        address.tabs(parts, "documents_part")
    else:
        next(iter(parts.values()))()


def show_document_counts(view: DocumentsView, request: DocumentsRequest) -> None:
    metric, origin = request.metric, request.origin
    task = jobs.document_scores(
        metric, view.context.test_set, view.judged_context.test_set, origin, view.origins[origin]
    )
    tasks: list[Task[Any]] = [task]
    if origin == DOMAIN and request.names is not None:
        sets = view.context.test_set, view.judged_context.test_set
        tasks.append(jobs.domain_tests(metric, request.names, *sets, view.origins[origin]))
    doing = f"Computing {metric.full_name} of every segment."
    waiting.when_ready("documents", tasks, partial(show_documents, view, request), doing)


def show_documents(
    view: DocumentsView,
    request: DocumentsRequest,
    scores: dict[str, np.ndarray],
    tested: Sequence[study.DomainTest] = (),
) -> None:
    context, test_set = view.context, view.context.test_set
    lengths = selection.reference_lengths(context.bleu, test_set)
    scored = study.run(request, test_set, view.judged_context.test_set, view.origins, scores, lengths, tested)
    then = partial(lead_on, context, request.metric, request.origin)
    if request.names is None:
        reader.offer_second_system(context, "The chart takes two systems, and one is shown.")
    else:
        colors = context.colors[request.names[0]], context.colors[request.names[1]]
        statement = html.sentence_html(scored.leads_sentence(), context.colors)
        send.sentences(statement)
        show_strip(scored, colors, then)
    show_document_table(view, scored, scored.order(view.order), then)


def show_strip(scored: DocumentScores, colors: tuple[str, str], then: Callable[[], None]) -> None:
    if (n_bars := int(scored.is_shown.sum())) > charts.MAX_BARS:
        st.caption(f"A chart shows {charts.MAX_BARS:,} {scored.origin_column} at most: search or filter for fewer.")
        return
    alt = (
        f"How far which of two systems is ahead in each of {n_bars:,} {scored.origin_column}; the table has the numbers"
    )
    reader.leading_chart(charts.document_strip(scored, colors), f"documents-strip-{scored.request.origin}", alt, then)


def show_document_table(
    view: DocumentsView, scored: DocumentScores, order: np.ndarray, then: Callable[[], None]
) -> None:
    context = view.context
    notice = document_tables.long_name_notice(scored, state.LONGEST_TEXT)
    note = " ".join(
        filter(
            None,
            [
                scored.could_be_chance(),
                scored.left_out_domains(),
                scored.small_documents_sentence(),
                document_tables.LEADS,
                notice,
            ],
        )
    )
    send.html(html.page(Markup("<small>{}</small>").format(note)))
    is_shown = scored.is_shown[order]
    list_documents(scored, order[is_shown], "documents", then)
    if folded := scored.hidden_documents_phrase():
        with st.expander(folded, key="small-documents", on_change="rerun") as small:
            if small.open:
                list_documents(scored, order[~is_shown], "small_documents", then)
    send.html(html.page(Markup("<small>{}</small>").format(scored.score_method_sentence())))
    frame = document_tables.documents_table(scored, order)
    title, about = scored.origin_column.capitalize(), exports.export_source(context, scored.request.metric)
    if scored.judged is not None:
        about |= {exports.NOTE: f"Scores are those of the judged segments of each {scored.request.origin}."}
    if len(scored.scores) > MAX_COLUMNS:
        others = [document_tables.document_score_column(scored, name) for name in other_systems(scored)]
        exports.offer_table(frame.drop(columns=others), f"{title} of two systems", about)
        title = f"{title} of all systems"
        if len(order) < len(scored.scores):
            metric, heads = scored.request.metric, document_tables.sized_heads(scored, order)
            best, decimals = dict.fromkeys(heads, metric.higher_is_better), dict.fromkeys(heads, metric.decimals)
            paper = partial(printed_scores, view.judged_context.test_set, scored, order)
            exports.offer_table(frame, title, about, best, decimals, paper=paper)
            return
    exports.offer_table(frame, title, about)


def printed_scores(test_set: TestSet, scored: DocumentScores, order: np.ndarray) -> exports.PaperTable:
    """Return the table for papers: scores of each document and of all segments."""
    metric = scored.request.metric
    overall = ranking.corpus_scores(metric, cache.measure_systems(metric, test_set))
    return document_tables.scores_by_document(scored, order, overall)


def other_systems(scored: DocumentScores) -> list[str]:
    """Return the systems other than the two that are compared."""
    return [system for system in scored.scores if system not in (scored.request.names or ())]


def list_documents(scored: DocumentScores, numbers: np.ndarray, key: str, then: Callable[[], None]) -> None:
    """Draw a table with a row for each of these documents."""
    frame, firsts = document_tables.documents_table(scored, numbers), scored.documents.firsts[numbers]
    formats = document_formats(scored, int(frame[scored.request.origin].str.len().max()))
    key = f"{key}_{scored.request.origin}"
    if len(scored.scores) > MAX_COLUMNS:
        others = (document_tables.document_score_column(scored, system) for system in other_systems(scored))
        formats |= dict.fromkeys(others, None)
    reader.leading_table(frame, firsts, key, layout.TALL_TABLE, formats, then)


def document_formats(scored: DocumentScores, longest: int) -> dict[str, Any]:
    """Return the formats of the columns; ``longest`` is the number of characters of the longest name."""
    column, decimals = st.column_config, scored.request.metric.decimals
    formats: dict[str, Any] = {
        document_tables.document_score_column(scored, system): column.NumberColumn(
            **grid.named_head(system), format=f"%.{decimals}f", help="The score of this system."
        )
        for system in scored.scores
    }
    if scored.request.names is not None:
        formats[document_tables.difference_column(scored.request.names)] = column.NumberColumn(
            "difference", format=f"%+.{decimals}f", width=85, help="The first system's score minus the second's."
        )
        ends = column.NumberColumn(format=f"%+.{decimals}f", width=65, help="95 % interval of the difference.")
        formats |= dict.fromkeys(document_tables.INTERVAL, ends)
        formats[document_tables.CORRECTED] = column.NumberColumn(format="%.4f", width=90)
    formats["words"] = column.NumberColumn(width=70, help=document_tables.WORDS)
    formats["judged"] = column.NumberColumn(width=65, help="Segments that have a score of every system.")
    return formats | {
        "segments": column.NumberColumn(width=75),
        scored.request.origin: column.TextColumn(width=grid.text_width(longest)),
    }


def lead_on(context: Context, metric: Metric, origin: Origin) -> None:
    """Open the page Segments with only the segments of the chosen segment's document; a callback.

    They are listed by the same metric, if possible, and shown in that metric's view. A name too long for the address is
    no filter: ``long_name_notice`` says so.
    """
    name = getattr(context.every_segment, COLUMNS[origin])[state.segment_number() - 1].as_py()
    listed_by = metric.name if metric.name in selection.list_measures(context.metrics, context.bleu) else ""
    filters = {DOCUMENT: "", DOMAIN: "", origin: name if len(name) <= state.LONGEST_TEXT else ""}
    state.set_address_values(filters | {"score_by": listed_by})
    state.set_widget_values({"segment_view": views.metric_view(metric, context)})
    state.open_page_in_next_run("segments")


main()
