"""Sentences on one pair of systems: its difference, what is behind its p-value, and what other metrics show."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ...output.numbers import LEVEL, counted, fixed, printed_difference, probability, signed, significant, write_size
from ...output.sentence import (
    Sentence,
    SentenceText,
    Statement,
    Strong,
    difference_name,
    join_sentences,
    lines,
    make_statement,
    name_list,
    sentence,
)
from ...significance import (
    MIN_UNITS,
    SEGMENT,
    TOGETHER,
    Comparisons,
    Power,
    Randomization,
    monte_carlo_interval,
    run_error,
)
from ...significance.verdicts import SURE
from ..bleu_difference import QuotesOfLead
from ..comparison import ComparisonResult, Pair, better_system
from ..pair import REMOVAL_TRIALS, PairEvidence
from . import method_words as words
from .verdict_words import SIGNIFICANT, SURE_INTERVAL, significance_phrase


def p_value_meaning(test: str, runs: bool = False, unit: str = SEGMENT) -> str:
    """Return in Markdown what the p-value of a test, one of ``TESTS``, says and what it does not say."""
    denied = "\n".join(f"- {misunderstanding}" for misunderstanding in words.what_p_does_not_say(test, runs, unit))
    return f"**What it says.** {words.null_hypothesis_words(test, unit)}\n\n**What it does not say.**\n{denied}"


def verdict_statement(corrected: Comparisons, pair: Pair) -> Statement:
    """Return which system is ahead and by how much, and whether the two differ significantly."""
    a, b = (corrected.index(name) for name in pair)
    score = float(corrected.tested.scores[a])
    difference = score - float(corrected.tested.scores[b])
    printed = printed_difference(score, float(corrected.tested.scores[b]), corrected.metric.decimals)
    label, adjusted = corrected.metric.full_name, float(corrected.p_adjusted[a, b])
    decimals, (low, high) = corrected.metric.decimals, corrected.bootstrap.difference_interval(*pair)
    if math.isnan(difference):
        undefined = "{} is not defined for {} or {}, so there is no difference to test."
        return make_statement(sentence(undefined, label, *map(Strong, pair)))
    leader = better_system(corrected.metric, difference, pair)
    if leader is None:
        opening = sentence("{} and {} tie at {} {}", *map(Strong, pair), label, Strong(fixed(score, decimals)))
    else:
        other = pair[1] if leader == pair[0] else pair[0]
        large = Strong(write_size(printed, decimals=decimals))
        unit = words.unit(corrected.metric)
        opening = sentence("{} is ahead of {} by {} {}", Strong(leader), Strong(other), large, unit)
    conjunction = "and" if leader is None or corrected.differ[a, b] else "but"
    return make_statement(
        sentence("{}, {} the two {}.", opening, conjunction, significance_phrase(bool(corrected.differ[a, b]))),
        sentence(
            "{} = {}, {}. p = {}{}. {} p is not the probability that the two are equal.",
            difference_name(pair),
            signed(printed, decimals=decimals),
            f"{words.interval_words(low, high, decimals)}{' (not corrected)' if corrected.n_adjusted > 1 else ''}",
            probability(adjusted),
            _correction_and_own_p(corrected, (a, b)),
            SIGNIFICANT,
        ),
    )


def _correction_and_own_p(corrected: Comparisons, place: tuple[int, int]) -> str:
    """Return the words after the p-value: its correction, and the p-value without it; empty for a single pair."""
    phrase = words.correction_phrase(corrected)
    if corrected.n_adjusted < 2:
        return phrase and f", {phrase}"
    return f", {phrase}; {probability(corrected.p_values[place])} without correction"


def plain_quotes_statement(lead: QuotesOfLead, pair: Pair) -> Statement:
    """Return the lead of the pair's first system with quotation marks of one kind, and its p-value."""
    difference = Strong(signed(lead.difference(pair)))
    template = "With quotation marks made alike: {} BLEU points, p = {}."
    return make_statement(sentence(template, difference, probability(lead.p)))


