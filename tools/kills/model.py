"""The expected content of a workspace as plain values, and the effect of each change on it."""

from collections.abc import Callable, Container, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from tools.kills.recipes import Recipe, build, plain
from workspace import Workspace


@dataclass(frozen=True)
class Change:
    """One change to a workspace."""

    kind: str
    number: int
    """Number of the change, unique within a process."""
    project: str = ""
    name: str = ""
    """Name of the test set, view, campaign, link or member that the change is about, or of a copy."""
    how: str = ""
    """Part added to a version, right, a new campaign's test set, or number of the restored backup."""


@dataclass
class KeptSet:
    versions: list[Recipe]
    deleted: bool = False


@dataclass
class KeptView:
    address: str
    deleted: bool = False


@dataclass
class KeptCampaign:
    test_set: str
    answers: list[int] = field(default_factory=list)
    """Numbers of the changes that added the answers."""
    deleted: bool = False


@dataclass
class KeptLink:
    right: str
    is_open: bool = True


@dataclass
class KeptProject:
    note: str = ""
    archived: bool = False
    deleted: bool = False
    sets: dict[str, KeptSet] = field(default_factory=dict)
    views: dict[str, KeptView] = field(default_factory=dict)
    campaigns: dict[str, KeptCampaign] = field(default_factory=dict)
    members: dict[str, str] = field(default_factory=dict)
    """E-mail address -> right."""
    links: dict[str, KeptLink] = field(default_factory=dict)
    n_events: int = 0
    """Number of entries in the project's trail."""

    @property
    def held(self) -> "dict[str, KeptSet | KeptView | KeptCampaign]":
        return {**self.sets, **self.views, **self.campaigns}

    def thing(self, name: str) -> "KeptProject | KeptSet | KeptView | KeptCampaign":
        """Return a thing in the project by its name; the project itself for an empty name."""
        return self.held[name] if name else self

    def visible_campaigns(self) -> dict[str, KeptCampaign]:
        """Return the campaigns whose test sets are not deleted; nobody sees the others."""
        there = {name for name, one in self.sets.items() if not one.deleted}
        return {name: one for name, one in self.campaigns.items() if one.test_set in there}


@dataclass
class State:
    """The expected content of a workspace; every name is unique."""

    projects: dict[str, KeptProject] = field(default_factory=dict)
    backups: dict[int, dict[str, KeptProject]] = field(default_factory=dict)
    """Number of a backup -> its content."""

    def after(self, change: Change) -> "State":
        """Return the state after a change."""
        found = deepcopy(self)
        EFFECTS[change.kind](found, change)
        of = change.name if change.kind == "copy" else change.project
        if of in found.projects and change.kind != "rate":
            found.projects[of].n_events += 1
        return found

    def state_after_purge(self, left: Container[str] = ()) -> "State":
        """Return the state after a purge of everything deleted, except the things with names in ``left``."""

        def stays(held: "tuple[str, KeptProject | KeptSet | KeptView | KeptCampaign]") -> bool:
            return not held[1].deleted or held[0] in left

        found = deepcopy(self)
        found.projects = dict(filter(stays, found.projects.items()))
        for one in found.projects.values():
            one.sets, one.views = dict(filter(stays, one.sets.items())), dict(filter(stays, one.views.items()))
            rated = dict(filter(stays, one.campaigns.items()))
            one.campaigns = {name: of for name, of in rated.items() if of.test_set in one.sets}
        return found


def _create(state: State, change: Change) -> None:
    state.projects[change.project] = KeptProject(change_note(change))


def _annotate(state: State, change: Change) -> None:
    state.projects[change.project].note = change_note(change)


def _archive(state: State, change: Change) -> None:
    project = state.projects[change.project]
    project.archived = not project.archived


def _add(state: State, change: Change) -> None:
    state.projects[change.project].sets[change.name] = KeptSet([(("set", change.number),)])


def _revise(state: State, change: Change) -> None:
    versions = state.projects[change.project].sets[change.name].versions
    versions.append((*versions[-1], (change.how, change.number)))


def _save_view(state: State, change: Change) -> None:
    state.projects[change.project].views[change.name] = KeptView(change_address(change))


def _start_campaign(state: State, change: Change) -> None:
    state.projects[change.project].campaigns[change.name] = KeptCampaign(change.how)


def _rate(state: State, change: Change) -> None:
    state.projects[change.project].campaigns[change.name].answers.append(change.number)


def _grant(state: State, change: Change) -> None:
    state.projects[change.project].members[change.name] = change.how


def _take_right(state: State, change: Change) -> None:
    del state.projects[change.project].members[change.name]


def _make_link(state: State, change: Change) -> None:
    state.projects[change.project].links[change.name] = KeptLink(change.how)


