"""Every page, one record each: the sidebar, links and tests read it from here."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """A page and what the frame around it needs to know."""

    name: str
    """Its file in pages/, and its address."""
    title: str
    needs_set: bool = True
    """Whether there is nothing to see where the test set in use is gone."""
    shows_set: bool = True
    """Whether systems and references of the test set in use are looked at."""
    uses_settings: bool = True
    """Whether the settings of the sidebar change what it shows."""
    unfolds: str = ""
    """The heading whose settings are in sight on it, without a click."""


PAGES = {
    page.name: page
    for page in (
        Page("overview", "Overview"),
        Page("segments", "Segments"),
        Page("smoothing", "Smoothing"),
        Page("ter", "TER"),
        Page("tbleu", "tBLEU", unfolds="tBLEU"),
        Page("significance", "Significance"),
        Page("compare", "Compare"),
        Page("learn", "Learn", needs_set=False, shows_set=False, uses_settings=False),
        Page("playground", "Playground", needs_set=False, shows_set=False, unfolds="tBLEU"),
        Page("errata", "Errata", needs_set=False, shows_set=False, uses_settings=False),
        Page("data", "Data", needs_set=False),
    )
}
"""By name, in the order of the menu; the first is the start page."""


def path(name: str) -> str:
    """A page's file as Streamlit wants it: seen from ui/shell.py. ``KeyError`` for a page that there is not."""
    return f"../pages/{PAGES[name].name}.py"
