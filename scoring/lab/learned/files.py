"""Write a test set as plain files, one segment a line, in a zip archive, for programs that compute other metrics."""

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
"""Pattern of the characters that end a line for Python programs."""
NAME = 100
"""Most characters of a system's name in the name of its file."""
BLOCK = 10_000
"""Number of segments that are written at once."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""Date of the files, so that the same test set always gives the same archive."""


@dataclass(frozen=True)
class PlainFiles:
    """The file names of a test set, in letters, digits and ``._+-``, and the number of segments with line breaks."""

    source: str | None
    """file of the source; None where the test set has no source"""
    references: Mapping[str, str]
    """reference -> file"""
    systems: Mapping[str, str]
    """system -> file"""
    reference: Reference
    """Reference with the fewest missing segments, for metrics that take one."""
    n_breaks: int
    """number of segments, over all files, with line breaks, which become spaces in the file"""

    @property
    def n_missing(self) -> int:
        """Number of segments that ``reference`` lacks; they are empty lines."""
        return int(self.reference.segments.null_count)


def plain_files(test_set: TestSet) -> PlainFiles:
    """Return the files of a test set; a file that is read again gets the name of its system."""
    used_files: set[str] = set()
    only = len(test_set.references) == 1
    references = {
        name: _unique("reference", "" if only else name, used_files)  # the only one needs no name
        for name in test_set.reference_names
    }
    plain_names = frozenset(map(letters_and_digits, test_set.system_names))
    systems = {name: _unique("system", name, used_files, plain_names) for name in test_set.system_names}
    return PlainFiles(
        None if test_set.source is None else SOURCE,
        references,
        systems,
        min(test_set.references, key=lambda reference: reference.segments.null_count),
        sum(int(as_mask(pc.match_substring_regex(column, BREAKS)).sum()) for column in _columns(test_set)),
    )


def zip_test_set(test_set: TestSet, on_progress: Progress = no_progress) -> bytes:
    """Return the archive of source, references, systems, and all systems in the format of MetricX.

    A missing reference is an empty line. ``on_progress`` is told the share of the work done; an exception that it
    raises ends the work.
    """
    files = plain_files(test_set)
    names = *filter(None, [files.source]), *files.references.values(), *files.systems.values()
    members: dict[str, Iterator[str]] = {
        name: map(_joined_lines, _blocks(of)) for name, of in zip(names, _columns(test_set), strict=True)
    }
    members[METRICX] = _rows(test_set, files)
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for number, (name, pieces) in enumerate(members.items()):
            with archive.open(_info(name), "w", force_zip64=True) as member:
                for piece in pieces:
                    member.write(piece.encode())
                    on_progress(number / len(members))
    on_progress(1.0)
    return buffer.getvalue()


def _info(name: str) -> ZipInfo:
    info = ZipInfo(name, LONG_AGO)
    info.compress_type = ZIP_DEFLATED
    return info


def _columns(test_set: TestSet) -> Iterator[pa.StringArray]:
    """Yield the texts of the source, the references and the systems."""
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
    """Yield lines of JSON, an object for each output, with the field names that MetricX reads."""
    for system in test_set.systems:
        sources = repeat(repeat("")) if test_set.source is None else _blocks(test_set.source)
        first = count()
        for block in zip(sources, _blocks(files.reference.segments), _blocks(system.segments), strict=False):
            yield "".join(_row(system.name, *row) for row in zip(first, *block, strict=False))


def _row(system: str, segment: int, source: str, reference: str, hypothesis: str) -> str:
    """Return the line of one output; ``segment`` is 0-based, as in MetricX's own data."""
    row = {"system_id": system, "segment_id": segment, "source": source, "reference": reference}
    return json.dumps(row | {"hypothesis": hypothesis}, ensure_ascii=False) + "\n"


def _unique(role: str, name: str, used_files: set[str], plain_names: Collection[str] = ()) -> str:
    """Return a file name from the role and the name, which no other file has, upper or lower case.

    A reader never takes it for another of the ``plain_names``. Where the name cannot be read back, it has a number.
    """
    stem, own = re.sub(r"[^\w.+-]+", "_", name).strip("._-")[:NAME], letters_and_digits(name)
    for end in chain(["", "_"], (f".{number}" for number in count(2))):  # no language or ending ends in "_"
        file = f"{role}.{stem}{end}.txt" if stem else f"{role}{end}.txt"
        guessed_name = letters_and_digits(guess_file(file).name)
        is_readable = guessed_name == own or end not in ("", "_") or not name
        if (
            is_readable
            and (guessed_name == own or guessed_name not in plain_names)
            and file.casefold() not in used_files
        ):
            break
    used_files.add(file.casefold())
    return file
