"""Rating in a real browser: errors marked by mouse, keyboard and touch, and whole items by keys alone."""

import pytest
from playwright.sync_api import expect

from scoring import TestSet
from scoring.rating import (
    AdequacyFluency,
    CampaignPlan,
    DirectAssessment,
    ErrorSpans,
    MarkedError,
    OutputRanking,
    OutputScores,
)
from tests.browser import faults, steps
from tests.browser.conftest import FORGET_THE_TEST_BEFORE

SYSTEMS = ("SecretAlpha", "SecretBeta")
LTR = "Ze\u0301ro \U0001f469\u200d\U0001f469\u200d\U0001f467 नमस्ते \U0001d4b3yz, then the end."
RTL = "قال \U0001f600 الوزيرُ يومَ الاثنين إن القانون جديد."
TEXT = ".desk .marked"
# The boxes of the first and the last character of some of the text, given in UTF-16.
BOXES = """
(text, [start, end]) => {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT), places = [];
    for (let node; (node = walker.nextNode()); ) for (let i = 0; i < node.length; i++) places.push([node, i]);
    return [[start, start + 1], [end - 1, end]].map(([from, to]) => {
        const range = document.createRange();
        range.setStart(...places[from]);
        range.setEnd(places[to - 1][0], places[to - 1][1] + 1);
        const {left, right, top, bottom} = range.getBoundingClientRect();
        return {left, right, middle: (top + bottom) / 2};
    });
}
"""
SELECT = """
(text, [start, end]) => {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT), places = [];
    for (let node; (node = walker.nextNode()); ) for (let i = 0; i < node.length; i++) places.push([node, i]);
    document.getSelection().setBaseAndExtent(...places[start], ...places[end]);
}
"""


FORGOTTEN_BY_TAB = """
() => ["bleuscope-desk", "bleuscope-desk-item"].reduce(
    (tab, key) => (tab.sessionStorage.removeItem(key), tab), open("about:blank"))
"""


@pytest.fixture
def make(workspace):
    """``make("esa", text)`` is a campaign of items that all have this text."""

    def make(protocol, *texts, **options):
        ends = {system: "" if protocol in ("esa", "mqm") else system[-2:] for system in SYSTEMS}
        outputs = {system: [f"{text}{end}" for text in texts] for system, end in ends.items()}
        test_set = TestSet.build(outputs, [list(texts)], [f"Source of {text}" for text in texts], name="rated")
        there = workspace.add(workspace.create("Rated").id, test_set)
        systems = SYSTEMS if protocol in ("ranking", "contrastive") else SYSTEMS[:1]
        plan = CampaignPlan(protocol, systems, tuple(range(len(texts))), repeats=0, damaged=0, **options)
        return workspace.make_campaign(there.id, 1, "News", plan)

    return make


@pytest.fixture
def sit(workspace, make, server):
    """``sit(page, campaign)`` opens the first item of a place in it."""

    def sit(page, campaign):
        page.goto(f"{server.url}/desk#{workspace.join(campaign.token, 'Ana').secret}")
        expect(page.locator(".desk .primary")).to_be_visible()
        expect(page).to_have_url(f"{server.url}/desk")

    return sit


@pytest.fixture(scope="module")
def phones(browser, server):
    """One for all tests. A page stays open in it, as in `profile`."""
    with browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True) as context:
        context.set_default_timeout(steps.WAIT_SECONDS * 1000)
        for script in (steps.KEEP_STILL, FORGET_THE_TEST_BEFORE):
            context.add_init_script(script)
        context.new_page().goto(f"{server.url}/favicon.png")
        yield context


@pytest.fixture
def phone(phones, problems):
    """The page of somebody who has never been here."""
    phones.clear_cookies()
    page = phones.new_page()
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    page.close()


