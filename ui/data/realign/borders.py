"""The component that draws borders between segments, which mouse, touch and keys can move."""

from collections.abc import Callable, Mapping
from typing import Any

from ui.kit import steps
from ui.session import state

KEY = "borders"


def draw_borders(payload: Mapping[str, Any], move: Callable[[Any], None]) -> None:
    """Draw the rows of ``border_rows``; ``move`` takes the pairs of border and word that the page sends."""

    def take(moves: Any, heard: steps.Heard) -> None:
        state.note_presses(heard)
        move(moves)

    steps.draw_choosing_component(_rows, KEY, payload, take)


_rows = steps.component(__file__, "bleuscope_borders")
