"""The sets of a dropped campaign that could not be kept; Matrix names them as long as the page is open."""

from collections.abc import Mapping

from ui.session import state

REFUSED = "matrix_refused"
"""Session key of the project, and of the reason for each set that it lacks, by name."""


def note_refused_sets(project_id: str, refused: Mapping[str, str]) -> None:
    """Remember for the page Matrix which sets of this project could not be made, and why."""
    state.set_widget_value(REFUSED, (project_id, dict(refused)))


def refused_sets(project_id: str) -> dict[str, str]:
    """Return the reason for each set that could not be made, by name; empty if the last drop was another project."""
    of_project, refused = state.widget_value(REFUSED) or ("", {})
    return refused if of_project == project_id else {}
