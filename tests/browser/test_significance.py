"""The page Significance: the answer, a square of the matrix, a row, runs of one system, and a run that is cancelled."""

import random
import re
from contextlib import suppress
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import TimeoutError, expect

from tests.browser import steps

VERDICT = ".verdict"
MATRIX = ".st-key-matrix .js-plotly-plot"
END = "p is of this pair alone"
RANDOM = random.Random(5)
WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
REFERENCE = [RANDOM.choices(WORDS, k=12) for _ in range(400)]


def output(share):
    """The reference with about that share of its words kept."""
    lines = ([w if RANDOM.random() < share else "other" for w in line] for line in REFERENCE)
    return "".join(f"{' '.join(line)}\n" for line in lines)


NINE = {
    f"system.{name}.opt{run}.txt": output(share)
    for name, share in (("base", 0.8), ("big", 0.9), ("odd", 0.8))
    for run in range(3)
} | {"reference.txt": "".join(f"{' '.join(line)}\n" for line in REFERENCE)}


def whole(page, settle):
    """Waits until nothing is on its way."""
    expect(page.get_by_text(END)).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    expect(page.locator(MATRIX)).to_have_count(1)  # for a moment there are two, when the page is drawn anew
    settle(page)


def verdict(page, number=0):
    return page.locator(VERDICT).nth(number)


def choose_square(page, row, column, system):
    """Clicks the square of a column in the row of a system; again if the page moved meanwhile."""
    matrix = page.locator(MATRIX)
    for _ in range(10):
        matrix.scroll_into_view_if_needed()
        place = matrix.evaluate(
            """(plot, [row, column]) => {
                const {xaxis, yaxis} = plot._fullLayout;
                return {x: xaxis._offset + xaxis.d2p(column), y: yaxis._offset + yaxis.d2p(row)};
            }""",
            [row, column],
        )
        matrix.click(position=place)
        with suppress(TimeoutError):
            return page.wait_for_url(lambda url: parse_qs(urlsplit(url).query).get("pair_a") == [system], timeout=3000)
    raise AssertionError(f"the square of {system} was not chosen: {page.url}")


def test_the_answer_a_square_a_row_and_the_way_to_compare(open_page, settle):
    page = open_page("/significance?tokenize=char")
    whole(page, settle)
    expect(verdict(page)).to_contain_text("leads with BLEU")
    ranking = steps.table(page)
    assert [row[0] for row in ranking] == ["1", "2", "3"]
    names = [row[1] for row in ranking]
    assert names[0] in verdict(page).inner_text()
    assert [page.locator(f".st-key-pair_{key} input").input_value() for key in "ab"] == names[:2]
    choose_square(page, 2, 0, names[2])
    expect(page.locator(".st-key-pair_b input")).to_have_value(names[0])
    whole(page, settle)
    expect(verdict(page, 1)).to_contain_text(f"{names[0]} is better than {names[2]} by")
    said = page.get_by_text("p = (c + 1) / (R + 1)").inner_text()
    count, trials = map(int, re.search(r"\((\d+) \+ 1\) / \(([\d,]+) \+ 1\)", said.replace(",", "")).groups())
    assert said.endswith(f"{(count + 1) / (trials + 1):.4f}")
    for key in ("forest", "null", "resamples"):
        expect(page.locator(f".st-key-{key} .js-plotly-plot")).to_be_visible()
    check_a_row(page, settle)
    check_the_way_to_compare_and_back(page, settle)


def check_a_row(page, settle):
    """It leads to its segment."""
    table = page.locator("[class*=st-key-influence]").get_by_test_id("stDataFrame")
    number = table.locator("tbody tr").nth(1).locator("td").first.text_content()
    table.scroll_into_view_if_needed()
    table.click(position={"x": 18, "y": 36 + 35 + 17})
    steps.expect_parameter(page, "segment", number)
    settle(page)
    page.get_by_role("link", name="Read the chosen segment on the Segments page").click()
    expect(steps.segment_heading(page, int(number))).to_be_visible()
    steps.go(page, "Significance")
    whole(page, settle)


