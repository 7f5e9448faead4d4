"""Which metric agrees better than another, all pairs, as text. Nothing is computed here."""

from collections.abc import Callable
from itertools import combinations

from ...agreement import Comparison, words
from ...agreement.several import BOOTSTRAP
from ...latex import comments
from ...numbers import LEVEL, MISSING, probability
from .held import (
    LATEX_CELLS,
    PLAIN_CELLS,
    Held,
    Record,
    about_measure,
    cautions,
    decimal,
    intervals,
    json_of,
    opening,
    signatures,
    tsv_of,
)
from .layout import Style, stripped


def as_json(held: Held) -> str:
    """A list of objects, one a pair of metrics and measure; what is not defined is null."""
    return json_of(_records(held))


def as_tsv(held: Held) -> str:
    """One row a pair of metrics and measure; every digit, NaN is ``nan``."""
    return tsv_of(_records(held))


def as_table(held: Held) -> str:
    """Who agrees most, the pairs by the measure that ranks, and what the columns mean beneath."""
    return stripped("\n\n".join([*opening(held), _table(held, PLAIN_CELLS), "\n".join(_notes(held))]))


def as_latex(held: Held) -> str:
    """The same as a LaTeX tabular, what is said as comments."""
    said = [comments([sentence]) for sentence in opening(held)]
    return "\n\n".join([*said, _table(held, LATEX_CELLS), comments(_notes(held))])


FORMATS: dict[str, Callable[[Held], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


def _records(held: Held) -> list[Record]:
    return [
        {"first": a, "second": b, "measure": key, **_difference(comparison, a, b), **held.how}
        for key, comparison in held.comparisons.items()
        for a, b in combinations(comparison.metrics, 2)
    ]


def _difference(comparison: Comparison, first: str, second: str) -> dict[str, float]:
    a, b = comparison.metrics.index(first), comparison.metrics.index(second)
    low, high = comparison.difference_interval(a, b)
    return {
        "difference": float(comparison.values[a] - comparison.values[b]),
        "low": low,
        "high": high,
        "p_value": float(comparison.p_values[a, b]),
        "p_adjusted": float(comparison.p_adjusted[a, b]),
    }


def _table(held: Held, style: Style) -> str:
    """One row a pair, the better metric first."""
    comparison = held.comparisons[held.first]
    ordered = [comparison.metrics[place] for place in comparison.order]
    rows = []
    for first, second in combinations(ordered, 2):
        found = _difference(comparison, first, second)
        numbers = [style.other(decimal(found[name])) for name in ("difference", "low", "high")]
        p_values = [probability(found[name], MISSING) for name in ("p_value", "p_adjusted")]
        differ = ("yes" if found["p_adjusted"] <= LEVEL else "no").ljust(len("differ"))
        rows.append([held.labels[first], held.labels[second], *numbers, *p_values, differ])
    headers = ["first", "second", "first - second", "low", "high", "p", "adjusted p", "differ"]
    return style.table(headers, rows, n_left=2)


def _notes(held: Held) -> list[str]:
    test = words.PAIRED if held.test == BOOTSTRAP else words.SWAPS
    return [
        words.about_judge(held.several.judge),
        f"first - second: by {about_measure(held, held.first)}",
        f"low, high: {intervals(held)}",
        f"p: two-sided, {test}. {words.adjusted(len(held.metrics), held.correction)}",
        f"differ: where the adjusted p is {LEVEL} or less.",
        *cautions(held),
        words.HOLDS_HERE,
        *signatures(held),
    ]
