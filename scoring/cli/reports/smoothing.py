"""Every smoothing method over the same counts, as text. Nothing is computed here but what is best."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from ...bleu.dialects import Outcome
from .layout import Style, best_mark_note, each_once, formats_of, rounded, signature_without

_MEASURES = {"corpus": "BLEU", "document": "document", "zero": "zero %", "undefined": "n/a %"}


@dataclass(frozen=True)
class SmoothingRow:
    """What one smoothing method makes of one system."""

    system: str
    signature: str
    outcome: Outcome


def _records(results: Sequence[SmoothingRow]) -> list[dict[str, object]]:
    """One a method and system."""
    return [
        {
            "dialect": result.outcome.dialect,
            "smoothing": result.outcome.method,
            "system": result.system,
            **{name: getattr(result.outcome, name) for name in _MEASURES},
            "signature": result.signature,
        }
        for result in results
    ]


def _tables(results: Sequence[SmoothingRow], style: Style) -> list[str]:
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
    return [style.table(["dialect", "smoothing", *headers], rows, n_left=2)]


def _notes(results: Sequence[SmoothingRow]) -> list[str]:
    """What the columns hold, and the signature without what differs, smoothing and effective order."""
    return [
        "BLEU: of the summed counts; document: mean of segment scores weighted by reference length, n/a left out",
        "zero and n/a: segments that score 0, and segments to which the method gives no score",
        signature_without("eff|smooth", results[0].signature),
    ]


FORMATS = formats_of(_records, _tables, _notes, marks=best_mark_note, gap="\n")
