"""Who may do what: every public method, asked by everybody there can be, on both databases."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from secrets import token_hex, token_urlsafe

import pytest

from scoring import TestSet
from scoring.rating import CampaignPlan, DirectAssessment, Ratings
from tests.workspace.made import added, everything
from tests.workspace.persons import Clock, everything_kept, restorer, said
from workspace import ForbiddenError, Lecture, Right, Stage, Workspace, WorkspaceError
from workspace.archive import export_project, import_project
from workspace.storage.place import sqlite_file

ANYBODY, SERVER = "anybody", "server"
"""What a method takes that is about no project: nothing, or to be whoever runs the server."""
WITHOUT = ("nobody", "late", "former")
"""Who cannot read the project: a visitor with one of their own, and who opened links that ended."""
HAS = {"reader": Right.READ, "follower": Right.READ, "editor": Right.EDIT, "owner": Right.OWN, "server": Right.OWN}


@dataclass(frozen=True)
class World:
    """A project of Ada's and Olga's, and ids of what is in it."""

    project: str
    test_set: str
    view: str
    gone: str
    """a test set that was deleted"""
    link: str
    token: str
    member: str
    """the reader's"""
    account: str
    visitor: str
    campaign: str
    invitation: str
    """its token"""
    secret: str
    """of a rater who has answered nothing"""
    done: str
    """of one who has answered all"""

    def elsewhere(self) -> "World":
        """Ids of things that never were."""
        things = {name: token_hex(16) for name in vars(self)}
        return replace(self, **{**things, "token": token_urlsafe(32), "secret": token_urlsafe(32)})


@dataclass(frozen=True)
class Call:
    """A method, and what it takes."""

    takes: Right | str
    act: Callable[..., object]
    is_noted: bool = False
    """whether the trail has it then"""
    is_once: bool = False
    """whether nobody can do it after somebody did"""
    but: tuple[str, ...] = ()
    """who cannot for another reason"""
    unnoted: tuple[str, ...] = ()
    """of whom the trail does not have it"""


def reversed_(test_set: TestSet) -> TestSet:
    return replace(test_set, systems=test_set.systems[::-1])


def export(kept: Workspace, world: World, folder) -> None:
    export_project(kept, world.project, folder / f"{token_hex(4)}.zip")


def import_(kept: Workspace, world: World, folder) -> None:
    with Workspace(kept.database.url) as server:
        path = folder / f"{token_hex(4)}.zip"
        export_project(server, server.create("from elsewhere").id, path)
    import_project(kept, path)


def begun(kept: Workspace) -> Lecture:
    """A class of the browser with the secret "teacher"."""
    return kept.begin_lecture("teacher", "clipping")


