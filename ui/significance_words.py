"""What is said of all pairs of systems: sentences of HTML with their numbers. Names are users' text, escaped here."""

import math
from collections.abc import Sequence

from scoring.formats.columns import counted
from scoring.significance import LEVEL, Attainable, Comparisons, Randomization, attainable
from ui.differences import bold, probability
from ui.highlight import page, text
from ui.significance import better

CORRECTIONS = {"holm": "Holm", "bonferroni": "Bonferroni", "bh": "Benjamini-Hochberg", "none": "none"}
AS_THEY_ARE = "p and intervals take these runs as they are: a new run may be as far off as s_opt says."
EXCHANGES = {"segments": "whole segments", "runs": "each output on its own"}
NAMED = 3
"""So many systems are named, of more their number is said."""


def verdict(found: Comparisons) -> str:
    """Who leads, from whom the leader is told apart, and how many pairs are not."""
    first, *others = [system for system in found.order if not math.isnan(found.tested.scores[system])] or [None]
    if first is None or not others:
        return stated("Fewer than two systems have a score, so there is nothing to compare.")
    label = text(found.metric.label)
    score, second = (found.tested.scores[system] for system in (first, others[0]))
    level = better(found.metric, score - second, ("", " ")) is None
    lower = "" if found.metric.higher_is_better else ", where lower is better"
    name = bold(found.systems[first])
    leads = f"{name} {'is level at the top' if level else 'leads'} with {label} <b>{score:.2f}</b>{lower}"
    alike = [system for system in others if not found.p_adjusted[first, system] <= LEVEL]
    if not alike:
        rest = "the other one" if len(others) == 1 else f"each of the other {len(others)}"
        return stated(f"{leads}, and is told apart from {rest}.", _counted(found))
    joined = "and" if level else "but"
    return stated(
        f"{leads}, {joined} is not told apart from {_listed([found.systems[s] for s in alike])}.", _counted(found)
    )


def too_few(found: Comparisons) -> str | None:
    """Why no pair can be told apart with so few segments or trials, whatever the systems are; None where one can."""
    least = attainable(found)
    if least.few_segments:
        return _few_segments(found, least) if isinstance(found.tested, Randomization) else _FEW_RESAMPLED
    return _few_trials(found, least) if least.few_trials else None


def _few_segments(found: Comparisons, least: Attainable) -> str:
    n, factor = found.bootstrap.n_segments, least.factor
    adjusted = (
        f", and with {factor:,} pairs to adjust for no adjusted p below"
        f" {probability(min(factor * least.of_segments, 1.0))}"
        if factor > 1
        else ""
    )
    return (
        f"With {counted(n, 'segment')} approximate randomization gives no p below about"
        f" {probability(least.of_segments)}{adjusted}. So nothing can be told apart; it takes at least"
        f" {least.needed_segments:,} segments in which two systems differ."
    )


_FEW_RESAMPLED = (
    "These segments are too few for the paired bootstrap: it draws the same ones again and again, so that p and"
    " intervals come out too small, whatever the systems are. So nothing is said of which are told apart."
)


def _few_trials(found: Comparisons, least: Attainable) -> str:
    trials, pairs = found.tested.trials, least.factor
    adjusted = (
        f", and with {pairs:,} pairs to adjust for no adjusted p is smaller than"
        f" {probability(min(pairs * least.of_trials, 1.0))}"
        if pairs > 1
        else ""
    )
    return (
        f"With {trials:,} trials no p is smaller than 1 / {trials + 1:,}{adjusted}. So nothing can be told apart; it"
        f" takes at least {least.needed_trials:,} trials."
    )


def saturated(found: Comparisons, smallest_shade: float) -> str | None:
    """Why no square has the fullest colour; None where one can."""
    least, trials = attainable(found), found.tested.trials
    smallest = least.factor * least.of_trials
    if not smallest_shade < smallest <= LEVEL:
        return None
    return (
        f"The smallest adjusted p that {trials:,} trials can give here is {probability(smallest)};"
        f" {smallest_shade} takes {math.ceil(round(least.factor / smallest_shade, 6)):,}."
    )


def groups(proposed: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Which runs would be which system."""
    rows = "".join(f"<p class='how'><b>{text(name)}</b> = {text(', '.join(runs))}</p>" for name, runs in proposed)
    return page(rows)


def _counted(found: Comparisons) -> str:
    adjusted = [found.p_adjusted[a, b] for a in range(len(found.systems)) for b in range(a)]
    runs = f" {AS_THEY_ARE}" if found.runs else ""
    if len(adjusted) == 1:
        return f"Adjusted p ≤ {LEVEL} tells apart; here it is {probability(adjusted[0])}.{runs}"
    apart = sum(p <= LEVEL for p in adjusted)
    correction = CORRECTIONS[found.correction]
    return f"{apart:,} of {len(adjusted):,} pairs are told apart: adjusted p ≤ {LEVEL}, correction: {correction}.{runs}"


def _listed(names: Sequence[str]) -> str:
    if len(names) > NAMED:
        return f"{', '.join(map(bold, names[: NAMED - 1]))} and {len(names) - NAMED + 1} others"
    return " and ".join(filter(None, [", ".join(map(bold, names[:-1])), bold(names[-1])]))


def stated(sentence: str, beneath: str = "") -> str:
    """A verdict, with what it stands on in small print."""
    verdict = f'<p class="verdict">{sentence}</p>' if sentence else ""
    return page(verdict + (f'<p class="how">{beneath}</p>' if beneath else ""))
