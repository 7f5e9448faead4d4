"""The contents of the rows in the list of segments. Pure."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import pyarrow as pa

from scoring import TestSet
from scoring.output.numbers import MISSING, fixed
from ui.context import filters as filtering
from ui.context.filters import NO_FILTERS, Filters

PART = 500
"""Number of rows of the list that are sent to the browser at once."""
CHARACTERS_BEFORE, MAX_CHARACTERS = 30, 200
"""Numbers of characters before the match in a row's text, and in all."""


def list_parts(n_listed: int) -> list[slice]:
    """Return the slices of a list of ``n_listed`` rows, each of at most ``PART`` rows."""
    return [slice(first, min(first + PART, n_listed)) for first in range(0, n_listed, PART)]


def list_rows(
    test_set: TestSet, segments: np.ndarray, filters: Filters, scores: Mapping[str, np.ndarray], decimals: int = 1
) -> list[dict[str, object]]:
    """Return one row for each segment in ``segments``, (n_listed,) indices, in the form of ui/segments/picker.js.

    A row has the segment's number; its text in parts, where every second part is a match; the name of the text, unless
    it is the usual text; and ``scores``, each (n_segments,) under its system's colour, as text with ``decimals``; maybe
    none.
    """
    texts, names = _texts(test_set, segments, filters)
    score_texts = [[fixed(value, decimals, MISSING) for value in values[segments]] for values in scores.values()]
    of_rows = [*zip(*score_texts, strict=True)] or [()] * len(segments)
    rows = zip(test_set.numbers[segments], texts, names, of_rows, strict=True)
    return [
        {"number": int(at), "parts": _parts_that_fit(text), "whose": name, "scores": of} for at, text, name, of in rows
    ]


def _texts(test_set: TestSet, segments: np.ndarray, filters: Filters) -> tuple[list[list[str]], list[str]]:
    """Return the first text with a match for every segment, and that text's name.

    A segment without a match has the source, or else the first reference or output, and an empty name.
    """
    at = pa.array(segments)
    usual = test_set.source if test_set.source is not None else test_set.translations[0].segments
    searched = filtering.searchable_columns(test_set)[filters.where]
    is_searched = any(column is usual for column in searched.values())
    texts, names = (
        filtering.split_at_matches(usual.take(at), filters if is_searched else NO_FILTERS),
        [""] * len(segments),
    )
    if not filters.find:
        return texts, names
    for name, column in searched.items():
        missing = [number for number, text in enumerate(texts) if len(text) == 1]
        split_texts = filtering.split_at_matches(column.take(at.take(pa.array(missing, pa.int64()))), filters)
        for number, text in zip(missing, split_texts, strict=True):
            if len(text) > 1:
                texts[number], names[number] = text, name
    return texts, names


def _parts_that_fit(parts: Sequence[str]) -> list[str]:
    """Return the parts that fit a row, from a little before the first match."""
    first = parts[0]
    if len(parts) > 1 and len(first) > CHARACTERS_BEFORE:
        first = f"…{first[-CHARACTERS_BEFORE:]}"
    result, room = [], MAX_CHARACTERS
    for part in (first, *parts[1:]):
        if room <= 0:
            break
        result.append(part[:room])
        room -= len(part)
    return result


def listed_segments_table(
    test_set: TestSet, label: str, scores: Mapping[str, np.ndarray], lengths: np.ndarray, segments: np.ndarray
) -> pd.DataFrame:
    """Return a row for each segment, for downloads: number, text, scores by system, and reference length.

    ``label`` is the name of the score.
    """
    text = test_set.source if test_set.source is not None else test_set.references[0].segments
    text_name = "source" if test_set.source is not None else "reference"
    texts = {"#": test_set.numbers[segments], text_name: text.take(pa.array(segments)).to_pandas()}
    scored = {segment_score_column(label, system): values[segments] for system, values in scores.items()}
    return pd.DataFrame({**texts, **scored, "length": lengths[segments].astype(int)})


def segment_score_column(label: str, system: str) -> str:
    return f"{label} {system}"
