"""One pair of systems in words: its difference, what lies behind its p-value, and what other metrics say."""

import math
from collections.abc import Sequence

import numpy as np

from ...output.numbers import LEVEL, counted, fixed, printed_difference, probability, signed, significant, write_size
from ...output.sentence import (
    Said,
    Sentence,
    Statement,
    Strong,
    join_sentences,
    lines,
    minus,
    name_list,
    sentence,
    stated,
)
from ...significance import LEAST_UNITS, SEGMENT, TOGETHER, Comparisons, Power, monte_carlo_interval, run_error
from ...significance.corrections import CORRECTION_NAMES
from ..comparison import Pair, better_of
from ..pair import REMOVAL_TRIALS, PairByMetrics, PairEvidence
from . import method_words as words
from .verdict_words import SIGNIFICANT, SURE_INTERVAL, significantly


def p_value_meaning(test: str, runs: bool = False, unit: str = SEGMENT) -> str:
    """What the p-value of this test, one of ``TESTS``, says and what it does not: Markdown."""
    denied = "\n".join(f"- {said}" for said in words.what_p_does_not_say(test, runs, unit))
    return f"**What it says.** {words.null_hypothesis_words(test, unit)}\n\n**What it does not say.**\n{denied}"


def verdict_statement(corrected: Comparisons, pair: Pair) -> Statement:
    """By how much one is better than the other, and whether the two differ significantly."""
    a, b = (corrected.index(name) for name in pair)
    score = float(corrected.tested.scores[a])
    difference = score - float(corrected.tested.scores[b])
    printed = printed_difference(score, float(corrected.tested.scores[b]), corrected.metric.decimals)
    label, adjusted = corrected.metric.full_name, float(corrected.p_adjusted[a, b])
    decimals, (low, high) = corrected.metric.decimals, corrected.bootstrap.difference_interval(*pair)
    if math.isnan(difference):
        undefined = "The {} of {} or of {} is not defined, so there is no difference to test."
        return stated(sentence(undefined, label, *map(Strong, pair)))
    who = better_of(corrected.metric, difference, pair)
    if who is None:
        said = sentence("{} and {} are level at {} {}", *map(Strong, pair), label, Strong(fixed(score, decimals)))
    else:
        other = pair[1] if who == pair[0] else pair[0]
        large = Strong(write_size(printed, decimals=decimals))
        unit = words.unit(corrected.metric)
        said = sentence("{} is better than {} by {} {}", Strong(who), Strong(other), large, unit)
    conjunction = "and" if who is None or corrected.differ[a, b] else "but"
    return stated(
        sentence("{}, {} the two {}.", said, conjunction, significantly(bool(corrected.differ[a, b]))),
        sentence(
            "{} = {}, {}. p {}, adjusted p {}. {} p is not the probability that the two are alike.",
            minus(pair),
            signed(printed, decimals=decimals),
            words.interval_words(low, high, decimals),
            probability(corrected.p_values[a, b]),
            probability(adjusted),
            SIGNIFICANT,
        ),
    )


def p_value_statement(corrected: Comparisons, pair: Pair, evidence: PairEvidence, test: str) -> Statement:
    """The pair's own p-value with its numbers put in, its Monte Carlo error, and p corrected for all pairs."""
    trials, count = corrected.tested.trials, int(evidence.as_large.sum())
    p = probability(float(corrected.p_of(np.array((count + 1) / (trials + 1)))))
    difference = float(np.subtract(*(corrected.tested.scores[corrected.index(name)] for name in pair)))
    alone = "" if corrected.n_adjusted == 1 else " for this pair alone"
    swaps = test == "ar" and corrected.exchange == TOGETHER
    few = words.few_differ(evidence.n_different, corrected.unit) if swaps else None
    return lines(
        _as_large(count, trials, write_size(difference, decimals=corrected.metric.decimals), test)
        + _undefined(evidence, test),
        few,
        _formula(corrected, count, p, alone),
        _monte_carlo(corrected, count, test),
        _corrected(corrected, pair, test),
        words.exchanged(corrected),
    )


def _formula(corrected: Comparisons, count: int, p: str, alone: str) -> Sentence:
    """The p-value with its numbers put in; the bootstrap's grows where few segments are drawn."""
    trials = corrected.tested.trials
    share = sentence("(c + 1) / (R + 1) = ({:,} + 1) / ({:,} + 1)", count, trials)
    if corrected.test == "ar":
        return sentence("p = {} = {}{}", share, Strong(p), alone)
    drawn = probability((count + 1) / (trials + 1))
    return sentence(
        "{} = {}; as only {} are drawn, p = {}{} (Student’s t for the normal distribution)",
        share,
        drawn,
        counted(corrected.n_units, corrected.unit),
        Strong(p),
        alone,
    )


