"""Comparisons as text: a table, JSON, TSV or LaTeX. Nothing is computed here."""

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from scoring.formats.columns import counted
from scoring.reports.layout import LATEX, PLAIN, Style, commented, finite, json_list, rounded, stripped, tsv
from scoring.significance import (
    EXCHANGES,
    LEVEL,
    TESTS,
    Comparison,
    Comparisons,
    Randomization,
    attainable,
    least_resamples,
)

_CORRECTIONS = {"holm": "Holm's", "bonferroni": "Bonferroni's", "bh": "Benjamini and Hochberg's", "none": "no"}


@dataclass(frozen=True)
class Compared:
    """What one metric says, with its signature."""

    comparisons: Comparisons
    signature: str


def as_json(results: Sequence[Compared]) -> str:
    """A list of objects, one a metric and pair; NaN is null."""
    return json_list(
        {name: finite(value) if isinstance(value, float) else value for name, value in record.items()}
        for record in _records(results)
    )


def as_tsv(results: Sequence[Compared]) -> str:
    """One row a metric and pair; every digit, NaN is ``nan``."""
    records = _records(results)
    return tsv([[*records[0]], *(list(map(str, record.values())) for record in records)])


def _records(results: Sequence[Compared]) -> list[dict[str, str | float | int]]:
    """For each metric and pair what was found, and how; of runs also their number and both deviations."""
    return [_record(compared, pair) for compared in results for pair in compared.comparisons.pairs]


def _record(compared: Compared, pair: Comparison) -> dict[str, str | float | int]:
    result = compared.comparisons
    record = asdict(pair) | {"test": _test(result), "correction": result.correction, "signature": compared.signature}
    if not result.runs:
        return record
    a, b = (result.runs[result.systems.index(name)] for name in (pair.a, pair.b))
    return record | {
        "exchange": result.exchange if _test(result) == "ar" else "",
        "runs_a": len(a.runs),
        "runs_b": len(b.runs),
        "s_sel_a": a.selection,
        "s_sel_b": b.selection,
        "s_opt_a": a.instability,
        "s_opt_b": b.instability,
    }


def as_table(results: Sequence[Compared]) -> str:
    """For each metric the ranking and all pairs; what the columns are is said beneath."""
    parts = [part for result in results for part in _tables(result.comparisons, PLAIN)]
    return stripped("\n\n".join([*parts, "\n".join(_notes(results))]))


def as_latex(results: Sequence[Compared]) -> str:
    """The same as LaTeX tabulars, what is said beneath as comments."""
    parts = [part for result in results for part in _tables(result.comparisons, LATEX)]
    return "\n\n".join([*parts, commented(_notes(results))])


