"""BLEUscope's metrics, usable without the dashboard."""

from scoring.bleu import BLEU
from scoring.chrf import CHRF, CHRFPlusPlus
from scoring.metric import Metric
from scoring.per import PER
from scoring.tbleu import TBLEU
from scoring.ter import TER
from scoring.testset import Reference, Segment, System, TestSet
from scoring.wer import WER

METRICS: dict[str, type[Metric]] = {metric.name: metric for metric in (BLEU, CHRF, CHRFPlusPlus, TBLEU, TER, WER, PER)}

__all__ = [
    "BLEU",
    "CHRF",
    "METRICS",
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
    "warm_up",
]


def warm_up() -> None:
    """Runs every metric's kernels once, so that Numba compiles them, or loads them, before anyone waits."""
    from scoring import significance

    for metric in METRICS.values():
        metric().warm_up()
    significance.warm_up()
