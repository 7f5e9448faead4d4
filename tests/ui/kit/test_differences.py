"""Two systems as every page names and colours them."""

from scoring.markup.html import bold, minus
from ui.kit.differences import tint


def test_names_stay_text():
    assert bold("<i>") == "<b>&lt;i&gt;</b>"
    assert minus(("<i>", "&")) == "<b>&lt;i&gt;</b> − <b>&amp;</b>"


def test_tints_are_the_colours_of_a_and_b():
    assert (tint(0, 0.5), tint(1, 1)) == ("rgba(0, 114, 178, 0.5)", "rgba(213, 94, 0, 1)")
