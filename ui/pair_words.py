"""What is said of one pair of systems: sentences of HTML with their numbers. Names are users' text, escaped here."""

import math
from collections.abc import Sequence

import numpy as np

from scoring.formats.columns import counted
from scoring.metric import ROUNDING
from scoring.significance import (
    LEAST_SEGMENTS,
    LEVEL,
    Comparisons,
    Power,
    monte_carlo_interval,
    run_error,
    smallest_p,
)
from ui.differences import ONE_SEGMENT, bold, interval, minus, probability, signed, size, told_apart
from ui.highlight import page, text
from ui.significance import REMOVAL_TRIALS, AllPairs, ByMetric, Evidence, adjusted_with, better
from ui.significance_words import AS_THEY_ARE, CORRECTIONS, stated

DRAWS = {"ar": "shuffles", "bootstrap": "resamples"}
_SUPPOSED = {
    "ar": "Suppose that it did not matter which of the two systems wrote which output. p is how often chance alone"
    " would then give a difference at least as large as the one seen, in either direction.",
    "bootstrap": "Suppose that the two systems were equally good on all texts like these. p is how often as many"
    " segments, drawn by chance, would then show a difference at least as large as the one seen, in either direction.",
}
"""The null hypothesis of each test, and p."""
_SPOKEN_OF = {
    "ar": "It speaks of these segments: it shuffles their outputs, and draws no others.",
    "bootstrap": "It takes these segments as a sample of texts like them.",
}
_WHAT_P_SAYS = """
**What it says.** {supposed}

**What it does not say.**
- It is not the probability that the system that scores better is no better, nor that the result is wrong.
- It is not the size of the difference. With many segments a tiny difference is significant; read the interval.
- Not told apart does not mean equal: the test set may be too small to show the difference.
- It is not all that was tried. Of many pairs some look different by chance; the adjusted p takes care of the pairs
  here, not of other metrics, settings or test sets.
- {spoken_of} Of other texts, and of what a reader would prefer, it knows nothing.
- It is itself an estimate, from a limited number of random draws: the Monte Carlo error says how good it is, and
  another seed gives a slightly different value.
"""


def what_p_says(test: str, runs: bool = False) -> str:
    """What the p-value of this test, one of DRAWS, says and what it does not: Markdown."""
    said = _WHAT_P_SAYS.format(supposed=_SUPPOSED[test], spoken_of=_SPOKEN_OF[test])
    return said + "- It takes the runs of a system as they are, and says nothing of a new run.\n" if runs else said


def verdict(found: AllPairs, corrected: Comparisons, pair: tuple[str, str]) -> str:
    """By how much one is better than the other, and whether the two are told apart."""
    a, b = (corrected.systems.index(name) for name in pair)
    difference = float(corrected.tested.scores[a] - corrected.tested.scores[b])
    metric, first, second = corrected.metric, *map(bold, pair)
    label = text(metric.label)
    if math.isnan(difference):
        return stated(f"The {label} of {first} or of {second} is not defined, so there is no difference to test.")
    who = better(metric, difference, pair)
    if who is None:
        said = f"{first} and {second} are level at {label} <b>{corrected.tested.scores[a]:.2f}</b>"
    else:
        one, other = (first, second) if who == pair[0] else (second, first)
        said = f"{one} is better than {other} by <b>{size(difference)}</b> {label} points"
    joined = "and" if who is None or corrected.p_adjusted[a, b] <= LEVEL else "but"
    return stated(
        f"{said}, {joined} the two are {told_apart(corrected.p_adjusted[a, b])}.",
        f"{minus(pair)} = {signed(difference)}, {interval(*found.difference_intervals[a, b])}."
        f" p {probability(corrected.p_values[a, b])}, adjusted p {probability(corrected.p_adjusted[a, b])}."
        f" Told apart means adjusted p ≤ {LEVEL}. p is not the probability that the two are alike.",
    )


