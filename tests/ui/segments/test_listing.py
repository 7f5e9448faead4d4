"""The list of segments: what each filter lets through, and the order."""

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU, TestSet
from ui.segments import listing
from ui.segments.listing import ANYWHERE, Filters

TEST_SET = TestSet.build(
    {"A": ["Das Haus", "ein Baum", "", "x.y"], "B": ["ein Haus", "der Baum", "nichts", "xzy"]},
    {"first": ["das haus", "der Baum", None, "a.b"], "second": ["das Heim", None, "gar nichts", "(a+b"]},
    source=["the house", "a tree", "nothing at all", "[sic]"],
)
LENGTHS = np.array([2.0, 2.0, 2.0, 1.0])
SCORES = {"A": np.array([100.0, 50.0, 0.0, np.nan]), "B": np.array([70.0, 49.996, 10.0, 100.0])}


def kept(**filters):
    """1-based numbers of the segments that pass."""
    return [int(i) + 1 for i in np.flatnonzero(listing.keep(TEST_SET, SCORES, LENGTHS, Filters(**filters)))]


def test_without_filters_every_segment_is_listed():
    assert kept() == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("pattern", "where", "expected"),
    [
        ("haus", ANYWHERE, [1]),
        ("HAUS", ANYWHERE, [1]),
        ("tree", ANYWHERE, [2]),
        ("tree", "source", [2]),
        ("tree", "outputs", []),
        ("baum", "references", [2]),
        ("heim", "references", [1]),
        ("ein", "outputs", [1, 2]),
        ("ein", "output of A", [2]),
        ("ein", "output of B", [1]),
        ("nichts", "output of A", []),
        (".", ANYWHERE, [4]),
        ("[sic]", ANYWHERE, [4]),
        ("(a+b", ANYWHERE, [4]),
        ("not there", ANYWHERE, []),
    ],
)
def test_plain_text_is_searched_as_it_stands(pattern, where, expected):
    assert kept(pattern=pattern, where=where) == expected


@pytest.mark.parametrize(
    ("pattern", "where", "expected"),
    [
        ("^x.y$", "outputs", [4]),
        (r"x\.y", "outputs", [4]),
        (r"x\.y", "output of B", []),
        ("^$", "output of A", [3]),
        ("D(as|er)", ANYWHERE, [1, 2]),
        (r"\bein\b", "outputs", [1, 2]),
    ],
)
def test_regular_expressions(pattern, where, expected):
    assert kept(pattern=pattern, where=where, is_regex=True) == expected


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "a{2,1}", "(?<=a)b", "\\"])
def test_a_pattern_that_cannot_be_read_says_so(pattern):
    with pytest.raises(ValueError, match=r".+"):
        kept(pattern=pattern, is_regex=True)
    assert kept(pattern=pattern) == ([4] if pattern == "(" else [])


def test_a_system_may_be_called_like_a_place():
    """The place wins, and the system is still found among the outputs."""
    test_set = TestSet.build({"source": ["b"]}, [["c"]], source=["a"])
    arguments = test_set, {"source": np.zeros(1)}, np.ones(1)
    assert listing.keep(*arguments, Filters("a", "source")).tolist() == [True]
    assert listing.keep(*arguments, Filters("b", "outputs")).tolist() == [True]


def test_no_source_is_no_place_to_find_anything():
    test_set = TestSet.build({"A": ["b"]}, [["c"]])
    for pattern, expected in (("a", False), ("b", True), ("c", True)):
        assert listing.keep(test_set, {"A": np.zeros(1)}, np.ones(1), Filters(pattern)).tolist() == [expected]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"scores": (60, 100)}, [1, 4]),
        ({"scores": (60, 100), "score_of": "A"}, [1]),
        ({"scores": (60, 100), "score_of": "B"}, [1, 4]),
        ({"scores": (0, 50)}, [2, 3]),
        ({"scores": (50, 50), "score_of": "A"}, [2]),
        ({"scores": (50, 50), "score_of": "B"}, [2]),  # shown as 50.00
        ({"scores": (0, 99.99), "score_of": "A"}, [2, 3]),  # what is not defined is in no range
        ({"lengths": (1, 1)}, [4]),
        ({"lengths": (2, 2)}, [1, 2, 3]),
        ({"lengths": (1, 2)}, [1, 2, 3, 4]),
        ({"lengths": (1, 1), "scores": (0, 50)}, []),
        ({"lengths": (2, 2), "pattern": "baum", "scores": (50, 50)}, [2]),
    ],
)
def test_ranges_hold_both_ends_and_filters_add_up(filters, expected):
    assert kept(**filters) == expected


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)*b", "(.*)*x", "(a*)*(a*)*(a*)*b", r"^(\w+\s?)*\.$"])
def test_no_pattern_takes_long(pattern):
    """In a backtracking engine each of these would outlive the suite."""
    test_set = TestSet.build({"A": ["a" * 50_000 + "!"] * 20}, [["r"] * 20])
    found = listing.keep(test_set, {"A": np.zeros(20)}, np.ones(20), Filters(pattern, is_regex=True))
    assert found.all() == bool(re.search(pattern, "a!"))


