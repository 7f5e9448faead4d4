"""tBLEU as a reader meets it: a threshold is moved, and numbers and lines follow."""

import pytest
from playwright.sync_api import expect

from tests.browser import steps

SLIDER = ".st-key-tbleu_epsilon input"
TOKEN = ".canvas .token"
LINK = ".canvas .link"
GRID = ".canvas .grid"
VERDICT = ".verdict"
CZECH = {
    "reference.txt": "Jedu novým červeným autem\nVčera jsme viděli nový film .\nDěti si hrály na zahradě .\n",
    "system.A.txt": "Jedu s novém červeném auto\nVčera jsme vidět nová filmu .\nDěti si hráli na zahrada .\n",
    "system.B.txt": "Jedu novým autem červeným\nVčera jsem viděl nový film .\nDěti si hrají v zahradě .\n",
}
WORDS = " ".join(f"slovo{number}" for number in range(55))
LONG = {
    "reference.txt": f"{WORDS}\nمرحبا بالعالم الجميل\n",
    "system.A.txt": f"{WORDS.replace('slovo1', 'slova1')}\nمرحبا بالعالم الجميلة\n",
}


def payloads(files):
    return [{"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in files.items()]


@pytest.fixture
def uploaded(open_page, settle):
    """Uploads files and opens the page tBLEU with them."""

    def uploaded(files):
        page = open_page("/data", ".st-key-files")
        steps.drop(page, payloads(files))
        steps.use(page)
        steps.go(page, "tBLEU")
        settle(page.locator(TOKEN))
        expect(page.get_by_role("heading", name="Aligned by chance?")).to_be_visible()
        settle(page)
        return page

    return uploaded


def words(page):
    return page.locator(f"{TOKEN} .word").evaluate_all(
        "words => words.map(word => [...word.querySelectorAll(':scope > span')].map(c => c.textContent).join(''))"
    )


def dashes(page):
    """For each link how it is drawn: "none" is solid."""
    return page.locator(LINK).evaluate_all("links => links.map(link => getComputedStyle(link).strokeDasharray)")


def expect_solid(page, count):
    """Waits until so many links are solid: they are drawn after the sentence above them."""
    for _ in range(100):
        if dashes(page).count("none") == count:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"expected {count} solid links: {dashes(page)}")


def press(page, settle, key, times):
    """Presses a key on the slider and waits for the sentence that says what epsilon does."""
    before = page.locator(VERDICT).inner_text()
    page.locator(SLIDER).focus()
    for _ in range(times):
        page.keyboard.press(key)
    expect(page.locator(VERDICT)).not_to_have_text(before)
    settle(page)


def test_moving_epsilon_changes_a_number_and_a_line(open_page, settle):
    page = open_page("/tbleu?set=inflection-hr-sl&tbleu_epsilon=0.15", TOKEN)
    assert words(page)[:3] == ["Vlak", "za", "Split"]
    scores, lines = page.locator(VERDICT).inner_text(), dashes(page)
    press(page, settle, "ArrowRight", 5)
    steps.expect_parameter(page, "tbleu_epsilon", "0.2")
    expect(page.locator(VERDICT)).to_contain_text("tolerance of 0.2 ")
    assert page.locator(VERDICT).inner_text() != scores
    expect_solid(page, lines.count("none") + 1)  # minuta becomes minut
    press(page, settle, "ArrowLeft", 5)
    expect(page.locator(VERDICT)).to_have_text(scores)
    expect_solid(page, lines.count("none"))
    assert dashes(page) == lines
    steps.go(page, "Overview")
    steps.go(page, "tBLEU")
    settle(page.locator(TOKEN))
    expect_solid(page, lines.count("none"))
    assert dashes(page) == lines
    for scheme, ink in steps.INK.items():
        steps.in_theme(page, scheme)
        expect(page.locator(TOKEN).first).to_have_css("color", ink)


def test_the_papers_example_from_uploaded_files(uploaded, settle):
    page = uploaded(CZECH)
    assert words(page) == [
        line for name in ("system.A.txt", "reference.txt") for line in CZECH[name].split("\n")[0].split()
    ]
    assert page.locator(".canvas .label").all_text_contents() == ["0", "0.33", "0.17", "0.67"]
    assert [dash != "none" for dash in dashes(page)] == [False, True, True, True]
    check_that_a_word_shows_its_partner(page)
    press(page, settle, "End", 1)
    expect_solid(page, 4)
    expect(page.locator(VERDICT)).to_contain_text("forgives 3 of 5 words")
    expect(page.locator(".bs .sum").first).to_contain_text("2.8333")
    lines_touch_their_words(page)
    page.get_by_text("What if? Edit the hypothesis").click()
    box = page.locator(".st-key-what-if textarea")
    box.fill("Jedu novým červeným autem")
    box.press("Control+Enter")
    expect(page.locator(VERDICT)).to_contain_text("100.00")
    settle(page)
    check_that_a_row_and_a_point_lead_to_their_segment(page, settle)


def check_that_a_word_shows_its_partner(page):
    """Where it is pointed at, and where keys reach it."""
    tip, lit = page.locator(".figure .tip"), page.locator(f"{TOKEN}.lit")
    page.locator(TOKEN, has_text="auto").hover()
    expect(tip).to_be_visible()
    assert "affix distance (0 + 2) / 3 = 0.667" in tip.inner_text()
    expect(lit).to_have_count(2)
    expect(page.locator(f"{LINK}.lit")).to_have_count(1)
    page.mouse.move(5, 5)
    expect(tip).to_be_hidden()
    page.locator(TOKEN).first.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator(f"{TOKEN}:focus")).to_have_text("novým")
    expect(lit).to_have_count(2)
    page.keyboard.press("ArrowUp")
    expect(page.locator(f"{TOKEN}:focus")).to_contain_text("novém")


