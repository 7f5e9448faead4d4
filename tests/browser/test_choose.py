"""The page Choose in a browser: the table, one segment's candidates, lists of one's own, and the way to other pages."""

import pytest
from playwright.sync_api import expect

from tests.browser import steps
from tests.candidates import REFERENCES, TEXTS
from ui.store.samples import sample

pytestmark = pytest.mark.exhaustive

FEATURES = [[(-6, 6), (-7, 6), (-5, 4)], [(-5, 5), (-4, 4), (-7, 6)]]
"""Of each of the candidates in TEXTS."""
SEND_LATE = """() => {
    const begin = setTimeout;
    window.setTimeout = (act, pause, ...given) => begin(act, pause || 3000, ...given);
    begin(() => (window.setTimeout = begin), 2500);
}"""
"""As in a browser that is so busy that it draws the server's answer before it sends what was clicked meanwhile."""


def test_a_choice_is_judged_read_and_taken_to_other_pages(open_page):
    page = open_page("/choose", steps.OPEN["/choose"])
    table = page.locator("table.gains")
    expect(table.locator("th[scope=row]")).to_have_count(5 + len(sample("news-en-es").systems))
    expect(table).to_be_in_viewport(ratio=1)
    for width in (390, 900, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        steps.expect_to_fit(page)
        assert table.evaluate("it => it.parentElement.scrollWidth <= it.parentElement.clientWidth")
    steps.open_tab(page, "One segment")
    candidates = page.locator(".candidates .line")
    expect(candidates).to_have_count(len(sample("news-en-es").systems))
    for place in range(2):  # at least one that is taken, and one to hold it against
        expect(candidates.nth(place)).to_be_in_viewport(ratio=1)
    for theme in ("light", "dark"):
        steps.in_theme(page, theme)
        steps.expect_legible(page, 3)
    (second, *_) = steps.expect_table(page, lambda rows: len(rows) > 2)[1]
    steps.choose_row(page, 1)
    steps.expect_parameter(page, "segment", second)
    expect(page.locator(".heading", has_text=f"Segment {second}")).to_be_visible()
    steps.expect_to_fit(page)
    steps.open_tab(page, "Results")
    steps.choose(page, "choose_added", "MBR by chrF")
    before = page.url
    page.get_by_role("button", name="Add as a system").first.click()
    steps.expect_parameters(page, lambda found: found.get("set", "news-en-es") not in before)
    link = page.get_by_test_id("stMain").get_by_role("link", name="Compare")
    expect(link).to_be_visible()
    steps.come_to_rest(page)
    link.click()
    expect(page.get_by_role("heading", name="Compare", exact=True, level=1)).to_be_visible()
    expect(page.locator(".st-key-first input")).to_have_value("MBR by chrF")


def test_a_click_on_a_row_counts_also_where_the_answer_to_the_one_before_it_is_drawn_first(open_page, page):
    page.add_init_script(steps.HEAR_LATE)
    open_page("/choose?choose_part=One+segment", steps.OPEN["/choose"])
    rows = steps.expect_table(page, lambda rows: len(rows) > 3)
    steps.choose_row(page, 1)
    page.locator("html[data-asked]").wait_for(state="attached")
    page.evaluate(SEND_LATE)
    steps.click_row(page.get_by_test_id("stDataFrame").first, 3, 18)
    steps.expect_parameter(page, "segment", rows[3][0])


def moses():
    """The lists as a decoder writes them; the same ones eight times, so that halves have both."""
    weights = (0.5, -0.2)
    lines = [
        f"{2 * again + number} ||| {text} ||| lm= {lm} w= {w} ||| {weights[0] * lm + weights[1] * w:.2f}\n"
        for again in range(8)
        for number, (texts, features) in enumerate(zip(TEXTS, FEATURES, strict=True))
        for text, (lm, w) in zip(texts, features, strict=True)
    ]
    return {"name": "lists.moses", "mimeType": "text/plain", "buffer": "".join(lines).encode()}


def test_lists_of_ones_own_are_dropped_and_tuned(open_page):
    page = open_page("/choose?candidates=lists&replications=2&systems=apertium-direct", ".st-key-sample-lists")
    expect(page.locator(".st-key-chip-systems").first).to_be_visible()
    uploaders = page.locator(".st-key-choose-files-lists input[type=file]")
    uploaders.nth(0).set_input_files([moses()])
    expect(page.get_by_text("lists.moses: expected 160 lists")).to_be_visible()
    reference = "".join(f"{text}\n" for text in REFERENCES[0] * 8).encode()
    uploaders.nth(1).set_input_files([{"name": "reference.txt", "mimeType": "text/plain", "buffer": reference}])
    expect(page.locator(".st-key-choice-opening .verdict")).to_be_visible()
    expect(page.get_by_text("lists.moses: 16 segments, 3 candidates each")).to_be_visible()
    expect(page.get_by_test_id("stSidebar").locator(".st-key-shown")).to_be_hidden()
    expect(page.locator(".st-key-chip-systems").first).to_be_hidden()
    steps.open_tab(page, "Tune")
    expect(page.locator(".st-key-tuned .js-plotly-plot")).to_be_visible()
    rows = steps.expect_table(page, lambda rows: len(rows) == 11)
    assert {"MERT", "MIRA", "decoder", "expected BLEU, 7"} <= {row[0] for row in rows}
    for width in (390, 900, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        steps.expect_to_fit(page)
