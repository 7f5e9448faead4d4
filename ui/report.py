"""The overview's tables as data frames, and as files to take away."""

import io
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from scoring import BLEU, Metric
from scoring.bleu import MAX_ORDER
from scoring.metric import document_score, mean_score

UNDEFINED = "n/a"
DECIMALS = {"brevity penalty": 3, "length ratio": 3} | {
    f"{what}_{n}": 4 for what in "mp" for n in range(1, MAX_ORDER + 1)
}
"""Of the columns that are shown with other than two."""


@dataclass(frozen=True)
class Download:
    """One way to take a table away."""

    ending: str
    mime: str
    data: Callable[[pd.DataFrame], bytes]


def leaderboard(
    scores: Mapping[str, Mapping[str, float] | None], labels: Mapping[str, str], systems: tuple[str, ...]
) -> pd.DataFrame:
    """One row a system, one column a metric; a metric that is not ready has only missing values."""
    return _table({labels[metric]: by_system for metric, by_system in scores.items()}, systems)


def bleu_details(bleu: BLEU, statistics: Mapping[str, np.ndarray], systems: tuple[str, ...]) -> pd.DataFrame:
    """Corpus BLEU, its parts, and the two averages of segment BLEU, one row a system."""
    rows = []
    for system in systems:
        corpus = bleu.arithmetic(statistics[system].sum(axis=0))
        segments = bleu.score(statistics[system])
        rows.append(
            {
                "system": system,
                "corpus BLEU": float(corpus.score),
                "weighted mean": document_score(segments, statistics[system][:, 1]),
                "plain mean": mean_score(segments),
                "brevity penalty": float(corpus.brevity_penalty),
                "length ratio": _ratio(float(corpus.hypothesis_length), float(corpus.reference_length)),
                "words": int(corpus.hypothesis_length),
                "reference words": int(corpus.reference_length),
                "segments not defined": int(np.isnan(segments).sum()),
            }
        )
    return pd.DataFrame(rows)


def tokenizer_table(
    scores: Mapping[str, Mapping[str, float] | None], systems: tuple[str, ...]
) -> tuple[pd.DataFrame, list[str]]:
    """BLEU of each system under each tokenizer, and the tokenizers whose ranking differs from the first's."""
    ready = {tokenizer: by_system for tokenizer, by_system in scores.items() if by_system is not None}
    frame = _table(scores, systems)
    rankings = {tokenizer: _ranking(by_system, systems) for tokenizer, by_system in ready.items()}
    base = next(iter(rankings.values()), None)
    return frame, [tokenizer for tokenizer, ranking in rankings.items() if ranking != base]


def with_ranks(frame: pd.DataFrame, pending: Collection[str] = ()) -> pd.DataFrame:
    """The numbers as text, each with its rank in its column, and how far that is from its rank in the first column."""
    ranked = frame.copy()
    base = ranks(frame.iloc[:, 1])
    for column in frame.columns[1:]:
        missing = "…" if column in pending else UNDEFINED
        ranked[column] = [
            missing if pd.isna(value) else f"{value:.2f}  #{rank:.0f}{_moved(rank, first)}"
            for value, rank, first in zip(frame[column], ranks(frame[column]), base, strict=True)
        ]
    return ranked


def ranks(scores: pd.Series | pd.DataFrame) -> pd.Series | pd.DataFrame:
    """1 for the highest of each column; by the scores as they are shown, so that a tie on the page is a tie here."""
    return scores.round(2).rank(ascending=False, method="min")


def corpus_scores(metric: Metric, statistics: Mapping[str, np.ndarray]) -> dict[str, float]:
    """System -> corpus score."""
    return {system: float(metric.score(rows.sum(axis=0))) for system, rows in statistics.items()}


def _table(scores: Mapping[str, Mapping[str, float] | None], systems: tuple[str, ...]) -> pd.DataFrame:
    """One row a system, one column an entry; what is not ready is missing."""
    columns = {
        name: [np.nan if by_system is None else by_system[system] for system in systems]
        for name, by_system in scores.items()
    }
    return pd.DataFrame({"system": list(systems), **columns})


def _moved(rank: float, first: float) -> str:
    """`` ▲2`` for two places up."""
    if pd.isna(first) or rank == first:
        return ""
    return f"  {'▲' if rank < first else '▼'}{abs(first - rank):.0f}"


def _ranking(scores: Mapping[str, float], systems: tuple[str, ...]) -> list[float]:
    return ranks(pd.Series([scores[system] for system in systems])).tolist()


def _ratio(length: float, reference_length: float) -> float:
    return length / reference_length if reference_length else float("nan")


def _xlsx(frame: pd.DataFrame) -> bytes:
    """A workbook in which every text is text, also one that looks like a formula."""
    book = Workbook()
    for row in [list(frame.columns), *frame.itertuples(index=False)]:
        book.active.append([_cell_value(value) for value in row])
    for row in book.active.iter_rows():
        for cell in row:
            if cell.data_type == "f":
                cell.data_type = "s"
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _cell_value(value):
    if isinstance(value, str):
        return ILLEGAL_CHARACTERS_RE.sub("\N{REPLACEMENT CHARACTER}", value)
    return None if pd.isna(value) else getattr(value, "item", lambda: value)()


def _latex(frame: pd.DataFrame) -> bytes:
    from tabulate import tabulate

    rows = frame.astype(object).where(frame.notna(), "")
    text = [number for number, kind in enumerate(frame.dtypes) if not pd.api.types.is_numeric_dtype(kind)]
    formats = [f".{DECIMALS.get(column, 2)}f" for column in frame.columns]
    return tabulate(
        rows, frame.columns, tablefmt="latex_booktabs", showindex=False, floatfmt=formats, disable_numparse=text
    ).encode()


DOWNLOADS = (
    Download("csv", "text/csv", lambda frame: frame.to_csv(index=False).encode()),
    Download("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _xlsx),
    Download("tex", "application/x-tex", _latex),
    Download(
        "json",
        "application/json",
        lambda frame: frame.to_json(orient="records", indent=2, double_precision=15).encode(),
    ),
)
