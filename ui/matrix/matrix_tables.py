"""The page Matrix's tables as plain data: the heat map with its margins, and tables for downloads. Pure."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from pandas.io.formats.style import Styler

from scoring.output.latex import Best
from scoring.output.numbers import MISSING, counted, fixed, printed_difference
from scoring.studies.matrix import ALL_METRICS, MatrixRequest, MatrixResult, MetricMatrix, PairOverSets, Record
from scoring.studies.wording import matrix_words
from scoring.studies.wording.matrix_words import SHARE_BETTER, WINS_TIES_LOSSES, SetWarnings
from scoring.studies.wording.method_words import CORRECTION_NAMES
from scoring.studies.wording.verdict_words import DOUBT_MARK, UNRELIABLE, displayed_state
from ui.kit.exports import PaperTable

MARGINS = ((SHARE_BETTER, "share of systems; 0 is best"), ("AutoRank", "1 is best"), ("wins / ties / losses", ""))
"""Head of each margin, and its best value."""
AUTO_RANK_MARGIN = 1
"""Place of AutoRank among the margins."""
PAIR_HEADS = {
    "a": "first",
    "b": "second",
    "p_adjusted": "corrected p",
    "n_sets": "sets with both",
    "ahead": "first ahead in",
    "behind": "second ahead in",
    "better": "better over all",
}
"""Heads of the table of pairs for the keys of records that are no words."""
LEFT_OUT = "left out"
"""Note below the head of a set with weight 0."""
ABOUT_MARGINS = (
    "Mean over sets of the share of all systems, this one counted, that are significantly better, as in WMT 2026. 0 is"
    " best.",
    "Scores scaled within each set, averaged, and mapped to 1 for the best and the number of systems for the worst, as"
    " in WMT 2025.",
    "Wins, ties and losses by significance, over all sets and other systems.",
)


InDoubt = Callable[[str, str], bool]
"""Function that says whether the comparison of two systems is doubtful."""


def matrix_payload(result: MatrixResult, colors: Mapping[str, str], warnings: SetWarnings) -> dict[str, Any]:
    """Return the data of heat_table.js: a table for each metric, a row for each system, a column for each set.

    The best system is first. A cell's ``share``, 0-1, is high for good ranks; the best value of each margin is marked.
    """
    doubts = warnings.doubts
    sets = [
        {"name": name, "mark": "⚠" if doubts.get(name) else "", "about": "\n".join([name, *doubts.get(name, ())])}
        | {"is_out": not counts, "note": "" if counts else LEFT_OUT}
        for name, counts in zip(result.sets, result.matrices[0].counts.tolist(), strict=True)
    ]
    heads = zip(MARGINS, ABOUT_MARGINS, strict=True)
    margins = _shown_margins(result, [{"name": name, "note": note, "about": about} for (name, note), about in heads])
    tables = [
        {"title": matrix.metric.full_name, "rows": _rows(result, matrix, number, colors, warnings)}
        for number, matrix in enumerate(result.matrices)
    ]
    return {"sets": sets, "margins": margins, "tables": tables}


def has_auto_ranks(result: MatrixResult) -> bool:
    """Return whether systems have an AutoRank; they do unless several sets share no system."""
    return not np.isnan(result.auto_ranks).all()


def _shown_margins(result: MatrixResult, margins: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the entries of ``margins``, without AutoRank if no system has one."""
    return [of for place, of in enumerate(margins) if place != AUTO_RANK_MARGIN or has_auto_ranks(result)]


def _rows(
    result: MatrixResult,
    matrix: MetricMatrix,
    number: int,
    colors: Mapping[str, str],
    warnings: SetWarnings,
) -> list[dict[str, Any]]:
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
        margins = _shown_margins(result, margins)
        cells = [
            _cell(matrix, row, place, int(present[row]), warnings.is_in_doubt(name, system))
            for row, name in enumerate(matrix.sets)
        ]
        n_sets = int(matrix.n_sets[place])
        note = f"in {counted(n_sets, 'set')}" if n_sets < matrix.n_sets.max() else ""
        rows.append({"name": system, "note": note, "color": colors[system], "margins": margins, "cells": cells})
    for of_margin in zip(*(row["margins"] for row in rows), strict=True):
        best = min((margin["value"] for margin in of_margin if margin["value"] is not None), default=None)
        printed = {margin["text"] for margin in of_margin if margin["value"] == best}
        for margin in of_margin:
            margin["best"] = best is not None and margin["text"] in printed
    return rows


def _margin(value: float, decimals: int) -> dict[str, Any]:
    return {"text": fixed(float(value), decimals, MISSING), "value": None if np.isnan(value) else float(value)}