def units(text, part):
    """Where a part stands in a text, as a browser counts."""
    start = len(text[: text.index(part)].encode("utf-16-le")) // 2
    return [start, start + len(part.encode("utf-16-le")) // 2]


def drag(page, text, part):
    """With the mouse, from the beginning of a part to its end."""
    first, last = page.locator(TEXT).evaluate(BOXES, units(text, part))
    sides = [first["right"] - 1, last["left"] + 1] if text is RTL else [first["left"] + 1, last["right"] - 1]
    page.mouse.move(sides[0], first["middle"])
    page.mouse.down()
    page.mouse.move(sides[1], last["middle"], steps=4)
    page.mouse.up()


def place(page, text, part):
    first, _ = page.locator(TEXT).evaluate(BOXES, units(text, part))
    return (first["left"] + first["right"]) / 2, first["middle"]


def span(text, part, severity):
    """As Python counts."""
    return MarkedError(text.index(part), text.index(part) + len(part), severity)


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def expect_marks(page, **marks):
    """The texts that are marked as minor and as major errors."""
    for severity in ("minor", "major"):
        found = page.locator(f"{TEXT} mark.{severity}")
        steps.until(page, found.all_text_contents, lambda texts, s=severity: texts == marks.get(s, []))


def expect_item(page, number, length):
    expect(page.locator(".desk-progress span")).to_have_text(f"{number} of {length}")
    expect(page.locator(".desk[aria-busy]")).to_have_count(0)


def values(workspace, campaign):
    return [answer.value for place in workspace.ratings(campaign.id).places for answer in place.answers]


def end_of(page):
    expect(page.get_by_role("button", name="Finish")).to_be_visible()


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("text", "dragged", "letters", "ahead"),
    [(LTR, "\U0001d4b3yz, then", "e\u0301r", "ArrowRight"), (RTL, "الاثنين إن", "ال", "ArrowLeft")],
    ids=["left to right", "right to left"],
)
@pytest.mark.exhaustive
def test_errors_are_marked_by_mouse_and_keyboard(workspace, make, sit, page, text, dragged, letters, ahead):
    campaign = make("esa", text)
    sit(page, campaign)
    back = {"ArrowRight": "ArrowLeft", "ArrowLeft": "ArrowRight"}[ahead]
    drag(page, text, dragged)
    press(page, "2")
    expect_marks(page, major=[dragged])
    first, second, third = text.split()[:3]
    press(page, "Home", "1")  # the first word
    press(page, ahead, f"Shift+{ahead}", "2")  # the next two
    expect_marks(page, minor=[first], major=[f"{second} {third}", dragged])
    press(page, back, back, "Delete")  # the second mark is passed as a whole, then the first
    expect_marks(page, major=[f"{second} {third}", dragged])
    page.mouse.click(*place(page, text, second))
    expect(page.get_by_role("button", name="Major", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Minor", exact=True).click()
    expect_marks(page, minor=[f"{second} {third}"], major=[dragged])
    drag(page, text, letters)
    press(page, "1", "m", "Shift+M")
    expect_marks(page, minor=sorted([letters, f"{second} {third}"], key=text.index), major=[dragged])
    press(page, f"Alt+{ahead}", "Escape")
    page.get_by_role("button", name="Missing, minor: remove").click()
    page.locator(TEXT).focus()
    press(page, "Enter", "7", "3", "Enter")
    end_of(page)
    spans = [span(text, letters, "minor"), span(text, f"{second} {third}", "minor"), span(text, dragged, "major")]
    spans.sort(key=lambda one: one.start)
    assert values(workspace, campaign) == [ErrorSpans(tuple(spans), ("major",), 73)]


@pytest.mark.exhaustive
def test_a_rater_practises_by_keys_and_reads_what_is_said_of_it(workspace, make, server, page):
    campaign = make("esa", "one")
    page.goto(f"{server.url}/desk#{campaign.token}")
    page.get_by_label("Your name").fill("Ana")
    page.keyboard.press("Enter")
    expect(page.locator(".desk-severity")).to_have_count(2)
    expect(page.get_by_role("heading", name="Practice", exact=True)).to_be_visible()
    expect(page.locator(".desk-progress span")).to_have_text("Then 1 item: about 5 minutes")
    steps.until(page, lambda: page.evaluate("localStorage.getItem('bleuscope-desk-practice')"), bool)
    with page.expect_popup() as opened:  # a tab of its own: the first was closed
        page.evaluate(FORGOTTEN_BY_TAB)
    opened.value.goto(f"{server.url}/desk")
    expect(opened.value.locator(".desk-progress span")).to_have_text("Then 1 item: about 5 minutes")
    opened.value.close()
    drag(page, page.locator(TEXT).inner_text(), "opens")
    press(page, "2", "ArrowDown", "2", "0", "Enter")  # down leads to the score
    expect(page.get_by_role("heading", name="What we would say")).to_be_visible()
    expect(page.locator(".practised .done")).to_have_count(2)
    expect(page.locator(".practised .failed")).to_contain_text("“sundays” is a minor error")
    assert faults.serious(page) == []
    page.get_by_role("button", name="Start rating").click()
    expect_item(page, 1, 1)
    expect(page.locator(".desk-severity").first).to_be_hidden()
    assert values(workspace, campaign) == []


def choose_style(page):
    """The category of the error that was marked last, by the list that nobody is shut out of."""
    category = page.get_by_label("Category of the error")
    expect(category).to_be_visible()
    assert faults.serious(page) == []
    category.select_option("style")
    press(page, "Escape")


@pytest.mark.exhaustive
def test_each_error_gets_a_category_of_the_owners(workspace, make, sit, page):
    campaign = make("esa", "one two three", categories=("grammar", "style"))
    sit(page, campaign)
    drag(page, "one two three", "one")
    press(page, "1", "ArrowDown", "9", "Enter")  # not yet: the error has no category
    choose_style(page)
    drag(page, "one two three", "three")
    press(page, "2")  # the next error gets the same one
    expect(page.locator(f"{TEXT} mark").last).to_have_attribute("data-said", "major, style")
    press(page, "Enter", "Enter")
    end_of(page)
    spans = MarkedError(0, 3, "minor", "style"), MarkedError(8, 13, "major", "style")
    assert values(workspace, campaign) == [ErrorSpans(spans, (), 9)]


@pytest.mark.exhaustive
def test_errors_with_a_category_of_the_owners_are_marked_without_a_score(workspace, make, sit, page):
    """The screen has no scale; an output without an error, and an empty one, take a single key."""
    campaign = make("mqm", "one two three", "six ten seven", "", categories=("grammar", "style"))
    sit(page, campaign)
    expect(page.locator(".desk-scale")).to_have_count(0)
    expect(page.locator(".desk-hint").last).to_contain_text("Enter goes on")
    drag(page, "one two three", "one")
    press(page, "2", "Enter")  # not yet: the error has no category
    expect_item(page, 1, 3)
    choose_style(page)
    drag(page, "one two three", "three")
    press(page, "1")  # the next error gets the same one
    expect(page.locator(f"{TEXT} mark").last).to_have_attribute("data-said", "minor, style")
    press(page, "m", "Enter")
    for number in (2, 3):
        expect_item(page, number, 3)
        assert faults.serious(page) == []
        press(page, "Enter")
    end_of(page)
    spans = MarkedError(0, 3, "major", "style"), MarkedError(8, 13, "minor", "style")
    marked = ErrorSpans(spans, ("minor",), -7.0)
    assert values(workspace, campaign) == [marked, ErrorSpans((), (), 0.0), ErrorSpans((), (), 0.0)]


@pytest.mark.exhaustive
def test_letters_are_whole_whatever_they_are_made_of(workspace, make, sit, page):
    campaign = make("esa", LTR)
    sit(page, campaign)
    press(page, "Alt+ArrowRight", "Alt+ArrowRight", "1")  # the second letter, with its accent
    press(page, "Alt+ArrowRight", "Alt+ArrowRight", "Alt+Shift+ArrowRight", "Alt+Shift+ArrowRight", "2")
    family = LTR.split()[1]
    expect_marks(page, minor=["e\u0301"], major=[f"o {family}"])
    half = units(LTR, family)[0] + 3  # within the family, and within नमस्ते
    page.locator(TEXT).evaluate(SELECT, [half, units(LTR, "नमस्ते")[0] + 1])
    page.get_by_role("button", name="Minor", exact=True).click()
    expect_marks(page, minor=["e\u0301", f"{family} न"], major=["o"])
    press(page, "Enter", "5", "Enter")
    end_of(page)
    spans = [span(LTR, "e\u0301", "minor"), span(LTR, "o", "major"), span(LTR, f"{family} न", "minor")]
    assert values(workspace, campaign) == [ErrorSpans(tuple(spans), (), 5)]


@pytest.mark.exhaustive
def test_on_a_phone_errors_are_marked_by_touch(workspace, make, sit, phone):
    campaign = make("esa", RTL)
    sit(phone, campaign)
    steps.expect_to_fit(phone)
    buttons = phone.locator(".desk button, .desk summary, .desk input").filter(visible=True).all()
    assert min(button.bounding_box()["height"] for button in buttons) >= 44
    assert faults.serious(phone) == []
    first, _, third, fourth = RTL.split()[:4]
    phone.touchscreen.tap(*place(phone, RTL, third))
    phone.touchscreen.tap(*place(phone, RTL, fourth))
    phone.get_by_role("button", name="Major", exact=True).tap()
    expect_marks(phone, major=[f"{third} {fourth}"])
    phone.locator(TEXT).evaluate(SELECT, units(RTL, first))  # as a long press does
    phone.get_by_role("button", name="Minor", exact=True).tap()
    expect_marks(phone, minor=[first], major=[f"{third} {fourth}"])
    phone.touchscreen.tap(*place(phone, RTL, first))
    phone.get_by_role("button", name="Remove", exact=True).tap()
    expect_marks(phone, major=[f"{third} {fourth}"])
    phone.locator(".desk-slider input").evaluate("line => line.scrollIntoView({block: 'center'})")
    slider = steps.stay(phone.locator(".desk-slider input"))
    phone.touchscreen.tap(slider["x"] + slider["width"] / 2, slider["y"] + slider["height"] / 2)
    expect(phone.locator(".desk-slider output")).to_have_text("50")
    phone.get_by_role("button", name="Next", exact=True).tap()
    end_of(phone)
    assert values(workspace, campaign) == [ErrorSpans((span(RTL, f"{third} {fourth}", "major"),), (), 50)]


@pytest.mark.exhaustive
def test_of_a_long_text_all_that_is_at_work_is_above_the_foot(make, sit, phone):
    text = "word " * 300
    sit(phone, make("esa", text))
    phone.locator(TEXT).evaluate("text => text.scrollIntoView()")
    phone.evaluate("document.querySelector('[data-testid=stMain]').scrollBy(0, -100)")
    phone.touchscreen.tap(*place(phone, text, "word"))
    for name in ("Minor", "Major", "Remove"):
        expect(phone.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    press(phone, "1", "Enter", "7")
    expect(phone.get_by_role("button", name="Minor", exact=True)).to_be_hidden()
    words, foot = (steps.stay(phone.locator(part)) for part in (".desk-words", ".desk-foot"))
    assert 0 < words["y"] < words["y"] + words["height"] <= foot["y"] < 800


@pytest.mark.exhaustive
def test_a_refused_answer_is_said_beside_the_button_and_nothing_more_is_said_in_vain(workspace, make, sit, phone):
    campaign = make("da", "word " * 300, "two")
    sit(phone, campaign)
    press(phone, "7")
    workspace.close_campaign(campaign.id)
    press(phone, "Enter")
    status = phone.locator(".desk-status")
    expect(status).to_contain_text("This answer was not kept. News is closed")
    expect(status).to_be_in_viewport(ratio=1)
    press(phone, "2")
    expect(phone.locator(".desk-slider output")).to_have_text("7")
    workspace.close_campaign(campaign.id, closed=False)
    phone.get_by_role("button", name="Try again").tap()
    expect_item(phone, 2, 2)
    expect(status).to_be_hidden()
    assert values(workspace, campaign) == [DirectAssessment(7)]
    press(phone, "3")
    expect(phone.locator(".desk-slider output")).to_have_text("3")


KEYS = {
    "adequacy-fluency": ("4", "2", ("ArrowUp", "5"), AdequacyFluency(4, 2), AdequacyFluency(5, 2)),
    "ranking": ("2", "1", ("ArrowUp", "1"), OutputRanking((2, 1)), OutputRanking((1, 1))),
    "da": ("7", "73", ("ArrowLeft",), DirectAssessment(73), DirectAssessment(72)),
}
"""What is pressed before the page is loaded again, and after; what changes the answer; and what both say."""


@pytest.mark.one_case_in(3)
@pytest.mark.exhaustive
@pytest.mark.parametrize("protocol", KEYS)
def test_all_by_keys_with_a_reload_and_no_system_is_named(workspace, make, server, page, protocol):
    begun, rest, others, said, changed = KEYS[protocol]
    whole = [*begun[: len(rest) % 2], *rest]
    campaign = make(protocol, "one", "two", "three")
    received = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(frame)))
    page.on("response", lambda response: received.append(response.url))
    page.goto(f"{server.url}/desk#{campaign.token}")
    page.get_by_label("Your name").fill("Ana")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Skip").click()
    expect_item(page, 1, 3)
    press(page, *whole, "Enter")
    expect_item(page, 2, 3)
    press(page, begun)
    page.reload()
    expect_item(page, 2, 3)
    press(page, *rest, "Enter")  # what was begun is still there
    expect_item(page, 3, 3)
    press(page, *whole, "u")  # what stands there is no answer yet
    expect_item(page, 2, 3)
    page.reload()
    expect_item(page, 2, 3)
    press(page, *others, "Enter")
    expect_item(page, 3, 3)
    press(page, "Enter")
    end_of(page)
    assert values(workspace, campaign) == [said, changed, said]
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    everything = b"".join(frame if isinstance(frame, bytes) else frame.encode() for frame in received)
    assert b"Source of three" in everything
    assert not [system for system in SYSTEMS if system.encode() in everything]


@pytest.mark.exhaustive
def test_outputs_side_by_side_are_scored_one_after_another(workspace, make, sit, page):
    campaign = make("contrastive", "one", "two")
    sit(page, campaign)
    expect_item(page, 1, 2)
    press(page, "7", "0", "Enter", "4", "Enter")
    expect_item(page, 2, 2)
    press(page, "5")
    page.reload()
    expect_item(page, 2, 2)
    press(page, "8", "Enter")  # what was begun is still there, and the first that is open is at work
    end_of(page)
    assert values(workspace, campaign) == [OutputScores((70, 4)), OutputScores((5, 8))]


@pytest.mark.exhaustive
def test_what_two_raters_have_begun_in_one_browser_stays_each_one_s(make, sit, page, server):
    sit(page, make("ranking", "one"))
    press(page, "2")
    expect(page.get_by_role("radio", checked=True)).to_have_count(1)
    with page.expect_popup() as opened:
        page.evaluate(
            "open('about:blank').sessionStorage.removeItem('bleuscope-desk')"
        )  # as one that is not opened here
    opened.value.goto(f"{server.url}/desk")
    expect(opened.value.get_by_text("You go on as Ana.")).to_be_visible()
    expect(opened.value.get_by_role("radio", checked=True)).to_have_text("2Worst")
    opened.value.close()
    with page.expect_popup() as opened:
        page.evaluate("open(location.pathname)")  # with what the browser has kept, as by a link
    sit(opened.value, make("ranking", "one"))
    press(opened.value, "1")
    expect(opened.value.get_by_role("radio", checked=True)).to_have_count(1)
    page.reload()
    expect(page.get_by_role("radio", checked=True)).to_have_text("2Worst")
    opened.value.close()


BOTTOMS = "ends => ends.map(end => end.getBoundingClientRect().bottom)"
TOPS = "outputs => outputs.map(output => Math.round(output.getBoundingClientRect().top))"


@pytest.mark.exhaustive
def test_outputs_stand_side_by_side_where_there_is_room(make, sit, page, phone, workspace):
    campaign = make("contrastive", "one", "two", n_places=2)
    page.set_viewport_size({"width": 1280, "height": 800})
    sit(page, campaign)
    assert len({*page.locator(".desk-outputs > *").evaluate_all(TOPS)}) == 1
    sit(phone, campaign)
    assert len({*phone.locator(".desk-outputs > *").evaluate_all(TOPS)}) == 2
    steps.expect_to_fit(phone)


@pytest.mark.exhaustive
def test_on_a_phone_the_first_screen_has_what_is_rated_and_the_ends_of_its_scale(make, phone, server):
    text = "Die Polizei stellte sich der Menge im Viertel Capitol Hill entgegen und setzte Blendgranaten ein."
    phone.goto(f"{server.url}/desk#{make('da', text).token}")
    phone.get_by_label("Your name").fill("Ana")
    phone.keyboard.press("Enter")
    phone.get_by_role("button", name="Skip").click()
    expect(phone.locator(".desk-words")).to_be_in_viewport(ratio=1)
    foot = phone.locator(".desk-foot")
    expect(foot).to_be_visible()
    steps.until(
        phone,
        lambda: (phone.locator(".desk-words span").evaluate_all(BOTTOMS), foot.bounding_box()),
        lambda found: found[0] and found[1] and max(found[0]) <= found[1]["y"],
    )


@pytest.mark.exhaustive
def test_practice_on_a_phone_begins_with_the_texts(make, phone, server):
    phone.goto(f"{server.url}/desk#{make('esa', 'one').token}")
    phone.get_by_label("Your name").fill("Ana")
    phone.keyboard.press("Enter")
    expect(phone.locator(TEXT)).to_be_in_viewport(ratio=1)
    expect(phone.locator(".desk-severity")).to_have_count(2)
    expect(phone.locator(".desk-severity").first).to_be_hidden()


@pytest.mark.exhaustive
def test_the_logo_stands_over_nothing_and_a_language_is_kept_for_the_next_campaign(make, page, server):
    page.set_viewport_size({"width": 1280, "height": 420})
    page.goto(f"{server.url}/desk#{make('esa', 'one').token}")
    page.locator("[class*=st-key-desk-language]").get_by_role("combobox").click()
    page.get_by_role("option", name="Deutsch").click()
    page.get_by_label("Ihr Name").fill("Ana")
    page.keyboard.press("Enter")
    expect(page.locator(".desk-progress span")).to_have_text("Danach 1 Aufgabe: etwa 5 Minuten")
    steps.come_to_rest(page)
    page.mouse.move(640, 200)
    page.mouse.wheel(0, 200)
    bar = page.get_by_test_id("stHeader")
    assert bar.evaluate("bar => getComputedStyle(bar).backgroundColor") == "rgb(255, 255, 255)"
    assert bar.bounding_box()["height"] >= page.get_by_test_id("stHeaderLogo").bounding_box()["height"]
    page.goto(f"{server.url}/desk#{make('da', 'two').token}")
    expect(page.get_by_label("Ihr Name")).to_be_visible()


@pytest.mark.exhaustive
def test_beside_a_long_text_and_the_open_guide_the_score_stays_in_sight(make, page, server):
    """On a laptop; what is practised fits one screen with the guide."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{server.url}/desk#{make('esa', 'word ' * 400).token}")
    page.get_by_label("Your name").fill("Ana")
    page.keyboard.press("Enter")
    guide, words, foot = (page.locator(part) for part in (".desk-how[open]", ".desk-words", ".desk-foot"))
    scale, lack = page.locator(".desk-scale"), page.locator(".desk-missing")
    for leave in ("Skip", "Pause"):
        expect(page.get_by_role("button", name=leave)).to_be_visible()
        if not guide.count():
            page.locator(".desk-how summary").click()
        page.locator("[data-testid=stMain]").evaluate("main => main.scrollTo(0, 0)")
        expect(guide).to_be_in_viewport(ratio=1)
        steps.until(
            page,
            lambda: (words.bounding_box(), foot.bounding_box()),
            lambda found: found[0]["y"] + found[0]["height"] <= found[1]["y"],
        )
        steps.until(
            page,
            lambda: (lack.bounding_box(), scale.bounding_box()),
            lambda found: found[0]["y"] + found[0]["height"] <= found[1]["y"],
        )
        if leave == "Skip":
            page.get_by_role("button", name=leave).click()
