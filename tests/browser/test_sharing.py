"""A link as who gets it follows it, in a folder of its host, as behind a proxy."""

import pytest
from playwright.sync_api import expect

from scoring import TestSet
from tests.browser import steps
from tests.browser.accounts import in_a_browser
from tests.browser.server import serve
from workspace import Right, Workspace
from workspace.storage.place import url_of_file

FOLDER = "bleu"
NAME = "<img src=x onerror=window.flag=1> **class** ![x](http://evil.example/x.png)"
NOTHING = "This link opens nothing."


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A server with people, one of them, and a project of hers on it."""
    home = tmp_path_factory.mktemp("shared")
    file = home / "workspace.sqlite"
    with Workspace(url_of_file(file)) as workspace:
        ana = workspace.as_(workspace.sign_in("https://provider.example", "ana", "Ana", "ana@example.org").id)
        project = ana.create(NAME)
        ana.add(project.id, TestSet.build({"one": ["a b c d"], "two": ["a b"]}, [["a b c d"]], name=NAME))
        variables = {"BLEUSCOPE_DATABASE_URL": f"sqlite:///{file}", "BLEUSCOPE_ACCESS": "visitors"}
        with serve(home, f"--server.baseUrlPath={FOLDER}", variables=variables) as server:
            yield server, ana, project


@pytest.fixture(scope="module")
def somebody(browser):
    """A browser that has never been here: what links lead to is not what another test has kept."""
    with in_a_browser(browser) as page:
        yield page


def open_link(page, address):
    """The requests that it led to, with where each says that it comes from."""
    sent = []
    page.on("request", lambda request: sent.append(request.url + request.headers.get("referer", "")))
    page.goto(address)
    expect(page).to_have_url(address.partition("#")[0])
    return sent


@pytest.mark.exhaustive
def test_a_link_is_followed_until_it_is_taken_back(made, somebody):
    """How its owner makes it and takes it back, and who may read makes a copy, is looked at in tests/pages."""
    server, ana, project = made
    link, at = ana.make_link(project.id, "class", Right.READ), f"{server.url}/{FOLDER}/open"
    open_link(somebody, f"{at}#never-one")
    expect(somebody.get_by_text(NOTHING)).to_be_visible()
    sent = open_link(somebody, f"{at}#{link.token}")  # another one in the same tab, which loads nothing anew
    expect(somebody.locator(".kept h2")).to_have_text(NAME)
    somebody.get_by_role("button", name="See the verdict").click()
    expect(somebody.locator(".verdict")).to_be_visible()
    of_set = somebody.url
    somebody.go_back()
    if "/open" not in somebody.url:  # the browser was so slow that it had pushed the page before its parameters
        somebody.go_back()
    expect(somebody.locator(".kept h2")).to_have_text(NAME)
    assert link.token not in somebody.url, "nor does the history have it"
    assert somebody.evaluate("window.flag") is None
    assert not [request for request in sent if link.token in request]
    assert link.token not in server.log

    ana.take_back(link.id)
    somebody.goto("about:blank")
    open_link(somebody, f"{at}#{link.token}")
    expect(somebody.get_by_text(NOTHING)).to_be_visible()
    somebody.goto(of_set)
    expect(somebody.locator(".verdict")).to_have_count(0)
    expect(somebody.get_by_role("heading", name="This test set is not here")).to_be_visible()


@pytest.mark.exhaustive
def test_for_who_administers_nothing_the_page_is_one_that_there_is_not(made, somebody):
    said = []
    for name in ("administration", "nothing-of-the-kind"):
        somebody.goto(f"{made[0].url}/{FOLDER}/{name}")
        expect(somebody.get_by_role("dialog")).to_contain_text("Page not found")
        expect(somebody.locator(".st-key-account")).to_be_visible()
        steps.come_to_rest(somebody)
        said.append(somebody.locator("body").inner_text())
    assert said[0] == said[1]
    assert "Administration" not in said[0]
