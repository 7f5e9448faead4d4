"""A link as whoever got it meets it."""

import pytest
import streamlit as st

from scoring import TestSet
from tests.pages.people import HOSTILE, open_link, read_as_markdown
from tests.pages.steps import address, button, ran, sent, texts, title
from ui.projects import opening
from ui.session import state
from ui.store import people
from workspace import Right, UnavailableError, WorkspaceError

NEVER_ONE = ["x", "0" * 43, "../..", "<script>", "\x00", "é" * 5000, " "]


@pytest.fixture
def given(with_people):
    """``given(Right.READ)`` is a link to a project with a test set."""

    def given(right=Right.READ, name="News"):
        given.workspace = with_people()
        ana = given.workspace.sign_in("https://provider.example", "ana", "Ana", "ana@example.org")
        given.ana = given.workspace.as_(ana.id)
        given.project = given.ana.create(name, HOSTILE)
        given.set = given.ana.add(given.project.id, TestSet.build({"one": ["a b"], "two": ["b"]}, [["a b"]], name=name))
        return given.ana.make_link(given.project.id, "class", right)

    return given


def html_of(at):
    return "".join(element.value for element in at.get("html"))


def everything_on(at):
    return title(at), texts(at), [element.label for element in at.button]


@pytest.mark.exhaustive
def test_a_link_opens_the_project_and_leads_to_its_verdict(given, visit):
    link = given()
    at = open_link(visit("open"), link.token)
    assert "News" in html_of(at)
    assert "Shared by Ana: you may read it" in html_of(at)
    ran(button(at, f"verdict-{given.set.id}").click().run())
    assert title(at) == "Overview"
    assert address(at, "set") == given.set.id


def test_without_a_link_the_page_says_what_it_is_for(given, visit):
    given()
    at = open_link(visit("open"), "")
    assert "This page opens a project by a link" in texts(at)
    assert given.workspace.people() == [use for use in given.workspace.people() if use.person.name == "Ana"]


def test_what_opens_nothing_says_the_same_whatever_it_is(given, visit):
    link, other = given(), "x" * 43
    given.ana.take_back(link.id)
    seen = [everything_on(open_link(visit("open"), secret)) for secret in (link.token, other, *NEVER_ONE)]
    assert len(set(map(repr, seen))) == 1
    assert opening.DEAD_LINK in seen[0][1]
    assert [use.person.name for use in given.workspace.people()] == ["Ana"], "nobody is made a person by it"


def test_a_link_that_is_taken_back_opens_nothing_for_those_who_have_it(given, visit):
    link = given()
    at = open_link(visit("open"), link.token)
    given.ana.take_back(link.id)
    assert opening.DEAD_LINK in texts(ran(at.run()))
    assert "News" not in html_of(at)


def test_the_secret_stays_nowhere(given, visit):
    link = given()
    at = open_link(visit("open"), link.token)
    ran(at.run())
    assert link.token not in str(at.query_params)
    assert link.token not in texts(at) + html_of(at)
    state = at.session_state._state
    assert link.token not in repr([state[key] for key in state.filtered_state])


def test_another_link_in_the_same_page_opens_the_other_project(given, visit):
    first = given()
    second = given.ana.make_link(given.ana.create("Other").id, "class", Right.READ)
    at = open_link(visit("open"), first.token)
    at = open_link(at, second.token, press=2)
    assert "Other" in html_of(at)


def test_who_may_read_makes_a_copy_that_is_their_own(given, visit):
    at = open_link(visit("open"), given().token)
    ran(button(at, "copy-0").click().run())
    assert title(at) == "Projects"
    assert "is a project of your own" in html_of(at)
    (own,) = [use for use in given.workspace.people() if use.person.kind == "visitor"]
    theirs = given.workspace.as_(own.person.id)
    (copied,) = [project for project in theirs.projects() if project.right == Right.OWN]
    assert [kept.name for kept in theirs.test_sets(copied.id)] == ["News"]
    assert copied.id in at.query_params["project"], "as a text, or a list of one"
    theirs.delete(copied.id)
    assert given.ana.project(given.project.id).n_test_sets == 1


def test_a_database_that_does_not_answer_is_said_and_is_not_a_link_that_opens_nothing(given, visit, monkeypatch):
    link = given()

    def refuse(*_):
        raise UnavailableError("The database cannot be reached.")

    at = visit("open")
    monkeypatch.setattr(type(given.workspace), "open_link", refuse)
    open_link(at, link.token)
    assert "The database cannot be reached." in html_of(at)
    assert "opens nothing" not in texts(at)


def test_who_may_edit_needs_no_copy(given, visit):
    at = open_link(visit("open"), given(Right.EDIT).token)
    assert button(at, "copy-0") is None


def test_a_link_gives_nobody_the_rights_of_another_project(given, visit):
    link = given()
    hidden = given.ana.create("hidden")
    open_link(visit("open"), link.token)
    (own,) = [use for use in given.workspace.people() if use.person.kind == "visitor"]
    with pytest.raises(WorkspaceError):
        given.workspace.as_(own.person.id).project(hidden.id)


PAGES_WITH_IDS = [
    "projects",
    *(pytest.param(page, marks=pytest.mark.exhaustive) for page in ("overview", "rate", "open")),
]


@pytest.mark.exhaustive
@pytest.mark.parametrize("page", PAGES_WITH_IDS)
def test_who_has_a_link_finds_nothing_else_by_any_id_in_any_parameter(given, visit, page, monkeypatch):
    monkeypatch.setattr(type(st.context), "cookies", property(lambda context: {people.COOKIE: "x" * 43}))
    link = given()
    hidden = given.ana.create("Quagga").id
    test_set = given.ana.add(hidden, TestSet.build({"Wombat": ["a zyzzyva"]}, [["a zyzzyva"]], name="Numbat")).id
    others = given.ana.save_view(hidden, f"/segments?set={test_set}", "Quokka").id
    ids = [hidden, test_set, f"{test_set}.1", others, given.ana.make_link(hidden, "Dugong", Right.READ).id]
    open_link(visit("open"), link.token)
    names = {*state.ADDRESS, "project", "campaign", "view", "link", "systems", "references", "project_part"}
    for id_ in ids:
        at = visit(page, **dict.fromkeys(names, id_))
        told = sent(at)
        assert not [word for word in ("Quagga", "Wombat", "zyzzyva", "Numbat", "Quokka", "Dugong") if word in told]
    assert "News" in sent(visit("projects", project=given.project)), "what the link is for"


@pytest.mark.exhaustive
def test_names_are_shown_as_they_are(given, visit):
    at = open_link(visit("open"), given(name=HOSTILE).token)
    assert "<img" not in html_of(at)
    assert "![i]" not in read_as_markdown(at)
