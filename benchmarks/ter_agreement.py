"""TER's edits against sacreBLEU's, segment by segment, for every system."""

from collections.abc import Sequence

import numpy as np
from sacrebleu.metrics import TER as SacreTER
from tabulate import tabulate

from benchmarks.data import Data
from scoring import TER


def run(sets: Sequence[Data]) -> None:
    rows = []
    for data in sets:
        rows.append(_row(data))
        print(f"{data.name} done", flush=True)
    headers = ["", "segments of all systems", "edits differ", "corpus TER differs at most by"]
    print(tabulate(rows, headers, disable_numparse=True, colalign=["left", *["right"] * 3]))


def _row(data: Data) -> tuple[str, str, str, str]:
    metric, peer = TER(), SacreTER(references=data.references)
    different, furthest = 0, 0.0
    for name, statistics in metric.measure(data.test_set).items():
        theirs = np.array(peer._extract_corpus_statistics(data.systems[name], None))
        ours = np.sum([metric.column(statistics, edit) for edit in metric.edit_names], axis=0)
        different += int((ours != theirs[:, 0]).sum())
        total = 100 * theirs[:, 0].sum() / theirs[:, 1].sum()
        furthest = max(furthest, abs(metric.score(statistics.sum(axis=0)) - total))
    segments = len(data.test_set) * len(data.systems)
    return str(data), f"{segments:,}", f"{different:,}", f"{furthest:.1e}"
