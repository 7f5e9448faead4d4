"""The sentence at the top of the page Agreement: which metric agrees most with the judge."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring import BLEU
from scoring.agreement import Judge, words
from scoring.formats.columns import counted
from scoring.judgments.external import ExternalScore
from scoring.markup import html
from ui.agreement import jobs
from ui.agreement.asked import Asked
from ui.agreement.compared import CHANCES, Compared
from ui.context import Context
from ui.kit import send
from ui.store import waiting


def draw(context: Context, asked: Asked) -> None:
    """Speaks as soon as the metrics are there; what chance gives takes longer, and is added then."""
    doing = f"Holding {counted(len(asked.metrics), 'metric')} against the judge."
    waiting.when_ready("opening", [jobs.together(context, asked)], partial(say, context, asked), doing)


def say(context: Context, asked: Asked, results: dict[str, Any]) -> None:
    compared = Compared.of(results, context.labels)
    if compared.agreements:
        chances = {CHANCES: jobs.by_chances(asked, context.test_set)}
        waiting.fill_in("opening-chances", chances, partial(say_beside, context, asked, compared), what="")
    for why in compared.left_out:
        st.caption(why)


def say_beside(context: Context, asked: Asked, compared: Compared, results: dict[str, Any]) -> None:
    send.html(html.page(statement(asked.judge, replace(compared, chances=results[CHANCES]), computed_here(context))))


def computed_here(context: Context) -> list[str]:
    """Names of metrics; all others' scores come from elsewhere."""
    return [name for name, metric in context.metrics.items() if not isinstance(metric, ExternalScore)]


def statement(judge: Judge, compared: Compared, computed: Sequence[str]) -> Markup:
    """BLEU is always spoken of; ``computed`` are the names of the metrics that are computed here."""
    measure = words.first_measure(judge)
    comparison = compared.by(measure)
    named = replace(comparison, metrics=tuple(map(compared.label, comparison.metrics)))
    here = [compared.label(name) for name in computed]
    ties = float("nan") if compared.ties is None else compared.ties.value(measure)
    chance = None if compared.chances is None else compared.chances[measure]
    said = words.opening(judge, named, here, compared.label(BLEU.name), ties, chance)
    about = Markup().join(Markup("<small>{}</small>").format(note) for note in words.about_opening(judge))
    return Markup('<p class="statement">{}</p>{}').format(said, about)
