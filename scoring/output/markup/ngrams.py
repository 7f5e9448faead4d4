"""Words in the colours of their n-grams, as HTML. Pure."""

from markupsafe import Markup

from ...bleu.matches import SegmentMatches
from .html import page

SHADES = 4
"""Number of steps of the blue ramp; longer n-grams have the darkest one."""


COLOUR, POINTING = "Colour: the longest match.", " Point at a word to see it."


def ngram_legend(max_order: int, pointing: bool = True, is_explained: bool = True) -> Markup:
    """Return the legend of the tokens' colours.

    ``pointing`` adds that pointing at a word shows more; ``is_explained`` is False where another place explains the
    colours.
    """
    step = Markup('<span><span class="t n{}">{}</span></span>')
    steps = [step.format(shade(n), _order_name(n, max_order)) for n in range(1, min(max_order, SHADES) + 1)]
    explanation = Markup("<span>{}{}</span>").format(COLOUR, POINTING * pointing) if is_explained else ""
    return page(
        Markup(
            '<div class="legend">{}<span class="t n0">in no reference</span>'
            '<span class="t n0 cut">one too many</span>{}</div>'
        ).format(Markup("").join(steps), explanation)
    )


def shade(order: int) -> int:
    return min(order, SHADES)


def classes(position: int, matches: SegmentMatches) -> str:
    """Return the CSS classes of the hypothesis' token at ``position``: the colour of its longest matching n-gram."""
    return f"t n{shade(matches.longest[position])}" + (" cut" if matches.clipped[position] else "")


def _order_name(order: int, max_order: int) -> str:
    name = {1: "single word", 2: "2 words", 3: "3 words"}.get(order, f"{order} words")
    return name + (" or more" if order == SHADES < max_order else "")
