"""The tables of Chen and Cherry (2014) and of Libovický and Pecina (2014) on test sets that people ranked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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
    agreement_values,
    bleu_by_smoothing,
    find_judge,
    measure_agreement,
)
from scoring.agreement.coefficients.system_level import pearson, spearman
from scoring.bleu.dialects import Parameters
from scoring.formats import attach, read_contents
from scoring.studies.parameters.published_agreement import CRP, INTO, OUT_OF, PRINTED, Correlations
from scoring.studies.wording.set_facts import language_names

ALPHAS = (1.0, 2.5, 5.0, 10.0, 20.0)
PAIRS = (("7", "5"), ("5", "4"), ("4", "3"), ("2", "1"), ("3", "1"), ("6", "1"), ("6-from-2", "1"))
"""Pairs of methods whose difference of tau is printed."""
TABLES = {INTO: "Table 2", OUT_OF: "Table 3"}
TAUS = {"tau_majority": "tau, each two outputs once, by majority", "tau": "tau, all judgments"}


@dataclass(frozen=True)
class Ranked:
    """A test set whose outputs people ranked."""

    name: str
    test_set: TestSet
    judge: Judge

    @property
    def direction(self) -> str:
        return INTO if language_names(self.test_set)[1] == "English" else OUT_OF


def run(sets: Sequence[Data]) -> None:
    ranked = [Ranked(data.name, found, judge) for data in sets for found, judge in judged(data)]
    print(f"{len(ranked)} of {len(sets)} test sets have rankings by people; {date.today().isoformat()}")
    for direction, called in TABLES.items():
        if there := [one for one in ranked if one.direction == direction]:
            print(f"\nChen and Cherry, {called}, {direction}: tokenizer 13a, case ignored\n")
            for one in there:
                print(f"- {shape_of(one)}")
            by_direction(there, direction)
    for one in ranked:
        print(f"\n{shape_of(one)}")
        by_method(one.test_set, one.judge)
        by_alpha(one.test_set, one.judge)
        by_epsilon(one.test_set, one.judge)


def judged(data: Data) -> list[tuple[TestSet, Judge]]:
    """Return the test set with the judgments next to its references, once for each judge who gave preferences."""
    others = sorted(path for path in data.paths[0].parent.iterdir() if path.suffix in {".csv", ".tsv"})
    found = [one for path in others for one in read_contents(path.name, path.read_bytes()).judgments]
    test_set = attach(data.test_set, found).test_set
    return [(test_set, find_judge(test_set, preferences.name)) for preferences in test_set.preferences]


def shape_of(ranked: Ranked) -> str:
    judge = ranked.judge
    return (
        f"{ranked.name}; {judge.name}: {len(judge.pairs):,} comparisons of {judge.n_systems} systems on"
        f" {judge.n_segments:,} segments"
    )


# --- Chen and Cherry ---


def by_direction(ranked: Sequence[Ranked], direction: str) -> None:
    """Print Table 2 or 3: tau of each set and of all judgments together; gamma and rho of each set and their mean."""
    metrics = bleu_by_smoothing(BLEU(lowercase=True))
    documents = [values(one, metrics, WEIGHTED) for one in ranked]
    corpora = [values(one, {CRP: BLEU(lowercase=True)}, CORPUS) for one in ranked]
    names, printed = [one.name for one in ranked], PRINTED[direction]
    for measure, title in TAUS.items():
        n_pairs = [
            np.sum((one.judge.majority if measure == "tau_majority" else one.judge.pairs).signs != 0) for one in ranked
        ]
        rows = []
        for method in metrics:
            taus = [of[method].value(measure) for of in documents]
            rows.append(row_of(method, taus, float(np.average(taus, weights=n_pairs)), printed, "tau"))
        table(f"{title}, {direction}", ["method", *names, "together", "printed", "difference"], rows)
    for measure, key in (("pearson", "gamma"), ("spearman", "rho")):
        rows = []
        for method in (CRP, *metrics):
            found = [of[method].value(measure) for of in (corpora if method == CRP else documents)]
            rows.append(row_of(method, found, float(np.mean(found)), printed, key))
        table(f"{key} of document scores, {direction}", ["method", *names, "mean", "printed", "difference"], rows)


def row_of(
    method: str, each: Sequence[float], together: float, printed: Mapping[str, Correlations], key: str
) -> list[str]:
    """Return a method's numbers by set, their summary, and what the paper prints."""
    cells = [method, *(f"{value:.3f}" for value in each), f"{together:.3f}"]
    if method not in printed:
        return [*cells, "", ""]
    value = float(getattr(printed[method], key))
    return [*cells, f"{value:.3f}", f"{together - value:+.3f}"]


