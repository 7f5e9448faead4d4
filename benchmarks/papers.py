"""The tables of Chen and Cherry (2014) and of Libovický and Pecina (2014) remade, on test sets that people ranked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

import numpy as np
from tabulate import tabulate

from benchmarks.data import Data
from scoring import BLEU, TBLEU, CHRFPlusPlus, Metric, TestSet
from scoring.agreement import (
    CORPUS,
    SWEEPS,
    WEIGHTED,
    Agreement,
    Judge,
    MetricComparison,
    OrientedScores,
    SweepStatistics,
    SystemScore,
    agree,
    by_smoothing,
    judge_of,
)
from scoring.agreement.coefficients.system_level import pearson, spearman
from scoring.bleu.dialects import Parameters
from scoring.formats import attach, read_contents
from scoring.studies.parameters.option_sweep import CHEN_CHERRY

ALPHAS = (1.0, 2.5, 5.0, 10.0, 20.0)
PAIRS = (("7", "5"), ("5", "4"), ("4", "3"), ("2", "1"), ("3", "1"), ("6", "1"), ("6-from-2", "1"))
"""Pairs of methods whose difference of tau is printed."""


def run(sets: Sequence[Data]) -> None:
    for data in sets:
        test_set = judged(data)
        for preferences in test_set.preferences:
            judge = judge_of(test_set, preferences.name)
            shape = f"{len(judge.pairs):,} comparisons of {judge.n_systems} systems on {judge.n_segments:,} segments"
            print(f"\n{data}; {preferences.name}: {shape}; {date.today().isoformat()}")
            by_method(test_set, judge)
            by_alpha(test_set, judge)
            by_epsilon(test_set, judge)


def judged(data: Data) -> TestSet:
    """The test set with the judgments that lie beside its references."""
    others = sorted(path for path in data.paths[0].parent.iterdir() if path.suffix in {".csv", ".tsv"})
    found = [one for path in others for one in read_contents(path.name, path.read_bytes()).judgments]
    return attach(data.test_set, found).test_set


# --- Chen and Cherry ---


def by_method(test_set: TestSet, judge: Judge) -> None:
    """Tables 2 and 3: tau, and Spearman's rho and Pearson's gamma of systems, by smoothing."""
    rows: dict[str, list[str]] = {name: [] for name in by_smoothing(BLEU())}
    differences: dict[str, list[str]] = {f"{a} - {b}": [] for a, b in PAIRS}
    systems: dict[str, list[str]] = {name: [] for name in rows}
    for lowercase in (False, True):
        found = agreements(test_set, judge, by_smoothing(BLEU(lowercase=lowercase)))
        corpus = agreements(test_set, judge, by_smoothing(BLEU(lowercase=lowercase)), CORPUS)
        for name, agreement in found.items():
            rows[name] += [written(agreement, key) for key in ("tau", "tau_majority")]
            systems[name] += [
                f"{one.value(key):.3f}" for one in (agreement, corpus[name]) for key in ("spearman", "pearson")
            ]
        for (a, b), cells in zip(PAIRS, differences.values(), strict=True):
            cells += [difference(found, key, a, b) for key in ("tau", "tau_majority")]
    cases = [f"{of}, {case}" for case in ("mixed case", "lower case") for of in ("all judgments", "by majority")]
    printed = {name: f"{one.printed:.3f}" for name, one in CHEN_CHERRY.items()}
    table(
        "tau by smoothing",
        ["method", *cases, "printed, into English"],
        ([n, *r, printed.get(n, "")] for n, r in rows.items()),
    )
    table(
        "difference of two methods' tau, with its 95 % interval",
        ["methods", *cases],
        ([n, *r] for n, r in differences.items()),
    )
    kinds = [
        f"{sign} {kind}, {case}"
        for case in ("mixed", "lower")
        for kind in ("document", "corpus")
        for sign in ("rho", "gamma")
    ]
    table("correlation over systems by smoothing", ["method", *kinds], ([n, *r] for n, r in systems.items()))


def by_alpha(test_set: TestSet, judge: Judge) -> None:
    """Method 6 and its variant, and the cases that the paper leaves open: tau by majority, case ignored."""
    cases = {
        "as printed": BLEU(lowercase=True),
        "effective order": BLEU(lowercase=True, effective_order=True),
        "without a match too": BLEU(lowercase=True, smooth_unmatched=True),
        "both": BLEU(lowercase=True, effective_order=True, smooth_unmatched=True),
    }
    named = {"1": ("1", Parameters())} | {
        f"{name}, alpha {alpha:g}": (name, Parameters(alpha=alpha)) for name in ("6", "6-from-2") for alpha in ALPHAS
    }
    rows = {called: [called] for called in named}
    for bleu in cases.values():
        metrics = {called: by_smoothing(bleu, one)[name] for called, (name, one) in named.items()}
        for called, agreement in agreements(test_set, judge, metrics).items():
            rows[called].append(written(agreement, "tau_majority"))
    table("tau by majority, lower case, of method 6 and its variant", ["method", *cases], rows.values())


# --- Libovický and Pecina ---


def by_epsilon(test_set: TestSet, judge: Judge) -> None:
    """Figure 2: Pearson over systems by tBLEU's threshold; and tau, where it helps."""
    measured, rows = SweepStatistics(test_set), []
    once = judge.system_scores(np.ones((1, judge.n_segments)))[0]
    for epsilon, metric in SWEEPS["epsilon"].metrics(TBLEU()).items():
        statistics = measured.of(metric)
        scored = agree(judge, OrientedScores.of(metric, statistics, judge), measures=["tau", "pearson"])
        smoothed = replace(metric, smoothing="7")
        of_7 = agree(judge, OrientedScores.of(smoothed, statistics, judge), measures=["tau"])
        whole = np.array([metric.score(statistics[system].sum(axis=0)) for system in judge.systems])
        rows.append(
            [
                f"{epsilon:g}",
                f"{float(pearson(once, whole)):.3f}",
                f"{float(spearman(once, whole)):.3f}",
                written(scored, "pearson"),
                written(scored, "tau"),
                written(of_7, "tau"),
            ]
        )
    head = [
        "epsilon",
        "Pearson, all segments",
        "Spearman, all segments",
        "Pearson, judged segments",
        "tau",
        "tau with smoothing 7",
    ]
    table("tBLEU by epsilon, mixed case", head, rows)
    chrf = CHRFPlusPlus()
    print(f"\n{chrf.label}: tau {written(next(iter(agreements(test_set, judge, {'': chrf}).values())), 'tau')}")


# --- what they share ---


def agreements(
    test_set: TestSet, judge: Judge, metrics: Mapping[str, Metric], kind: SystemScore = WEIGHTED
) -> dict[str, Agreement]:
    measured = SweepStatistics(test_set)
    return {
        name: agree(judge, OrientedScores.of(metric, measured.of(metric), judge), kind=kind)
        for name, metric in metrics.items()
    }


def written(agreement: Agreement, measure: str) -> str:
    low, high = agreement.interval(measure)
    return f"{agreement.value(measure):.4f} ({low:.3f} to {high:.3f})"


def difference(found: Mapping[str, Agreement], measure: str, a: str, b: str) -> str:
    comparison = MetricComparison.of({name: found[name] for name in (a, b)}, measure)
    low, high = comparison.difference_interval(0, 1)
    return f"{comparison.values[0] - comparison.values[1]:+.4f} ({low:+.4f} to {high:+.4f})"


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """As Markdown."""
    print(f"\n{title}\n")
    print(tabulate(list(rows), head, "github", disable_numparse=True))
