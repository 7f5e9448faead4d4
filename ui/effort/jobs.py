"""Computations of the page Effort in the background, and the texts that show one system's edits."""

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
"""Name of the place of the page that waits for the numbers."""
MEASURES = 3
"""Number of resampled measures: HTER, the cost, and the share left untouched."""
POST_EDIT = "post-edit"
"""Name of the only reference with which an output is compared."""


def usual_effort_trials(texts: PostEditedTexts) -> int:
    """Return the command's number of resamples, or fewer for a very large test set."""
    work = MEASURES * len(texts.outputs) * int(texts.edited.sum())
    return budget.usual_or_fewer(TRIALS, budget.MAX_WORK // max(work, 1))


def effort_key(request: EffortRequest, test_set: TestSet, systems: Sequence[str], by: Origin | None) -> tuple:
    """Return the key under which a result is cached."""
    return "effort", request, tuple(systems), by, test_set.identity


def effort_task(
    request: EffortRequest, test_set: TestSet, systems: Sequence[str], by: Origin | None = None
) -> Task[EffortResult]:
    """Return the task of these systems' post-editing effort, also by document or domain."""
    texts = PostEditedTexts.of_test_set(test_set, systems, by)
    key = effort_key(request, test_set, systems, by)
    return Task(cache.TESTS, key, lambda tell: effort.run(request, texts, tell))


def own_context(context: Context, system: str) -> Context:
    """Return the page's context with one system and its post-edit as the only reference, empty where it is missing."""
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
