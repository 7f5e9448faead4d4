"""The names of choices, and their scores as a page's table and as a data frame. Pure."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
import pandas as pd
from markupsafe import Markup

from scoring import METRICS, Metric
from scoring.output.latex import Best
from scoring.output.markup.html import bold, scrolling
from scoring.output.numbers import LEVEL, MINUS, MISSING, counted, fixed, signed
from scoring.studies.choice import (
    KINDS_BY_METRIC,
    KINDS_WITHOUT_METRIC,
    SYSTEM,
    Criterion,
    Gains,
    criterion_of,
    criterion_phrase,
    printed_change,
)
from scoring.studies.comparison import CLEAR, LIKELY, ComparisonResult
from ui.kit.exports import PaperTable

BOUND = "bound"
OWN, CHANCE = "own", "≈"
"""Marks of a score by the metric that chose, and of a difference that could be chance."""
SINGLE = "One system for all sentences"
MIXED = "A mix: in each sentence the output that is …"
CHOICES = "In each sentence the candidate that is …"
BOUNDS = "Only with the reference at hand, so an upper bound by that metric: the one that is …"
SHADED = "Shaded: this metric scores its own choice, which favours it."
LEGEND = (
    "Small numbers: difference from {baseline}. {chance} could be chance (corrected p > {level}). {own}: this"
    " metric scores its own choice, which favours it.{systems}"
)
SIGNIFICANT = "*"
"""Mark, in papers, of a significant difference from the baseline."""
OWN_CHOICE = "A metric that scores its own choice favours it."
PEOPLE, METRICS_HEAD = "people", "metrics"
"""Headings of groups of columns in papers."""
SYSTEMS = " Single systems: as tested on Overview."
ABOUT = (
    "MBR (minimum Bayes risk) takes the candidate most like the others, as a metric sees it. An oracle takes the"
    " candidate closest to the reference. Nobody has a reference when it matters, so an oracle is an upper bound."
)


def criterion_row(criterion: Criterion) -> str:
    """Return the name of a criterion in a table, in which an upper bound is marked."""
    return f"{criterion.label} ({BOUND})" if criterion.is_bound else criterion.label


def criterion_option(criterion: Criterion) -> str:
    """Return the name of a criterion among options, where a system may have the same name."""
    return f"system {criterion.of}" if criterion.kind == SYSTEM else criterion.label


def choice_system_name(criterion: Criterion) -> str:
    """Return the name of a criterion's choice as a system, also in tables of other pages."""
    if criterion.kind in KINDS_WITHOUT_METRIC:
        return f"{criterion.label} candidate"
    return f"{criterion.label} (uses references)" if criterion.is_bound else criterion.label


def is_choice(system: str) -> bool:
    """Return whether this page has made the system of this name, so that it is no candidate."""
    return system in _CHOICE_SYSTEMS or system.startswith(tuned_weights_name(""))


def tuned_weights_name(tuner: str) -> str:
    """Return the name of a choice by tuned weights as a system."""
    return f"weights of {tuner}"


_CHOICE_SYSTEMS = {
    choice_system_name(criterion)
    for criterion in (
        *map(Criterion, KINDS_WITHOUT_METRIC),
        *(Criterion(kind, name) for kind in KINDS_BY_METRIC for name in METRICS),
    )
}


def gain_legend(gains: Gains, with_marks: bool = True) -> str:
    """Return the legend of the table of gains; it may contain a system's name."""
    baseline = criterion_of(gains.baseline)
    if not with_marks:
        return f"Small numbers: difference from {criterion_phrase(baseline)}. {SHADED}"
    systems = SYSTEMS if baseline.kind == SYSTEM else ""
    return LEGEND.format(
        baseline=criterion_phrase(baseline), own=OWN.capitalize(), chance=CHANCE, level=LEVEL, systems=systems
    )


def gain_note(gains: Gains, n_systems: int = 0) -> str:
    """Return how to read the table that papers print; ``n_systems`` is the number of candidate systems, 0 for lists."""
    baseline = criterion_of(gains.baseline)
    n_shown = sum(criterion_of(name).is_one_system for name in gains.matrix.names)
    shown = f"{n_shown} of {counted(n_systems, 'system')} are shown. " if n_shown < n_systems else ""
    single = "single systems among all pairs, the others by " if baseline.kind == SYSTEM else ""
    test_note = f"corrected p ≤ {LEVEL}: {single}{counted(gains.trials, 'shuffle')}, Holm"
    base = criterion_phrase(baseline)
    difference = (
        f"{shown}In brackets: the difference from {base}. {SIGNIFICANT}: differs significantly from it ({test_note})."
    )
    return f"{difference} {OWN_CHOICE} Bold: the best of each column, without upper bounds."


def gain_base(gains: Gains) -> str:
    """Return the number of segments if all metrics have the same number; else an empty text."""
    sizes = {len(of.places) for of in gains.matrix.columns}
    return f"{sizes.pop():,}" if len(sizes) == 1 else ""


def judge_heading(judge: Metric) -> str:
    """Return the heading of a metric's column; an arrow says that lower is better."""
    return judge.full_name if judge.higher_is_better else f"{judge.full_name} ↓"


