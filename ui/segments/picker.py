"""The list of segments on the page: a click on a row chooses its segment, and the chosen row is visible and marked.

Another component marks the chosen row, so that the list is not made again at every step.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ui.kit import part, steps
from ui.session import state

KEY = "picker"


def draw_segment_list(
    rows: Sequence[Mapping[str, object]], colors: Sequence[str], choose: Callable[[int, steps.Heard], object]
) -> None:
    """Draw the rows of ``listing.list_rows``, with their scores in these colours.

    ``choose`` gets the number of the clicked segment, and the presses to note with it; it is called before or during
    the run that answers the click.
    """
    steps.draw_choosing_component(_list, KEY, {"rows": rows, "colors": colors}, choose, part.read_on, tells=False)


def mark_chosen_segment(chosen: int) -> None:
    """Mark the chosen segment by its number in the list, and report which press was received last."""
    _chosen(key=f"{KEY}-chosen", data={"number": chosen, "heard": state.last_handled_press(KEY)})


_list = steps.component(__file__, "bleuscope_segments")
_chosen = steps.component_of_scripts("bleuscope_chosen_segment", Path(__file__).with_suffix(".chosen.js"))
