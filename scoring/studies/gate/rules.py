"""The rules that an output has to pass, and how each kind of rule is judged.

A rule that compares two outputs relies on the 95 % interval of their difference, or on the verdict. It never relies on
a difference that is "not significant", because a small test set shows no difference at all. The rule has failed where
the difference itself does not meet it. Where the difference meets it and the interval does not, there is too little
data to judge.

A rule about a check counts the segments of the new output in which the check finds something of any kind.
"""

import math
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from bleuscope.exit_codes import BAD_INPUT, DONE, RULE_FAILED, TOO_LITTLE_DATA

from ...checks import CHECKS
from ...significance import CLEAR, LIKELY
from ...text.suggestions import did_you_mean
from ..checks import FlagRate
from ..wording import gate_words as words
from .evidence import CheckEvidence, MetricEvidence, TermEvidence

PASSED, FAILED, NOT_JUDGED, TOO_LITTLE = "passed", "failed", "could not be judged", "too little data"
EXIT_CODE_OF_STATE = {PASSED: DONE, FAILED: RULE_FAILED, NOT_JUDGED: BAD_INPUT, TOO_LITTLE: TOO_LITTLE_DATA}
"""State of a rule or of a gate -> exit code of the command."""
OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}


@dataclass(frozen=True)
class RuleResult:
    """The result of one rule for the new output."""

    rule: "Rule"
    state: str
    """One of the keys of ``EXIT_CODE_OF_STATE``."""
    sentence: str
    """Reason for the state, with the numbers."""
    evidence: MetricEvidence | CheckEvidence | TermEvidence
    needed_units: float = math.nan
    """Number of segments, or documents, that would be enough where there is too little data; else NaN."""


@dataclass(frozen=True)
class Rule:
    """One rule: a ``MetricRule``, a ``CheckRule`` or a ``TermRule``."""

    needs_baseline: ClassVar[bool] = False

    text: str
    """The rule as it was written, with single spaces."""


@dataclass(frozen=True)
class MetricRule(Rule, ABC):
    """A rule about one metric."""

    needs_verdict: ClassVar[bool] = False

    metric: str
    """Name of the metric, as it was written."""
    systems: tuple[str, str] | None
    """Names of the new output and the baseline, where the rule names them; else None."""

    @abstractmethod
    def judge(self, evidence: MetricEvidence) -> RuleResult:
        """Return the result of this rule: its state and the reason."""


@dataclass(frozen=True)
class NotWorseRule(MetricRule):
    """A rule that the new output is not worse than the baseline by a margin or more: a test of non-inferiority.

    It passes where the lower end of the two-sided 95 % interval of the gain is above ``-margin``. So of outputs whose
    true loss is the margin at most 2.5 % pass.
    """

    needs_baseline: ClassVar[bool] = True

    margin: float

    @classmethod
    def read(cls, text: str, parts: Mapping[str, str]) -> "NotWorseRule":
        margin = float(parts["number"])
        if not margin > 0:
            better = f"{parts['metric']} better"
            raise ValueError(
                f"Rule {text!r}: the margin must be above 0; found {parts['number']}. Or write {better!r}."
            )
        return cls(text, parts["metric"], _systems(parts), margin)

    def judge(self, evidence: MetricEvidence) -> RuleResult:
        if math.isnan(evidence.difference):
            return RuleResult(self, NOT_JUDGED, words.score_not_defined(evidence), evidence)
        if evidence.are_equal:
            return RuleResult(self, PASSED, words.same_outputs(evidence, "so it is not worse"), evidence)
        if evidence.gain <= evidence.metric.rounding - self.margin:
            return RuleResult(self, FAILED, words.is_worse(evidence, self.margin), evidence)
        if evidence.least_gain > -self.margin:
            return RuleResult(self, PASSED, words.is_not_worse(evidence, self.margin), evidence)
        needed = evidence.needed_units(self.margin)
        return RuleResult(self, TOO_LITTLE, words.may_be_worse(evidence, self.margin, needed), evidence, needed)


@dataclass(frozen=True)
class BetterRule(MetricRule):
    """A rule that the new output is better than the baseline: the verdict on the two is clear or likely."""

    needs_baseline: ClassVar[bool] = True
    needs_verdict: ClassVar[bool] = True

    @classmethod
    def read(cls, text: str, parts: Mapping[str, str]) -> "BetterRule":
        return cls(text, parts["metric"], _systems(parts))

    def judge(self, evidence: MetricEvidence) -> RuleResult:
        if math.isnan(evidence.difference):
            return RuleResult(self, NOT_JUDGED, words.score_not_defined(evidence), evidence)
        if evidence.are_equal:
            return RuleResult(self, FAILED, words.same_outputs(evidence, "so it is not better"), evidence)
        if evidence.gain <= evidence.metric.rounding:
            return RuleResult(self, FAILED, words.is_not_better(evidence), evidence)
        assert evidence.verdicts is not None
        assert evidence.baseline is not None
        if evidence.verdicts.state(evidence.new, evidence.baseline) in (CLEAR, LIKELY):
            return RuleResult(self, PASSED, words.is_better(evidence), evidence)
        needed = evidence.needed_units(0.0)
        return RuleResult(self, TOO_LITTLE, words.may_be_better(evidence, needed), evidence, needed)


