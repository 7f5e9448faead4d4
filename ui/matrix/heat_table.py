"""The heat map of systems and sets, darker for better ranks; a click on a cell opens its set."""

from collections.abc import Callable, Mapping
from typing import Any

from ui.kit import steps
from ui.session import state

KEY = "matrix_table"


def draw_matrix_table(payload: Mapping[str, Any], choose: Callable[[int, int, int, steps.Heard], object]) -> None:
    """Draw the tables of ``matrix_tables.matrix_payload``.

    ``choose`` gets the number of the table, the row and the column that are clicked, and the presses to note with them,
    as for ``steps.draw_choosing_component``.
    """

    def choose_there(table: int, row: int, column: int, heard: steps.Heard) -> None:
        """Pass a click on; ignore a click outside the tables, from an earlier page with more cells."""
        tables, is_set = payload["tables"], column in range(len(payload["sets"]))
        if is_set and table in range(len(tables)) and row in range(len(tables[table]["rows"])):
            choose(table, row, column, heard)
        else:
            state.note_presses(heard)

    steps.draw_choosing_component(_table, KEY, payload, choose_there)


_table = steps.component(__file__, "bleuscope_matrix_of_sets")
