"""What one metric says of several systems, and of two of them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..analysis.oddities import Oddity
from ..counting.arrays import Floats, read_only
from ..metric import Metric
from ..output.json_values import json_value, number_or_none
from ..significance import LITTLE
from ..studies.comparison import ComparisonResult, SystemStatistics
from ..studies.verdict import Decision, Votes, decide
from ..studies.wording.verdict_words import NO_PAIR, VerdictText, in_words
from ..validation import check_known
from .notebook_result import NotebookResult


@dataclass(frozen=True, eq=False, repr=False)
class PairVerdict(NotebookResult):
    """Which of two systems is better by one metric, and how sure that is.

    >>> import bleuscope as bs
    >>> references = ["the cat sat on the mat", "it rained all day long"] * 20
    >>> outputs = {"base": ["a cat is on a mat", "it rains all day"] * 20, "new": references}
    >>> verdict = bs.compare(references, outputs).verdict
    >>> verdict.state, verdict.better, verdict.p < 0.01
    ('clear', 'new', True)
    """

    state: str
    """``clear``, ``likely``, ``too close to call``, ``more trials needed`` or ``too little data``."""
    better: str | None
    """Name of the system with the better score, however sure that is; None where both are equal or have no score."""
    worse: str | None
    """Name of the other one."""
    difference: float
    """How far the better one is ahead, 0 or more, whichever way the metric goes; NaN without scores."""
    interval: tuple[float, float]
    """95 % interval of that difference; below 0 the other one is ahead."""
    p: float
    """p-value, corrected for all pairs of systems; NaN without scores."""
    decision: Decision | None
    """Verdict as the card words it; None without scores."""
    votes: Votes | None = None
    """What the other metrics say."""
    oddities: Sequence[Oddity] = ()
    """What is odd about the outputs."""

    @property
    def text(self) -> VerdictText | None:
        """The words of the verdict's card; None without scores."""
        return None if self.decision is None else in_words(self.decision, self.votes, self.oddities)

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what else bears on the verdict: what is odd about the texts, and other metrics."""
        return () if self.text is None else tuple(map(str, (*self.text.caveats, *self.text.notes)))

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as numbers and texts that JSON can hold; what is not defined is None.

        >>> import bleuscope as bs
        >>> same = ["the cat sat on the mat"] * 10
        >>> verdict = bs.compare(same, {"base": same, "new": same}).verdict.to_dict()
        >>> verdict["state"], verdict["better"], verdict["difference"]
        ('too close to call', None, 0.0)
        """
        low, high = self.interval
        return {
            "state": self.state,
            "better": self.better,
            "worse": self.worse,
            "difference": number_or_none(self.difference),
            "ci_low": number_or_none(low),
            "ci_high": number_or_none(high),
            "p": number_or_none(self.p),
            "sentence": str(self),
            "notes": [*self.notes],
        }

    def __str__(self) -> str:
        return NO_PAIR if self.text is None else str(self.text)

    def _repr_html_(self) -> str:
        from ..report.notebook import notebook_html
        from ..report.verdict_card import card, nothing

        shown = nothing(NO_PAIR) if self.decision is None else card(self.decision, self.votes, self.oddities)
        return str(notebook_html(shown))


def pair_verdict(decision: Decision | None, votes: Votes | None = None, oddities: Sequence[Oddity] = ()) -> PairVerdict:
    """Return the verdict of a decision, which is None where fewer than two systems have a score."""
    if decision is None:
        nothing = math.nan
        return PairVerdict(LITTLE, None, None, nothing, (nothing, nothing), nothing, None)
    found, best, following = decision.verdicts, decision.best, decision.next
    ends = found.comparisons.bootstrap.difference_interval(best, following)
    low, high = ends if decision.metric.higher_is_better else (-ends[1], -ends[0])
    better, worse = (best, following) if decision.difference else (None, None)
    p = found.p_adjusted(best, following)
    return PairVerdict(decision.state, better, worse, decision.difference, (low, high), p, decision, votes, oddities)


@dataclass(frozen=True, eq=False, repr=False)
class ComparisonByMetric(NotebookResult):
    """What one metric says of all systems.

    >>> import bleuscope as bs
    >>> references = ["the cat sat on the mat", "it rained all day long"] * 20
    >>> outputs = {"base": ["a cat is on a mat", "it rains all day"] * 20, "new": references}
    >>> ter = bs.compare(references, outputs, "ter")["ter"]
    >>> {system: round(score, 1) for system, score in ter.scores.items()}
    {'base': 45.5, 'new': 0.0}
    """

    result: ComparisonResult
    """Tests of all pairs."""
    statistics: SystemStatistics
    """System -> float64 (n_segments, n_statistics)."""

    @property
    def metric(self) -> Metric:
        """The metric."""
        return self.result.metric

    @property
    def signature(self) -> str:
        """Options and version by which the scores can be computed again."""
        return self.result.signature

    @property
    def scores(self) -> dict[str, float]:
        """System -> score of all segments; NaN where it is not defined."""
        found = self.result.comparisons
        return dict(zip(found.systems, found.tested.scores.tolist(), strict=True))

    @cached_property
    def intervals(self) -> dict[str, tuple[float, float]]:
        """System -> 95 % interval of its score."""
        found = self.result.comparisons
        return {system: found.bootstrap.interval(system) for system in found.systems}

    @property
    def segments(self) -> dict[str, Floats]:
        """System -> float64 (n_segments,): score of each segment."""
        return {system: read_only(self.metric.score(rows)) for system, rows in self.statistics.items()}

    @property
    def verdict(self) -> PairVerdict:
        """Verdict on the best system and the next one."""
        return pair_verdict(decide(self.result.verdicts, self.result.comparisons.systems, self.result.oddities))

    def between(self, a: str, b: str) -> PairVerdict:
        """Return the verdict on two of the systems; ``ValueError`` for an unknown name.

        >>> import bleuscope as bs
        >>> texts = ["the cat sat on the mat"] * 10
        >>> outputs = {"a": texts, "b": ["a cat sat on a mat"] * 10, "c": ["no"] * 10}
        >>> bs.compare(texts, outputs, "chrf")["chrf"].between("c", "b").better
        'b'
        """
        for name in (a, b):
            check_known(name, self.result.comparisons.systems, "system")
        if a == b:
            raise ValueError(f"Expected two systems; found {a} twice.")
        return pair_verdict(decide(self.result.verdicts, (a, b)))

    def to_dict(self) -> dict[str, Any]:
        """Return scores and tests of pairs as numbers and texts that JSON can hold; what is not defined is None.

        >>> import bleuscope as bs
        >>> texts = ["the cat sat on the mat"] * 10
        >>> bs.compare(texts, {"base": ["a cat sat"] * 10, "new": texts}, "ter")["ter"].to_dict()["systems"]["new"]
        {'score': 0.0, 'ci_low': 0.0, 'ci_high': 0.0}
        """
        systems = {
            system: {"score": score, "ci_low": self.intervals[system][0], "ci_high": self.intervals[system][1]}
            for system, score in self.scores.items()
        }
        return {
            "signature": self.signature,
            "higher_is_better": self.metric.higher_is_better,
            "systems": json_value(systems),
            "pairs": json_value(self.result.records()),
        }

    def __str__(self) -> str:
        return str(self.verdict)

    def _repr_html_(self) -> str:
        return self.verdict._repr_html_()
