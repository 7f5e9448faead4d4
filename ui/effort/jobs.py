"""What the page Effort computes in the background, and the texts in which it shows one system's edits."""

from collections.abc import Sequence
from dataclasses import replace

import pyarrow.compute as pc

from scoring import Reference, TestSet
from scoring.counting.usual_draws import TRIALS
from scoring.origins import Origin
from scoring.studies import effort
from scoring.studies.effort import EffortRequest, EffortResult, PostEditedTexts
from server.engine.tasks import Task
from ui.context.context import Context
from ui.kit import budget
from ui.store import cache

PLACE = "effort"
"""The place of the page where it waits for the numbers."""
MEASURES = 3
"""What is resampled: HTER, the cost, and the share that is left untouched."""
POST_EDIT = "post-edit"
"""What the only reference is called with which an output is compared."""


def usual_effort_trials(texts: PostEditedTexts) -> int:
    """As many as the command draws, or fewer for a very large test set."""
    work = MEASURES * len(texts.outputs) * int(texts.edited.sum())
    return budget.usual_or_fewer(TRIALS, budget.MOST_WORK // max(work, 1))


def effort_key(request: EffortRequest, test_set: TestSet, systems: Sequence[str], by: Origin | None) -> tuple:
    """Return what a result is known by."""
    return "effort", request, tuple(systems), by, test_set.identity


def effort_task(
    request: EffortRequest, test_set: TestSet, systems: Sequence[str], by: Origin | None = None
) -> Task[EffortResult]:
    """Return what post-editing these systems took, also by document or domain."""
    texts = PostEditedTexts.of_test_set(test_set, systems, by)
    key = effort_key(request, test_set, systems, by)
    return Task(cache.TESTS, key, lambda tell: effort.run(request, texts, tell))


def own_context(context: Context, system: str) -> Context:
    """Return the page's input with one system, and its post-edit as the only reference: an empty one where it has none."""
    whole = context.every_segment
    edited = next(edit.segments for edit in whole.post_edits if edit.system == system)
    own = replace(
        whole,
        systems=(whole.system(system),),
        references=(Reference(POST_EDIT, pc.fill_null(edited, "")),),
        post_edits=(),
        scores=(),
        annotations=(),
        preferences=(),
    )
    looked_at = own if context.test_set.part is None else own.only(context.test_set.places)
    return replace(context, test_set=looked_at, shown=(system,))
