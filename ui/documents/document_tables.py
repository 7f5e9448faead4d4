"""Documents as a data frame. Pure.

Columns of a system say first what they hold, then its name, so that no name can be taken for another column.
"""

import numpy as np
import pandas as pd

from scoring.output.numbers import printed_difference
from ui.documents.document_scores import DocumentScores

DIFFERENCE, SIZE, FILE = "difference", "size", "file"
"""What documents are sorted by."""


def document_order(scored: DocumentScores, by: str) -> np.ndarray:
    """(n_documents,): the numbers of the documents, the largest difference first, or the most segments, or as in the
    file. Those without a difference stand last.
    """
    if by == SIZE:
        return np.argsort(-scored.documents.sizes, kind="stable")
    pair = scored.pair
    if by == FILE or pair is None:
        return np.arange(len(scored))
    sizes = np.abs(pair.differences)
    return np.argsort(np.where(np.isnan(sizes), np.inf, -sizes), kind="stable")


def document_score_column(scored: DocumentScores, system: str) -> str:
    return f"{scored.metric.label} {system}"


def difference_column(names: tuple[str, str]) -> str:
    """The name of the column that holds the first one's score less the second one's."""
    return " − ".join(names)


def documents_table(scored: DocumentScores, documents: np.ndarray) -> pd.DataFrame:
    """One row for each of these documents, (n,) numbers: its size, the scores of both systems and their difference as
    it is printed, then the scores of the others.
    """
    columns: dict[str, object] = {scored.origin: [scored.documents.names[number] for number in documents]}
    if scored.domains is not None:
        columns["domain"] = [scored.domains[number] for number in documents]
    columns["segments"] = scored.documents.sizes[documents]
    if scored.judged is not None:
        columns["judged"] = scored.judged[documents]
    columns["words"] = scored.words[documents]
    first = scored.names or ()
    for system in first:
        columns[document_score_column(scored, system)] = scored.scores[system][documents]
    if scored.names is not None:
        columns[difference_column(scored.names)] = _differences(scored, documents)
    for system, scores in scored.scores.items():
        if system not in first:
            columns[document_score_column(scored, system)] = scores[documents]
    return pd.DataFrame(columns)


def _differences(scored: DocumentScores, documents: np.ndarray) -> list[float]:
    a, b = (scored.scores[name][documents] for name in scored.names or ())
    decimals = scored.metric.decimals
    return [printed_difference(float(x), float(y), decimals) for x, y in zip(a, b, strict=True)]
