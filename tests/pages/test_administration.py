"""The page of those who administer the server; for all others there is none."""

import threading
from dataclasses import replace

import pytest

from scoring import TestSet
from server.engine.tasks import JobOwner, JobStopped, Task
from tests.pages.people import HOSTILE, read_as_markdown, sign_in
from tests.pages.steps import button, go, ran, ran_until, tables, texts, title
from tests.threads import SECONDS
from ui.administration import persons, space
from ui.store import cache, checking, memory, people
from ui.store.monitoring import sessions
from ui.store.people import Login
from workspace import Workspace, WorkspaceError
from workspace.storage.place import url_of_file

ANA, BOB = ("Ana", "ana@example.org"), ("Bob", "bob@example.org")
ADMINISTRATOR = Login("https://provider.example", ANA[1], *ANA, 4e9, "nonce")
SECRET = "a name for no other eyes"


def html_of(at):
    return "".join(element.value for element in at.get("html"))


@pytest.fixture
def administered(with_people, visit):
    """``administered(part)`` is the page as Ana sees it, where Bob keeps something."""

    def administered(part="People", bob=BOB):
        workspace = administered.workspace = with_people(ANA[1])
        administered.bob = workspace.sign_in("https://provider.example", bob[1], *bob)
        bobs = workspace.as_(administered.bob.id)
        project = bobs.create(SECRET)
        bobs.add(project.id, TestSet.build({SECRET: ["a b"]}, [["a b"]], name=SECRET))
        at = sign_in(visit("start"), *ANA)
        at.query_params["administration_part"] = part
        return go(at, "administration")

    return administered


def test_it_is_there_for_who_uses_the_server_alone(visit):
    at = visit("administration")
    assert title(at) == "Administration"
    assert "People" not in [tab.label for tab in at.tabs] + [metric.label for metric in at.metric]


def test_who_has_not_signed_in_is_asked_to(administered, visit):
    administered()
    at = go(visit("start"), "administration")
    assert title(at) == "Administration"
    assert "sign in as one of them" in texts(at)
    assert not at.get("metric")
    assert not tables(at)
    assert BOB[0] not in texts(at) + html_of(at)


def test_for_others_there_is_no_such_page(with_people, visit):
    with_people(ANA[1])
    at = sign_in(visit("start"), *BOB)
    with pytest.raises(ValueError, match="Could not find a navigation page"):
        go(at, "administration")


@pytest.mark.exhaustive
def test_people_are_told_by_numbers_not_by_what_they_keep(administered):
    for part in ("People", "Running work", "Space and backup", "Server"):
        at = administered(part)
        assert SECRET not in texts(at) + html_of(at) + "".join(table.to_csv() for table in tables(at))
    at = administered()
    frame = tables(at)[0].set_index("e-mail")
    assert frame.loc[BOB[1], "name"] == "Bob"
    assert frame.loc[BOB[1], "projects"] >= 1
    assert frame.loc[BOB[1], "MB"] > 0
    assert (frame.loc[BOB[1], "pages open"], frame.loc[BOB[1], "last seen"]) == (0, "today")
    assert frame.loc[ANA[1], "pages open"] >= 1  # those that were opened above, too
    assert frame.loc[ANA[1], "last seen"] == "now"


def test_a_person_is_removed_once_the_word_is_typed(administered):
    at = administered()
    ran(at.selectbox(key=persons.PERSON_KEY).set_value(administered.bob.id).run())
    assert "1 project" in texts(at)
    at.text_input(key=persons.CONFIRMATION_KEY).set_value("no")
    ran(button(at, "remove-button").click().run())
    assert "Nobody was removed" in html_of(at)
    at.text_input(key=persons.CONFIRMATION_KEY).set_value(" Remove ")
    ran(button(at, "remove-button").click().run())
    assert "is removed" in html_of(at)
    assert BOB[1] not in tables(at)[0].to_csv()
    assert administered.bob.id not in {use.person.id for use in administered.workspace.people()}


@pytest.mark.exhaustive
def test_whose_page_is_open_when_they_are_removed_begins_anew(administered, visit):
    """Whatever page they turn to: each of these tabs to another one."""
    administered()
    tabs = {page: go(sign_in(visit("start"), *BOB), "projects") for page in ("projects", "start", "data", "overview")}
    assert all(SECRET in html_of(bobs) for bobs in tabs.values())
    administered.workspace.forget_person(administered.bob.id)
    for page, bobs in tabs.items():
        go(bobs, page)
        assert SECRET not in html_of(bobs) + texts(bobs), page


def test_nobody_removes_themselves(administered):
    at = administered()
    assert all(ANA[1] not in option for option in at.selectbox(key=persons.PERSON_KEY).options)


def test_who_is_no_administrator_any_more_removes_nobody(administered, with_people):
    at = administered()
    ran(at.selectbox(key=persons.PERSON_KEY).set_value(administered.bob.id).run())
    at.text_input(key=persons.CONFIRMATION_KEY).set_value("remove")
    with_people("somebody.else@example.org")
    ran(button(at, "remove-button").click().run())
    assert title(at) == "Start"
    assert administered.bob.id in {use.person.id for use in administered.workspace.people()}


