"""What the tabs of the page Agreement have in common: cautions, and where numbers come from."""

import streamlit as st

from scoring import Metric
from scoring.studies.agreement import AgreementRequest
from ui.context.context import Context
from ui.kit.tables import exports


def draw_small_sample_note(request: AgreementRequest) -> None:
    """Says where so few segments, or documents, show little."""
    for said in request.cautions:
        st.caption(said)


def agreement_source(context: Context, request: AgreementRequest, *metrics: Metric) -> dict[str, str]:
    """Where the numbers of these metrics come from, for the tables to take away."""
    return exports.export_source(context, *metrics) | request.source