FORMATS: dict[str, Callable[[Sequence[Compared]], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


def _test(result: Comparisons) -> str:
    return "ar" if isinstance(result.tested, Randomization) else "bootstrap"


def _tables(result: Comparisons, style: Style) -> list[str]:
    return [_ranking(result, style), _pairs(result, style)]


def _ranking(result: Comparisons, style: Style) -> str:
    headers = ["system", style.escape(result.metric.label), "low", "high", "letters"]
    width = max(map(len, result.letters))
    rows = [
        [
            style.escape(result.systems[system]),
            rounded(result.tested.scores[system]),
            *map(rounded, result.bootstrap.interval(result.systems[system])),
            result.letters[system].ljust(width),
        ]
        for system in result.order
    ]
    if result.runs:
        headers += ["runs", "mean", style.escape("s_sel"), style.escape("s_opt")]
        for row, system in zip(rows, result.order, strict=True):
            found = result.runs[system]
            row += [str(len(found.runs)), *map(rounded, (found.mean, found.selection, found.instability))]
    return style.table(rows, headers, n_left=1)


def _pairs(result: Comparisons, style: Style) -> str:
    rows = [
        [
            style.escape(pair.a),
            style.escape(pair.b),
            *map(rounded, (pair.difference, pair.ci_low, pair.ci_high)),
            *map(_probability, (pair.p_value, pair.p_adjusted)),
        ]
        for pair in result.pairs
    ]
    headers = ["A", "B", style.escape(f"{result.metric.label} A - B"), "low", "high", "p", "adjusted p"]
    return style.table(rows, headers, n_left=2)


def _probability(p: float) -> str:
    """With four digits after the point, or as a power of ten where these would all be 0."""
    if math.isnan(p):
        return "n/a"
    return f"{p:.4f}" if p >= 0.00005 else f"{p:.0e}"


def _notes(results: Sequence[Compared]) -> list[str]:
    """What the columns hold, what so few draws cannot show, and the signatures."""
    result = results[0].comparisons
    trials, resamples = result.tested.trials, counted(result.bootstrap.trials, "resample")
    notes = [
        f"p: {TESTS[_test(result)]}, two-sided, {counted(trials, 'trial')}, seed {result.tested.seed}",
        *_exchanged(result),
        f"adjusted p: {_CORRECTIONS[result.correction]} correction for the pairs of each metric ({_n_pairs(results)})",
        f"letters: systems that share one are not told apart at adjusted p <= {LEVEL}",
        f"low, high: 95 % percentile bootstrap interval, {resamples}",
    ]
    if result.bootstrap.n_segments < 2:
        what = "interval" if _test(result) == "ar" else "interval and no p"
        notes.append(f"no {what} below two segments: of one every resample is the same")
    elif result.bootstrap.trials < (least := least_resamples()):
        notes.append(f"no interval below {least} resamples")
    notes += _too_few(results)
    if result.runs:
        notes += [
            "mean: of the runs' scores; the score is that of all runs as one corpus",
            "s_sel, s_opt: standard deviation due to test-set selection, and between runs",
            "p, low and high take these runs as they are: a new run may be as far off as s_opt says",
        ]
    return notes + [f"{compared.comparisons.metric.label}: {compared.signature}" for compared in results]


def _exchanged(result: Comparisons) -> list[str]:
    """What a shuffle exchanges of systems with runs."""
    if not result.runs or _test(result) != "ar":
        return []
    notes = [f"a shuffle: {EXCHANGES[result.exchange]}"]
    if result.exchange == "runs":
        notes.append(
            "p comes out too small where runs of one system resemble each other; with --exchange segments it does not"
        )
    return notes


def _n_pairs(results: Sequence[Compared]) -> str:
    """The number of pairs with a p-value, by metric where it is not the same."""
    numbers = {compared.comparisons.metric.label: f"{compared.comparisons.n_tested:,}" for compared in results}
    if len(set(numbers.values())) == 1:
        return next(iter(numbers.values()))
    return ", ".join(f"{label} {number}" for label, number in numbers.items())


def _too_few(results: Sequence[Compared]) -> list[str]:
    """Why nothing can be told apart, each reason once with the metrics that it holds for."""
    reasons = defaultdict(list)
    for compared in results:
        for reason in _reasons(compared.comparisons):
            reasons[reason].append(compared.comparisons.metric.label)
    every = len(results)
    return [why if len(labels) == every else f"{', '.join(labels)}: {why}" for why, labels in reasons.items()]


def _reasons(result: Comparisons) -> list[str]:
    limits, n_segments = attainable(result), result.bootstrap.n_segments
    reasons = []
    if limits.few_trials:
        least, needed = min(limits.factor * limits.of_trials, 1.0), limits.needed_trials
        given = counted(result.tested.trials, "trial")
        reasons.append(
            f"too few trials: {given} give no adjusted p below {_probability(least)}; to tell any pair apart"
            f" takes {needed:,}"
        )
    if limits.few_segments and _test(result) == "ar":
        least = min(limits.factor * limits.of_segments, 1.0)
        given = counted(n_segments, "segment")
        reasons.append(
            f"too few segments: {given} give no adjusted p below about {_probability(least)}; to tell any pair apart"
            f" takes {limits.needed_segments} in which two systems differ"
        )
    elif limits.few_segments and n_segments > 1:
        reasons.append(
            "too few segments for the bootstrap: it draws the same ones again and again, so that p and intervals come"
            f" out too small; {limits.needed_segments} are the least"
        )
    return reasons
