"""Sentences on how a comparison was computed, and on what so few segments or trials cannot show.

No sentence has a system's name in it, so a page may format any of them into its markup.
"""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from ...judgments.external import ExternalScore
from ...metric import ROUNDING, Metric
from ...origins import DOCUMENT, SEGMENT
from ...output.numbers import LEVEL, counted, printed_value, probability, signed
from ...output.sentence import Statement, Strong, lines, sentence
from ...significance.bootstrap_intervals import least_resamples
from ...significance.comparisons import Comparisons
from ...significance.corrections import CORRECTION_NAMES
from ...significance.p_limits import MIN_UNITS, Attainable, attainable, least_trials, smallest_p
from ...significance.randomization import TOGETHER
from ...significance.resampling.draws import p_value
from ...significance.verdicts import MAX_TRIALS

TEST_NAMES = {"ar": "approximate randomization", "bootstrap": "paired bootstrap"}
DRAWS = {"ar": "shuffles", "bootstrap": "resamples"}
"""Name of a test -> word for its trials."""


def count_draws(number: int, test: str) -> str:
    """Return the number of trials of a test with its noun.

    >>> count_draws(1000, "ar")
    '1,000 shuffles'
    """
    return counted(number, DRAWS[test].removesuffix("s"))


def draws_until_settled(number: int, test: str) -> str:
    """Return the number of trials that a pair has at first, and the largest number until it is settled.

    >>> draws_until_settled(10_000, "ar")
    '10,000 to 1,000,000 shuffles'
    """
    return f"{number:,} to {count_draws(MAX_TRIALS, test)}" if number < MAX_TRIALS else count_draws(number, test)


_TEST = {"ar": TEST_NAMES["ar"], "bootstrap": f"the {TEST_NAMES['bootstrap']}"}
EXCHANGE_NAMES = {TOGETHER: "all runs together", "runs": "each output on its own"}

AGAINST = (
    "Score ± half the width of its 95 % interval; p of each system against the baseline, corrected for all pairs of"
    " systems, not only for those with the baseline."
)
AS_THEY_ARE = "p and intervals hold for these runs only. A new run may differ by about s_opt."
BY_DOCUMENT = (
    "The segments of a document are drawn and swapped together. This usually makes intervals wider and p larger,"
    " because they are alike."
)
"""Sentences on what changes where documents are drawn."""
MAX_PRACTICAL = 10
"""Number of times the present segments, or documents, above which a needed number is called impractical."""
MAX_DECIMALS = 6
"""Most decimals of the ends of an interval; an end that is 0 with these decimals is written as 0."""
_POWER = f"80 % power at p ≤ {LEVEL}"

_EXCHANGED = {
    TOGETHER: "All outputs of a {} are swapped together, so similar runs of one system do not make p smaller.",
    "runs": "Each output of a {} is swapped on its own. If the runs of one system are similar, this makes p too small,"
    " even where neither system is better. Swapping all runs together does not.",
}

_SUPPOSED = {
    "ar": "Suppose it did not matter which of the two systems wrote which output. Then p is how often random swaps give"
    " a difference at least as large as the measured one, in either direction.",
    "bootstrap": "Suppose the two systems were equally good on all texts like these. Then p is how often as many random"
    " {}s would show a difference at least as large as the measured one, in either direction.",
}
_SPOKEN_OF = {
    "ar": "It is about these {}s: the test swaps their outputs and draws no others.",
    "bootstrap": "It treats these {}s as a sample of similar texts.",
}


# --- what was done ---


def describe_test(comparisons: Comparisons, most_trials: int = 0) -> str:
    """Return the test and its trials, as a part of a sentence; ``most_trials`` is the largest number for any pair."""
    draws = count_draws(max(comparisons.tested.trials, most_trials), comparisons.test)
    draws = f"{comparisons.tested.trials:,} to {draws}" if most_trials > comparisons.tested.trials else draws
    test = f"{TEST_NAMES[comparisons.test]}{_unit_suffix(comparisons.unit)}"
    return f"{test}, two-sided, {draws}, seed {comparisons.tested.seed}"


