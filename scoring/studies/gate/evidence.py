"""Evidence of a gate: the numbers of a new output and its baseline from which the rules are judged."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from ...checks import CHECKS
from ...checks.terminology.term_matching import TIERS
from ...judgments.kinds import severity_rank
from ...metric import Metric
from ...significance import Bootstrap, Verdicts, power_of_pair
from ...significance.p_limits import units_to_detect
from ..checks import CheckFinding, ChecksResult, FlagRate, TextsToCheck
from ..terminology import TermCounts, TermFindings


@dataclass(frozen=True, eq=False)
class MetricEvidence:
    """Scores of the new output and of the baseline by one metric, and how sure their difference is."""

    metric: Metric
    signature: str
    """Signature of the metric."""
    n_units: int
    """Number of segments, or documents, that are scored and drawn."""
    unit: str
    """Unit that is drawn: a segment or a document."""
    new: str
    """Name of the new output."""
    score: float
    """Score of the new output."""
    baseline: str | None = None
    """Name of the baseline; None without one."""
    baseline_score: float = math.nan
    """Score of the baseline."""
    bootstrap: Bootstrap | None = None
    """Resamples of both outputs; None without a baseline."""
    verdicts: Verdicts | None = None
    """Verdict on the pair, where a rule asks which is better; else None."""
    are_equal: bool = False
    """Whether both outputs are the same text with the same statistics in every segment."""

    @property
    def difference(self) -> float:
        """The new output's score less the baseline's, on the metric's scale; NaN without a baseline."""
        return self.score - self.baseline_score

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference; NaN without an interval."""
        if self.bootstrap is None or self.baseline is None:
            return math.nan, math.nan
        return self.bootstrap.difference_interval(self.new, self.baseline)

    @property
    def gain(self) -> float:
        """How much better the new output scores: positive is better, also by metrics where lower is better."""
        return self.difference if self.metric.higher_is_better else -self.difference

    @property
    def least_gain(self) -> float:
        """The end of the interval at which the new output is worst, as a gain."""
        low, high = self.interval
        return low if self.metric.higher_is_better else -high

    def needed_units(self, margin: float) -> float:
        """Return how many segments like these, or documents, would show a gain of this size above ``-margin``.

        The power is 80 %, by the normal approximation: see ``power_of_pair``. NaN without a baseline and below two
        segments.
        """
        if self.bootstrap is None or self.baseline is None:
            return math.nan
        detectable = power_of_pair(self.bootstrap, self.new, self.baseline).detectable
        return units_to_detect(self.gain + margin, detectable, self.n_units, self.metric.rounding)


@dataclass(frozen=True, eq=False)
class CheckEvidence:
    """Findings of one check in the new output, in the baseline and in the references."""

    check: str
    """Name of the check."""
    new: str
    """Name of the new output."""
    rate: FlagRate | None
    """Rate of findings in the new output; None where the check was not run."""
    baseline_rate: FlagRate | None = None
    """Rate of findings in the baseline; None without a baseline and where the check was not run."""
    references: Mapping[str, FlagRate] = field(default_factory=dict)
    """Name of each reference on which the check was run -> rate of findings in the reference."""
    findings: tuple[CheckFinding, ...] = ()
    """Findings in the new output, the worst first."""
    reason: str = ""
    """Reason why the check was not run."""
    lacks_source: bool = False
    """Whether the check was not run because there is no source."""

    @classmethod
    def of(
        cls, check: str, result: ChecksResult, texts: TextsToCheck, new: str, baseline: str | None
    ) -> "CheckEvidence":
        """Return the evidence of one check, taken from the result of all checks on these texts."""
        if check not in result.checks:
            lacks_source = CHECKS[check].needs_source and texts.source is None
            return cls(check, new, None, reason=result.left_out[check], lacks_source=lacks_source)
        rates = result.checks[check]
        findings = [finding for finding in result.findings if (finding.check, finding.system) == (check, new)]
        findings.sort(key=lambda finding: severity_rank(finding.severity))
        baseline_found = None if baseline is None else rates.systems[baseline]
        return cls(check, new, rates.systems[new], baseline_found, rates.references, tuple(findings))

    @property
    def worst_reference(self) -> str | None:
        """Name of the reference with the highest rate of findings; None where no reference was checked."""
        with_text = [name for name, rate in self.references.items() if rate.segments]
        return max(with_text, key=lambda name: self.references[name].rate, default=None)


@dataclass(frozen=True, eq=False)
class TermEvidence:
    """Numbers of glossary terms that the new output, the baseline and the references have."""

    new: str
    """Name of the new output."""
    counts: TermCounts | None
    """Terms of the new output; None without a glossary or a source."""
    baseline_counts: TermCounts | None = None
    """Terms of the baseline; None without one."""
    references: Mapping[str, TermCounts] = field(default_factory=dict)
    """Name of each reference -> counts of its terms."""
    tier: str = ""
    """Name of the loosest match that counts as a term: one of ``TIERS``; the tiers before it count too."""
    reason: str = ""
    """Reason why terms were not looked for."""

    @classmethod
    def of(cls, term_findings: TermFindings, new: str, baseline: str | None) -> "TermEvidence":
        """Return the evidence on terms, taken from what was found in these texts."""
        systems = term_findings.counts_of_systems
        baseline_counts = None if baseline is None else systems[baseline]
        return cls(new, systems[new], baseline_counts, term_findings.counts_of_references, TIERS[term_findings.tier])

    @property
    def best_reference(self) -> str | None:
        """Name of the reference with the largest share of terms; None where the source asks for no term."""
        with_terms = [name for name, counts in self.references.items() if counts.n_asked]
        return max(with_terms, key=lambda name: self.references[name].share, default=None)
