"""Documents as a data frame, and the notes on its rows. Pure.

Names of a system's columns begin with their contents, then the system's name, so that no name looks like another
column.
"""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from scoring import Metric
from scoring.judgments.external import ExternalScore
from scoring.output.numbers import counted, printed_difference
from scoring.studies.documents import DocumentScores
from ui.context import ranking
from ui.kit.exports import PaperTable

NO_DOCUMENTS = (
    "You can skip this page: no other page needs documents. This test set does not say which segments belong to one"
    " document. To tell, add a text file whose name ends in `.docs` (WMT test sets come with one): one line per"
    " segment, in the order of the texts, with the name of the segment’s document:"
)
EXAMPLE = "news-1\nnews-1\nnews-1\nnews-2\nnews-2"
"""Beginning of a file of document names."""
WORDS = (
    "Of the references, in the sidebar's tokens. Of several references each segment counts the one whose length is"
    " closest to the output of the test set's first system."
)
"""Help of the column of words, which is Markdown: it does not contain any name."""
INTERVAL, CORRECTED = ("low", "high"), "corrected p"
"""Columns of the interval of the difference in a domain, and of the p-value, corrected for all domains."""
LEADS = "Click a row or a bar to read its segments."


def long_name_notice(scored: DocumentScores, longest: int) -> str:
    """Return a notice that documents with names longer than ``longest`` cannot be listed alone; else empty."""
    n_long = sum(len(name) > longest for name in scored.documents.names)
    if not n_long:
        return ""
    rows = "its row leads to its first segment" if n_long == 1 else "their rows lead to their first segments"
    name = f"The name of {counted(n_long, scored.request.origin)} is longer than {longest:,} characters"
    return f"{name}: {rows}, and all segments stay listed."


def document_score_column(scored: DocumentScores, system: str) -> str:
    return f"{scored.request.metric.full_name} {system}"


def difference_column(names: tuple[str, str]) -> str:
    """Return the name of the column with the first system's score minus the second's."""
    return " − ".join(names)


def documents_table(scored: DocumentScores, documents: np.ndarray) -> pd.DataFrame:
    """Return a row for each document number in ``documents`` (n,): size, both scores, their difference, others.

    The difference is computed from the printed scores. The scores of the other systems come last.
    """
    columns: dict[str, object] = {scored.request.origin: [scored.documents.names[number] for number in documents]}
    if scored.domains is not None:
        columns["domain"] = [scored.domains[number] for number in documents]
    columns["segments"] = scored.documents.sizes[documents]
    if scored.judged is not None:
        columns["judged"] = scored.judged[documents]
    columns["words"] = scored.words[documents]
    first = scored.request.names or ()
    for system in first:
        columns[document_score_column(scored, system)] = scored.scores[system][documents]
    if scored.request.names is not None:
        columns[difference_column(scored.request.names)] = _differences(scored, documents)
    if scored.domain_tests:
        tests = [scored.domain_tests[number] for number in documents]
        for column, end in zip(INTERVAL, (0, 1), strict=True):
            columns[column] = [test.score.difference_interval[end] for test in tests]
        columns[CORRECTED] = [test.p_adjusted for test in tests]
    for system, scores in scored.scores.items():
        if system not in first:
            columns[document_score_column(scored, system)] = scores[documents]
    return pd.DataFrame(columns)


def scores_by_document(scored: DocumentScores, documents: np.ndarray, overall: Mapping[str, float]) -> PaperTable:
    """Return one row for each system, the best first: its ``overall`` score, and its score of each document."""
    systems = ranking.rank_by_scores(scored.request.metric, overall, [*scored.scores])
    of_documents = [[float(scored.scores[system][number]) for system in systems] for number in documents]
    columns = [[overall[system] for system in systems], *of_documents]
    heads = sized_heads(scored, documents)
    frame = pd.DataFrame({"system": systems} | dict(zip(heads, columns, strict=True)))
    return PaperTable(frame, column_groups=dict.fromkeys(heads, score_head(scored.request.metric)))


def sized_heads(scored: DocumentScores, documents: np.ndarray) -> list[str]:
    """Return the heads of the columns of all segments and of these documents, with their numbers of segments."""
    sizes, names = scored.scored_segments, scored.documents.names
    of_documents = {names[number]: sizes[number] for number in documents}
    return [f"{name} (n = {int(size):,})" for name, size in [("all", sizes.sum()), *of_documents.items()]]


def score_head(metric: Metric) -> str:
    """Return the name of the scores in papers; scores from a file are means."""
    return f"mean {metric.full_name}" if isinstance(metric, ExternalScore) else metric.full_name


def _differences(scored: DocumentScores, documents: np.ndarray) -> list[float]:
    a, b = (scored.scores[name][documents] for name in scored.request.names or ())
    decimals = scored.request.metric.decimals
    return [printed_difference(float(x), float(y), decimals) for x, y in zip(a, b, strict=True)]
