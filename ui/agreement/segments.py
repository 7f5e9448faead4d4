"""The tab Segments: the outputs that judge and metric order differently, with their texts."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import streamlit as st
from markupsafe import Markup

from scoring import Metric, Segment
from scoring.output.markup import html
from scoring.report import verdict_card
from scoring.studies import disagreement
from scoring.studies.agreement import AgreementRequest
from scoring.studies.disagreement import OutputPair
from ui.agreement import agreement_form, agreement_tables, jobs
from ui.context.context import Context
from ui.kit import exports, layout, reader
from ui.session import send, state
from ui.store import waiting

DOING = "Computing the metric's score of every segment."
LISTED = 50
NOT_LISTED = "Segment {:,} is not in the list. This is the first segment of the list."
HEIGHT = 388
"""Height of the table in px, for 10 rows."""


def draw_segment_agreement(context: Context, request: AgreementRequest) -> None:
    with layout.controls("agreement-segments"):
        metric = agreement_form.choose_metric(context, request)
    task = jobs.misordered_outputs_task(request, metric, context.test_set, LISTED)
    waiting.when_ready("agreement-segments", [task], partial(draw_output_pairs, context, request, metric), DOING)


def draw_output_pairs(context: Context, request: AgreementRequest, metric: Metric, pairs: list[OutputPair]) -> None:
    judge = request.judge
    if not pairs:
        send.html(verdict_card.no_verdict_card(disagreement.no_disagreement_sentence(request, metric)))
        return
    places = np.array([pair.segment for pair in pairs])
    chosen_by = request.outputs_key, metric.full_name
    if state.must_open_segment(*chosen_by):
        state.open_at(int(places[0]), "judge and metric disagree most here.", *chosen_by)
    first = disagreement.largest_disagreement_sentence(request, metric, pairs[0], state.number_in_file(int(places[0])))
    send.sentences(first, colors=context.colors)
    left, right = layout.side_by_side()
    with left:
        frame = agreement_tables.misordered_output_table(
            pairs, [state.number_in_file(int(place)) for place in places], request
        )
        reader.leading_table(
            frame, places, "agreement_turned", HEIGHT, agreement_tables.lead_column_formats(frame, judge, metric, 2)
        )
        large = "both leads" if judge.scores is not None else "the metric's lead"
        leads = disagreement.leads_note(request)
        order = f"Each row is a segment with the two outputs on which they disagree most, the largest by {large} first."
        st.caption(f"{leads} {order} Click a row to read it.")
        about = agreement_form.agreement_source(context, request, metric)
        exports.offer_table(frame, f"Segments that {metric.full_name} orders differently", about)
    with right, st.container(key="reading-pane"), st.container(key="small-given"):
        draw_output_pair(context, request, metric, pairs)


# --- the texts ---


def draw_output_pair(context: Context, request: AgreementRequest, metric: Metric, pairs: Sequence[OutputPair]) -> None:
    """Draw the pair of the segment in use; for a segment that is not listed, a note and the first pair."""
    pair = next((pair for pair in pairs if state.number_in_file(pair.segment) == state.segment_number()), None)
    if pair is None:
        st.caption(NOT_LISTED.format(state.segment_number()))
        pair = pairs[0]
    elif why := state.opening_reason():
        st.caption(f"Opened because {why}")
    scored = jobs.judged_output_scores(request, metric, context.test_set)
    sides = [
        disagreement.output_scores_phrase(request, scored, metric, pair, system) for system in (pair.better, pair.worse)
    ]
    send.html(texts(context.test_set.segment(pair.segment), dict(zip((pair.better, pair.worse), sides, strict=True))))
    reader.offer_to_read(pair.segment)


def texts(segment: Segment, notes: dict[str, str]) -> Markup:
    """Return both outputs, the judge's choice first, and below them the references and the source."""
    heading_template = Markup('<b>{}</b><br><span class="score">{}</span>')
    rows = [line(heading_template.format(system, about), segment.hypotheses[system]) for system, about in notes.items()]
    rows += [line(html.reference(name), text) for name, text in segment.references.items()]
    rows.append(html.source_rows(segment.source, None))
    return html.page(Markup('<p class="heading">Segment {:,}</p>').format(segment.number) + Markup("").join(rows))


def line(heading: Markup, text: str) -> Markup:
    return html.html_line(heading, html.html_words([text] if text else [], calm=True))
