"""Systems on Overview that are new, or that nobody has judged: where each stands, by a test of all pairs."""

from collections.abc import Sequence
from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring import Metric
from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.output.sentence import Said
from scoring.studies.baseline import place_system, placement_sentence
from scoring.studies.comparison import ComparisonResult
from scoring.studies.wording.verdict_words import passed_over
from ui.context import ranking
from ui.context.context import Context
from ui.kit import address, budget
from ui.session import send, state
from ui.significance import comparing
from ui.store import cache, kept, waiting

MOST_PLACED = 5
"""Systems of which each has a sentence."""


def draw_new_systems(context: Context, statistics: cache.Statistics) -> None:
    """A sentence on each system that the newest version brought or replaced, or that nobody has judged yet.

    ``statistics`` are BLEU's. Where many are not judged, one sentence is about those that have none of their own.
    """
    leading, new = context.leading, {*kept.new_systems(state.chosen_set())}
    without = context.unjudged(leading)
    unjudged = [system for system in context.shown if system in without]
    judged = [system for system in context.shown if system in new and system not in unjudged][:MOST_PLACED]
    is_tested = len(context.test_set.systems) > 1 and not context.by_quality
    placed = sorted(unjudged, key=lambda system: system not in new)[: MOST_PLACED if is_tested else 0]
    if judged and is_tested:
        draw_placements_when_tested(context, leading, judged)
    if placed:
        draw_placements_when_tested(context, context.bleu, placed, leading)
    if unjudged:
        others = [system for system in unjudged if system not in placed]
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="unjudged"):
            if others:
                scores = ranking.corpus_scores(context.bleu, statistics)
                said = html.sentence_html(passed_over(leading, others, context.bleu, scores))
                send.html(html.page(Markup("<div>{}</div>").format(said)), "content")
            label = context.bleu.label
            address.page_link("significance", f"The test by {label}", significance_metric=label)


def draw_placements_when_tested(
    context: Context, metric: Metric, systems: Sequence[str], unjudged_by: Metric | None = None
) -> None:
    judged = context.judged_by(metric)
    request = budget.usual_request(metric, judged.test_set.system_names, len(judged.test_set))
    task = comparing(request, judged.test_set)
    doing = f"Testing {counted(len(systems), 'new system')} by {metric.full_name}."
    draw = partial(draw_placements, context, systems, unjudged_by)
    waiting.when_ready(f"placed by {metric.name}", [task], draw, doing)


def draw_placements(
    context: Context, systems: Sequence[str], unjudged_by: Metric | None, found: ComparisonResult
) -> None:
    said: list[Said] = []
    for system in systems:
        placed = place_system(found.verdicts, system, context.baseline)
        if placed is not None:
            said.append(placement_sentence(placed, unjudged_by))
        elif unjudged_by is not None:
            said.append(passed_over(unjudged_by, [system], context.bleu, {}))
    lines = (html.sentence_html(one, context.colors) for one in said)
    send.html(html.page(Markup("").join(map(Markup('<p class="statement" dir="auto">{}</p>').format, lines))))
