"""Sentences of a gate on each rule: plain text with the numbers behind the result."""

import math

from ...output.numbers import counted, decimals_beside, fixed, printed_difference, signed, write_size
from ...significance import LEAST_UNITS
from ..checks import DECIMALS, ONE_REFERENCE, FlagRate
from ..gate.evidence import CheckEvidence, MetricEvidence, TermEvidence
from .method_words import (
    interval_method_phrase,
    interval_words,
    lower_is_better_sentence,
    needed_sentence,
    power_note,
    unit,
)
from .verdict_words import describe_verdict

SIDES = {
    ">=": ("at least", "below"),
    "<=": ("at most", "above"),
    ">": ("above", "not above"),
    "<": ("below", "not below"),
    "==": ("equal to", "not equal to"),
}
"""Comparison with a number -> words for a score that meets the comparison, and for a score that does not."""


def state_of_gate(state: str, n_passed: int, n_rules: int) -> str:
    """Return the state of a gate and how many of its rules passed."""
    return f"Gate: {state}. {n_passed:,} of {counted(n_rules, 'rule')} passed."


def outputs_note(new: str, baseline: str | None) -> str:
    """Return which output is judged, and which output it is compared with."""
    return f"new: {new}" if baseline is None else f"new: {new}; baseline: {baseline}"


def interval_note(trials: int, seed: int, unit: str) -> str:
    """Return a note on how the ends of intervals are computed."""
    return f"low, high: {interval_method_phrase(trials, unit)}, seed {seed}"


def score_not_defined(found: MetricEvidence) -> str:
    """Return which of the outputs has no score."""
    scores = {found.new: found.score, found.baseline or "": found.baseline_score}
    names = " and ".join(name for name, score in scores.items() if name and math.isnan(score))
    return f"{found.metric.full_name} is not defined for {names}, so the rule cannot be judged."


def same_outputs(found: MetricEvidence, consequence: str) -> str:
    """Return that both outputs are the same text, and what follows for the rule."""
    return f"{found.new} and {found.baseline} are the same text in every segment, {consequence}."


def is_not_worse(found: MetricEvidence, margin: float) -> str:
    """Return the reason why the new output is not worse by the margin."""
    numbers, end, side, bound = _numbers(found, margin)
    said = _margin_phrase(found, "is not worse", margin)
    return f"{said}: {numbers}, and the {end} end is {side} {bound}.{_lower(found)}"


def may_be_worse(found: MetricEvidence, margin: float, needed: float) -> str:
    """Return why the new output may be worse by the margin, and how many segments would settle it."""
    numbers, end, side, bound = _numbers(found, margin)
    reason = "" if math.isnan(found.least_gain) else f", and the {end} end is not {side} {bound}"
    worse = _margin_phrase(found, "may be worse", margin)
    return f"{worse}: {numbers}{reason}.{_lower(found)} {_needed_units_sentence(found, needed)}"


def is_worse(found: MetricEvidence, margin: float) -> str:
    """Return by how much the new output is worse; this is the margin or more."""
    numbers, *_ = _numbers(found, margin)
    return f"{_margin_phrase(found, 'is worse', margin)} or more: {numbers}.{_lower(found)}"


def is_better(found: MetricEvidence) -> str:
    """Return by how much the new output is better, and how sure the lead is."""
    return f"{_lead(found)} {_verdict(found)}"


def may_be_better(found: MetricEvidence, needed: float) -> str:
    """Return why the lead of the new output is not sure, and how many segments would settle it."""
    return f"{_lead(found)} {_verdict(found)} {_needed_units_sentence(found, needed)}"


def is_not_better(found: MetricEvidence) -> str:
    """Return that the new output's score is the same as the baseline's, or worse."""
    numbers, *_ = _numbers(found, 0.0)
    return f"{found.new} is not better than {found.baseline} by {found.metric.full_name}: {numbers}.{_lower(found)}"


def score_against(found: MetricEvidence, comparison: str, number: float, is_met: bool) -> str:
    """Return the score of the new output, and on which side of the number it is."""
    side = SIDES[comparison][not is_met]
    decimals = found.metric.decimals
    if abs(found.score - number) > found.metric.rounding:
        decimals = _count_decimals(decimals_beside(found.score, number, decimals))
    said = f"{found.new} has {found.metric.full_name} {fixed(found.score, decimals)}, {side} {number:.12g}."
    better, worse_side = ("Higher", "<") if found.metric.higher_is_better else ("Lower", ">")
    asks_for_worse = is_met and comparison.startswith(worse_side)
    return f"{said} {better} {found.metric.full_name} is better." if asks_for_worse else said


def check_was_not_run(found: CheckEvidence) -> str:
    """Return why a check was not run on the new output, and what is needed to run it."""
    advice = " Give it: --source SRC on the command line, source= in Python." if found.lacks_source else ""
    return f"The check {found.check} was not run: {found.reason}.{advice}"


def no_reference_was_checked(found: CheckEvidence) -> str:
    """Return that no reference shows how often a check finds something in good texts."""
    return (
        f"The check {found.check} could not be run on any reference. Give a second reference, if it needs one, or a"
        f" number of segments: 'check:{found.check} == 0'."
    )


