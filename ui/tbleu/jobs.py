"""Computations of the page tBLEU on a whole test set in the background."""

from dataclasses import replace

import pandas as pd

from scoring import BLEU, TBLEU, TestSet
from scoring.studies.inflection import gains_ignoring_case
from scoring.tbleu import AlignedColumns
from server.engine.tasks import Task, Tell
from ui.store import cache
from ui.tbleu import gain_tables

SWEEP = tuple(step / 20 for step in range(21))
"""Tolerances at which the curve of tBLEU has points."""


def sweep(metric: TBLEU, test_set: TestSet) -> Task[cache.Statistics]:
    """Return the task of each system's summed statistics at each tolerance of SWEEP, (n_thresholds, n_statistics)."""

    key = "sweep", *replace(metric, epsilon=0.0).statistics_key, test_set.identity
    return Task(cache.ALIGNMENTS, key, lambda tell: metric.sweep_sums(_aligned_columns(metric, test_set), SWEEP))


def case_task(bleu: BLEU, tbleu: TBLEU, test_set: TestSet) -> Task[dict[str, float]]:
    """Return the task of the gain by tolerance if case is ignored, by system that loses much BLEU by capitals."""

    def compute(tell: Tell) -> dict[str, float]:
        return gains_ignoring_case(bleu, tbleu, test_set)

    key = "inflection ignoring case", *bleu.statistics_key, *tbleu.statistics_key, test_set.identity
    return Task(cache.ALIGNMENTS, key, compute)


def form_pairs_task(metric: TBLEU, test_set: TestSet, system: str, reference: int) -> Task[pd.DataFrame]:
    """Return the task of the pairs of forms between a system and a reference, as in ``gain_tables.pair_table``."""

    def compute(tell: Tell) -> pd.DataFrame:
        return gain_tables.pair_table(
            _aligned_columns(metric, test_set).form_pairs(system, reference), test_set.numbers
        )

    return Task(cache.ALIGNMENTS, ("pairs", system, reference, cache.alignment_task(metric, test_set).key), compute)


def _aligned_columns(metric: TBLEU, test_set: TestSet) -> AlignedColumns:
    return cache.engine().now(cache.alignment_task(metric, test_set))
