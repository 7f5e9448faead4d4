"""What every browser of the tests is told before it opens a page."""

from playwright.sync_api import BrowserContext

from tests.browser.steps import WAIT_SECONDS

# Streamlit's client calls the script at rest until the server answers what it asked for: so this notes that it asked.
NOTE_WHAT_IS_ASKED = """
    const {send} = WebSocket.prototype, asked = on => document.documentElement?.toggleAttribute("data-asked", on);
    WebSocket.prototype.send = function (...message) {
        this.onceHeard ??= this.addEventListener("message", () => asked(false)) ?? true;
        asked(true);
        return send.apply(this, message);
    };
"""
# Nothing moves: what fades, slides or shimmers costs more time than all that is tested.
KEEP_STILL = """
    new MutationObserver((_, watch) => {
        if (!document.documentElement) return;
        watch.disconnect();
        const style = document.createElement("style");
        style.textContent = "*, ::before, ::after { animation: none !important; transition: none !important }";
        document.documentElement.append(style);
    }).observe(document, {childList: true});
"""


def keep_still(context: BrowserContext) -> None:
    """Pages in it say when they are at rest, nothing in them moves, and a test is patient with them."""
    context.set_default_timeout(WAIT_SECONDS * 1000)
    for script in (NOTE_WHAT_IS_ASKED, KEEP_STILL):
        context.add_init_script(script)
