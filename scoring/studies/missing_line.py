"""Find the place where an output that is one line short lacks a line, put an empty line there, and check the result."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from ..doctor.finding import OUT_OF_PLACE
from ..formats import Column, Role, assemble
from ..formats.columns import PUT_IN, Notice
from ..formats.errors import CountMismatchError
from .doctor import ALIGNED, DoctorRequest, examined_texts, run

REACH = 25
"""Number of lines, before and after the place that lengths suggest, that are searched for a better place by words."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class MissingLine:
    """The place where an output lacks a line, and all columns with an empty line there."""

    name: str
    """Name of the output."""
    line: int
    """Number of the empty line, from 1."""
    columns: tuple[Column, ...]

    @property
    def sentence(self) -> str:
        """Sentence on the effect of the empty line."""
        return (
            f"With one empty line put into {self.name}, at {self.line:,}, everything lines up. The set then says so,"
            " and checks leave this line out."
        )


def find_missing_line(columns: Sequence[Column]) -> MissingLine | None:
    """Return the missing line of the only output that is one line short; None where it is unclear or does not help."""
    slip = None
    try:
        assemble(columns, "short")
    except CountMismatchError as error:
        slip = error.slips[0] if len(error.slips) == 1 else None
    except ValueError:
        return None
    references = [column for column in columns if column.role is Role.REFERENCE]
    short = [column for column in columns if slip is not None and column.file == slip.file]
    if slip is None or slip.missing != 1 or len(short) != 1 or not references or not _can_be_mended(short[0]):
        return None
    (output,) = short
    if len(output) != len(references[0]) - 1:
        return None
    line = slip.line if slip.is_end else _place_by_words(output.segments, references[0].segments, slip.line)
    before, after = output.segments[: line - 1], output.segments[line - 1 :]
    segments = pa.concat_arrays([before, pa.array([""], output.segments.type), after])
    notice = Notice(PUT_IN, f"One empty line was put in at {line:,}, because the file lacks a line.", 1, (line,))
    filled = replace(output, segments=segments, notices=(*output.notices, notice))
    mended = tuple(filled if column is output else column for column in columns)
    return MissingLine(output.name, line, mended) if _lines_up(mended, output.name) else None


def _can_be_mended(column: Column) -> bool:
    """Return whether the column is a system's output from a file with lines only."""
    extras = column.keys, column.domains, column.table, column.codes
    return column.role is Role.SYSTEM and all(one is None for one in extras)


def _place_by_words(output: pa.StringArray, reference: pa.StringArray, about: int) -> int:
    """Return the number of the missing line, from 1, near ``about``, by the words shared with the reference."""
    start, stop = max(about - 1 - REACH, 0), min(about - 1 + REACH, len(output))
    output_words = [_words(text) for text in output[start:stop].to_pylist()]
    reference_words = [_words(text) for text in reference[start : stop + 1].to_pylist()]
    in_place = [_share(a, b) for a, b in zip(output_words, reference_words, strict=False)]
    moved = [_share(a, b) for a, b in zip(output_words, reference_words[1:], strict=True)]
    gains = np.concatenate([[0.0], np.cumsum(np.array(in_place) - np.array(moved))])
    return start + int(np.argmax(gains)) + 1


def _words(text: str | None) -> frozenset[str]:
    return frozenset(_WORD.findall((text or "").casefold()))


def _share(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / max(len(a | b), 1)


def _lines_up(columns: Sequence[Column], name: str) -> bool:
    """Return whether the doctor looked for lines out of place, and found none in this output."""
    try:
        test_set = assemble(columns, "mended")
    except ValueError:
        return False
    result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
    slips = [finding for finding in result.findings if finding.kind in OUT_OF_PLACE and finding.file == name]
    return ALIGNED in result.looked_for and not slips