def correction_words(correction: str) -> str:
    """Return how p-values were adjusted, as a part of a sentence."""
    return f"correction: {CORRECTION_NAMES[correction]}"


def correction_phrase(comparisons: Comparisons, names_method: bool = True) -> str:
    """Return for how many comparisons p-values are corrected, and how; empty for a single comparison."""
    return correction_of_pairs(comparisons.correction, comparisons.n_tested, names_method)


def correction_of_pairs(correction: str, n_tested: int, names_method: bool = True) -> str:
    """Return for how many comparisons p-values are corrected, and how; empty for a single comparison."""
    if n_tested < 2:
        return ""
    if correction == "none":
        return "not corrected for multiple comparisons"
    method = f" ({CORRECTION_NAMES[correction]})" if names_method else ""
    return f"corrected for {n_tested:,} comparisons{method}"


def describe_test_and_correction(comparisons: Comparisons, most_trials: int = 0) -> str:
    """Return the test, its trials and the correction, as a part of a sentence."""
    return "; ".join(filter(None, [describe_test(comparisons, most_trials), correction_phrase(comparisons)]))


def correction_sentence(comparisons: Comparisons) -> str:
    """Return a sentence on the correction, in the words of ``correction_phrase``; empty for one comparison."""
    phrase = correction_phrase(comparisons)
    return phrase and f"p-values are {phrase}."


def interval_method_phrase(resamples: int, unit: str = SEGMENT) -> str:
    """Return how intervals are computed, as a part of a sentence."""
    return (
        f"95 % expanded percentile intervals of the bootstrap{_unit_suffix(unit)} with {counted(resamples, 'resample')}"
    )


def _unit_suffix(unit: str) -> str:
    return "" if unit == SEGMENT else f" by {unit}"


def drawn_documents_sentence(n_documents: int, n_segments: int) -> str:
    """Return how many documents are drawn, and what this changes."""
    return f"{counted(n_documents, DOCUMENT)} in place of {counted(n_segments, SEGMENT)}. {BY_DOCUMENT}"


def shuffling_of_runs_sentence(comparisons: Comparisons) -> str | None:
    """Return what a shuffle does to systems with runs, and what this means for p; None without shuffles or runs."""
    return (
        _EXCHANGED[comparisons.exchange].format(comparisons.unit)
        if comparisons.runs and comparisons.test == "ar"
        else None
    )


def runs_of_systems(groups: Iterable[tuple[str, Sequence[str]]]) -> Statement:
    """Return a statement on which outputs are runs of the same system."""
    return lines(*(sentence("{} = {}", Strong(name), ", ".join(runs)) for name, runs in groups))


def runs_sentence(unit: str = SEGMENT) -> str:
    """Return the meaning of the numbers next to the score of a system with runs."""
    return (
        "The score is that of all runs as one corpus. s_sel is the standard deviation of a run's score due to the"
        f" choice of {unit}s, s_opt that from run to run."
    )


# --- what came out ---


def two_digits(number: float) -> str:
    """Return the number rounded to two digits, because it is only an estimate."""
    digits = len(str(int(number)))
    return f"{round(number, 2 - digits):,.0f}"


def needed_sentence(needed: float, n_units: int, unit: str) -> str:
    """Return how many segments, or documents, show a difference with a power of 80 %, and how many there are.

    ``needed`` is this number, infinite where no number would do. ``power_note`` states the power and the level.
    """
    if math.isinf(needed):
        return f"The measured difference is 0, so no number of {unit}s would show it."
    if needed > MAX_PRACTICAL * n_units:
        return (
            "The difference is too small to settle in practice: you would need over"
            f" {MAX_PRACTICAL} times as many {unit}s."
        )
    if needed > n_units:
        return f"To settle it you would need about {two_digits(needed)} {unit}s of this kind; you have {n_units:,}."
    return f"About {two_digits(needed)} {unit}s of this kind would settle it; you have {n_units:,}."


def power_note(unit: str, is_corrected: bool) -> str:
    """Return the power and the level of the number in ``needed_sentence``; the level may be a corrected one."""
    return f"The number of {unit}s needed is for {_POWER}{' after Bonferroni’s correction' if is_corrected else ''}."


