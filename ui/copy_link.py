"""The button that copies the address of a page, and says for how long and for whom the link works."""

from pathlib import Path

from server.identity.access import ALONE, access
from ui.kit import steps
from ui.session import state
from ui.store import kept
from ui.store.samples import ALL_SAMPLES

TEMPORARY = "The link works until the server stops, because this server has no place to keep test sets."
SAMPLE = "Everyone who can open this server sees the same view."
OF_SERVER = "Everyone who can open this server sees the same view, until the test set is deleted."
OF_PROJECT = "The link works for you and for everyone who shares the project of this test set."

_component = steps.component_of_scripts("bleuscope_copy_link", Path(__file__).with_suffix(".js"), style=__file__)


def draw_copy_link() -> None:
    """Draw the button that copies the browser's address, with the version of the test set in use."""
    kept_version = kept.find_kept_version(state.chosen_set())
    pinned = state.chosen_set() if kept_version is None else f"{kept_version.id}.{kept_version.number}"
    _component(key="copy-link", data={"set": pinned, "says": who_can_open()}, width="content")


def who_can_open() -> str:
    """Return a sentence on who can open a link to the test set in use, and for how long."""
    if state.chosen_set() in ALL_SAMPLES:
        return SAMPLE
    if kept.is_gone_with_server():
        return TEMPORARY
    return OF_SERVER if access().mode == ALONE else OF_PROJECT
