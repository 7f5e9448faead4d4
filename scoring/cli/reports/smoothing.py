"""Every smoothing method over the same counts, as text. Nothing is computed here but what is best."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from ...bleu.dialects import Outcome
from ...output.latex import comments
from .layout import (
    LATEX,
    PLAIN,
    Style,
    best_mark_note,
    each_once,
    finite,
    json_list,
    rounded,
    stripped,
    tsv,
    without,
)

_MEASURES = {"corpus": "BLEU", "document": "document", "zero": "zero %", "undefined": "n/a %"}


@dataclass(frozen=True)
class SmoothingRow:
    """What one smoothing method makes of one system."""

    system: str
    signature: str
    outcome: Outcome


def as_json(results: Sequence[SmoothingRow]) -> str:
    """A list of objects, one a method and system; NaN is null."""
    return json_list(
        {
            "dialect": result.outcome.dialect,
            "smoothing": result.outcome.method,
            "system": result.system,
            **{name: finite(getattr(result.outcome, name)) for name in _MEASURES},
            "signature": result.signature,
        }
        for result in results
    )


def as_tsv(results: Sequence[SmoothingRow]) -> str:
    """One row a method and system; every digit, NaN is ``nan``."""
    rows = [["dialect", "smoothing", "system", *_MEASURES, "signature"]]
    for result in results:
        values = [repr(getattr(result.outcome, name)) for name in _MEASURES]
        rows.append([result.outcome.dialect, result.outcome.method, result.system, *values, result.signature])
    return tsv(rows)


def as_table(results: Sequence[SmoothingRow]) -> str:
    """Methods by systems, ``*`` beside the best of each method; what the columns are is said beneath."""
    notes = [*best_mark_note(results), *_notes(results)]
    return stripped("\n".join([_methods(results, PLAIN), "", *notes]))


def as_latex(results: Sequence[SmoothingRow]) -> str:
    """The same as a LaTeX tabular, the best in bold, what is said beneath as comments."""
    return f"{_methods(results, LATEX)}\n{comments(_notes(results))}"


FORMATS: dict[str, Callable[[Sequence[SmoothingRow]], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


def _methods(results: Sequence[SmoothingRow], style: Style) -> str:
    """One row a method, four columns a system."""
    by_method = defaultdict(list)
    for result in results:
        by_method[result.outcome.dialect, result.outcome.method].append(result.outcome)
    rows = []
    for method, found in by_method.items():
        columns = (
            style.scores([outcome.corpus for outcome in found]),
            style.scores([outcome.document for outcome in found]),
            [rounded(100 * outcome.zero) for outcome in found],
            [rounded(100 * outcome.undefined) for outcome in found],
        )
        rows.append([*method, *chain.from_iterable(zip(*columns, strict=True))])
    headers = [f"{system}\n{measure}" for system in each_once(results) for measure in _MEASURES.values()]
    return style.table(["dialect", "smoothing", *headers], rows, n_left=2)


def _notes(results: Sequence[SmoothingRow]) -> list[str]:
    """What the columns hold, and the signature without what differs, smoothing and effective order."""
    return [
        "BLEU: of the summed counts; document: mean of segment scores weighted by reference length, n/a left out",
        "zero and n/a: segments that score 0, and segments to which the method gives no score",
        without("eff|smooth", results[0].signature),
    ]
