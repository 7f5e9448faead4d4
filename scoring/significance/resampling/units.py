"""What a draw takes as one: a segment, or a document with all its segments.

Sentences of one document have a topic, an author and a style in common, so that they are no independent observations.
Drawing whole documents (a cluster bootstrap; Davison and Hinkley 1997, section 3.8) takes that into account.
Statistics are additive: a document's row is the sum of its segments' rows, and all tests take such rows as they are.
"""

from collections.abc import Mapping

import numpy as np

from ...checks import as_float_array, check_known
from ...counting.arrays import Floats
from ...origins import DOCUMENT, SEGMENT, Origins
from ...text.texts import Text, check_counts
from .draws import check_measured

UNITS = (SEGMENT, DOCUMENT)


def check_unit(unit: str) -> None:
    """Raises ``ValueError`` for an unknown one."""
    check_known(unit, UNITS, "unit")


def by_document(measured: Mapping[str, Floats], documents: Text) -> dict[str, Floats]:
    """For each system the sums of each document's segments, (n_documents, ...) from (n_segments, ...).

    ``documents`` are their names, one a segment. A row is a document, in the order in which they first appear. Raises
    ``ValueError`` where a segment has no name, and where systems and ``documents`` do not have as many segments.
    """
    check_measured(measured)
    rows = {
        system: np.atleast_1d(as_float_array(values, f"statistics of {system}")) for system, values in measured.items()
    }
    origins = Origins.of(documents)
    check_counts({"documents": len(origins.members)} | {system: len(found) for system, found in rows.items()})
    return {system: origins.sums(found) for system, found in rows.items()}
