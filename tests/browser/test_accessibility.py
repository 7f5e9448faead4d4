"""axe-core, which is brought along by axe-playwright-python, finds no serious fault on any page, in either theme."""

from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.browser import steps
from ui import navigation

STREAMLITS_OWN = {
    # The menu's groups are <div> between its list and their items.
    "list": "[data-testid=stSidebarNavItems]",
    "listitem": "[data-testid=stSidebarNavItems] > div > li",
}
"""Rule -> what breaks it in Streamlit's own markup, which neither configuration nor style can change."""
FAULTS = """
async ([rules, streamlitsOwn]) => {
    const found = await axe.run({resultTypes: ["violations"], ...rules && {runOnly: rules}});
    const isOurs = (rule, target) => {
        let part = document;
        for (const selector of target.flat()) part = (part.shadowRoot ?? part).querySelector(selector);
        return !(rule in streamlitsOwn && part.matches(streamlitsOwn[rule]));
    };
    return found.violations
        .filter(({impact}) => ["serious", "critical"].includes(impact))
        .flatMap(({id, nodes}) => nodes.filter(({target}) => isOurs(id, target)).map(({html, any, all, none}) =>
            `${id}: ${[...any, ...all, ...none].map(({message}) => message).join("; ")}: ${html}`));
}
"""

OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""Rules that the other theme may break."""


def test_every_page_is_opened():
    assert {urlsplit(path).path.strip("/") or navigation.START for path in steps.OPEN} == navigation.PAGES.keys()


@pytest.mark.parametrize(("path", "target"), steps.OPEN.items(), ids=steps.OPEN)
def test_a_page_has_no_serious_fault_in_either_theme(open_page, page, path, target):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_page(path, target)
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(FAULTS, [None, STREAMLITS_OWN]) == []
    steps.in_theme(page, "dark")
    assert page.evaluate(FAULTS, [OF_COLOURS, STREAMLITS_OWN]) == []


def test_a_fault_of_ours_is_found(open_page, page):
    open_page("/glossary", "dt")
    page.evaluate(AXE_SCRIPT)
    page.locator("dt").first.evaluate("term => term.style.cssText = 'color: #bbb; background: #fff'")
    (fault,) = page.evaluate(FAULTS, [OF_COLOURS, STREAMLITS_OWN])
    assert fault.startswith("color-contrast: ")
