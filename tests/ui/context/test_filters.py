"""What each filter lets through, the order, and where something is found in a text."""

import re

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU, TestSet
from scoring.judgments import ErrorKind
from tests.cases import as_one_test
from ui.context import filters as filtering
from ui.context.filters import ANYWHERE, NO_FILTERS, WITH, WITHOUT, ErrorFilter, Filters

TEST_SET = TestSet.build(
    {"A": ["Das Haus", "ein Baum", "", "x.y"], "B": ["ein Haus", "der Baum", "nichts", "xzy"]},
    {"first": ["das haus", "der Baum", None, "a.b"], "second": ["das Heim", None, "gar nichts", "(a+b"]},
    source=["the house", "a tree", "nothing at all", "[sic]"],
)
LENGTHS = np.array([2.0, 2.0, 2.0, 1.0])
SCORES = {"A": np.array([100.0, 50.0, 0.0, np.nan]), "B": np.array([70.0, 49.996, 10.0, 100.0])}


def kept(**filters):
    """1-based numbers of the segments that pass."""
    asked = Filters(**filters)
    passed = filtering.passes_filters(TEST_SET, asked, ()) & filtering.segments_within_ranges(SCORES, LENGTHS, asked)
    return [int(i) + 1 for i in np.flatnonzero(passed)]


def test_without_filters_every_segment_is_listed():
    assert kept() == [1, 2, 3, 4]


@as_one_test
@pytest.mark.parametrize(
    ("find", "where", "expected"),
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
def test_plain_text_is_searched_as_it_stands(find, where, expected):
    assert kept(find=find, where=where) == expected


@pytest.mark.parametrize(
    ("find", "where", "expected"),
    [
        ("^x.y$", "outputs", [4]),
        (r"x\.y", "outputs", [4]),
        (r"x\.y", "output of B", []),
        ("^$", "output of A", [3]),
        ("D(as|er)", ANYWHERE, [1, 2]),
        (r"\bein\b", "outputs", [1, 2]),
    ],
)
def test_regular_expressions(find, where, expected):
    assert kept(find=find, where=where, is_regex=True) == expected


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "a{2,1}", "(?<=a)b", "\\", ")("])
def test_a_pattern_that_cannot_be_read_says_so(pattern):
    with pytest.raises(ValueError, match=r".+"):
        kept(find=pattern, is_regex=True)
    assert filtering.pattern_problem(Filters(pattern, is_regex=True))
    assert filtering.pattern_problem(Filters(pattern)) is None
    assert kept(find=pattern) == ([4] if pattern == "(" else [])


@pytest.mark.parametrize("pattern", ["\\Qa", "a\\Q("])
def test_so_does_one_that_is_none_within_a_group(pattern):
    assert filtering.pattern_problem(Filters(pattern, is_regex=True))


def test_a_system_may_be_called_like_a_place():
    """The place wins, and the system is still found among the outputs."""
    test_set = TestSet.build({"source": ["b"]}, [["c"]], source=["a"])
    assert filtering.passes_filters(test_set, Filters("a", "source"), ()).tolist() == [True]
    assert filtering.passes_filters(test_set, Filters("b", "source"), ()).tolist() == [False]
    assert filtering.passes_filters(test_set, Filters("b", "outputs"), ()).tolist() == [True]


def test_no_source_is_no_place_to_find_anything():
    test_set = TestSet.build({"A": ["b"]}, [["c"]])
    for find, expected in (("a", False), ("b", True), ("c", True)):
        assert filtering.passes_filters(test_set, Filters(find), ()).tolist() == [expected]


@as_one_test
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
        ({"lengths": (2, 2), "find": "baum", "scores": (50, 50)}, [2]),
    ],
)
def test_ranges_hold_both_ends_and_filters_add_up(filters, expected):
    assert kept(**filters) == expected


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)*b", "(.*)*x", "(a*)*(a*)*(a*)*b", r"^(\w+\s?)*\.$"])
def test_no_pattern_takes_long(pattern):
    """In a backtracking engine each of these would outlive the suite."""
    test_set = TestSet.build({"A": ["a" * 50_000 + "!"] * 20}, [["r"] * 20])
    found = filtering.passes_filters(test_set, Filters(pattern, is_regex=True), ())
    assert found.all() == bool(re.search(pattern, "a!"))


