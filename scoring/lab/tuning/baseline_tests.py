"""Test tuners against the baseline, with p-values adjusted for the tuners alone, and tuners against each other."""

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
    """The p-value of a difference to the baseline, adjusted for all tuners."""

    p: float
    """adjusted p-value; NaN where a score is not defined"""
    high: float
    """adjusted upper end of the p-value's 95 % Monte Carlo interval"""

    @property
    def is_sure(self) -> bool:
        return self.high <= LEVEL

    @property
    def is_close(self) -> bool:
        """Whether more trials could decide either way, although p is at most ``LEVEL``."""
        return self.p <= LEVEL < self.high


def baseline_probabilities(tunings: Tunings, tests: Comparisons) -> Mapping[str, Probability]:
    """Return each tuner's p against the baseline, by the tests' correction, adjusted for the tuners alone."""
    expect(tunings, Tunings, "tunings")
    expect(tests, Comparisons, "tests")
    base, trials = tests.index(tunings.baseline.name), tests.tested.trials
    names = [one.name for one in tunings.tuned]
    p_values = np.array([tests.p_values[tests.index(name), base] for name in names])
    counts = [None if np.isnan(p) else round(p * (trials + 1)) - 1 for p in p_values.tolist()]
    highest = np.array([np.nan if count is None else monte_carlo_interval(count, trials)[1] for count in counts])
    adjusted = [adjust(values, tests.correction).tolist() for values in (p_values, highest)]
    return {name: Probability(*both) for name, *both in zip(names, *adjusted, strict=True)}


def tuner_pair_p_values(tunings: Tunings, tests: Comparisons) -> Floats:
    """Return p of every pair of tuners in the order of ``tunings.tuned``, (n_tuners, n_tuners), adjusted for them.

    ``baseline_probabilities`` tests whether a tuner is better than the baseline.
    """
    expect(tunings, Tunings, "tunings")
    expect(tests, Comparisons, "tests")
    places = [tests.index(one.name) for one in tunings.tuned]
    return adjust_pairs(tests.p_values[np.ix_(places, places)], tests.correction)


def tuner_letters(tunings: Tunings, tests: Comparisons) -> Mapping[str, str]:
    """Return each tuner's letters, ``a`` for the best on held-out lists; two that share one may differ by chance."""
    means = np.array([one.held_out.mean() for one in tunings.tuned])
    letters = ranking.compact_letters(
        tuner_pair_p_values(tunings, tests) <= LEVEL, ranking.rank_systems(means, higher_is_better=True)
    )
    return {one.name: own for one, own in zip(tunings.tuned, letters, strict=True)}


def trials_needed(tunings: Tunings, tests: Comparisons) -> tuple[int, int]:
    """Return the fewest trials for a sure difference to the baseline, and for two tuners without a common letter."""
    n_tuners = len(tunings.tuned)
    return least_sure_trials(n_tuners, tests.correction), least_trials(math.comb(n_tuners, 2), tests.correction)
