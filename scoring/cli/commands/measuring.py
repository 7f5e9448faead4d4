"""Statistics of all systems by several metrics, block by block."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np

from ... import Metric, TestSet
from ...arrays import Floats
from ..inputs import Inputs

M = TypeVar("M", bound=Metric)


def measured(inputs: Inputs, metrics: Sequence[M], keep_segments: bool) -> dict[tuple[M, str], Floats]:
    """Metric and system -> statistics, one row a segment or one a block.

    All segments are held at once only for metrics that need all references.
    """
    blocks: Iterable[TestSet] = inputs.test_sets()
    if any(metric.needs_all_references for metric in metrics):
        blocks = [TestSet.joined(list(blocks))]
    kept: defaultdict[tuple[M, str], list[Floats]] = defaultdict(list)
    for block in blocks:
        for metric in metrics:
            for system, rows in metric.measure(block).items():
                # Unless every row is asked for, a whole block becomes one: that bounds memory.
                kept[metric, system].append(rows if keep_segments else rows.sum(axis=0, keepdims=True))
    ordered = sorted(kept.items(), key=lambda item: metrics.index(item[0][0]))
    return {key: np.concatenate(parts) for key, parts in ordered}
