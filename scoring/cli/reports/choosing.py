"""Choices among candidates, and what judges say of them, as text. Nothing is computed here but what is asked for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ...choosing import Gains, Lists, Matrix, parse, words
from ...choosing.criteria import MBR
from ...formats.columns import counted
from ...latex import Best, comments
from ...numbers import significant
from .layout import LATEX, PLAIN, Style, json_list, rounded, stripped, tsv

OWN = "†"


@dataclass(frozen=True, eq=False)
class Chosen:
    """What was chosen, and by whom it was judged."""

    matrix: Matrix
    lists: Lists
    tested: Callable[[], Gains]
    """what every choice gains over the usual baseline; called where it is told"""
    signatures: Mapping[str, str]
    """by the judge's name"""
    temperature: float | None = None
    """of the posterior by which MBR weighs candidates; None where all of a list are alike"""

    @cached_property
    def gains(self) -> Gains:
        return self.tested()


def as_json(chosen: Chosen) -> str:
    """A list of objects, one a choice and judge; what is not defined is null."""
    return json_list(chosen.matrix.records())


def as_tsv(chosen: Chosen) -> str:
    """One row a choice and judge; every digit, what is not defined is ``nan``."""
    rows = [list(map(_cell, record.values())) for record in chosen.matrix.records()]
    return tsv([["chosen_by", "judged_by", "score"], *rows])


def as_table(chosen: Chosen) -> str:
    """Who profits, choices by judges, and what they mean beneath."""
    parts = [*_opening(chosen), _table(chosen, PLAIN), "\n".join(_notes(chosen))]
    return stripped("\n\n".join(parts))


def as_latex(chosen: Chosen) -> str:
    """The same as a LaTeX tabular, the best of a judge in bold, what is said as comments."""
    said = [comments([sentence]) for sentence in _opening(chosen)]
    return "\n\n".join([*said, _table(chosen, LATEX), comments(_notes(chosen))])


FORMATS: dict[str, Callable[[Chosen], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


def _cell(value: object) -> str:
    return "nan" if value is None else str(value)


def _opening(chosen: Chosen) -> list[str]:
    said = [words.opening(chosen.gains), words.own_judges(chosen.gains)]
    return [" ".join(filter(None, said))] if any(said) else []


def _table(chosen: Chosen, style: Style) -> str:
    """One row a choice, bounds last; one column a judge, with the best that is no bound, and own judges, marked."""
    matrix = chosen.matrix
    criteria = [parse(name) for name in matrix.names]
    order = sorted(range(len(criteria)), key=lambda row: criteria[row].is_bound)
    columns = [[f"{criteria[row].label}{' (bound)' if criteria[row].is_bound else ''}" for row in order]]
    for place, judge in enumerate(matrix.judges):
        scores = matrix.scores[:, place]
        best = matrix.best(place) if len(matrix.results) > 1 else []
        columns.append(
            [
                _marked(
                    rounded(float(scores[row]), judge.decimals),
                    row in best,
                    criteria[row].metric is not None and criteria[row].of == judge.name,
                    style,
                )
                for row in order
            ]
        )
    headers = ["chosen by", *(judge.label for judge in matrix.judges)]
    return style.table(headers, list(zip(*columns, strict=True)), n_left=1)


def _marked(score: str, is_best: bool, is_own: bool, style: Style) -> str:
    if style is LATEX:
        text = score + OWN * is_own
        return Best(text) if is_best else text
    return f"{score} {'*' if is_best else ' '}{OWN if is_own else ' '}"


def _notes(chosen: Chosen) -> list[str]:
    matrix, lists = chosen.matrix, chosen.lists
    criteria = [parse(name) for name in matrix.names]
    said = [f"* the best of its column; {OWN} judged by what chose it", _of_lists(lists)]
    if any(criterion.kind == MBR for criterion in criteria):
        said.append(f"MBR: {_weighed(chosen)}.")
    if any(criterion.is_bound for criterion in criteria):
        said.append(words.BOUND)
    if any(criterion.is_draw for criterion in criteria):
        said.append(words.DRAWN)
    said += filter(None, map(words.ties, matrix.choices))
    said += [*filter(None, [words.directions(matrix)]), *words.judged_on(matrix)]
    if len(matrix.choices) > 1:
        said += [*filter(None, [words.best_of(chosen.gains)]), words.tested(chosen.gains)]
    return [*said, *(f"{judge.label}: {chosen.signatures[judge.name]}" for judge in matrix.judges)]


def _of_lists(lists: Lists) -> str:
    """How many there are, and how long."""
    least, most = int(lists.sizes.min()), int(lists.sizes.max())
    if lists.names:
        return f"candidates: {', '.join(lists.names)}; {counted(lists.n_segments, 'segment')}"
    sizes = counted(most, "candidate") if least == most else f"{least:,} to {counted(most, 'candidate')}"
    return f"candidates: {counted(lists.n_segments, 'list')} of {sizes}, {len(lists):,} in all"


def _weighed(chosen: Chosen) -> str:
    if chosen.temperature is None:
        return "all candidates of a list weigh alike; a text that comes twice weighs twice"
    return f"candidates weigh in proportion to exp(score / {significant(chosen.temperature)}), by the decoder's scores"
