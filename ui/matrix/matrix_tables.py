"""The page Matrix's tables as plain data: squares of sets and systems with their margins, and files. Pure."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from pandas.io.formats.style import Styler

from scoring.output.numbers import MISSING, counted, fixed
from scoring.studies.matrix import MatrixResult, MetricMatrix
from scoring.studies.wording.matrix_words import SHARE_BETTER
from scoring.studies.wording.method_words import CORRECTION_NAMES
from scoring.studies.wording.verdict_words import told_state

MARGINS = ((SHARE_BETTER, "share of systems; 0 is best"), ("AutoRank", "1 is best"), ("wins / ties / losses", ""))
"""Head of each margin, and what is best."""
PAIR_HEADS = {
    "a": "first",
    "b": "second",
    "p_adjusted": "corrected p",
    "n_sets": "sets with both",
    "ahead": "first ahead in",
    "behind": "second ahead in",
    "better": "better over all",
}
"""Heads of the table of pairs where a record's key is no word."""
LEFT_OUT = "left out"
"""Below the head of a set whose weight is 0."""
ABOUT_MARGINS = (
    "Mean over sets of the share of systems that beat it significantly, as in WMT 2026. 0 is best.",
    "Scores scaled within each set, averaged, and mapped to 1 for the best and the number of systems for the worst, as"
    " in WMT 2025.",
    "Wins, ties and losses by significance, over all sets and other systems.",
)


def matrix_payload(
    result: MatrixResult, colors: Mapping[str, str], doubts: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """What heat_table.js draws: a table for each metric, a row for each system, best first, a column for each set.

    A cell's ``share``, 0-1, is high for good ranks. ``doubts`` are sentences by set.
    """
    sets = [
        {"name": name, "mark": "⚠" if doubts.get(name) else "", "about": "\n".join([name, *doubts.get(name, ())])}
        | {"is_out": not counts, "note": "" if counts else LEFT_OUT}
        for name, counts in zip(result.sets, result.matrices[0].counts.tolist(), strict=True)
    ]
    margins = [
        {"name": name, "note": note, "about": of} for (name, note), of in zip(MARGINS, ABOUT_MARGINS, strict=True)
    ]
    tables = [
        {"title": matrix.metric.full_name, "rows": _rows(result, matrix, number, colors)}
        for number, matrix in enumerate(result.matrices)
    ]
    return {"sets": sets, "margins": margins, "tables": tables}


def _rows(result: MatrixResult, matrix: MetricMatrix, number: int, colors: Mapping[str, str]) -> list[dict[str, Any]]:
    present = (~np.isnan(matrix.scores)).sum(axis=1)
    rows = []
    for place in matrix.scored_order:
        system = matrix.systems[place]
        margins = [
            _margin(matrix.mean_ranks[place], 2),
            _margin(result.auto_ranks[number, place], 1),
            {
                "text": f"{matrix.wins[place]} / {matrix.ties[place]} / {matrix.losses[place]}",
                "value": float(matrix.losses[place] - matrix.wins[place]),
            },
        ]
        cells = [_cell(matrix, row, place, int(present[row])) for row in range(len(matrix.sets))]
        n_sets, most = int(matrix.n_sets[place]), int(matrix.n_sets.max())
        note = f"{n_sets:,} of {most:,} sets" if n_sets < most else ""
        rows.append({"name": system, "note": note, "color": colors[system], "margins": margins, "cells": cells})
    return rows


def _margin(value: float, decimals: int) -> dict[str, Any]:
    return {"text": fixed(float(value), decimals, MISSING), "value": None if np.isnan(value) else float(value)}


def _cell(matrix: MetricMatrix, row: int, place: int, n_present: int) -> dict[str, Any]:
    """``value`` sorts: lower is better."""
    score, system, name = matrix.scores[row, place], matrix.systems[place], matrix.sets[row]
    if np.isnan(score):
        said = f"{system}, {name}: no score"
        return {"text": "–", "rank": "", "share": 0.0, "about": said, "value": None, "leads": False}
    rank = int(matrix.ranks[row, place])
    said = "none is" if rank == 1 else counted(rank - 1, "system is", "systems are")
    written = fixed(float(score), matrix.metric.decimals)
    return {
        "text": written,
        "rank": str(rank),
        "share": round(1 - (rank - 1) / max(n_present - 1, 1), 3),
        "about": f"{system}, {name}: {matrix.metric.full_name} {written}. Rank {rank}: {said} significantly better.",
        "value": float(-matrix.goodness[row, place]),
        "leads": True,
    }


def set_scores_table(result: MatrixResult) -> pd.DataFrame:
    """To take away: one row a set, system and metric."""
    return pd.DataFrame(result.cell_records())


def margins_table(result: MatrixResult) -> pd.DataFrame:
    """To take away: one row a system and metric, best first."""
    return pd.DataFrame(result.overall_records())


def pairs_over_sets_table(result: MatrixResult) -> pd.DataFrame:
    """To take away: one row a metric and pair."""
    return pd.DataFrame(result.pair_records())


def pairs_in_words(result: MatrixResult, is_doubtful: bool) -> pd.DataFrame:
    """To read: ``pairs_over_sets_table`` with heads in words, the pairs of the best systems first."""
    rows = [
        pair.record() | {"metric": of.metric.full_name, "verdict": told_state(pair.verdict, is_doubtful)}
        for of in result.matrices
        for pair in of.ranked_pairs
    ]
    named = pd.DataFrame(rows)
    named["correction"] = [CORRECTION_NAMES[of] for of in named["correction"]]
    return named.rename(columns=PAIR_HEADS)


def set_score_cells(result: MatrixResult) -> dict[str, list[str]]:
    """The scores of ``set_scores_table``, each in its metric's decimals."""
    scores = [(score, of.metric.decimals) for of in result.matrices for score in of.scores.ravel().tolist()]
    return {"score": [fixed(score, decimals, MISSING) for score, decimals in scores]}


def pair_difference_cells(result: MatrixResult) -> dict[str, list[str]]:
    """The differences of ``pairs_over_sets_table``, each in its metric's decimals."""
    found = [(pair.difference, of.metric.decimals) for of in result.matrices for pair in of.pairs]
    return {"difference": [fixed(difference, decimals, MISSING) for difference, decimals in found]}


def first_scores_table(sets: Mapping[str, Mapping[str, float] | None], systems: Sequence[str]) -> pd.DataFrame:
    """One row a system with its score in each set that is scored so far."""
    columns = {name: [(found or {}).get(system, np.nan) for system in systems] for name, found in sets.items()}
    return pd.DataFrame({"system": list(systems), **columns})


def written_scores(decimals: int, table: pd.DataFrame) -> Styler:
    """The table with each score as text."""
    write = partial(fixed, decimals=decimals, undefined=MISSING)
    return table.style.format(write, subset=list(table.columns[1:]))
