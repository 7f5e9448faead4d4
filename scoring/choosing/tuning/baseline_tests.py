"""Tuners against the baseline: as many questions as there are tuners, whatever else is compared."""

from collections.abc import Mapping

import numpy as np

from ...checks import expect
from ...significance import Comparisons
from ...significance.attainable import least_trials
from ...significance.corrections import adjust
from .replications import Tunings


def against_baseline(found: Tunings, tests: Comparisons) -> Mapping[str, float]:
    """Tuner -> its p against the baseline, by the tests' correction adjusted for the tuners alone.

    Pairs of tuners are other questions: ``tests.p_adjusted``, and the letters, are for all pairs.
    """
    expect(found, Tunings, "tunings")
    expect(tests, Comparisons, "tests")
    base = tests.index(found.baseline.name)
    names = [one.name for one in found.tuned]
    p_values = adjust(np.array([tests.p_values[tests.index(name), base] for name in names]), tests.correction)
    return dict(zip(names, p_values.tolist(), strict=True))


def trials_needed(found: Tunings, tests: Comparisons) -> int:
    """The fewest trials with which some p of ``against_baseline`` can be significant."""
    return least_trials(len(found.tuned), tests.correction)
