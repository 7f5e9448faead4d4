"""Read documents of mt-metrics-eval: ``domain<TAB>document`` a line, in the order of segments.

A document is a name in a domain: if several domains have the same name, such as a number that starts anew in each
domain, it names several documents.
"""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ....counting.progress import Progress, no_progress
from ...errors import FormatError
from ...limits import FileLimits
from ...plain_text.text import DecodedText
from ..found_judgments import FoundDocuments
from ..scores.cells import parse_names, read_cell_columns

EXPECTED = "the domain, a tab and the document of each segment"


def read_document_lines(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundDocuments]:
    """Return the document and domain of each segment, one a line, none blank; cells after the document are left out."""
    if not text.data.strip():
        raise FormatError(file, "only blank lines", EXPECTED)
    columns, lines = read_cell_columns(file, text.data, (2, 1, 3, 4), limits)
    if lines[-1] != len(lines):
        blank = int(np.argmax(lines != np.arange(1, len(lines) + 1))) + 1
        raise FormatError(file, "a blank line", EXPECTED, blank)
    on_progress(1)
    if len(columns) == 1:
        return [FoundDocuments(file, parse_names(file, columns[0], lines, "document"))]
    domains = parse_names(file, columns[0], lines, "domain")
    return [
        FoundDocuments(
            file, _unique_document_names(parse_names(file, columns[1], lines, "document"), domains), columns[0]
        )
    ]


def _unique_document_names(documents: pa.StringArray, domains: pa.StringArray) -> pa.StringArray:
    """Return the names of documents, as ``domain/document`` if several domains have the name."""
    pairs = pa.table({"document": documents, "domain": domains}).group_by(["document", "domain"]).aggregate([])
    counts = pc.value_counts(pairs["document"].combine_chunks())
    several = counts.field("values").filter(pc.greater(counts.field("counts"), 1))
    if not len(several):
        return documents
    in_domain = pc.binary_join_element_wise(domains, documents, "/")
    return pc.if_else(pc.is_in(documents, several), in_domain, documents)
