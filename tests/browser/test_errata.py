"""The page Errata in a real browser: each misprint, its way to the Playground, and what its example sets."""

from playwright.sync_api import expect

from tests.browser import steps
from ui.errata.errata import ERRATA

PROJECTOR = {"width": 1280, "height": 800}
SCORES = "[data-testid=stDataFrame]"
HYPOTHESES = ".st-key-playground_hypotheses textarea"


def test_each_misprint_fits_a_projector_and_opens_in_the_playground(open_page, page, settle):
    page.set_viewport_size(PROJECTOR)
    open_page("/playground", SCORES)
    for number, (name, erratum) in enumerate(ERRATA.items()):
        steps.go(page, "Lessons")
        page.get_by_role("link", name="Errata in the literature").click()
        page.locator(".st-key-erratum").get_by_text(name, exact=True).click()
        expect(page.get_by_role("heading", name=erratum.claim)).to_be_visible()
        settle(page)
        link = page.get_by_role("link", name="Open in Playground")
        steps.in_theme(page, ("dark", "light")[number % 2])
        steps.until(page, link.bounding_box, is_on_one_screen)
        link.click()
        expect(page.locator(HYPOTHESES)).to_have_value(erratum.texts.hypotheses)
        settle(page.locator(SCORES))
        expect(page.locator(".st-key-view").get_by_role("radio", checked=True)).to_have_text(erratum.view)
        for parameter, value in erratum.own.items():
            steps.expect_parameter(page, parameter, f"{value:g}" if isinstance(value, float) else str(value).lower())
        steps.expect_parameter(page, "tokenize", "none")
        expect(page.locator(".st-key-tokenize input")).to_have_value("none")
        expect(page.locator(".st-key-max_order")).to_contain_text(str(erratum.settings["max_order"]))
    before = steps.expect_table(page)
    page.reload()
    steps.expect_table(page, lambda rows: rows == before)


def is_on_one_screen(box):
    return box is not None and box["y"] + box["height"] <= PROJECTOR["height"]


def test_back_leads_to_the_misprint_and_what_it_sets_is_in_sight_and_goes_back_at_a_click(open_page, page, settle):
    page.set_viewport_size(PROJECTOR)
    open_page("/errata", ".bs .errata td")
    page.locator(".st-key-erratum").get_by_text("Smoothing 4", exact=True).click()
    claim = page.get_by_role("heading", name=ERRATA["Smoothing 4"].claim)
    for _ in range(2):
        expect(claim).to_be_visible()
        expect(page.get_by_role("heading", name="Errata", exact=True)).to_be_visible()
        settle(page)
        page.get_by_role("link", name="Open in Playground").click()
        settle(page.locator(SCORES))
        steps.expect_parameter(page, "smoothing", "4")
        page.go_back()
    page.go_forward()
    chips = [page.locator(f".st-key-chip-{key} button:visible") for key in ("smoothing", "tokenize", "max_order")]
    steps.go(page, "Overview")
    for chip, said in zip(chips, ("smoothing 4", "tokenizer none", "longest n-gram 2"), strict=True):
        expect(chip.first).to_contain_text(said)
        expect(chip.first).to_be_in_viewport()
    settle(page.locator(".verdict"))
    changed = page.locator(".verdict").inner_text()  # at rest, so it is what the example has set
    for chip in chips:
        chip.first.click()
        expect(chip).to_have_count(0)
    expect(page.locator(".verdict")).not_to_have_text(changed, use_inner_text=True)
    steps.expect_parameters(page, lambda found: not {"tokenize", "smoothing", "max_order"} & found.keys())
    expect(page.locator(".st-key-tokenize input")).to_have_value("13a")