def check_that_a_row_and_a_point_lead_to_their_segment(page, settle):
    table = page.locator("[class*=st-key-tbleu_forms]").get_by_test_id("stDataFrame")
    cells = table.locator("tbody tr").evaluate_all(
        "rows => rows.map(r => [...r.querySelectorAll('td')].map(c => c.textContent))"
    )
    row = next(number for number, cell in enumerate(cells) if "hráli" in cell)
    table.scroll_into_view_if_needed()
    table.click(position={"x": 18, "y": 36 + 35 * row + 17})
    steps.expect_parameter(page, "segment", "3")
    settle(page)
    assert words(page)[:3] == ["Děti", "si", "hráli"]
    point = page.locator(".st-key-tbleu-scatter .scatterlayer .trace").first.locator(".point").nth(1)
    point.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    box = point.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    steps.expect_parameter(page, "segment", "2")
    settle(page)
    assert words(page)[:2] == ["Včera", "jsme"]


def lines_touch_their_words(page):
    """Each link begins beneath its word and ends above its partner."""
    gaps = page.locator(LINK).evaluate_all(
        """links => links.map(link => {
            const [screen, length] = [link.getScreenCTM(), link.getTotalLength()];
            const [start, end] = [0, length].map(at => link.getPointAtLength(at).matrixTransform(screen));
            const tokens = [...link.getRootNode().querySelectorAll('.canvas .token')];
            const all = tokens.map(token => token.getBoundingClientRect());
            const gap = (point, side) => Math.min(...all.map(box =>
                Math.hypot(point.x - (box.left + box.right) / 2, point.y - box[side])));
            return Math.max(gap(start, 'bottom'), gap(end, 'top'));
        })"""
    )
    assert gaps
    assert max(gaps) < 2


def test_long_text_in_lines_and_text_from_right_to_left(uploaded, page, settle):
    uploaded(LONG)
    lines = []
    for width in (1400, 1200, 900):
        page.set_viewport_size({"width": width, "height": 900})
        if lines:
            expect(page.locator(GRID)).not_to_have_count(lines[-1])
        lines.append(page.locator(GRID).count())
        assert len(words(page)) == 110
        assert page.locator(".scroller").evaluate("s => s.scrollWidth - s.clientWidth") <= 0
        assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth") <= 0
        lines_touch_their_words(page)
    assert 2 < lines[0] < lines[1] < lines[2]
    page.keyboard.press("j")
    expect(page.locator(TOKEN)).to_have_count(6)
    settle(page)
    first, second, third = (token.bounding_box()["x"] for token in page.locator(TOKEN).all()[:3])
    assert first > second > third
    lines_touch_their_words(page)
