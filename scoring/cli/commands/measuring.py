"""Statistics of all systems by several metrics, block by block."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from ... import Metric, TestSet
from ...arrays import Floats
from ...limits import after
from ..inputs import Inputs
from ..notes import note

M = TypeVar("M", bound=Metric)


def measured(inputs: Inputs, metrics: Sequence[M], keep_segments: bool) -> dict[tuple[M, str], Floats]:
    """Metric and system -> statistics, one row a segment, or unless they are kept the sums of each block.

    Only for metrics that need all references the whole test set is held, and measured as one block.
    """
    kept: defaultdict[tuple[M, str], list[Floats]] = defaultdict(list)

    def measure(metric: M, test_set: TestSet) -> None:
        for system, rows in metric.measure(test_set).items():
            # Unless every row is asked for, a whole block becomes one: that bounds memory.
            kept[metric, system].append(rows if keep_segments else rows.sum(axis=0, keepdims=True))

    of_all = [metric for metric in metrics if metric.needs_all_references]
    held: list[TestSet] = []
    before = 0
    for block in inputs.test_sets():
        if not before:
            warn_of_script(metrics, block)
        for metric in metrics:
            if not metric.needs_all_references:
                with after(before):
                    measure(metric, block)
        before += len(block)
        if of_all:
            held.append(block)
    for metric in of_all:
        measure(metric, TestSet.joined(held))
    ordered = sorted(kept.items(), key=lambda item: metrics.index(item[0][0]))
    return {key: np.concatenate(parts) for key, parts in ordered}


def warn_of_script(metrics: Sequence[Metric], test_set: TestSet) -> None:
    """Says on stderr which metrics do not see the words of this language, as its first segments show it."""
    script = test_set.target.script
    for said in dict.fromkeys(filter(None, (metric.unfit_for(script) for metric in metrics))):
        note(said)