def p_value(corrected: Comparisons, pair: tuple[str, str], evidence: Evidence, test: str) -> str:
    """The p-value with its numbers put in, the correction, and the Monte Carlo error."""
    a, b = (corrected.systems.index(name) for name in pair)
    trials, count, draws = corrected.tested.trials, int(evidence.as_large.sum()), DRAWS[test]
    difference = size(corrected.tested.scores[a] - corrected.tested.scores[b])
    what = (
        f"In <b>{count:,}</b> of {trials:,} shuffles the difference is at least as large as the one seen, {difference},"
        " in either direction."
        if test == "ar"
        else f"In <b>{count:,}</b> of {trials:,} resamples the difference lies at least as far from the mean of"
        f" all resamples as the one seen lies from 0, {difference}, on either side."
    )
    n_pairs = corrected.n_tested
    adjusted = f"Adjusted for {n_pairs:,} pairs ({CORRECTIONS[corrected.correction]})"
    equation = (
        f"p = (c + 1) / (R + 1) = ({count:,} + 1) / ({trials:,} + 1) = <b>{probability(corrected.p_values[a, b])}</b>"
    )
    return _lines(
        what + _undefined(evidence, draws),
        _few_differ(evidence.n_different) if test == "ar" and corrected.exchange == "segments" else "",
        equation,
        f"{adjusted if n_pairs > 1 else 'One pair, nothing to adjust'}: {probability(corrected.p_adjusted[a, b])}.",
        _monte_carlo(corrected, pair, count, draws),
        _EXCHANGED[corrected.exchange] if corrected.runs and test == "ar" else "",
    )


def from_run_to_run(corrected: Comparisons, pair: tuple[str, str]) -> str:
    """How the difference compares with what differs from run to run, which p leaves out; "" without runs."""
    if not corrected.runs:
        return ""
    a, b = (corrected.runs[corrected.systems.index(name)] for name in pair)
    error, difference = run_error(a, b), abs(a.mean - b.mean)
    if math.isnan(error):
        return stated("", f"{AS_THEY_ARE} Of a system with a single run it cannot be said how far.")
    compared = (
        "is more than twice that"
        if difference > 2 * error
        else "is no more than twice that: <b>other runs might turn it round</b>, however small p is"
    )
    return stated(
        "",
        f"{AS_THEY_ARE} From run to run the difference of both means, {size(difference)}, has a standard error of"
        f" {size(error)}; it {compared}.",
    )


def _few_differ(n_segments: int) -> str:
    smallest = smallest_p(n_segments)
    if not n_segments or smallest <= LEVEL:
        return ""
    return (
        f"The two differ in only <b>{counted(n_segments, 'segment')}</b>, so p cannot be below about"
        f" {probability(smallest)}: too few to tell them apart."
    )


_EXCHANGED = {
    "segments": "Systems exchange all outputs of a segment together, so it does not matter how alike the runs of one"
    " system are.",
    "runs": "Each output of a segment is exchanged on its own, whoever's it is. The more alike the runs of one system"
    " are, the smaller that makes p, even where neither system is better.",
}


def _monte_carlo(corrected: Comparisons, pair: tuple[str, str], count: int, draws: str) -> str:
    trials = corrected.tested.trials
    low, high = monte_carlo_interval(count, trials)
    said = (
        f"Monte Carlo error: with all possible {draws} in place of {trials:,}, p would lie between {probability(low)}"
        f" and {probability(high)} (95 % Clopper-Pearson interval)."
    )
    least, most = (adjusted_with(corrected, pair, p) for p in (low, high))
    if least <= LEVEL < most:
        adjusted = "" if corrected.correction == "none" or corrected.n_tested == 1 else "the adjusted "
        said += f" There {adjusted}p crosses {LEVEL}: more trials may turn the verdict."
    return said


def _undefined(evidence: Evidence, draws: str) -> str:
    undefined = int(np.isnan(evidence.null).sum())
    return f" Of {undefined:,} {draws} a score is not defined; they count as large." if undefined else ""


def resampling(found: AllPairs, pair: tuple[str, str], evidence: Evidence) -> str:
    """The interval of the difference and how often the first of the pair is better."""
    a, b = (found.comparisons.systems.index(name) for name in pair)
    if found.comparisons.bootstrap.n_segments < 2:
        return _lines(ONE_SEGMENT)
    low, high = found.difference_intervals[a, b]
    crosses = low <= ROUNDING and high >= -ROUNDING
    return _lines(
        f"{bold(pair[0])} is better in <b>{100 * evidence.share_better:.1f} %</b> of {len(evidence.sampled):,}"
        " resamples of the segments.",
        f"The middle 95 % of {minus(pair)}: <b>{signed(low)}</b> to <b>{signed(high)}</b>."
        f" {'It holds 0' if crosses else 'It does not hold 0'}.",
        "It shows how much the difference hangs on which segments were chosen. The share is not the probability that"
        f" {bold(pair[0])} is the better system.",
    )


