"""Read the numbers in the ``metadata`` of WMT 2026's documents, such as the tokens that a model read and wrote."""

import math
from collections import defaultdict
from collections.abc import Mapping

from ...counting.progress import no_progress
from ..limits import OWN_LIMITS
from ..plain_text.text import decode_text
from .objects import objects

METADATA = "metadata"
"""Key of the metadata object in a document's line."""


def mean_metadata(file: str, data: bytes) -> Mapping[str, float]:
    """Return the mean of each number in the documents' ``metadata``, over the documents that have the number.

    Empty if there are no numbers. Raises ``FormatError`` for a file that is not JSON Lines.
    """
    values: dict[str, list[float]] = defaultdict(list)
    for _, document in objects(file, decode_text(file, data).data, OWN_LIMITS, no_progress):
        metadata = document.get(METADATA)
        for key, value in metadata.items() if isinstance(metadata, dict) else ():
            if _is_number(value):
                values[key].append(float(value))
    return {key: math.fsum(numbers) / len(numbers) for key, numbers in values.items()}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
