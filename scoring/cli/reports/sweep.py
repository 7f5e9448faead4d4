"""tBLEU by its threshold, as text. Nothing is computed here but what is best."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...output.latex import comments
from ...tbleu import TBLEU
from .layout import (
    LATEX,
    PLAIN,
    Style,
    best_mark_note,
    each_once,
    json_list,
    stripped,
    tsv,
    without,
)
from .scores import Result, as_object


@dataclass(frozen=True)
class ThresholdResult(Result):
    """What tBLEU says about one system at one threshold."""

    metric: TBLEU


def as_json(results: Sequence[ThresholdResult]) -> str:
    """A list of objects, one a system and threshold; NaN is null."""
    return json_list(as_object(result) | {"epsilon": result.metric.epsilon} for result in results)


def as_tsv(results: Sequence[ThresholdResult]) -> str:
    """One row a system and threshold; every digit, NaN is ``nan``."""
    rows = [["epsilon", "system", "score", "signature"]]
    rows += [[repr(r.metric.epsilon), r.system, repr(r.score), r.signature] for r in results]
    return tsv(rows)


def as_table(results: Sequence[ThresholdResult]) -> str:
    """Thresholds by systems, ``*`` beside the best of each threshold."""
    return stripped("\n".join([_thresholds(results, PLAIN), "", *best_mark_note(results), _signature(results)]))


def as_latex(results: Sequence[ThresholdResult]) -> str:
    """The same as a LaTeX tabular, the best in bold, the signature as a comment."""
    return f"{_thresholds(results, LATEX)}\n{comments([_signature(results)])}"


FORMATS: dict[str, Callable[[Sequence[ThresholdResult]], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


def _thresholds(results: Sequence[ThresholdResult], style: Style) -> str:
    """One row a threshold, one column a system."""
    by_epsilon = defaultdict(list)
    for result in results:
        by_epsilon[result.metric.epsilon].append(result.score)
    rows = [[repr(epsilon), *style.scores(scores)] for epsilon, scores in by_epsilon.items()]
    return style.table(["epsilon", *each_once(results)], rows, n_left=0)


def _signature(results: Sequence[ThresholdResult]) -> str:
    return without("epsilon", results[0].signature)