def by_method(test_set: TestSet, judge: Judge) -> None:
    """Print tau of one set by smoothing method, with intervals, and the differences between methods."""
    rows: dict[str, list[str]] = {name: [] for name in bleu_by_smoothing(BLEU())}
    differences: dict[str, list[str]] = {f"{a} - {b}": [] for a, b in PAIRS}
    for lowercase in (False, True):
        found = agreements(test_set, judge, bleu_by_smoothing(BLEU(lowercase=lowercase)))
        for name, agreement in found.items():
            rows[name] += [written(agreement, key) for key in ("tau", "tau_majority")]
        for (a, b), cells in zip(PAIRS, differences.values(), strict=True):
            cells += [difference(found, key, a, b) for key in ("tau", "tau_majority")]
    cases = [f"{of}, {case}" for case in ("mixed case", "lower case") for of in ("all judgments", "by majority")]
    table("tau by smoothing", ["method", *cases], ([n, *r] for n, r in rows.items()))
    table(
        "difference of two methods' tau, with its 95 % interval",
        ["methods", *cases],
        ([n, *r] for n, r in differences.items()),
    )


def by_alpha(test_set: TestSet, judge: Judge) -> None:
    """Print tau by majority, case ignored, for method 6, its variant, and the cases that the paper leaves open."""
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
        metrics = {called: bleu_by_smoothing(bleu, one)[name] for called, (name, one) in named.items()}
        for called, agreement in agreements(test_set, judge, metrics).items():
            rows[called].append(written(agreement, "tau_majority"))
    table("tau by majority, lower case, of method 6 and its variant", ["method", *cases], rows.values())


# --- Libovický and Pecina ---


def by_epsilon(test_set: TestSet, judge: Judge) -> None:
    """Print Figure 2: Pearson over systems by tBLEU's threshold; and tau."""
    measured, rows = SweepStatistics(test_set), []
    once = judge.system_scores(np.ones((1, judge.n_segments)))[0]
    for epsilon, metric in SWEEPS["epsilon"].metrics(TBLEU()).items():
        statistics = measured.of(metric)
        scored = measure_agreement(judge, OrientedScores.of(metric, statistics, judge), measures=["tau", "pearson"])
        smoothed = replace(metric, smoothing="7")
        of_7 = measure_agreement(judge, OrientedScores.of(smoothed, statistics, judge), measures=["tau"])
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


def values(ranked: Ranked, metrics: Mapping[str, Metric], kind: SystemScore) -> dict[str, Agreement]:
    """Return each metric's agreement by its name, without intervals."""
    measured, judge = SweepStatistics(ranked.test_set), ranked.judge
    return {
        name: agreement_values(judge, OrientedScores.of(metric, measured.of(metric), judge), kind)
        for name, metric in metrics.items()
    }


def agreements(test_set: TestSet, judge: Judge, metrics: Mapping[str, Metric]) -> dict[str, Agreement]:
    measured = SweepStatistics(test_set)
    return {
        name: measure_agreement(judge, OrientedScores.of(metric, measured.of(metric), judge), kind=WEIGHTED)
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
    """Print a table as Markdown."""
    print(f"\n{title}\n")
    print(tabulate(list(rows), head, "github", disable_numparse=True))
