"""What a user means by an id or a name."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.text.suggestions import did_you_mean

from ..tables.errors import WorkspaceError
from ..tables.transaction import ANY_KIND
from ..workspace import Workspace

PROJECT, SET, VIEW, CAMPAIGN = "project", "test set", "view", "campaign"


@dataclass(frozen=True)
class KeptTarget:
    """A project, a test set, a view or a campaign."""

    kind: str
    id: str
    name: str
    path: str
    """``project/name`` of what is in a project"""


def find_kept(workspace: Workspace, text: str, *kinds: str) -> KeptTarget:
    """What has this id, this name, or this ``project/name``, of these kinds, or of any.

    ``WorkspaceError`` where there is none, or several are called so.
    """
    wanted = kinds or (PROJECT, SET, VIEW, CAMPAIGN)
    targets = [target for target in _all(workspace) if target.kind in wanted]
    for called in ("id", "path", "name"):
        found = [target for target in targets if getattr(target, called) == text]
        if len(found) > 1:
            listed = ", ".join(f"{one.kind} {one.id}" for one in found[:10])
            raise WorkspaceError(f"Several are called {text!r}; say which by its id: {listed}.")
        if found:
            return found[0]
    what = " or ".join(kinds) if kinds else ANY_KIND
    listing = "campaign" if kinds == (CAMPAIGN,) else "project"
    hint = did_you_mean(text, (name for target in targets for name in (target.name, target.path)))
    raise WorkspaceError(f"There is no {what} {text!r}{hint}; bleuscope {listing} list tells what there is.")


def find_deleted(workspace: Workspace, text: str) -> str:
    """Return the id of the deleted thing with this id or name, the latest of several; errors as of ``find_kept``."""
    deleted = workspace.deleted()
    for one in deleted:
        if text in (one.id, one.name):
            return one.id
    hint = did_you_mean(text, (one.name for one in deleted))
    raise WorkspaceError(
        f"Nothing that was deleted is called {text!r}{hint}; bleuscope project list --deleted tells more."
    )


def _all(workspace: Workspace) -> Iterator[KeptTarget]:
    for project in [*workspace.projects(), *workspace.projects(archived=True)]:
        yield KeptTarget(PROJECT, project.id, project.name, project.name)
        for one in workspace.test_sets(project.id):
            yield KeptTarget(SET, one.id, one.name, f"{project.name}/{one.name}")
        for view in workspace.views(project.id):
            yield KeptTarget(VIEW, view.id, view.name, f"{project.name}/{view.name}")
        for campaign in workspace.campaigns(project.id):
            yield KeptTarget(CAMPAIGN, campaign.id, campaign.name, f"{project.name}/{campaign.name}")
