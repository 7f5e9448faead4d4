"""Tuners against the baseline: as many questions as there are tuners, for any other comparisons."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...counting.arrays import Floats
from ...significance import LEVEL, Comparisons, ranking
from ...significance.corrections import adjust, adjust_pairs
from ...significance.p_limits import least_sure_trials, least_trials
from ...significance.resampling.draws import monte_carlo_interval
from ...validation import expect
from .replications import Tunings


@dataclass(frozen=True)
class Probability:
    """That a difference as large would come by chance, adjusted for all tuners."""

    p: float
    """NaN where a score is not defined"""
    high: float
    """the same of the upper end of the 95 % interval in which p lies with ever more trials"""

    @property
    def is_sure(self) -> bool:
        return self.high <= LEVEL

    @property
    def is_close(self) -> bool:
        """Whether more trials could decide either way, where p is at most ``LEVEL``."""
        return self.p <= LEVEL < self.high


def against_baseline(found: Tunings, tests: Comparisons) -> Mapping[str, Probability]:
    """Tuner -> its p against the baseline, by the tests' correction adjusted for the tuners alone."""
    expect(found, Tunings, "tunings")
    expect(tests, Comparisons, "tests")
    base, trials = tests.index(found.baseline.name), tests.tested.trials
    names = [one.name for one in found.tuned]
    p_values = np.array([tests.p_values[tests.index(name), base] for name in names])
    counts = [None if np.isnan(p) else round(p * (trials + 1)) - 1 for p in p_values.tolist()]
    highest = np.array([np.nan if count is None else monte_carlo_interval(count, trials)[1] for count in counts])
    adjusted = [adjust(values, tests.correction).tolist() for values in (p_values, highest)]
    return {name: Probability(*both) for name, *both in zip(names, *adjusted, strict=True)}


def between_tuners(found: Tunings, tests: Comparisons) -> Floats:
    """p of every pair of tuners, (n_tuners, n_tuners) in the order of ``found.tuned``, adjusted for these pairs.

    Whether a tuner is better than the baseline is another question, ``against_baseline``'s.
    """
    expect(found, Tunings, "tunings")
    expect(tests, Comparisons, "tests")
    places = [tests.index(one.name) for one in found.tuned]
    return adjust_pairs(tests.p_values[np.ix_(places, places)], tests.correction)


def tuner_letters(found: Tunings, tests: Comparisons) -> Mapping[str, str]:
    """Tuner -> its letters, the best on held-out lists first: where two share one their difference could be chance."""
    means = np.array([one.held_out.mean() for one in found.tuned])
    written = ranking.compact_letters(
        between_tuners(found, tests) <= LEVEL, ranking.rank_systems(means, higher_is_better=True)
    )
    return {one.name: own for one, own in zip(found.tuned, written, strict=True)}


def trials_needed(found: Tunings, tests: Comparisons) -> tuple[int, int]:
    """The fewest with which a tuner can be surely better than the baseline, and two have no letter in common."""
    n_tuners = len(found.tuned)
    return least_sure_trials(n_tuners, tests.correction), least_trials(math.comb(n_tuners, 2), tests.correction)
