"""Choices among candidates, and what judges say of them, as text. Nothing is computed here but what is asked for."""

from collections.abc import Mapping

from ...choosing.criteria import MBR
from ...output.latex import Best
from ...studies import choice
from ...studies.choice import ChoiceRequest, ChoiceResult, parse
from .layout import LATEX, Style, formats_of, rounded

OWN = "†"
Signatures = Mapping[str, str]
"""By the judge's name."""


def _opening(request: ChoiceRequest, result: ChoiceResult, signatures: Signatures) -> list[str]:
    said = [choice.choice_opening(result.tested), choice.own_judges(result.tested)]
    return [" ".join(filter(None, said))] if any(said) else []


def _tables(request: ChoiceRequest, result: ChoiceResult, signatures: Signatures, style: Style) -> list[str]:
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
    return [style.table(headers, list(zip(*columns, strict=True)), n_left=1)]


def _marked(score: str, is_best: bool, is_own: bool, style: Style) -> str:
    if style is LATEX:
        text = score + OWN * is_own
        return Best(text) if is_best else text
    return f"{score} {'*' if is_best else ' '}{OWN if is_own else ' '}"


def _notes(request: ChoiceRequest, result: ChoiceResult, signatures: Signatures) -> list[str]:
    matrix = result.matrix
    criteria = [parse(name) for name in matrix.names]
    said = [f"* the best of its column; {OWN} scored by the metric that chose it", request.about_candidates()]
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


FORMATS = formats_of(
    lambda request, result, signatures: [
        {name: "nan" if value is None else value for name, value in record.items()}
        for record in result.matrix.records()
    ],
    _tables,
    _notes,
    _opening,
    objects=lambda request, result, signatures: result.matrix.records(),
)