def interval_words(low: float, high: float, decimals: int = 2) -> str:
    """Return the 95 % interval of a difference as a part of a sentence."""
    if math.isnan(low):
        return "95 % interval n/a"
    return "95 % interval {} to {}".format(*interval_ends(low, high, decimals))


def interval_ends(low: float, high: float, decimals: int = 2) -> tuple[str, str]:
    """Return the ends of a difference's interval, with more decimals where rounding would hide the side of 0.

    >>> interval_ends(-0.003, 1.37)
    ('−0.003', '+1.370')
    """
    while decimals < MAX_DECIMALS and any(
        abs(end) > ROUNDING and not printed_value(end, decimals) for end in (low, high)
    ):
        decimals += 1
    return signed(low, decimals=decimals), signed(high, decimals=decimals)


def lower_is_better_sentence(metric: Metric) -> str | None:
    """Return that lower is better by a metric; None where higher is better, as people expect."""
    return None if metric.higher_is_better else f"Lower {metric.full_name} is better."


def repeats_of_judge(metric: Metric) -> str | None:
    """Return what several scores of one output by the same judge mean for intervals; None with only one score."""
    if not isinstance(metric, ExternalScore) or metric.n_repeats < 2:
        return None
    return (
        f"{metric.full_name}: up to {metric.n_repeats} scores of each output by one judge; resamples draw these again,"
        " so that intervals hold the judge's own chance."
    )


def unit(metric: Metric) -> str:
    """Return the unit of a difference of scores: points of a scale from 0 to 100, or else the metric's name alone.

    People's scores may have the name of a campaign, which is no unit.
    """
    if metric.is_human:
        return f"points ({metric.full_name})"
    return f"{metric.full_name} points" if metric.is_percentage else metric.full_name


def null_hypothesis_words(test: str, unit: str = SEGMENT) -> str:
    """Return the null hypothesis of one of ``TESTS``, and the meaning of p."""
    return _SUPPOSED[test].format(unit)


def what_p_does_not_say(test: str, runs: bool, unit: str = SEGMENT) -> list[str]:
    """Return common misunderstandings of a p-value, one or two sentences each."""
    sentences = [
        "It is not the probability that the higher-scoring system is no better, nor that the result is wrong.",
        f"It is not the size of the difference. With many {unit}s a tiny difference is significant; read the interval.",
        "A difference that is not significant does not mean that the systems are equal. The test set may be too small.",
        "It does not cover everything you tried. It is corrected for the pairs here, not for other metrics,"
        " settings or test sets.",
        f"{_SPOKEN_OF[test].format(unit)} It says nothing about other texts, or about what readers would prefer.",
        "It is an estimate from a limited number of random draws. The Monte Carlo error says how good it is, and"
        " another seed gives a slightly different value.",
    ]
    return [*sentences, "It holds for these runs of a system and says nothing about a new run."] if runs else sentences


# --- what so few segments or trials cannot show ---


def no_interval(comparisons: Comparisons) -> str | None:
    """Return why there are no intervals; None where there are intervals."""
    if comparisons.n_units < 2:
        return (
            no_interval_of_one_unit(comparisons.unit)
            if comparisons.test == "ar"
            else _one_unit_bootstrap_sentence(comparisons.unit)
        )
    return too_few_for_interval(comparisons.n_units, comparisons.bootstrap.trials, comparisons.unit)


def too_few_for_interval(n_units: int, resamples: int, unit: str = SEGMENT) -> str | None:
    """Return why so few units or resamples give no interval; None where they are enough."""
    if n_units < MIN_UNITS:
        return f"A 95 % interval takes at least {MIN_UNITS} {unit}s; you have {n_units:,}."
    least = least_resamples(n_units=n_units)
    if resamples >= least:
        return None
    return f"With {counted(n_units, unit)} an interval takes at least {least:,} resamples."


def no_interval_of_one_unit(unit: str = SEGMENT) -> str:
    """Return why a single segment or document has no interval."""
    return f"There is no interval: with one {unit} every resample is the same."


