"""Test sets in shards: files of this machine or of a storage, counted shard by shard, and summed without rounding.

``Counting`` and ``Drawing`` work on one shard each. They run in a plain loop, or wherever ``scoring.engine`` runs them.
"""

from .comparing import check_room, compare_sums
from .counting import Counted, Counting, Lengths, together
from .drawing import Drawing, Drawn, Part, joined
from .naming import Place, Shard, Shards, find_shards
from .reading import Reading
from .rows import Tabled, Tabling, written_to

__all__ = [
    "Counted",
    "Counting",
    "Drawing",
    "Drawn",
    "Lengths",
    "Part",
    "Place",
    "Reading",
    "Shard",
    "Shards",
    "Tabled",
    "Tabling",
    "check_room",
    "compare_sums",
    "find_shards",
    "joined",
    "together",
    "written_to",
]
