"""Draw a sample of segments for people to post-edit, write its files, and place the post-edits back in the test set."""

import io
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from xml.sax.saxutils import escape, quoteattr

import numpy as np
import pyarrow as pa

from ..counting.arrays import Ints
from ..counting.usual_draws import SEED
from ..formats.columns import Column, Role
from ..formats.tables.spreadsheets import write_workbook
from ..output.numbers import counted
from ..testset import TestSet

SAMPLE_SIZE = 100
"""Number of segments in a sample."""
NO_POST_EDITS = "Without post-edits nobody knows yet what post-editing costs."
HINT = (
    "The changes that turn an output into the reference are a hint; post-editors usually need fewer: they keep other"
    " correct wordings."
)
"""Sentence on a set that has references but no post-edits."""
NO_SOURCE = "Post-editors need the source, which this set does not have: add it on Test sets first."
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')
_SAME_DATE = (1980, 1, 1, 0, 0, 0)
"""Date of the files in an archive; it is fixed so that equal samples have equal bytes."""


@dataclass(frozen=True, eq=False)
class PostEditSample:
    """Segments drawn at random, the same for every system, so that systems are compared on equal work.

    Raises ``ValueError`` for a test set without a source.
    """

    test_set: TestSet
    systems: tuple[str, ...]
    size: int = SAMPLE_SIZE
    seed: int = SEED

    def __post_init__(self) -> None:
        if self.test_set.source is None:
            raise ValueError(NO_SOURCE)

    @cached_property
    def places(self) -> Ints:
        """Places of the drawn segments in the test set, int64 (at most ``size``,), ascending."""
        n_segments = len(self.test_set)
        chosen = np.random.default_rng(self.seed).choice(n_segments, min(self.size, n_segments), replace=False)
        places: Ints = np.sort(chosen)
        return places

    def instruction(self) -> str:
        """Say how to find out what post-editing costs."""
        of_each = "the output" if len(self.systems) == 1 else "each output"
        return (
            f"To find out, have {counted(len(self.places), 'segment')} of {of_each} post-edited: download the"
            " files, keep their names, and drop them, corrected, on Test sets."
        )

    def file_name(self, system: str, ending: str) -> str:
        """Return the name of a system's file, which identifies it as this system's post-edit when it is uploaded."""
        return f"{_NOT_IN_NAMES.sub('-', system)}.pe.{ending}"

    def archive(self, ending: str) -> bytes:
        """Return a zip with a file for each system: ``xlf`` for translation tools, or ``xlsx`` for spreadsheets."""
        write = _WRITERS[ending]
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for system in self.systems:
                archive.writestr(zipfile.ZipInfo(self.file_name(system, ending), _SAME_DATE), write(self, system))
        return buffer.getvalue()

    def rows(self, system: str) -> list[tuple[str, str, str]]:
        """Return the number, source and output of each drawn segment."""
        segments = map(self.test_set.segment, self.places.tolist())
        return [(str(of.number), of.source or "", of.hypotheses[system]) for of in segments]


def _workbook(sample: PostEditSample, system: str) -> bytes:
    return write_workbook({"": [("segment", "source", f"{system} post-edit"), *sample.rows(system)]})


def _xliff(sample: PostEditSample, system: str) -> bytes:
    stated_language = sample.test_set.target.stated_language
    language = "" if stated_language is None else f" target-language={quoteattr(stated_language.language.codes[0])}"
    name = quoteattr(_xml_text(sample.test_set.name))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">',
        f'<file original={name} datatype="plaintext" source-language="und"{language}>',
        "<body>",
    ]
    for number, source, output in sample.rows(system):
        texts = f"<source>{escape(_xml_text(source))}</source>"
        texts += f'<target state="needs-review-translation">{escape(_xml_text(output))}</target>'
        lines.append(f'<trans-unit id="{number}" xml:space="preserve">{texts}</trans-unit>')
    return "\n".join([*lines, "</body>", "</file>", "</xliff>", ""]).encode()


_WRITERS: dict[str, Callable[[PostEditSample, str], bytes]] = {"xlf": _xliff, "xlsx": _workbook}


def _xml_text(text: str) -> str:
    return _NOT_IN_XML.sub(" ", text)


# --- the way back ---


def place_in_set(columns: Sequence[Column], test_set: TestSet) -> list[Column]:
    """Return the columns, with incomplete post-edits moved to the segment numbers that their ids give.

    Other segments are null, and so are emptied texts, and texts whose source differs from the source of the segment
    with this number. The source columns of these files are left out. Columns without such ids are not changed.
    """
    sources = [] if test_set.source is None else test_set.source.to_pylist()
    placed = {
        number: aligned_column
        for number, column in enumerate(columns)
        if column.role is Role.POST_EDIT and len(column) < len(sources)
        if (aligned_column := _align_with_sources(column, sources)) is not None
    }
    files = {column.file for column in placed.values()}
    return [
        placed.get(number, column)
        for number, column in enumerate(columns)
        if not (column.role is Role.SOURCE and column.file in files)
    ]


def _align_with_sources(column: Column, sources: Sequence[str | None]) -> Column | None:
    own = None if column.table is None else column.table.columns.get("source")
    if column.keys is None or own is None:
        return None
    texts: list[str | None] = [None] * len(sources)
    codes: list[str | None] = [None] * len(sources)
    own_codes = [None] * len(column) if column.codes is None else column.codes.to_pylist()
    rows = zip(column.keys.to_pylist(), own.to_pylist(), column.segments.to_pylist(), own_codes, strict=True)
    for key, source, text, code in rows:
        number = _segment_number_of_key(key or "")
        if text and 1 <= number <= len(sources) and _is_same_text(source, sources[number - 1]):
            texts[number - 1], codes[number - 1] = text, code
    if not any(texts):
        return None
    placed_codes = None if column.codes is None else pa.array(codes, pa.string())
    return replace(column, segments=pa.array(texts, pa.string()), codes=placed_codes, keys=None, table=None)


def _segment_number_of_key(key: str) -> int:
    """Return the number at the end of an id such as ``file / 17``; 0 where the id has no such number."""
    last = key.rpartition(" / ")[2].strip()
    return int(last) if last.isascii() and last.isdecimal() else 0


def _is_same_text(first: str | None, second: str | None) -> bool:
    return _xml_text(first or "").split() == _xml_text(second or "").split()
