"""Agreement of metrics with a judge as text: a table, JSON, TSV or LaTeX. Nothing is computed here."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from ...agreement import MEASURES, Agreement, Judge, Scored, all_ties, words
from ...latex import comments
from .held import (
    LATEX_CELLS,
    PLAIN_CELLS,
    Held,
    Record,
    about_measure,
    cautions,
    cell,
    epsilons,
    intervals,
    json_of,
    letters_of,
    opening,
    signatures,
    tsv_of,
)
from .layout import Style, stripped

ALL_TIES, CHANCE = "all ties", "chance"


def as_json(held: Held) -> str:
    """A list of objects, one a metric, or baseline, and measure; what is not defined is null."""
    return json_of(_records(held))


def as_tsv(held: Held) -> str:
    """One row a metric, or baseline, and measure; every digit, NaN is ``nan``."""
    return tsv_of(_records(held))


def as_table(held: Held) -> str:
    """Who agrees most, metrics by measures, and what they mean beneath."""
    parts = [*opening(held), *_tables(held, PLAIN_CELLS), "\n".join(_notes(held))]
    return stripped("\n\n".join(parts))


def as_latex(held: Held) -> str:
    """The same as LaTeX tabulars, the best of a measure in bold, what is said as comments."""
    said = [comments([sentence]) for sentence in opening(held)]
    return "\n\n".join([*said, *_tables(held, LATEX_CELLS), comments(_notes(held))])


FORMATS: dict[str, Callable[[Held], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


def _records(held: Held) -> list[Record]:
    several, ties = held.several, all_ties(held.several.judge)
    scored = [(name, several.found[name], several.scored[name]) for name in several.found]
    every = [*scored, (ALL_TIES, several.ties, ties)]
    records = [_record(held, name, agreement, one, key) for name, agreement, one in every for key in several.measures]
    return [*records, *(_of_chance(held, key) for key in several.measures)]


def _record(held: Held, name: str, agreement: Agreement, scored: Scored, measure: str) -> Record:
    low, high = agreement.interval(measure)
    return {
        "metric": name,
        "measure": measure,
        "value": agreement.value(measure),
        "low": low,
        "high": high,
        "n": held.several.counted(measure, scored),
        "letters": held.letters(measure).get(name, ""),
        "epsilon": agreement.epsilon(measure),
        "baseline": name not in held.signatures,
        **held.how,
        "signature": held.signatures.get(name, ""),
    }


def _of_chance(held: Held, measure: str) -> Record:
    chance, several = held.several.chances[measure], held.several
    low, high = chance.interval()
    record = _record(held, CHANCE, several.ties, _untied(several.judge), measure)
    return record | {"value": chance.mean, "low": low, "high": high, "epsilon": None}


def _untied(judge: Judge) -> Scored:
    """Scores no two of which are equal, as those of chance."""
    return Scored(np.repeat(np.arange(judge.n_systems, dtype=float)[:, None], judge.n_segments, axis=1))


def _tables(held: Held, style: Style) -> list[str]:
    """One of the measures of outputs and one of those of systems; the one with the measure that ranks comes first."""
    measures = held.several.measures
    levels = dict.fromkeys(MEASURES[key].level for key in (held.first, *measures))
    return [_table(held, [key for key in measures if MEASURES[key].level == level], style) for level in levels]


def _table(held: Held, measures: Sequence[str], style: Style) -> str:
    """One row a metric, the best first, then the baselines; one column a measure; letters beside that which ranks."""
    ranking = held.comparisons[held.first]
    names = [ranking.metrics[place] for place in ranking.order]
    labels = [*(held.labels[name] for name in names), ALL_TIES, CHANCE]
    columns = [labels, *(_column(held, names, key, style) for key in measures)]
    headers = ["metric", *measures]
    if held.first in measures and len(names) > 1:
        letters = held.letters(held.first)
        columns.insert(1, [*(letters[name] for name in names), "", ""])
        headers.insert(1, "letters")
    return style.table(headers, list(zip(*columns, strict=True)), n_left=len(headers) - len(measures))


def _column(held: Held, names: Sequence[str], measure: str, style: Style) -> list[str]:
    several = held.several
    found = [several.found[name] for name in names]
    values = [agreement.value(measure) for agreement in found]
    best = max((value for value in values if not math.isnan(value)), default=math.nan)
    marks = [style.best if value == best and len(names) > 1 else style.other for value in values]
    cells = [cell(agreement.value(measure), *agreement.interval(measure)) for agreement in (*found, several.ties)]
    chance = several.chances[measure]
    cells.append(cell(chance.mean, *chance.interval()))
    return [mark(written) for mark, written in zip([*marks, style.other, style.other], cells, strict=True)]


def _notes(held: Held) -> list[str]:
    drawn = len(held.several.chances[held.first].values)
    baselines = f"{CHANCE}: mean and 95 % range of {drawn} metrics that draw every score by chance."
    return [
        words.about_judge(held.several.judge),
        *(about_measure(held, key) for key in held.several.measures),
        *epsilons(held),
        f"[low, high]: {intervals(held)}",
        *([letters_of(held)] if len(held.metrics) > 1 else []),
        *cautions(held),
        f"{ALL_TIES}: a metric that calls everything a tie. {baselines} {words.BASELINES}",
        words.HOLDS_HERE,
        *signatures(held),
    ]