PLAN = CampaignPlan("da", ("sysA",), (0,), raters_per_item=20, n_places=20, repeats=0, damaged=0)
NO_RATINGS = Ratings(PLAN, everything(), ())
CALLS = {
    "create": Call(ANYBODY, lambda kept, on: kept.create("x")),
    "projects": Call(ANYBODY, lambda kept, on: kept.projects()),
    "deleted": Call(ANYBODY, lambda kept, on: kept.deleted()),
    "recent": Call(ANYBODY, lambda kept, on: kept.recent()),
    "newest_sets": Call(ANYBODY, lambda kept, on: kept.newest_sets([on.project], 3)),
    "open_link": Call(ANYBODY, lambda kept, on: kept.open_link(on.token)),
    "invitation": Call(ANYBODY, lambda kept, on: kept.invitation(on.invitation)),
    "join": Call(ANYBODY, lambda kept, on: kept.join(on.invitation, "Rater")),
    "seat": Call(ANYBODY, lambda kept, on: kept.seat(on.secret)),
    "desk": Call(ANYBODY, lambda kept, on: kept.desk(on.secret)),
    "newest": Call(ANYBODY, lambda kept, on: kept.newest(kept.desk(on.secret))),
    "answer": Call(ANYBODY, lambda kept, on: kept.answer(on.secret, 0, DirectAssessment(50), 1.0)),
    "finish": Call(ANYBODY, lambda kept, on: kept.finish(on.done)),
    "others": Call(ANYBODY, lambda kept, on: kept.others(on.secret)),
    "begin_lecture": Call(ANYBODY, lambda kept, on: begun(kept)),
    "find_lecture": Call(ANYBODY, lambda kept, on: kept.find_lecture(begun(kept).code, "student")),
    "lecture": Call(ANYBODY, lambda kept, on: kept.lecture(begun(kept).id, "student")),
    "lead": Call(ANYBODY, lambda kept, on: kept.lead(begun(kept).id, "teacher", "order", Stage.COUNTED)),
    "join_lecture": Call(ANYBODY, lambda kept, on: kept.join_lecture(begun(kept).id, "student")),
    "leave_lecture": Call(ANYBODY, lambda kept, on: kept.leave_lecture(begun(kept).id, "student")),
    "vote": Call(ANYBODY, lambda kept, on: kept.vote(begun(kept).id, "student", "clipping", 0)),
    "lecture_counts": Call(ANYBODY, lambda kept, on: kept.lecture_counts(begun(kept).id, "teacher")),
    "end_lecture": Call(ANYBODY, lambda kept, on: kept.end_lecture(begun(kept).id, "teacher")),
    "campaigns": Call(Right.READ, lambda kept, on: kept.campaigns(on.project)),
    "campaign": Call(Right.READ, lambda kept, on: kept.campaign(on.campaign)),
    "ratings": Call(Right.READ, lambda kept, on: kept.ratings(on.campaign)),
    "project": Call(Right.READ, lambda kept, on: kept.project(on.project)),
    "test_sets": Call(Right.READ, lambda kept, on: kept.test_sets(on.project)),
    "test_set": Call(Right.READ, lambda kept, on: kept.test_set(on.test_set)),
    "set_and_project": Call(Right.READ, lambda kept, on: kept.set_and_project(on.test_set)),
    "versions": Call(Right.READ, lambda kept, on: kept.versions(on.test_set)),
    "read": Call(Right.READ, lambda kept, on: kept.read(on.test_set)),
    "views": Call(Right.READ, lambda kept, on: kept.views(on.project)),
    "view": Call(Right.READ, lambda kept, on: kept.view(on.view)),
    "seen_verdicts": Call(Right.READ, lambda kept, on: kept.seen_verdicts(on.project)),
    "note_use": Call(Right.READ, lambda kept, on: kept.note_use(on.test_set)),
    "space": Call(Right.READ, lambda kept, on: kept.space(on.project)),
    "copy": Call(Right.READ, lambda kept, on: kept.copy(on.project)),
    "leave": Call(Right.READ, lambda kept, on: kept.leave(on.project), True, True, ("server",), ("follower",)),
    "add": Call(Right.EDIT, lambda kept, on: kept.add(on.project, everything()), True),
    "keep": Call(Right.EDIT, lambda kept, on: kept.keep(on.project, everything().named(token_hex(4)), "x"), True),
    "expect_room": Call(Right.EDIT, lambda kept, on: kept.expect_room(on.project, 1)),
    "add_outputs": Call(Right.EDIT, lambda kept, on: kept.add_outputs(on.test_set, [added(token_hex(4))]), True),
    "revise": Call(Right.EDIT, lambda kept, on: kept.revise(on.test_set, reversed_), True),
    "rename": Call(Right.EDIT, lambda kept, on: kept.rename(on.test_set, "x"), True),
    "annotate": Call(Right.EDIT, lambda kept, on: kept.annotate(on.view, "x"), True),
    "keep_choices": Call(Right.EDIT, lambda kept, on: kept.keep_choices(on.test_set, "ter", "sysA"), True),
    "glossary": Call(Right.READ, lambda kept, on: kept.glossary(on.test_set)),
    "keep_glossary": Call(Right.EDIT, lambda kept, on: kept.keep_glossary(on.test_set, "b.tsv", b"a\tb\n"), True),
    "remove_glossary": Call(Right.EDIT, lambda kept, on: kept.remove_glossary(on.test_set), True, True),
    "archive": Call(Right.EDIT, lambda kept, on: kept.archive(on.project), True),
    "save_view": Call(Right.EDIT, lambda kept, on: kept.save_view(on.project, "/segments", "x"), True),
    "delete": Call(Right.EDIT, lambda kept, on: kept.delete(on.test_set), True, True),
    "undo": Call(Right.EDIT, lambda kept, on: kept.undo(on.gone), True, True),
    "make_campaign": Call(Right.EDIT, lambda kept, on: kept.make_campaign(on.test_set, 1, "x", PLAN), True),
    "close_campaign": Call(Right.EDIT, lambda kept, on: kept.close_campaign(on.campaign, False), True),
    "add_ratings": Call(Right.EDIT, lambda kept, on: kept.add_ratings(on.campaign, NO_RATINGS), True),
    "release": Call(Right.EDIT, lambda kept, on: kept.release(on.campaign, 0), True, True),
    "release_idle": Call(Right.EDIT, lambda kept, on: kept.release_idle(on.campaign), True, True),
    "members": Call(Right.EDIT, lambda kept, on: kept.members(on.project)),
    "events": Call(Right.EDIT, lambda kept, on: kept.events(on.project)),
    "grant": Call(Right.OWN, lambda kept, on: kept.grant(on.project, "new@example.org", Right.READ), True),
    "take_right": Call(Right.OWN, lambda kept, on: kept.take_right(on.project, on.member), True, True),
    "links": Call(Right.OWN, lambda kept, on: kept.links(on.project)),
    "make_link": Call(Right.OWN, lambda kept, on: kept.make_link(on.project, "x", Right.EDIT), True),
    "take_back": Call(Right.OWN, lambda kept, on: kept.take_back(on.link), True, True),
    "freed_by": Call(Right.OWN, lambda kept, on: kept.freed_by(on.gone)),
    "sign_in": Call(SERVER, lambda kept, on: kept.sign_in("https://p.example", "7", "New", "")),
    "visitor": Call(SERVER, lambda kept, on: kept.visitor("secret", make=True)),
    "person": Call(SERVER, lambda kept, on: kept.person(on.account)),
    "people": Call(SERVER, lambda kept, on: kept.people()),
    "forget_person": Call(SERVER, lambda kept, on: kept.forget_person(on.account), is_once=True),
    "take_over": Call(SERVER, lambda kept, on: kept.take_over(on.visitor, on.account), is_once=True),
}
FURTHER = {
    "rename a project": Call(Right.EDIT, lambda kept, on: kept.rename(on.project, "x"), True),
    "rename a view": Call(Right.EDIT, lambda kept, on: kept.rename(on.view, "x"), True),
    "rename a campaign": Call(Right.EDIT, lambda kept, on: kept.rename(on.campaign, "x"), True),
    "read a version": Call(Right.READ, lambda kept, on: kept.read(on.test_set, 1)),
    "delete a view": Call(Right.EDIT, lambda kept, on: kept.delete(on.view), True, True),
    "delete a project": Call(Right.OWN, lambda kept, on: kept.delete(on.project), is_once=True),
    "delete for good": Call(Right.OWN, lambda kept, on: kept.delete(on.test_set, for_good=True), True, True),
    "keep in a new project": Call(ANYBODY, lambda kept, on: kept.keep(None, everything(), "x")),
    "own space": Call(ANYBODY, lambda kept, on: kept.space()),
    "export": Call(Right.READ, export),
    "import": Call(ANYBODY, import_),
}
"""Other ways to call them, and what is not a method."""
OF_NO_PROJECT = {"as_", "close", "drop_lectures", "purge", "reading", "writing"}
"""What only opens, closes, or throws away what is gone anyway."""


