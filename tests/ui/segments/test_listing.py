"""The list of segments: what stands in its rows, and in the table that is taken away."""

import numpy as np

from scoring import TestSet
from ui.context.filters import NO_FILTERS, Filters
from ui.segments import listing

TEST_SET = TestSet.build(
    {"A": ["Das Haus", "ein Baum", "", "x.y"], "B": ["ein Haus", "der Baum", "nichts", "xzy"]},
    {"first": ["das haus", "der Baum", None, "a.b"], "second": ["das Heim", None, "gar nichts", "(a+b"]},
    source=["the house", "a tree", "nothing at all", "[sic]"],
)
SCORES = {"A": np.array([100.0, 50.0, 0.0, np.nan]), "B": np.array([70.0, 49.96, 10.0, 100.0])}


def rows(filters=NO_FILTERS, segments=(0, 1, 2, 3), scores=SCORES, test_set=TEST_SET):
    return listing.list_rows(test_set, np.array(segments), filters, scores)


def test_a_row_has_the_number_the_source_and_the_scores():
    assert rows(segments=(1, 3)) == [
        {"number": 2, "parts": ["a tree"], "whose": "", "scores": ("50.0", "50.0")},
        {"number": 4, "parts": ["[sic]"], "whose": "", "scores": ("n/a", "100.0")},
    ]


def test_a_part_keeps_the_numbers_of_the_file():
    part, one = TEST_SET.only([1, 3]), {"A": np.zeros(2)}
    assert [row["number"] for row in rows(test_set=part, segments=(1, 0), scores=one)] == [4, 2]


def test_without_a_source_a_row_shows_the_reference():
    test_set = TestSet.build({"A": ["b", "d"]}, [["c", None], ["e", "f"]])
    found = rows(test_set=test_set, segments=(0, 1), scores={"A": np.zeros(2)})
    assert [row["parts"] for row in found] == [["c"], [""]]


def test_what_is_found_is_shown_with_whose_it_is():
    (row,) = rows(Filters("baum"), segments=(1,))
    assert (row["whose"], row["parts"]) == ("reference first", ["der ", "Baum", ""])
    (row,) = rows(Filters("baum", "output of A"), segments=(1,))
    assert (row["whose"], row["parts"]) == ("output of A", ["ein ", "Baum", ""])
    (row,) = rows(Filters("tree"), segments=(1,))
    assert (row["whose"], row["parts"]) == ("", ["a ", "tree", ""])


def test_only_what_is_searched_is_marked():
    (row,) = rows(Filters("haus", "output of B"), segments=(0,))
    assert (row["whose"], row["parts"]) == ("output of B", ["ein ", "Haus", ""])
    test_set = TestSet.build({"A": ["a cat"], "B": ["the cat"]}, [["cat"]])
    (row,) = rows(Filters("cat", "output of B"), (0,), {"A": np.zeros(1)}, test_set)
    assert (row["whose"], row["parts"]) == ("output of B", ["the ", "cat", ""])


def test_a_long_text_is_cut_around_what_is_found():
    text = "x" * 500 + "needle" + "y" * 500
    test_set = TestSet.build({"A": [text]}, [[text]])
    (row,) = rows(Filters("needle"), (0,), {"A": np.zeros(1)}, test_set)
    before, found, after = row["parts"]
    assert before == "…" + "x" * listing.CHARACTERS_BEFORE
    assert found == "needle"
    assert set(after) == {"y"}
    assert sum(map(len, row["parts"])) == listing.MAX_CHARACTERS


def test_the_table_has_a_row_a_segment_and_a_column_a_system():
    frame = listing.listed_segments_table(
        TEST_SET, "BLEU", SCORES, np.array([2.0, 2.0, 2.0, 1.0]), np.arange(len(TEST_SET))
    )
    assert list(frame.columns) == ["#", "source", "BLEU A", "BLEU B", "length"]
    assert frame["#"].tolist() == [1, 2, 3, 4]
    assert frame["source"].tolist() == TEST_SET.source.to_pylist()
    assert frame["length"].tolist() == [2, 2, 2, 1]
    np.testing.assert_array_equal(frame["BLEU A"], SCORES["A"])


def test_without_a_source_the_table_shows_the_reference():
    test_set = TestSet.build({"A": ["b", "d"]}, [["c", None], ["e", "f"]])
    frame = listing.listed_segments_table(test_set, "BLEU", {"A": np.zeros(2)}, np.ones(2), np.arange(2))
    assert frame.columns[1] == "reference"
    assert frame["reference"][0] == "c"


def test_systems_called_like_other_columns_keep_their_own():
    names = ["#", "source", "length", "BLEU"]
    test_set = TestSet.build({name: ["a"] for name in names}, [["a"]], source=["s"])
    scores = {name: np.array([float(number)]) for number, name in enumerate(names)}
    frame = listing.listed_segments_table(test_set, "BLEU", scores, np.ones(1), np.arange(1))
    assert frame.columns.is_unique
    assert [frame[listing.segment_score_column("BLEU", name)][0] for name in names] == [0, 1, 2, 3]


def test_the_parts_of_a_list_have_all_its_rows(monkeypatch):
    monkeypatch.setattr(listing, "PART", 3)
    assert [range(7)[part] for part in listing.list_parts(7)] == [range(3), range(3, 6), range(6, 7)]
