"""A process that changes a workspace until it is killed, and reports each change before and after."""

import multiprocessing
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from sqlalchemy import make_url

from scoring.rating import CampaignPlan, DirectAssessment
from tools.kills.model import Change, State, change_address, change_note
from tools.kills.recipes import CHANGES, build
from workspace import KEPT_FOR, Right, Workspace, WorkspaceError
from workspace.archive import export_project, import_project
from workspace.storage.backup import back_up, restore_into

processes: Any = multiprocessing.get_context("forkserver")
"""Context that starts processes by forking one that has imported everything."""
processes.set_forkserver_preload(["tools.kills.writer", "tools.kills.commands"])

PLACES = 50
PLAN = CampaignPlan(
    "da",
    ("system 0",),
    (0,),
    shows_source=False,
    references=("ref",),
    raters_per_item=PLACES,
    n_places=PLACES,
    repeats=0,
    damaged=0,
)
"""Plan of a campaign with one item and more places than raters."""
MAX_PROJECTS, MAX_HELD, MAX_VERSIONS = 4, 4, 4
BEGINS, DONE = "begins", "done"


def write(url: str, folder: Path, who: str, state: State, lines: Sequence[str], seed: int, tells: Connection) -> None:
    """Change the workspace, which is in ``state``, until the process is killed or the database is gone.

    ``who`` is the prefix of all names; the writer ``alone`` also makes changes that would disturb others. ``folder`` is
    for files. Report ("begins", change) before each change, and ("done", change) once it is committed.
    """
    draw = random.Random(seed)
    try:
        with Workspace(make_url(url)) as kept:
            tells.send((READY, None))
            for number in count(1000 * seed):
                change = _draw_change(draw, state, who, number, url.startswith("sqlite"))
                tells.send((BEGINS, change))
                ChangeRunner(kept, folder, lines, state).do(change)
                state = state.after(change)
                tells.send((DONE, change))
    except WorkspaceError as error:  # any other ends the process with an error, which the rounds notice
        tells.send((FAILED, str(error)))


READY, FAILED = "ready", "failed"
ALONE = "alone"


def open_once(url: str, tells: Connection) -> None:
    """Open a workspace, which creates or updates its tables."""
    tells.send((READY, None))
    Workspace(make_url(url)).close()
    tells.send((DONE, None))


def _draw_change(draw: random.Random, state: State, who: str, number: int, has_backups: bool) -> Change:
    """Return a random one of the possible changes, with all kinds equally likely."""
    kinds: dict[str, list[Change]] = {}
    for change in _possible(draw, state, who, number, has_backups):
        kinds.setdefault(change.kind, []).append(change)
    return draw.choice(kinds[draw.choice([*kinds])])


def _possible(draw: random.Random, state: State, who: str, number: int, has_backups: bool) -> Iterator[Change]:
    own = {name: one for name, one in state.projects.items() if name.startswith(who)}
    has_room = len(own) < MAX_PROJECTS
    if has_room:
        yield Change("create", number, f"{who} {number} <b>'ü'</b>")
    for name, one in own.items():
        yield Change("forget", number, name)
        if one.deleted:
            yield Change("undo", number, name)
            continue
        for kind in ("annotate", "archive", "delete"):
            yield Change(kind, number, name)
        if has_room:
            yield Change("copy", number, name, f"{who} {number} copy")
        if len(one.sets) < MAX_HELD:
            yield Change("add", number, name, f"{who} {number} set")
        if len(one.views) < MAX_HELD:
            yield Change("save view", number, name, f"{who} {number} view")
        for held, rated in one.visible_campaigns().items():
            if not rated.deleted and len(rated.answers) < MAX_HELD:
                yield Change("rate", number, name, held)
        if len(one.campaigns) < MAX_HELD:
            there = [held for held, kept in one.sets.items() if not kept.deleted]
            yield from (Change("start campaign", number, name, f"{who} {number} campaign", held) for held in there)
        for rights, kind, back in ((one.members, "grant", "take right"), (one.links, "make link", "take back")):
            if len(rights) < MAX_HELD:
                email = f"{who}.{number}@example.org"
                yield Change(kind, number, name, email, str(draw.choice((Right.READ, Right.EDIT))))
            yield from (
                Change(back, number, name, held) for held in rights if held not in one.links or one.links[held].is_open
            )
        unseen = {*one.campaigns} - {*one.visible_campaigns()}
        for held, thing in one.held.items():
            if held in unseen:
                continue
            yield Change("undo" if thing.deleted else "delete", number, name, held)
            yield Change("forget", number, name, held)
        for held, kept in one.sets.items():
            if not kept.deleted and len(kept.versions) < MAX_VERSIONS:
                yield Change("revise", number, name, held, draw.choice([*CHANGES]))
    if who == ALONE:
        yield Change("purge", number)
        if has_backups:
            yield Change("back up", number)
            yield from (Change("restore", number, how=str(backup)) for backup in state.backups)