@pytest.fixture
def kept(url) -> Iterator[Workspace]:
    with Workspace(url, Clock()) as opened:
        yield opened


def build(kept):
    """The project, and the workspace of everybody."""
    clock = kept._clock
    start = clock.time
    ada, olga, eve, rob = (
        kept.sign_in("https://p.example", n, n, f"{n}@example.org") for n in ("ada", "o", "eve", "rob")
    )
    visitors = {who: kept.visitor(f"secret of {who}", make=True) for who in ("nobody", "late", "former", "follower")}
    theirs = {who: kept.as_(person.id) for who, person in visitors.items()}
    theirs |= {"owner": kept.as_(ada.id), "editor": kept.as_(eve.id), "reader": kept.as_(rob.id), "server": kept}
    owner = theirs["owner"]
    project = owner.create("News").id
    saved = owner.add(project, everything())
    owner.keep_glossary(saved.id, "terms.tsv", b"a\tb\n")
    gone = owner.add(project, everything(), "gone")
    owner.delete(gone.id)
    owner.grant(project, olga.email, Right.OWN)
    kept.as_(olga.id).annotate(project, "She accepts it.")
    owner.grant(project, eve.email, Right.EDIT)
    member = owner.grant(project, rob.email, Right.READ)
    link, ended = (owner.make_link(project, "a link", Right.READ) for _ in range(2))
    short = owner.make_link(project, "expires", Right.EDIT, clock.time + timedelta(hours=1))
    for who, token in (("follower", link.token), ("former", ended.token), ("late", short.token)):
        theirs[who].open_link(token)
    owner.take_back(ended.id)
    view = owner.save_view(project, "/segments", "view")
    theirs["nobody"].add(theirs["nobody"].create("own").id, everything())
    clock.time = start + timedelta(hours=2)
    campaign = owner.make_campaign(saved.id, 1, "campaign", PLAN)
    secret, done = (kept.join(campaign.token, "Rater").secret for _ in range(2))
    kept.answer(done, 0, DirectAssessment(50), 1.0)
    of_project = project, saved.id, view.id, gone.id, link.id, link.token, member.id
    of_campaign = campaign.id, campaign.token, secret, done
    return World(*of_project, ada.id, visitors["nobody"].id, *of_campaign), theirs


def acted(call: Call, kept: Workspace, world: World, folder) -> None:
    call.act(kept, world, folder) if call.act in (export, import_) else call.act(kept, world)


