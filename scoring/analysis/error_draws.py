"""Shuffle and resample counted errors, for p-values of differences, and for intervals.

Errors alone are shuffled, each system's scaled to the same number of words. If words were exchanged with the errors, a
difference in length would appear as a difference in rare errors: 8 errors against none would get p = 0.0001 where no
exchange of so few can give less than 0.008, only because a shuffle hardly ever leaves one system as short as it is.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..counting.arrays import Flags, Floats, Ints, sums_at
from ..counting.progress import Progress
from ..counting.threads import run_side_by_side
from ..judgments.error_density import PER, ErrorCounts, density
from ..metric import ROUNDING
from ..significance.bootstrap_intervals import expanded_percentiles, least_resamples
from ..significance.resampling.draws import Bits, Choices, Entries, count_as_large, p_value, resamples, swaps


@dataclass(frozen=True, eq=False)
class SegmentGroup:
    """Segments that are shuffled and resampled together, with the systems and pairs judged in just these segments."""

    segments: Ints
    """(n_drawn,): places of the segments, ascending"""
    systems: Ints
    """places of the systems that were judged in exactly these segments"""
    pairs: Ints
    """(n_pairs, 2): places of two systems that were both judged in exactly these segments"""
    numbers: Ints
    """(n_pairs,): numbers of these pairs among all pairs"""

    @property
    def members(self) -> Ints:
        """Places of the systems and of the systems in pairs, ascending."""
        return np.union1d(self.systems, self.pairs)

    def entries(self, counts: ErrorCounts, members: Ints, scales: Floats) -> Entries:
        """Return the scaled errors of some systems in these segments, with a column for each system and kind.

        ``scales`` are a factor for each of the systems ``members``.
        """
        at = np.full(counts.n_segments, -1)
        at[self.segments] = np.arange(len(self.segments))
        place = np.full(len(counts.systems), -1)
        place[members] = np.arange(len(members))
        systems, segments, kinds = counts.at
        errors = np.flatnonzero((place[systems] >= 0) & (at[segments] >= 0))
        of, n_kinds = place[systems[errors]], len(counts.counted)
        values = counts.numbers[errors] * scales[of]
        return Entries(at[segments[errors]], of * n_kinds + kinds[errors], values, len(members) * n_kinds)


def group_segments(are_judged: Flags) -> list[SegmentGroup]:
    """Return the groups of segments for all systems and pairs, from flags of what was judged, (n_systems, n_segments).

    There is one group where every system was judged in the same segments.
    """
    pairs = list(combinations(range(len(are_judged)), 2))
    members_by_flags: dict[bytes, tuple[list[int], list[int]]] = {}
    for system, flags in enumerate(are_judged):
        members_by_flags.setdefault(flags.tobytes(), ([], []))[0].append(system)
    for number, (a, b) in enumerate(pairs):
        members_by_flags.setdefault((are_judged[a] & are_judged[b]).tobytes(), ([], []))[1].append(number)
    return [
        SegmentGroup(
            np.flatnonzero(np.frombuffer(flags, np.bool_)),
            np.array(systems, np.int64),
            np.array([pairs[number] for number in numbers], np.int64).reshape(-1, 2),
            np.array(numbers, np.int64),
        )
        for flags, (systems, numbers) in members_by_flags.items()
    ]


def _with_total(errors: Floats) -> Floats:
    """Write the sum of the other kinds over the first kind of errors (..., n_kinds), in place; return the errors."""
    errors[..., 0] = errors[..., 1:].sum(axis=-1)
    return errors


def compare_error_densities(
    counts: ErrorCounts, group: SegmentGroup, trials: int, seed: int, on_progress: Progress
) -> tuple[Floats, Floats]:
    """Return differences of densities, and two-sided p-values, each (n_pairs, n_kinds); NaN if undefined."""
    members, places = np.unique(group.pairs, return_inverse=True)
    first, second = places.reshape(-1, 2).T.copy()
    words = counts.words[members][:, group.segments].sum(axis=1)
    scaled = group.entries(counts, members, np.divide(PER, words, out=np.zeros_like(words), where=words > 0))
    shape = len(members), len(counts.counted)
    sums = sums_at(scaled.columns, scaled.values, scaled.n_columns)
    observed = _with_total(sums.reshape(shape))
    undefined = ~((words[first] > 0) & (words[second] > 0))
    differences = np.where(undefined[:, None], np.nan, observed[first] - observed[second])
    if undefined.all():
        return differences, np.full_like(differences, np.nan)

    def count(batch: Bits) -> Ints:
        """Return the number of shuffles that count against each difference, int64 (n_pairs, n_kinds)."""
        shuffled = _with_total(scaled.swapped_sums(batch).reshape(-1, *shape))
        return count_as_large(shuffled, observed, first, second, ROUNDING)

    as_large = sum(run_side_by_side(count, swaps(len(group.segments), trials, seed, on_progress)))
    return differences, np.where(undefined[:, None], np.nan, p_value(np.asarray(as_large), trials))


def error_density_intervals(
    counts: ErrorCounts, group: SegmentGroup, n_resamples: int, seed: int, on_progress: Progress
) -> tuple[Floats, Floats]:
    """Return the intervals of densities (n_systems, n_kinds, 2), and of pairs' differences (n_pairs, n_kinds, 2)."""
    n_drawn, n_kinds, members = len(group.segments), len(counts.counted), group.members
    if n_resamples < least_resamples(n_units=n_drawn):
        return np.full((len(group.systems), n_kinds, 2), np.nan), np.full((len(group.pairs), n_kinds, 2), np.nan)
    errors = group.entries(counts, members, np.ones(len(members)))
    words = _words(counts, group, members)

    def resample_densities(batch: Choices) -> Floats:
        of_kinds = _with_total(errors.resampled_sums(batch).reshape(-1, len(members), n_kinds))
        return density(np.concatenate([of_kinds, words.resampled_sums(batch)[..., None]], axis=2))

    samples = np.concatenate(
        list(run_side_by_side(resample_densities, resamples(n_drawn, n_resamples, seed, on_progress)))
    )
    by_kind = [np.ascontiguousarray(samples[:, :, kind]) for kind in range(n_kinds)]
    own, (first, second) = np.searchsorted(members, group.systems), np.searchsorted(members, group.pairs).T
    of_systems = [_ends(densities[:, own], n_drawn) for densities in by_kind]
    of_pairs = [_ends(densities[:, first] - densities[:, second], n_drawn) for densities in by_kind]
    return np.stack(of_systems, axis=1), np.stack(of_pairs, axis=1)


def _words(counts: ErrorCounts, group: SegmentGroup, members: Ints) -> Entries:
    """Return the numbers of words of some systems in these segments, with a column for each system."""
    words = counts.words[members][:, group.segments].T
    segments, columns = map(np.ascontiguousarray, np.nonzero(words))  # the kernels are compiled for such arrays
    return Entries(segments, columns, words[segments, columns], len(members))


def _ends(samples: Floats, n_drawn: int) -> Floats:
    """Return the interval ends of samples (n_resamples, n), float64 (n, 2); NaN where a sample is not defined."""
    undefined = np.isnan(samples).any(axis=0)
    ends = [expanded_percentiles(column, n_drawn) for column in np.where(undefined, np.nan, samples).T]
    return np.array(ends).reshape(-1, 2)
