"""Put lists of candidates into the order of their references, by the ids in their JSON file."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from ...formats.assembly import align, order_notices
from ...formats.columns import Column, Notice, Role
from ...formats.json_files.other_fields import OtherFields
from ...formats.own_texts import own_texts
from ..lists import Lists


def line_up_lists(
    file: str, lists: Lists, other_fields: OtherFields, columns: Sequence[Column], references: Sequence[pa.StringArray]
) -> tuple[Lists, list[Notice]]:
    """Return the lists in the order of the references, and notices on the order.

    ``other_fields`` has the other fields of the lists' file. ``columns`` are those references that were read whole,
    used for the alignment; ``references`` are the texts of all references. Raises ``FormatError`` for ids that do not
    match.
    """
    numbers = pa.array(np.arange(lists.n_segments)).cast(pa.string())
    rows = other_fields.give(Column(file, "lists", Role.SYSTEM, numbers, format="JSONL", stated=True))
    notices = order_notices([*columns, rows], len(columns) < len(references))[-1]
    aligned = align([*columns, rows])[-1]
    order = aligned.segments.cast(pa.int64()).to_numpy()
    for own in own_texts([aligned]):
        own.compare(0, [], references)
        notices = [*notices, *own.notices(lists.n_segments)]
    is_moved = not np.array_equal(order, np.arange(lists.n_segments))
    return (lists.only(order) if is_moved else lists), notices
