"""Edits over a whole test set as tables. Arrays in, data frames out; nothing is counted here."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from scoring import TER, WER
from scoring.ter.edit_table import EditTable
from scoring.ter.edits import EditKind, SegmentEdits

MAX_TER = 75.0
"""TER from which on a picture of the edits no longer shows a sentence, since too little is right."""


def rates(statistics: Mapping[str, np.ndarray], systems: Sequence[str]) -> dict[str, np.ndarray]:
    """Return each system's insertions, deletions, substitutions and shifts per 100 reference words."""
    return {system: _rates(statistics[system].sum(axis=0)) for system in systems}


def _rates(total: np.ndarray) -> np.ndarray:
    edits = np.array([TER().column(total, name) for name in TER.edit_names])
    words = TER().column(total, "reference_length")
    return 100 * edits / words if words else np.zeros(len(edits))


def saved_by_shifts(wer: np.ndarray, ter: np.ndarray) -> np.ndarray:
    """Return WER minus TER, the gain by shifts, float64 (n_segments,); 0 for a TER of ``MAX_TER`` or more."""
    return np.where(ter < MAX_TER, wer - ter, 0.0)


def overview(
    ter: TER, wer: WER, ter_statistics: Mapping[str, np.ndarray], wer_statistics: Mapping[str, np.ndarray]
) -> pd.DataFrame:
    """Return TER, WER and the parts of TER: one row for each system."""
    rows = []
    by_type = rates(ter_statistics, list(ter_statistics))
    for system, statistics in ter_statistics.items():
        total = statistics.sum(axis=0)
        ter_score, wer_score = float(ter.score(total)), float(wer.score(wer_statistics[system].sum(axis=0)))
        shifts, shifted = ter.column(total, "shifts"), ter.column(total, "shifted_words")
        edits = dict(zip(TER.edit_names, by_type[system], strict=True))
        scores = {"system": system, "TER": ter_score, "WER": wer_score, "saved by shifts": wer_score - ter_score}
        rows.append(scores | edits | {"words per shift": shifted / shifts if shifts else np.nan})
    return pd.DataFrame(rows)


def disagreements(bleu: Sequence[np.ndarray], ter: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return the segments where BLEU prefers one of two systems and TER the other, the clearest first.

    Each metric's difference of segment scores (n_segments,) is positive if the first system is better. Differences are
    ranked by size among all segments, 0-100, with ties at their mean, so that neither scale counts more. The clarity of
    a disagreement is the smaller of its two ranks. Return segment indices and that clarity.
    """
    by_bleu, by_ter = np.nan_to_num(bleu[0] - bleu[1]), ter[1] - ter[0]
    clarity = np.minimum(_size_ranks(by_bleu), _size_ranks(by_ter))
    opposed = np.flatnonzero(np.sign(by_bleu.round(9)) * np.sign(by_ter.round(9)) < 0)
    order = opposed[np.argsort(-clarity[opposed], kind="stable")]
    return order, clarity[order]


def _size_ranks(differences: np.ndarray) -> np.ndarray:
    return pd.Series(np.abs(differences).round(9)).rank(pct=True).to_numpy() * 100


def frequent(table: EditTable, kind: EditKind, limit: int) -> tuple[pd.DataFrame, list[np.ndarray]]:
    """Return the most frequent edits of a kind, and the segments of each."""
    edits = table.frequent(kind, limit)
    columns: dict[str, list[str | None] | list[int]] = {}
    if kind is not EditKind.INSERTION:
        columns["output has"] = [edit.word for edit in edits]
    if kind is not EditKind.DELETION:
        columns["reference has"] = [edit.reference_word for edit in edits]
    columns["times"] = [edit.count for edit in edits]
    columns["segments"] = [len(edit.segments) for edit in edits]
    return pd.DataFrame(columns), [edit.segments for edit in edits]


PLACES = ("shift", "from", "to", "in the reference", "edits before", "edits after")


def every_edit(stories: Mapping[str, SegmentEdits]) -> pd.DataFrame:
    """Return every shift, then every word of one segment, a row for each; positions count from 1."""
    frame = pd.DataFrame([row for system, edits in stories.items() for row in _rows(system, edits)])
    return frame.astype(dict.fromkeys([name for name in PLACES if name in frame], "Int64"))


def _rows(system: str, edits: SegmentEdits) -> list[dict]:
    shifts = [
        {"system": system, "edit": "shift", "shift": number + 1, "output": " ".join(shift.words)}
        | {"from": shift.start + 1, "to": shift.destination + 1}
        | {"edits before": number + shift.distance_before, "edits after": number + 1 + shift.distance_after}
        for number, shift in enumerate(edits.shifts)
    ]
    words: list[dict[str, Any]] = []
    for edit in edits.final.edits:
        places = {"from": edit.origin, "to": edit.position, "in the reference": edit.reference_position}
        at = {name: None if place is None else place + 1 for name, place in places.items()}
        texts = {"output": edit.word, "reference": edit.reference_word}
        words.append({"system": system, "edit": edit.kind.value, **texts, **at})
    return shifts + words
