"""What choices are called; chosen by x judged by, as data frames and as a page writes them. Pure."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from pandas.io.formats.style import Styler

from scoring import METRICS, Metric
from scoring.output.numbers import LEVEL, MINUS, MISSING, fixed, signed
from scoring.studies.choice import ALONE, BY_METRIC, SYSTEM, Criterion, Gains, criterion_phrase, parse, printed_change
from ui.kit import grid

BOUND = "bound"
CHOSEN_BY, TIES = "chosen by", "ties"
OWN, CHANCE = "◆", "?"
"""Marks: scored by the metric that chose; a gain or a loss that could be chance."""
LEGEND = (
    "Brackets: difference from {baseline}; {chance} could be chance (approximate randomization, Holm, p > {level})."
    " {own} This judge also chose."
)
ABOUT = (
    "MBR (minimum Bayes risk) takes the candidate most similar to the others by a metric. An oracle uses the"
    " references, which are not there when it matters: an upper bound. Ties: lists in which another text was equally"
    " good."
)
OWN_STYLE = "background-color: rgba(230, 159, 0, .28)"
BEST_STYLE = "font-weight: bold"


def criterion_row(criterion: Criterion) -> str:
    """In a table, where a bound must not pass for a result."""
    return f"{criterion.label} ({BOUND})" if criterion.is_bound else criterion.label


def criterion_option(criterion: Criterion) -> str:
    """Among options, where no system may be called as a criterion is."""
    return f"system {criterion.of}" if criterion.kind == SYSTEM else criterion.label


def as_system(criterion: Criterion) -> str:
    """As a system's name, also in tables of other pages."""
    if criterion.kind in ALONE:
        return f"{criterion.label} candidate"
    return f"{criterion.label} (uses references)" if criterion.is_bound else criterion.label


def is_choice(system: str) -> bool:
    """Whether a system of this name is one that this page has made: it is no candidate."""
    return system in _MADE or system.startswith(by_weights(""))


def by_weights(tuner: str) -> str:
    """What a choice by tuned weights is called as a system."""
    return f"weights of {tuner}"


_MADE = {
    as_system(criterion)
    for criterion in (*map(Criterion, ALONE), *(Criterion(kind, name) for kind in BY_METRIC for name in METRICS))
}


def gain_legend(found: Gains) -> str:
    """A system's name may be in it."""
    return LEGEND.format(baseline=criterion_phrase(parse(found.baseline)), own=OWN, chance=CHANCE, level=LEVEL)


def judge_heading(judge: Metric) -> str:
    """A judge's column, under a name that no score from elsewhere has."""
    called = f"{judge.full_name} (given)" if judge.full_name in (CHOSEN_BY, TIES) else judge.full_name
    return called if judge.higher_is_better else f"{called} ↓"


def gain_matrix(found: Gains, judges: Sequence[Metric]) -> pd.DataFrame:
    """A row a choice, choices without a reference first; a column a judge, in this order."""
    order, columns = _order(found), _columns(found, judges)
    frame: dict[str, Any] = {CHOSEN_BY: [criterion_row(parse(found.matrix.names[row])) for row in order]}
    frame |= {judge_heading(found.matrix.judges[column]): found.matrix.scores[order, column] for column in columns}
    n_lists = found.matrix.n_segments
    return pd.DataFrame({**frame, TIES: [found.matrix.choices[row].ties / n_lists for row in order]})


def row_criterion(found: Gains, row: int) -> Criterion:
    """What a row of ``gain_matrix`` is of."""
    return parse(found.matrix.names[_order(found)[row]])


def writer(found: Gains, judges: Sequence[Metric]) -> Callable[[pd.DataFrame], Styler]:
    """Return the numbers of ``gain_matrix`` with what they gain, marked; sorting still goes by the numbers."""
    order, columns = _order(found), _columns(found, judges)
    written, styles = {}, {}
    for column in columns:
        judge = found.matrix.judges[column]
        written[judge_heading(judge)] = [_cell(found, row, column) for row in order]
        styles[judge_heading(judge)] = [_style(found, row, column) for row in order]

    def write(frame: pd.DataFrame) -> Styler:
        style = frame.style.apply(lambda column: styles[str(column.name)], subset=list(styles))
        return grid.write_cells(style, written).format({TIES: "{:.0%}"}, subset=[TIES])

    return write


def gain_records(found: Gains) -> pd.DataFrame:
    """A row a choice and judge, to take away."""
    scores, judges = found.matrix.scores, found.matrix.judges
    numbers = {"score": scores, "gain": found.gains, "low": found.low, "high": found.high}
    numbers |= {"p_adjusted": found.p_adjusted}
    rows = [
        {"chosen_by": name, "judged_by": judge.name}
        | {what: values[row, column] for what, values in numbers.items()}
        | {"uses_references": parse(name).is_bound, "ties": found.matrix.choices[row].ties}
        for row, name in enumerate(found.matrix.names)
        for column, judge in enumerate(judges)
    ]
    return pd.DataFrame(rows)


def _order(found: Gains) -> list[int]:
    bounds = [parse(name).is_bound for name in found.matrix.names]
    return sorted(range(len(bounds)), key=bounds.__getitem__)


def _columns(found: Gains, judges: Sequence[Metric]) -> list[int]:
    """The places of those of the judges that said anything."""
    there = [judge.name for judge in found.matrix.judges]
    return [there.index(judge.name) for judge in judges if judge.name in there]


def is_own(criterion: Criterion, judge: Metric) -> bool:
    """Whether the metric that chose is the judge, too."""
    return criterion.metric is not None and criterion.of == judge.name


def _cell(found: Gains, row: int, column: int) -> str:
    judge, score = found.matrix.judges[column], float(found.matrix.scores[row, column])
    if np.isnan(score):
        return MISSING
    own = f" {OWN}" if is_own(parse(found.matrix.names[row]), judge) else ""
    written = fixed(score, judge.decimals).replace("-", MINUS)
    if found.matrix.names[row] == found.baseline:
        return f"{written}{own}"
    change = signed(printed_change(found, row, column), MISSING, judge.decimals)
    chance = CHANCE if found.could_be_chance(row, column) else ""
    return f"{written} ({change}{chance}){own}"


def _style(found: Gains, row: int, column: int) -> str:
    criterion, judge = parse(found.matrix.names[row]), found.matrix.judges[column]
    own = OWN_STYLE if is_own(criterion, judge) else ""
    best = BEST_STYLE if row in found.matrix.best(column) else ""
    return "; ".join(filter(None, [best, own]))
