"""What the overview says of all systems, as HTML. Pure."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from scoring.numbers import size, two_decimals
from ui.kit.html import page


def verdict(scores: Mapping[str, float], systems: Sequence[str]) -> Markup:
    """Who leads in corpus BLEU, and by how much; ``systems`` from the best to the worst."""
    return page(Markup('<p class="verdict">{}</p>').format(_verdict(scores, systems)))


def _verdict(scores: Mapping[str, float], systems: Sequence[str]) -> Markup:
    first = systems[0]
    points = [two_decimals(scores[system]) for system in systems]
    if len(systems) == 1:
        return Markup("<b>{}</b> has BLEU <b>{}</b>.").format(first, points[0])
    second = systems[1]
    if points[0] == points[1]:
        level = points.count(points[0])
        others = Markup("<b>{}</b>").format(second) if level == 2 else f"{level - 1} others"
        return Markup("<b>{}</b> and {} are level at BLEU <b>{}</b>.").format(first, others, points[0])
    return Markup(
        "Which system is better? <b>{}</b> has BLEU <b>{}</b>, {} more than <b>{}</b> with <b>{}</b>."
        " A lead in BLEU is a reason to read on, not yet a proof."
    ).format(first, points[0], size(scores[first] - scores[second]), second, points[1])