def findings_against(
    found: CheckEvidence, comparison: str, number: float | None, is_percentage: bool, is_met: bool
) -> str:
    """Return in how many segments of the new output a check found something, and on which side of the bound this is.

    Without a number the bound is the highest rate of a reference.
    """
    assert found.found is not None
    rate = found.found
    side, worst = SIDES[comparison][not is_met], found.worst_reference
    share, caveat = _percents(rate, 0.0), ""
    if number is None and worst is not None:
        most = found.references[worst]
        share, bound = _percents(rate, 100 * most.rate), f"the {_percents(most, 100 * rate.rate)} % of {worst}"
        if len(found.references) > 1:
            bound += ", the highest rate of a reference"
        else:
            caveat = f" {ONE_REFERENCE}"
    elif is_percentage and number is not None:
        share, bound = _percents(rate, number), f"{number:.12g} %"
    else:
        bound = f"{number:.12g}"
    counts = f"{rate.segments_found:,} of {counted(rate.segments, 'segment')} of {found.new}"
    return f"The check {found.check} found something in {counts} ({share} %), {side} {bound}.{caveat}"


def no_terms(found: TermEvidence) -> str:
    """Return why the terms of the new output are not known."""
    if found.counts is None:
        return found.reason
    return "The source has no term of the glossary, so the rule cannot be judged."


def no_reference_of_terms() -> str:
    """Return that no reference shows how many terms a good text has."""
    return "No reference says which share of terms is to be expected. Give one, or a number: 'terms >= 90 %'."


def terms_against(found: TermEvidence, comparison: str, number: float | None, is_met: bool) -> str:
    """Return how many terms the new output has, and on which side of the bound this is.

    Without a number the bound is the largest share of a reference.
    """
    assert found.counts is not None
    counts, best = found.counts, found.best_reference
    side = SIDES[comparison][not is_met]
    share = counts.percent(counts.found[-1])
    if number is None and best is not None:
        of_best = found.references[best]
        ceiling = of_best.percent(of_best.found[-1])
        written = decimals_beside(share, ceiling, DECIMALS)
        bound = f"the {decimals_beside(ceiling, share, DECIMALS)} % of {best}"
    else:
        written, bound = decimals_beside(share, number or 0.0, DECIMALS), f"{number:.12g} %"
    have = f"{found.new} has {counts.found[-1]:,} of {counted(counts.asked, 'term')} of the glossary ({written} %"
    return f"{have}, by {found.tier}), {side} {bound}.{_ceiling(found) if number is not None else ''}"


def _ceiling(found: TermEvidence) -> str:
    """Return how many terms the best reference has, about the most to expect; empty without a reference."""
    best = found.best_reference
    if best is None:
        return ""
    counts = found.references[best]
    return f" {best} has {fixed(counts.percent(counts.found[-1]), DECIMALS)} %."


def _percents(rate: FlagRate, other: float) -> str:
    """Return the rate as a percentage, with enough decimals to show on which side of another percentage it is."""
    written = decimals_beside(100 * rate.rate, other, DECIMALS)
    return decimals_beside(100 * rate.rate, 0.0, DECIMALS) if rate.segments_found and not float(written) else written


def _count_decimals(written: str) -> int:
    return len(written.partition(".")[2])


def _margin_phrase(found: MetricEvidence, what: str, margin: float) -> str:
    return f"{found.new} {what} than {found.baseline} by {margin:g} {unit(found.metric)}"


def _numbers(found: MetricEvidence, margin: float) -> tuple[str, str, str, str]:
    """Return the difference with its interval, the end that counts, the side on which it must be, and the bound."""
    higher = found.metric.higher_is_better
    bound = -margin if higher else margin
    low, high = found.interval
    ends = [value for value in (low, high, found.difference) if not math.isnan(value) and value != bound]
    decimals = max(
        (_count_decimals(decimals_beside(value, bound, found.metric.decimals)) for value in ends),
        default=found.metric.decimals,
    )
    difference = signed(_difference(found, bound), decimals=decimals)
    numbers = f"the difference is {difference} ({interval_words(low, high, decimals)})"
    written = signed(bound, decimals=max(found.metric.decimals, _count_decimals(f"{margin:g}")))
    return numbers, *(("lower", "above") if higher else ("upper", "below")), written


def _difference(found: MetricEvidence, bound: float) -> float:
    """Return the difference of the printed scores, or the exact one where it is on the other side of the bound."""
    exact = found.difference
    printed = printed_difference(found.score, found.baseline_score, found.metric.decimals)
    return printed if (printed > bound, printed < bound) == (exact > bound, exact < bound) else exact


def _lead(found: MetricEvidence) -> str:
    decimals = found.metric.decimals
    size = write_size(printed_difference(found.score, found.baseline_score, decimals), decimals=decimals)
    first, second = (fixed(score, decimals) for score in (found.score, found.baseline_score))
    interval = interval_words(*found.interval, decimals)
    ahead = f"{found.new} is ahead of {found.baseline} by {size} {unit(found.metric)}"
    return f"{ahead}: {first} against {second}, {interval}.{_lower(found)}"


def _verdict(found: MetricEvidence) -> str:
    assert found.verdicts is not None
    assert found.baseline is not None
    return describe_verdict(found.verdicts, found.new, found.baseline)


def _lower(found: MetricEvidence) -> str:
    """Return which direction of the metric is better, where lower is; else an empty string."""
    said = lower_is_better_sentence(found.metric)
    return "" if said is None else f" {said}"


def _needed_units_sentence(found: MetricEvidence, needed: float) -> str:
    """Return how many segments, or documents, would be enough."""
    if math.isnan(needed):
        return f"A test takes at least {LEAST_UNITS} {found.unit}s; you have {found.n_units:,}."
    return f"{needed_sentence(needed, found.n_units, found.unit)} {power_note(found.unit, is_corrected=False)}"
