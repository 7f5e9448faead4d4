"""Score one output against the references by each metric, with intervals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import pyarrow as pa

from ...analysis.oddities import SAME, Oddity, find_oddities
from ...formats import Column, FileLimits, FormatError, Role, guess_roles, read_columns
from ...formats.assembly import align, order_notices
from ...formats.plain_text.text import normalize_encoding
from ...formats.roles import found_columns, is_text
from ...metric import Metric
from ...studies.scores import ScoreRequest, ScoreResult, run
from ...testset import Reference, System, TestSet


class Incomplete(FormatError):
    """An error for an output with another number of lines than the references, which may still be in writing."""


@dataclass(frozen=True, eq=False)
class Scorer:
    """A scorer of outputs against the references, with the options for reading outputs."""

    references: tuple[pa.StringArray, ...]
    """[reference][segment], null where a reference lacks a segment"""
    block: int
    """Number of segments whose sums are added up, as in the command that scores files: fractions depend on it."""
    limits: FileLimits
    encoding: str | None = None
    id_column: Column | None = None
    """column whose ids align the outputs; None if no reference has ids"""
    on_read: Callable[[Sequence[Column], Column, Sequence[Oddity]], object] = lambda *_: None
    """function that is called with the columns of each output's file, the output's column and its oddities; it raises
    ``ValueError`` with the reason if the output must not be scored
    """

    @cached_property
    def digest(self) -> str:
        """Digest of the references' texts and their order, 32 hexadecimal digits."""
        return self.with_references("", pa.repeat("", len(self))).identity_of_references

    @property
    def read_as(self) -> str:
        """Name of the encoding; empty for UTF-8. Raises ``ValueError`` for an unknown encoding."""
        return normalize_encoding(self.encoding) or ""

    def __len__(self) -> int:
        return len(self.references[0])

    def signature(self, metric: Metric) -> str:
        """Return the signature of a metric with these references."""
        return metric.full_signature(self.references)

    def read(self, file: str, data: bytes, same: str | None = None) -> pa.StringArray:
        """Return the segments of an output; raise ``Incomplete`` where they are more or fewer than the references'.

        ``same`` is the name of another output with the same content, if there is one. Raises ``FormatError`` for an
        unreadable file, and for a file with no output or several.
        """
        columns = read_columns(file, data, encoding=self.encoding, limits=self.limits)
        output = _only_output(file, columns)
        if len(output) != len(self):
            advice = "It is scored once it has as many."
            n_lines, expected = f"{len(output):,}", f"{len(self):,} lines, as many as the references have"
            raise Incomplete(file, n_lines, expected, advice=advice)
        id_columns = [] if self.id_column is None else [self.id_column]
        notices = order_notices([*id_columns, output], not id_columns)[-1]
        output = align([*id_columns, output])[-1].with_notices(*notices)
        twins = () if same is None else (Oddity(SAME, (same, file)),)
        self.on_read(columns, output, (*find_oddities(self.with_references(file, output.segments)), *twins))
        return output.segments

    def score(self, name: str, segments: pa.StringArray, metrics: Sequence[Metric]) -> list[ScoreResult]:
        """Return the score by each metric; raise ``TooLong``, a ``ValueError``, for a segment above its limit."""
        request = ScoreRequest(tuple(metrics), draws_intervals=True, block=self.block)
        return run(request, self.with_references(name, segments))

    def with_references(self, name: str, segments: pa.StringArray) -> TestSet:
        """Return a test set of one output and the references."""
        references = (Reference(f"reference {number}", column) for number, column in enumerate(self.references, 1))
        return TestSet((System(name or "output", segments),), tuple(references))


def _only_output(file: str, columns: Sequence[Column]) -> Column:
    """Return the only column that is an output; a single column of text is one. Raise ``FormatError`` without it."""
    is_lone = len(columns) == 1 and is_text(columns[0])
    outputs = [*columns] if is_lone else [c for c in guess_roles(columns) if c.role is Role.SYSTEM]
    if not any(map(is_text, columns)):
        raise FormatError(file, found_columns(columns), "one output", advice="Write a text for every segment.")
    if len(outputs) != 1:
        listed = ", ".join(column.name for column in outputs) or "none"
        raise FormatError(file, f"{len(outputs)} ({listed})", "one output", advice="Write a file for each output.")
    segments = outputs[0].segments
    if segments.null_count:
        raise FormatError(file, f"{segments.null_count:,} segments without text", "a text for every segment")
    return outputs[0]
