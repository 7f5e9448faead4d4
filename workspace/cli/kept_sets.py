"""The test sets of a project, for commands that compare many test sets."""

from collections.abc import Callable, Mapping
from functools import partial

from scoring.testset import TestSet

from ..tables.errors import WorkspaceError
from ..workspace import Workspace
from .command import PROJECT, find_kept


def find_kept_sets(name: str) -> Mapping[str, Callable[[], TestSet]]:
    """Return name -> reader of the newest version, for each test set of a project, the oldest first.

    Test sets of one name have their ids in the name. Raise ``WorkspaceError`` if there is no such project, or it has no
    test sets.
    """
    with Workspace() as workspace:
        project = find_kept(workspace, name, PROJECT)
        kept_sets = sorted(workspace.test_sets(project.id), key=lambda one: one.newest.created)
    if not kept_sets:
        raise WorkspaceError(f"The project {project.name} has no test sets.")
    names = [one.name for one in kept_sets]
    labels = [one.name if names.count(one.name) == 1 else f"{one.name} {one.id[:8]}" for one in kept_sets]
    return {name: partial(_read_newest_version, one.id) for name, one in zip(labels, kept_sets, strict=True)}


def _read_newest_version(set_id: str) -> TestSet:
    with Workspace() as workspace:
        return workspace.read(set_id)