# --- in words ---


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, ""),
        ({"find": "a b"}, "with “a b”"),
        ({"find": "a+", "is_regex": True, "where": "source"}, "with a match of “a+” in source"),
        ({"scores": (0.0, 12.5)}, "BLEU 0 to 12.5"),
        (
            {"scores": (20.0, 100.0), "score_of": "A", "lengths": (1, 1200)},
            "BLEU of A 20 to 100, references of 1 to 1,200 words",
        ),
        ({"document": "one", "domain": "news", "find": "x"}, "with “x”, domain news, document one"),
        ({"errors": ErrorFilter(WITHOUT)}, "without marked errors"),
        (
            {"errors": ErrorFilter(WITH, ErrorKind("style", ("minor",), "r1"), "A", "MQM")},
            "with marked errors in A: minor, style, by r1, from MQM",
        ),
        (
            {"errors": ErrorFilter(WITH, ErrorKind("/", ("critical", "major")))},
            "with marked errors: critical or major, no category",
        ),
        ({"errors": ErrorFilter(WITHOUT, ErrorKind("style/"))}, "without marked errors: style itself"),
    ],
)
def test_filters_are_told_in_words(filters, expected):
    assert filtering.describe_filters(Filters(**filters)) == expected


# --- where something is found ---


@pytest.mark.parametrize(
    ("text", "find", "is_regex", "expected"),
    [
        ("Das Haus, haus.", "haus", False, ["Das ", "Haus", ", ", "haus", "."]),
        ("(a+b)", "(a+b", False, ["", "(a+b", ")"]),
        ("nothing", "x", False, ["nothing"]),
        ("", "x", False, [""]),
        (None, "x", False, [""]),
        ("any", "", False, ["any"]),
        ("aXbY", "(x)|(y)", True, ["a", "X", "b", "Y", ""]),
        ("one two", r"\bt\w+", True, ["one ", "two", ""]),
        ("a\ue000b", "b", False, ["a ", "b", ""]),
    ],
)
def test_a_text_in_parts(text, find, is_regex, expected):
    assert filtering.split_at_matches(pa.array([text], pa.string()), Filters(find, is_regex=is_regex)) == [expected]


@given(st.text(alphabet="ab.(Ä ", max_size=12), st.text(alphabet="ab.(Ä ", min_size=1, max_size=3))
def test_every_place_is_found_and_no_character_is_lost(text, find):
    (parts,) = filtering.split_at_matches(pa.array([text], pa.string()), Filters(find))
    assert "".join(parts) == text
    assert {part.lower() for part in parts[1::2]} <= {find.lower()}
    assert len(parts[1::2]) == text.lower().count(find.lower())


@pytest.mark.parametrize(
    ("text", "tokens", "find", "expected"),
    [
        ("Das Haus, haus.", ["Das", "Haus", ",", "haus", "."], "haus", [0, 1, 0, 1, 0]),
        ("Das Haus, haus.", ["das", "haus", ",", "haus", "."], "s H", [1, 1, 0, 0, 0]),
        ("haus.", ["haus", "."], "us.", [1, 1]),
        ("a &quot; b", ["a", '"', "b"], "b", [0, 0, 1]),
        ("a b", ["a", "b"], "q", [0, 0]),
        ("İstanbul b", ["i̇stanbul", "b"], "b", [0, 1]),
    ],
)
def test_tokens_that_something_found_touches(text, tokens, find, expected):
    assert filtering.tokens_with_match(text, tokens, Filters(find)) == [bool(e) for e in expected]


def test_only_what_is_searched_is_marked():
    assert not NO_FILTERS.searches("source")
    assert Filters("a").searches("outputs", "A")
    assert Filters("a", "outputs").searches("outputs", "A")
    assert not Filters("a", "outputs").searches("references")
    assert Filters("a", "output of A").searches("outputs", "A")
    assert not Filters("a", "output of A").searches("outputs", "B")


# --- order ---


def test_ties_stay_in_file_order_both_ways_and_what_is_not_defined_comes_last():
    key = np.array([2.0, np.nan, 1.0, 2.0, np.nan, 3.0])
    assert filtering.order_by_key(key, descending=False).tolist() == [2, 0, 3, 5, 1, 4]
    assert filtering.order_by_key(key, descending=True).tolist() == [5, 0, 3, 2, 1, 4]
    assert filtering.order_by_key(np.array([]), descending=True).tolist() == []


@given(st.lists(st.sampled_from([0.0, 1.0, 2.5, float("nan")])), st.booleans())
def test_order_is_that_of_a_plain_sort(values, descending):
    key = np.array(values, float)
    rank = {i: (v != v, (-v if descending else v) if v == v else 0) for i, v in enumerate(values)}
    assert filtering.order_by_key(key, descending).tolist() == sorted(range(len(values)), key=rank.get)


def test_whole_numbers_are_sorted_too():
    assert filtering.order_by_key(np.array([3, 1, 2]), descending=True).tolist() == [0, 2, 1]


def test_lengths_are_those_that_bleu_counts():
    """The pages hand in a column of BLEU's statistics: the closest reference's length."""
    bleu = BLEU(tokenize="none")
    assert bleu.column(bleu.measure(TEST_SET)["A"], "reference_length").tolist() == [2, 2, 2, 1]
