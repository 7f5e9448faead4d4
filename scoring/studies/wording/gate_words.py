"""Sentences of a gate on each rule: plain text with the numbers behind the result."""

import math

from ...output.numbers import counted, decimals_beside, fixed, printed_difference, signed, write_size
from ...significance import MIN_UNITS
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


def score_not_defined(evidence: MetricEvidence) -> str:
    """Return which of the outputs has no score."""
    scores = {evidence.new: evidence.score, evidence.baseline or "": evidence.baseline_score}
    names = " and ".join(name for name, score in scores.items() if name and math.isnan(score))
    return f"{evidence.metric.full_name} is not defined for {names}, so the rule cannot be judged."


def same_outputs(evidence: MetricEvidence, consequence: str) -> str:
    """Return that both outputs are the same text, and what follows for the rule."""
    return f"{evidence.new} and {evidence.baseline} are the same text in every segment, {consequence}."


def is_not_worse(evidence: MetricEvidence, margin: float) -> str:
    """Return the reason why the new output is not worse by the margin."""
    numbers, end, side, bound = _numbers(evidence, margin)
    opening = _margin_phrase(evidence, "is not worse", margin)
    return f"{opening}: {numbers}, and the {end} end is {side} {bound}.{_lower(evidence)}"


def may_be_worse(evidence: MetricEvidence, margin: float, needed: float) -> str:
    """Return why the new output may be worse by the margin, and how many segments would settle it."""
    numbers, end, side, bound = _numbers(evidence, margin)
    reason = "" if math.isnan(evidence.least_gain) else f", and the {end} end is not {side} {bound}"
    worse = _margin_phrase(evidence, "may be worse", margin)
    return f"{worse}: {numbers}{reason}.{_lower(evidence)} {_needed_units_sentence(evidence, needed)}"


def is_worse(evidence: MetricEvidence, margin: float) -> str:
    """Return by how much the new output is worse; this is the margin or more."""
    numbers, *_ = _numbers(evidence, margin)
    return f"{_margin_phrase(evidence, 'is worse', margin)} or more: {numbers}.{_lower(evidence)}"


def is_better(evidence: MetricEvidence) -> str:
    """Return by how much the new output is better, and how sure the lead is."""
    return f"{_lead(evidence)} {_verdict(evidence)}"


def may_be_better(evidence: MetricEvidence, needed: float) -> str:
    """Return why the lead of the new output is not sure, and how many segments would settle it."""
    return f"{_lead(evidence)} {_verdict(evidence)} {_needed_units_sentence(evidence, needed)}"


def is_not_better(evidence: MetricEvidence) -> str:
    """Return that the new output's score is the same as the baseline's, or worse."""
    numbers, *_ = _numbers(evidence, 0.0)
    claim = f"{evidence.new} is not better than {evidence.baseline}"
    return f"{claim} by {evidence.metric.full_name}: {numbers}.{_lower(evidence)}"


def score_against(evidence: MetricEvidence, comparison: str, number: float, is_met: bool) -> str:
    """Return the score of the new output, and on which side of the number it is."""
    side = SIDES[comparison][not is_met]
    decimals = evidence.metric.decimals
    if abs(evidence.score - number) > evidence.metric.rounding:
        decimals = _count_decimals(decimals_beside(evidence.score, number, decimals))
    statement = (
        f"{evidence.new} has {evidence.metric.full_name} {fixed(evidence.score, decimals)}, {side} {number:.12g}."
    )
    better, worse_side = ("Higher", "<") if evidence.metric.higher_is_better else ("Lower", ">")
    asks_for_worse = is_met and comparison.startswith(worse_side)
    return f"{statement} {better} {evidence.metric.full_name} is better." if asks_for_worse else statement


def check_was_not_run(evidence: CheckEvidence) -> str:
    """Return why a check was not run on the new output, and what is needed to run it."""
    advice = " Give it: --source SRC on the command line, source= in Python." if evidence.lacks_source else ""
    return f"The check {evidence.check} was not run: {evidence.reason}.{advice}"


def no_reference_was_checked(evidence: CheckEvidence) -> str:
    """Return that no reference shows how often a check finds something in good texts."""
    return (
        f"The check {evidence.check} could not be run on any reference. Give a second reference, if it needs one, or a"
        f" number of segments: 'check:{evidence.check} == 0'."
    )


def findings_against(
    evidence: CheckEvidence, comparison: str, number: float | None, is_percentage: bool, is_met: bool
) -> str:
    """Return in how many segments of the new output a check found something, and on which side of the bound this is.

    Without a number the bound is the highest rate of a reference.
    """
    assert evidence.rate is not None
    rate = evidence.rate
    side, worst = SIDES[comparison][not is_met], evidence.worst_reference
    share, caveat = _percents(rate, 0.0), ""
    if number is None and worst is not None:
        highest_rate = evidence.references[worst]
        share, bound = (
            _percents(rate, 100 * highest_rate.rate),
            f"the {_percents(highest_rate, 100 * rate.rate)} % of {worst}",
        )
        if len(evidence.references) > 1:
            bound += ", the highest rate of a reference"
        else:
            caveat = f" {ONE_REFERENCE}"
    elif is_percentage and number is not None:
        share, bound = _percents(rate, number), f"{number:.12g} %"
    else:
        bound = f"{number:.12g}"
    counts = f"{rate.segments_found:,} of {counted(rate.segments, 'segment')} of {evidence.new}"
    return f"The check {evidence.check} found something in {counts} ({share} %), {side} {bound}.{caveat}"


