"""tBLEU by its threshold, as text. Nothing is computed here but what is best."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ...studies.scores import ScoreResult
from ...tbleu import TBLEU
from .layout import Style, best_mark_note, each_once, formats_of, signature_without
from .printed_scores import PrintedScore
from .score_records import score_record


@dataclass(frozen=True, eq=False)
class ThresholdResult(ScoreResult):
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


def _object(result: ThresholdResult) -> dict[str, object]:
    return score_record(PrintedScore(result, result.signature)) | {"epsilon": result.metric.epsilon}


FORMATS = formats_of(
    _records,
    _tables,
    lambda results: [signature_without("epsilon", results[0].signature)],
    marks=best_mark_note,
    objects=lambda results: map(_object, results),
    gap="\n",
)
