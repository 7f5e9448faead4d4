"""Which metric agrees better than another, all pairs, as text. Nothing is computed here."""

from collections.abc import Callable
from itertools import combinations

from ...output.latex import comments
from ...output.numbers import LEVEL, MISSING, probability
from ...studies.agreement import AgreementResult
from .agreement import (
    LATEX_CELLS,
    PLAIN_CELLS,
    Signatures,
    decimal,
    json_of,
    opening_lines,
    signature_lines,
    tsv_of,
)
from .layout import Style, stripped


def as_json(result: AgreementResult, signatures: Signatures) -> str:
    """A list of objects, one a pair of metrics and measure; what is not defined is null."""
    return json_of(result.pair_records())


def as_tsv(result: AgreementResult, signatures: Signatures) -> str:
    """One row a pair of metrics and measure; every digit, NaN is ``nan``."""
    return tsv_of(result.pair_records())


def as_table(result: AgreementResult, signatures: Signatures) -> str:
    """Who agrees most, the pairs by the measure that ranks, and what the columns mean beneath."""
    return stripped(
        "\n\n".join(
            [
                *opening_lines(result),
                _table(result, PLAIN_CELLS),
                "\n".join([*result.pair_notes(), *signature_lines(result, signatures)]),
            ]
        )
    )


def as_latex(result: AgreementResult, signatures: Signatures) -> str:
    """The same as a LaTeX tabular, what is said as comments."""
    said = [comments([sentence]) for sentence in opening_lines(result)]
    return "\n\n".join(
        [*said, _table(result, LATEX_CELLS), comments([*result.pair_notes(), *signature_lines(result, signatures)])]
    )


FORMATS: dict[str, Callable[[AgreementResult, Signatures], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


def _table(result: AgreementResult, style: Style) -> str:
    """One row a pair, the better metric first."""
    measure, rows = result.request.ranking_measure, []
    for first, second in combinations(result.order(measure), 2):
        found = result.difference(measure, first, second)
        numbers = [style.other(decimal(found[name])) for name in ("difference", "low", "high")]
        p_values = [probability(found[name], MISSING) for name in ("p_value", "p_adjusted")]
        differ = ("yes" if found["p_adjusted"] <= LEVEL else "no").ljust(len("differ"))
        rows.append([result.labels[first], result.labels[second], *numbers, *p_values, differ])
    headers = ["first", "second", "first - second", "low", "high", "p", "adjusted p", "differ"]
    return style.table(headers, rows, n_left=2)
