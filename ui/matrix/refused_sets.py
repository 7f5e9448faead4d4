"""The sets of a dropped campaign that could not be kept: Matrix names them as long as the page is open."""

from collections.abc import Mapping

from ui.session import state

REFUSED = "matrix_refused"
"""The session's key for the project, the name of each set that it lacks, and why."""


def note_refused_sets(project_id: str, refused: Mapping[str, str]) -> None:
    """Keep for the page Matrix which sets of this project could not be made, and why."""
    state.set_widget_value(REFUSED, (project_id, dict(refused)))


def refused_sets(project_id: str) -> dict[str, str]:
    """Return why each set could not be made, by name, of the campaign that was dropped last if it became this project."""
    of_project, refused = state.widget_value(REFUSED) or ("", {})
    return refused if of_project == project_id else {}
