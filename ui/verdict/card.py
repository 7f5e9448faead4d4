"""The card of a verdict on a page, what every metric says, and whether people would notice the difference."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import streamlit as st

from scoring import Metric
from scoring.judgments.score_coverage import on_shared_segments
from scoring.output.numbers import counted
from scoring.output.sentence import Said
from scoring.report import verdict_card
from scoring.studies.comparison import ComparisonRequest, ComparisonResult
from scoring.studies.verdict import Decision, Votes, decide, dissenters, significantly_against, votes
from scoring.studies.wording import verdict_words
from server.engine.tasks import Task
from ui.context import leaving_out
from ui.context.context import Context
from ui.session import send
from ui.significance import comparing
from ui.store import cache, waiting

PLACE = "leaderboard"
VOTES = "votes"
"""The place where the sums of segments are waited for that are not those of the leaderboard."""
AGAINST = "against"
"""The place where the tests of metrics are waited for that have the other system ahead."""


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


def dissenting_tests(
    context: Context, request: ComparisonRequest, found: Votes | None
) -> dict[str, Task[ComparisonResult]]:
    """The tests by metrics that have the other system ahead, the same as on the page Significance."""
    against = [] if found is None else dissenters(found, context.told_with(request.metric))
    return {
        metric.name: comparing(replace(request, metric=metric), context.judged_by(metric).test_set)
        for metric in against
    }


def show_card(
    context: Context,
    result: ComparisonResult,
    systems: Sequence[str],
    odd: Sequence[verdict_words.Oddity],
    place: str | None = PLACE,
    without: Said = verdict_words.NO_PAIR,
    request: ComparisonRequest | None = None,
    draw_below: Callable[[Decision, Votes | None, bool], None] = lambda *_: None,
) -> Decision | None:
    """Draws the verdict on those systems; None where fewer than two have a score, which is said as ``without``.

    ``odd`` is said in it, and the votes of other metrics on the context's segments, for which ``place`` waits; there
    are none where it is None. Metrics that have the other system ahead are tested by ``request``, if it is given.
    ``draw_below`` draws what follows from the decision and the votes, and is told whether more votes are to come.
    """
    decision = decide(result.verdicts, systems)
    if decision is None:
        send.html(verdict_card.nothing(without))
        return None
    found = None if place is None else votes_on(context, decision, place)
    tests = {} if request is None else dissenting_tests(context, request, found)
    tested = [one.verdicts for one in waiting.those_there(AGAINST, tests).values() if one is not None]
    if found is not None and request is not None and len(tested) == len(tests):
        found = significantly_against(found, decision, tested)
    to_come = place is not None and (found is None or len(tested) < len(tests))
    left_out = context.filters.left_out
    sentence = "" if left_out is None else left_out.sentence
    send.html(verdict_card.card(decision, found, odd, to_come, left_out=sentence))
    draw_below(decision, found, to_come)
    leaving_out.offer(context)
    if len(tested) < len(tests):
        testing = f"Testing {counted(len(tests), 'metric')} that put the other system ahead."
        waiting.when_ready(AGAINST, [*tests.values()], lambda *_: None, testing)
    return decision


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
        with st.expander("Would people notice this difference?"):
            st.markdown(said)
