"""Which segments make up a document: from a file that says it, or from the ids that the other files have."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from ...formats import FormatError, FoundJudgments, read_contents
from ...formats.assembly import documents_of
from ...formats.judgments import FoundDocuments, of_pair
from ...formats.judgments.wmt.documents import read_document_lines
from ...formats.plain_text.affixes import are_nearly_all
from ...formats.plain_text.text import decode_text
from ...origins import DOCUMENT
from ...text.naming import clean_file, clean_name
from ..inputs import LIMITS, Inputs
from ..notes import write_note

_NONE = (
    "--unit document: nothing says which segments make up a document. Give --documents FILE with domain, tab and"
    " document of each segment, a line each, such as en-de.docs; or give files with document ids, such as WMT's XML."
)
_EACH_ALONE = (
    "--unit document: every segment is a document by itself, so that nothing changes; is this the file of documents?"
)
_OTHER_PAIR = "documents of another pair of languages than the references"
_ONE_FILE = "Give the file that counts as --documents, called after its pair of languages or after none."


def given_documents(options: argparse.Namespace) -> list[FoundJudgments]:
    """What the file of ``--documents`` says, if there is one; notes where nothing reads it."""
    if options.documents is None:
        return []
    if options.unit != DOCUMENT and not any(getattr(options, files, ()) for files in ("scores", "judgments")):
        write_note("--documents changes nothing here: it is for --unit document.")
    return _read(options.documents)


def merge_stated_documents(
    stated: Sequence[FoundJudgments], judgments: Sequence[FoundJudgments]
) -> list[FoundJudgments]:
    """All that was found; of documents only those of ``--documents``, if these are stated."""
    others = [one for one in judgments if not (stated and isinstance(one, FoundDocuments))]
    return [*stated, *others]


def asked_documents(
    options: argparse.Namespace, inputs: Inputs, found: Sequence[FoundJudgments]
) -> pa.StringArray | None:
    """The document of each segment: as what was found says it, or else the other files; None where segments are drawn.

    ``ValueError`` where documents are to be drawn and no file says it, or several do that do not agree.
    """
    if options.unit != DOCUMENT:
        return None
    kept, refused = of_pair(found, inputs.language)
    if refused:
        raise refused[0]
    named = [one for one in kept if isinstance(one, FoundDocuments)]
    for other in named[1:]:
        if not other.documents.equals(named[0].documents):
            raise FormatError(other.file, f"other documents than {named[0].file} has", advice=_ONE_FILE)
    documents = named[0].documents if named else inputs.documents
    if documents is None:
        lost = next((one.file for one in found if isinstance(one, FoundDocuments)), None)
        raise ValueError(_NONE) if lost is None else FormatError(lost, _OTHER_PAIR, advice=_ONE_FILE)
    n_documents = len(documents.unique())
    if 1 < len(documents) == n_documents:
        write_note(_EACH_ALONE)
    elif named and named[0].domains is None and are_nearly_all(n_documents, len(documents)):
        found_there = (
            f"{n_documents:,} different lines among {len(documents):,}, such as {clean_name(documents[0].as_py())}"
        )
        advice = "Give one line a segment: the document, or its domain, a tab and the document."
        raise FormatError(named[0].file, found_there, "documents of several segments", advice=advice)
    return documents


def _read(path: str) -> list[FoundJudgments]:
    """By the ids of the segments in the file, or else by its lines, whatever the file is called."""
    file, data = clean_file(path), Path(path).read_bytes()
    contents = read_contents(file, data, limits=LIMITS)
    by_ids, domains = documents_of(contents.columns)
    if by_ids is not None:
        return [FoundDocuments(file, by_ids, domains)]
    by_lines = [one for one in contents.judgments if isinstance(one, FoundDocuments)]
    return [*(by_lines or read_document_lines(file, decode_text(file, data), LIMITS))]
