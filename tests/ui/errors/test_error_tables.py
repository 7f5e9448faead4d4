"""The page Errors' table, sentences and files: numbers as counted by hand, names as text."""

from dataclasses import replace
from itertools import product

import lxml.html
import numpy as np
import pytest

from scoring.analysis.error_kinds import compare_kinds
from scoring.analysis.found_words import ErrorWords, WordMatches
from scoring.output.latex import Best
from scoring.output.numbers import probability
from scoring.studies import error_kinds
from tests.cases import as_one_test
from tests.counted import counted
from tests.hostile import TEXTS
from ui.errors import error_tables

COLORS = {"A": "#111111", "B": "#222222", "C": "#333333"}


def rows_of(errors, kinds=("accuracy/omission", "style"), systems=("A", "B", "C"), judged=None):
    """errors (n_systems, n_segments, n_kinds), 10 words a segment."""
    errors = np.array(errors, float)
    return counted(errors, np.full(errors.shape[:2], 10.0), judged, kinds, systems)


@pytest.fixture(scope="module")
def tested():
    errors = np.zeros((3, 50, 2))
    errors[0, :, 0], errors[1, :25, 0], errors[2, :1, 1] = 1, 1, 1
    return compare_kinds(rows_of(errors), 2000, 100)


def text_of(markup):
    return lxml.html.fragment_fromstring(str(markup), create_parent="div").text_content()


def test_cells_have_systems_with_fewest_errors_first_and_all_kinds_first(tested):
    found = error_tables.cells(tested.counts, tested, ["A", "C"], COLORS)
    assert found["systems"] == [{"name": "C", "color": "#333333"}, {"name": "A", "color": "#111111"}]
    assert [(row["kind"], row["of"]) for row in found["rows"]] == [
        ("all errors", ""),
        ("omission", "accuracy"),
        ("style", ""),
    ]
    texts = [[cell["text"] for cell in row["cells"]] for row in found["rows"]]
    assert texts == [["2.0 (1)", "100.0 (50)"], ["0 (0)", "100.0 (50)"], ["2.0 (1)", "0 (0)"]]
    assert [[cell["mark"] for cell in row["cells"]] for row in found["rows"]] == [["▼", "▲"], ["▼", "▲"], ["", ""]]
    assert error_tables.has_marks(found)
    assert not error_tables.has_marks(error_tables.cells(tested.counts, None, ["A", "C"], COLORS)), "not tested yet"
    assert [cell["share"] for cell in found["rows"][1]["cells"]] == [0, 1]
    assert found["rows"][1]["cells"][1]["about"].split("\n") == [
        "A, accuracy/omission: 100.0 per 1,000 words",
        "95 % interval 100.0 to 100.0",
        "50 errors in 500 words",
        "The most of this kind",
    ]


def test_issues_of_the_source_are_said_next_to_the_total():
    counts = rows_of([[[1, 2]], [[0, 1]], [[3, 0]]], ("style", "Source issue"))
    said = error_kinds.source_issue_sentence
    assert said(counts, ["A", "B", "C"]) == "The rates include 3 source issues, which MQM does not score."
    assert said(counts, ["B"]) == "The rates include 1 source issue, which MQM does not score."
    assert said(counts, ["C"]) == said(rows_of([[[1, 2]]], systems=["A"]), ["A"]) == ""
    request = error_kinds.ErrorKindsRequest("MQM", "main", (), "13a")
    assert error_tables.printed_rates(counts, None, ["A", "B"], request, "news").notes == [said(counts, ["A", "B"])]


def test_papers_have_a_row_a_system_and_a_column_a_kind(tested):
    frame = error_tables.rates_by_system(tested.counts, ["A", "C"])
    assert frame.round(6).to_dict("list") == {
        "system": ["C", "A"],
        "all errors": [2.0, 100.0],
        "accuracy/omission": [0.0, 100.0],
        "style": [2.0, 0.0],
    }