def power(found: Power, n_segments: int, adjusted: Power | None = None, runs: bool = False) -> str:
    """The smallest difference that would be found, and the segments that the one seen needs.

    ``adjusted`` is the same at the level that is left of it after Bonferroni's correction.
    """
    if n_segments < LEAST_SEGMENTS:
        return _lines(
            f"With {counted(n_segments, 'segment')} no difference can be found, however large: p ≤ {LEVEL} takes at"
            f" least {LEAST_SEGMENTS}."
        )
    if not found.standard_error > ROUNDING:
        return _lines(
            "The difference is the same in every resample, so nothing can be said of how many segments it takes."
        )
    chance = f"{100 * found.power:.0f} %"
    detectable = (
        f"On {n_segments:,} segments like these a true difference of <b>{size(found.detectable)}</b> points would be"
        f" found in {chance} of all cases (p ≤ {found.level}), a smaller one less often."
    )
    return _lines(
        detectable,
        _needed(found.difference, found.needed_segments, n_segments, chance),
        _estimated(adjusted),
        "More segments do not make up for what differs from run to run." if runs else "",
    )


def _estimated(adjusted: Power | None) -> str:
    by = "By the normal approximation, for one pair without correction. The difference seen is itself uncertain."
    if adjusted is None:
        return by
    needed = adjusted.needed_segments
    segments = "" if math.isinf(needed) else f" and {counted(round(needed), 'segment')}"
    detectable = f"{size(adjusted.detectable)} points{segments}"
    return f"{by} With the strictest correction, p ≤ {adjusted.level:.2g}, it is {detectable}."


def _needed(difference: float, needed: float, n_segments: int, chance: str) -> str:
    if math.isinf(needed):
        return "The difference seen is 0: no number of segments would show it."
    compared = "there are as many as that" if needed <= n_segments else f"{needed / n_segments:,.1f} times as many"
    return (
        f"For a true difference as large as the one seen, {size(difference)}, it takes about"
        f" <b>{counted(round(needed), 'segment')}</b> for {chance}: {compared}."
    )


def removed(lead: str | None, evidence: Evidence, n_segments: int, runs: bool) -> str:
    """How many of the most helpful segments carry the ``lead``, the better system of the pair."""
    found = evidence.removal
    if lead is None:
        return _lines("Neither is better, so no segment carries a lead.")
    how = f"p here: approximate randomization, {min(len(evidence.null), REMOVAL_TRIALS):,} shuffles, not adjusted"
    how += "; a segment is swapped with all its runs." if runs else "."
    if not found.needed:
        return _lines(
            f"The lead of {bold(lead)} is not significant to begin with (p {probability(found.p_value)}), so there is"
            " nothing to remove.",
            how,
        )
    helpers = "segment that helps" if found.needed == 1 else f"{found.needed:,} segments that help"
    before, after = probability(found.p_value), probability(found.p_value_after)
    rest = "no score is left" if math.isnan(found.p_value_after) else f"p rises from {before} to {after}"
    return _lines(
        f"Without the <b>{helpers}</b> {bold(lead)} most ({100 * found.needed / n_segments:.1f} % of {n_segments:,})"
        f" {rest}, and the difference, first − second, is {signed(found.difference_after)}.",
        "Such a number always exists. A small one says: read these segments before you trust the lead. It is no reason"
        f" to drop them. {how}",
    )


def metrics(summary: ByMetric, pair: tuple[str, str]) -> str:
    """Where metrics agree and where not."""
    sides: dict[str | None, list[str]] = {}
    undecided: list[tuple[str, str | None]] = []
    for metric, found in zip(summary.metrics, summary.pairs, strict=True):
        who = better(metric, found.difference, pair)
        if who is not None and found.p_value <= LEVEL:
            sides.setdefault(who, []).append(metric.label)
        else:
            undecided.append((metric.label, who))
    parts = [f"{_labels(sides[name])} for {bold(name)}" for name in pair if name in sides]
    parts += [f"{_labels([label for label, _ in undecided])} undecided"] if undecided else []
    return stated(f"{_agreement(len(sides), bool(undecided))}: {'; '.join(parts)}.", _leaning(undecided, pair))


def _agreement(n_sides: int, undecided: bool) -> str:
    if n_sides > 1:
        return "Metrics disagree"
    if not n_sides:
        return "No metric decides"
    return "Metrics that decide agree" if undecided else "All metrics agree"


def _leaning(undecided: Sequence[tuple[str, str | None]], pair: tuple[str, str]) -> str:
    """What is meant by it, and where those without a decision lean."""
    parts = []
    for name, said in ((pair[0], bold(pair[0])), (pair[1], bold(pair[1])), (None, "neither")):
        if labels := [label for label, who in undecided if who == name]:
            parts.append(f"{_labels(labels)} to {said}")
    leaning = f" The undecided lean, not surely: {'; '.join(parts)}." if parts else ""
    return f"Decided is what has p ≤ {LEVEL}, uncorrected.{leaning}"


def _labels(labels: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(map(text, labels[:-1])), text(labels[-1])]))


def _lines(*sentences: str) -> str:
    return page("".join(f'<p class="how">{sentence}</p>' for sentence in sentences if sentence))
