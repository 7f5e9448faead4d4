"""Define the errors of files, each one sentence that tells a person what to do."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ..output.numbers import counted
from ..validation import listed_counts


@contextmanager
def naming(shown: str) -> Iterator[None]:
    """Prefix a ``ValueError`` with the name of the file, unless it is a ``FormatError``, which has the name already."""
    try:
        yield
    except FormatError:
        raise
    except ValueError as error:
        raise ValueError(f"{shown}: {error}") from None


class FormatError(ValueError):
    """Error for a file that cannot be read: the place, what was expected, what was found, what to do."""

    def __init__(
        self,
        file: str,
        found: str,
        expected: str | None = None,
        line: int | None = None,
        advice: str | None = None,
    ):
        super().__init__(file, found, expected, line, advice)
        self.file = file
        self.found = found
        self.expected = expected
        self.line = line
        """Number of the line, from 1; None if the error has no line."""
        self.advice = advice

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}, line {self.line:,}"
        advice = "" if self.advice is None else f" {self.advice}"
        return f"{place}: {self.reason}.{advice}"

    @property
    def reason(self) -> str:
        """Text of what was expected and what was found."""
        return self.found if self.expected is None else f"expected {self.expected}, found {self.found}"


SAY_ENCODING = "say so explicitly where the files are read (on the command line: --encoding windows-1252)."
"""Advice on how to state the encoding of a file."""


class EncodingError(FormatError):
    """Error for bytes that are not text in the expected encoding."""

    def __init__(self, file: str, byte: int, byte_offset: int, line: int, expected: str, advice: str):
        problem = f"the byte 0x{byte:02X} at offset {byte_offset:,}"
        super().__init__(file, problem, expected, line, advice)
        self.args = (file, byte, byte_offset, line, expected, advice)
        self.byte = byte
        self.byte_offset = byte_offset
        """Offset from 0 in the (unpacked) file."""

    @property
    def without_command(self) -> str:
        """Message for a page that offers the encodings below it."""
        return str(self).replace(SAY_ENCODING, "choose its encoding below.")


class TooLargeError(FormatError):
    """Error for a file, or its unpacked content, above one of the limits."""


@dataclass(frozen=True)
class Slip:
    """An estimate of where a column loses its line-up: from ``line`` on it is ``missing`` lines short.

    A negative ``missing`` counts lines too many. The estimate uses the segments' lengths, and is only made if these
    are clear.
    """

    file: str
    line: int
    """Number of the line, from 1, in the file that differs."""
    missing: int
    is_end: bool = False
    """Whether all earlier lines line up and the shorter file ends early."""

    def __str__(self) -> str:
        lines = "line" if abs(self.missing) == 1 else "lines"
        if self.is_end and self.missing > 0:
            last = "line seems" if self.missing == 1 else f"{self.missing:,} lines seem"
            return f"{self.file} ends after line {self.line - 1:,}; the last {last} to be missing."
        if self.is_end:
            return f"{self.file} seems to have {-self.missing:,} {lines} too many after line {self.line - 1:,}."
        state = "missing" if self.missing > 0 else "too many"
        return f"{self.file} seems to slip at about line {self.line:,} ({abs(self.missing):,} {lines} {state})."


_NOTHING_CHANGED = "Nothing is cut or padded; make the files line up first."
_REALIGN = "Outputs whose lines are other segments than the references' are cut again by `bleuscope realign`."


class CountMismatchError(FormatError):
    """Error for columns with different numbers of segments."""

    def __init__(self, file: str, counts: Mapping[str, int], slips: Sequence[Slip] = ()):
        listed = listed_counts([*counts.items()])
        advice = " ".join([*map(str, slips), _NOTHING_CHANGED, _REALIGN])
        super().__init__(file, listed, "the same number of segments everywhere", None, advice)
        self.args = (file, counts, slips)
        self.counts = dict(counts)
        """Number of segments of every column, by the column's label."""
        self.slips = tuple(slips)

    @property
    def in_short(self) -> str:
        """Message for a page with repair buttons: the files that differ from most others, and where they slip."""
        ((usual, n_usual),) = Counter(self.counts.values()).most_common(1)
        others = [f"{label} has {counted(n, 'segment')}" for label, n in self.counts.items() if n != usual]
        if n_usual <= len(others):
            return " ".join([f"Files with different numbers of segments: {self.found}.", *map(str, self.slips)])
        rest = "the other file has" if n_usual == 1 else f"the {n_usual:,} other files have"
        return " ".join([f"{', '.join(others)}; {rest} {usual:,}.", *map(str, self.slips)])

    def __str__(self) -> str:
        return f"Expected {self.expected}, found: {self.found}. {self.advice}"
