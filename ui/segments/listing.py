"""The list of segments: which of them a reader sees, and in which order. Columns in, a data frame out."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from scoring import TestSet
from scoring.texts import as_mask

ANYWHERE = "anywhere"
PART = 1000
"""Rows of the list that are sent to the browser at once."""


@dataclass(frozen=True)
class Filters:
    """What a segment must have to be listed."""

    pattern: str = ""
    where: str = ANYWHERE
    """One of the keys of ``places``."""
    is_regex: bool = False
    score_of: str | None = None
    """The system whose score must lie in ``scores``; None for any of those shown."""
    scores: tuple[float, float] = (0.0, 100.0)
    lengths: tuple[int, int] | None = None
    """Smallest and largest reference length in tokens."""


def table(
    test_set: TestSet, scores: Mapping[str, np.ndarray], lengths: np.ndarray, segments: np.ndarray
) -> pd.DataFrame:
    """One row for each of the segments: number, text, reference length, and each system's score (n_segments,)."""
    text = test_set.source if test_set.source is not None else test_set.references[0].segments
    return pd.DataFrame(
        {
            "#": segments + 1,
            "source" if test_set.source is not None else "reference": text.take(pa.array(segments)).to_pandas(),
            **{score_column(system): values[segments] for system, values in scores.items()},
            "length": lengths[segments].astype(int),
        }
    )


def parts(n_listed: int) -> list[slice]:
    """The list in parts of at most ``PART`` rows."""
    return [slice(first, min(first + PART, n_listed)) for first in range(0, n_listed, PART)]


def score_column(system: str) -> str:
    return f"BLEU {system}"


def keep(test_set: TestSet, scores: Mapping[str, np.ndarray], lengths: np.ndarray, filters: Filters) -> np.ndarray:
    """bool (n_segments,): which segments pass. Raises ``ValueError`` for a pattern that cannot be read."""
    passed = np.ones(len(test_set), bool)
    if filters.pattern:
        passed &= np.logical_or.reduce([_found(column, filters) for column in places(test_set)[filters.where]])
    if filters.scores != (0.0, 100.0):
        low, high = filters.scores
        asked = [scores[filters.score_of]] if filters.score_of else list(scores.values())
        passed &= np.logical_or.reduce([(values.round(2) >= low) & (values.round(2) <= high) for values in asked])
    if filters.lengths is not None:
        passed &= (lengths >= filters.lengths[0]) & (lengths <= filters.lengths[1])
    return passed


def ordered(indices: np.ndarray, key: np.ndarray, descending: bool) -> np.ndarray:
    """The indices sorted by key (n_segments,); what has no key (NaN) comes last, ties stay in file order."""
    values = key[indices].astype(float)
    return indices[np.argsort(np.where(np.isnan(values), np.inf, -values if descending else values), kind="stable")]


def places(test_set: TestSet) -> dict[str, list[pa.StringArray]]:
    """Where one can search: label -> columns."""
    groups = {} if test_set.source is None else {"source": [test_set.source]}
    groups["references"] = [reference.segments for reference in test_set.references]
    groups["outputs"] = [system.segments for system in test_set.systems]
    everywhere = [column for columns in groups.values() for column in columns]
    return {ANYWHERE: everywhere} | groups | {f"output of {s.name}": [s.segments] for s in test_set.systems}


def _found(column: pa.StringArray, filters: Filters) -> np.ndarray:
    """Arrow's regular expressions are RE2's: their time is linear in the text, whatever the pattern."""
    find = pc.match_substring_regex if filters.is_regex else pc.match_substring
    try:
        found = find(column, filters.pattern, ignore_case=True)
    except pa.ArrowInvalid as error:
        raise ValueError(str(error)) from None
    return as_mask(found)
