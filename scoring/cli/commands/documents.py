"""Which segments make up a document: from a file that says it, or from the ids that the other files have."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from ...formats import Found, read_contents
from ...formats.assemble import documents_of
from ...formats.columns import clean_file
from ...formats.judgments import FoundDocuments
from ...formats.judgments.documents import read_documents
from ...formats.text import decode
from ...significance import DOCUMENT
from ..inputs import LIMITS, Inputs
from ..notes import note

_NONE = (
    "--unit document: nothing says which segments make up a document. Give --documents FILE with domain, tab and"
    " document of each segment, a line each, such as en-de.docs; or give files with document ids, such as WMT's XML."
)


def given_documents(options: argparse.Namespace) -> list[Found]:
    """What the file of ``--documents`` says, if there is one; notes where nothing reads it."""
    if options.documents is None:
        return []
    if options.unit != DOCUMENT and not getattr(options, "scores", ()):
        note("--documents changes nothing here: it is for --unit document.")
    return [FoundDocuments(clean_file(options.documents), _read(options.documents))]


def asked_documents(options: argparse.Namespace, inputs: Inputs, judgments: Sequence[Found]) -> pa.StringArray | None:
    """The document of each segment: as judgments say it, or else the other files; None where segments are drawn.

    ``ValueError`` where documents are to be drawn and no file says it.
    """
    if options.unit != DOCUMENT:
        return None
    named = next((one.documents for one in judgments if isinstance(one, FoundDocuments)), inputs.documents)
    if named is None:
        raise ValueError(_NONE)
    return named


def _read(path: str) -> pa.StringArray:
    """By the ids of the segments in the file, or else by its lines, whatever the file is called."""
    file, data = clean_file(path), Path(path).read_bytes()
    contents = read_contents(file, data, limits=LIMITS)
    by_ids, _ = documents_of(contents.columns)
    if by_ids is not None:
        return by_ids
    by_lines = [one for one in contents.judgments if isinstance(one, FoundDocuments)]
    return by_lines[0].documents if by_lines else read_documents(file, decode(file, data), LIMITS)[0].documents