def no_terms(evidence: TermEvidence) -> str:
    """Return why the terms of the new output are not known."""
    if evidence.counts is None:
        return evidence.reason
    return "The source has no term of the glossary, so the rule cannot be judged."


def no_reference_of_terms() -> str:
    """Return that no reference shows how many terms a good text has."""
    return "No reference says which share of terms is to be expected. Give one, or a number: 'terms >= 90 %'."


def terms_against(evidence: TermEvidence, comparison: str, number: float | None, is_met: bool) -> str:
    """Return how many terms the new output has, and on which side of the bound this is.

    Without a number the bound is the largest share of a reference.
    """
    assert evidence.counts is not None
    counts, best = evidence.counts, evidence.best_reference
    side = SIDES[comparison][not is_met]
    share = counts.percent(counts.n_found[-1])
    if number is None and best is not None:
        of_best = evidence.references[best]
        ceiling = of_best.percent(of_best.n_found[-1])
        percents = decimals_beside(share, ceiling, DECIMALS)
        bound = f"the {decimals_beside(ceiling, share, DECIMALS)} % of {best}"
    else:
        percents, bound = decimals_beside(share, number or 0.0, DECIMALS), f"{number:.12g} %"
    of_terms = f"{counts.n_found[-1]:,} of {counted(counts.n_asked, 'term')} of the glossary"
    have = f"{evidence.new} has {of_terms} ({percents} %, by {evidence.tier})"
    return f"{have}, {side} {bound}.{_ceiling(evidence) if number is not None else ''}"


def _ceiling(evidence: TermEvidence) -> str:
    """Return how many terms the best reference has, about the most to expect; empty without a reference."""
    best = evidence.best_reference
    if best is None:
        return ""
    counts = evidence.references[best]
    return f" {best} has {fixed(counts.percent(counts.n_found[-1]), DECIMALS)} %."


def _percents(rate: FlagRate, other: float) -> str:
    """Return the rate as a percentage, with enough decimals to show on which side of another percentage it is."""
    percents = decimals_beside(100 * rate.rate, other, DECIMALS)
    return decimals_beside(100 * rate.rate, 0.0, DECIMALS) if rate.segments_found and not float(percents) else percents


def _count_decimals(number: str) -> int:
    return len(number.partition(".")[2])


def _margin_phrase(evidence: MetricEvidence, verdict: str, margin: float) -> str:
    return f"{evidence.new} {verdict} than {evidence.baseline} by {margin:g} {unit(evidence.metric)}"


def _numbers(evidence: MetricEvidence, margin: float) -> tuple[str, str, str, str]:
    """Return the difference with its interval, the end that counts, the side on which it must be, and the bound."""
    higher = evidence.metric.higher_is_better
    bound = -margin if higher else margin
    low, high = evidence.interval
    ends = [value for value in (low, high, evidence.difference) if not math.isnan(value) and value != bound]
    decimals = max(
        (_count_decimals(decimals_beside(value, bound, evidence.metric.decimals)) for value in ends),
        default=evidence.metric.decimals,
    )
    difference = signed(_difference(evidence, bound), decimals=decimals)
    numbers = f"the difference is {difference} ({interval_words(low, high, decimals)})"
    printed_bound = signed(bound, decimals=max(evidence.metric.decimals, _count_decimals(f"{margin:g}")))
    return numbers, *(("lower", "above") if higher else ("upper", "below")), printed_bound


def _difference(evidence: MetricEvidence, bound: float) -> float:
    """Return the difference of the printed scores, or the exact one where it is on the other side of the bound."""
    exact = evidence.difference
    printed = printed_difference(evidence.score, evidence.baseline_score, evidence.metric.decimals)
    return printed if (printed > bound, printed < bound) == (exact > bound, exact < bound) else exact


def _lead(evidence: MetricEvidence) -> str:
    decimals = evidence.metric.decimals
    size = write_size(printed_difference(evidence.score, evidence.baseline_score, decimals), decimals=decimals)
    first, second = (fixed(score, decimals) for score in (evidence.score, evidence.baseline_score))
    interval = interval_words(*evidence.interval, decimals)
    ahead = f"{evidence.new} is ahead of {evidence.baseline} by {size} {unit(evidence.metric)}"
    return f"{ahead}: {first} against {second}, {interval}.{_lower(evidence)}"


def _verdict(evidence: MetricEvidence) -> str:
    assert evidence.verdicts is not None
    assert evidence.baseline is not None
    return describe_verdict(evidence.verdicts, evidence.new, evidence.baseline)


def _lower(evidence: MetricEvidence) -> str:
    """Return which direction of the metric is better, where lower is; else an empty string."""
    note = lower_is_better_sentence(evidence.metric)
    return "" if note is None else f" {note}"


def _needed_units_sentence(evidence: MetricEvidence, needed: float) -> str:
    """Return how many segments, or documents, would be enough."""
    if math.isnan(needed):
        return f"A test takes at least {MIN_UNITS} {evidence.unit}s; you have {evidence.n_units:,}."
    return f"{needed_sentence(needed, evidence.n_units, evidence.unit)} {power_note(evidence.unit, is_corrected=False)}"
