"""Rights, links and sign-ins end while a page is open: neither the page nor its downloads show anything then."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
import streamlit as st

from scoring import TestSet
from tests.pages.people import SIGNED_IN, open_link, sign_in
from tests.pages.steps import button, go, ran, sent
from tests.workspace.persons import Clock
from ui.store import kept, people
from workspace import Right, WorkspaceError

ANA, BOB = ("Ana", "ana@example.org"), ("Bob", "bob@example.org")
CANARIES = ("Quagga", "zyzzyva", "Numbat")
"""Names of the project and of a segment's text and the test set's: nobody else has such words."""


@pytest.fixture
def world(with_people, monkeypatch):
    """A project of Ana's with a test set, and a link to it."""
    workspace, clock = with_people(), Clock()
    workspace._clock = clock
    ana = workspace.as_(workspace.sign_in("https://provider.example", ANA[1], *ANA).id)
    project = ana.create("Quagga").id
    test_set = TestSet.build({"one": ["a zyzzyva sang"], "two": ["no"]}, [["a zyzzyva sings"]], name="Numbat")
    link = ana.make_link(project, "class", Right.EDIT, clock.time + timedelta(days=1))
    monkeypatch.setattr(people, "_ended", {})
    return SimpleNamespace(
        workspace=workspace, clock=clock, ana=ana, project=project, set=ana.add(project, test_set).id, link=link
    )


@pytest.fixture
def downloads(monkeypatch):
    """What makes each file that a page offers, by the keys of the buttons."""
    offered, draw = {}, st.download_button
    monkeypatch.setattr(
        st,
        "download_button",
        lambda label, data, *rest, key, **look: (
            offered.update({key: data}),
            draw(label, data, *rest, key=key, **look),
        )[1],
    )
    return offered


def take_right(world, at):
    (member,) = [one for one in world.ana.members(world.project) if one.name == BOB[0]]
    world.ana.take_right(world.project, member.id)


def take_link_back(world, at):
    world.ana.take_back(world.link.id)


def let_link_expire(world, at):
    world.clock.time += timedelta(days=1, seconds=1)


def forget_person(world, at):
    (bob,) = [used.person for used in world.workspace.people() if used.person.name == BOB[0]]
    world.workspace.forget_person(bob.id)


def sign_out_elsewhere(world, at):
    people.end(at.session_state[SIGNED_IN])


def let_sign_in_expire(world, at):
    people.time = lambda: at.session_state[SIGNED_IN].since + 31 * 24 * 3600


BY_RIGHT = {
    "right": take_right,
    "person": forget_person,
    "test set": lambda world, at: world.ana.delete(world.set),
    "project": lambda world, at: world.ana.delete(world.project),
    "project for good": lambda world, at: world.ana.delete(world.project, for_good=True),
    "signing in, in another tab": sign_out_elsewhere,
    "signing in, by its time": let_sign_in_expire,
}
BY_LINK = {"link": take_link_back, "link, by its time": let_link_expire}
PAGES = ["segments", "overview", "checks"]


def opened(world, visit, page, revoked):
    """A page about the test set, as Bob sees it by his right, or a visitor by a link."""
    if revoked not in BY_LINK:
        world.ana.grant(world.project, BOB[1], Right.EDIT)
        return sign_in(visit(page, set=world.set), *BOB)
    at = open_link(visit("open"), world.link.token)
    ran(button(at, f"verdict-{world.set}").click().run())
    return go(at, page)


def shown(at):
    return [word for word in CANARIES if word in sent(at)]


@pytest.mark.quick_cases(2)
@pytest.mark.one_case_in(5)
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("revoked", [*BY_RIGHT, *BY_LINK])
def test_a_page_that_is_open_shows_nothing_more(world, visit, downloads, monkeypatch, page, revoked):
    monkeypatch.setattr(people, "time", people.time)
    at = opened(world, visit, page, revoked)
    assert {"zyzzyva", "Numbat"} & {*shown(at)}
    assert downloads
    known = {**downloads}
    ({**BY_RIGHT, **BY_LINK}[revoked])(world, at)
    kept.forget_lookups()  # as after the few seconds for which a right is known
    for make in known.values():
        with pytest.raises(WorkspaceError):
            make()
    assert shown(at.run()) == []


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("revoked", ["right", "project", "signing in, in another tab"])
def test_a_project_that_is_open_shows_nothing_more(world, visit, downloads, revoked):
    world.ana.grant(world.project, BOB[1], Right.EDIT)
    at = sign_in(visit("projects", project=world.project, project_part="Trail"), *BOB)
    assert "Quagga" in shown(at)
    known = {**downloads}
    assert "download-what-happened-csv" in known
    BY_RIGHT[revoked](world, at)
    kept.forget_lookups()
    for make in known.values():
        with pytest.raises(WorkspaceError):
            make()
    assert shown(at.run()) == []


PLANTED = "a-secret-that-somebody-else-put-into-a-browser"[:43]


@pytest.fixture
def one_cookie(monkeypatch):
    """All browsers have the same secret: one person's own, which they planted in another one's browser."""
    monkeypatch.setattr(type(st.context), "cookies", property(lambda context: {people.COOKIE: PLANTED}))


@pytest.mark.parametrize("takes_over", [True, False])
def test_a_cookie_that_was_planted_before_signing_in_shows_the_planter_nothing_afterwards(
    world, visit, one_cookie, takes_over
):
    """What was kept before is theirs only as long as nobody has taken it over."""
    workspace = world.workspace
    visitor = workspace.as_(workspace.visitor(PLANTED, make=True).id)
    before = visitor.create("Wombat")
    planter = visit("projects")
    assert "Wombat" in sent(planter)
    victim = sign_in(visit("projects", project=world.project), *ANA)
    assert "Quagga" in sent(victim)
    if takes_over:
        (button,) = [button for button in victim.button if button.label == "Take over"]
        ran(button.click().run())
        assert visitor.projects() == []
    after = world.ana.create("Numbat")
    addresses = [("projects", "project", one) for one in (world.project, after.id)] + [("segments", "set", world.set)]
    if takes_over:
        addresses.append(("projects", "project", before.id))
    for at in [ran(planter.run()), *(visit(page, **{name: id_}) for page, name, id_ in addresses)]:
        assert shown(at) == []
        assert ("Wombat" in sent(at)) <= (not takes_over)
        assert ANA[0] not in sent(at)
