"""What one metric says of a new output and of its baseline: the numbers from which every rule of a gate is judged."""

import math
from dataclasses import dataclass

from ...metric import Metric
from ...significance import Bootstrap, Verdicts, power_of_pair
from ...significance.p_limits import units_to_detect


@dataclass(frozen=True, eq=False)
class MetricEvidence:
    """Scores of the new output and of the baseline by one metric, and how sure their difference is."""

    metric: Metric
    signature: str
    """Signature of the metric."""
    n_units: int
    """Number of segments, or documents, that are scored and drawn."""
    unit: str
    """What is drawn: a segment or a document."""
    new: str
    """Name of the new output."""
    score: float
    """Score of the new output."""
    baseline: str | None = None
    """Name of the baseline; None without one."""
    baseline_score: float = math.nan
    """Score of the baseline."""
    bootstrap: Bootstrap | None = None
    """Resamples of both; None without a baseline."""
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
        """The 95 % interval of the difference; NaN where there is none."""
        if self.bootstrap is None or self.baseline is None:
            return math.nan, math.nan
        return self.bootstrap.difference_interval(self.new, self.baseline)

    @property
    def gain(self) -> float:
        """How much better the new output scores, whichever way the metric goes."""
        return self.difference if self.metric.higher_is_better else -self.difference

    @property
    def least_gain(self) -> float:
        """The end of the interval at which the new output is worst, as a gain."""
        low, high = self.interval
        return low if self.metric.higher_is_better else -high

    def needed_units(self, margin: float) -> float:
        """Return how many segments like these, or documents, would show a gain of this size above ``-margin``.

        With a power of 80 %, by the normal approximation: see ``power_of_pair``. NaN without a baseline and below two
        segments.
        """
        if self.bootstrap is None or self.baseline is None:
            return math.nan
        detectable = power_of_pair(self.bootstrap, self.new, self.baseline).detectable
        return units_to_detect(self.gain + margin, detectable, self.n_units, self.metric.rounding)