def _take_back(state: State, change: Change) -> None:
    state.projects[change.project].links[change.name].is_open = False


def _delete(state: State, change: Change) -> None:
    state.projects[change.project].thing(change.name).deleted = True


def _undo(state: State, change: Change) -> None:
    state.projects[change.project].thing(change.name).deleted = False


def _forget(state: State, change: Change) -> None:
    if not change.name:
        del state.projects[change.project]
        return
    project = state.projects[change.project]
    for held in (project.sets, project.views, project.campaigns):
        held.pop(change.name, None)  # type: ignore[attr-defined]
    project.campaigns = {name: one for name, one in project.campaigns.items() if one.test_set in project.sets}


def _copy(state: State, change: Change) -> None:
    """Copy a project by an export and an import, without deleted things."""
    of = state.projects[change.project]
    sets = {name: deepcopy(one) for name, one in of.sets.items() if not one.deleted}
    views = {name: deepcopy(one) for name, one in of.views.items() if not one.deleted}
    campaigns = {name: deepcopy(one) for name, one in of.visible_campaigns().items() if not one.deleted}
    state.projects[change.name] = KeptProject(of.note, sets=sets, views=views, campaigns=campaigns)


def _purge(state: State, change: Change) -> None:
    """Remove everything deleted, because its time is over."""
    state.projects = state.state_after_purge().projects


def _back_up(state: State, change: Change) -> None:
    state.backups[change.number] = deepcopy(state.projects)


def _restore(state: State, change: Change) -> None:
    state.projects = deepcopy(state.backups[int(change.how)])


EFFECTS: dict[str, Callable[[State, Change], None]] = {
    "create": _create,
    "annotate": _annotate,
    "archive": _archive,
    "add": _add,
    "revise": _revise,
    "save view": _save_view,
    "start campaign": _start_campaign,
    "rate": _rate,
    "grant": _grant,
    "take right": _take_right,
    "make link": _make_link,
    "take back": _take_back,
    "delete": _delete,
    "undo": _undo,
    "forget": _forget,
    "copy": _copy,
    "purge": _purge,
    "back up": _back_up,
    "restore": _restore,
}


def change_note(change: Change) -> str:
    return f"note {change.number} 日本\u2028'\"%"


def change_address(change: Change) -> str:
    return f"/segments?page={change.number}&find=%20"


Told = dict[str, Any]
"""Project -> its note, archived state, test sets with versions, views, campaigns, members, links and entries.

The key ``DELETED`` has the names of deleted things.
"""
MAX_EVENTS = 10**6


def expected_content(state: State, lines: Sequence[str]) -> Told:
    """Return what a workspace in this state contains."""
    found: Told = {
        name: (
            one.note,
            one.archived,
            {
                name: [plain(build(r, lines)) for r in held.versions]
                for name, held in one.sets.items()
                if not held.deleted
            },
            {name: held.address for name, held in one.views.items() if not held.deleted},
            {name: sorted(held.answers) for name, held in one.visible_campaigns().items() if not held.deleted},
            one.members,
            {name: (link.right, link.is_open) for name, link in one.links.items()},
            one.n_events,
        )
        for name, one in state.projects.items()
        if not one.deleted
    }
    return found | {DELETED: {*_deleted_names(state)}}


DELETED = ""
"""Key of the names of all things that can be brought back."""


def _deleted_names(state: State) -> Iterator[str]:
    for name, project in state.projects.items():
        yield from [name] * project.deleted
        yield from (held for held, thing in project.held.items() if thing.deleted)


def read_content(kept: Workspace) -> Told:
    """Return what a workspace contains; reading every version raises an error if one is damaged."""
    found: Told = {DELETED: {one.name for one in kept.deleted()}}
    for archived in (False, True):
        for project in kept.projects(archived):
            sets = kept.test_sets(project.id)
            found[project.name] = (
                project.note,
                project.archived is not None,
                {one.name: [plain(kept.read(one.id, n + 1)) for n in range(one.n_versions)] for one in sets},
                {view.name: view.address for view in kept.views(project.id)},
                {one.name: sorted(_answers(kept, one.id)) for one in kept.campaigns(project.id)},
                {member.email: str(member.right) for member in kept.members(project.id)},
                {link.name: (str(link.right), link.is_open) for link in kept.links(project.id)},
                len(kept.events(project.id, MAX_EVENTS)),
            )
    return found


def _answers(kept: Workspace, campaign_id: str) -> Iterator[int]:
    """Return the numbers of the changes that added a campaign's answers, kept as the answers' seconds."""
    return (int(given.answer.seconds) for given in kept.ratings(campaign_id))
