"""The sentence at the top of the page Agreement: which metric agrees most with the judge."""

from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring import BLEU
from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.studies.agreement import AgreementRequest, AgreementResult
from ui.agreement import jobs
from ui.agreement.jobs import CHANCES
from ui.context.context import Context
from ui.session import send
from ui.store import waiting


def draw_agreement_opening(context: Context, request: AgreementRequest) -> None:
    """Speaks as soon as the metrics are there; what chance gives takes longer, and is added then."""
    doing = f"Holding {counted(len(request.metrics), 'metric')} against the judge."
    say_all = partial(draw_agreement_statement, context, request)
    waiting.when_ready("opening", [jobs.together(request, context.test_set)], say_all, doing)


def draw_agreement_statement(context: Context, request: AgreementRequest, found: dict[str, Any]) -> None:
    result = jobs.result(request, found, context.test_set)
    if result.agreements:
        chances = {CHANCES: jobs.chance_task(request, context.test_set)}
        waiting.fill_in("opening-chances", chances, partial(say_beside, context, request, found), what="")
    for why in result.left_out:
        st.caption(why)


def say_beside(context: Context, request: AgreementRequest, found: dict[str, Any], chances: dict[str, Any]) -> None:
    send.html(html.page(agreement_statement_html(jobs.result(request, found | chances, context.test_set))))


def agreement_statement_html(result: AgreementResult) -> Markup:
    """BLEU is always spoken of."""
    about = Markup().join(Markup("<small>{}</small>").format(note) for note in result.about_opening())
    said = result.opening(BLEU.name)
    return Markup('<p class="statement">{}</p>{}').format(said, about)
