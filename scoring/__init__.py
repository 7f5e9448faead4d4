"""BLEUscope's metrics, usable without the dashboard. A name is imported when it is first used."""

from typing import TYPE_CHECKING

from .lazily import lazily
from .registry import METRICS

if TYPE_CHECKING:
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

__getattr__ = lazily(
    __name__,
    {
        "BLEU": "bleu",
        "CHRF": "chrf",
        "CHRFPlusPlus": "chrf",
        "METEOR": "meteor",
        "Metric": "metric",
        "NIST": "nist",
        "PER": "ter.per",
        "Reference": "testset",
        "Segment": "testset",
        "System": "testset",
        "TBLEU": "tbleu",
        "TER": "ter",
        "TestSet": "testset",
        "TooLong": "limits",
        "WER": "ter.wer",
    },
)


def warm_up() -> None:
    """Runs every kernel once, so that Numba compiles it, or loads it, before anyone waits."""
    from . import significance
    from .agreement import pairwise
    from .choosing import pairs

    for metric in METRICS.values():
        metric().warm_up()
    significance.compile_draw_kernels()
    pairwise.compile_pairwise_kernel()
    pairs.compile_pair_kernels()