def _cell(matrix: MetricMatrix, row: int, place: int, n_present: int, is_doubtful: bool) -> dict[str, Any]:
    """Return the cell of a system in a set; the page sorts by ``value``, lower is better."""
    score, system, name = matrix.scores[row, place], matrix.systems[place], matrix.sets[row]
    if np.isnan(score):
        phrase = f"{system}, {name}: no score"
        return {"text": "–", "rank": "", "share": 0.0, "about": phrase, "value": None, "leads": False}
    rank = int(matrix.ranks[row, place])
    phrase = "none is" if rank == 1 else counted(rank - 1, "system is", "systems are")
    score_text, doubt = fixed(float(score), matrix.metric.decimals), f"; {UNRELIABLE}" if is_doubtful else ""
    score_in_words = f"{matrix.metric.full_name} {score_text}"
    return {
        "text": score_text,
        "rank": f"{rank} {DOUBT_MARK}" if is_doubtful else str(rank),
        "share": round(1 - (rank - 1) / max(n_present - 1, 1), 3),
        "about": f"{system}, {name}: {score_in_words}. Rank {rank}: {phrase} significantly better{doubt}.",
        "value": float(-matrix.goodness[row, place]),
        "leads": True,
    }


def set_scores_table(result: MatrixResult) -> pd.DataFrame:
    """Return one row for each set, system and metric, the best first in each set, for downloads."""
    return pd.DataFrame(_ranked_cells(result))


def _ranked_cells(result: MatrixResult) -> list[Record]:
    places = {matrix.metric.name: matrix.order for matrix in result.matrices}
    width = len(result.systems)
    records = result.cell_records()
    of_sets = [records[start : start + width] for start in range(0, len(records), width)]
    return [
        of_set[place]
        for of_set in of_sets
        for place in sorted(places[str(of_set[0]["metric"])], key=lambda place: of_set[place]["rank"] or math.inf)
    ]


def margins_table(result: MatrixResult) -> pd.DataFrame:
    """Return one row for each metric and system, the best first, for downloads, with scores and the page's heads."""
    decimals = {of.metric.name: of.metric.full_name for of in result.matrices}
    scores = {(cell["metric"], cell["system"], cell["set"]): cell["score"] for cell in result.cell_records()}
    heads = [*_set_heads(result), SHARE_BETTER, "AutoRank", "wins", "ties", "losses"]
    rows = []
    for record in result.overall_records():
        of_sets = [scores.get((record["metric"], record["system"], name), math.nan) for name in result.sets]
        margins = (record[name] for name in ("mean_rank", "auto_rank", "wins", "ties", "losses"))
        metric = decimals.get(str(record["metric"]), ALL_METRICS)
        rows.append([metric, record["system"], *of_sets, *margins])
    frame = pd.DataFrame(rows, columns=["metric", "system", *heads])
    return frame.astype(dict.fromkeys(["wins", "ties", "losses"], "Int64"))


def _set_heads(result: MatrixResult) -> list[str]:
    """Return the names of the sets as heads, distinct from the heads of other columns."""
    reserved_heads = {"metric", "system", SHARE_BETTER, "AutoRank", "wins", "ties", "losses"}
    return [f"set {name}" if name in reserved_heads else name for name in result.sets]


def margin_cells(result: MatrixResult) -> dict[str, list[str]]:
    """Return the scores and ranks of ``margins_table``, each score in its metric's decimals."""
    frame = margins_table(result)
    decimals = {of.metric.full_name: of.metric.decimals for of in result.matrices} | {ALL_METRICS: 2}
    cells = {
        name: [fixed(score, decimals[of], MISSING) for of, score in zip(frame["metric"], frame[name], strict=True)]
        for name in _set_heads(result)
    }
    return cells | {"AutoRank": [fixed(rank, 1, MISSING) for rank in frame["AutoRank"]]}


def printed_margins(request: MatrixRequest, result: MatrixResult, warnings: SetWarnings) -> PaperTable:
    """Return ``margins_table`` as papers print it: a group of rows for each metric, the best values in bold.

    A single metric is the head of the sets' columns instead. Sets without a score have no column.
    """
    frame, cells = margins_table(result), margin_cells(result)
    sets = {
        head: name for head, name in zip(_set_heads(result), result.sets, strict=True) if {*cells[head]} != {MISSING}
    }
    frame = frame.drop(columns=[head for head in _set_heads(result) if head not in sets])
    cells = {name: texts for name, texts in cells.items() if name in frame}
    cells[SHARE_BETTER] = [fixed(share, 2, MISSING) for share in frame[SHARE_BETTER]]
    groups = {str(name): [*map(int, rows)] for name, rows in frame.groupby("metric").indices.items()}
    metrics = {of.metric.full_name: of.metric for of in result.matrices}
    wins, losses = (frame[name].fillna(0).to_list() for name in ("wins", "losses"))
    numbers = [frame[name].astype(object).to_list() for name in ("wins", "ties", "losses")]
    by_test = [MISSING if pd.isna(of[0]) else "/".join(map(str, of)) for of in zip(*numbers, strict=True)]
    for of, rows in groups.items():
        for name in (SHARE_BETTER, "AutoRank"):
            _mark_best(cells[name], rows)
        for name in sets if of in metrics else ():
            _mark_best(cells[name], rows, higher_is_better=metrics[of].higher_is_better)
        largest_margin = max(wins[row] - losses[row] for row in rows)
        best = {by_test[row] for row in rows if wins[row] - losses[row] == largest_margin} - {MISSING}
        for row in rows:
            by_test[row] = Best(by_test[row]) if by_test[row] in best else by_test[row]
    titles = {name: f"{name} {'↑' if metric.higher_is_better else '↓'}" for name, metric in metrics.items()}
    several = len(metrics) > 1
    row_groups = {rows[0]: titles.get(name, "all metrics") for name, rows in groups.items()} if several else {}
    column_groups = {} if several else dict.fromkeys(sets, *titles.values())
    arrows = {name: f"{name} ↓" for name in (SHARE_BETTER, "AutoRank")}
    frame = frame.drop(columns=["metric", "wins", "ties", "losses"]).rename(columns=arrows)
    frame[WINS_TIES_LOSSES] = by_test
    printed = {arrows.get(name, name): texts for name, texts in cells.items()} | {WINS_TIES_LOSSES: by_test}
    caption = matrix_words.paper_caption(request, result, warnings)
    notes = matrix_words.paper_notes(request, result, warnings, [*sets.values()])
    return PaperTable(frame, printed, column_groups, row_groups, caption, notes)


