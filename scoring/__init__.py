"""BLEUscope's metrics, usable without the dashboard. A name is imported when it is first used."""

import sys
from importlib import import_module

from .lazily import lazily

if __name__ == "scoring":  # imported by this name before the package that it belongs to
    import_module("bleuscope")
    sys.modules[__name__] = import_module("bleuscope.scoring")

__getattr__, __all__ = lazily(__name__, __file__)
__all__ += ["warm_up"]


def warm_up() -> None:
    """Runs every kernel once, so that Numba compiles it, or loads it, before anyone waits."""
    from . import significance
    from .agreement.coefficients import pairwise
    from .choosing.pairwise import pairs
    from .registry import METRICS

    for metric in METRICS.values():
        metric().warm_up()
    significance.compile_draw_kernels()
    pairwise.compile_pairwise_kernel()
    pairs.compile_pair_kernels()