def _one_unit_bootstrap_sentence(unit: str) -> str:
    return (
        f"One {unit} is too few for the paired bootstrap: every resample is the same, so there is no p and no interval."
    )


def too_few_for_pairs(comparisons: Comparisons) -> list[str]:
    """Return why no pair of systems can differ significantly with so few segments or trials; empty where a pair can."""
    least = attainable(comparisons)
    reasons = []
    if least.few_units:
        alone = comparisons.test == "bootstrap" and comparisons.n_units < 2
        reasons.append(_one_unit_bootstrap_sentence(comparisons.unit) if alone else _few_units(comparisons, least))
    return [*reasons, _few_trials(comparisons, least)] if least.few_trials else reasons


def too_few_trials(comparisons: Comparisons) -> str | None:
    """Return why so few trials show no difference, where there are segments enough; else None."""
    least = attainable(comparisons)
    return _few_trials(comparisons, least) if least.few_trials and not least.few_units else None


def _few_units(comparisons: Comparisons, least: Attainable) -> str:
    if comparisons.n_units == 1:
        return f"One {comparisons.unit} is too few for a test, so no difference can be significant."
    return (
        f"With {counted(comparisons.n_units, comparisons.unit)} {_TEST[comparisons.test]} gives no p below about"
        f" {probability(least.of_units)}{_corrected_smallest_p_phrase(least, least.of_units)},"
        " so no difference can be significant. Two systems have to differ in at least"
        f" {least.needed_units:,} {comparisons.unit}s."
    )


def _few_trials(comparisons: Comparisons, least: Attainable) -> str:
    trials = comparisons.tested.trials
    draws = count_draws(trials, comparisons.test)
    return (
        f"With {draws} p is at least 1 / {trials + 1:,}{_corrected_smallest_p_phrase(least, least.of_trials)}, so"
        f" no difference can be significant. Draw at least {least.needed_trials:,}."
    )


def _corrected_smallest_p_phrase(least: Attainable, p: float) -> str:
    """Return the smallest p-value after correction, in brackets; empty where the correction changes nothing."""
    if least.factor == 1:
        return ""
    smallest = probability(min(least.factor * p, 1.0))
    return f" ({smallest} when corrected for {least.factor:,} comparisons)"


def too_few_different_units(n_different: int, unit: str = SEGMENT) -> str | None:
    """Return why a difference in so few units cannot be significant.

    None where the difference can be significant, or the outputs are the same.
    """
    smallest = smallest_p(n_different)
    if not n_different or smallest <= LEVEL:
        return None
    return (
        f"The two differ in only {counted(n_different, unit)}, too few for a significant difference: p cannot be below"
        f" about {probability(smallest)}."
    )


def smallest_p_sentence(comparisons: Comparisons, step: float) -> str | None:
    """Return why no corrected p can be as small as ``step``, though some can be below the level; None where one can."""
    least, trials, enough = attainable(comparisons), comparisons.tested.trials, enough_trials(comparisons, step)
    if enough is None:
        return None
    smallest = _smallest_of_trials(comparisons, least)
    statement = f"{count_draws(trials, comparisons.test)} cannot give a corrected p below {probability(smallest)} here"
    note = "" if comparisons.further is None else " Pairs that were not settled got more."
    return f"{statement}; {step} takes {enough:,}.{note}"


def enough_trials(comparisons: Comparisons, step: float) -> int | None:
    """Return the number of trials that can give a corrected p as small as ``step``.

    None where the present trials can, and where they give no p at or below ``LEVEL``.
    """
    least = attainable(comparisons)
    smallest = _smallest_of_trials(comparisons, least)
    if not step < smallest <= LEVEL:
        return None
    n_units = comparisons.n_units if comparisons.test == "bootstrap" else None
    return least_trials(comparisons.n_tested, comparisons.correction, n_units, step) + 1


def _smallest_of_trials(comparisons: Comparisons, least: Attainable) -> float:
    """Return the smallest adjusted p-value that the trials of the test can give."""
    (smallest,) = comparisons.p_values_of_shares(np.array([p_value(0, comparisons.tested.trials)])).tolist()
    return least.factor * float(smallest)