def p_value_statement(corrected: Comparisons, pair: Pair, evidence: PairEvidence, test: str) -> Statement:
    """Return how often chance gives as large a difference, and the p-value corrected for all pairs."""
    count, trials = _trial_counts(corrected, pair, evidence)
    difference = printed_difference(*_scores(corrected, pair), corrected.metric.decimals)
    swaps = test == "ar" and corrected.exchange == TOGETHER
    caution = words.too_few_different_units(evidence.n_different, corrected.unit) if swaps else None
    n_drawn = len(evidence.null)
    return lines(
        _count_of_larger_differences(count, trials, write_size(difference, decimals=corrected.metric.decimals), test)
        + (f" The chart shows {n_drawn:,} {words.DRAWS[test]}." if n_drawn != trials else "")
        + _undefined_trials_sentence(evidence, test),
        caution,
        _corrected_p_sentence(corrected, pair, test),
        words.shuffling_of_runs_sentence(corrected),
    )


def p_value_formula(corrected: Comparisons, pair: Pair, evidence: PairEvidence, test: str) -> Statement:
    """Return the formula of the pair's own p-value with its numbers put in, and the Monte Carlo error."""
    count, trials = _trial_counts(corrected, pair, evidence)
    return lines(_formula(corrected, count, trials), _monte_carlo(corrected, count, trials, test))


def _trial_counts(corrected: Comparisons, pair: Pair, evidence: PairEvidence) -> tuple[int, int]:
    """Return how many trials have as large a difference, and how many trials there are, as the verdict uses them."""
    if corrected.further is None:
        return int(evidence.as_large.sum()), corrected.tested.trials
    place = corrected.index(pair[0]), corrected.index(pair[1])
    return int(corrected.further.counts[place]), int(corrected.further.trials[place])


def _scores(corrected: Comparisons, pair: Pair) -> tuple[float, float]:
    first, second = (float(corrected.tested.scores[corrected.index(name)]) for name in pair)
    return first, second


def _formula(corrected: Comparisons, count: int, trials: int) -> Sentence:
    """Return the formula of the p-value with its numbers put in; the bootstrap's p is larger where segments are few."""
    p = probability(float(corrected.p_values_of_shares(np.array((count + 1) / (trials + 1)))))
    alone = "" if corrected.n_adjusted == 1 else " without correction"
    share = sentence("(c + 1) / (R + 1) = ({:,} + 1) / ({:,} + 1)", count, trials)
    if corrected.test == "ar":
        return sentence("p = {} = {}{}", share, Strong(p), alone)
    quotient = probability((count + 1) / (trials + 1))
    return sentence(
        "{} = {}; because only {} are drawn, p = {}{} (Student’s t instead of the normal distribution)",
        share,
        quotient,
        counted(corrected.n_units, corrected.unit),
        Strong(p),
        alone,
    )


def _corrected_p_sentence(corrected: Comparisons, pair: Pair, test: str) -> Sentence:
    """Return the p-value on which the verdict is based: its correction, its trials and their Monte Carlo error."""
    place = corrected.index(pair[0]), corrected.index(pair[1])
    p, further = Strong(probability(corrected.p_adjusted[place])), corrected.further
    statement = sentence("{} {}", _correction(corrected), p)
    if further is None:
        return statement + "."
    low, high = (probability(end[place]) for end in (further.low, further.high))
    draws = f"{int(further.trials[place]):,} {words.DRAWS[test]}"
    between = sentence(
        "{} from {}. With all possible ones it would be between {} and {} ({}).",
        statement,
        draws,
        low,
        high,
        SURE_INTERVAL,
    )
    is_open = further.low[place] <= LEVEL < further.high[place]
    return between + (
        f" This interval contains {LEVEL}, so these {words.DRAWS[test]} do not settle it." if is_open else ""
    )


def _correction(corrected: Comparisons) -> str:
    """Return the beginning of a sentence that ends with the corrected p-value."""
    phrase = words.correction_phrase(corrected)
    return f"{phrase[0].upper()}{phrase[1:]}, p is" if phrase else "For a single pair there is nothing to correct: p is"


