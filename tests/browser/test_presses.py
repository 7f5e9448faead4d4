"""A press counts also where its message is lost, where its button is being replaced, and while the server is slow.

Most of these tests run the scripts of the components alone, in a page that plays Streamlit's part.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import scoring
from tests.browser import steps
from tests.browser.server import Server, serve
from tests.cases import one_in
from ui.kit import steps as stepping
from ui.store import cache

NEXT = "button[name=next]"
BACK = "button[name=previous]"
KIT = Path(stepping.__file__).parent
AT_REST = '<div data-testid="stApp" data-test-script-state="notRunning" data-test-connection-state="CONNECTED"></div>'
PLAY = """
async script => {
    window.component = (await import(URL.createObjectURL(new Blob([script], {type: "text/javascript"})))).default;
    window.sent = [];
    window.app = document.querySelector("[data-testid=stApp]");
    const setStateValue = (_, value) => sent.push(value);
    window.draw = (data) => {
        const parentElement = document.createElement("div");
        document.body.append(parentElement);
        const place = {redraw: data => (place.end = component({data, parentElement, setStateValue})), parentElement};
        place.redraw(data);
        return place;
    };
    window.data = (heard = 0, place = 5) => ({
        name: "steps", length: 10, place, heard, quiet: false, steps: [
            {name: "next", label: "Next", move: "on", key: "j", shown: "J", also: []},
            {name: "previous", label: "Previous", move: "back", key: "k", shown: "K", also: []},
        ],
    });
    window.take = ({end, parentElement}) => (end(), parentElement.remove());
}
"""
LIST = """
class Letters extends Choosing {
    update({ letters }) {
        const button = (letter, number) => {
            const made = node("button", letter);
            made.dataset.number = number;
            return made;
        };
        this.element.replaceChildren(...letters.map(button));
    }
}
export default mounted(() => new Letters({}));
"""
SLOW = """
import importlib

scripts = importlib.import_module("streamlit.runtime.scriptrunner.script_runner")
say = scripts.ScriptRunner._enqueue_forward_msg


def say_slowly(self, message):
    import time

    time.sleep(0.005)
    say(self, message)


scripts.ScriptRunner._enqueue_forward_msg = say_slowly
"""


@pytest.fixture
def stage(browser: Browser) -> Iterator[Page]:
    """An empty page that says that its script is at rest; its clock can be put on."""
    with browser.new_context() as context:
        page = context.new_page()
        page.clock.install()
        page.set_content(AT_REST)
        yield page


@pytest.fixture
def played(stage: Page) -> Page:
    """The same with the buttons' script."""
    stage.evaluate(PLAY, stepping.key_listener_script(stepping.__file__))
    return stage


def sent(page: Page):
    return page.evaluate("sent.at(-1) ?? []")


def test_a_message_that_nobody_heard_is_sent_again_but_not_while_a_script_runs(played):
    played.evaluate("window.place = draw(data())")
    played.keyboard.press("j")
    assert sent(played) == [[1, "on"]]
    steps.until(played, lambda: played.evaluate("sent.length"), lambda times: times == 2)
    assert sent(played) == [[1, "on"]]
    played.evaluate("app.dataset.testScriptState = 'running'")
    played.clock.run_for(2500)
    assert played.evaluate("sent.length") == 2
    played.evaluate("app.dataset.testScriptState = 'notRunning'; app.dataset.testConnectionState = 'CONNECTING'")
    played.clock.run_for(2500)
    assert played.evaluate("sent.length") == 2
    played.evaluate("app.dataset.testConnectionState = 'CONNECTED'")
    steps.until(played, lambda: played.evaluate("sent.length"), lambda times: times == 3)
    played.keyboard.press("k")
    assert sent(played) == [[1, "on"], [2, "back"]]
    played.evaluate("place.redraw(data(2))")
    played.clock.run_for(2500)
    assert played.evaluate("sent.length") == 4, "all is heard"


def test_presses_while_the_buttons_are_nowhere_count_once_they_are_back(played):
    played.evaluate("window.place = draw(data())")
    played.evaluate("app.dataset.testScriptState = 'running'; take(place)")
    played.clock.run_for(2500)
    for _ in range(3):
        played.keyboard.press("j")
    assert played.evaluate("sent") == []
    played.evaluate("draw(data())")
    assert sent(played) == [[1, "on"], [2, "on"], [3, "on"]]


def test_where_the_buttons_do_not_come_back_presses_lead_nowhere(played):
    played.evaluate("window.place = draw(data())")
    played.evaluate("take(place)")
    played.keyboard.press("j")
    played.clock.run_for(2500)
    played.keyboard.press("j")
    played.evaluate("draw(data())")
    assert played.evaluate("sent") == []


def test_buttons_that_are_drawn_twice_for_a_moment_count_each_press_once(played):
    played.evaluate("window.place = draw(data())")
    played.evaluate("window.other = draw(data())")
    played.keyboard.press("j")
    played.locator(NEXT).first.click()
    played.evaluate("take(place)")
    played.keyboard.press("j")
    played.locator(NEXT).click()
    assert sent(played) == [[number, "on"] for number in (1, 2, 3, 4)]


def test_a_press_that_began_on_a_button_which_was_replaced_counts_and_one_that_was_drawn_off_does_not(played):
    played.evaluate("window.place = draw(data())")
    for away in (0, 200):
        box = played.locator(NEXT).bounding_box()
        played.mouse.move(box["x"] + 5, box["y"] + 5)
        played.mouse.down()
        played.evaluate("take(place); window.place = draw(data())")
        played.mouse.move(box["x"] + 5 + away, box["y"] + 5)
        played.mouse.up()
        assert sent(played) == [[1, "on"]]
    played.locator(NEXT).click()
    assert sent(played) == [[1, "on"], [2, "on"]]


