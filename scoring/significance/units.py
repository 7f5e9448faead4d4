"""What a draw takes as one: a segment, or a document with all its segments.

Sentences of one document have a topic, an author and a style in common, so that they are no independent observations.
Drawing whole documents (a cluster bootstrap; Davison and Hinkley 1997, section 3.8) takes that into account.
Statistics are additive: a document's row is the sum of its segments' rows, and all tests take such rows as they are.
"""

from collections.abc import Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..arrays import Floats, Ints, rows_at
from ..checks import as_numbers, check_known
from ..texts import Text, as_column, check_counts
from .draws import check_measured

SEGMENT, DOCUMENT = "segment", "document"
UNITS = (SEGMENT, DOCUMENT)


def check_unit(unit: str) -> None:
    """Raises ``ValueError`` for an unknown one."""
    check_known(unit, UNITS, "unit")


def _names(documents: Text) -> pa.StringArray:
    return pc.fill_null(as_column(documents, "documents"), "")


def count_documents(documents: Text) -> int:
    """How many documents segments with these names are of, as ``document_places`` tells them apart."""
    names = _names(documents)
    nameless = int(pc.sum(pc.equal(names, "")).as_py() or 0)
    return len(pc.unique(names)) - bool(nameless) + nameless


def document_places(documents: Text) -> Ints:
    """(n_segments,), int64: the number of each segment's document from 0, in the order in which they first appear.

    ``documents`` are their names, one a segment. Segments of one name are one document wherever they stand; a segment
    without a name, empty or missing, is a document by itself. Raises ``ValueError`` for what are no names.
    """
    names = _names(documents)
    codes = np.array(names.dictionary_encode().indices, np.int64)
    is_nameless = np.array(pc.equal(names, ""), bool)
    codes[is_nameless] = len(codes) + np.arange(np.count_nonzero(is_nameless))
    _, first, places = np.unique(codes, return_index=True, return_inverse=True)
    ranks: Ints = np.argsort(np.argsort(first)).astype(np.int64)
    return ranks[places]


def by_document(measured: Mapping[str, Floats], documents: Text) -> dict[str, Floats]:
    """For each system the sums of each document's segments, (n_documents, ...) from (n_segments, ...).

    A row is a document, in the order in which they first appear: see ``document_places``. Raises ``ValueError`` as
    that does, and where systems and ``documents`` do not have as many segments.
    """
    check_measured(measured)
    rows = {system: np.atleast_1d(as_numbers(values, f"statistics of {system}")) for system, values in measured.items()}
    places = document_places(documents)
    check_counts({"documents": len(places)} | {system: len(statistics) for system, statistics in rows.items()})
    n_documents = int(places.max(initial=-1)) + 1
    return {system: rows_at(places, statistics, n_documents) for system, statistics in rows.items()}
