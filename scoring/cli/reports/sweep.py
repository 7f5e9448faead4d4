"""tBLEU by its threshold, as text. Nothing is computed here but what is best."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ...tbleu import TBLEU
from .layout import Style, best_mark_note, each_once, formats_of, signature_without
from .scores import Result, as_object


@dataclass(frozen=True)
class ThresholdResult(Result):
    """What tBLEU says about one system at one threshold."""

    metric: TBLEU


def _records(results: Sequence[ThresholdResult]) -> list[dict[str, object]]:
    """One a system and threshold."""
    return [
        {"epsilon": r.metric.epsilon, "system": r.system, "score": r.score, "signature": r.signature} for r in results
    ]


def _tables(results: Sequence[ThresholdResult], style: Style) -> list[str]:
    """One row a threshold, one column a system."""
    by_epsilon = defaultdict(list)
    for result in results:
        by_epsilon[result.metric.epsilon].append(result.score)
    rows = [[repr(epsilon), *style.scores(scores)] for epsilon, scores in by_epsilon.items()]
    return [style.table(["epsilon", *each_once(results)], rows, n_left=0)]


FORMATS = formats_of(
    _records,
    _tables,
    lambda results: [signature_without("epsilon", results[0].signature)],
    marks=best_mark_note,
    objects=lambda results: (as_object(result) | {"epsilon": result.metric.epsilon} for result in results),
    gap="\n",
)
