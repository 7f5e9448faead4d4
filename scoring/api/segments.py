"""Segments with the outputs of two systems, to read one by one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from ..bleu import BLEU
from ..counting.arrays import Ints
from ..output.json_values import json_value
from ..output.numbers import MISSING, counted, fixed
from ..studies.report import report_segment
from ..studies.side_by_side import ScoredPair, segments_by_difference
from ..testset import Segment, TestSet
from ..validation import check_known, short_repr
from .notebook_result import NotebookResult
from .scores import data_frame

if TYPE_CHECKING:
    import pandas as pd

    from ..report.notebook import ShownSegment

DIFFERENCE, NUMBER = "difference", "number"
"""Orders of segments: the largest difference first, or the order of the files."""
SEGMENTS_SHOWN = 10
"""Number of segments that a notebook or an interactive session shows of a list."""


@dataclass(frozen=True, eq=False)
class ComparedPair:
    """Two systems with their scores by one metric in all segments."""

    test_set: TestSet
    scored: ScoredPair
    bleu: BLEU
    """Metric whose n-grams are marked in the texts."""
    colors: Mapping[str, str]
    """Colour of each system, by its name."""


@dataclass(frozen=True, eq=False, repr=False)
class ComparedSegment(NotebookResult):
    """One segment with the outputs of two systems; a notebook shows it with its n-grams in colour.

    >>> import bleuscope as bs
    >>> references = ["the cat sat on the mat", "it rained all day long"]
    >>> outputs = {"base": ["the cat sat on a mat", "it rained"], "new": ["the cat sat on the mat", "it rained"]}
    >>> segment = bs.compare(references, outputs, "chrf").segments()[0]
    >>> segment.number, segment.better, segment.outputs["base"]
    (1, 'new', 'the cat sat on a mat')
    """

    pair: ComparedPair
    index: int
    """Place of the segment in the test set, from 0."""

    @property
    def number(self) -> int:
        """Number of the segment, from 1, as in the files."""
        return self._texts.number

    @property
    def source(self) -> str | None:
        """Source text; None without a source."""
        return self._texts.source

    @property
    def references(self) -> dict[str, str]:
        """Text of each reference, by its name."""
        return self._texts.references

    @property
    def outputs(self) -> dict[str, str]:
        """Output of each of the two systems, by the system's name."""
        texts = self._texts.hypotheses
        return {name: texts[name] for name in self.pair.scored.names}

    @property
    def scores(self) -> dict[str, float]:
        """Score of each of the two systems in this segment, by the system's name; NaN where it is not defined."""
        scored = self.pair.scored
        return {name: float(of[self.index]) for name, of in zip(scored.names, scored.scores, strict=True)}

    @property
    def better(self) -> str | None:
        """Name of the system with the better score; None where both are equal."""
        lead = np.nan_to_num(self.pair.scored.leads[self.index])
        return None if not lead else self.pair.scored.names[0 if lead > 0 else 1]

    @property
    def difference(self) -> float:
        """Lead of the better system, 0 or more, also if lower scores are better; NaN without scores."""
        return float(abs(self.pair.scored.leads[self.index]))

    @property
    def _texts(self) -> Segment:
        return self.pair.test_set.segment(self.index)

    def to_dict(self) -> dict[str, Any]:
        """Return the segment's texts and scores; undefined values are None.

        >>> import bleuscope as bs
        >>> outputs = {"base": ["a cat sat"], "new": ["the cat sat"]}
        >>> bs.compare(["the cat sat"], outputs, "ter").segments()[0].to_dict()["scores"]
        {'new': 0.0, 'base': 33.33333333333333}
        """
        return {
            "segment": self.number,
            "source": self.source,
            "references": self.references,
            "outputs": self.outputs,
            "scores": json_value(self.scores),
            "better": self.better,
            "difference": json_value(self.difference),
        }

    def __str__(self) -> str:
        metric = self.pair.scored.metric
        lines = [] if self.source is None else [("source", self.source)]
        lines += [*self.references.items()]
        for name, text in self.outputs.items():
            lines.append((f"{name} ({metric.full_name} {fixed(self.scores[name], metric.decimals, MISSING)})", text))
        return "\n".join([f"Segment {self.number:,}", *(f"  {label}: {text}" for label, text in lines)])

    def _repr_html_(self) -> str:
        return _html([self])


