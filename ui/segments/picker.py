"""The list of segments on the page: a click anywhere on a row chooses it, and the chosen one is marked and in sight.

Which one is chosen is told by a component of its own, so that the list is made once and not again at every step.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ui.kit import part, steps
from ui.session import state

KEY = "picker"


def draw_segment_list(
    rows: Sequence[Mapping[str, object]], colors: Sequence[str], choose: Callable[[int, steps.Heard], object]
) -> None:
    """Draws the rows, as ``listing.rows`` makes them, their scores in these colours.

    ``choose`` takes the number of the segment that is clicked, and what to note with it; it is called before the run
    that answers the click, or in it.
    """
    steps.draw_choosing_component(_list, KEY, {"rows": rows, "colors": colors}, choose, part.read_on, tells=False)


def mark_chosen_segment(chosen: int) -> None:
    """Tells the list the number of the segment that is chosen, and which press was heard last."""
    _chosen(key=f"{KEY}-chosen", data={"number": chosen, "heard": state.heard(KEY)})


_list = steps.component(__file__, "bleuscope_segments")
_chosen = steps.scripted("bleuscope_chosen_segment", Path(__file__).with_suffix(".chosen.js"))
