"""Who may do what with a project, as its owner sees and changes it, and as others meet it."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.cases import as_one_test
from tests.pages.people import AT, HOSTILE, links, open_link, read_as_markdown, secret_of, sign_in
from tests.pages.steps import button, ran, tables, texts
from ui.projects import share_links, trail
from ui.store import kept, people
from workspace import Action, Event, Right, WorkspaceError

ANA, BOB = ("Ana", "ana@example.org"), ("Bob", "bob@example.org")


def person(workspace, name, email):
    return workspace.sign_in("https://provider.example", email, name, email)


@pytest.fixture
def shared(with_people, visit):
    """``shared()`` is Ana at the tab Sharing of a project of hers."""

    def shared(name="News", part="Sharing", **parameters):
        workspace = with_people()
        shared.project = workspace.as_(person(workspace, *ANA).id).create(name)
        shared.workspace = workspace
        return at_project(visit, ANA, shared.project, part)

    return shared


def at_project(visit, who, project, part="Sharing"):
    at = visit("start")
    sign_in(at, *who)
    at.query_params["project"] = project.id
    at.query_params["project_part"] = part
    return ran(at.switch_page("../pages/projects.py").run())


def make_link(at, name="Class of autumn 2026", right=Right.READ):
    at.text_input(key=share_links.NAME).set_value(name)
    ran(at.selectbox(key=share_links.RIGHT).set_value(right).run())
    return press(at, "Make the link")


def add(at, email, right=Right.READ):
    at.text_input(key="member-email").set_value(email)
    at.selectbox(key="member-right").set_value(right)
    return ran(button(at, "add-member-button").click().run())


def people_of(at):
    frame = next(table for table in tables(at) if "e-mail" in table)
    notes = frame["note"] if "note" in frame else [""] * len(frame)
    return list(zip(frame["e-mail"], frame["right"], notes, strict=True))


def test_alone_it_is_said_how_a_project_is_handed_over(visit):
    project = kept.server_workspace().create("alone")
    at = visit("projects", project=project.id, project_part="Sharing")
    assert "used alone" in texts(at)
    assert "export" in texts(at)
    assert button(at, "make-link-button-0") is None
    kept.server_workspace().delete(project.id, for_good=True)


def test_who_is_added_may_read_from_their_first_time_on(shared, visit):
    at = add(shared(), BOB[1])
    assert people_of(at) == [(ANA[1], "owner", ""), (BOB[1], "may read", "has not signed in yet")]
    bobs = at_project(visit, BOB, shared.project)
    assert "Shared by Ana: you may read it." in texts(bobs)
    assert ANA[1] not in texts(bobs), "nobody's address"
    ran(at.run())
    assert people_of(at)[1] == (BOB[1], "may read", "")


def test_a_right_is_changed_and_taken_away(shared, visit):
    at = add(shared(), BOB[1])
    bob = shared.workspace.as_(person(shared.workspace, *BOB).id)
    (member,) = [member for member in shared.workspace.members(shared.project.id) if member.right == Right.READ]
    ran(at.run())
    ran(at.selectbox(key="member").set_value(member.id).run())
    ran(at.selectbox(key=f"member-other-right-{member.id}").set_value(Right.EDIT).run())
    ran(button(at, "change-right").click().run())
    assert people_of(at)[1][:2] == (BOB[1], "may edit")
    assert bob.project(shared.project.id).right == Right.EDIT
    ran(button(at, "take-right").click().run())
    assert [email for email, *_ in people_of(at)] == [ANA[1]]
    with pytest.raises(WorkspaceError):
        bob.project(shared.project.id)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("address", ["", "bob", "a@b@c", "x" * 300 + "@example.org"])
def test_what_is_no_address_is_refused_in_words(shared, address):
    at = add(shared(), address)
    assert 'class="said failed"' in "".join(element.value for element in at.get("html"))
    assert len(people_of(at)) == 1


def test_no_link_opens_a_project_until_one_is_made(shared, visit):
    at = shared()
    assert "Off:" in texts(at)
    assert links(at) == []
    (address,) = links(make_link(at))
    assert "Off:" not in texts(at)
    (link,) = shared.workspace.links(shared.project.id)
    assert (link.name, link.right) == ("Class of autumn 2026", Right.READ)
    assert address == f"{AT}/open#{link.token}"
    left = link.expires - datetime.now(UTC)
    assert timedelta(days=180) < left < timedelta(days=184), "a term, unless another time is chosen"
    other = visit("projects", project=shared.project.id, project_part="Sharing")
    assert links(other) == []
    assert "News" not in texts(other)


def test_several_links_each_are_taken_back_alone(shared, visit):
    at = make_link(make_link(shared(), "one"), "two", Right.EDIT)
    assert len(links(at)) == 2
    one, two = shared.workspace.links(shared.project.id)
    readers, editors = (open_link(visit("open"), link.token) for link in (one, two))
    assert "you may read it" in html_of(readers)
    assert "you may change it" in html_of(editors)
    ran(button(at, f"take-back-{one.id}").click().run())
    assert [secret_of(address) for address in links(at)] == [two.token]
    assert "opens nothing" in texts(ran(readers.run()))
    assert "you may change it" in html_of(ran(editors.run()))


def html_of(at):
    return "".join(element.value for element in at.get("html"))


def test_who_leaves_has_it_no_more(shared, visit):
    add(shared(), BOB[1])
    bobs = at_project(visit, BOB, shared.project)
    ran(button(bobs, "leave").click().run())
    assert "You have left News." in html_of(bobs)
    with pytest.raises(WorkspaceError):
        shared.workspace.as_(person(shared.workspace, *BOB).id).project(shared.project.id)


def test_the_only_owner_is_not_offered_to_leave(shared):
    assert button(shared(), "leave") is None


def test_names_are_shown_as_they_are(shared, visit):
    at = make_link(shared(HOSTILE), HOSTILE)
    add(at, BOB[1], Right.EDIT)
    person(shared.workspace, HOSTILE, BOB[1])
    ran(at.run())
    for part in (at, at_project(visit, ANA, shared.project, "Trail")):
        assert "<img" not in html_of(part)
        assert "![i]" not in read_as_markdown(part)
        assert ":red" not in read_as_markdown(part)


def test_who_is_there_already_keeps_their_right_until_it_is_changed_on_purpose(shared):
    at = add(add(shared(), BOB[1], Right.EDIT), BOB[1].upper(), Right.READ)
    assert people_of(at)[1][:2] == (BOB[1], "may edit")
    assert f"{BOB[1].upper()} is there already: may edit." in html_of(at)


def test_nobody_is_chosen_before_a_right_is_taken_away(shared):
    at = add(shared(), BOB[1])
    assert at.selectbox(key="member").value is None
    assert button(at, "take-right") is None


def test_earlier_events_are_shown_when_they_are_asked_for(shared, visit, monkeypatch):
    monkeypatch.setattr(trail, "EVENTS_PER_PRESS", 2)
    add(make_link(shared()), BOB[1])
    at = at_project(visit, ANA, shared.project, "Trail")
    assert len(tables(at)[0]) == 2
    ran(button(at, "earlier-events").click().run())
    assert len(tables(at)[0]) == 3
    assert button(at, "earlier-events") is None


def test_what_was_shared_is_on_the_start_page_of_whom_it_was_shared_with(shared, visit):
    add(shared(), BOB[1])
    at = visit("start")
    assert "News" not in html_of(at)
    sign_in(at, *BOB)
    assert "News" in html_of(at)
    assert "of Ana, you may read it" in html_of(at)


def test_taking_over_that_is_refused_is_said(with_people, visit, monkeypatch):
    workspace = with_people()
    monkeypatch.setattr(people, "_cookies", lambda: {"bleuscope": "x" * 43})
    workspace.as_(workspace.visitor("x" * 43, make=True).id).create("from before")
    at = sign_in(visit("start"), *ANA)

    def refuse(*_):
        raise WorkspaceError("There is no room for this.")

    with monkeypatch.context() as patch:
        patch.setattr(type(workspace), "take_over", refuse)
        press(at, "Take over")
    assert "There is no room for this." in html_of(at)
    press(at, "Take over")
    assert "Your account has 1 project more." in html_of(at)
    assert "Take over" not in [found.label for found in at.button]


def press(at, label):
    (found,) = (found for found in at.button if found.label == label)
    return ran(found.click().run())


def test_what_happened_is_a_table_to_read_and_to_take_away(shared, visit):
    add(make_link(shared()), BOB[1])
    at = at_project(visit, ANA, shared.project, "Trail")
    (frame,) = tables(at)
    assert list(frame["what happened"]) == [
        f"Ana shared it with {BOB[1]}: read",
        "Ana made the link Class of autumn 2026",
        "Ana made the project News",
    ]
    offered = [element.proto.id for element in at.get("download_button")]
    assert any("download-what-happened-csv" in id_ for id_ in offered)


def test_who_may_read_only_sees_neither_links_nor_the_trail(shared, visit):
    add(shared(), BOB[1])
    bobs = at_project(visit, BOB, shared.project, "Trail")
    assert not tables(bobs)
    assert "Trail" not in [tab.label for tab in bobs.tabs]
    assert links(at_project(visit, BOB, shared.project)) == []


@as_one_test
@pytest.mark.parametrize("action", Action)
def test_every_action_has_words(action):
    event = Event(datetime.now(UTC), "", action, "a {} b")
    said = trail.event_sentence(event)
    assert said.startswith("The server's administrator ")
    assert "a {} b" in said


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        ("UTC", datetime(2027, 3, 2, tzinfo=UTC)),
        ("Asia/Tokyo", datetime(2027, 3, 1, 15, tzinfo=UTC)),
        ("America/New_York", datetime(2027, 3, 2, 5, tzinfo=UTC)),
    ],
)
def test_a_day_ends_where_the_visitor_is(monkeypatch, zone, expected):
    monkeypatch.setattr(share_links.moments, "zone", lambda: ZoneInfo(zone))
    assert share_links.end_of_day(date(2027, 3, 1)) == expected
