"""Words in the colours of their n-grams. Pure."""

from markupsafe import Markup

from ...bleu.matches import SegmentMatches
from .html import page

SHADES = 4
"""The blue ramp has four steps; longer n-grams have the darkest."""


def ngram_legend(max_order: int, pointing: bool = True, before: str = "") -> Markup:
    """What the colours of the tokens mean, and whether pointing at one shows more; ``before`` is said first."""
    step = Markup('<span><span class="t n{}">{}</span></span>')
    steps = [step.format(shade(n), _order_name(n, max_order)) for n in range(1, min(max_order, SHADES) + 1)]
    how = " Point at a word to see where it matches." if pointing else ""
    return page(
        Markup(
            '<div class="legend">{}<span class="t n0">in no reference</span>'
            '<span class="t n0 cut">one too many</span>'
            "<span>{}Colour: the longest n-gram that the word is part of.{}</span></div>"
        ).format(Markup("").join(steps), before and f"{before} ", how)
    )


def shade(order: int) -> int:
    return min(order, SHADES)


def classes(position: int, matches: SegmentMatches) -> str:
    """Of the hypothesis' token at ``position``: the colour of the longest n-gram that it is part of."""
    return f"t n{shade(matches.longest[position])}" + (" cut" if matches.clipped[position] else "")


def _order_name(order: int, max_order: int) -> str:
    name = {1: "single word", 2: "2 words", 3: "3 words"}.get(order, f"{order} words")
    return name + (" or more" if order == SHADES < max_order else "")
