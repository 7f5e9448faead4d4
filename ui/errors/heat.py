"""Error kinds and systems as a heat map; a click on a cell opens its segments."""

from collections.abc import Callable, Mapping
from typing import Any

from ui.kit import steps
from ui.session import state

KEY = "heat"


def draw_heat_map(payload: Mapping[str, Any], choose: Callable[[int, int, steps.Heard], object]) -> None:
    """Draw the heat map of ``error_tables.cells``.

    ``shows`` in the payload, if any, is the CSS selector of the part of the page that shows the chosen cell; it scrolls
    into view. ``choose`` gets the row and the column that are clicked, and the presses to note with them, as for
    ``steps.draw_choosing_component``.
    """

    def choose_there(row: int, column: int, heard: steps.Heard) -> None:
        """Pass a click on; ignore a click outside the table, from an earlier table with more cells."""
        if row in range(len(payload["rows"])) and column in range(len(payload["systems"])):
            choose(row, column, heard)
        else:
            state.note_presses(heard)

    steps.draw_choosing_component(_table, KEY, payload, choose_there)


_table = steps.component(__file__, "bleuscope_errors")