def _count_of_larger_differences(count: int, trials: int, difference: str, test: str) -> Sentence:
    """Return in how many of the trials the difference is at least as large: c of R in the formula."""
    shuffled = "the difference is at least as large as the measured one, {}, in either direction"
    resampled = (
        "the difference is at least as far from the mean of all resamples as the measured one, {}, is from 0, in either"
        " direction"
    )
    outcome = (shuffled if test == "ar" else resampled).format(difference)
    return sentence("In {} of {:,} {} {}.", Strong(f"{count:,}"), trials, words.DRAWS[test], outcome)


def run_variation_statement(corrected: Comparisons, pair: Pair) -> Statement | None:
    """Return whether other runs might reverse the difference, which p ignores; None without runs."""
    if not corrected.runs:
        return None
    a, b = (corrected.runs[corrected.index(name)] for name in pair)
    error, difference = run_error(a, b), abs(a.mean - b.mean)
    if math.isnan(error):
        return lines(f"{words.AS_THEY_ARE} For a system with a single run this is not known.")
    compared: SentenceText = (
        "is more than twice as large."
        if difference > 2 * error
        else sentence("is at most twice as large: {}, however small p is.", Strong("other runs might reverse it"))
    )
    template = "{} The difference of the two means, {}, has a standard error of {} from run to run; it {}"
    sizes = (write_size(value, decimals=corrected.metric.decimals) for value in (difference, error))
    return lines(sentence(template, words.AS_THEY_ARE, *sizes, compared))


def _monte_carlo(corrected: Comparisons, count: int, trials: int, test: str) -> str:
    low, high = map(
        probability, corrected.p_values_of_shares(np.array(monte_carlo_interval(count, trials, SURE))).tolist()
    )
    return (
        f"Monte Carlo error: with all possible {words.DRAWS[test]} instead of {trials:,}, this p would lie between"
        f" {low} and {high} ({SURE_INTERVAL}, Clopper-Pearson)."
    )


def _undefined_trials_sentence(evidence: PairEvidence, test: str) -> str:
    undefined = int(np.isnan(evidence.null).sum())
    return f" In {undefined:,} {words.DRAWS[test]} a score is not defined; they count as large." if undefined else ""


def resampling_statement(corrected: Comparisons, pair: Pair, evidence: PairEvidence) -> Statement:
    """Return the interval of the difference, and how often the first system of the pair is better in resamples."""
    unit = corrected.unit
    if corrected.n_units < 2:
        return lines(words.no_interval_of_one_unit(unit))
    low, high = corrected.bootstrap.difference_interval(*pair)
    rounding, decimals = corrected.metric.rounding, corrected.metric.decimals
    holds = "contains" if low <= rounding and high >= -rounding else "does not contain"
    first, share = Strong(pair[0]), Strong(f"{fixed(100 * evidence.share_better, 1)} %")
    interval = "The 95 % interval of {} is {} to {}. It {} 0."
    return lines(
        sentence("{} is better in {} of {:,} resamples of the {}s.", first, share, len(evidence.sampled), unit),
        words.no_interval(corrected)
        or sentence(interval, difference_name(pair), *map(Strong, words.interval_ends(low, high, decimals)), holds),
        sentence(
            "This shows how much the difference depends on the choice of {}s. The share is not the probability that {}"
            " is the better system.",
            unit,
            first,
        ),
    )


