"""The documents that segments belong to, from a file of documents or from the ids in other files."""

import argparse
from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from ...formats import Column, FormatError, FoundJudgments, read_columns, read_contents
from ...formats.assembly import documents_and_domains
from ...formats.judgments import FoundDocuments, judgments_of_pair
from ...formats.judgments.wmt.documents import read_document_lines
from ...formats.limits import OWN_LIMITS
from ...formats.plain_text.affixes import are_nearly_all
from ...formats.plain_text.text import decode_text
from ...origins import DOCUMENT
from ...output.numbers import counted
from ...text.languages import StatedLanguage
from ...text.naming import clean_name
from ..input_files import input_file
from ..inputs import Inputs
from ..notes import write_note
from ..verbosity import write_detail

_NO_DOCUMENTS = (
    "nothing says which segments make up a document. Give --documents FILE with domain, tab and"
    " document of each segment, a line each, such as en-de.docs; or give files with document ids, such as WMT's XML."
)
_EACH_ALONE = "every segment is a document by itself, so that nothing changes; is this the file of documents?"
_OTHER_PAIR = "documents of another pair of languages than the references"
_ONE_FILE = "Give the file that counts as --documents, called after its pair of languages or after none."


def read_given_documents(options: argparse.Namespace) -> list[FoundJudgments]:
    """Return the documents in the file of ``--documents``; write a note where no option reads them."""
    if options.documents is None:
        return []
    if options.unit != DOCUMENT and not any(getattr(options, files, ()) for files in ("scores", "judgments")):
        write_note("--documents changes nothing here: it is for --unit document.")
    return read_documents(options.documents)


def merge_stated_documents(
    stated: Sequence[FoundJudgments], judgments: Sequence[FoundJudgments]
) -> list[FoundJudgments]:
    """Return the judgments; if documents are stated, they replace the documents among the judgments."""
    others = [one for one in judgments if not (stated and isinstance(one, FoundDocuments))]
    return [*stated, *others]


def requested_documents(
    options: argparse.Namespace, inputs: Inputs, judgments: Sequence[FoundJudgments]
) -> pa.StringArray | None:
    """Return the document of each segment, from the documents found or else from the other files.

    Return None where segments are drawn. Raises ``ValueError`` where documents are to be drawn and no file has them, or
    where files do not agree on them.
    """
    return None if options.unit != DOCUMENT else stated_documents("--unit document", inputs, judgments)


def stated_documents(flag: str, inputs: Inputs, judgments: Sequence[FoundJudgments]) -> pa.StringArray:
    """Return the document of each segment, which a flag asks for; ``ValueError`` as of ``requested_documents``."""
    return document_names(flag, judgments, inputs.language, inputs.documents)


def document_names(
    flag: str, judgments: Sequence[FoundJudgments], language: StatedLanguage | None, by_ids: pa.StringArray | None
) -> pa.StringArray:
    """Return the document of each segment, from the documents found or else by the ids of texts in this language.

    Raises ``ValueError`` as ``requested_documents`` does.
    """
    own_judgments, refused = judgments_of_pair(judgments, language)
    if refused:
        raise refused[0]
    documents_of_files = [one for one in own_judgments if isinstance(one, FoundDocuments)]
    for other in documents_of_files[1:]:
        if not other.documents.equals(documents_of_files[0].documents):
            raise FormatError(other.file, f"other documents than {documents_of_files[0].file} has", advice=_ONE_FILE)
    documents = documents_of_files[0].documents if documents_of_files else by_ids
    if documents is None:
        lost = next((one.file for one in judgments if isinstance(one, FoundDocuments)), None)
        raise (
            ValueError(f"{flag}: {_NO_DOCUMENTS}") if lost is None else FormatError(lost, _OTHER_PAIR, advice=_ONE_FILE)
        )
    n_documents = len(documents.unique())
    write_detail(f"{flag}: {counted(n_documents, 'document')}.")
    if 1 < len(documents) == n_documents:
        write_note(f"{flag}: {_EACH_ALONE}")
    elif documents_of_files and documents_of_files[0].domains is None and are_nearly_all(n_documents, len(documents)):
        found_there = (
            f"{n_documents:,} different lines among {len(documents):,}, such as {clean_name(documents[0].as_py())}"
        )
        advice = "Give one line a segment: the document, or its domain, a tab and the document."
        raise FormatError(documents_of_files[0].file, found_there, "documents of several segments", advice=advice)
    return documents


def read_documents(path: str) -> list[FoundJudgments]:
    """Return the documents in a file, by the ids of its segments or else by its lines."""
    source = input_file(path)
    with source.opened() as stream:
        data = stream.read()
    if source.field is not None:
        (column,) = read_columns(source.name, data, limits=OWN_LIMITS, field=source.field)
        return [_documents_in_column(column)]
    file = source.shown
    contents = read_contents(file, data, limits=OWN_LIMITS)
    by_ids, domains = documents_and_domains(contents.columns)
    if by_ids is not None:
        return [FoundDocuments(file, by_ids, domains)]
    by_lines = [one for one in contents.judgments if isinstance(one, FoundDocuments)]
    return [*(by_lines or read_document_lines(file, decode_text(file, data), OWN_LIMITS))]


def _documents_in_column(column: Column) -> FoundDocuments:
    """Return the document in each row of a column; raise ``FormatError`` for a row without one."""
    blank = pc.index(pc.equal(pc.utf8_trim_whitespace(column.segments.fill_null("")), ""), True).as_py()
    if blank >= 0:
        raise FormatError(column.file, "none", f"a document of segment {blank + 1:,}")
    return FoundDocuments(column.file, column.segments, notices=column.notices)
