"""The tables of WMT and Appraise, cell by cell."""

import csv
import io
import json
from dataclasses import replace

import pyarrow as pa

from scoring import TestSet
from scoring.formats import read_contents
from scoring.formats.judgments import attach
from scoring.rating import (
    Answer,
    CampaignPlan,
    DirectAssessment,
    ErrorSpans,
    MarkedError,
    OutputRanking,
    PlaceRatings,
    Ratings,
    deal_items,
)
from scoring.rating.formats import write_appraise, write_rankings
from scoring.text.languages import find_stated_language
from tests.ratings import answered, plan_of, preferred, preferred_in

TWO = replace(
    TestSet.build({"A": ["Ein 😀 Haus", "Ja"], "B": ["Zwei Häuser", "Nein"]}, [["x", "y"]], ["s", "t"]),
    name="two",
    language=find_stated_language(["de"]),
)


def rows(data):
    return list(csv.reader(io.StringIO(data.decode()), strict=True))


def of_one_rater(plan, say, name="Ann, B."):
    asked = deal_items(plan, TWO, 0)
    answers = tuple(Answer(number, say(item), 1.5) for number, item in enumerate(asked))
    return asked, Ratings(plan, TWO, (PlaceRatings(0, name, answers),))


def test_a_row_of_appraise():
    plan = CampaignPlan("esa", ("A",), (0,), repeats=0, damaged=0)
    value = ErrorSpans((MarkedError(4, 5, "minor"), MarkedError(6, 10, "major")), ("minor",), 62.5)
    _, ratings = of_one_rater(plan, lambda item: value)
    (row,) = rows(write_appraise(ratings))
    spans = json.loads(row.pop(9))
    assert row == ["Ann, B.", "A", "1", "TGT", "", "deu", "62.5", "two#A", "False", "0.000", "1.500"]
    assert [(of["start_i"], of["end_i"], of["severity"]) for of in spans] == [
        (4, 5, "minor"),  # two code units
        (7, 10, "major"),
        ("missing", "missing", "minor"),
    ]


def test_direct_assessment_has_no_column_of_errors_and_checks_have_types_of_their_own():
    plan = CampaignPlan("da", ("A", "B"), (0, 1), repeats=0.5, damaged=0.5)
    asked, ratings = of_one_rater(plan, lambda item: DirectAssessment(7))
    found = rows(write_appraise(ratings))
    assert {len(row) for row in found} == {11}
    types = {"plain": "TGT", "repeat": "CHK", "damaged": "BAD"}
    assert [row[3] for row in found] == [types[item.kind] for item in asked]
    assert {row[3] for row in found} == set(types.values())
    assert all(row[7].endswith("#bad") == (row[3] == "BAD") for row in found)
    assert [float(row[10]) for row in found] == [1.5 * number for number in range(1, len(asked) + 1)]


FORMULA = "=HYPERLINK(1)"
NAMED = replace(
    TestSet.build({FORMULA: ["Ein Haus", "Ja"], "-HYPERLINK(1)": ["Zwei Häuser", "Nein"]}, [["x", "y"]], ["s", "t"]),
    name="@set",
    documents=pa.array(["+first", "second"]),
)


def cells(data):
    return [cell for row in rows(data) for cell in row]


def rated(protocol, say):
    """Of outputs of systems with such names, by a rater with one."""
    plan = CampaignPlan(protocol, NAMED.system_names, (0, 1), repeats=0, damaged=0)
    asked = deal_items(plan, NAMED, 0)
    answers = tuple(Answer(number, say(item), 1.5) for number, item in enumerate(asked))
    return Ratings(plan, NAMED, (PlaceRatings(0, FORMULA, answers),))


def read_back(file, data):
    contents = read_contents(file, data)
    return attach(NAMED, contents.judgments).test_set


def test_no_spreadsheet_runs_a_name_of_rankings_and_they_read_back():
    ratings = rated("ranking", lambda item: OutputRanking((2, 1)))
    written = write_rankings(ratings)
    assert not any(cell.startswith(tuple("=+-@")) for cell in cells(written))
    assert cells(written).count(f"'{FORMULA}") == 2 + 2  # the rater, and the system, of two segments
    (found,) = read_back("rankings.csv", written).preferences
    assert preferred_in(found) == preferred(ratings)


def test_no_spreadsheet_runs_a_name_of_appraise_and_it_reads_back():
    scores = {FORMULA: 7.5, "-HYPERLINK(1)": 0.25}
    value = {name: ErrorSpans((MarkedError(0, 2, "minor"),), (), score) for name, score in scores.items()}
    written = write_appraise(rated("esa", lambda item: value[item.outputs[0].system]))
    assert not any(cell.startswith(tuple("=+-@")) for cell in cells(written))
    again = read_back("appraise.csv", written)
    (found,) = again.scores
    assert {name: column.tolist() for name, column in found.values.items()} == {
        name: [score, score] for name, score in scores.items()
    }
    assert {span.annotator for span in again.annotations[0].spans} == {FORMULA}


def test_a_row_of_wmts_rankings():
    plan = CampaignPlan("ranking", ("A", "B"), (1,), repeats=0, damaged=0)
    ((item,), ratings) = of_one_rater(plan, lambda item: OutputRanking((2, 1)))
    header, row = rows(write_rankings(ratings))
    first, second = (output.system for output in item.outputs)
    numbers = {"A": "1", "B": "2"}
    assert dict(zip(header, row, strict=True)) == {
        "srclang": "",
        "trglang": "German",
        "srcIndex": "2",
        "documentId": "two",
        "segmentId": "2",
        "judgeId": "Ann, B.",
        "system1Number": numbers[first],
        "system1Id": first,
        "system2Number": numbers[second],
        "system2Id": second,
        "system1rank": "2",
        "system2rank": "1",
    }


def test_wmts_rankings_have_no_checks():
    ratings = answered(plan_of("ranking"))
    n_plain = sum(given.item.kind == "plain" for given in ratings)
    assert 0 < n_plain < ratings.n_answers
    assert len(rows(write_rankings(ratings))) == 1 + n_plain
