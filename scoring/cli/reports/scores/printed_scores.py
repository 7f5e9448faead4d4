"""One score as a command prints it: with or without its segments and its interval."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ....counting.arrays import Floats
from ....metric import Metric
from ....origins import DOCUMENT, SEGMENT
from ....studies.scores import ScoreResult
from ..layout import format_score_cell

LENGTH = "_length"
"""Ending of the names of lengths among the parts of a score."""


@dataclass(frozen=True)
class PrintedScore:
    """The score of one system by one metric, and what of it is printed."""

    score_result: ScoreResult
    signature: str
    """Signature as it is printed."""
    has_segments: bool = False
    """Whether the score of every segment is printed, too."""
    has_interval: bool = False
    documents: tuple[str, ...] | None = None
    """Names of the documents, if each segment is a whole document; else None."""
    width: int | None = None
    """Number of digits after the decimal point in tables; None for the metric's own."""
    is_ranked: bool = True
    """Whether the score can be the best of its metric; the score of a reference cannot."""
    is_doubtful: bool = False
    """Whether notes say that the system's output makes comparisons doubtful."""
    caution: str = ""
    """Sentence on what the system's capitals cost; empty where they cost no more than those of another system."""
    doubt: str = ""
    """Sentences on what makes the score doubtful."""
    has_other_quotes: bool = False
    """Whether a note says that the system's quotation marks differ from the references'."""

    @property
    def metric(self) -> Metric:
        """Metric of the score."""
        return self.score_result.metric

    @property
    def system(self) -> str:
        """Name of the system."""
        return self.score_result.system

    @property
    def score(self) -> float:
        """Score of the corpus."""
        return self.score_result.score

    @property
    def decimals(self) -> int:
        """Number of digits after the decimal point in tables."""
        return self.metric.decimals if self.width is None else self.width

    @property
    def rows(self) -> Sequence[Floats]:
        """Statistics of each segment, if segments are printed; else one row for all segments together."""
        return list(self.score_result.statistics) if self.has_segments else [self.score_result.total]

    def format_row(self, statistics: Floats) -> str:
        """Return the rounded score of a row of statistics."""
        return format_score_cell(float(self.metric.score(statistics)), self.decimals)

    def segment_columns(self, write: Callable[[float], str]) -> Iterator[tuple[str, list[str]]]:
        """Yield the name and texts of each column of segments: scores, without a name, then ``segment_statistics``."""
        yield "", [write(score) for score in self.score_result.segments.tolist()]
        for name in self.metric.segment_statistics:
            yield name, [f"{value:g}" for value in self.metric.column(self.score_result.statistics, name).tolist()]


def segment_unit(results: Sequence[PrintedScore]) -> str:
    """Return the name of the unit that a row of the table of segments has: segment or document."""
    return SEGMENT if results[0].documents is None else DOCUMENT


def labelled_rows(columns: Iterable[Sequence[str]], results: Sequence[PrintedScore]) -> list[list[str]]:
    """Return columns as rows that begin with their number, from 1, or with the name of their document."""
    documents = results[0].documents
    return [
        [str(at + 1) if documents is None else documents[at], *row] for at, row in enumerate(zip(*columns, strict=True))
    ]


def written_part(name: str, value: float | list[float]) -> str:
    """Return a part of a score as sacreBLEU writes it: percentages with one digit, lengths whole, others with three.

    >>> written_part("precisions", [50.0, 33.3333]), written_part("hypothesis_length", 5.0)
    ('50.0/33.3', '5')
    """
    if isinstance(value, list):
        return "/".join(format_score_cell(number, 1) for number in value)
    return format_score_cell(value, 0 if name.endswith(LENGTH) else 3)
