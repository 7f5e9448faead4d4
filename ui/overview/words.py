"""What the overview says where there are no two systems to compare. Pure."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from scoring.markup.verdict import NO_PAIR
from scoring.numbers import two_decimals


def no_pair(scores: Mapping[str, float], systems: Sequence[str]) -> Markup:
    """The score of the only system, or why there is no lead."""
    if len(systems) == 1:
        said = Markup("<b>{}</b> has BLEU <b>{}</b>. To see which of two is better, show or upload another.")
        return said.format(systems[0], two_decimals(scores[systems[0]]))
    return NO_PAIR
