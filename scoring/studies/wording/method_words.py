"""How a comparison was made, in words, and what so few segments or trials cannot show.

No sentence holds a system's name, so a page may format any of them into its markup.
"""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from ...metric import Metric
from ...origins import DOCUMENT, SEGMENT
from ...output.numbers import LEVEL, counted, probability, signed
from ...output.sentence import Statement, Strong, lines, sentence
from ...significance.bootstrap_intervals import least_resamples
from ...significance.comparisons import Comparisons
from ...significance.corrections import CORRECTION_NAMES
from ...significance.p_limits import LEAST_UNITS, Attainable, attainable, least_trials, smallest_p
from ...significance.randomization import TOGETHER
from ...significance.resampling.draws import p_value

TEST_NAMES = {"ar": "approximate randomization", "bootstrap": "paired bootstrap"}
DRAWS = {"ar": "shuffles", "bootstrap": "resamples"}
"""What the trials of each test are."""
_TEST = {"ar": TEST_NAMES["ar"], "bootstrap": f"the {TEST_NAMES['bootstrap']}"}
EXCHANGE_NAMES = {TOGETHER: "all runs together", "runs": "each output on its own"}

AGAINST = (
    "Score ± half the width of its 95 % interval; p of the system and the baseline, corrected for all pairs of systems,"
    " not for those with the baseline alone."
)
PAIR_ALONE = "p is of this pair alone, not corrected for other pairs"
AS_THEY_ARE = "p and intervals take these runs as they are: a new run may be as far off as s_opt says."
BY_DOCUMENT = (
    "Segments of one document are drawn and exchanged together: where they are alike, intervals usually become"
    " wider and p larger."
)
"""What documents in place of segments change."""

_EXCHANGED = {
    TOGETHER: "Systems exchange all outputs of a {} together, so it does not matter how alike the runs of one"
    " system are.",
    "runs": "Each output of a {} is exchanged on its own, whichever system wrote it. The more alike the runs of one"
    " system are, the smaller that makes p, even where neither system is better; exchanging all runs together does"
    " not.",
}

_SUPPOSED = {
    "ar": "Suppose that it did not matter which of the two systems wrote which output. p is how often chance alone"
    " would then give a difference at least as large as the one seen, in either direction.",
    "bootstrap": "Suppose that the two systems were equally good on all texts like these. p is how often as many"
    " {}s, drawn by chance, would then show a difference at least as large as the one seen, in either direction.",
}
_SPOKEN_OF = {
    "ar": "It speaks of these {}s: it shuffles their outputs, and draws no others.",
    "bootstrap": "It takes these {}s as a sample of texts like them.",
}


# --- what was done ---


def describe_test(found: Comparisons) -> str:
    """The test and its draws, as a part of a sentence."""
    trials = counted(found.tested.trials, "trial")
    return f"{TEST_NAMES[found.test]}{_by(found.unit)}, two-sided, {trials}, seed {found.tested.seed}"


def corrected(correction: str) -> str:
    """How p-values were adjusted, as a part of a sentence."""
    return f"correction: {CORRECTION_NAMES[correction]}"


def intervals(resamples: int, unit: str = SEGMENT) -> str:
    """Where intervals come from, as a part of a sentence."""
    return f"95 % expanded percentile intervals of the bootstrap{_by(unit)} with {counted(resamples, 'resample')}"


def _by(unit: str) -> str:
    return "" if unit == SEGMENT else f" by {unit}"


def in_place(n_documents: int, n_segments: int) -> str:
    """How many documents are drawn, and what that changes."""
    return f"{counted(n_documents, DOCUMENT)} in place of {counted(n_segments, SEGMENT)}. {BY_DOCUMENT}"


def exchanged(found: Comparisons) -> str | None:
    """What a shuffle does to systems with runs, and what comes of it; None without shuffles or runs."""
    return _EXCHANGED[found.exchange].format(found.unit) if found.runs and found.test == "ar" else None


def runs_of_systems(groups: Iterable[tuple[str, Sequence[str]]]) -> Statement:
    """The outputs that are runs of the same system."""
    return lines(*(sentence("{} = {}", Strong(name), ", ".join(runs)) for name, runs in groups))


def runs(unit: str = SEGMENT) -> str:
    """What is next to the score of a system with runs."""
    return (
        "The score is that of all runs as one corpus. s_sel is the standard deviation of a run's score due to the"
        f" choice of {unit}s, s_opt that from run to run."
    )


# --- what came out ---


def interval_words(low: float, high: float, decimals: int = 2) -> str:
    """The ends of a 95 % interval of a difference."""
    if math.isnan(low):
        return "95 % interval n/a"
    return f"95 % interval {signed(low, decimals=decimals)} to {signed(high, decimals=decimals)}"


def direction(metric: Metric) -> str | None:
    """Which way a metric goes; None where higher is better, as people expect."""
    return None if metric.higher_is_better else f"Lower {metric.full_name} is better."


def unit(metric: Metric) -> str:
    """What follows the size of a difference of scores: points of a scale from 0 to 100, or else the metric alone."""
    return f"{metric.full_name} points" if metric.is_percentage else metric.full_name


def null_hypothesis_words(test: str, unit: str = SEGMENT) -> str:
    """The null hypothesis of one of ``TESTS``, and p."""
    return _SUPPOSED[test].format(unit)