def _corrected(corrected: Comparisons, pair: Pair, test: str) -> Sentence:
    """The p-value on which the verdict stands: its correction, its trials and their Monte Carlo error."""
    place = corrected.index(pair[0]), corrected.index(pair[1])
    p, further = Strong(probability(corrected.p_adjusted[place])), corrected.further
    said = sentence("{} {}", _correction(corrected), p)
    if further is None:
        return said + "."
    low, high = (probability(end[place]) for end in (further.low, further.high))
    drawn = f"{int(further.trials[place]):,} {words.DRAWS[test]}"
    between = sentence(
        "{} by {}; with all possible ones it would lie between {} and {} ({}).", said, drawn, low, high, SURE_INTERVAL
    )
    if corrected.n_adjusted > 1 and further.trials[place] > corrected.tested.trials:
        own = Strong(probability(corrected.p_values[place]))
        between = sentence("More were drawn: by {} p is {} for this pair alone. {}", drawn, own, between)
    is_open = further.low[place] <= LEVEL < further.high[place]
    return between + (f" That holds {LEVEL}, so these trials do not decide." if is_open else "")


def _correction(corrected: Comparisons) -> str:
    """The beginning of a sentence that ends with the p-value."""
    if corrected.n_tested < 2:
        return "One pair, nothing to correct for: p is"
    if corrected.n_adjusted < 2:
        return "Not corrected for other pairs: p is"
    return f"Corrected for all {corrected.n_adjusted:,} pairs ({CORRECTION_NAMES[corrected.correction]}), p is"


def _as_large(count: int, trials: int, difference: str, test: str) -> Sentence:
    """What c is, of R."""
    shuffled = "the difference is at least as large as the one seen, {}, in either direction"
    resampled = (
        "the difference is at least as far from the mean of all resamples as the observed one is from 0, {}, on either"
        " side"
    )
    what = (shuffled if test == "ar" else resampled).format(difference)
    return sentence("In {} of {:,} {} {}.", Strong(f"{count:,}"), trials, words.DRAWS[test], what)


def from_run_to_run(corrected: Comparisons, pair: Pair) -> Statement | None:
    """Compares the difference with how much scores vary from run to run, which p ignores; None without runs."""
    if not corrected.runs:
        return None
    a, b = (corrected.runs[corrected.index(name)] for name in pair)
    error, difference = run_error(a, b), abs(a.mean - b.mean)
    if math.isnan(error):
        return lines(f"{words.AS_THEY_ARE} Of a system with a single run it cannot be said how far.")
    compared: Said = (
        "is more than twice that."
        if difference > 2 * error
        else sentence("is no more than twice that: {}, however small p is.", Strong("other runs might turn it round"))
    )
    said = "{} From run to run the difference of both means, {}, has a standard error of {}; it {}"
    sizes = (write_size(value, decimals=corrected.metric.decimals) for value in (difference, error))
    return lines(sentence(said, words.AS_THEY_ARE, *sizes, compared))


def _monte_carlo(corrected: Comparisons, count: int, test: str) -> str:
    trials = corrected.tested.trials
    low, high = map(probability, corrected.p_of(np.array(monte_carlo_interval(count, trials))).tolist())
    return (
        f"Monte Carlo error: with all possible {words.DRAWS[test]} in place of {trials:,}, this p would lie between"
        f" {low} and {high} (95 % Clopper-Pearson interval)."
    )


def _undefined(evidence: PairEvidence, test: str) -> str:
    undefined = int(np.isnan(evidence.null).sum())
    return f" Of {undefined:,} {words.DRAWS[test]} a score is not defined; they count as large." if undefined else ""


def resampling(corrected: Comparisons, pair: Pair, evidence: PairEvidence) -> Statement:
    """The interval of the difference and how often the first of the pair is better."""
    unit = corrected.unit
    if corrected.n_units < 2:
        return lines(words.of_one(unit))
    low, high = corrected.bootstrap.difference_interval(*pair)
    rounding, decimals = corrected.metric.rounding, corrected.metric.decimals
    holds = "holds" if low <= rounding and high >= -rounding else "does not hold"
    first, share = Strong(pair[0]), Strong(f"{fixed(100 * evidence.share_better, 1)} %")
    interval = "The 95 % interval of {}: {} to {}. It {} 0."
    return lines(
        sentence("{} is better in {} of {:,} resamples of the {}s.", first, share, len(evidence.sampled), unit),
        words.no_interval(corrected)
        or sentence(interval, minus(pair), *(Strong(signed(end, decimals=decimals)) for end in (low, high)), holds),
        sentence(
            "It shows how much the difference hangs on which {}s were chosen. The share is not the probability that {}"
            " is the better system.",
            unit,
            first,
        ),
    )


def power(corrected: Comparisons, found: Power, adjusted: Power | None = None) -> Statement:
    """The smallest difference that would be found, and how many segments, or documents, the observed one needs.

    ``adjusted`` is the same at the level after Bonferroni's correction.
    """
    n_units, drawn = corrected.n_units, corrected.unit
    if n_units < LEAST_UNITS:
        return lines(
            f"With {counted(n_units, drawn)} no difference can be found, however large: p ≤ {LEVEL} takes at"
            f" least {LEAST_UNITS}."
        )
    if not found.standard_error > corrected.metric.rounding:
        return stated(
            "", f"The difference is the same in every resample, so nothing can be said of how many {drawn}s it takes."
        )
    chance, unit = f"{fixed(100 * found.power, 0)} %", words.unit(corrected.metric)
    decimals = corrected.metric.decimals
    smallest = Strong(write_size(found.detectable, decimals=decimals))
    detectable = (
        "On {:,} {}s like these a true difference of {} {} would be found in {} of all cases (p ≤ {}), a"
        " smaller one less often."
    )
    return lines(
        sentence(detectable, n_units, drawn, smallest, unit, chance, found.level),
        _needed(corrected, found, chance),
        _estimated(adjusted, unit, drawn, decimals),
        f"More {drawn}s do not make up for what differs from run to run." if corrected.runs else None,
    )


