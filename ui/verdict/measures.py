"""What every metric says of the systems: the columns of the leaderboard, and their votes on who is ahead."""

from scoring import Metric
from scoring.studies.verdict import Decision, Votes, votes
from server.engine.tasks import Task
from ui.context.context import Context
from ui.store import cache, waiting

PLACE = "leaderboard"
VOTES = "votes"
"""The place where the sums of segments are waited for that are not those of the leaderboard."""


def columns(context: Context) -> dict[str, Task[cache.Statistics]]:
    """Of all systems, by metric."""
    return {name: cache.summing(metric, context.test_set) for name, metric in context.metrics.items()}


def scores_of(metric: Metric, sums: cache.Statistics | None) -> dict[str, float] | None:
    """System -> corpus score; None where the sums are not there yet."""
    return None if sums is None else {system: float(metric.score(row)) for system, row in sums.items()}


def votes_on(context: Context, decision: Decision, place: str = PLACE) -> Votes | None:
    """Of the metrics of a report but the one that decides; None until all are there. For single outputs.

    ``context`` has the segments that were tested; ``place`` waits for the metrics' sums on these.
    """
    voters = {metric.name for metric in context.told_with(decision.metric)}
    there = waiting.those_there(place, {name: task for name, task in columns(context).items() if name in voters})
    scores = {name: scores_of(context.metric(name), found) for name, found in there.items()}
    if None in scores.values():
        return None
    return votes(scores, context.metrics, (decision.best, decision.next), decision.metric.name)
