"""What the overview says where no two systems can be compared, and of those that the verdict passes over. Pure."""

import math
from collections.abc import Mapping, Sequence

from markupsafe import Markup

from scoring import BLEU, Metric
from scoring.formats.columns import counted
from scoring.numbers import fixed
from scoring.studies.verdict_words import NO_PAIR

NAMED = 3
"""So many systems are named, of more their number is said."""


def unjudged(metric: Metric, systems: Sequence[str], bleu: BLEU, scores: Mapping[str, float]) -> Markup:
    """Which systems a verdict by ``metric`` passes over, and where the best of them stands by BLEU.

    ``scores`` are those of all systems by BLEU.
    """
    there = {name: score for name, score in scores.items() if not math.isnan(score)}
    ordered = sorted(systems, key=lambda name: -there.get(name, -math.inf))
    are, have, best = ("is", "has", "it") if len(systems) == 1 else ("are", "have", f"the best of them, {ordered[0]},")
    said = Markup("{} {} no {} and {} not in this verdict").format(_listed(ordered), have, metric.label, are)
    if ordered[0] not in there:
        return said + "."
    place = 1 + sum(score > there[ordered[0]] for score in there.values())
    stands = Markup("{} is number {} of {}, with {}").format(
        best, place, len(there), fixed(there[ordered[0]], bleu.decimals)
    )
    return Markup("{}; by {} {}.").format(said, bleu.label, stands)


def _listed(names: Sequence[str]) -> Markup:
    bold = [Markup("<b>{}</b>").format(name) for name in names[:NAMED]]
    if len(names) > NAMED:
        return Markup("{} and {}").format(Markup(", ").join(bold), counted(len(names) - NAMED, "other"))
    return Markup(" and ").join(filter(None, [Markup(", ").join(bold[:-1]), bold[-1]]))


def no_pair(metric: Metric, scores: Mapping[str, float], systems: Sequence[str]) -> Markup:
    """The score of the only system, or why there is no lead."""
    if len(systems) == 1:
        said = Markup("<b>{}</b> has {} <b>{}</b>. To see which of two is better, show or upload another.")
        return said.format(systems[0], metric.label, fixed(scores[systems[0]], metric.decimals))
    return Markup("{}").format(NO_PAIR)
