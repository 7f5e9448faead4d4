"""Rankings of two systems: how often raters prefer one to the other where they ranked both."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ...agreement import Judge
from ...counting.arrays import Flags, Floats, quotients, row_sums_at
from ...counting.progress import Progress, progress_of_part
from ...judgments import Preferences
from ...judgments.external import ExternalScore
from ...significance import bootstrap
from ...significance.bootstrap_intervals import expanded_percentiles
from ...significance.randomization import count_shuffles

PAIRS_AT_ONCE = 500
"""Number of pairs whose sums under a batch of draws are held at once."""
SHARE = ExternalScore("share of comparisons", True, by_people=True)
"""Metric that returns the mean from rows (sum, count)."""


@dataclass(frozen=True, eq=False)
class PreferenceRows:
    """Preferences as rows of additive statistics."""

    systems: tuple[str, ...]
    rows: Floats
    """Number of wins, and number of wins and losses, of each system in each segment, (n_segments, n_systems, 2)."""
    differences: Floats
    """Lead of the first of two systems and 1, in each segment, (n_segments, n_pairs, 2).

    The lead is how often raters prefer the first less how often they prefer the second, as a share of all comparisons
    of both; zeros where nobody compared both. Pairs are in the order of ``combinations``.
    """

    @classmethod
    def of(cls, preferences: Preferences) -> "PreferenceRows":
        judge = Judge.of_preferences(preferences, preferences.systems)
        rows = np.zeros((preferences.n_segments, judge.n_systems, 2))
        rows[judge.segments] = judge.rows
        places = [preferences.systems.index(system) for system in judge.systems]
        differences = [_lead_rows(preferences, a, b) for a, b in combinations(places, 2)]
        stacked = np.stack(differences, axis=1) if differences else np.zeros((preferences.n_segments, 0, 2))
        return cls(judge.systems, rows, stacked)

    @property
    def is_compared(self) -> Flags:
        """Whether any two systems are compared in a segment, also if all are tied, bool (n_segments,)."""
        return np.asarray((self.differences[..., 1] > 0).any(axis=1))


def shuffle_preferences(units: Floats, trials: int, seed: int, on_progress: Progress) -> list[int]:
    """Return for each pair the number of shuffles (swaps of the two systems in units) that count against it.

    ``units`` (n_units, n_pairs, 2) are the sums of ``PreferenceRows.differences`` over segments, or documents.
    """
    counts: list[int] = []
    blocks = list(_blocks(units))
    for number, block in enumerate(blocks):
        pairs = range(block.shape[1])
        both = {f"{place}{sign:+}": block[:, place] * [sign, 1] for place in pairs for sign in (1, -1)}
        places = [(2 * place, 2 * place + 1) for place in pairs]
        counts += count_shuffles(SHARE, both, places, trials, seed, progress_of_part(on_progress, number, len(blocks)))
    return counts


def preference_intervals(
    units: Floats, trials: int, seed: int, level: float, on_progress: Progress
) -> list[tuple[float, float]]:
    """Return the interval of each pair's difference; ``units`` as of ``shuffle_preferences``."""
    intervals: list[tuple[float, float]] = []
    blocks = list(_blocks(units))
    for number, block in enumerate(blocks):
        rows = {f"{place}": block[:, place] for place in range(block.shape[1])}
        samples = bootstrap(SHARE, rows, trials, seed, progress_of_part(on_progress, number, len(blocks))).samples
        n_units = (block[..., 1] > 0).sum(axis=0).tolist()
        intervals += [expanded_percentiles(column, n, level) for column, n in zip(samples.T, n_units, strict=True)]
    return intervals


def _blocks(units: Floats) -> Iterator[Floats]:
    return (units[:, at : at + PAIRS_AT_ONCE] for at in range(0, units.shape[1], PAIRS_AT_ONCE))


def _lead_rows(preferences: Preferences, a: int, b: int) -> Floats:
    """Return the rows of ``PreferenceRows.differences`` for two of the preferences' systems, (n_segments, 2)."""
    better, worse = preferences.better, preferences.worse
    signs = np.select([(better == a) & (worse == b), (better == b) & (worse == a)], [1.0, -1.0], np.nan)
    places = np.flatnonzero(~np.isnan(signs))
    rows = np.stack([np.where(preferences.tied[places], 0.0, signs[places]), np.ones(len(places))], axis=1)
    sums = row_sums_at(preferences.segments[places], rows, preferences.n_segments)
    return np.stack([np.nan_to_num(quotients(sums[:, 0], sums[:, 1])), sums[:, 1] > 0], axis=1)