def row_words(criterion: Criterion) -> tuple[str, str]:
    """Return what a choice takes in each sentence in plain words, and its term, which may be empty."""
    if criterion.kind not in _TAKES:
        return criterion.label, ""
    phrase = _TAKES[criterion.kind]
    return (f"{phrase} by {METRICS[criterion.of].label}", criterion.label) if criterion.of else (phrase, "")


_TAKES = {
    "first": "first in its list",
    "random": "picked at random",
    "decoder": "best by the decoder’s score",
    "mbr": "most like the others",
    "oracle": "closest to the reference",
    "corpus-oracle": "best for the score of the whole set",
}


def gain_table(
    gains: Gains,
    judges: Sequence[Metric],
    of_systems: bool,
    tests: Mapping[str, ComparisonResult] = MappingProxyType({}),
    with_marks: bool = True,
) -> Markup:
    """Return the scores of all choices in groups: single systems, the choices to decide between, and upper bounds.

    ``tests`` are the tests of all pairs of single systems by judge, as far as they are computed; ``with_marks`` adds
    terms to the plain words, and marks to the numbers.
    """
    columns = _columns(gains, judges)
    body = Markup("")
    for heading, rows in row_groups(gains, of_systems, columns[0] if columns else None):
        if rows:
            body += Markup('<tr><th colspan="{}" scope="rowgroup">{}</th></tr>').format(1 + len(columns), heading)
        for row in rows:
            body += Markup("<tr>{}{}</tr>").format(
                _row_head(gains, row, with_marks),
                Markup("").join(_cell(gains, row, column, tests, with_marks) for column in columns),
            )
    heads = Markup("").join(Markup('<th scope="col">{}</th>').format(_head(gains, column)) for column in columns)
    table = Markup('<table class="gains"><thead><tr><td></td>{}</tr></thead><tbody>{}</tbody></table>')
    return scrolling(table.format(heads, body), "Gains")


def row_groups(gains: Gains, of_systems: bool, column: int | None) -> list[tuple[str, list[int]]]:
    """Return the indices of choices under their headings, the baseline first, then the systems best by one metric."""
    criteria = [criterion_of(name) for name in gains.matrix.names]
    order = sorted(range(len(criteria)), key=lambda row: gains.matrix.names[row] != gains.baseline)
    single = [row for row in order if of_systems and criteria[row].is_one_system]
    if column is not None:
        column_gains = np.nan_to_num(gains.gains[:, column], nan=-np.inf)
        single.sort(key=lambda row: (gains.matrix.names[row] != gains.baseline, -column_gains[row]))
    bounds = [row for row in order if criteria[row].is_bound]
    others = [row for row in order if row not in single and row not in bounds]
    return [(SINGLE, single), (MIXED if of_systems else CHOICES, others), (BOUNDS, bounds)]


def gain_records(gains: Gains, tests: Mapping[str, ComparisonResult] = MappingProxyType({})) -> pd.DataFrame:
    """Return a row for each choice and judge for download; differences and p-values are those of the page.

    ``tests`` are as in ``gain_table``: a single system has the p-value of the test of all pairs.
    """
    rows = []
    for row, name in enumerate(gains.matrix.names):
        criterion = criterion_of(name)
        for column, judge in enumerate(gains.matrix.judges):
            value, low, high = (float(of[row, column]) for of in (gains.gains, gains.low, gains.high))
            if not judge.higher_is_better:
                value, low, high = -value, -high, -low
            rows.append(
                {"choice": row_words(criterion)[1] or criterion_phrase(criterion), "metric": judge.full_name}
                | {"score": gains.matrix.scores[row, column], "difference": value, "low": low, "high": high}
                | {"corrected p": _adjusted_p(gains, row, column, tests)}
                | {"n": len(gains.matrix.columns[column].places)}
                | {"uses references": "yes" if criterion.is_bound else "no", "ties": gains.matrix.choices[row].ties}
            )
    return pd.DataFrame(rows)


def printed_gains(
    gains: Gains,
    judges: Sequence[Metric],
    of_systems: bool,
    tests: Mapping[str, ComparisonResult] = MappingProxyType({}),
) -> PaperTable:
    """Return the page's table as papers print it: a row for each choice, in groups, and a column for each metric.

    ``tests`` are as in ``gain_table``.
    """
    columns = _columns(gains, judges)
    rows: list[list[str]] = []
    heads_of_rows = {}
    for heading, group in row_groups(gains, of_systems, columns[0] if columns else None):
        if group:
            heads_of_rows[len(rows)] = heading
        for row in group:
            phrase = row_words(criterion_of(gains.matrix.names[row]))[0]
            rows.append([phrase, *(_score_cell(gains, row, column, tests) for column in columns)])
    sizes = [len(of.places) for of in gains.matrix.columns]
    bases = [f" (n = {size:,})" if len({*sizes}) > 1 else "" for size in sizes]
    judges_of = [gains.matrix.judges[column] for column in columns]
    arrows = ["↑" if judge.higher_is_better else "↓" for judge in judges_of]
    judge_columns = zip(judges_of, arrows, columns, strict=True)
    heads = [f"{judge.full_name} {arrow}{bases[column]}" for judge, arrow, column in judge_columns]
    frame = pd.DataFrame(rows, columns=["choice", *heads], dtype=object)  # keeps which cells are the best
    of_people = [PEOPLE if judge.is_human else METRICS_HEAD for judge in judges_of]
    column_groups = dict(zip(heads, of_people, strict=True)) if PEOPLE in of_people else {}
    return PaperTable(frame, column_groups=column_groups, row_groups=heads_of_rows)