# --- order ---


def test_ties_stay_in_file_order_both_ways_and_what_is_not_defined_comes_last():
    key = np.array([2.0, np.nan, 1.0, 2.0, np.nan, 3.0])
    everything = np.arange(6)
    assert listing.ordered(everything, key, descending=False).tolist() == [2, 0, 3, 5, 1, 4]
    assert listing.ordered(everything, key, descending=True).tolist() == [5, 0, 3, 2, 1, 4]
    assert listing.ordered(np.array([5, 4, 3]), key, descending=False).tolist() == [3, 5, 4]
    assert listing.ordered(np.array([], int), key, descending=True).tolist() == []


@given(st.lists(st.sampled_from([0.0, 1.0, 2.5, float("nan")])), st.booleans())
def test_order_is_that_of_a_plain_sort(values, descending):
    key, indices = np.array(values, float), np.arange(len(values))
    rank = {i: (v != v, (-v if descending else v) if v == v else 0) for i, v in enumerate(values)}
    assert listing.ordered(indices, key, descending).tolist() == sorted(range(len(values)), key=rank.get)


def test_whole_numbers_are_sorted_too():
    assert listing.ordered(np.arange(3), np.array([3, 1, 2]), descending=True).tolist() == [0, 2, 1]


# --- the table ---


def test_the_table_has_a_row_a_segment_and_a_column_a_system():
    frame = listing.table(TEST_SET, SCORES, LENGTHS, np.arange(len(TEST_SET)))
    assert list(frame.columns) == ["#", "source", "BLEU A", "BLEU B", "length"]
    assert frame["#"].tolist() == [1, 2, 3, 4]
    assert frame["source"].tolist() == TEST_SET.source.to_pylist()
    assert frame["length"].tolist() == [2, 2, 2, 1]
    np.testing.assert_array_equal(frame["BLEU A"], SCORES["A"])


def test_without_a_source_the_table_shows_the_reference():
    test_set = TestSet.build({"A": ["b", "d"]}, [["c", None], ["e", "f"]])
    frame = listing.table(test_set, {"A": np.zeros(2)}, np.ones(2), np.arange(2))
    assert frame.columns[1] == "reference"
    assert frame["reference"][0] == "c"


def test_systems_called_like_other_columns_keep_their_own():
    names = ["#", "source", "length", "BLEU"]
    test_set = TestSet.build({name: ["a"] for name in names}, [["a"]], source=["s"])
    scores = {name: np.array([float(number)]) for number, name in enumerate(names)}
    frame = listing.table(test_set, scores, np.ones(1), np.arange(1))
    assert frame.columns.is_unique
    assert [frame[listing.score_column(name)][0] for name in names] == [0, 1, 2, 3]


def test_lengths_are_those_that_bleu_counts():
    """The pages hand in column 1 of BLEU's statistics: the closest reference's length."""
    bleu = BLEU(tokenize="none")
    assert bleu.statistic_names[1] == "reference_length"
    assert bleu.measure(TEST_SET)["A"][:, 1].tolist() == [2, 2, 2, 1]


def test_a_part_of_the_list_has_the_rows_of_the_whole(monkeypatch):
    monkeypatch.setattr(listing, "PART", 3)
    order = np.array([3, 1, 0, 2])
    whole = listing.table(TEST_SET, SCORES, LENGTHS, order)
    shown = [listing.table(TEST_SET, SCORES, LENGTHS, order[part]) for part in listing.parts(4)]
    assert [len(frame) for frame in shown] == [3, 1]
    assert pd.concat(shown, ignore_index=True).equals(whole)
