"""What the page tBLEU asks of a whole test set, computed in the background."""

from dataclasses import replace

import pandas as pd

from scoring import BLEU, TBLEU, TestSet
from scoring.studies.inflection import gains_ignoring_case
from scoring.tbleu import AlignedColumns
from server.engine.tasks import Task, Tell
from ui.store import cache
from ui.tbleu import gain_tables

SWEEP = tuple(step / 20 for step in range(21))
"""The thresholds at which tBLEU is shown as a curve."""


def sweep(metric: TBLEU, test_set: TestSet) -> Task[cache.Statistics]:
    """System name -> the statistics' sums at each threshold of SWEEP, (n_thresholds, n_statistics)."""

    key = "sweep", *replace(metric, epsilon=0.0).statistics_key, test_set.identity
    return Task(cache.ALIGNMENTS, key, lambda tell: metric.sweep_sums(_aligned(metric, test_set), SWEEP))


def case_task(bleu: BLEU, tbleu: TBLEU, test_set: TestSet) -> Task[dict[str, float]]:
    """System to which capitals cost much -> what tolerance adds to its BLEU where both ignore case."""

    def compute(tell: Tell) -> dict[str, float]:
        return gains_ignoring_case(bleu, tbleu, test_set)

    key = "inflection ignoring case", *bleu.statistics_key, *tbleu.statistics_key, test_set.identity
    return Task(cache.ALIGNMENTS, key, compute)


def form_pairs_task(metric: TBLEU, test_set: TestSet, system: str, reference: int) -> Task[pd.DataFrame]:
    """Return the pairs of forms between a system and one reference, as ``gain_tables.pair_table`` has them."""

    def compute(tell: Tell) -> pd.DataFrame:
        return gain_tables.pair_table(_aligned(metric, test_set).form_pairs(system, reference), test_set.numbers)

    return Task(cache.ALIGNMENTS, ("pairs", system, reference, cache.aligning(metric, test_set).key), compute)


def _aligned(metric: TBLEU, test_set: TestSet) -> AlignedColumns:
    return cache.engine().now(cache.aligning(metric, test_set))