class ChangeRunner:
    """Makes changes to a workspace that is in a known state."""

    def __init__(self, kept: Workspace, folder: Path, lines: Sequence[str], state: State) -> None:
        self.kept, self.folder, self.lines, self.state = kept, folder, lines, state

    def do(self, change: Change) -> None:
        getattr(self, f"_{change.kind.replace(' ', '_')}")(change)

    def _create(self, change: Change) -> None:
        self.kept.create(change.project, change_note(change))

    def _annotate(self, change: Change) -> None:
        self.kept.annotate(self._project(change), change_note(change))

    def _archive(self, change: Change) -> None:
        self.kept.archive(self._project(change), not self.state.projects[change.project].archived)

    def _add(self, change: Change) -> None:
        self.kept.add(self._project(change), build((("set", change.number),), self.lines), change.name)

    def _revise(self, change: Change) -> None:
        step = CHANGES[change.how]
        self.kept.revise(self._thing(change), lambda test_set: step(test_set, change.number, self.lines))

    def _save_view(self, change: Change) -> None:
        self.kept.save_view(self._project(change), change_address(change), change.name)

    def _start_campaign(self, change: Change) -> None:
        test_set = next(one.id for one in self.kept.test_sets(self._project(change)) if one.name == change.how)
        self.kept.make_campaign(test_set, 1, change.name, PLAN)

    def _rate(self, change: Change) -> None:
        """Join a campaign and answer; a rater killed after joining leaves the place without an answer."""
        found = self.kept.campaigns(self._project(change))
        seat = self.kept.join(next(one.token for one in found if one.name == change.name), "rater")
        self.kept.answer(seat.secret, 0, DirectAssessment(change.number % 101), float(change.number))

    def _grant(self, change: Change) -> None:
        self.kept.grant(self._project(change), change.name, Right[change.how.upper()])

    def _take_right(self, change: Change) -> None:
        project = self._project(change)
        member = next(one for one in self.kept.members(project) if one.email == change.name)
        self.kept.take_right(project, member.id)

    def _make_link(self, change: Change) -> None:
        self.kept.make_link(self._project(change), change.name, Right[change.how.upper()])

    def _take_back(self, change: Change) -> None:
        links = self.kept.links(self._project(change))
        self.kept.take_back(next(link.id for link in links if link.name == change.name))

    def _delete(self, change: Change) -> None:
        self.kept.delete(self._thing(change))

    def _undo(self, change: Change) -> None:
        self.kept.undo(self._thing(change))

    def _forget(self, change: Change) -> None:
        self.kept.delete(self._thing(change), for_good=True)

    def _copy(self, change: Change) -> None:
        path = self.folder / f"{change.number}.zip"
        export_project(self.kept, self._project(change), path)
        import_project(self.kept, path, change.name)

    def _purge(self, change: Change) -> None:
        with Workspace(self.kept.database.url, clock=purge_time) as later:
            later.purge()

    def _back_up(self, change: Change) -> None:
        back_up(self.kept.database, backup_path(self.folder, change.number))

    def _restore(self, change: Change) -> None:
        restore_into(self.kept.database.url, backup_path(self.folder, int(change.how)), replaces=True)

    def _project(self, change: Change) -> str:
        """Return the id of the project that the change names."""
        found = [one for archived in (False, True) for one in self.kept.projects(archived)]
        return self._find_id(change.project, found)

    def _thing(self, change: Change) -> str:
        """Return the id of the thing that the change is about."""
        if not change.name:
            return self._project(change)
        if self.state.projects[change.project].thing(change.name).deleted:
            return self._find_id(change.name, [])
        project = self._project(change)
        held = self.kept.test_sets(project), self.kept.views(project), self.kept.campaigns(project)
        return self._find_id(change.name, [one for each in held for one in each])

    def _find_id(self, name: str, found: Sequence[Any]) -> str:
        return next(one.id for one in [*found, *self.kept.deleted()] if one.name == name)


def backup_path(folder: Path, number: int) -> Path:
    return folder / f"{number}.backup"


def purge_time() -> datetime:
    """Return a time at which everything deleted until now is removed."""
    return datetime.now(UTC) + KEPT_FOR + timedelta(minutes=1)
