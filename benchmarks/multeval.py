"""multeval's published example (Clark et al. 2011): three systems, three optimizer runs each, its table next to ours.

Its p-values are unadjusted, against the baseline, and so are ours here.
"""

from collections.abc import Sequence

import numpy as np
from tabulate import tabulate

from benchmarks.data import Data
from scoring import BLEU, TER, Metric
from scoring.significance import Comparisons, compare, group_runs

PUBLISHED = {
    "baseline": {"bleu": ("18.5", "0.3", "0.1", "-"), "ter": ("65.7", "0.4", "0.2", "-")},
    "sys1": {"bleu": ("18.8", "0.3", "0.3", "0.00"), "ter": ("64.8", "0.4", "0.6", "0.00")},
    "sys2": {"bleu": ("18.5", "0.3", "0.1", "0.00"), "ter": ("65.7", "0.4", "0.2", "0.00")},
}
"""Score, s_sel, s_opt and p, as multeval's README prints them; sys2 is a copy of the baseline."""
BASELINE = "baseline"
ROUNDED = 0.1
"""Largest difference from a published number: half a digit of its rounding, and the differences of resampling."""
WAYS = {
    "p, segments": ("ar", "segments"),
    "p, runs": ("ar", "runs"),
    "p, bootstrap": ("bootstrap", "segments"),
}


def run(sets: Sequence[Data]) -> None:
    """Print the tables; raise ``ValueError`` if a score or deviation differs from the published one beyond rounding."""
    examples = [data for data in sets if set(group_runs(data.systems)) == set(PUBLISHED)]
    if not examples:
        print("none of these sets is multeval's example: baseline, sys1 and sys2, with runs named .opt0 to .opt2")
    for data in examples:
        print(f"\n{data}")
        for metric in (BLEU("none"), TER()):
            print(f"\n{_table(metric, data)}")


def _table(metric: Metric, data: Data) -> str:
    measured, groups = metric.measure(data.test_set), group_runs(data.systems)
    found = {
        way: compare(metric, measured, test, groups=groups, exchange=exchange) for way, (test, exchange) in WAYS.items()
    }
    rows = [_row(metric, system, found) for system in PUBLISHED]
    headers = [metric.label, "multeval", "s_sel", "s_opt", "p", "ours", "s_sel", "s_opt", *WAYS]
    return tabulate(rows, headers, disable_numparse=True, colalign=["left", *["right"] * (len(headers) - 1)])


def _row(metric: Metric, system: str, found: dict[str, Comparisons]) -> list[str]:
    published = PUBLISHED[system][metric.name]
    first = next(iter(found.values()))
    index = first.systems.index
    runs = first.runs[index(system)]
    ours = (float(first.tested.scores[index(system)]), runs.selection, runs.instability)
    if not np.allclose(ours, [float(number) for number in published[:3]], rtol=0, atol=ROUNDED):
        raise ValueError(f"{metric.label} of {system}: ours are {ours}, multeval's {published[:3]}.")
    p_values = [f"{each.p_values[index(BASELINE), index(system)]:.4f}" for each in found.values()]
    if system == BASELINE:
        p_values = ["-"] * len(found)
    return [system, *published, *(f"{number:.2f}" for number in ours), *p_values]
