"""The place of each system that is new or unjudged on Overview, by a test of all pairs."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring import Metric
from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.output.sentence import SystemName, sentence
from scoring.studies.baseline import place_system, placement_sentence
from scoring.studies.comparison import ComparisonResult
from scoring.studies.wording.verdict_words import unscored_systems_sentence
from ui.context import ranking, set_choices
from ui.context.context import Context
from ui.kit import address, budget
from ui.session import send, state
from ui.significance import verdicts_task
from ui.store import cache, kept, waiting


def draw_new_systems(context: Context, statistics: cache.Statistics) -> None:
    """Draw a sentence on each system that the newest version added or replaced, or that nobody has judged yet.

    ``statistics`` are BLEU's; empty without references, when only people's scores can place a system.
    """
    leading, new = context.leading, {*kept.new_systems(state.chosen_set())}
    systems_without_scores = context.unjudged(leading)
    unjudged_systems = [system for system in context.shown if system in systems_without_scores and statistics]
    judged_systems = [system for system in context.shown if system in new and system not in unjudged_systems]
    is_tested = len(context.test_set.systems) > 1 and not context.by_quality
    if judged_systems and is_tested and len(context.test_set.systems) > 2:  # with two systems the verdict is enough
        draw_placements_when_tested(context, leading, judged_systems)
    if is_tested:
        offer_baseline(context, new)
    if unjudged_systems and is_tested:
        draw_placements_when_tested(context, context.bleu, unjudged_systems, leading)
    if unjudged_systems:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="unjudged"):
            if not is_tested:
                scores = ranking.corpus_scores(context.bleu, statistics)
                text = html.sentence_html(unscored_systems_sentence(leading, unjudged_systems, context.bleu, scores))
                send.html(html.page(Markup("<div>{}</div>").format(text)), "content")
            label = context.bleu.label
            address.page_link("significance", f"The test by {label}", significance_metric=label)


def offer_baseline(context: Context, new: Collection[str]) -> None:
    """Offer the best older system as the baseline if the newest version added systems and none is chosen."""
    older = [system for system in context.shown if system not in new]  # the best one comes first
    if new and older and context.baseline is None:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="older-baseline"):
            text = sentence("{} is already in this set.", SystemName(older[0]))
            send.html(html.page(Markup("<div>{}</div>").format(html.sentence_html(text, context.colors))), "content")
            press: Any = {"on_click": set_choices.pin_baseline, "args": (older[0],)}
            st.button("Use it as the baseline", key="use-older-baseline", **press)


def draw_placements_when_tested(
    context: Context, metric: Metric, systems: Sequence[str], unjudged_by: Metric | None = None
) -> None:
    judged_context = context.with_judged_segments(metric)
    request = budget.usual_request(metric, judged_context.test_set.system_names, len(judged_context.test_set))
    task = verdicts_task(request, judged_context.test_set)
    doing = f"Testing {counted(len(systems), 'new system')} by {metric.full_name}."
    draw = partial(draw_placements, context, systems, unjudged_by)
    waiting.when_ready(f"placed by {metric.name}", [task], draw, doing)


def draw_placements(
    context: Context, systems: Sequence[str], unjudged_by: Metric | None, result: ComparisonResult
) -> None:
    """Draw the place of the best of these systems, and the places of the others folded."""
    places = (place_system(result.verdicts, system, context.baseline, context.shown) for system in systems)
    placed = sorted((one for one in places if one is not None), key=lambda one: one.rank)
    sentences = [html.sentence_html(placement_sentence(one, unjudged_by), context.colors) for one in placed]
    if unjudged_by is not None:
        unplaced = [system for system in systems if system not in {one.system for one in placed}]
        unplaced_sentence = unscored_systems_sentence(unjudged_by, unplaced, context.bleu, {}) if unplaced else None
        sentences += [] if unplaced_sentence is None else [html.sentence_html(unplaced_sentence, context.colors)]
    send.sentences(*sentences[:1])
    if sentences[1:]:
        with st.expander(counted(len(sentences) - 1, "more new system")):
            send.sentences(*sentences[1:])