def test_papers_print_rates_as_the_page_does_and_the_fewest_in_bold():
    errors = np.zeros((3, 500, 2))
    errors[0, 0, 0], errors[1, :40, 0], errors[2, 1, 0] = 0.2, 1, 0.2
    printed = error_tables.rates_as_printed(rows_of(errors), ["A", "B", "C"])
    assert printed == {
        "all errors": ["<0.1", "<0.1", "8.0"],
        "accuracy/omission": ["<0.1", "<0.1", "8.0"],
        "style": ["0", "0", "0"],
    }
    bold = {name: [isinstance(text, Best) for text in texts] for name, texts in printed.items()}
    assert bold["all errors"] == [True, True, False]
    assert bold["style"] == [False] * 3, "nothing stands out"


def test_papers_say_whose_errors_on_which_segments_and_how_many_pairs_differ(tested):
    request = error_kinds.ErrorKindsRequest("MQM", "main", (), "13a")
    printed = error_tables.printed_rates(tested.counts, tested, ["A", "C"], request, "news")
    assert printed.caption == (
        "Errors per 1,000 words by kind (MQM, tokenizer 13a): news, 50 segments."
        " Bold: the fewest of a column, unless all are equal."
    )
    assert printed.notes[0] == "1 of 1 pair of systems differs significantly in all errors."
    assert printed.notes[1] == error_kinds.difference_test_note(tested, has_intervals=False)
    assert "nterval" not in printed.notes[1], "the table has none"
    assert error_tables.printed_rates(tested.counts, None, ["A", "C"], request, "news").notes == []


def test_numbers_of_errors_are_beside_rates_where_there_is_room():
    many = [f"S{number}" for number in range(6)]
    of_many = error_tables.cells(rows_of(np.ones((6, 5, 2)), systems=many), None, many, dict.fromkeys(many, "#000"))
    assert of_many["rows"][0]["cells"][0]["text"] == "200.0"
    shared = np.full((3, 5, 2), 0.25)
    found = error_tables.cells(rows_of(shared), None, ["A"], COLORS)
    assert [row["cells"][0]["text"] for row in found["rows"]] == ["50.0 (2.5)", "25.0 (1.2)", "25.0 (1.2)"]
    assert "In brackets: errors." in error_tables.error_counting_note(rows_of(shared), "13a", are_counts=True)


def test_what_leads_nowhere_is_no_button():
    kinds = "style", "x" * 300
    found = error_tables.cells(rows_of(np.ones((2, 5, 2)), kinds, ("A", "B")), None, ["A", "B"], COLORS)
    assert [[cell["leads"] for cell in row["cells"]] for row in found["rows"]] == [[True] * 2, [True] * 2, [False] * 2]


def test_it_is_said_of_which_segments_numbers_are():
    errors, judged = np.ones((2, 5, 1)), np.ones((2, 5), bool)
    assert error_tables.error_counting_note(rows_of(errors, ["x"]), "13a").startswith(
        "Per 1,000 words (tokenizer 13a). Click to read."
    )
    judged[:, 0] = False
    assert "4 of 5 segments were judged. " in error_tables.error_counting_note(
        rows_of(errors, ["x"], judged=judged), "13a"
    )
    judged[0, 1:3] = False
    said = error_tables.error_counting_note(rows_of(errors, ["x"], judged=judged), "13a")
    assert "Each system has its own judged segments, 2 to 4 of 5; differences use shared ones." in said
    judged[1, 3:] = False
    assert "its own judged segments, 2 of 5; " in error_tables.error_counting_note(
        rows_of(errors, ["x"], judged=judged), "13a"
    )


def test_why_nothing_differs():
    errors, judged = np.zeros((2, 5, 1)), np.ones((2, 5), bool)
    errors[0] = 1
    said = error_kinds.no_difference(compare_kinds(rows_of(errors, ["x"]), 20, 20))
    assert (
        said == "Too little data: two systems have errors in 5 segments at most, and it takes 7 to find a difference."
    )
    judged[0, :3], judged[1, 3:] = False, False
    assert "Nothing to compare" in error_kinds.no_difference(
        compare_kinds(rows_of(errors, ["x"], judged=judged), 20, 20)
    )
    many = rows_of(np.ones((2, 50, 1)), ["x"])
    assert "too many for 20 shuffles" in error_kinds.no_difference(compare_kinds(many, 20, 20))
    assert "No two systems differ significantly" in error_kinds.no_difference(compare_kinds(many, 10_000, 20))
    assert "Both draw single segments, not documents." in error_kinds.difference_test_note(compare_kinds(many, 20, 20))