@dataclass(frozen=True)
class ScoreRule(MetricRule):
    """A rule that the score of the new output is above, below or equal to a number."""

    comparison: str
    """One of the keys of ``OPERATORS``."""
    number: float

    @classmethod
    def read(cls, text: str, parts: Mapping[str, str]) -> "ScoreRule":
        return cls(text, parts["metric"], None, parts["operator"], float(parts["number"]))

    def judge(self, evidence: MetricEvidence) -> RuleResult:
        if math.isnan(evidence.score):
            return RuleResult(self, NOT_JUDGED, words.score_not_defined(evidence), evidence)
        is_met = OPERATORS[self.comparison](self._score(evidence), self.number)
        reason = words.score_against(evidence, self.comparison, self.number, is_met)
        return RuleResult(self, PASSED if is_met else FAILED, reason, evidence)

    def _score(self, evidence: MetricEvidence) -> float:
        """Return the score, or the number of the rule where the two differ by rounding only."""
        return self.number if abs(evidence.score - self.number) <= evidence.metric.rounding else evidence.score


@dataclass(frozen=True)
class CheckRule(Rule):
    """A rule that a check finds something in few enough segments of the new output."""

    check: str
    """Name of the check."""
    comparison: str
    """One of the keys of ``OPERATORS``."""
    number: float | None
    """Number of segments, or percentage of segments; None to compare with the highest rate of a reference."""
    is_percentage: bool = False

    @classmethod
    def read(cls, text: str, parts: Mapping[str, str]) -> "CheckRule":
        check = parts["check"].casefold()
        if check not in CHECKS:
            hint = did_you_mean(check, CHECKS)
            raise ValueError(f"Rule {text!r}: unknown check {parts['check']!r}{hint}; there are {', '.join(CHECKS)}.")
        number, is_percentage = parts.get("number"), "percent" in parts
        if number is None:
            return cls(text, check, parts["operator"], None)
        if is_percentage and not 0 <= float(number) <= 100:
            raise ValueError(f"Rule {text!r}: expected 0 to 100 % of the segments; found {number} %.")
        if not is_percentage and not (float(number) >= 0 and float(number).is_integer()):
            advice = f"Or write a percentage of them, as in 'check:{check} <= 0.5 %'."
            raise ValueError(f"Rule {text!r}: expected a number of segments, such as 0; found {number}. {advice}")
        return cls(text, check, parts["operator"], float(number), is_percentage)

    def judge(self, evidence: CheckEvidence) -> RuleResult:
        """Return the result of this rule: its state and the reason."""
        if evidence.rate is None:
            return RuleResult(self, NOT_JUDGED, words.check_was_not_run(evidence), evidence)
        worst = evidence.worst_reference
        if self.number is None and worst is None:
            return RuleResult(self, NOT_JUDGED, words.no_reference_was_checked(evidence), evidence)
        bound = (
            evidence.references[worst].share
            if self.number is None and worst is not None
            else self._bound(evidence.rate)
        )
        is_met = OPERATORS[self.comparison](evidence.rate.share, bound)
        reason = words.findings_against(evidence, self.comparison, self.number, self.is_percentage, is_met)
        return RuleResult(self, PASSED if is_met else FAILED, reason, evidence)

    def _bound(self, rate: FlagRate) -> Fraction:
        """Return the number of the rule as an exact share of the segments."""
        return Fraction(str(self.number)) / (100 if self.is_percentage else rate.segments)


@dataclass(frozen=True)
class TermRule(Rule):
    """A rule that the new output has enough of the terms that the source asks for."""

    comparison: str
    """One of the keys of ``OPERATORS``."""
    number: float | None
    """Percentage of the terms; None to compare with the largest share of a reference."""

    @classmethod
    def read(cls, text: str, parts: Mapping[str, str]) -> "TermRule":
        number = parts.get("number")
        if number is not None and not 0 <= float(number) <= 100:
            raise ValueError(f"Rule {text!r}: expected 0 to 100 % of the terms; found {number} %.")
        return cls(text, parts["operator"], None if number is None else float(number))

    def judge(self, evidence: TermEvidence) -> RuleResult:
        """Return the result of this rule: its state and the reason."""
        counts, best = evidence.counts, evidence.best_reference
        if counts is None or not counts.n_asked:
            return RuleResult(self, NOT_JUDGED, words.no_terms(evidence), evidence)
        if self.number is None and best is None:
            return RuleResult(self, NOT_JUDGED, words.no_reference_of_terms(), evidence)
        is_of_reference = self.number is None and best is not None
        bound = evidence.references[best or ""].share if is_of_reference else Fraction(str(self.number)) / 100
        is_met = OPERATORS[self.comparison](counts.share, bound)
        reason = words.terms_against(evidence, self.comparison, self.number, is_met)
        return RuleResult(self, PASSED if is_met else FAILED, reason, evidence)


def _systems(parts: Mapping[str, str]) -> tuple[str, str] | None:
    return (parts["new"], parts["baseline"]) if "new" in parts else None
