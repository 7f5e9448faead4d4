from collections.abc import Callable, Mapping

from .scoring.api import CheckFindings as CheckFindings
from .scoring.api import ComparedSegment as ComparedSegment
from .scoring.api import ComparedSegments as ComparedSegments
from .scoring.api import ComparisonByMetric as ComparisonByMetric
from .scoring.api import DoctorFindings as DoctorFindings
from .scoring.api import FileNoticeWarning as FileNoticeWarning
from .scoring.api import GateOutcome as GateOutcome
from .scoring.api import Metric as Metric
from .scoring.api import MetricScore as MetricScore
from .scoring.api import MetricScores as MetricScores
from .scoring.api import PairVerdict as PairVerdict
from .scoring.api import PostEditingEffort as PostEditingEffort
from .scoring.api import SystemComparison as SystemComparison
from .scoring.api import TestSet as TestSet
from .scoring.api import check as check
from .scoring.api import compare as compare
from .scoring.api import doctor as doctor
from .scoring.api import effort as effort
from .scoring.api import read as read
from .scoring.api import score as score

METRICS: Mapping[str, Callable[..., Metric]]
"""Every metric by its name; called with options it gives the metric: ``METRICS["chrf"](word_order=2)``."""
__all__: list[str]
__version__: str
