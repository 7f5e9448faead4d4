"""What went wrong with other programs that keep what people made together, on both databases."""

import logging
from functools import partial
from secrets import token_hex

import pytest
from sqlalchemy import text

import workspace.storage.database
from scoring.rating import DirectAssessment
from tests.workspace.made import rated
from tests.workspace.persons import everything_kept, said, signed_in
from tests.workspace.raters import answered, plan
from ui.store import kept as kept_by_server
from workspace import ForbiddenError, NoSeatError, Right, SeenVerdict, UnavailableError, Workspace
from workspace.cli.main import main
from workspace.health import check_workspace
from workspace.storage.place import VARIABLE, url_of_file
from workspace.tables.schema import ProjectRow
from workspace.tables.texts import key_of_token

ODD_SECRETS = [
    "",
    " ",
    "*",
    "%",
    "_",
    "?",
    ":key",
    "$1",
    ":WHO",
    "null",
    "None",
    "undefined",
    "0",
    "' OR ''='",
    "\0",
    "é",
]
"""Secrets that programs have accepted for everybody's: wildcards, names of a statement's parameters, nothing at all."""


@pytest.fixture
def shared(kept):
    """Ada's project with all that one can have, Bob's, and what Bob may see of Ada's."""
    return kept, signed_in(kept, "ada"), signed_in(kept, "bob")


def full_project(theirs: Workspace):
    """Ids of a project and all that is in it."""
    project = theirs.create("Quagga").id
    test_set = theirs.add(project, rated()).id
    view = theirs.save_view(project, f"/segments?set={test_set}", "view").id
    return project, test_set, view, theirs.make_campaign(test_set, 1, "campaign", plan())


@pytest.mark.exhaustive
def test_a_wildcard_or_nothing_is_nobody_s_secret(shared):
    kept, ada, bob = shared
    project, _, _, campaign = full_project(ada)
    ada.make_link(project, "link", Right.EDIT)
    kept.join(campaign.token, "Rater")
    for secret in ODD_SECRETS:
        said(partial(bob.open_link, secret))
        for ask in (kept.seat, kept.desk, kept.finish, kept.others, kept.invitation, partial(kept.join, name="Rater")):
            assert isinstance(said(partial(ask, secret)), NoSeatError)
        said(partial(kept.find_lecture, secret, "student"))
        assert kept.visitor(secret) is None
    assert bob.projects() == []


def test_ids_of_two_projects_do_not_mix(shared):
    """The owner of one project knows every id of another and reaches nothing of it, by no method."""
    kept, ada, bob = shared
    project, test_set, view, campaign = full_project(ada)
    link, seat = ada.make_link(project, "link", Right.READ), kept.join(campaign.token, "Rater")
    (member,) = ada.members(project)
    own, own_set, _, own_campaign = full_project(bob)
    before = everything_kept(kept)
    calls = [
        lambda: bob.take_right(own, member.id),
        lambda: bob.take_right(project, bob.members(own)[0].id),
        lambda: bob.take_back(link.id),
        lambda: bob.make_campaign(test_set, 1, "x", plan()),
        lambda: bob.release(campaign.id, seat.place),
        lambda: bob.add_ratings(campaign.id, bob.ratings(own_campaign.id)),
        lambda: bob.note_use(test_set),
        lambda: bob.keep(project, rated(), "x"),
        lambda: bob.save_view(project, f"/segments?set={own_set}", "x"),
        *(partial(bob.delete, id_, for_good) for id_ in (test_set, view, campaign.id) for for_good in (True, False)),
    ]
    for call in calls:
        assert not isinstance(said(call), ForbiddenError)  # which would tell that the id is somebody's
    assert everything_kept(kept) == before


@pytest.mark.exhaustive
def test_raters_who_send_while_somebody_writes_for_long_lose_nothing(url, monkeypatch):
    monkeypatch.setattr(workspace.storage.database, "BUSY_SECONDS", 0.05)
    with Workspace(url) as kept, Workspace(url) as other:
        project, _, _, campaign = full_project(kept)
        seats = [kept.join(campaign.token, name) for name in ("Ann", "Ben")]
        with other.writing() as asked:
            asked.change(lambda: asked.find(ProjectRow, project))
            lock = "" if other.database.file else " FOR UPDATE"
            assert asked.session.execute(text(f"SELECT id FROM campaign{lock}")).all()
            for seat in seats:
                error = said(lambda seat=seat: kept.answer(seat.secret, 0, DirectAssessment(40), 1.0))
                assert isinstance(error, UnavailableError)
        assert kept.ratings(campaign.id).n_answers == 0
        for seat in seats * 2:
            kept.answer(seat.secret, 0, DirectAssessment(40), 1.0)
        assert [len(place.answers) for place in kept.ratings(campaign.id).places] == [1, 1]


def test_all_that_is_deleted_comes_back_as_it_was(shared):
    kept, ada, _ = shared
    project, test_set, view, campaign = full_project(ada)
    seat = kept.join(campaign.token, "Rater")
    answered(kept, seat)
    before = ada.read(test_set), ada.ratings(campaign.id).places, ada.views(project), ada.space()
    things = [campaign.id, view, test_set, project]
    for id_ in things:
        ada.delete(id_)
    assert ada.projects() == []
    assert {one.id for one in ada.deleted()} == {*things}
    said(lambda: kept.desk(seat.secret))
    for id_ in reversed(things):
        ada.undo(id_)
    after = ada.read(test_set), ada.ratings(campaign.id).places, ada.views(project), ada.space()
    assert [one.id for one in after[2]] == [one.id for one in before[2]]
    assert (after[0], after[1], after[3]) == (before[0], before[1], before[3])
    assert kept.desk(seat.secret).next is None
    assert ada.deleted() == []