def test_names_are_shown_as_they_are(administered):
    at = administered(bob=(HOSTILE, BOB[1]))
    ran(at.selectbox(key=persons.PERSON_KEY).set_value(administered.bob.id).run())
    assert "<img" not in html_of(at)
    assert "![i]" not in read_as_markdown(at)


def test_running_work_is_listed_and_stopped(administered, monkeypatch):
    engine, may_go_on, began = cache.new_engine(), threading.Event(), threading.Event()
    engine.now(cache.compilation_task())
    monkeypatch.setattr(cache, "engine", lambda: engine)

    def compute(tell):
        began.set()
        while not may_go_on.wait(0.01):
            tell(0.5)
        return "done"

    at = administered("Running work")
    assert "Nothing is computed now." in texts(at)
    (job,) = engine.want(JobOwner("visitor", "all"), [Task(cache.TESTS, SECRET, compute)])
    assert began.wait(SECONDS)
    sessions().note("visitor", administered.bob.id)
    ran_until(at, lambda at: tables(at))
    (row,) = tables(at)[0].to_dict("records")
    assert (row["work"], row["for"], row["state"]) == (
        "test of significance, or report",
        "Bob · bob@example.org",
        "running",
    )
    (number,) = (listed.number for listed in engine.listed())
    ran(at.selectbox(key="stop-one").set_value(number).run())
    ran(button(at, "stop-one-button").click().run())
    assert isinstance(job.future.exception(SECONDS), JobStopped)
    ran_until(at, lambda at: "Nothing is computed now." in texts(at))
    may_go_on.set()


def test_all_work_of_a_person_is_stopped(administered, monkeypatch):
    engine = cache.new_engine()
    engine.now(cache.compilation_task())
    monkeypatch.setattr(cache, "engine", lambda: engine)
    may_go_on = threading.Event()

    def compute(tell):
        while not may_go_on.wait(0.01):
            tell(0.5)
        return "done"

    at = administered("Running work")
    tasks = [Task(cache.TESTS, f"{SECRET} {number}", compute) for number in range(5)]
    jobs = engine.want(JobOwner("visitor", "all"), tasks)
    (others,) = engine.want(JobOwner("other", "all"), [Task(cache.PAIRS, SECRET, compute)])
    sessions().note("visitor", administered.bob.id)
    ran(at.run())
    ran(at.selectbox(key="stop-all-of").set_value("Bob · bob@example.org").run())
    ran(button(at, "stop-all-button").click().run())
    assert all(isinstance(job.future.exception(SECONDS), JobStopped) for job in jobs)
    assert not others.future.done()
    may_go_on.set()
    assert others.future.result(SECONDS) == "done"


def test_a_backup_is_made_when_asked_for(administered, tmp_path):
    at = administered("Space and backup")
    assert [element.proto.label for element in at.get("download_button")] == ["Make a backup and download it"]
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(space.make_backup(ADMINISTRATOR))
    with Workspace(url_of_file(copy)) as restored:
        assert [project.name for project in restored.projects()] == [SECRET]


@pytest.mark.exhaustive
def test_a_backup_that_is_fetched_after_signing_out_has_nothing(administered, monkeypatch):
    """The page may be open still in another tab, with the way to fetch it."""
    administered("Space and backup")
    monkeypatch.setattr(people, "_ended", {})
    people.end(ADMINISTRATOR)
    with pytest.raises(WorkspaceError, match="sign in"):
        space.make_backup(ADMINISTRATOR)


@pytest.mark.parametrize("email", ["", BOB[1]])
def test_a_backup_is_for_administrators(administered, email):
    administered("Space and backup")
    with pytest.raises(WorkspaceError, match="administrators"):
        space.make_backup(replace(ADMINISTRATOR, email=email))
    with pytest.raises(WorkspaceError, match="administrators"):
        space.make_backup(None)


def test_no_backup_is_made_that_would_fill_the_memory(administered, monkeypatch):
    monkeypatch.setattr(space, "MAX_BYTES", 1)
    at = administered("Space and backup")
    assert not at.get("download_button")
    assert "bleuscope backup FILE" in texts(at)


def test_what_was_dropped_is_said(administered, monkeypatch):
    monkeypatch.setattr(memory, "DROPPED", memory.deque(maxlen=3))
    assert "Nothing was dropped" in texts(administered("Server"))
    left = ["7 MB of results"]
    memory.keep_below(10, lambda: 20 if left else 5, left.pop, lambda: None, lambda: 0)
    at = administered("Server")
    assert "7 MB of results" in "".join(table.to_csv() for table in tables(at))


def test_everything_is_checked_when_an_administrator_asks(administered, monkeypatch):
    monkeypatch.setattr(checking, "CHECK", checking.WorkspaceCheck())
    at = administered("Space and backup")
    assert "Nothing was checked since the server started." in texts(at)
    ran(button(at, "check-everything").click().run())
    assert "Nothing kept is damaged. All texts of " in texts(at)
    assert "Last checked: today" in texts(at)
    with administered.workspace.writing() as asked:
        asked.session.connection().exec_driver_sql("UPDATE blob SET data = x'00' WHERE id = 1")
    ran(button(at, "check-everything").click().run())
    assert "Something is wrong with what is kept." in texts(at)
    assert f"of {SECRET}, version 1)" in texts(at)
