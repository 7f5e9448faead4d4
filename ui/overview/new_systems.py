"""New systems on Overview: where each stands, by a test against the baseline and its nearest."""

from collections.abc import Sequence
from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring import Metric
from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.studies.baseline import place_system, placement_sentence
from scoring.studies.comparison import ComparisonResult
from ui.context.context import Context
from ui.kit import budget
from ui.session import send, state
from ui.significance import comparing
from ui.store import kept, waiting


def draw_new_systems(context: Context) -> None:
    """A sentence on each system that the newest version brought, or that nobody has judged yet."""
    unjudged = {*context.unjudged(context.leading)}
    added = {*kept.added_systems(state.chosen_set())}
    if len(context.test_set.systems) < 2 or context.by_quality:
        return
    for metric, systems in ((context.leading, added - unjudged), (context.bleu, unjudged)):
        if new := [system for system in context.shown if system in systems]:
            draw_placements_when_tested(context, metric, new)


def draw_placements_when_tested(context: Context, metric: Metric, systems: list[str]) -> None:
    judged = context.judged_by(metric)
    request = budget.usual_request(metric, judged.test_set.system_names, len(judged.test_set))
    task = comparing(request, judged.test_set)
    doing = f"Testing {counted(len(systems), 'new system')} by {metric.full_name}."
    waiting.when_ready(f"placed by {metric.name}", [task], partial(draw_placements, context, systems), doing)


def draw_placements(context: Context, systems: list[str], found: ComparisonResult) -> None:
    """The best of them is in sight, the others are folded."""
    found_places = (place_system(found.verdicts, system, context.baseline) for system in systems)
    placed = sorted((one for one in found_places if one is not None), key=lambda one: one.rank)
    said = [html.sentence_html(placement_sentence(one), context.colors) for one in placed]
    draw_sentences(said[:1])
    if said[1:]:
        with st.expander(counted(len(said) - 1, "more new system")):
            draw_sentences(said[1:])


def draw_sentences(said: Sequence[Markup]) -> None:
    lines = Markup("").join(Markup('<p class="statement" dir="auto">{}</p>').format(line) for line in said)
    send.html(html.page(lines))
