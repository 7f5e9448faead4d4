"""The comparison of systems by one metric, and the verdict on two of them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..analysis.oddities import Oddity
from ..counting.arrays import Floats, read_only
from ..metric import Metric
from ..output.json_values import json_value, number_or_none
from ..significance import TOO_LITTLE_DATA
from ..studies.comparison import ComparisonResult, SystemStatistics
from ..studies.verdict import Decision, Votes, decide
from ..studies.wording.verdict_words import NO_PAIR, VerdictText, verdict_text
from ..validation import check_known
from .notebook_result import NotebookResult


@dataclass(frozen=True, eq=False, repr=False)
class PairVerdict(NotebookResult):
    """The verdict of one metric on two systems: which one is better, and how certain that is.

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
    """Name of the system with the better score, even if that is uncertain; None if both are equal or have no score."""
    worse: str | None
    """Name of the system with the worse score; None as for ``better``."""
    difference: float
    """Lead of the better system, 0 or more, also if lower scores are better; NaN without scores."""
    interval: tuple[float, float]
    """95 % interval of ``difference``; below 0 the worse system is ahead."""
    p: float
    """p-value, corrected for all pairs of systems; NaN without scores."""
    decision: Decision | None
    """Decision that the verdict's card shows; None without scores."""
    votes: Votes | None = None
    """Verdicts of the other metrics on the two systems."""
    oddities: Sequence[Oddity] = ()
    """Oddities of the outputs, such as copies of the source."""

    @property
    def text(self) -> VerdictText | None:
        """Text of the verdict's card; None without scores."""
        return None if self.decision is None else verdict_text(self.decision, self.votes, self.oddities)

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences that qualify the verdict: on oddities of the texts, and on other metrics."""
        return () if self.text is None else tuple(map(str, (*self.text.caveats, *self.text.notes)))

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as numbers and texts that JSON can hold; undefined values are None.

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
        from ..report.verdict_card import card, no_verdict_card

        shown = no_verdict_card(NO_PAIR) if self.decision is None else card(self.decision, self.votes, self.oddities)
        return str(notebook_html(shown))


def pair_verdict(decision: Decision | None, votes: Votes | None = None, oddities: Sequence[Oddity] = ()) -> PairVerdict:
    """Return the verdict for a decision; ``decision`` is None where fewer than two systems have a score."""
    if decision is None:
        nothing = math.nan
        return PairVerdict(TOO_LITTLE_DATA, None, None, nothing, (nothing, nothing), nothing, None)
    verdicts, best, following = decision.verdicts, decision.best, decision.next
    ends = verdicts.comparisons.bootstrap.difference_interval(best, following)
    low, high = ends if decision.metric.higher_is_better else (-ends[1], -ends[0])
    better, worse = (best, following) if decision.difference else (None, None)
    p = verdicts.p_adjusted(best, following)
    return PairVerdict(decision.state, better, worse, decision.difference, (low, high), p, decision, votes, oddities)


@dataclass(frozen=True, eq=False, repr=False)
class ComparisonByMetric(NotebookResult):
    """The scores of all systems by one metric, and the tests of all pairs.

    >>> import bleuscope as bs
    >>> references = ["the cat sat on the mat", "it rained all day long"] * 20
    >>> outputs = {"base": ["a cat is on a mat", "it rains all day"] * 20, "new": references}
    >>> ter = bs.compare(references, outputs, "ter")["ter"]
    >>> {system: round(score, 1) for system, score in ter.scores.items()}
    {'base': 45.5, 'new': 0.0}
    """

    result: ComparisonResult
    """Tests of all pairs of systems."""
    statistics: SystemStatistics
    """Statistics of each system, float64 (n_segments, n_statistics)."""

    @property
    def metric(self) -> Metric:
        """Metric of the comparison."""
        return self.result.metric

    @property
    def signature(self) -> str:
        """Signature: options and version with which the scores can be computed again."""
        return self.result.signature

    @property
    def scores(self) -> dict[str, float]:
        """Score of each system over all segments; NaN where it is not defined."""
        comparisons = self.result.comparisons
        return dict(zip(comparisons.systems, comparisons.tested.scores.tolist(), strict=True))

    @cached_property
    def intervals(self) -> dict[str, tuple[float, float]]:
        """95 % interval of each system's score."""
        comparisons = self.result.comparisons
        return {system: comparisons.bootstrap.interval(system) for system in comparisons.systems}

    @property
    def segments(self) -> dict[str, Floats]:
        """Scores of each system's segments, float64 (n_segments,)."""
        return {system: read_only(self.metric.score(rows)) for system, rows in self.statistics.items()}

    @property
    def verdict(self) -> PairVerdict:
        """Verdict on the best and the second-best system."""
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
        """Return scores and tests of pairs as numbers and texts that JSON can hold; undefined values are None.

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
