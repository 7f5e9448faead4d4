"""Chosen by x judged by as it is written: differences, marks, and what is best."""

import numpy as np
import pytest

from scoring import BLEU, CHRF, TER
from scoring.choosing import Criterion, gains, judged, parse
from scoring.choosing.criteria import Chooser
from scoring.studies.choice import allowed_criteria, first_criteria
from tests.candidates import REFERENCES, UNSMOOTHED, toy_lists
from ui.choose import choice_tables

NAMES = ["first", "oracle:bleu", "mbr:bleu", "mbr:chrf"]


@pytest.fixture(scope="module")
def found():
    lists = toy_lists()
    chooser = Chooser(lists, REFERENCES, UNSMOOTHED)
    choices = [chooser.choose(parse(name)) for name in NAMES]
    judges = [BLEU(tokenize="none", smoothing="none"), CHRF(), TER()]
    return gains(judged(choices, lists, REFERENCES, judges), "first", trials=50)


def written(found):
    judges = found.matrix.judges
    style = choice_tables.writer(found, judges)(choice_tables.gain_matrix(found, judges))
    return style.to_html()


def test_bounds_stand_last_and_are_called_so(found):
    frame = choice_tables.gain_matrix(found, found.matrix.judges)
    assert list(frame["chosen by"]) == ["first", "MBR by BLEU", "MBR by chrF", "oracle by BLEU (bound)"]
    assert [choice_tables.row_criterion(found, row).name for row in range(4)] == [
        "first",
        "mbr:bleu",
        "mbr:chrf",
        "oracle:bleu",
    ]
    assert list(frame.columns) == ["chosen by", "BLEU", "chrF", "TER ↓", "ties"]
    assert frame["BLEU"].to_list() == pytest.approx(list(found.matrix.scores[[0, 2, 3, 1], 0]))


def test_cells_have_the_difference_of_the_printed_scores_and_a_mark_where_a_metric_judges_itself(found):
    html, matrix = written(found), found.matrix
    for row, name in enumerate(NAMES):
        for column, judge in enumerate(matrix.judges):
            score, first = (round(float(matrix.scores[at, column]), 2) for at in (row, 0))
            if name == "first":
                assert f">{score:.2f}<" in html
                continue
            difference = round(score - first, 2)
            sign = "" if not difference else "+" if difference > 0 else "−"
            own = " ◆" if name.endswith(judge.name) else ""
            assert f"{score:.2f} ({sign}{abs(difference):.2f}?){own}<" in html  # of two segments all could be chance


def test_the_best_result_stands_out_in_each_column_and_no_bound(found):
    html = written(found)
    results = [row for row, name in enumerate(NAMES) if not name.startswith("oracle")]
    for column, judge in enumerate(found.matrix.judges):
        worth = found.matrix.scores[:, column] * (1 if judge.higher_is_better else -1)
        for row in range(len(NAMES)):
            is_best = row in results and worth[row] >= worth[results].max() - 1e-9
            assert ("bold" in choice_tables._style(found, row, column)) == is_best
    assert "font-weight: bold" in html


def test_records_have_every_digit(found):
    frame = choice_tables.gain_records(found)
    assert len(frame) == 12
    row = frame[(frame["chosen_by"] == "oracle:bleu") & (frame["judged_by"] == "ter")].iloc[0]
    assert row["score"] == found.matrix.scores[1, 2]
    assert row["gain"] == found.gains[1, 2]
    assert row["uses_references"]


def test_a_judge_is_never_taken_for_another_column(found):
    class Ties(TER):
        label = "ties"

    assert choice_tables.judge_heading(Ties()) == "ties (given) ↓"


@pytest.mark.parametrize("name", ["first", "random", "mbr:ter", "oracle:bleu", "corpus-oracle:chrf"])
def test_a_choice_that_became_a_system_is_known_by_its_name(name):
    assert choice_tables.is_choice(choice_tables.as_system(parse(name)))
    assert "uses references" in choice_tables.as_system(parse(name)) or not parse(name).is_bound
    assert not choice_tables.is_choice("GPT-4")
    assert choice_tables.is_choice(choice_tables.by_weights("MERT"))


def test_what_is_offered_can_be_made_of_these_lists():
    lists = toy_lists()
    offered = allowed_criteria(lists)
    assert Criterion("decoder") in offered
    assert Criterion("mbr", "nist") not in offered  # it weighs by the references of the whole set
    chooser = Chooser(lists, REFERENCES, UNSMOOTHED)
    assert all(len(chooser.choose(one).picks) == 2 for one in first_criteria(lists, ""))
    assert np.array_equal([one.kind for one in offered[:3]], ["first", "random", "decoder"])
