"""BLEUscope's metrics, usable without the dashboard. A name is imported when it is first used."""

import sys
from importlib import import_module

from .lazily import lazily

TYPE_CHECKING = False  # importing it from typing would take time
if TYPE_CHECKING:
    from collections.abc import Callable

if __name__ == "scoring":  # imported as `scoring`, before its package `bleuscope`
    import_module("bleuscope")
    sys.modules[__name__] = import_module("bleuscope.scoring")

__getattr__, __all__ = lazily(__name__, __file__)
__all__ += ["warm_up"]


def warm_up(on_progress: "Callable[[float], object] | None" = None) -> None:
    """Run every kernel once, so that Numba compiles it or loads it before the first user waits.

    ``on_progress`` is called with the share that is done.
    """
    from . import significance
    from .agreement.coefficients import pairwise
    from .choosing.pairwise import pairs
    from .lab.tuning import tuners
    from .realignment import segmentation
    from .registry import METRICS

    steps = [
        *(metric().warm_up for metric in METRICS.values()),
        significance.compile_draw_kernels,
        pairwise.compile_pairwise_kernel,
        pairs.compile_pair_kernels,
        segmentation.compile_cut_kernels,
        tuners.compile_tuning_kernels,
    ]
    for number, step in enumerate(steps, 1):
        step()
        if on_progress is not None:
            on_progress(number / len(steps))
