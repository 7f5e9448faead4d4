"""Every smoothing method on the same counts, for one segment, for systems, and for wins.

Arrays in, arrays and data frames out; nothing is counted here.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
import pandas as pd

from scoring import BLEU
from scoring.bleu import BleuArithmetic
from scoring.bleu.dialects import DIALECTS, Parameters
from scoring.metric import ROUNDING, document_score
from ui.context import ranking

UNSMOOTHED = "0"
"""The paper's name for BLEU without smoothing."""
Name = TypeVar("Name", str, tuple[str, str])
"""Name of a method, alone or with its dialect's."""


def paper(bleu: BLEU, parameters: Parameters) -> dict[str, BLEU]:
    """Return BLEU with each method of the paper; smoothing and effective order are the paper's."""
    return DIALECTS["paper"].metrics(bleu, parameters)


def toolkit_metrics(bleu: BLEU, parameters: Parameters) -> dict[tuple[str, str], BLEU]:
    """Return BLEU by (dialect, its name for the method), for every dialect except the paper."""
    return {
        (name, method): metric
        for name, dialect in DIALECTS.items()
        if name != "paper"
        for method, metric in dialect.metrics(bleu, parameters).items()
    }


def method_arithmetic(bleus: Mapping[Name, BLEU], statistics: np.ndarray) -> dict[Name, BleuArithmetic]:
    """Return every number on the way to each method's score."""
    return {method: bleu.arithmetic(statistics) for method, bleu in bleus.items()}


def method_ranges(bleu: BLEU, statistics: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the lowest and the highest score of each segment by the methods that smooth, (n_segments,) each.

    Both are 0 if every order has a match, so that no method needs to smooth.
    """
    bleus = paper(bleu, Parameters())
    needed = bleus.pop(UNSMOOTHED).score(statistics) == 0
    scores = np.stack([np.where(needed, smoothed_bleu.score(statistics), 0.0) for smoothed_bleu in bleus.values()])
    return scores.min(axis=0), scores.max(axis=0)


def terms_table(terms: Mapping[str, BleuArithmetic]) -> pd.DataFrame:
    """Return one row for each method: m'_n, l'_n and p_n of each order, brevity penalty and score of one segment."""
    rows = []
    for method, arithmetic in terms.items():
        orders = zip(arithmetic.smoothed_matches, arithmetic.smoothed_totals, arithmetic.precisions, strict=True)
        cells = {
            f"{letter}_{n}": v for n, of in enumerate(orders, 1) for letter, v in zip(("m", "l", "p"), of, strict=True)
        }
        rows.append(
            {
                "method": method,
                **cells,
                "brevity penalty": float(arithmetic.brevity_penalty),
                "BLEU": float(arithmetic.score),
            }
        )
    return pd.DataFrame(rows)


def toolkits_table(terms: Mapping[tuple[str, str], BleuArithmetic]) -> pd.DataFrame:
    """Return one row for each method of each dialect: its score of one segment."""
    rows = [(DIALECTS[name].label, method, float(arithmetic.score)) for (name, method), arithmetic in terms.items()]
    return pd.DataFrame(rows, columns=["toolkit", "method", "BLEU"])


def segment_scores(bleus: Mapping[str, BLEU], statistics: np.ndarray) -> dict[str, np.ndarray]:
    """Return scores (n_systems, n_segments) by method, from statistics (n_systems, n_segments, n_statistics)."""
    return {method: bleu.score(statistics) for method, bleu in bleus.items()}


def document_table(scores: Mapping[str, np.ndarray], lengths: np.ndarray, systems: Sequence[str]) -> pd.DataFrame:
    """Return the document score (Chen and Cherry 2014, Eq. 13): one row for each system, a column for each method.

    Scores and lengths are (n_systems, n_segments).
    """
    columns = {
        method: [document_score(row, length) for row, length in zip(table, lengths, strict=True)]
        for method, table in scores.items()
    }
    return pd.DataFrame({"system": list(systems), **columns})


def zero_table(scores: Mapping[str, np.ndarray], systems: Sequence[str]) -> pd.DataFrame:
    """Return each system's share of segments with score 0, in percent, a column for each method."""
    columns = {method: 100 * (table == 0).mean(axis=1) for method, table in scores.items()}
    return pd.DataFrame({"system": list(systems), **columns})


def method_ranks(table: pd.DataFrame) -> np.ndarray:
    """Return ranks (n_systems, n_methods) by the scores as shown; 1 is best, ties get the better rank."""
    return ranking.ranks(table.iloc[:, 1:]).to_numpy()


def method_leads(scores: Mapping[str, np.ndarray], first: int, second: int) -> pd.DataFrame:
    """Return one row for each segment, a column for each method: first score minus second, 0 for a tie."""
    columns = {}
    for method, table in scores.items():
        difference = np.nan_to_num(table[first] - table[second])
        columns[method] = np.where(np.abs(difference) < ROUNDING, 0.0, difference)
    return pd.DataFrame(columns)


def winners(leads: pd.DataFrame) -> pd.DataFrame:
    """Return 1 for a segment that the first system wins, -1 for one that the second wins, 0 for a tie, by method."""
    return leads.apply(np.sign).astype(int)


def method_wins(won: pd.DataFrame, first: str, second: str) -> pd.DataFrame:
    """Return one row for each method: segments that the first system wins, ties, segments that the second wins."""
    signs = {f"{first} wins": 1, "ties": 0, f"{second} wins": -1}
    counts = {name: (won == sign).sum().to_list() for name, sign in signs.items()}
    return pd.DataFrame({"method": list(won.columns), **counts})


def flips(won: pd.DataFrame, leads: pd.DataFrame) -> np.ndarray:
    """Return the indices of segments that some methods give to the first system and others to the second.

    The clearest come first: segments whose smaller lead is the largest.
    """
    flipped = np.flatnonzero((won.max(axis=1) == 1) & (won.min(axis=1) == -1))
    smaller = np.minimum(leads.max(axis=1).to_numpy(), -leads.min(axis=1).to_numpy())[flipped]
    return flipped[np.argsort(-smaller, kind="stable")]
