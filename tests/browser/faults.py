"""What axe-core, which axe-playwright-python brings along, finds to keep people with disabilities from a page."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

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

IS_SHOWN = """
() => !document.querySelector("[data-stale=true]") &&
    document.getAnimations().every(({playState, effect}) =>
        playState !== "running" || effect.getComputedTiming().endTime === Infinity)
"""
"""Whether nothing is pale because it is about to come or to go."""

OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""Rules that the other theme may break."""


def serious(page: Page, rules: list[str] | None = None) -> list[str]:
    """The serious and critical faults of the page as it is now, by these rules; by default by all."""
    page.wait_for_function(IS_SHOWN)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(FAULTS, [rules, STREAMLITS_OWN])
    return found
