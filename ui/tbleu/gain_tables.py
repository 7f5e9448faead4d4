"""Gains by tolerance over a whole test set, by segment and by pair of forms. Arrays in, data frames out. Pure."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from scoring.metric import ROUNDING
from scoring.tbleu.affix import affix_match
from scoring.tbleu.segment import FormPair
from scoring.testset import TestSet

LISTED = 2000
"""Largest number of rows in a table."""
SEGMENTS_NAMED = 8
SHORT_WORD = 3
"""Length in characters up to which a word has much in common with many others by chance."""

PAIR_COLUMNS = ("in the output", "in the reference", "distance", "times", "gain", "common part", "segments", "first")


def corpus_table(bleu: Mapping[str, float], tolerant: Mapping[str, float], systems: Sequence[str]) -> pd.DataFrame:
    """Return one row for each system: BLEU, tBLEU, and the gain by tolerance."""
    exact, forgiving = ([scores[system] for system in systems] for scores in (bleu, tolerant))
    gain = np.subtract(forgiving, exact)
    return pd.DataFrame({"system": list(systems), "BLEU": exact, "tBLEU": forgiving, "gain": gain})


def sweep_table(epsilons: Sequence[float], scores: Mapping[str, np.ndarray], systems: Sequence[str]) -> pd.DataFrame:
    """Return one row for each tolerance, one column for each system."""
    return pd.DataFrame({"tolerance": list(epsilons), **{system: scores[system] for system in systems}})


def gains_table(test_set: TestSet, system: str, bleu: np.ndarray, tolerant: np.ndarray) -> pd.DataFrame:
    """Return the segments of a system whose score (n_segments,) changes by tolerance, the largest gain first."""
    gain = np.nan_to_num(tolerant - bleu)
    order = np.argsort(-gain, kind="stable")
    order = order[np.abs(gain[order]) > ROUNDING]
    text = test_set.system(system).segments.take(order)
    columns = {"#": test_set.numbers[order], "output": text.to_pandas(), "BLEU": bleu[order], "tBLEU": tolerant[order]}
    return pd.DataFrame(columns | {"gain": gain[order]})


def segment_table(numbers: np.ndarray, bleu: np.ndarray, tolerant: np.ndarray) -> pd.DataFrame:
    """Return the data of the chart of segments: numbers and scores, (n_segments,) each."""
    return pd.DataFrame({"#": numbers, "BLEU": bleu, "tBLEU": tolerant})


def pair_table(pairs: Sequence[FormPair], numbers: np.ndarray) -> pd.DataFrame:
    """Return one row for each pair of forms, the largest gain first.

    ``gain`` is the largest number of word matches that the pair can add: times x (1 - distance).
    """
    frame = pd.DataFrame([_pair_row(pair, numbers) for pair in pairs], columns=PAIR_COLUMNS)
    return frame.sort_values(["gain", "distance"], ascending=[False, True], kind="stable", ignore_index=True)


def _pair_row(pair: FormPair, numbers: np.ndarray) -> tuple:
    segments = list(dict.fromkeys(pair.segments))
    listed_numbers = ", ".join(f"{numbers[index]}" for index in segments[:SEGMENTS_NAMED])
    further = f" and {len(segments) - SEGMENTS_NAMED:,} more" if len(segments) > SEGMENTS_NAMED else ""
    times, common = len(pair.segments), affix_match(pair.hypothesis, pair.reference).common
    gain = times * (1 - pair.distance)
    return pair.hypothesis, pair.reference, pair.distance, times, gain, common, listed_numbers + further, segments[0]


def chance_table(pairs: pd.DataFrame) -> pd.DataFrame:
    """Return the pairs of ``pair_table`` that may not be forms of one word, the nearest first.

    In these one of the words is short, or less than half of the longer word is common to both.
    """
    lengths = np.array([pairs["in the output"].str.len(), pairs["in the reference"].str.len()])
    is_short = lengths.min(axis=0) <= SHORT_WORD
    other_stem = 2 * pairs["common part"].str.len().to_numpy() < lengths.max(axis=0)
    chance = pairs[is_short | other_stem]
    return chance.sort_values(["distance", "times"], ascending=[True, False], kind="stable", ignore_index=True)


def mark_forgiven_pairs(pairs: pd.DataFrame, epsilon: float) -> pd.DataFrame:
    """Return the first rows, with a column for whether the pair is within tolerance."""
    return pairs.head(LISTED).assign(forgiven=pairs["distance"].head(LISTED) <= epsilon)
