"""What a view of one segment is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ui.context.context import Context


@dataclass(frozen=True)
class SegmentView:
    """What a reader looks at: one segment, and outputs of it."""

    index: int
    """The segment's, from 0."""
    texts: Mapping[str, str]
    """System -> its output, in the order in which they are shown."""
    chosen: str
    """The one of these systems that a view of a single output shows."""
    cards: int | None = None
    """With more outputs than this, only the chosen one's arithmetic is shown; None: always all."""


@dataclass(frozen=True)
class View:
    """A segment as one metric sees it. ``ui/<folder>/one_segment.py`` exports one as ``VIEW``."""

    metric: str
    """The name in METRICS of the metric that it explains; empty where it explains none."""
    label: str
    """What people choose it by."""
    of_all: bool
    """Whether it shows all outputs, and not the chosen one alone."""
    draw: Callable[[Context, SegmentView], None]
    controls: tuple[str, ...] = ()
    """Parameters of the address by which a reader chooses what it shows; a link to it holds them."""
    is_there: Callable[[Context], bool] = lambda context: True
    """Whether the test set in use has what it shows."""
    names_segment: bool = False
    """Whether the tables that it offers to take away have the segment's number in their names."""
