"""What is said of agreement, raters and two systems."""

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from scoring.rating import Damaged, Needed, PairDifference, RaterQuality, Repeats
from ui.rate import tables, words


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (1.0, "enough to rely on"),
        (0.8, "enough to rely on"),
        (0.7, "enough for tentative conclusions"),
        (0.66, words.LOW),
    ],
)
def test_alpha_means_what_krippendorff_says(value, said):
    assert words.alpha_means(value) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (-0.1, "worse than chance"),
        (0.2, "slight"),
        (0.21, "fair"),
        (0.41, "moderate"),
        (0.61, "substantial"),
        (0.81, "almost perfect"),
    ],
)
def test_kappa_means_what_landis_and_koch_say(value, said):
    assert words.kappa_means(value) == said


def pair(difference=2.0, p=0.2, segments=300.0, n_segments=100):
    needed = Needed(n_segments, difference, 10.0, 3.0, segments, 0.8, 0.05)
    return PairDifference("good", "fair", difference, difference - 3, difference + 3, p, needed)


@pytest.mark.parametrize(
    ("found", "said", "more"),
    [
        (
            pair(),
            "Raters put good ahead of fair by 2.00 (95 % interval -1.00 to 5.00; p 0.2000): that could be chance.",
            "About 200 more rated segments would tell good and fair apart.",
        ),
        (
            pair(segments=1334.0),
            "that could be chance.",
            "About 1,300 more rated segments would tell good and fair apart.",
        ),
        (pair(segments=90.0), "that could be chance.", "A few more rated segments would tell good and fair apart."),
        (pair(difference=4.0, p=0.01), "more than chance gives.", ""),
        (
            pair(difference=0.0, p=1.0, segments=math.inf),
            "So far raters put good and fair level.",
            "No number of segments like these would tell good and fair apart.",
        ),
        (pair(p=math.nan, segments=math.nan), "Too few segments are rated to hold good against fair.", ""),
    ],
)
def test_two_systems_and_what_would_tell_them_apart(found, said, more):
    assert words.pair(found, 2).endswith(said)
    assert words.more(found) == more


@pytest.mark.parametrize(
    ("found", "differs"),
    [
        (pair(p=0.01), True),
        (pair(difference=3.1, p=0.06), True),
        (pair(difference=-3.1, p=0.06), True),
        (pair(difference=3.1, p=0.05), False),
        (pair(p=0.06), False),
        (replace(pair(p=0.01), low=math.nan, high=math.nan), False),
    ],
)
def test_where_interval_and_p_seem_to_differ_it_is_said_why_they_can(found, differs):
    """The interval lies 3 to either side."""
    assert words.pair(found, 2).endswith("widened where few segments are rated and p is not.") == differs


def test_the_table_says_what_the_sentence_says():
    found = [pair(segments=3897.0), pair(segments=90.0), pair(p=0.01), pair(segments=math.inf), pair(p=math.nan)]
    assert [words.n_more(one) for one in found] == ["3,800", "a few", "none", "endless", "n/a"]
    more = tables.pairs(SimpleNamespace(pairs=found))["more"]
    assert more.tolist() == pytest.approx([3800, 0, 0, math.nan, math.nan], nan_ok=True)


def test_what_numbers_are_shares_of_and_that_there_is_no_interval_is_said():
    found = replace(pair(0.25), low=math.nan, high=math.nan)
    assert words.pair(found, 2, words.SHARES["ranking"]).startswith(
        "Raters put good ahead of fair by 0.25 of their direct comparisons (too few segments for an interval; p"
    )


def test_numbers_of_segments_are_rounded_up_to_two_digits():
    generator = np.random.default_rng(1)
    for number in 10 ** generator.uniform(0, 6, 200):
        found = words.round_up(number)
        assert number <= found <= max(number * 1.1 + 1, math.ceil(number))
        assert len(str(found).rstrip("0")) <= 2


def test_who_does_not_notice_damage_is_named_where_there_is_enough_of_it():
    def rater(name, n, n_noticed):
        return RaterQuality(0, name, 50, 50, 9.0, Repeats(5, 5, 0.0), Damaged(n, n_noticed, 0, 1.0))

    said = words.careless([rater("Ana", 10, 9), rater("Ben", 10, 5), rater("few", 4, 0)])
    assert [line.partition(" noticed")[0] for line in said] == ["Ben"]
    assert "5 of 10 damaged outputs" in said[0]
