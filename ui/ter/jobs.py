"""Computations of the page TER on a whole test set in the background."""

from scoring import TER, TestSet
from scoring.ter.edit_table import EditTable
from server.engine.tasks import Task, Tell
from ui.store import cache


def edits_of_system(ter: TER, test_set: TestSet, system: str) -> Task[EditTable]:
    """Return the task of the table of all edits of one system."""

    def compute(tell: Tell) -> EditTable:
        references = [reference.segments for reference in test_set.references]
        return ter.edit_table(test_set.system(system).segments, references, tell)

    return Task(cache.STATISTICS, ("edits", system, *ter.statistics_key, test_set.identity), compute)
