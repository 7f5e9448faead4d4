"""Read Moses's n-best lists: ``id ||| text ||| features ||| score``, one candidate a line, a list's lines together."""

import re
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Floats, Ints
from ...counting.progress import Progress, no_progress
from ...formats.errors import FormatError
from ...formats.limits import FileLimits, check_segment_bytes
from ...formats.plain_text.text import split_lines
from ...output.numbers import counted
from ...text.naming import clean_name
from ...text.texts import as_mask
from ..lists import Lists
from .features import Features, parse_decimals
from .labels import LabelledFeatures

BAR = "|||"
FORM = "id ||| text ||| features ||| score"
AS_THE_FIRST = "Each line has the fields of the first one: give features, or scores, on every line or on none."
BLOCK = 20_000
"""Number of lines that are parsed at once."""
_BEGINS = re.compile(r"\s*\d+\s*\|\|\|")
_ID = r"\A\s*\d{1,9}\s*\z"
_ONE_NUMBER = re.compile(r"\s*[-+]?\.?\d\S*\s*")


def is_moses(start: str) -> bool:
    """Return whether the first line that is not blank has an id before a bar, or two bars."""
    line = next((line for line in start.split("\n") if line.strip()), "")
    return _BEGINS.match(line) is not None or line.count(BAR) > 1


def read_moses(file: str, data: bytes, limits: FileLimits, on_progress: Progress = no_progress) -> Lists:
    """Return the lists of a file, whose ids begin with 0 or 1.

    Blank lines and fields after the score are ignored. Where the first line has three fields and the third is one
    number without a label, it is the score. Raises ``FormatError`` with the line for ids that go back or skip a
    segment, for another number of fields than on the first line, and for features and scores that are not numbers or
    not as many as before.
    """
    lines = split_lines(file, data, limits)
    filled = np.flatnonzero(as_mask(pc.match_substring_regex(lines, r"\S")))
    if not len(filled):
        raise FormatError(file, "only blank lines", f"lines such as {FORM}")
    lines = lines if len(filled) == len(lines) else lines.take(pa.array(filled))
    numbers = filled.astype(np.int64) + 1
    reader = _Reader(file, limits, lines[0].as_py().split(BAR))
    for start in range(0, len(lines), BLOCK):
        reader.add(lines[start : start + BLOCK], numbers[start : start + BLOCK])
        on_progress(min(start + BLOCK, len(lines)) / len(lines))
    return reader.lists()


class _Reader:
    """A reader that collects blocks of lines and returns the lists; ``first`` are the fields of the first line."""

    def __init__(self, file: str, limits: FileLimits, first: Sequence[str]) -> None:
        self._file, self._limits = file, limits
        self._n_fields = min(len(first), 4)
        self._score_at = 2 if self._n_fields == 3 and _ONE_NUMBER.fullmatch(first[2]) else 3
        self._features = Features(file, limits)
        self._labelled = LabelledFeatures(file, self._features)
        self._ids: list[Ints] = []
        self._texts: list[pa.StringArray] = []
        self._scores: list[Floats] = []

    def add(self, lines: pa.StringArray, numbers: Ints) -> None:
        """Add further lines, with their numbers in the file."""
        columns = self._split(lines, numbers)
        self._ids.append(self._next_ids(columns[0], numbers))
        texts = pc.utf8_trim_whitespace(columns[1])
        check_segment_bytes(self._file, texts, self._limits, "the candidates")
        self._texts.append(texts)
        if len(columns) > 2 and self._score_at != 2:
            self._labelled.add(columns[2], numbers)
        if self._score_at < len(columns):
            scores = pc.utf8_trim_whitespace(columns[self._score_at])
            self._scores.append(parse_decimals(self._file, scores, numbers, "the decoder's score, a number"))

    def lists(self) -> Lists:
        ids = np.concatenate(self._ids)
        return Lists(
            pa.concat_arrays(self._texts),
            np.append(np.flatnonzero(np.diff(ids, prepend=-1)), len(ids)),
            features=self._features.table(len(ids)),
            feature_names=self._features.names,
            decoder_scores=np.concatenate(self._scores) if self._scores else None,
        )

    def _split(self, lines: pa.StringArray, numbers: Ints) -> list[pa.StringArray]:
        """Return the fields, at most four; raise ``FormatError`` for a line with more or fewer than the first."""
        split = pc.split_pattern(lines, BAR)
        counts = pc.list_value_length(split).to_numpy()
        wrong = np.flatnonzero(np.minimum(counts, 4) != self._n_fields)
        if len(wrong):
            row = int(wrong[0])
            expected = f"{self._n_fields} fields, {FORM}"
            raise FormatError(self._file, counted(int(counts[row]), "field"), expected, int(numbers[row]), AS_THE_FIRST)
        starts = split.offsets.to_numpy()[:-1]
        return [split.values.take(pa.array(starts + at)) for at in range(self._n_fields)]

    def _next_ids(self, cells: pa.StringArray, numbers: Ints) -> Ints:
        """Return the ids; raise ``FormatError`` for an invalid id, an id that goes back, or a skipped segment."""
        are_ids = as_mask(pc.match_substring_regex(cells, _ID))
        if not are_ids.all():
            row = int(np.argmin(are_ids))
            actual = repr(clean_name(cells[row].as_py()))
            raise FormatError(self._file, actual, f"a segment's id, a whole number, as in {FORM}", int(numbers[row]))
        ids: Ints = np.array(pc.cast(pc.utf8_trim_whitespace(cells), pa.int64()))
        if not self._ids and ids[0] > 1:
            raise FormatError(self._file, f"{ids[0]}", "ids from 0 or 1 on", int(numbers[0]))
        before = self._ids[-1][-1] if self._ids else ids[0]
        steps = np.diff(ids, prepend=before)
        wrong = np.flatnonzero((steps < 0) | (steps > 1))
        if len(wrong):
            row = int(wrong[0])
            before = ids[row] - steps[row]
            advice = "The candidates of a segment stand together, and segments in their order."
            if steps[row] > 1:
                advice = f"The id {before + 1} has no candidates; give it at least one, which may be empty."
            raise FormatError(self._file, f"{ids[row]}", f"the id {before} or {before + 1}", int(numbers[row]), advice)
        return ids