def test_one_address_of_two_providers_is_two_accounts(kept):
    """What is shared with an address is given to one of them, and nobody gets what is the other's."""
    first, second = (
        kept.as_(kept.sign_in(f"https://{name}.example", "1", name, "eve@example.org").id) for name in "ab"
    )
    private = first.create("private").id
    assert first.person_id != second.person_id
    assert second.projects() == []
    said(lambda: second.project(private))
    ada = signed_in(kept, "ada")
    project = ada.create("News").id
    ada.grant(project, "eve@example.org", Right.READ)
    assert sorted([len(first.projects()), len(second.projects())]) in ([0, 2], [1, 1])
    assert len(ada.members(project)) == 2


def test_nothing_is_left_of_a_project_in_lists_of_who_has_lost_it(shared):
    _, ada, bob = shared
    project, test_set, _, campaign = full_project(ada)
    ada.grant(project, "bob@example.org", Right.EDIT)
    bob.note_use(test_set, SeenVerdict(1, "Quagga leads", False))
    bob.delete(ada.save_view(project, "/segments", "gone").id)
    assert all([bob.recent(), bob.deleted(), bob.events(project), bob.seen_verdicts(project)])
    (member,) = [one for one in ada.members(project) if one.name == "bob"]
    ada.take_right(project, member.id)
    lists = bob.projects(), bob.projects(archived=True), bob.recent(), bob.deleted()
    assert lists == ([], [], [], [])
    nowhere = token_hex(16)
    for ask in (bob.views, bob.events, bob.seen_verdicts, bob.test_sets, bob.campaigns, bob.members, bob.space):
        assert str(said(partial(ask, project))).replace(project, nowhere) == str(said(partial(ask, nowhere)))
    assert str(said(lambda: bob.campaign(campaign.id))).replace(campaign.id, "") == str(
        said(lambda: bob.campaign(nowhere))
    ).replace(nowhere, "")


@pytest.mark.parametrize("harm", ["DROP TABLE rater", "DROP TABLE link", "DROP TABLE opening"])
def test_an_error_of_the_database_tells_the_log_no_secret(empty, caplog, harm):
    """A statement's parameters are secrets, digests and texts of people."""
    name = token_hex(8)
    with Workspace(empty) as kept:
        ada, bob = signed_in(kept, "ada"), signed_in(kept, "bob")
        project, _, _, campaign = full_project(ada)
        link = ada.make_link(project, "link", Right.READ)
        with kept.database.writing() as session:
            session.execute(text(harm + ("" if kept.database.file else " CASCADE")))
        errors = []
        with caplog.at_level(logging.DEBUG):
            for act in (lambda: kept.join(campaign.token, name), lambda: bob.open_link(link.token)):
                try:
                    act()
                except Exception as error:  # of any kind
                    logging.getLogger("server").error("It failed.", exc_info=error)
                    errors.append(error)
    assert errors
    for secret in (campaign.token, link.token, name, *map(key_of_token, (campaign.token, link.token))):
        assert secret not in caplog.text


@pytest.mark.parametrize("how", ["removed", "replaced by a copy"])
def test_nothing_is_written_where_the_file_is_gone_or_another_one(tmp_path, caplog, how):
    file = tmp_path / "workspace.sqlite"
    with Workspace(url_of_file(file)) as kept:
        project = kept.create("News").id
        kept.database.give_back_room()
        copied = file.read_bytes()
        for path in tmp_path.glob("workspace.sqlite*"):
            path.unlink()
        if how == "replaced by a copy":
            file.write_bytes(copied)
        for act in (
            lambda: kept.create("lost"),
            kept.projects,
            partial(kept.project, project),
            partial(check_workspace, kept),
        ):
            error = said(act)
            assert isinstance(error, UnavailableError)
            assert error.for_operator.startswith(f"{file}: was removed or replaced while this program used it;")
            assert str(tmp_path) not in str(error), "visitors read it, too"
        assert "start the program again" in caplog.text
        assert file.exists() is (how == "replaced by a copy")
    with Workspace(url_of_file(file)) as kept:
        assert [one.name for one in kept.projects()] == (["News"] if how == "replaced by a copy" else [])


def test_a_wrong_address_is_noticed_by_the_new_workspace_there(empty):
    with Workspace(empty) as kept:
        assert kept.database.new_note.startswith("A new, empty workspace is at ")
        assert str(empty.database) in kept.database.new_note
        assert not empty.password or empty.password not in kept.database.new_note
    with Workspace(empty) as kept:
        assert kept.database.new_note == ""


def test_commands_and_servers_say_where_a_new_workspace_is(tmp_path, monkeypatch, capsys, caplog):
    file = tmp_path / "mistyped.sqlite"
    monkeypatch.setenv(VARIABLE, f"sqlite:///{file}")
    said = f"A new, empty workspace is at {file}."
    for expected in (f"note: {said}\n", ""):
        assert main(["project", "list"]) == 0
        assert capsys.readouterr().err == expected
    file.unlink()
    with Workspace(url_of_file(file)) as opened, caplog.at_level(logging.INFO):
        monkeypatch.setattr(kept_by_server, "server_workspace", lambda: opened)
        kept_by_server.log_database()
    assert said in caplog.text
