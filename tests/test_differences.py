"""Two systems and their difference in words, the same on every page."""

import math

import pytest

from ui.differences import bold, probability, sided, signed, size, tint, told_apart


@pytest.mark.parametrize(
    ("difference", "said", "large"),
    [
        (0, "0.00", "0.00"),
        (-1e-12, "0.00", "0.00"),
        (1e-12, "0.00", "0.00"),
        (-0.0049, "0.00", "under 0.01"),
        (0.0001, "0.00", "under 0.01"),
        (-0.006, "−0.01", "0.01"),
        (12.346, "+12.35", "12.35"),
        (-1.5, "−1.50", "1.50"),
    ],
)
def test_a_difference_that_rounds_to_0_has_no_sign_and_is_not_0(difference, said, large):
    assert (signed(difference), size(difference)) == (said, large)


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (0, "0"),
        (0.04994, "0.0499"),
        (4996 / 100_001, "0.04996"),
        (0.05, "0.0500"),
        (5001 / 100_001, "0.05001"),
        (0.0501, "0.0501"),
        (math.nextafter(0.05, 1), "0.05000000000000001"),
        (0.99996, "1.0000"),
        (0.00002, "2e-05"),
        (math.nan, "not defined"),
    ],
)
def test_probabilities(p, said):
    assert probability(p) == said


@pytest.mark.parametrize(
    ("p", "said"), [(0.05, "told apart"), (0.0501, "not told apart"), (math.nan, "not told apart")]
)
def test_told_apart(p, said):
    assert told_apart(p) == said


def test_names_stay_text():
    assert bold("<i>") == "<b>&lt;i&gt;</b>"
    assert sided(1, "<i>").endswith("<b>B: &lt;i&gt;</b>")


def test_tints_are_the_colours_of_a_and_b():
    assert (tint(0, 0.5), tint(1, 1)) == ("rgba(0, 114, 178, 0.5)", "rgba(213, 94, 0, 1)")
