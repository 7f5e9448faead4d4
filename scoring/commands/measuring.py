"""Statistics of all systems by several metrics, block by block."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from scoring import Metric
from scoring.inputs import Inputs


def measured(inputs: Inputs, metrics: Sequence[Metric], keep_segments: bool) -> dict[tuple[Metric, str], np.ndarray]:
    """Metric and system -> statistics, one row a segment or one a block."""
    kept = defaultdict(list)
    for block in inputs.test_sets():
        for metric in metrics:
            for system, rows in metric.measure(block).items():
                # Unless every row is asked for, a whole block becomes one: that bounds memory.
                kept[metric, system].append(rows if keep_segments else rows.sum(axis=0, keepdims=True))
    ordered = sorted(kept.items(), key=lambda item: metrics.index(item[0][0]))
    return {key: np.concatenate(parts) for key, parts in ordered}
