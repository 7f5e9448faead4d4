"""Choices among candidates, and what judges say of them, as text. Nothing is computed here but what is asked for."""

from collections.abc import Callable, Mapping

from ...choosing.criteria import MBR
from ...output.latex import Best, comments
from ...studies import choice
from ...studies.choice import ChoiceRequest, ChoiceResult, parse
from .layout import LATEX, PLAIN, Style, json_list, rounded, stripped, tsv

OWN = "†"
Signatures = Mapping[str, str]
"""By the judge's name."""


def as_json(request: ChoiceRequest, result: ChoiceResult, signatures: Signatures) -> str:
    """A list of objects, one a choice and judge; what is not defined is null."""
    return json_list(result.matrix.records())


def as_tsv(request: ChoiceRequest, result: ChoiceResult, signatures: Signatures) -> str:
    """One row a choice and judge; every digit, what is not defined is ``nan``."""
    rows = [list(map(_cell, record.values())) for record in result.matrix.records()]
    return tsv([["chosen_by", "judged_by", "score"], *rows])


def as_table(request: ChoiceRequest, result: ChoiceResult, signatures: Signatures) -> str:
    """Who profits, choices by judges, and what they mean beneath."""
    parts = [*_opening(result), _table(result, PLAIN), "\n".join(_notes(request, result, signatures))]
    return stripped("\n\n".join(parts))


def as_latex(request: ChoiceRequest, result: ChoiceResult, signatures: Signatures) -> str:
    """The same as a LaTeX tabular, the best of a judge in bold, what is said as comments."""
    said = [comments([sentence]) for sentence in _opening(result)]
    return "\n\n".join([*said, _table(result, LATEX), comments(_notes(request, result, signatures))])


FORMATS: dict[str, Callable[[ChoiceRequest, ChoiceResult, Signatures], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


def _cell(value: object) -> str:
    return "nan" if value is None else str(value)


def _opening(result: ChoiceResult) -> list[str]:
    said = [choice.choice_opening(result.tested), choice.own_judges(result.tested)]
    return [" ".join(filter(None, said))] if any(said) else []


def _table(result: ChoiceResult, style: Style) -> str:
    """One row a choice, bounds last; one column a judge, with the best that is no bound, and own judges, marked."""
    matrix = result.matrix
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


def _notes(request: ChoiceRequest, result: ChoiceResult, signatures: Signatures) -> list[str]:
    matrix = result.matrix
    criteria = [parse(name) for name in matrix.names]
    said = [f"* the best of its column; {OWN} judged by what chose it", request.about_candidates()]
    if any(criterion.kind == MBR for criterion in criteria):
        said.append(request.about_probabilities())
    if any(criterion.is_bound for criterion in criteria):
        said.append(choice.BOUND)
    if any(criterion.is_draw for criterion in criteria):
        said.append(choice.DRAWN)
    said += filter(None, map(choice.ties, matrix.choices))
    said += [*filter(None, [choice.directions(matrix)]), *choice.judged_on(matrix)]
    if len(matrix.choices) > 1:
        said += [*filter(None, [choice.best_of(result.tested)]), choice.choice_test_words(result.tested)]
    return [*said, *(f"{judge.label}: {signatures[judge.name]}" for judge in matrix.judges)]
