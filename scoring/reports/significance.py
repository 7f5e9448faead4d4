"""Comparisons as text: a table, JSON, TSV or LaTeX. Nothing is computed here."""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, astuple, dataclass, fields

from scoring.reports.layout import LATEX, PLAIN, Style, commented, finite, json_list, rounded, stripped, tsv
from scoring.significance.comparisons import LEVEL, TESTS, Comparison, Comparisons
from scoring.significance.randomization import Randomization

_NAMES = {"holm": "Holm's", "bonferroni": "Bonferroni's", "bh": "Benjamini and Hochberg's", "none": "no"}


@dataclass(frozen=True)
class Compared:
    """What one metric says, with its signature."""

    comparisons: Comparisons
    signature: str


def as_json(results: Sequence[Compared]) -> str:
    """A list of objects, one a metric and pair; NaN is null."""
    pairs = [asdict(pair) for result in results for pair in result.comparisons.pairs]
    return json_list(
        {name: finite(value) if isinstance(value, float) else value for name, value in pair.items()} for pair in pairs
    )


def as_tsv(results: Sequence[Compared]) -> str:
    """One row a metric and pair; every digit, NaN is ``nan``."""
    rows = [[field.name for field in fields(Comparison)]]
    rows += [list(map(str, astuple(pair))) for result in results for pair in result.comparisons.pairs]
    return tsv(rows)


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
    """What the columns hold, and the signatures."""
    result = results[0].comparisons
    test = TESTS["ar" if isinstance(result.tested, Randomization) else "bootstrap"]
    notes = [
        f"p: {test}, two-sided, {result.tested.trials:,} trials, seed {result.tested.seed}",
        f"adjusted p: {_NAMES[result.correction]} correction for the pairs of each metric ({result.n_tested})",
        f"letters: systems that share one are not told apart at adjusted p <= {LEVEL}",
        f"low, high: 95 % percentile bootstrap interval, {result.bootstrap.trials:,} resamples",
    ]
    if result.bootstrap.n_segments < 2:
        notes.append("no interval below two segments: of one every resample is the same")
    if result.runs:
        notes += [
            "mean: of the runs' scores; the score is that of all runs as one corpus",
            "s_sel, s_opt: standard deviation due to test-set selection, and between runs",
        ]
    return notes + [f"{compared.comparisons.metric.label}: {compared.signature}" for compared in results]