def test_every_public_method_has_a_right():
    public = {name for name in dir(Workspace) if not name.startswith("_") and callable(getattr(Workspace, name))}
    assert public == {*CALLS} | OF_NO_PROJECT


def can(who: str, call: Call) -> bool:
    if isinstance(call.takes, Right):
        return HAS.get(who, 0) >= call.takes and who not in call.but
    return who == "server" or call.takes == ANYBODY


def test_only_who_has_the_right_can(kept, tmp_path):
    world, theirs = build(kept)
    before = everything_kept(kept)
    for name, call in {**CALLS, **FURTHER}.items():
        for who in {*theirs} - {*call.but}:
            if can(who, call):
                continue
            act = partial(acted, call, theirs[who])
            if isinstance(call.takes, Right) and who in WITHOUT:
                assert_unknown(act, world, tmp_path)
                continue
            error = said(partial(act, world, tmp_path))
            assert type(error) is ForbiddenError, (name, who)
            if call.takes != SERVER:
                told = f"You may {HAS[who]} this project; this takes the right to {call.takes} it. Ask its owner."
                assert str(error) == told, (name, who)
        assert everything_kept(kept) == before, name


@pytest.mark.exhaustive
def test_who_has_the_right_can_and_it_is_noted_as_theirs(kept, tmp_path):
    """Everybody on SQLite; on PostgreSQL each method is called by one of them, for rights are of no database."""
    world, theirs = build(kept)
    restore = restorer(kept)
    calls = {**CALLS, **FURTHER}
    in_order = sorted(calls, key=lambda name: name == "open_link")  # after which all can read
    for number, name in enumerate(in_order):
        call = calls[name]
        able = [who for who in theirs if can(who, call)]
        for who in able if sqlite_file(kept.database.url) else [able[number % len(able)]]:
            n_events = len(kept.events(world.project))
            acted(call, theirs[who], world, tmp_path)
            if call.is_noted and who not in call.unnoted:
                event, *rest = kept.events(world.project)
                assert len(rest) == n_events, name
                person_id = theirs[who].person_id
                assert event.who == ("" if person_id is None else kept.person(person_id).name), name
            if call.is_once:
                restore()


def assert_unknown(act: Callable[[World, object], None], world: World, folder) -> None:
    """Whether the error is to the last character that of ids that never were."""
    elsewhere = world.elsewhere()
    found, never = said(partial(act, world, folder)), said(partial(act, elsewhere, folder))
    assert type(found) is type(never) is WorkspaceError
    texts = [str(found), str(never)]
    for at, of in enumerate((world, elsewhere)):
        for name, id_ in vars(of).items():
            texts[at] = texts[at].replace(id_, name)
    assert texts[0] == texts[1]


def test_lists_hold_what_one_may_see(kept):
    world, theirs = build(kept)
    for who, their in theirs.items():
        their.note_use(world.test_set) if who in HAS else None
        right = HAS.get(who)
        seen = [(one.id, one.right, one.owner) for one in their.projects() if one.name == "News"]
        assert seen == ([] if right is None else [(world.project, right, "ada")]), who
        assert [one.id for one in their.deleted()] == ([world.gone] if right and right >= Right.EDIT else []), who
        assert [one.test_set.id for one in their.recent()] == ([] if right is None else [world.test_set]), who
        newest = {name: [one.id for one, _ in of] for name, of in their.newest_sets([world.project], 1).items()}
        assert newest == ({} if right is None else {world.project: [world.test_set]}), who
    assert [one.owner for one in theirs["nobody"].projects()] == [kept.person(world.visitor).name]
    kept.delete(world.project)
    for who, their in theirs.items():
        assert world.project not in {one.id for one in their.projects()}
        assert their.recent() == []
        assert their.newest_sets([world.project], 1) == {}
        assert (world.project in {one.id for one in their.deleted()}) == (who in ("owner", "server")), who


def test_a_project_that_was_deleted_is_brought_back_by_who_owns_it(kept):
    world, theirs = build(kept)
    theirs["owner"].delete(world.project)
    assert type(said(lambda: theirs["editor"].undo(world.project))) is ForbiddenError
    assert_unknown(lambda of, _: theirs["nobody"].undo(of.project), world, None)
    assert_unknown(lambda of, _: theirs["nobody"].undo(of.gone), world, None)
    assert theirs["owner"].undo(world.project) == "News"


def test_a_person_who_is_gone_has_nothing(kept):
    world, theirs = build(kept)
    kept.forget_person(world.account)
    assert theirs["owner"].projects() == []
    assert_unknown(lambda of, _: theirs["owner"].project(of.project), world, None)
    assert "There is no person" in str(said(lambda: theirs["owner"].create("x")))
    (there,) = [one for one in kept.projects() if one.name == "News"]
    assert there.owner == "o"
    assert {event.who for event in kept.events(world.project)} >= {"somebody who is gone"}
