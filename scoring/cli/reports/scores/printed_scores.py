"""One score as a command prints it: with or without its segments and its interval."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ....counting.arrays import Floats
from ....metric import Metric
from ....origins import DOCUMENT, SEGMENT
from ....studies.scores import ScoreResult
from ..layout import rounded

LENGTH = "_length"
"""The end of the names of lengths, among the parts of a score."""


@dataclass(frozen=True)
class PrintedScore:
    """What one metric says of one system, and what is shown of it."""

    found: ScoreResult
    signature: str
    """Signature as it is printed."""
    has_segments: bool = False
    """Whether every segment is printed, too."""
    has_interval: bool = False
    documents: tuple[str, ...] | None = None
    """The names of what segments are, if these are whole documents; else None."""
    width: int | None = None
    """Digits behind the point in tables; None for the metric's own."""
    is_ranked: bool = True
    """Whether it can be the best; the score of a reference cannot."""
    is_doubtful: bool = False
    """Whether notes say that its output makes comparisons doubtful."""
    caution: str = ""
    """Sentence on what the system's capitals cost; empty where they cost no more than another one's."""
    doubt: str = ""
    """Sentences on what makes the score doubtful."""
    has_other_quotes: bool = False
    """Whether a note says that its quotation marks differ from the references'."""

    @property
    def metric(self) -> Metric:
        """The metric."""
        return self.found.metric

    @property
    def system(self) -> str:
        """Name of the system."""
        return self.found.system

    @property
    def score(self) -> float:
        """Score of the corpus."""
        return self.found.score

    @property
    def decimals(self) -> int:
        """Digits behind the point in tables."""
        return self.metric.decimals if self.width is None else self.width

    @property
    def rows(self) -> Sequence[Floats]:
        """The statistics of each segment, if segments are printed, else of all together."""
        return list(self.found.statistics) if self.has_segments else [self.found.total]

    def written(self, statistics: Floats) -> str:
        """Return the score of statistics, rounded."""
        return rounded(float(self.metric.score(statistics)), self.decimals)

    def segment_columns(self, write: Callable[[float], str]) -> Iterator[tuple[str, list[str]]]:
        """Yield name and texts, one a segment: the scores, whose name is empty, then each of ``segment_statistics``."""
        yield "", [write(score) for score in self.found.segments.tolist()]
        for name in self.metric.segment_statistics:
            yield name, [f"{value:g}" for value in self.metric.column(self.found.statistics, name).tolist()]


def segment_unit(results: Sequence[PrintedScore]) -> str:
    """Return what a row of the table of segments is."""
    return SEGMENT if results[0].documents is None else DOCUMENT


def labelled_rows(columns: Iterable[Sequence[str]], results: Sequence[PrintedScore]) -> list[list[str]]:
    """Return columns as rows, each begun by its number, from 1, or by the name of its document."""
    documents = results[0].documents
    return [
        [str(at + 1) if documents is None else documents[at], *row] for at, row in enumerate(zip(*columns, strict=True))
    ]


def written_part(name: str, value: float | list[float]) -> str:
    """Return a part of a score as sacreBLEU writes it: percentages by one digit, lengths whole, other numbers by three.

    >>> written_part("precisions", [50.0, 33.3333]), written_part("hypothesis_length", 5.0)
    ('50.0/33.3', '5')
    """
    if isinstance(value, list):
        return "/".join(rounded(number, 1) for number in value)
    return rounded(value, 0 if name.endswith(LENGTH) else 3)
