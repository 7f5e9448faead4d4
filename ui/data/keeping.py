"""What becomes of dropped files: a test set in a project, or a new version of one, which comes into use."""

from collections.abc import Callable

import streamlit as st

from scoring import TestSet
from scoring.formats import Attached
from ui import language, state
from ui.data import draft as drafts
from ui.data.draft import Draft
from ui.kit.labels import told_apart
from ui.store import kept
from ui.store.kept import Found
from workspace import WorkspaceError

VERDICT = "overview"
"""The page that a set in use leads to."""


def choose_project(key: str) -> str | None:
    """Where a new set is kept; None for a new project, which is all that a newcomer can choose."""
    there = told_apart({project.id: project.name for project in kept.projects()})
    if not there:
        return None
    found = kept.find(state.chosen_set())
    usual = found.project_id if found is not None and found.project_id in there else next(iter(there))
    offered = [usual, *(project for project in there if project != usual), None]
    return st.selectbox(
        "Kept in the project",
        offered,
        format_func=lambda project: "A new project" if project is None else there[project],
        key=key,
        width=240,
    )


def keep(found: Attached, draft: Draft, project: str | None) -> None:
    """For callbacks: the set is kept and comes into use."""
    _use_once_kept(found, draft, lambda: kept.keep(found.test_set, project))


def add(found: Attached, draft: Draft, to: Found, base: TestSet) -> None:
    """For callbacks: what was dropped beside ``base`` makes a new version of a kept set, which comes into use."""

    def revise() -> str:
        kept.add(to, base, found.test_set)
        return to.id

    _use_once_kept(found, draft, revise)


def _use_once_kept(found: Attached, draft: Draft, confirm: Callable[[], str]) -> None:
    """What was refused is kept, to be read.

    The draft goes last: another message may end this halfway, and then nothing is lost.
    """
    state.offer("refused", None)
    try:
        key = confirm()
    except WorkspaceError as error:
        state.offer("refused", str(error))
        return
    use(key)
    drafts.forget()
    if refused := [*draft.refused, *found.refused]:
        drafts.keep(Draft([], refused, version=draft.version + 1))


def use(key: str) -> None:
    """For callbacks: the set comes into use, and the next page is the verdict on it."""
    language.use_set(key)
    state.lead_to(VERDICT)
