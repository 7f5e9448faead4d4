"""Every number as text: rounded once, never across the level, never with the sign of a zero."""

import math
import re
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.metric import ROUNDING
from scoring.output import numbers
from scoring.significance import LEVEL

SCORES = st.floats(-1e6, 1e6)
PROBABILITIES = st.one_of(st.floats(0, 1), st.floats(0.049, 0.051))
NEAREST = [math.nextafter(LEVEL, side) for side in (0, 1)]
FORMATTERS = (
    numbers.two_decimals,
    numbers.signed,
    numbers.write_size,
    numbers.probability,
    numbers.short_probability,
    lambda value, undefined: numbers.fixed(value, 3, undefined),
    lambda value, undefined: numbers.significant(value, 5, undefined),
)


def exact(written):
    """The number that was written, without rounding."""
    return Decimal(written.replace(numbers.MINUS, "-"))


def unit(written):
    """One in the last digit."""
    return Decimal(1).scaleb(exact(written).as_tuple().exponent)


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
    assert (numbers.signed(difference), numbers.write_size(difference)) == (said, large)


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (0, "0"),
        (0.04994, "0.0499"),
        (4996 / 100_001, "0.04996"),
        (0.05, "0.0500"),
        (5001 / 100_001, "0.05001"),
        (0.05004, "0.05004"),
        (0.0501, "0.0501"),
        (math.nextafter(0.05, 1), "0.05000000000000001"),
        (0.99996, "1.0000"),
        (0.00002, "2e-05"),
        (math.nan, "not defined"),
    ],
)
def test_probabilities(p, said):
    assert numbers.probability(p) == said


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (0.0004, "<0.001"),
        (0.0494, "0.049"),
        (4996 / 100_001, "0.04996"),
        (0.05, "0.050"),
        (0.05004, "0.05004"),
        (0.0504, "0.0504"),
        (0.0512, "0.051"),
        (1, "1.000"),
        (math.nan, "n/a"),
    ],
)
def test_short_probabilities(p, said):
    assert numbers.short_probability(p) == said


@given(PROBABILITIES)
@example(NEAREST[0])
@example(NEAREST[1])
def test_no_p_value_is_written_on_the_other_side_of_the_level(p):
    for written in (numbers.probability(p), numbers.short_probability(p)):
        if written != "<0.001":
            shown = float(written)
            assert (shown < LEVEL, shown > LEVEL) == (p < LEVEL, p > LEVEL)


@given(st.floats(0, LEVEL), st.floats(LEVEL, 1, exclude_min=True))
@example(0.04996, 0.05004)
@example(NEAREST[0], LEVEL)
@example(LEVEL, NEAREST[1])
def test_no_two_p_values_on_both_sides_of_the_level_are_written_alike(below, above):
    for write in (numbers.probability, numbers.short_probability):
        assert write(below) != write(above)


@given(PROBABILITIES)
def test_a_p_value_is_written_within_half_a_unit(p):
    written = numbers.probability(p)
    assert abs(exact(written) - Decimal(p)) <= unit(written) / 2
    assert (float(written) == 0) == (p == 0), "small ones are no zeros"


@given(SCORES)
@example(0.005)
@example(-0.005)
@example(-0.0)
def test_scores_and_differences_are_written_within_half_a_unit(value):
    for write in (numbers.two_decimals, numbers.signed):
        assert abs(exact(write(value)) - Decimal(value)) <= Decimal("0.005")
    assert abs(exact(numbers.fixed(value, 4)) - Decimal(value)) <= Decimal("0.00005")


@given(SCORES)
@example(-0.0)
@example(-0.004)
def test_a_sign_is_shown_unless_the_difference_rounds_to_0(value):
    written = numbers.signed(value)
    assert (written[0] in "+−") == (exact(written) != 0)
    assert written[0] != ("−" if value > 0 else "+")
    assert numbers.two_decimals(value).startswith(numbers.MINUS) == (value < 0 and exact(written) != 0)


@given(st.one_of(SCORES, st.floats(-0.01, 0.01)))
@example(ROUNDING)
@example(-2 * ROUNDING)
def test_a_size_is_0_only_of_what_is_rounding(difference):
    written = numbers.write_size(difference)
    assert (written == "0.00") == (abs(difference) <= ROUNDING)
    assert written in ("under 0.01", numbers.signed(difference).lstrip("+−"))


@pytest.mark.parametrize(
    ("difference", "decimals", "written"),
    [(4e-10, 4, "0.0000"), (4e-9, 4, "under 0.0001"), (4e-16, 15, "under 0.000000000000001"), (0.0, 15, f"{0:.15f}")],
)
def test_a_size_of_tiny_scores_is_0_only_of_what_is_rounding_to_them(difference, decimals, written):
    assert numbers.write_size(difference, decimals=decimals) == written


@given(st.floats(1e-6, 1e6), st.integers(3, 9))
def test_significant_digits_are_as_many_as_asked(value, digits):
    written = numbers.significant(value, digits)
    assert len(re.sub(r"e.*|\.", "", written).lstrip("0")) <= digits
    assert abs(Decimal(written) - Decimal(value)) <= Decimal(value).scaleb(1 - digits) / 2


@pytest.mark.parametrize("write", FORMATTERS)
def test_what_is_not_defined_is_said_as_asked(write):
    assert write(math.nan, undefined="?") == "?"


@given(st.floats(0, 100), st.floats(0, 100))
def test_a_printed_difference_agrees_with_the_printed_scores(a, b):
    found = numbers.printed_difference(a, b)
    assert numbers.two_decimals(found) == numbers.two_decimals(float(f"{a:.2f}") - float(f"{b:.2f}"))
    assert numbers.write_size(found) == numbers.write_size(0) or abs(a - b) > 0
    if abs(a - b) > 1e-6:
        assert numbers.write_size(found) != "0.00"


def test_of_what_is_not_defined_there_is_no_difference():
    for pair in ((math.nan, 1), (1, math.nan)):
        assert math.isnan(numbers.printed_difference(*pair))


def test_an_interval_or_that_there_is_none():
    assert numbers.write_interval(-0.5, 1.25, "{:.1f}".format) == "95 % interval -0.5 to 1.2"
    assert numbers.write_interval(math.nan, math.nan, str) == "no 95 % interval"