def test_intervals_are_said_once_they_are_there(tested):
    about = error_tables.cells(tested.counts, tested, ["A", "B"], COLORS)["rows"][0]["cells"][1]["about"]
    assert "95 % interval 100.0 to 100.0" in about


@pytest.mark.parametrize(
    ("densities", "marks"),
    [
        ([1.0, 1.0, 1.0], ["", "", ""]),
        ([1.0, 2.0, 1.04], ["▼", "▲", "▼"]),
        ([0.0, 0.01, 0.0], ["▼", "", "▼"]),
        ([1.0, 1.0, 1.0, 2.0], ["", "", "", "▲"]),
        ([np.nan, 1.0, 2.0], ["", "▼", "▲"]),
        ([np.nan], [""]),
    ],
)
def test_what_stands_out_is_marked(densities, marks):
    names = [str(place) for place in range(len(densities))]
    pairs = {*product(names, names)}
    assert error_tables._marks(np.array(densities), names, pairs) == marks
    assert not any(error_tables._marks(np.array(densities), names, ())), "none differ significantly"


@pytest.mark.parametrize(("density", "said"), [(0, "0"), (0.02, "<0.1"), (0.05, "0.1"), (12.34, "12.3")])
def test_what_is_not_nothing_is_not_written_as_nothing(density, said):
    assert error_kinds.rate(density) == said


def test_differences_are_sentences_that_tell_how_many_pairs(tested):
    found = tested.differing("ABC")
    said = text_of(error_tables.difference_list(found, 3)).replace("\xa0", " ")
    least = f"≤ {probability(tested.n_tested / 2001)}"
    assert f"accuracy/omission: C has 100.0 fewer than A (100.0 to 100.0, corrected p {least})" in said
    assert error_tables.corrected_p_cells(found)["p_adjusted"][0] == least
    assert replace(found[0], is_least_p=False).written_p == least.removeprefix("≤ ")
    assert "3 of 3 pairs differ" in said
    assert "style" not in said
    assert f"p adjusted by Holm for all {tested.n_tested} pairs and kinds" in error_kinds.difference_test_note(tested)
    frame = error_tables.differing_table(found)
    assert len(frame) == 6
    assert "is_least_p" not in frame
    assert set(frame["kind"]) == {"all errors", "accuracy/omission"}


def test_files_have_every_number(tested):
    frame = error_tables.rates_table(tested.counts, tested, ["A", "B"])
    assert list(frame["system"][:2]) == ["B", "A"]
    assert list(frame["errors"][:4]) == [25, 50, 25, 50]
    assert list(frame["per 1,000 words"][:2]) == [50, 100]
    assert list(frame.columns) == ["kind", "system", "per 1,000 words", "low", "high", "errors", "words"]
    assert "low" not in error_tables.rates_table(tested.counts, None, ["A", "B"])


def test_shares_of_words_that_a_reference_has():
    said = text_of(error_tables.error_words_html(ErrorWords(WordMatches(10, 4, 2), WordMatches(1000, 800, 600))))
    assert "40 % of the words inside errors are in a reference, 80 % of those outside." in said
    assert "n/a" in text_of(error_tables.error_words_html(ErrorWords(outside=WordMatches(1, 1, 1))))
    here = text_of(error_tables.segment_error_words_html(ErrorWords(WordMatches(1, 0, 0), WordMatches(5, 4, 2), 2)))
    assert here.startswith("Does BLEU see it? A reference has 0 of the 1 word inside errors, and 4 of the 5 words")
    assert "2 words written in another way by the tokenizer: not marked." in here


@as_one_test
@pytest.mark.parametrize("text", TEXTS)
def test_names_and_kinds_stay_text(text):
    errors = np.zeros((2, 30, 1))
    errors[0] = 1
    found = compare_kinds(rows_of(errors, [text], [text, "B"]), 1000, 50)
    said = lxml.html.fragment_fromstring(
        str(error_tables.difference_list(found.differing([text, "B"]), 1)), create_parent="div"
    )
    assert {element.tag for element in said.iter()} <= {"div", "small", "ul", "li", "b"}


def test_where_a_narrow_window_shows_a_part_it_is_said():
    assert error_tables.scroll_note(5) == ""
    assert error_tables.scroll_note(12) == " Narrow windows scroll sideways."