def _estimated(adjusted: Power | None, unit: str, drawn: str, decimals: int) -> str:
    by = "By the normal approximation, for one pair without correction. The difference seen is itself uncertain."
    if adjusted is None:
        return by
    needed = adjusted.needed_units
    units = "" if math.isinf(needed) else f" and {counted(round(needed), drawn)}"
    detectable = f"{write_size(adjusted.detectable, decimals=decimals)} {unit}{units}"
    return f"{by} With the strictest correction, p ≤ {significant(adjusted.level, 2)}, it is {detectable}."


def _needed(corrected: Comparisons, found: Power, chance: str) -> Said:
    needed, n_units, drawn = found.needed_units, corrected.n_units, corrected.unit
    if math.isinf(needed):
        return f"The difference seen is 0: no number of {drawn}s would show it."
    compared = "there are as many as that" if needed <= n_units else f"{needed / n_units:,.1f} times as many"
    said = "For a true difference as large as the one seen, {}, it takes about {} for {}: {}."
    difference = write_size(found.difference, decimals=corrected.metric.decimals)
    return sentence(said, difference, Strong(counted(round(needed), drawn)), chance, compared)


def removed(lead: str | None, evidence: PairEvidence, corrected: Comparisons) -> Statement:
    """How many of the most helpful segments, or documents, carry the ``lead``, the better system of the pair."""
    found, unit = evidence.removal, corrected.unit
    if lead is None:
        return lines(f"Neither is better, so no {unit} carries a lead.")
    how = f"p here: approximate randomization, {min(len(evidence.null), REMOVAL_TRIALS):,} shuffles, not adjusted"
    how += f"; a {unit} is swapped with all its runs." if corrected.runs else "."
    before, after = probability(found.p_value), probability(found.p_value_after)
    if not found.needed:
        begun = "The lead of {} is not significant to begin with (p {}), so there is nothing to remove."
        return lines(sentence(begun, Strong(lead), before), how)
    without = sentence(
        "Without the {} {} most ({} % of {:,}) {}, and the difference, first − second, is {}.",
        Strong(f"{unit} that helps" if found.needed == 1 else f"{found.needed:,} {unit}s that help"),
        Strong(lead),
        fixed(100 * found.needed / corrected.n_units, 1),
        corrected.n_units,
        "no score is left" if math.isnan(found.p_value_after) else f"p rises from {before} to {after}",
        signed(found.difference_after),
    )
    return lines(
        without,
        f"Such a number always exists. A small one says: read these {unit}s before you trust the lead. It is no reason"
        f" to drop them. {how}",
    )


def metrics(summary: PairByMetrics, pair: Pair) -> Statement:
    """Where metrics agree and where not."""
    n_metrics, decided = len(summary.metrics), dict[str, list[str]]()
    undecided: list[tuple[str, str | None]] = []
    for metric, found in zip(summary.metrics, summary.pairs, strict=True):
        who = better_of(metric, found.difference, pair)
        if who is not None and found.p_value <= LEVEL:
            decided.setdefault(who, []).append(metric.full_name)
        else:
            undecided.append((metric.full_name, who))
    parts = [
        sentence("{} for {}", name_list(decided[name], n_metrics), Strong(name)) for name in pair if name in decided
    ]
    if undecided:
        parts.append(sentence("{} undecided", name_list([label for label, _ in undecided], n_metrics)))
    agreement = _agreement(len(decided), bool(undecided))
    return stated(sentence("{}: {}.", agreement, join_sentences("; ", parts)), _leaning(undecided, pair))


def _agreement(n_sides: int, undecided: bool) -> str:
    if n_sides > 1:
        return "Metrics disagree"
    if not n_sides:
        return "No metric decides"
    return "Metrics that decide agree" if undecided else "All metrics agree"


def _leaning(undecided: Sequence[tuple[str, str | None]], pair: Pair) -> Sentence:
    """What is meant by it, and where those without a decision lean."""
    decided = sentence("Decided is what has p ≤ {}, uncorrected.", LEVEL)
    parts = []
    for name, said in ((pair[0], Strong(pair[0])), (pair[1], Strong(pair[1])), (None, "neither")):
        if labels := [label for label, who in undecided if who == name]:
            parts.append(sentence("{} to {}", name_list(labels, len(labels)), said))
    leaning = sentence(" The undecided lean, not surely: {}.", join_sentences("; ", parts)) if parts else ""
    return decided + leaning
