"""The table of systems and sets as squares, the darker the better; a click on one leads to its set."""

from collections.abc import Callable, Mapping
from typing import Any

from ui.kit import steps
from ui.session import state

KEY = "matrix_table"


def draw_matrix_table(payload: Mapping[str, Any], choose: Callable[[int, int, int, steps.Heard], object]) -> None:
    """Draws the tables as ``matrix_tables.matrix_payload`` has them.

    ``choose`` takes the number of the table, the row and the column that are clicked, and what to note with them, as of
    ``choosing.draw_choosing_component``.
    """

    def choose_there(table: int, row: int, column: int, heard: steps.Heard) -> None:
        """A click may come from a page that had more of them."""
        tables, is_set = payload["tables"], column in range(len(payload["sets"]))
        if is_set and table in range(len(tables)) and row in range(len(tables[table]["rows"])):
            choose(table, row, column, heard)
        else:
            state.note_presses(heard)

    steps.draw_choosing_component(_table, KEY, payload, choose_there)


_table = steps.component(__file__, "bleuscope_matrix_of_sets")
