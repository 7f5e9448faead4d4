"""Compare the sources and references that files have next to their outputs with the test set's, row by row."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..output.numbers import counted
from ..text.texts import as_mask
from .columns import FORMATS_WITH_COLUMN_NAMES, Column, Notice, Role
from .errors import FormatError
from .names import guess_header
from .tables.ids import are_in_order, are_unique
from .tables.written_numbers import is_data

OTHER_SOURCE, OTHER_REFERENCE = "other-source", "other-reference"
"""Kinds of notices: in some rows a file has another source, or reference, than the test set."""
_ORDER = (
    "A test set that is kept has no ids to line rows up by. Put them into the order of the test set and remove the"
    " column of ids, or add all files at once as a new test set."
)
_NO_LETTERS = re.compile(r"[\W_]+")


@dataclass
class OwnTexts:
    """The sources and references of one file, compared with the test set's block by block.

    Only letters and digits are compared, in lower case, so that tokenized texts agree; a text also agrees if it is part
    of the other one, such as a source in a prompt.
    """

    file: str
    sources: Sequence[pa.StringArray]
    references: Sequence[pa.StringArray]
    counts: dict[str, int] = field(default_factory=dict)
    """Number of rows with different texts, by kind of notice."""
    first: dict[str, int] = field(default_factory=dict)
    """First row with different texts, from 1, by kind of notice."""
    n_compared: int = 0
    """Number of rows that were compared with a source or a reference of the test set."""

    def compare(self, before: int, sources: Sequence[pa.StringArray], references: Sequence[pa.StringArray]) -> None:
        """Compare the next block of the test set's texts; ``before`` is the number of segments before the block."""
        for kind, own, set_texts in (
            (OTHER_SOURCE, self.sources, sources),
            (OTHER_REFERENCE, self.references, references),
        ):
            block = [column[before : before + len(set_texts[0])] for column in own] if set_texts else []
            if not block or not len(block[0]) or len(block[0]) != len(set_texts[0]):
                continue
            self.n_compared += len(block[0])
            differ = _differing(block, set_texts)
            if differ:
                self.counts[kind] = self.counts.get(kind, 0) + len(differ)
                self.first.setdefault(kind, before + differ[0] + 1)

    def notices(self, n_segments: int) -> list[Notice]:
        """Return a notice for each kind of text that differs."""
        return [
            Notice(
                kind,
                f"Its {plural} differ from the test set's in {count:,} of {counted(n_segments, 'segment')}, first"
                f" {self.first[kind]:,}; the rows may not line up.",
                count,
                (self.first[kind],),
            )
            for kind, plural in ((OTHER_SOURCE, "sources"), (OTHER_REFERENCE, "references"))
            if (count := self.counts.get(kind, 0))
        ]


def own_texts(columns: Iterable[Column]) -> list[OwnTexts]:
    """Return the sources and references of each file of a table or of JSON objects, in the order of its columns.

    References of a file that gives references to the test set are left out.
    """
    columns = [column for column in columns if column.table is not None]
    giving = {column.file for column in columns if column.role is Role.REFERENCE}
    texts = []
    for column in {column.file: column for column in columns}.values():
        sources = _texts(column, Role.SOURCE)
        references = [] if column.file in giving else _texts(column, Role.REFERENCE)
        if sources or references:
            texts.append(OwnTexts(column.file, sources, references))
    return texts


def check_row_order(columns: Iterable[Column], compared: Iterable[OwnTexts] = ()) -> None:
    """Raise ``FormatError`` for rows that are not in the order of their ids, for a test set without ids.

    A file is accepted if its own sources or references in ``compared`` all agree with the test set's.
    """
    agreeing = {own.file for own in compared if own.n_compared and not own.counts}
    for column in columns:
        if column.keys is None or column.format not in FORMATS_WITH_COLUMN_NAMES or column.file in agreeing:
            continue
        if are_unique(column.keys) and not are_in_order(column.keys):
            raise FormatError(column.file, "rows that are not in the order of their ids", advice=_ORDER)


def compare_whole(columns: Sequence[Column]) -> list[tuple[str, Notice]]:
    """Return the file and a notice for each kind of text that differs, for lined-up columns of equal length."""
    owns = own_texts(columns)
    sources = [column.segments for column in columns if column.role is Role.SOURCE][:1] or first_sources(owns)
    references = [column.segments for column in columns if column.role is Role.REFERENCE]
    for own in owns:
        own.compare(0, sources, references)
    return [(own.file, notice) for own in owns for notice in own.notices(len(columns[0]))]


def first_sources(owns: Sequence[OwnTexts]) -> Sequence[pa.StringArray]:
    """Return the sources of the first file that has some, for a test set without a source; empty if none has."""
    return next((own.sources for own in owns if own.sources), [])


def _texts(column: Column, role: Role) -> list[pa.StringArray]:
    """Return the columns of a table that are named as this role and hold texts that mostly differ."""
    assert column.table is not None
    return [
        cells
        for name, cells in column.table.columns.items()
        if guess_header(name).stated_role is role and not is_data(cells) and 2 * len(cells.unique()) > len(cells)
    ]


def _differing(own: Sequence[pa.StringArray], set_texts: Sequence[pa.StringArray]) -> list[int]:
    """Return the rows, from 0, in which no own text agrees with a given text although there are both."""
    same = np.logical_or.reduce([as_mask(pc.equal(one, other)) for one in own for other in set_texts])
    return [
        row
        for row in np.flatnonzero(~same).tolist()
        if _are_others([column[row].as_py() for column in own], [column[row].as_py() for column in set_texts])
    ]


def _are_others(own: Sequence[str | None], set_texts: Sequence[str | None]) -> bool:
    own_letters = [_NO_LETTERS.sub("", text.lower()) for text in own if text]
    set_letters = [_NO_LETTERS.sub("", text.lower()) for text in set_texts if text]
    return bool(own_letters and set_letters) and not any(
        one in other or other in one for one in own_letters for other in set_letters
    )
