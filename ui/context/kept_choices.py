"""The choices for the test set in use: the address's choices, or else the choices kept by the set's project."""

from ui.session import state
from ui.store import kept
from workspace import UnavailableError

NO_BASELINE = NO_FAULTS = "(none)"
"""Value in the address for no baseline, or for no kept faults, where the project keeps some."""


def choice_in_use(name: str) -> str:
    """Return the choice under one of the names in ``state.OF_SET``; empty where neither address nor project has one."""
    return state.address_value(name) or kept_choice(name)


def kept_choice(name: str) -> str:
    """Return the choice that the project of the set in use keeps under this name; empty for a set that is not kept."""
    try:
        version = kept.find_kept_version(state.chosen_set())
    except UnavailableError:  # happens in a callback; the page that follows reports it
        return ""
    return "" if version is None else str(getattr(version, name))


def chosen_faults() -> str:
    """Return the doctor's findings that are kept as faults of systems, as an address has them; empty for none."""
    chosen = choice_in_use(state.KEPT_FAULTS)
    return "" if chosen == NO_FAULTS else chosen


def faults_over_kept(chosen: str) -> str:
    """Return the address's value for these findings kept as faults; empty where the project keeps the same ones."""
    return "" if chosen == kept_choice(state.KEPT_FAULTS) else chosen or NO_FAULTS


def chosen_baseline() -> str:
    """Return the name of the baseline in use, which the test set may not have; empty for none."""
    chosen = choice_in_use("baseline")
    return "" if chosen == NO_BASELINE else chosen