def test_a_press_that_seems_to_lead_nowhere_is_sent_for_what_comes_may_be_another_place(played):
    played.evaluate("window.place = draw(data(0, 9))")
    expect(played.locator(NEXT)).to_be_disabled()
    played.keyboard.press("j")
    played.locator(NEXT).click(force=True)
    assert sent(played) == [[1, "on"], [2, "on"]]


@pytest.mark.exhaustive
def test_a_choice_that_nobody_heard_is_sent_again_and_one_on_what_was_replaced_counts(stage):
    common = stepping.join_scripts(stepping.PRESSES, Path(stepping.__file__).with_name("choosing.js"))
    stage.evaluate(PLAY, f"{common}\n{LIST}")
    stage.evaluate("window.place = draw({letters: ['a', 'b', 'c'], heard: 0})")
    stage.get_by_text("b").click()
    assert sent(stage) == [1, 1]
    steps.until(stage, lambda: stage.evaluate("sent.length"), lambda times: times == 2)
    box = stage.get_by_text("c").bounding_box()
    stage.mouse.move(box["x"] + 3, box["y"] + 3)
    stage.mouse.down()
    stage.evaluate("place.redraw({letters: ['a', 'b', 'c'], heard: 1})")
    stage.mouse.up()
    assert sent(stage) == [2, 2]
    stage.evaluate("take(place); window.place = draw({letters: ['a', 'b', 'c'], heard: 1})")
    steps.until(stage, lambda: stage.evaluate("sent.length"), lambda times: times == 4)
    assert sent(stage) == [2, 2], "also by what is drawn in its place"
    stage.evaluate("place.redraw({letters: ['a', 'b', 'c'], heard: 2})")
    stage.clock.run_for(2500)
    assert stage.evaluate("sent.length") == 4


# --- with a server that takes its time ---


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Each of the messages that a run sends takes so long that a page takes a second."""
    scoring.warm_up()
    home = tmp_path_factory.mktemp("slow")
    (home / "sitecustomize.py").write_text(SLOW, encoding="utf-8")
    with serve(home, variables={"PYTHONPATH": str(home)}) as server:
        yield server


def visit(page: Page, slow: Server, path: str, target: str) -> None:
    page.goto(slow.url + path)
    page.get_by_test_id("stMain").locator(target).first.wait_for()
    steps.come_to_rest(page)


def expect_number(page: Page, number: int) -> None:
    steps.expect_parameter(page, "segment", str(number))
    steps.come_to_rest(page)
    steps.expect_parameter(page, "segment", str(number))
    expect(steps.segment_heading(page, number)).to_be_visible()


@pytest.mark.exhaustive
def test_a_key_right_after_a_click_on_a_row_counts(page, slow):
    """Also one that led nowhere from where the click was made: the page shows the end of the list until the server has
    answered it."""
    last = len(cache.open_test_set("news-en-es"))
    visit(page, slow, f"/segments?segment={last}&sort=file", NEXT)
    expect(page.locator(NEXT)).to_be_disabled()
    page.locator(f".st-key-picker .row[data-number='{last - 4}']").click()
    page.keyboard.press("j")
    expect_number(page, last - 3)
    page.locator(".st-key-picker .row[data-number='1']").click()
    expect_number(page, 1)
    page.locator(".st-key-picker .row[data-number='3']").click()
    page.keyboard.press("k")
    expect_number(page, 2)
    for _ in range(3):
        page.keyboard.press("k")
    expect_number(page, 1)
    for pause in (0, 50, 200, 750)[:: one_in(2)]:
        page.locator(".st-key-picker .row[data-number='3']").click()
        page.wait_for_timeout(pause)
        page.keyboard.press("j")
        page.wait_for_timeout(pause)
        page.keyboard.press("j")
        expect_number(page, 5)


@pytest.mark.one_case_in(3)
@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("path", "keys", "number"),
    [
        ("/smoothing?segment=3", "jjk", 4),
        ("/tbleu?set=inflection-hr-sl&segment=3", "jjk", 4),
        ("/ter?segment=3", "jjkjj", 6),
    ],
)
def test_keys_while_a_page_is_drawn_count_on_every_page_of_segments(page, slow, path, keys, number):
    visit(page, slow, path, NEXT)
    for place, key in enumerate(keys):
        page.keyboard.press(key)
        page.wait_for_timeout(place * 150)
    expect_number(page, number)
    page.locator(NEXT).click()
    page.locator(NEXT).click()
    page.locator(BACK).click()
    expect_number(page, number + 1)


@pytest.mark.exhaustive
def test_keys_through_edits_and_then_to_another_segment(page, slow):
    visit(page, slow, "/ter?set=textbook&segment=7&ter_systems=candidate-1", "button[name=step-on]")
    for key in ("Home", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator(".st-key-ter-steps")).to_contain_text("Step 3 of 3")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("k")
    expect_number(page, 6)


@pytest.mark.exhaustive
def test_keys_through_lessons_and_out_of_what_is_presented(page, slow):
    visit(page, slow, "/learn?lesson=zeros&present=1", ".presented")
    begun = page.locator(".presented").inner_text()
    for key in ("ArrowRight", "PageDown", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator(".presented")).to_contain_text("question")
    steps.until(page, lambda: page.locator(".presented").inner_text(), lambda now: now.split()[0] != begun.split()[0])
    steps.expect_parameters(page, lambda found: found.get("lesson") != "zeros" and "part" not in found)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator(".presented")).to_have_count(0)
