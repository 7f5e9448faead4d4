"""What the page Rate asks of scoring and of the workspace, computed in the background."""

from scoring import TestSet, TooLong
from scoring.formats.columns import counted
from scoring.progress import part
from ui.context import Context
from ui.rate import segments, work
from ui.rate.asked import Wanted
from ui.rate.work import Work
from ui.store import cache
from ui.store.tasks import Task, Tell


def planning(context: Context, whole: TestSet, wanted: Wanted) -> Task[Work | str]:
    """The campaign that is asked for, or in words why there can be none."""

    def compute(tell: Tell) -> Work | str:
        try:
            chosen = segments.chosen(context, wanted.which, wanted.systems, wanted.seed, tell)
            return work.of(wanted.plan(chosen), whole)
        except (ValueError, TooLong) as error:
            return str(error)

    by = segments.keys_of(context, wanted.which)
    return Task(cache.PAIRS, ("rating planned", wanted, by, context.test_set.identity, whole.identity), compute)