@dataclass(frozen=True, eq=False, repr=False)
class ComparedSegments(NotebookResult, Sequence[ComparedSegment]):
    """Segments with the outputs of two systems, in order; each segment is made when it is asked for.

    >>> import bleuscope as bs
    >>> outputs = {"base": ["a cat sat", "it rained"], "new": ["the cat sat", "it rained"]}
    >>> segments = bs.compare(["the cat sat", "it rained"], outputs, "ter").segments()
    >>> [segment.number for segment in segments]
    [1, 2]
    """

    pair: ComparedPair
    places: Ints
    """Places of the segments in the test set, from 0, int64 (n,)."""

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, place: int) -> ComparedSegment: ...

    @overload
    def __getitem__(self, place: slice) -> "ComparedSegments": ...

    def __getitem__(self, place: int | slice) -> "ComparedSegment | ComparedSegments":
        if isinstance(place, slice):
            return ComparedSegments(self.pair, self.places[place])
        return ComparedSegment(self.pair, int(self.places[place]))

    def __iter__(self) -> Iterator[ComparedSegment]:
        return (ComparedSegment(self.pair, place) for place in self.places.tolist())

    def to_dict(self) -> dict[str, Any]:
        """Return every segment as ``ComparedSegment.to_dict`` gives it, with the systems and the scoring metric.

        >>> import bleuscope as bs
        >>> outputs = {"base": ["a cat sat"], "new": ["the cat sat"]}
        >>> found = bs.compare(["the cat sat"], outputs, "ter").segments().to_dict()
        >>> found["systems"], found["metric"], found["segments"][0]["better"]
        (['new', 'base'], 'ter', 'new')
        """
        scored = self.pair.scored
        return {
            "systems": [*scored.names],
            "metric": scored.metric.name,
            "segments": [segment.to_dict() for segment in self],
        }

    def to_pandas(self) -> "pd.DataFrame":
        """Return a table with a row for each segment: texts, scores and the difference.

        >>> import bleuscope as bs
        >>> outputs = {"base": ["a cat sat"], "new": ["the cat sat"]}
        >>> bs.compare(["the cat sat"], outputs, "ter").segments().to_pandas()[["segment", "score of new", "better"]]
           segment  score of new better
        0        1           0.0    new
        """
        return data_frame(map(_flat, self))

    def __str__(self) -> str:
        first, second = self.pair.scored.names
        head = f"ComparedSegments({len(self):,} segments of {first} and {second})"
        return "\n".join([head, *map(str, self[:SEGMENTS_SHOWN]), *self._hidden_notice])

    def _repr_html_(self) -> str:
        return _html(self[:SEGMENTS_SHOWN], *self._hidden_notice)

    @property
    def _hidden_notice(self) -> list[str]:
        """Sentence on how many segments are not shown; empty if all are shown."""
        n_hidden = len(self) - SEGMENTS_SHOWN
        return (
            [f"{counted(n_hidden, 'more segment')}; take [{SEGMENTS_SHOWN}:] to see the next ones."]
            if n_hidden > 0
            else []
        )


def _html(segments: Sequence[ComparedSegment], *notes: str) -> str:
    """Return the HTML of segments below each other, with one legend, and notes."""
    from ..report.notebook import segments_html

    return str(segments_html(map(_shown_segment, segments), notes))


def _shown_segment(segment: ComparedSegment) -> "ShownSegment":
    from ..output.markup.html import html_line, html_words
    from ..report.notebook import ShownSegment, show_segment

    scored, colors = segment.pair.scored, segment.pair.colors
    try:
        marked = report_segment(segment.pair.test_set, scored, segment.pair.bleu, segment.index)
    except ValueError as error:  # it is too long
        return ShownSegment(html_line(f"Segment {segment.number:,}", html_words([str(error)], calm=True)))
    first, second = scored.names
    of_pair = (first, second), (colors[first], colors[second])
    return show_segment(scored.metric, *of_pair, marked, segment.index, segment.pair.test_set.annotations)


def _flat(segment: ComparedSegment) -> dict[str, Any]:
    """Return a segment as a row of a table."""
    row: dict[str, Any] = {"segment": segment.number}
    row |= {} if segment.source is None else {"source": segment.source}
    row |= segment.references
    row |= {f"output of {name}": text for name, text in segment.outputs.items()}
    row |= {f"score of {name}": score for name, score in segment.scores.items()}
    return row | {"better": segment.better, "difference": segment.difference}


def ordered_segments(pair: ComparedPair, by: str) -> ComparedSegments:
    """Return the segments in order: by difference, by number, or by the lead of the system of this name.

    The largest lead is first. Raises ``ValueError`` for another order.
    """
    names = pair.scored.names
    if by == NUMBER:
        return ComparedSegments(pair, np.arange(len(pair.test_set)))
    if by == DIFFERENCE:
        return ComparedSegments(pair, segments_by_difference(pair.scored))
    if not isinstance(by, str):
        raise ValueError(f"by: expected {DIFFERENCE!r}, {NUMBER!r} or a system's name; found {short_repr(by)}.")
    check_known(by, (DIFFERENCE, NUMBER, *names), "order of segments")
    return ComparedSegments(pair, segments_by_difference(pair.scored, 1 if by == names[0] else -1))