def power_statement(
    corrected: Comparisons, power: Power, adjusted: Power | None = None, is_significant: bool = False
) -> Statement:
    """Return the smallest difference that can be shown, and how many segments, or documents, the measured one needs.

    ``adjusted`` is the power at the level after Bonferroni's correction; None for a single comparison. For a difference
    that ``is_significant``, the number needed is that of a new test set.
    """
    n_units, test_unit = corrected.n_units, corrected.unit
    if n_units < MIN_UNITS:
        return lines(
            f"With {counted(n_units, test_unit)} no difference can be found, however large: p ≤ {LEVEL} takes at"
            f" least {MIN_UNITS}."
        )
    if not power.standard_error > corrected.metric.rounding:
        return make_statement("", "The difference is the same in every resample, so its power cannot be estimated.")
    used = power if adjusted is None else adjusted
    unit, decimals = words.unit(corrected.metric), corrected.metric.decimals
    detectable = "With {:,} {}s you can show a difference of {} {} or more with {} power at p ≤ {}{}."
    smallest = Strong(write_size(used.detectable, decimals=decimals))
    after = "" if adjusted is None else " after correction"
    share = f"{fixed(100 * used.power, 0)} %"
    return lines(
        sentence(detectable, n_units, test_unit, smallest, unit, share, LEVEL, after),
        _repeat_phrase(used, n_units, test_unit)
        if is_significant and used.needed_units > n_units
        else words.needed_sentence(used.needed_units, n_units, test_unit),
        _power_without_correction(power, unit, test_unit, decimals) if adjusted is not None else None,
        "These are estimates by the normal approximation, for a true difference as large as the measured one, which is"
        f" uncertain itself.{'' if adjusted is None else ' The correction is Bonferroni’s, the strictest.'}",
        f"More {test_unit}s do not make up for what differs from run to run." if corrected.runs else None,
    )


def _repeat_phrase(power: Power, n_units: int, test_unit: str) -> str:
    """Return how many segments, or documents, a new test set needs to show a difference that is significant here."""
    power_words, needed = f"{fixed(100 * power.power, 0)} % power", words.two_digits(power.needed_units)
    return (
        f"The difference is significant here. To find one as large in a new test set with {power_words}, that set would"
        f" need about {needed} {test_unit}s; this one has {n_units:,}."
    )


def _power_without_correction(power: Power, unit: str, test_unit: str, decimals: int) -> str:
    """Return the smallest difference and the number needed for one comparison without correction."""
    needed = "" if math.isinf(power.needed_units) else f" and about {words.two_digits(power.needed_units)} {test_unit}s"
    smallest = write_size(power.detectable, decimals=decimals)
    return f"For a single comparison without correction these numbers are {smallest} {unit}{needed}."


def lead_removal_statement(lead: str | None, evidence: PairEvidence, corrected: Comparisons, pair: Pair) -> Statement:
    """Return how many of the most helpful segments, or documents, carry the ``lead``, the better system of the pair."""
    removal, unit = evidence.removal, corrected.unit
    if lead is None:
        return lines(f"Neither system leads, so no {unit} carries a lead.")
    method_note = (
        f"p here: approximate randomization, {min(len(evidence.null), REMOVAL_TRIALS):,} shuffles, not corrected"
    )
    method_note += f"; a {unit} is swapped with all its runs." if corrected.runs else "."
    own = corrected.p_values[corrected.index(pair[0]), corrected.index(pair[1])]
    is_same_test = isinstance(corrected.tested, Randomization) and not corrected.runs
    before, after = probability(own if is_same_test else removal.p_value), probability(removal.p_value_after)
    if not removal.needed or (is_same_test and own > LEVEL):
        how_sure = "barely" if is_same_test and own <= LEVEL else "not"
        begun = "The lead of {} is {} significant to begin with (p = {}){}."
        one = _one_carries_most(evidence)
        then = (
            f": one {unit}, the first below, makes more than half of it" if one else ", so there is nothing to remove"
        )
        return lines(sentence(begun, Strong(lead), how_sure, before, then), method_note)
    opening = sentence(
        "Without the {} {} most ({} % of {:,}) {}, and the difference, first − second, is {}.",
        Strong(f"{unit} that helps" if removal.needed == 1 else f"{removal.needed:,} {unit}s that help"),
        Strong(lead),
        fixed(100 * removal.needed / corrected.n_units, 1),
        corrected.n_units,
        "no score is left" if math.isnan(removal.p_value_after) else f"p rises from {before} to {after}",
        signed(removal.difference_after),
    )
    return lines(
        opening,
        f"Such a number always exists. If it is small, read these {unit}s before you trust the lead; it is no reason to"
        f" drop them. {method_note}",
    )


def _one_carries_most(evidence: PairEvidence) -> bool:
    """Return whether the segment, or document, that moves the difference most makes more than half of it."""
    moves = np.nan_to_num(evidence.influence)
    largest = moves[np.abs(moves).argmax()]
    return bool(largest / evidence.power.difference > 0.5) if evidence.power.difference else False
