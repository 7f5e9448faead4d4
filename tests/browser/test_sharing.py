"""A link from who makes it to who gets it: in a folder of its host, as behind a proxy, and between two browsers."""

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
    """A server with people, and a link to a project on it."""
    home = tmp_path_factory.mktemp("shared")
    file = home / "workspace.sqlite"
    with Workspace(url_of_file(file)) as workspace:
        ana = workspace.as_(workspace.sign_in("https://provider.example", "ana", "Ana", "ana@example.org").id)
        project = ana.create(NAME)
        ana.add(project.id, TestSet.build({"one": ["a b c d"], "two": ["a b"]}, [["a b c d"]], name=NAME))
        token = ana.make_link(project.id, "class", Right.READ).token
    variables = {"BLEUSCOPE_DATABASE_URL": f"sqlite:///{file}", "BLEUSCOPE_ACCESS": "visitors"}
    with serve(home, f"--server.baseUrlPath={FOLDER}", variables=variables) as server:
        yield server, f"{server.url}/{FOLDER}", token


@pytest.fixture(scope="module")
def two(browser):
    """Browsers, which keep Streamlit's code from one test to the next, and nothing else."""
    with in_a_browser(browser) as one, in_a_browser(browser) as other:
        yield one.context, other.context


@pytest.fixture
def two_browsers(two):
    for context in two:
        context.clear_cookies()
    pages = [context.new_page() for context in two]
    yield pages
    for page in pages:
        page.close()


def open_link(page, address):
    """The requests that it led to, with where each says that it comes from."""
    sent = []
    page.on("request", lambda request: sent.append(request.url + request.headers.get("referer", "")))
    page.goto(address)
    expect(page).to_have_url(address.partition("#")[0])
    return sent


def press(page, key):
    steps.come_to_rest(page)
    page.locator(f".st-key-{key} button").click()


@pytest.mark.exhaustive
def test_a_link_leads_from_one_browser_to_another_until_it_is_taken_back(made, two_browsers):
    server, at, token = made
    teacher, student = two_browsers
    open_link(teacher, f"{at}/open#never-one")
    expect(teacher.get_by_text(NOTHING)).to_be_visible()
    open_link(teacher, f"{at}/open#{token}")  # another one in the same tab, which loads nothing anew
    expect(teacher.locator(".kept h2")).to_have_text(NAME)
    press(teacher, "copy-0")
    expect(teacher.get_by_text("is a project of your own")).to_be_visible()
    steps.expect_parameters(teacher, lambda now: len(now.get("project", "")) == 32)
    steps.open_tab(teacher, "Sharing")
    press(teacher, "make-link-button-0")
    address = teacher.locator("[data-testid=stCode] code").inner_text()
    own, _, secret = address.partition("#")
    assert (own, len(secret)) == (f"{at}/open", 43)

    sent = open_link(student, address)
    expect(student.locator(".kept h2")).to_have_text(f"{NAME} (copy)")
    student.get_by_role("button", name="See the verdict").click()
    expect(student.locator(".verdict")).to_be_visible()
    of_set = student.url
    student.go_back()
    if "/open" not in student.url:  # the browser was so slow that it had pushed the page before its parameters
        student.go_back()
    expect(student.locator(".kept h2")).to_have_text(f"{NAME} (copy)")
    assert secret not in student.url, "nor does the history have it"
    assert student.evaluate("window.flag") is None
    assert not [request for request in sent if secret in request]
    assert secret not in server.log

    teacher.get_by_role("button", name="Take back").click()
    expect(teacher.get_by_text("opens nothing any more")).to_be_visible()
    student.goto("about:blank")
    open_link(student, address)
    expect(student.get_by_text(NOTHING)).to_be_visible()
    student.goto(of_set)
    expect(student.locator(".verdict")).to_have_count(0)
    expect(student.get_by_role("heading", name="This test set is not here")).to_be_visible()


@pytest.mark.exhaustive
def test_for_who_administers_nothing_the_page_is_one_that_there_is_not(made, two_browsers):
    _, at, _ = made
    for page, name in zip(two_browsers, ("administration", "nothing-of-the-kind"), strict=True):
        page.goto(f"{at}/{name}")
        expect(page.get_by_role("dialog")).to_contain_text("Page not found")
        expect(page.locator(".st-key-account")).to_be_visible()
        steps.come_to_rest(page)
    one, other = (page.locator("body").inner_text() for page in two_browsers)
    assert one == other
    assert "Administration" not in one
