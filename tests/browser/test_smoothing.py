"""The Smoothing page in a real browser: parameters, flips, points and edits move what the reader sees."""

from playwright.sync_api import expect

from tests.browser import steps

TABLE = "table.methods"
FILES = {
    "reference.txt": "are you ready ?\nthe cat sat on the mat today\na b c d e f g h\n",
    "system.One.txt": "you are ready ?\nthe cat sat on a mat\na b c x e f g h\n",
    "system.Two.txt": "ready are you ?\nthe mat sat on the cat today\na b x d e x g h\n",
}


def scores(page):
    """Method -> the BLEU that its row ends with."""
    rows = page.locator(f"{TABLE} tbody tr:not(.how)")
    return dict(rows.evaluate_all("rows => rows.map(row => [row.cells[0].textContent, row.lastChild.textContent])"))


def score_of(page, method):
    return page.locator(f"{TABLE} tbody tr:not(.how)").nth(int(method)).locator("td").last


def press(page, key, button):
    page.locator(f".st-key-{key} input").first.focus()
    page.keyboard.press(button)


def test_a_parameter_and_an_edit_move_numbers_which_come_back(open_page, settle, tmp_path):
    page = open_page("/data", ".st-key-files")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    steps.drop(page, [tmp_path / name for name in FILES])
    steps.use(page)
    steps.go(page, "Smoothing")
    settle(page.locator(TABLE))
    before = scores(page)
    assert before["1"] == "20.21"  # Chen and Cherry's method 1 on "you are ready ?"
    press(page, "epsilon", "ArrowRight")
    steps.expect_parameter(page, "epsilon", "0.11")
    expect(score_of(page, "1")).not_to_have_text("20.21")
    after = scores(page)
    assert float(after["1"]) > float(before["1"])
    assert {method for method in before if before[method] != after[method]} == {"1"}
    steps.go(page, "Overview")
    steps.go(page, "Smoothing")
    settle(page.locator(TABLE))
    assert scores(page) == after, "lost at a page switch"
    page.locator(".st-key-paper-values button").click()
    page.wait_for_url(lambda url: "epsilon" not in url)
    expect(score_of(page, "1")).to_have_text("20.21")
    assert scores(page) == before
    check_an_edited_hypothesis(page, settle, before)


def check_an_edited_hypothesis(page, settle, before):
    settle(page)
    page.get_by_text("What if? Edit the hypothesis").click()
    box = page.get_by_role("textbox", name="Hypothesis")
    box.fill("are you ready ?")
    box.press("Control+Enter")
    expect(score_of(page, "0")).to_have_text("100.00")
    assert set(scores(page).values()) == {"100.00"}
    page.locator(".st-key-original button").click()
    expect(score_of(page, "0")).to_have_text("0.00")
    settle(page)
    assert scores(page) == before


def test_a_flip_and_a_point_lead_to_their_segment(open_page, settle):
    page = open_page("/smoothing?set=news-en-es", TABLE)
    flips = page.locator("[class*=st-key-leads] [data-testid=stDataFrame]")
    flips.scroll_into_view_if_needed()
    rows = flips.locator("tbody tr")
    expect(rows.nth(1)).to_be_attached()
    cells = rows.nth(1).locator("td").all_inner_texts()
    number = int(cells[0] or cells[1])
    leads = [float(cell) for cell in rows.nth(1).locator("td").all_text_contents()[-8:]]
    assert min(leads) < 0 < max(leads)
    flips.click(position={"x": 18, "y": 36 + 35 + 17})
    steps.expect_parameter(page, "segment", str(number))
    expect(steps.segment_heading(page, number)).to_be_visible()
    page.get_by_role("link", name="Read the chosen segment").click()
    expect(page.get_by_role("heading", name="Segments", exact=True)).to_be_visible()
    expect(steps.segment_heading(page, number)).to_be_visible()
    steps.go(page, "Smoothing")
    check_a_point(page, settle)


def check_a_point(page, settle):
    chart = page.locator(".st-key-method-scatter .js-plotly-plot")
    chart.scroll_into_view_if_needed()
    settle(chart)
    x, y, number = chart.evaluate(
        """plot => {
            const {xaxis, yaxis} = plot._fullLayout, points = plot.calcdata[0];
            const far = points.reduce((a, b) => (a.x + a.y > b.x + b.y ? a : b));
            const area = plot.querySelector('.nsewdrag').getBoundingClientRect();
            return [area.x + xaxis.d2p(far.x), area.y + yaxis.d2p(far.y), far.i + 1];
        }"""
    )
    page.mouse.move(x - 5, y - 5)
    page.mouse.move(x, y)
    page.mouse.click(x, y)
    steps.expect_parameter(page, "segment", str(number))
    expect(steps.segment_heading(page, number)).to_be_visible()