def _score_cell(gains: Gains, row: int, column: int, tests: Mapping[str, ComparisonResult]) -> str:
    """Return the score and, in brackets, its difference from the baseline, marked if it is significant.

    The baseline has its score alone.
    """
    decimals, score = gains.matrix.judges[column].decimals, float(gains.matrix.scores[row, column])
    if np.isnan(score):
        return MISSING
    number = fixed(score, decimals)
    number = Best(number) if row in gains.matrix.best(column) else number
    if gains.matrix.names[row] == gains.baseline:
        return number
    mark = SIGNIFICANT if _is_significant(gains, row, column, tests) else ""
    return type(number)(f"{number} ({signed(printed_change(gains, row, column), MISSING, decimals)}){mark}")


def _adjusted_p(gains: Gains, row: int, column: int, tests: Mapping[str, ComparisonResult]) -> float:
    """Return the corrected p-value of a difference from the baseline; NaN for the baseline, and without a test."""
    criterion, baseline = criterion_of(gains.matrix.names[row]), criterion_of(gains.baseline)
    if gains.matrix.names[row] == gains.baseline:
        return float("nan")
    if not criterion.is_one_system:
        return float(gains.p_adjusted[row, column])
    tested, pair = tests.get(gains.matrix.judges[column].name), (criterion.of, baseline.of)
    is_tested = tested is not None and {*pair} <= {*tested.verdicts.refined.systems}
    return tested.verdicts.p_adjusted(*pair) if tested is not None and is_tested else float("nan")


def _columns(gains: Gains, judges: Sequence[Metric]) -> list[int]:
    """Return the columns of the judges, without judges that have no scores."""
    names = [judge.name for judge in gains.matrix.judges]
    return [names.index(judge.name) for judge in judges if judge.name in names]


def is_own(criterion: Criterion, judge: Metric) -> bool:
    """Return whether the metric that chose is also the judge."""
    return criterion.metric is not None and criterion.of == judge.name


def _head(gains: Gains, column: int) -> Markup:
    """Return a judge's heading, with the number of its segments if judges have different ones."""
    judge = judge_heading(gains.matrix.judges[column])
    sizes = [len(of.places) for of in gains.matrix.columns]
    n = Markup(" <small>n = {:,}</small>").format(sizes[column]) if len({*sizes}) > 1 else ""
    return Markup("{}{}").format(judge, n)


def _row_head(gains: Gains, row: int, with_marks: bool) -> Markup:
    phrase, term = row_words(criterion_of(gains.matrix.names[row]))
    term_html = Markup(" <small>{}</small>").format(term) if term and with_marks else ""
    return Markup('<th scope="row">{}{}</th>').format(phrase, term_html)


def _is_significant(gains: Gains, row: int, column: int, tests: Mapping[str, ComparisonResult]) -> bool | None:
    """Return whether a difference from the baseline is significant; for single systems by the test of all pairs.

    None where there is no such test.
    """
    criterion, baseline = criterion_of(gains.matrix.names[row]), criterion_of(gains.baseline)
    if not criterion.is_one_system:
        return not gains.could_be_chance(row, column)
    tested, pair = tests.get(gains.matrix.judges[column].name), (criterion.of, baseline.of)
    if tested is None or not {*pair} <= {*tested.verdicts.refined.systems}:
        return None
    return tested.verdicts.state(*pair) in (CLEAR, LIKELY)


def _cell(gains: Gains, row: int, column: int, tests: Mapping[str, ComparisonResult], with_marks: bool) -> Markup:
    """Return a table cell with the score and its difference from the baseline; the baseline has no difference."""
    judge, score = gains.matrix.judges[column], float(gains.matrix.scores[row, column])
    if np.isnan(score):
        return Markup("<td>{}</td>").format(MISSING)
    criterion = criterion_of(gains.matrix.names[row])
    beneath = []
    if gains.matrix.names[row] != gains.baseline:
        change = signed(printed_change(gains, row, column), MISSING, judge.decimals)
        is_marked = with_marks and _is_significant(gains, row, column, tests) is False
        beneath.append(f"{change}{f' {CHANCE}' * is_marked}")
    if is_own(criterion, judge) and with_marks:
        beneath.append(OWN)
    number = fixed(score, judge.decimals).replace("-", MINUS)
    return Markup("<td{}>{}{}</td>").format(
        Markup(' class="own"') if is_own(criterion, judge) else "",
        bold(number) if row in gains.matrix.best(column) else number,
        Markup(" <small>{}</small>").format(" ".join(beneath)),
    )
