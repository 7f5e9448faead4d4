"""What the page Documents asks of a metric, computed in the background."""

import numpy as np

from scoring import Metric, TestSet
from scoring.origins import Origin, Origins
from server.engine.tasks import Task, Tell
from ui.store import cache


def document_scores(
    metric: Metric, test_set: TestSet, judged: TestSet, origin: Origin, documents: Origins
) -> Task[dict[str, np.ndarray]]:
    """System -> the score of each of the test set's documents, (n_documents,), by those segments that ``judged`` has.

    ``judged`` is a part of the test set, or the set itself.
    """

    def compute(tell: Tell) -> dict[str, np.ndarray]:
        among = documents.among(places_within(test_set, judged))
        measured = cache.engine().now(cache.statistics_task(metric, judged), within=(0.0, 1.0))
        return {system: among.scores(metric, rows) for system, rows in measured.items()}

    return Task(cache.lane(metric, judged), ("by", origin, metric, test_set.identity, judged.identity), compute)


def places_within(test_set: TestSet, part: TestSet) -> np.ndarray:
    """(n_segments of the part,): the indices in the test set of the segments of a part of it."""
    return np.searchsorted(test_set.places, part.places)
