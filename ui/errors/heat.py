"""Kinds of errors and systems as a table of squares, the darker the more; a click on one leads to its segments."""

from collections.abc import Callable, Mapping
from typing import Any

from ui.kit import steps
from ui.session import state

KEY = "heat"


def draw_heat_map(payload: Mapping[str, Any], choose: Callable[[int, int, steps.Heard], object]) -> None:
    """Draws the squares as ``error_tables.cells`` gives them.

    ``shows`` in the payload, if there is any, selects what on the page shows the chosen one, and comes into sight.
    ``choose`` takes the row and the column that are clicked, and what to note with them, as of
    ``choosing.draw_choosing_component``.
    """

    def choose_there(row: int, column: int, heard: steps.Heard) -> None:
        """A click may come from a table that had more of them."""
        if row in range(len(payload["rows"])) and column in range(len(payload["systems"])):
            choose(row, column, heard)
        else:
            state.note_presses(heard)

    steps.draw_choosing_component(_table, KEY, payload, choose_there)


_table = steps.component(__file__, "bleuscope_errors")
