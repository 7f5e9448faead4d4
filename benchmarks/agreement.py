"""Agreement with judges: calibrated and soft accuracy against a plain peer, and the time of the page's work."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from tabulate import tabulate

from benchmarks import plain_agreement as plain
from benchmarks.data import Data
from benchmarks.timing import Race, race, show
from scoring import BLEU, CHRF, TER, Metric, TestSet, warm_up
from scoring.agreement import (
    MEASURES,
    TRIALS,
    Agreement,
    Judge,
    MetricComparison,
    OrientedScores,
    Resampling,
    chance_agreement,
    constant_scores,
    difference_worth,
    find_judge,
    measure_agreement,
    misordered_outputs,
    misordered_systems,
    names_of_judges,
    soft_accuracy,
    suitable_measures,
)
from scoring.bleu.smoothing import PAPER
from scoring.formats import attach, read_contents

METRICS: tuple[Metric, ...] = (*(BLEU(smoothing=method) for method in PAPER), CHRF(), TER())
BY_SHUFFLES = 0.03
"""Largest difference between two soft accuracies of 1,000 shuffles each."""


def run(sets: Sequence[Data]) -> None:
    warm_up()
    for data in sets:
        test_set = judged(data)
        for name in names_of_judges(test_set):
            judge = find_judge(test_set, name)
            systems = f"{judge.n_systems} systems x {judge.n_segments:,} segments, {len(judge.pairs):,} pairs"
            print(f"\n{data}; {name}: {systems}")
            show(_races(test_set, judge))
            _show_page(test_set, judge)


def judged(data: Data) -> TestSet:
    """Return the test set with the judgments in files next to the references, without judgments of other systems."""
    folder = data.paths[0].parent
    found = [
        judgments
        for path in sorted([*folder.glob("*.[ct]sv"), *folder.glob("human-scores/*.seg.score")])
        for judgments in read_contents(path.name, path.read_bytes()).judgments
    ]
    systems = {system for one in found for system in getattr(one, "systems", ())}
    attached = attach(data.test_set, found, dict.fromkeys(systems - {*data.test_set.system_names}))
    for error in attached.refused:
        print(f"\n{data.name}: {error}")
    return attached.test_set


def _races(test_set: TestSet, judge: Judge) -> list[Race]:
    """Return races of one metric: calibrated accuracy, and soft accuracy if each output has scores."""
    metric = METRICS[1]
    scored = OrientedScores.of(metric, metric.measure(test_set), judge)
    once = np.ones((1, judge.n_segments))
    calibrated = MEASURES["acc_eq_calibrated"]

    def ours() -> tuple[float, float]:
        of_pairs = judge if judge.scores is None else find_judge(test_set, judge.name)
        value, epsilon = calibrated.calibration(of_pairs, scored.segments).best(once)  # type: ignore[attr-defined]
        return value[0], epsilon[0]

    races = [race("calibrated accuracy", ours, "plain Python", _plainly(judge, scored))]
    if judge.scores is None or np.isnan(judge.scores).any():
        return races
    tables = judge.scores, scored.segments
    soft = race(
        f"soft pairwise accuracy, {TRIALS:,} shuffles",
        lambda: soft_accuracy(*tables, TRIALS, published=True),
        "NumPy",
        lambda: plain.soft_accuracy(*tables, TRIALS, 1),
        agree=lambda one, other: abs(one - other) < BY_SHUFFLES,
    )
    return [*races, soft]


def _plainly(judge: Judge, scored: OrientedScores) -> Callable[[], tuple[float, float]]:
    """Return the peer's calibration as a function, with its lists prepared."""
    own = scored.segments.T.tolist()
    if judge.scores is not None:
        rows = [[None if np.isnan(score) else score for score in row] for row in judge.scores.T.tolist()]
        return lambda: plain.calibrate(plain.pairs_of_scores(rows, own))
    pairs = judge.pairs
    preferred = list(
        zip(*(column.tolist() for column in (pairs.segments, pairs.first, pairs.second, pairs.signs)), strict=True)
    )
    return lambda: plain.calibrate(plain.ranked(s, sign, own[s][a] - own[s][b]) for s, a, b, sign in preferred)


def _show_page(test_set: TestSet, judge: Judge) -> None:
    """Print the seconds of each part of the page's work, from texts in memory."""
    seconds: dict[str, float] = {}

    def timed(work: str, what: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        found = what()
        seconds[work] = time.perf_counter() - start
        return found

    scored = timed("statistics of all systems, and scores", lambda: _scored(test_set, judge))
    resampling = Resampling(TRIALS)
    found: dict[str, Agreement] = timed(
        f"agreement of {len(METRICS)} metrics, all measures, {TRIALS:,} resamples",
        lambda: {name: measure_agreement(judge, own, resampling) for name, own in scored.items()},
    )
    timed(
        "comparisons of all pairs of metrics",
        lambda: [_compared(found, measure) for measure in suitable_measures(judge)],
    )
    timed(
        "baselines",
        lambda: (
            measure_agreement(judge, constant_scores(judge), resampling),
            chance_agreement(judge, suitable_measures(judge)),
        ),
    )
    timed("systems and outputs that part, worth of differences", lambda: _parting(judge, next(iter(scored.values()))))
    rows = [*seconds.items(), ("together", sum(seconds.values()))]
    table = [(work, f"{taken:.2f}") for work, taken in rows]
    print(tabulate(table, ["the page", "s"], disable_numparse=True, colalign=["left", "right"]))


def _scored(test_set: TestSet, judge: Judge) -> dict[str, OrientedScores]:
    """Return the scores of all metrics; the smoothings share BLEU's statistics, as on the page."""
    measured = {metric.statistics_key: metric.measure(test_set) for metric in (METRICS[0], *METRICS[-2:])}
    return {metric.signature: OrientedScores.of(metric, measured[metric.statistics_key], judge) for metric in METRICS}


def _compared(found: dict[str, Agreement], measure: str) -> list[str]:
    return MetricComparison.of(found, measure).letters


def _parting(judge: Judge, scored: OrientedScores) -> None:
    misordered_systems(judge, scored)
    misordered_outputs(judge, scored)
    difference_worth(judge, scored, np.arange(21) / 2, Resampling(TRIALS))
