"""A test set as plain files, one segment a line, in a zip archive: for programs that compute other metrics."""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, count, repeat
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pyarrow as pa
import pyarrow.compute as pc

from ...counting.progress import Progress, no_progress
from ...formats.judgments.names import letters_and_digits
from ...formats.names import guess_file
from ...testset import Reference, TestSet
from ...text.texts import as_mask

SOURCE = "source.txt"
METRICX = "metricx-input.jsonl"
BREAKS = "[\r\n]"
"""What ends a line for programs in Python."""
NAME = 100
"""Characters of a system's name in that of its file."""
BLOCK = 10_000
"""Segments that are written at once."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The files' date, so that the same test set always gives the same archive."""


@dataclass(frozen=True)
class PlainFiles:
    """What the files of a test set are called, in letters, digits and ``._+-``, and what could not be in a line."""

    source: str | None
    """None where the test set has no source"""
    references: Mapping[str, str]
    """reference -> file"""
    systems: Mapping[str, str]
    """system -> file"""
    reference: Reference
    """Reference that misses the fewest segments, for metrics that take one."""
    n_breaks: int
    """segments of one file with line breaks within, which become spaces in the file"""

    @property
    def n_missing(self) -> int:
        """Segments that ``reference`` does not have: empty lines."""
        return int(self.reference.segments.null_count)


def plain_files(test_set: TestSet) -> PlainFiles:
    """Return the files of a test set. Read again, each is called as its system."""
    taken: set[str] = set()
    only = len(test_set.references) == 1
    references = {
        name: _unique("reference", "" if only else name, taken)  # the only one needs no name
        for name in test_set.reference_names
    }
    known = frozenset(map(letters_and_digits, test_set.system_names))
    systems = {name: _unique("system", name, taken, known) for name in test_set.system_names}
    return PlainFiles(
        None if test_set.source is None else SOURCE,
        references,
        systems,
        min(test_set.references, key=lambda reference: reference.segments.null_count),
        sum(int(as_mask(pc.match_substring_regex(column, BREAKS)).sum()) for column in _columns(test_set)),
    )


def zipped(test_set: TestSet, on_progress: Progress = no_progress) -> bytes:
    """Return the archive: source, references, systems, and all systems as MetricX takes them.

    A missing reference is an empty line. ``on_progress`` is told the share done; what it raises ends the work.
    """
    files = plain_files(test_set)
    names = *filter(None, [files.source]), *files.references.values(), *files.systems.values()
    members: dict[str, Iterator[str]] = {
        name: map(_joined_lines, _blocks(of)) for name, of in zip(names, _columns(test_set), strict=True)
    }
    members[METRICX] = _rows(test_set, files)
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for done, (name, pieces) in enumerate(members.items()):
            with archive.open(_info(name), "w", force_zip64=True) as member:
                for piece in pieces:
                    member.write(piece.encode())
                    on_progress(done / len(members))
    on_progress(1.0)
    return buffer.getvalue()


def _info(name: str) -> ZipInfo:
    info = ZipInfo(name, LONG_AGO)
    info.compress_type = ZIP_DEFLATED
    return info


def _columns(test_set: TestSet) -> Iterator[pa.StringArray]:
    """Source, references and systems."""
    if test_set.source is not None:
        yield test_set.source
    yield from (reference.segments for reference in test_set.references)
    yield from (system.segments for system in test_set.systems)


def _joined_lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _blocks(column: pa.StringArray) -> Iterator[list[str]]:
    """Yield a column of text as lines, block by block."""
    for start in range(0, len(column), BLOCK):
        block = pc.fill_null(column[start : start + BLOCK], "")
        yield pc.replace_substring_regex(block, BREAKS, " ").to_pylist()


def _rows(test_set: TestSet, files: PlainFiles) -> Iterator[str]:
    """Yield one object a line, an output each, under the names that MetricX reads."""
    for system in test_set.systems:
        sources = repeat(repeat("")) if test_set.source is None else _blocks(test_set.source)
        first = count()
        for block in zip(sources, _blocks(files.reference.segments), _blocks(system.segments), strict=False):
            yield "".join(_row(system.name, *row) for row in zip(first, *block, strict=False))


def _row(system: str, segment: int, source: str, reference: str, hypothesis: str) -> str:
    """``segment`` is 0-based, as in MetricX's own data."""
    row = {"system_id": system, "segment_id": segment, "source": source, "reference": reference}
    return json.dumps(row | {"hypothesis": hypothesis}, ensure_ascii=False) + "\n"


def _unique(role: str, name: str, taken: set[str], known: Collection[str] = ()) -> str:
    """Return a file's name that says the role and the name, and that no other file has in any case of letters.

    It is never read as another of the ``known`` plain names; where it cannot be read as its own, it has a number.
    """
    stem, own = re.sub(r"[^\w.+-]+", "_", name).strip("._-")[:NAME], letters_and_digits(name)
    for end in chain(["", "_"], (f".{number}" for number in count(2))):  # no language or ending ends in "_"
        file = f"{role}.{stem}{end}.txt" if stem else f"{role}{end}.txt"
        said = letters_and_digits(guess_file(file).name)
        is_said = said == own or end not in ("", "_") or not name
        if is_said and (said == own or said not in known) and file.casefold() not in taken:
            break
    taken.add(file.casefold())
    return file
