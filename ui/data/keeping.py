"""What becomes of dropped files: a test set in a project, or a new version of one, which comes into use."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import streamlit as st

from scoring import TestSet
from scoring.formats import AttachedJudgments, FormatError
from server.engine.tasks import REFUSALS, Task
from ui.context import language
from ui.data import draft as drafts
from ui.data.draft import Draft
from ui.kit.labels import told_apart
from ui.session import state
from ui.store import cache, kept, waiting
from ui.store.kept import KeptVersion
from workspace import Workspace

KEEPING = "keeping"
"""The session's key for what is being kept."""
_NUMBERS = count()


@dataclass(frozen=True)
class KeepingTask:
    """What is being kept; its result is the key by which the set is found."""

    task: Task[str]
    draft: Draft
    """Draft of which the test set was made."""
    refused: list[FormatError]
    """what of the files is not in it"""


def choose_project(key: str) -> str | None:
    """Where a new set is kept; None for a new project, which is all that a newcomer can choose."""
    there = told_apart({project.id: project.name for project in kept.projects()})
    if not there:
        return None
    found = kept.find_kept_version(state.chosen_set())
    usual = found.project_id if found is not None and found.project_id in there else next(iter(there))
    offered = [usual, *(project for project in there if project != usual), None]
    return st.selectbox(
        "Kept in the project",
        offered,
        format_func=lambda project: "A new project" if project is None else there[project],
        key=key,
        width=240,
    )


def keep_test_set(found: AttachedJudgments, draft: Draft, project: str | None) -> None:
    """For callbacks: the set is kept and comes into use."""
    _begin(found, draft, lambda workspace: kept.keep_in_project(found.test_set, project, workspace))


def add_version(found: AttachedJudgments, draft: Draft, to: KeptVersion, base: TestSet) -> None:
    """For callbacks: what was dropped beside ``base`` makes a new version of a kept set, which comes into use."""
    _begin(found, draft, lambda workspace: kept.keep_as_version(to, base, found.test_set, workspace))


def _begin(found: AttachedJudgments, draft: Draft, confirm: Callable[[Workspace], str]) -> None:
    """A second press, while the first one's work is under way, is none."""
    if state.widget_value(KEEPING) is not None:
        return
    state.set_widget_value("refused", None)
    workspace, number = kept.mine(make=True), next(_NUMBERS)
    task = Task(cache.FILES, ("kept", number), lambda tell: confirm(workspace))
    state.set_widget_value(KEEPING, KeepingTask(task, draft, [*draft.refused, *found.refused]))


def use_what_is_kept() -> None:
    """For the shell: what is being kept comes into use once it is; what was refused is kept, to be read.

    The draft goes last: another message may end this halfway, and then nothing is lost.
    """
    keeping: KeepingTask | None = state.widget_value(KEEPING)
    if keeping is None:
        return
    try:
        key = waiting.until_done("keeping", keeping.task, "Keeping the test set.")
    except REFUSALS as error:
        state.set_widget_value("refused", str(error))
        key = None
    except Exception:
        state.set_widget_value("refused", "This could not be kept. The server's log says why.")
        key = None
    if key is not None:
        language.see_verdict(key)
        drafts.forget_draft()
        if keeping.refused:
            drafts.keep_draft(Draft([], keeping.refused, version=keeping.draft.version + 1))
    state.set_widget_value(KEEPING, None)