def check_the_way_to_compare_and_back(page, settle):
    """The pair, the metric and the settings go along."""
    steps.choose(page, "significance_metric", "chrF")
    expect(verdict(page)).to_contain_text("chrF")
    whole(page, settle)
    names = [page.locator(f".st-key-pair_{key} input").input_value() for key in "ab"]
    page.get_by_role("link", name="compare the two").click()
    settle(page.locator(".statements"))
    assert [page.locator(f".st-key-{key} input").input_value() for key in ("first", "second")] == names
    expect(page.locator(".statements")).to_contain_text("chrF")
    steps.choose(page, "compare_metric", "TER")
    expect(page.locator(".statements")).to_contain_text("TER")
    steps.choose(page, "second", "apertium-galician" if names[0] != "apertium-galician" else "apertium-catalan")
    settle(page)
    other = page.locator(".st-key-second input").input_value()
    page.get_by_role("link", name="Beside all other pairs").click()
    whole(page, settle)
    expect(page.locator(".st-key-pair_b input")).to_have_value(other)
    expect(verdict(page)).to_contain_text("TER")
    assert steps.parameters(page)["tokenize"] == "char"


def test_the_address_is_enough_and_controls_stay_over_pages(open_page, settle, somebody_else):
    page = open_page("/significance")
    whole(page, settle)
    steps.choose(page, "significance_metric", "TER")
    steps.expect_parameter(page, "significance_metric", "TER")
    expect(verdict(page)).to_contain_text("TER")
    whole(page, settle)
    steps.choose(page, "test", "Paired bootstrap")
    expect(page.get_by_text("from the mean of all resamples")).to_be_visible()
    whole(page, settle)
    expect(page.locator(VERDICT)).to_have_count(3)
    said, address = page.locator(VERDICT).all_inner_texts(), page.url
    steps.go(page, "Overview")
    steps.go(page, "Significance")
    expect(page.locator(VERDICT)).to_have_text(said, use_inner_text=True)
    expect(somebody_else(address, VERDICT).locator(VERDICT)).to_have_text(said, use_inner_text=True)


def test_nine_systems_that_are_three_runs_of_three(open_page, settle):
    page = open_page("/data", ".st-key-files")
    payloads = [{"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in NINE.items()]
    steps.drop(page, payloads)
    steps.use(page)
    steps.go(page, "Significance")
    whole(page, settle)
    assert len(steps.table(page)) == 9
    assert page.locator(MATRIX).evaluate("plot => plot.data[1].x.length ?? plot.calcdata[1].length") == 72
    check_widths_and_themes(page, settle)
    check_a_long_run(page, settle)
    page.locator(".st-key-runs label").first.click()
    steps.expect_parameter(page, "runs", "true")
    expect(verdict(page)).to_contain_text("big leads")
    whole(page, settle)
    rows = steps.table(page)
    assert rows[0][1] == "big"
    assert [row[2] for row in rows] == ["a", "b", "b"]
    assert [row[6] for row in rows] == ["3", "3", "3"]
    expect(page.get_by_text("base = base.opt0, base.opt1, base.opt2")).to_be_visible()
    expect(page.get_by_text("it does not matter how alike the runs of one system are")).to_be_visible()
    page.locator(".st-key-exchange").get_by_text("each output on its own").click()
    steps.expect_parameter(page, "exchange", "each output on its own")
    expect(page.get_by_text("The more alike the runs of one system are")).to_be_visible()
    whole(page, settle)
    choose_square(page, 1, 2, rows[1][1])
    expect(verdict(page, 1)).to_contain_text("not told apart")


def check_widths_and_themes(page, settle):
    """Nothing is wider than the page."""
    for width in (1400, 900):
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth") <= 0
        squares = page.locator(MATRIX).evaluate("plot => plot._fullLayout.xaxis._length / 9")
        assert squares >= 40, "legible, whatever the width"
    for scheme, ink in steps.INK.items():
        steps.in_theme(page, scheme)
        expect(page.locator(".st-key-matrix .textpoint text").first).to_have_css("fill", ink)
    page.set_viewport_size({"width": 1400, "height": 900})


def check_a_long_run(page, settle):
    """It is shown, can be cancelled, and leaves the application usable."""
    box = page.locator(".st-key-trials input")
    box.fill("1000000")
    box.press("Enter")
    cancel = page.get_by_role("button", name="Cancel")
    expect(cancel).to_be_visible()
    expect(page.get_by_test_id("stProgress").first).to_contain_text("36 pairs of systems, 1,000,000 trials")
    steps.go(page, "Overview")
    settle(page.locator(VERDICT))
    steps.go(page, "Significance")
    expect(cancel).to_be_visible()
    cancel.click()
    expect(page.get_by_text("Cancelled.")).to_be_visible()
    expect(page.get_by_role("button", name="Run again")).to_be_visible()
    expect(cancel).to_have_count(0)
    page.get_by_role("button", name="Run again").click()
    expect(cancel).to_be_visible()
    box = page.locator(".st-key-trials input")
    box.fill("2000")
    box.press("Enter")
    whole(page, settle)
    expect(page.get_by_text("(2,000 + 1)")).to_be_visible()
