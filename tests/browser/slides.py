"""Whether all of a slide is in sight, in letters that can be read from afar."""

from collections.abc import Iterable

from playwright.sync_api import Page, ViewportSize

from tests.browser import steps

PROJECTORS: tuple[ViewportSize, ...] = ({"width": 853, "height": 533}, {"width": 1024, "height": 768})
"""1280 x 800 at 150 %, and one that is small."""
MIN_PX = 22
"""Of text, on the smallest projector that is not zoomed."""
SEEN = """
() => {
    const main = document.querySelector("[data-testid=stMain]"), sizes = [];
    const look = (root) => {
        for (const part of root.querySelectorAll("*")) {
            if (part.shadowRoot) look(part.shadowRoot);
            if (part.closest("svg:not(.main-svg), style, sub, sup, .katex, [data-testid=stIconMaterial]")) continue;
            const {width, height} = part.getBoundingClientRect();
            const isText = [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
            if (!isText || width < 2 || height < 2 || !part.checkVisibility()) continue;
            sizes.push(parseFloat(getComputedStyle(part).fontSize));
        }
    };
    look(document.querySelector(".st-key-presenting"));
    const parts = [...document.querySelectorAll(".st-key-seen, .st-key-said")];
    const formulas = [...document.querySelectorAll(".st-key-said .katex-display")];
    return {
        cut: Math.max(0, ...formulas.map((formula) => formula.scrollWidth - formula.clientWidth)),
        lowest: Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)) - innerHeight,
        wider: Math.max(main.scrollWidth - main.clientWidth, document.scrollingElement.scrollWidth - innerWidth),
        smallest: Math.min(...sizes),
    };
}
"""
"""By how many px a formula is cut, sentences, question, verdict and numbers go beneath the window, something is wider
than it; the smallest text."""


def check_sight(page: Page, projectors: Iterable[ViewportSize] = PROJECTORS) -> None:
    """On each of the projectors."""
    for size in projectors:
        page.set_viewport_size(size)
        expect_sight(page, MIN_PX * min(size["height"] / 768, 1) - 0.1)


def expect_sight(page: Page, least: float) -> None:
    """All of it on one screen, no text smaller than this."""

    def is_seen(seen: dict[str, float]) -> bool:
        return max(seen["lowest"], seen["wider"], seen["cut"]) <= 0 and seen["smallest"] >= least

    steps.until(page, lambda: page.evaluate(SEEN), is_seen)
