"""In which documents does a system win or lose? A picture of all documents, and their scores."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from markupsafe import Markup

from scoring import Metric
from scoring.counting.arrays import sums_at
from scoring.origins import COLUMNS, DOCUMENT, DOMAIN, Origin, Origins
from scoring.output.markup import html
from ui.context import selection
from ui.context.context import Context, in_use
from ui.documents import charts, document_sentences, document_tables, jobs
from ui.documents.document_scores import DocumentScores, domains_of
from ui.kit import address, exports, layout, reader
from ui.session import send, state
from ui.store import cache, waiting

ORDERS = {
    document_tables.DIFFERENCE: "difference",
    document_tables.SIZE: "size",
    document_tables.FILE: "file order",
}


@dataclass(frozen=True)
class DocumentsRequest:
    """What the address and the row of widgets say."""

    context: Context
    judged: Context
    """With those segments only that have a score of every system."""
    metric: Metric
    names: tuple[str, str] | None
    """Two systems to compare; None where only one is shown."""
    order: str


def main() -> None:
    context = in_use()
    if there(context):
        waiting.when_measured(context.bleu, context.test_set, lambda _: draw_documents(context))
    else:
        st.info(document_sentences.NO_DOCUMENTS)
        address.page_link("data", "Add a file to the set in use")


def there(context: Context) -> dict[Origin, Origins]:
    """The documents and the domains of the segments that are looked at, as far as the test set has them."""
    found = {origin: cache.origins(context.test_set, origin) for origin in COLUMNS}
    return {origin: documents for origin, documents in found.items() if documents is not None}


def draw_documents(context: Context) -> None:
    with layout.controls("documents"):
        place = st.container(horizontal=True) if len(context.shown) > 1 else None
        metric = context.metric(address.named_option_field("Metric", context.labels, "documents_metric", 160))
        order = address.named_option_field("Sort by", ORDERS, "documents_order", 160)
    rated = context.rated_by(metric)
    names = None if place is None else reader.choose_pair(rated, None if rated is context else metric, place)
    judged = context.judged_by(metric)
    context.say_judged(metric, judged)
    asked = DocumentsRequest(context, judged, metric, names, order)
    parts = {
        COLUMNS[origin].capitalize(): partial(show_document_counts, asked, origin, found)
        for origin, found in there(context).items()
    }
    if len(parts) > 1:
        address.tabs(parts, "documents_part")
    else:
        next(iter(parts.values()))()


def show_document_counts(asked: DocumentsRequest, origin: Origin, documents: Origins) -> None:
    task = jobs.document_scores(asked.metric, asked.context.test_set, asked.judged.test_set, origin, documents)
    doing = f"Computing {asked.metric.label} of every segment."
    waiting.when_ready("documents", [task], partial(show_documents, asked, origin, documents), doing)


def show_documents(asked: DocumentsRequest, origin: Origin, documents: Origins, scores: dict[str, np.ndarray]) -> None:
    context, scored = asked.context, gather_documents(asked, origin, documents, scores)
    then = partial(lead_on, context, asked.metric, origin)
    if asked.names is None:
        st.caption("The picture takes two systems. Show another one in the sidebar.")
    else:
        colors = context.colors[asked.names[0]], context.colors[asked.names[1]]
        send.html(html.page(document_sentences.who_is_ahead(scored, colors)))
        show_strip(scored, colors, then)
    show_document_table(context, scored, document_tables.document_order(scored, asked.order), then)


def gather_documents(
    asked: DocumentsRequest, origin: Origin, documents: Origins, scores: dict[str, np.ndarray]
) -> DocumentScores:
    """All that the page shows of documents, or of domains."""
    context, judged = asked.context, asked.judged
    domains = cache.origins(context.test_set, DOMAIN)
    lengths = selection.reference_lengths(context.bleu, context.test_set)
    counting = None
    if judged.test_set is not context.test_set:
        counting = documents.among(jobs.places_within(context.test_set, judged.test_set)).sizes
    return DocumentScores(
        origin,
        asked.metric,
        documents,
        domains_of(documents, domains) if origin == DOCUMENT and domains is not None else None,
        counting,
        sums_at(documents.members, lengths, len(documents)).round().astype(int),
        {system: scores[system] for system in context.shown},
        asked.names,
    )


def show_strip(scored: DocumentScores, colors: tuple[str, str], then: Callable[[], None]) -> None:
    if len(scored) > charts.MOST_BARS:
        st.caption(f"No picture of more than {charts.MOST_BARS:,} {scored.what}: search or filter for fewer.")
        return
    alt = f"How far which of two systems is ahead in each of {len(scored):,} {scored.what}; the table has the numbers"
    reader.leading_chart(charts.document_strip(scored, colors), f"documents-strip-{scored.origin}", alt, then)


def show_document_table(context: Context, scored: DocumentScores, order: np.ndarray, then: Callable[[], None]) -> None:
    said = " ".join(
        filter(
            None,
            [
                document_sentences.how_sure(scored),
                document_sentences.LEADS,
                document_sentences.long_name_notice(scored, state.LONGEST_TEXT),
            ],
        )
    )
    send.html(html.page(Markup("<small>{}</small>").format(said)))
    frame, firsts = document_tables.documents_table(scored, order), scored.documents.firsts[order]
    reader.leading_table(frame, firsts, f"documents_{scored.origin}", layout.TALL_TABLE, document_formats(scored), then)
    send.html(html.page(Markup("<small>{}</small>").format(document_sentences.what_it_is(scored))))
    exports.offer_table(frame, scored.what.capitalize(), exports.export_source(context, scored.metric))


def document_formats(scored: DocumentScores) -> dict[str, Any]:
    """How the columns are written."""
    column, decimals = st.column_config, scored.metric.decimals
    said: dict[str, Any] = {
        document_tables.document_score_column(scored, system): column.NumberColumn(
            system, format=f"%.{decimals}f", width=95, help="The score of this system."
        )
        for system in scored.scores
    }
    if scored.names is not None:
        said[document_tables.difference_column(scored.names)] = column.NumberColumn(
            "difference", format=f"%+.{decimals}f", width=85, help="The first system's score minus the second's."
        )
    said["words"] = column.NumberColumn(width=70, help=document_sentences.WORDS)
    said["judged"] = column.NumberColumn(width=65, help="Segments that have a score of every system.")
    return said | {"segments": column.NumberColumn(width=75), scored.origin: column.TextColumn(width=200)}


def lead_on(context: Context, metric: Metric, origin: Origin) -> None:
    """For callbacks, after a segment was chosen: to the page Segments, which then lists those of its document only.

    They are listed by the same metric, if they can be; errors are in sight where people's scores led there. A name that
    is too long for the address is no filter: ``document_sentences.too_long`` says so.
    """
    name = getattr(context.every_segment, COLUMNS[origin])[state.segment_number() - 1].as_py()
    listed_by = metric.name if metric.name in selection.list_measures(context.metrics, context.bleu) else ""
    filters = {DOCUMENT: "", DOMAIN: "", origin: name if len(name) <= state.LONGEST_TEXT else ""}
    state.set_address_values(filters | {"score_by": listed_by})
    if metric.is_human and context.test_set.annotations:
        state.hold({"segment_view": "Errors"})
    state.lead_to("segments")


main()
