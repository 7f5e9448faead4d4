"""The sentence at the top of the page Agreement: which metric agrees most with the judge."""

from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring.agreement import Judge, words
from scoring.formats.columns import counted
from scoring.markup import html
from ui.agreement import jobs
from ui.agreement.asked import Asked
from ui.agreement.compared import Compared
from ui.context import Context
from ui.kit import send
from ui.store import waiting


def draw(context: Context, asked: Asked) -> None:
    doing = f"Holding {counted(len(asked.metrics), 'metric')} against the judge."
    waiting.when_ready("opening", [jobs.together(context, asked)], partial(say, context, asked), doing)


def say(context: Context, asked: Asked, results: dict[str, Any]) -> None:
    compared = Compared.of(results, context.labels)
    if compared.agreements:
        judge = jobs.judge(asked, context.test_set)
        send.html(html.page(statement(judge, asked.judge, compared, context.labels["bleu"])))
    for why in compared.left_out:
        st.caption(why)


def statement(judge: Judge, name: str, compared: Compared, own: str) -> Markup:
    """``name`` is the judge's, and ``own`` the label of the metric that is always spoken of."""
    measure = words.first_measure(judge)
    comparison, baseline = compared.by(measure), (compared.baselines or {})[measure]
    named = replace(comparison, metrics=tuple(map(compared.label, comparison.metrics)))
    said = words.opening(judge, name, named, own, baseline.ties, baseline.chance.mean)
    return Markup('<p class="statement">{}</p>').format(said)
