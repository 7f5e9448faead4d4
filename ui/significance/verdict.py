"""What is said of all pairs of systems at the top of the page Significance: Markup, into which names are escaped."""

import math
from collections.abc import Sequence

from markupsafe import Markup

from scoring.metric import ROUNDING
from scoring.numbers import probability, two_decimals
from scoring.significance import LEVEL, Comparisons, words
from ui.kit.differences import bold
from ui.kit.html import page

NAMED = 3
"""So many systems are named, of more their number is said."""


def verdict(found: Comparisons) -> Markup:
    """Who leads, from whom the leader is told apart, and how many pairs are not."""
    ranked = [system for system in found.order if not math.isnan(found.tested.scores[system])]
    if len(ranked) < 2:
        return stated("Fewer than two systems have a score, so there is nothing to compare.")
    first, *others = ranked
    score, second = (float(found.tested.scores[system]) for system in (first, others[0]))
    is_level = abs(score - second) <= ROUNDING
    leads = Markup("{} {} with {} {}").format(
        bold(found.systems[first]),
        "is level at the top" if is_level else "leads",
        found.metric.label,
        bold(two_decimals(score)),
    )
    alike = [found.systems[system] for system in others if not found.p_adjusted[first, system] <= LEVEL]
    if alike:
        joined = "and" if is_level else "but"
        told = Markup("{}, {} is not told apart from {}.").format(leads, joined, _listed(alike))
    else:
        every = "the other one" if len(others) == 1 else f"each of the other {len(others)}"
        told = Markup("{}, and is told apart from {}.").format(leads, every)
    return stated(told, " ".join(_beneath(found)))


def _beneath(found: Comparisons) -> list[str]:
    """What the verdict stands on."""
    direction = words.direction(found.metric)
    sentences = [direction] if direction else []
    adjusted = [found.p_adjusted[a, b] for a in range(len(found.systems)) for b in range(a)]
    if len(adjusted) == 1:
        sentences.append(f"{words.TOLD_APART} Here it is {probability(adjusted[0])}.")
    else:
        apart = sum(p <= LEVEL for p in adjusted)
        sentences.append(
            f"{apart:,} of {len(adjusted):,} pairs are told apart: adjusted p ≤ {LEVEL},"
            f" {words.corrected(found.correction)}."
        )
    return [*sentences, words.AS_THEY_ARE] if found.runs else sentences


def _listed(names: Sequence[str]) -> Markup:
    if len(names) > NAMED:
        return Markup("{} and {} others").format(_joined(names[: NAMED - 1]), len(names) - NAMED + 1)
    *most, last = names
    return Markup("{} and {}").format(_joined(most), bold(last)) if most else bold(last)


def _joined(names: Sequence[str]) -> Markup:
    return Markup(", ").join(map(bold, names))


def groups(proposed: Sequence[tuple[str, Sequence[str]]]) -> Markup:
    """Which runs would be which system."""
    row = Markup("<p class='how'>{} = {}</p>")
    return page(Markup("").join(row.format(bold(name), ", ".join(runs)) for name, runs in proposed))


def stated(sentence: str, beneath: str = "") -> Markup:
    """A verdict, if there is one, and beneath it in small print what it is based on."""
    said = Markup('<p class="verdict">{}</p>').format(sentence) if sentence else Markup("")
    return page(said + small_print(beneath))


def small_print(*sentences: str | None) -> Markup:
    """A line for each sentence, without those that are not said."""
    return Markup("").join(Markup('<p class="how">{}</p>').format(said) for said in sentences if said)
