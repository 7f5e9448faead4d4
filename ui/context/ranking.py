"""Scores as tables: one row for each system, ranks, the best of each column marked."""

import math
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from scoring import Metric, TestSet
from scoring.output.numbers import MISSING, fixed, printed_difference, signed, two_decimals

Ranked = TypeVar("Ranked", pd.Series, pd.DataFrame)


def mark_best(
    frame: pd.DataFrame,
    higher_is_better: Mapping[str, bool],
    decimals: Mapping[str, int] = MappingProxyType({}),
    unmarked: Collection[str] = (),
    baseline: str | None = None,
):
    """Return the table with ``decimals``, by default two, and the best of each column bold and shaded, ties included.

    Behind each number is its difference to the ``baseline``, which is named in the first column.

    Nothing is marked in the columns ``unmarked``, and in a single row.
    """

    def style(column: pd.Series) -> list[str]:
        shown = column.round(decimals.get(str(column.name), 2))
        best = shown.max() if higher_is_better[str(column.name)] else shown.min()
        mark = "font-weight: bold; background-color: rgba(130, 150, 175, 0.25)"
        return [mark if value == best else "" for value in shown]

    columns: list[Hashable] = [*higher_is_better]
    formats: dict[Any, str | Callable[[Any], str] | None] = {
        column: partial(fixed, decimals=decimals.get(str(column), 2)) for column in columns
    }
    marked = [column for column in columns if column not in unmarked and len(frame) > 1]
    styled = frame.style.apply(style, subset=marked).format(formats, na_rep=MISSING)
    is_baseline = frame.iloc[:, 0] == baseline
    if not is_baseline.any():
        return styled
    bases = frame[is_baseline].iloc[0]
    compared: dict[Any, str | Callable[[Any], str] | None] = {
        column: partial(_score_and_difference, base=float(bases[str(column)]), decimals=decimals.get(str(column), 2))
        for column in marked
    }
    plain = formats | {frame.columns[0]: "{} (baseline)"}
    return styled.format(compared, na_rep=MISSING).format(plain, (is_baseline, [*plain]), MISSING)


def _score_and_difference(score: float, base: float, decimals: int) -> str:
    difference = printed_difference(score, base, decimals)
    return f"{fixed(score, decimals)}  {signed(difference, decimals=decimals)}"


def leaderboard(
    scores: Mapping[str, Mapping[str, float] | None], labels: Mapping[str, str], systems: tuple[str, ...]
) -> pd.DataFrame:
    """Return one row for each system, one column for each metric; a metric that is not ready has missing values."""
    return system_table({labels[metric]: by_system for metric, by_system in scores.items()}, systems)


def add_ranks(frame: pd.DataFrame, pending: Collection[str] = ()) -> pd.DataFrame:
    """Return each number as text with its rank, and the places by which the rank differs from the first column's.

    A single row has no rank.
    """
    ranked = frame.copy()
    is_ranked = len(frame) > 1
    base = ranks(frame.iloc[:, 1])
    for column in frame.columns[1:]:
        missing = "…" if column in pending else MISSING
        ranked[column] = [
            missing
            if pd.isna(value)
            else two_decimals(value) + f"  #{rank:.0f}{_rank_change_phrase(rank, first)}" * is_ranked
            for value, rank, first in zip(frame[column], ranks(frame[column]), base, strict=True)
        ]
    return ranked


def ranks(scores: Ranked) -> Ranked:
    """Return the rank of each score in its column, 1 for the highest; scores that print alike share a rank."""
    return scores.round(2).rank(ascending=False, method="min")


def corpus_scores(metric: Metric, statistics: Mapping[str, np.ndarray]) -> dict[str, float]:
    """Return each system's corpus score by its name."""
    return {system: float(metric.score(rows.sum(axis=0))) for system, rows in statistics.items()}


def rank_by_corpus_score(metric: Metric, statistics: Mapping[str, np.ndarray], shown: Collection[str]) -> list[str]:
    """Return the systems shown, the best by corpus score first."""
    return rank_by_scores(metric, corpus_scores(metric, {system: statistics[system] for system in shown}), shown)


def rank_by_scores(metric: Metric, scores: Mapping[str, float], shown: Collection[str]) -> list[str]:
    """Return the systems shown, the best first; systems without a score come last."""
    sign = -1 if metric.higher_is_better else 1
    return sorted(shown, key=lambda system: (math.isnan(scores[system]), sign * scores[system]))


def baseline_first(systems: Sequence[str], baseline: str | None) -> list[str]:
    """Return the systems in their order, except that the baseline comes first if it is one of them."""
    return sorted(systems, key=lambda system: system != baseline)


def system_table(scores: Mapping[str, Mapping[str, float] | None], systems: tuple[str, ...]) -> pd.DataFrame:
    """Return one row for each system, one column for each entry; an entry that is not ready has missing values."""
    columns = {
        name: [np.nan if by_system is None else by_system[system] for system in systems]
        for name, by_system in scores.items()
    }
    return pd.DataFrame({"system": list(systems), **columns})


def _rank_change_phrase(rank: float, first: float) -> str:
    """Return an arrow and the number of places moved, such as `` ▲2`` for two places up; empty for none."""
    if pd.isna(first) or rank == first:
        return ""
    return f"  {'▲' if rank < first else '▼'}{abs(first - rank):.0f}"


def distinct_first(test_set: TestSet, names: Sequence[str]) -> list[str]:
    """Return the names in their order; systems with exactly the same output as an earlier one come last."""
    texts = {name: test_set.system(name).segments for name in names}
    copies = [name for at, name in enumerate(names) if any(texts[name].equals(texts[other]) for other in names[:at])]
    return [*(name for name in names if name not in copies), *copies]