def _mark_best(texts: list[str], rows: Sequence[int], *, higher_is_better: bool = False) -> None:
    """Mark the cells of these rows that print the best number, ties included; none if no cell has a number."""
    numbers = {row: float(texts[row].replace("−", "-")) for row in rows if texts[row] != MISSING}
    best = (max if higher_is_better else min)(numbers.values(), default=math.nan)
    for row, number in numbers.items():
        if number == best:
            texts[row] = Best(texts[row])


def pairs_over_sets_table(result: MatrixResult, are_in_doubt: InDoubt) -> pd.DataFrame:
    """Return one row for each metric and pair, the pairs of the best systems first, for downloads."""
    return pd.DataFrame(_ranked_pairs(result, are_in_doubt))


def _ranked_pairs(result: MatrixResult, are_in_doubt: InDoubt) -> list[Record]:
    return [
        pair.record()
        | {"metric": of.metric.full_name, "better": pair.better_unless(is_doubtful)}
        | {"verdict": displayed_state(pair.verdict, is_doubtful)}
        for of in result.matrices
        for pair in of.ranked_pairs
        for is_doubtful in [are_in_doubt(pair.a, pair.b)]
    ]


def pairs_in_words(result: MatrixResult, are_in_doubt: InDoubt) -> pd.DataFrame:
    """Return ``pairs_over_sets_table`` with heads in words, for the page."""
    frame = pd.DataFrame(_ranked_pairs(result, are_in_doubt))
    frame["difference"] = [_difference(of, pair) for of in result.matrices for pair in of.ranked_pairs]
    frame["correction"] = [CORRECTION_NAMES[of] for of in frame["correction"]]
    return frame.rename(columns=PAIR_HEADS)


def set_score_cells(result: MatrixResult) -> dict[str, list[str]]:
    """Return the scores of ``set_scores_table``, each in its metric's decimals."""
    decimals = {of.metric.name: of.metric.decimals for of in result.matrices}
    scores = [(cell["score"], decimals[str(cell["metric"])]) for cell in _ranked_cells(result)]
    return {"score": [fixed(float(score or 0.0), places, MISSING) for score, places in scores]}


def pair_difference_cells(result: MatrixResult) -> dict[str, list[str]]:
    """Return the differences of ``pairs_over_sets_table`` as text, each in its metric's decimals."""
    differences = [(_difference(of, pair), of.metric.decimals) for of in result.matrices for pair in of.ranked_pairs]
    return {"difference": [fixed(difference, decimals, MISSING) for difference, decimals in differences]}


def _difference(matrix: MetricMatrix, pair: PairOverSets) -> float:
    """Return a pair's difference as printed: if one set counts, the difference of the two printed scores."""
    if matrix.counts.sum() != 1:
        return pair.difference
    scores = matrix.scores[matrix.counts][0]
    first, second = (float(scores[matrix.systems.index(name)]) for name in (pair.a, pair.b))
    return printed_difference(first, second, matrix.metric.decimals)


def first_scores_table(sets: Mapping[str, Mapping[str, float] | None], systems: Sequence[str]) -> pd.DataFrame:
    """Return one row for each system with its score in each set that is scored so far."""
    columns = {name: [(scores or {}).get(system, np.nan) for system in systems] for name, scores in sets.items()}
    return pd.DataFrame({"system": list(systems), **columns})


def written_scores(decimals: int, table: pd.DataFrame) -> Styler:
    """Return the table with each score as text."""
    write = partial(fixed, decimals=decimals, undefined=MISSING)
    return table.style.format(write, subset=list(table.columns[1:]))
