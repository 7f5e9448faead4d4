"""The choice of dropped outputs that can be realigned, and the columns that they become. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pyarrow as pa

from scoring import TestSet
from scoring.formats import Column, Role, cross_check
from scoring.formats.assembly import documents_and_domains, stated_language, test_set_language
from scoring.formats.names import REALIGNED_ENDING
from scoring.studies.realignment import StreamLines, TextsToRealign
from scoring.testset import System


def texts_to_realign(
    columns: Sequence[Column], whole: TestSet | None = None, listed: pa.StringArray | None = None
) -> TextsToRealign | None:
    """Return the outputs with another number of lines than the references, and the references; None without any.

    ``whole`` is the test set in use, whose references count if outputs were dropped alone. ``listed`` are documents
    from a file of documents; documents that the references name go first.
    """
    references = {column.name: column for column in columns if column.role is Role.REFERENCE}
    systems = [column for column in columns if column.role is Role.SYSTEM]
    if references:
        segments = {name: column.segments for name, column in references.items()}
        documents, _ = documents_and_domains([*references.values()])
        language = test_set_language([(column.role, stated_language(column)) for column in references.values()])
    elif whole is not None and all(column.role in (Role.SYSTEM, Role.IGNORE) for column in columns):
        segments = {reference.name: reference.segments for reference in whole.references}
        documents, language = whole.documents, whole.language
    else:
        return None
    counts = {len(column) for column in segments.values()}
    streams = {column.name: column for column in systems if len(column) not in counts}
    if len(counts) != 1 or not streams or len({column.name for column in systems}) < len(systems):
        return None
    if documents is None and listed is not None and {len(listed)} == counts:
        documents = listed
    lines = {name: StreamLines(column.segments, documents_and_domains([column])[0]) for name, column in streams.items()}
    try:
        return TextsToRealign(lines, segments, documents, language)
    except ValueError:  # a segment without any reference: the page reports this for the set itself
        return None


def realigned_columns(columns: Sequence[Column], outputs: Sequence[System]) -> list[Column]:
    """Return the columns, with realigned outputs in the place of the dropped ones."""
    by_name: Mapping[str, System] = {output.name: output for output in outputs}
    changed = [
        _realigned_column(column, by_name[column.name])
        if column.role is Role.SYSTEM and column.name in by_name
        else column
        for column in columns
    ]
    return cross_check(changed)


def _realigned_column(column: Column, output: System) -> Column:
    """Return the column of a realigned output.

    The name of its file says that it was realigned, as the name of a file by ``bleuscope realign`` does.
    """
    return replace(
        column,
        file=f"{column.name}{REALIGNED_ENDING}",
        segments=output.segments,
        notices=(),
        format="text",
        keys=None,
        domains=None,
        table=None,
        key_column="",
        stated=True,
    )
