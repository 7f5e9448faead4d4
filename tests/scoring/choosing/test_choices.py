"""What is taken of each list, and what counts as equal."""

import numpy as np
import pytest

from scoring.choosing import Choice, Lists
from scoring.choosing.choices import choose_best

LISTS = Lists.build([["a", "b", "c"], ["d"], ["e", "f"]])
NAN = float("nan")


@pytest.mark.parametrize(
    ("worth", "places", "ties"),
    [
        ([1, 3, 2, 0, 5, 4], [1, 0, 0], 0),
        ([1, 3, 3, 0, 4, 4], [1, 0, 0], 2),
        ([1 / 3, 1 / 3 + 1e-10, 0, 0, 0, 1e-8], [0, 0, 1], 1),
        ([NAN, -5, NAN, NAN, NAN, NAN], [1, 0, 0], 1),
        ([-np.inf, -np.inf, NAN, 0, -np.inf, 0], [0, 0, 1], 1),
    ],
    ids=["highest", "equal", "rounding", "not defined", "infinite"],
)
def test_the_first_of_the_best(worth, places, ties):
    found = choose_best("x", np.array(worth, float), LISTS)
    assert (found.name, found.places_in_lists(LISTS).tolist(), found.ties) == ("x", places, ties)


def test_numbers_as_they_are_given_may_be_small():
    """Probabilities of whole sentences are."""
    found = choose_best("x", np.array([1e-30, 3e-30, 3e-30, 0, 1e-40, 0]), LISTS, rounding=0)
    assert (found.places_in_lists(LISTS).tolist(), found.ties) == ([1, 0, 0], 1)


def test_the_same_text_is_no_tie():
    assert choose_best("x", np.ones(3), Lists.build([["a", "a"], ["b"]])).ties == 0


@pytest.mark.parametrize("lists", [Lists.build([["a", "b", "c"], ["d"]]), Lists.build([["a"], ["b"], ["c"]]), [["a"]]])
def test_a_choice_is_of_its_lists(lists):
    choice = Choice("first", np.array([0, 3, 5]), 0)
    assert choice.texts(LISTS).to_pylist() == ["a", "d", "f"]
    for taken in (choice.texts, choice.places_in_lists):
        with pytest.raises(ValueError, match=r"expected the lists that this choice is of|lists: expected Lists"):
            taken(lists)