def what_p_does_not_say(test: str, runs: bool, unit: str = SEGMENT) -> list[str]:
    """What a p-value is mistaken for, one sentence or two each."""
    said = [
        "It is not the probability that the system that scores better is no better, nor that the result is wrong.",
        f"It is not the size of the difference. With many {unit}s a tiny difference is significant; read the interval.",
        "No significant difference does not mean that they are equal: the test set may be too small to show one.",
        "It is not all that was tried. Of many pairs some look different by chance; the adjusted p takes care of the"
        " pairs here, not of other metrics, settings or test sets.",
        f"{_SPOKEN_OF[test].format(unit)} Of other texts, and of what a reader would prefer, it knows nothing.",
        "It is itself an estimate, from a limited number of random draws: the Monte Carlo error says how good it is,"
        " and another seed gives a slightly different value.",
    ]
    return [*said, "It takes the runs of a system as they are, and says nothing of a new run."] if runs else said


# --- what so few segments or trials cannot show ---


def no_interval(found: Comparisons) -> str | None:
    """Why there are no intervals; None where there are."""
    if found.n_units < 2:
        return of_one(found.unit) if found.test == "ar" else _one_resampled(found.unit)
    if found.n_units < LEAST_UNITS:
        return f"There is no 95 % interval below {LEAST_UNITS} {found.unit}s; there are {found.n_units:,}."
    least = least_resamples(n_units=found.n_units)
    if found.bootstrap.trials >= least:
        return None
    return f"With {counted(found.n_units, found.unit)} there is no interval below {least:,} resamples."


def of_one(unit: str = SEGMENT) -> str:
    """Why there is no interval of a single segment or document."""
    return f"There is no interval: of one {unit} every resample is the same, which says nothing of other {unit}s."


def _one_resampled(unit: str) -> str:
    return (
        f"One {unit} is too few for the paired bootstrap: every resample is the same, so there is no p and no interval."
    )


def too_few_for_pairs(found: Comparisons) -> list[str]:
    """Why no pair of any systems can differ significantly with so few segments or trials; else empty."""
    least = attainable(found)
    reasons = []
    if least.few_units:
        alone = found.test == "bootstrap" and found.n_units < 2
        reasons.append(_one_resampled(found.unit) if alone else _few_units(found, least))
    return [*reasons, _few_trials(found, least)] if least.few_trials else reasons


def too_few_trials(found: Comparisons) -> str | None:
    """The reason where there are too few trials, and segments enough; else None."""
    least = attainable(found)
    return _few_trials(found, least) if least.few_trials and not least.few_units else None


def _few_units(found: Comparisons, least: Attainable) -> str:
    return (
        f"With {counted(found.n_units, found.unit)} {_TEST[found.test]} gives no p below about"
        f" {probability(least.of_units)}{_adjusted(least, least.of_units)}. So no difference can be significant; it"
        f" takes at least {least.needed_units:,} {found.unit}s in which two systems differ."
    )


def _few_trials(found: Comparisons, least: Attainable) -> str:
    trials = found.tested.trials
    return (
        f"With {counted(trials, 'trial')} there is no p below 1 / {trials + 1:,}{_adjusted(least, least.of_trials)}. So"
        f" no difference can be significant; it takes at least {least.needed_trials:,} trials."
    )


def _adjusted(least: Attainable, p: float) -> str:
    """What the correction makes of the smallest p, where it makes a difference."""
    if least.factor == 1:
        return ""
    smallest = probability(min(least.factor * p, 1.0))
    return f", and with {least.factor:,} pairs to adjust for no adjusted p below {smallest}"


def few_differ(n_different: int, unit: str = SEGMENT) -> str | None:
    """Why a difference in so few units cannot be significant; None where it could be, or the outputs are the same."""
    smallest = smallest_p(n_different)
    if not n_different or smallest <= LEVEL:
        return None
    return (
        f"The two differ in only {counted(n_different, unit)}, so p cannot be below about {probability(smallest)}:"
        " too few for a significant difference."
    )


def saturated(found: Comparisons, step: float) -> str | None:
    """Why no adjusted p can be as small as ``step``, though some may be below the level; None where one can."""
    least, trials, enough = attainable(found), found.tested.trials, enough_trials(found, step)
    if enough is None:
        return None
    smallest = _smallest_of_trials(found, least)
    said = f"The smallest adjusted p that {trials:,} trials can give here is {probability(smallest)}"
    more = "" if found.further is None else " Where it was open more were drawn."
    return f"{said}; {step} takes {enough:,}.{more}"


def enough_trials(found: Comparisons, step: float) -> int | None:
    """The number of trials that can give an adjusted p as small as ``step``; None where these can, or no number
    could."""
    least = attainable(found)
    smallest = _smallest_of_trials(found, least)
    if not step < smallest <= LEVEL:
        return None
    n_units = found.n_units if found.test == "bootstrap" else None
    return least_trials(found.n_tested, found.correction, n_units, step) + 1


def _smallest_of_trials(found: Comparisons, least: Attainable) -> float:
    """The smallest adjusted p-value that the trials of the test can give."""
    (smallest,) = found.p_of(np.array([p_value(0, found.tested.trials)])).tolist()
    return least.factor * float(smallest)
