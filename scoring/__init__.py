"""BLEUscope's metrics, usable without the dashboard."""

from .bleu import BLEU
from .chrf import CHRF, CHRFPlusPlus
from .limits import TooLong
from .meteor import METEOR
from .metric import Metric
from .nist import NIST
from .tbleu import TBLEU
from .ter import TER
from .ter.per import PER
from .ter.wer import WER
from .testset import Reference, Segment, System, TestSet

METRICS: dict[str, type[Metric]] = {
    metric.name: metric for metric in (BLEU, CHRF, CHRFPlusPlus, TBLEU, TER, WER, PER, NIST, METEOR)
}

__all__ = [
    "BLEU",
    "CHRF",
    "METEOR",
    "METRICS",
    "NIST",
    "PER",
    "TBLEU",
    "TER",
    "WER",
    "CHRFPlusPlus",
    "Metric",
    "Reference",
    "Segment",
    "System",
    "TestSet",
    "TooLong",
    "warm_up",
]


def warm_up() -> None:
    """Runs every kernel once, so that Numba compiles it, or loads it, before anyone waits."""
    from . import significance
    from .agreement import pairwise
    from .choosing import pairs

    for metric in METRICS.values():
        metric().warm_up()
    significance.warm_up()
    pairwise.warm_up()
    pairs.warm_up()
