"""The TER page in a real browser: what is drawn at every step is what TER.edits has."""

import pytest
from playwright.sync_api import expect

from scoring import TER, TestSet
from scoring.ter.pra import pra
from tests.browser import steps
from ui.session import send
from ui.ter import view

TOKEN = ".figure .grid .token"
ARABIC = "ذهب الولد إلى المدرسة في الصباح الباكر مع صديقه القديم"
ARABIC_SHIFTED = "في الصباح الباكر ذهب الولد مع صديقه القديم إلى المدرسه اليوم"
LONG = " ".join(f"word{number}" for number in range(60))
MOVED = (*range(30, 36), *range(30), *range(48, 52), *range(36, 48), 60, 61)
LONG_SHIFTED = " ".join(f"word{number}" for number in MOVED)
OUTPUTS = {
    "Shifts": [ARABIC_SHIFTED, LONG_SHIFTED, "a b c g h i j d e f"],
    "Plain": [ARABIC, LONG, "a b c d e f g h x y"],
}
"""In the last segment BLEU is for one system and TER for the other."""
REFERENCES = [["another text"] * 3, [ARABIC, LONG, "a b c d e f g h i j"]]


def expect_step(page, edits, step):
    """Waits for the step's heading, then compares every drawn word, the frame and the arc."""
    last = view.n_steps(edits) - 1
    said = f"Step {step + 1} of {last + 1}"
    expect(page.locator(".st-key-ter-steps")).to_contain_text(said)
    n_made, shift = view.shifts_before(edits, step)
    arcs = page.locator(".figure").first.locator("path.arc")
    expect(arcs).to_have_count(0 if shift is None else 1)
    expected = [*edits.alignments[n_made].hypothesis, *edits.references[edits.chosen]]
    steps.expect_drawn(page, lambda words: words == expected)
    if shift is not None:
        steps.until(page, lambda: framed(page), lambda words: words == list(shift.words))
        label = page.locator(".figure").first.locator("text.mean-shift")
        expect(label).to_contain_text(f"{n_made + shift.distance_before} → {n_made + 1 + shift.distance_after} edits")


def framed(page):
    """The words within the frames, which may be on several lines."""
    return page.locator(".figure").first.evaluate(
        """figure => {
            const frames = [...figure.querySelectorAll("rect.frame")].map(frame => frame.getBoundingClientRect());
            const within = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
            return [...figure.querySelectorAll(".grid .token")]
                .filter(token => frames.some(frame => within(token.getBoundingClientRect(), frame)))
                .map(token => token.querySelector(".word > span").textContent);
        }"""
    )


def edits_of(index):
    """Those of the first system's segment."""
    edits = TER().edits(OUTPUTS["Shifts"][index], [column[index] for column in REFERENCES])
    assert len(edits.shifts) >= 2
    return edits


@pytest.mark.exhaustive
def test_steps_by_button_by_key_and_by_play_and_what_can_be_taken_away(open_page, keep, settle):
    """The first segment is from right to left, the second one in lines."""
    kept = keep(TestSet.build(OUTPUTS, REFERENCES, name="Shifts"))
    page = open_page(f"/ter?set={kept}&segment=1&sort=file&ter_systems=Shifts&step=0", TOKEN)
    edits = edits_of(0)
    last = view.n_steps(edits) - 1
    for step in range(last + 1):
        expect_step(page, edits, step)
        if step < last:
            page.locator("button[name=step-on]").click()
            settle(page)
    expect(page.locator(".step")).to_contain_text(f"= {edits.n_edits} edits")
    check_order(page, rightwards=False)
    steps.expect_parameter(page, "step", str(last))
    page.reload()
    settle(page.locator(TOKEN))
    expect_step(page, edits, last)
    page.keyboard.press("Home")
    expect_step(page, edits, 0)
    settle(page)
    # Arrows on a word go to the word on that side only.
    page.locator(TOKEN).first.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(TOKEN).nth(1)).to_be_focused()
    settle(page)
    expect_step(page, edits, 0)
    page.locator(".st-key-ter_play button").click()
    expect_step(page, edits, 2)  # each by itself, after the time in which one can look at it
    page.keyboard.press("End")
    expect_step(page, edits, last)
    settle(page)
    check_the_text_of_the_segment(page, settle, edits, "1 Shifts")
    page.keyboard.press("j")
    expect(steps.segment_heading(page, 2)).to_be_visible()
    settle(page)
    check_long_text(page, settle, edits_of(1))
    check_that_a_row_of_the_disagreements_is_the_segment_read(page)


def check_long_text(page, settle, edits):
    last = view.n_steps(edits) - 1
    for step in range(1, last + 1):
        expect_step(page, edits, step)
        if step < last:
            page.keyboard.press("ArrowRight")
            settle(page)
    check_order(page, rightwards=True)


def check_the_text_of_the_segment(page, settle, edits, name):
    page.get_by_text("Download this segment's edits").click()
    button = page.locator(".st-key-download-pra button")
    settle(button)
    steps.stay(button)  # the table above it is drawn late, and moves it
    with page.expect_download() as download:
        button.click()
    assert download.value.path().read_text(encoding="utf-8") == pra(edits, float(TER().score(edits.statistics)), name)


def check_that_a_row_of_the_disagreements_is_the_segment_read(page):
    steps.open_tab(page, "BLEU against TER")
    table = page.locator("[class*=st-key-disagreements]")
    number = steps.expect_table(table)[0][0]
    steps.choose_row(table, 0)
    steps.expect_parameter(page, "segment", number)
    expect(steps.segment_heading(page, int(number))).to_be_visible()
    expect(page.locator(".figure")).to_have_count(2)


@pytest.mark.exhaustive
def test_edits_are_told_apart_by_sign_and_an_edit_is_drawn_and_counted(open_page, page, settle):
    received = []
    page.on("websocket", lambda websocket: websocket.on("framereceived", lambda frame: received.append(frame)))
    open_page("/ter?set=textbook&segment=7&ter_systems=candidate-1", TOKEN)
    steps.until(page, page.locator(f"{TOKEN} sup").all_text_contents, lambda signs: {"~", "+"} <= set(signs))
    expect(page.locator(".outputs")).to_contain_text("30.77")
    page.get_by_text("What if? Edit the hypothesis").click()
    area = page.locator(".st-key-what-if textarea")
    area.fill("SAUDI ARABIA denied")
    area.press("Control+Enter")
    expect(page.locator(".outputs")).to_contain_text("76.92")
    steps.expect_drawn(page, lambda words: words[:3] == ["SAUDI", "ARABIA", "denied"])
    steps.go(page, "Segments")
    settle(page.locator(".bs .line"))
    assert sum(send.STYLE.encode() in frame for frame in received) == 1, "the style is sent once a visit"
    sheets = "[...document.querySelectorAll('style')].filter(style => style.textContent.includes('.bs .line')).length"
    steps.until(page, lambda: page.evaluate(sheets), lambda found: found == 1)


def check_order(page, rightwards):
    """The first words of the output stand side by side in reading order, and nothing is wider than the page."""

    def places():
        read = "tokens => tokens.map(token => token.getBoundingClientRect()).map(box => [box.x, box.y])"
        return page.locator(TOKEN).evaluate_all(read)[:3]

    def are_in_order(places):
        across = [x for x, _ in places]
        return across == sorted(across, reverse=not rightwards) and len({y for _, y in places}) == 1

    steps.until(page, places, are_in_order)
    scroller = page.locator(".figure .scroller").first
    steps.until(page, lambda: scroller.evaluate("s => s.scrollWidth - s.clientWidth"), lambda wider: wider <= 0)
