"""The card of a verdict on a page, what every metric says, and what such a difference has meant elsewhere."""

from collections.abc import Sequence

import streamlit as st

from scoring import Metric
from scoring.judgments.score_coverage import on_shared_segments
from scoring.output.sentence import Said
from scoring.report import verdict_card
from scoring.studies.comparison import ComparisonResult
from scoring.studies.verdict import Decision, Votes, decide, votes
from scoring.studies.wording import verdict_words
from server.engine.tasks import Task
from ui.context import leaving_out
from ui.context.context import Context
from ui.kit import address
from ui.session import send
from ui.store import cache, waiting

PLACE = "leaderboard"
VOTES = "votes"
"""The place where the sums of segments are waited for that are not those of the leaderboard."""


def columns(context: Context) -> dict[str, Task[cache.Statistics]]:
    """Of all systems, by metric, as far as these are chosen."""
    return {name: cache.summing(metric, context.test_set) for name, metric in context.choice.chosen.items()}


def scores_of(metric: Metric, sums: cache.Statistics | None) -> dict[str, float] | None:
    """System -> corpus score; None where the sums are not there yet."""
    return None if sums is None else {system: float(metric.score(row)) for system, row in sums.items()}


def shared_scores(context: Context, name: str, sums: cache.Statistics | None) -> dict[str, float] | None:
    """The same, over the segments that all systems have scores on, where these come from elsewhere."""
    metric = context.metric(name)
    if sums is None or context.unequal_coverage(name) is None:
        return scores_of(metric, sums)
    rows = on_shared_segments(metric, metric.measure(context.test_set))
    return scores_of(metric, {system: of_system.sum(axis=0) for system, of_system in rows.items()})


def votes_on(context: Context, decision: Decision, place: str = PLACE) -> Votes | None:
    """Of the metrics of a report but the one that decides; None until all are there. For single outputs.

    ``context`` has the segments that were tested; ``place`` waits for the metrics' sums on these.
    """
    voters = {metric.name: metric for metric in context.told_with(decision.metric)}
    tasks = {name: cache.summing(metric, context.test_set) for name, metric in voters.items()}
    there = waiting.those_there(place, tasks)
    scores = {name: shared_scores(context, name, found) for name, found in there.items()}
    if None in scores.values():
        return None
    return votes(scores, context.metrics, (decision.best, decision.next), decision.metric.name)


def show_card(
    context: Context,
    result: ComparisonResult,
    systems: Sequence[str],
    odd: Sequence[verdict_words.Oddity],
    place: str | None = PLACE,
    without: Said = verdict_words.NO_PAIR,
) -> Decision | None:
    """Draws the verdict on those systems; None where fewer than two have a score, which is said as ``without``.

    ``odd`` is said in it, and the votes of other measures on the context's segments, for which ``place`` waits; there
    are none where it is None.
    """
    decision = decide(result.verdicts, systems)
    if decision is None:
        send.html(verdict_card.nothing(without))
        return None
    votes = None if place is None else votes_on(context, decision, place)
    left_out = context.filters.left_out
    send.html(
        verdict_card.card(
            decision,
            votes,
            odd,
            votes_to_come=votes is None and place is not None,
            left_out="" if left_out is None else left_out.sentence,
        )
    )
    leaving_out.offer(context)
    return decision


def show_line(
    result: ComparisonResult, systems: tuple[str, str], odd: Sequence[verdict_words.Oddity], without: Said
) -> None:
    """Draws the verdict on two systems in one line, with the way to the page that has all of it.

    ``without`` is said where one of them has no score.
    """
    decision = decide(result.verdicts, systems)
    send.html(verdict_card.nothing(without) if decision is None else verdict_card.verdict_line(decision, odd))
    if decision is not None:
        a, b = systems
        chosen = {"pair_a": a, "pair_b": b, "significance_metric": decision.metric.full_name}
        address.page_link("significance", "Interval, other metrics, all pairs", **chosen)


def why_none(context: Context, by_filter: str = "") -> str:
    """Why nothing can be said of segments that are chosen by how good outputs are, by a filter or as a sample.

    ``by_filter`` is what a page that gives no verdict says of a filter.
    """
    if context.sampled_from is not None:
        return verdict_words.no_verdict_of_sample(context.sampled_from)
    return by_filter or context.filters.why_no_verdict


def show_elsewhere(decision: Decision) -> None:
    """Nothing where no study tells it."""
    said = verdict_words.meant_elsewhere(decision)
    if said is not None:
        with st.expander("What such a difference has meant elsewhere"):
            st.markdown(said)
