"""Lesson 10: the worked example of Snover et al. (2006)."""

import numpy as np
import pytest

from course.lessons import LESSONS, parts
from course.lessons.l10_shifts import (
    EXACT,
    HALFWAY,
    MAX_STEPS_DRAWN,
    REFUSED,
    edit_and_bleu_scores,
    shift_drawings,
    shift_table,
)
from scoring import TER, WER
from tests.lessons import one_move, tiles_that_reach
from ui.drawing.component import Drawing
from ui.ter import view

LESSON = LESSONS["shifts"]
QUESTION = LESSON.ask(LESSON.example)
OUTPUT, REFERENCE = LESSON.example["output"], LESSON.example["reference"]


def test_the_claim():
    """One shift: 4 edits of 13, where word error rate needs 6; BLEU 0.323."""
    ter, wer, bleu = edit_and_bleu_scores(OUTPUT, REFERENCE)
    assert ter == pytest.approx(100 * 4 / 13)
    assert wer == pytest.approx(100 * 6 / 13)
    assert bleu == pytest.approx(32.28, abs=0.005)
    assert len(TER().edits(OUTPUT, [REFERENCE]).shifts) == 1


def test_bleu_s_numbers():
    terms = EXACT.arithmetic(EXACT.statistics([OUTPUT], [[REFERENCE]])[0])
    assert terms.matches.tolist() == [10, 6, 3, 1]
    assert terms.totals.tolist() == [12, 11, 10, 9]
    assert terms.brevity_penalty == pytest.approx(0.920, abs=0.0005)


def test_the_lecture_note_s_number_is_wrong():
    assert round(4 / 13, 3) == 0.308
    assert "4 / 13 = 0.308: 1 shift and 3 other edits" in QUESTION.why


def test_the_goal_is_the_one_place_where_the_phrase_saves_an_edit():
    """A shift fewer to TER, by hand: one word is missing, and two are others; to BLEU n-grams of all orders."""
    moved = "THE SAUDIS denied THIS WEEK information published in the new york times"
    assert " ".join(tiles_that_reach(LESSON, QUESTION.goal)) == moved
    for order in one_move(tiles(OUTPUT)):
        assert QUESTION.goal.is_reached(LESSON.example | {"output": " ".join(order)}) == (" ".join(order) == moved)
    assert [note(OUTPUT), note(moved)] == ["4 edits, BLEU 32.28", "3 edits, BLEU 58.34"]
    assert QUESTION.reveal == (
        "TER counted <b>4</b> edits; one was this move, a shift, so <b>3</b> are left. BLEU rises from <b>32.28</b> to"
        " <b>58.34</b>."
    )


def test_phrases_of_the_reference_are_tiles():
    phrases = ["THIS WEEK", "THE", "SAUDIS", "denied", "information published in the", "new york times"]
    assert tiles(OUTPUT) == phrases


def look(output):
    (row,) = LESSON.tile_views(LESSON.example | {"output": output}, False)["output"]
    return row


def tiles(output):
    return look(output).tiles(output.split())


def note(output):
    return look(output).note


def test_ter_refuses_a_shift_that_alone_saves_nothing():
    """Two moved phrases make the reference; the first leaves as many edits as there were, so none is made."""
    output, reference = (text.split() for text in REFUSED)
    assert HALFWAY.split() == output[2:] + output[:2], "one phrase is moved"
    assert reference == HALFWAY.split()[2:4] + HALFWAY.split()[:2] + HALFWAY.split()[4:], "and another one"
    edits = TER().edits(REFUSED[0], [REFUSED[1]])
    assert (edits.n_edits, len(edits.shifts)) == (4, 0)
    assert (
        WER().statistics([HALFWAY], [[REFUSED[1]]])[0].sum() == WER().statistics([REFUSED[0]], [[REFUSED[1]]])[0].sum()
    )
    said = QUESTION.why
    assert "leaves 4 other edits" in said
    assert "counts 4 edits" in said


def test_each_row_is_the_text_after_that_many_shifts():
    frame = shift_table(TER().edits(OUTPUT, [REFERENCE]), REFERENCE)
    assert frame["edits in all"].tolist() == [6, 4]
    moved = "THE SAUDIS denied THIS WEEK information published in the new york times"
    expected = EXACT.score(EXACT.statistics([OUTPUT, moved], [[REFERENCE] * 2]))
    np.testing.assert_allclose(frame["BLEU"], expected)
    assert frame["BLEU"][1] > frame["BLEU"][0] + 20


def test_many_shifts_are_not_all_drawn():
    words = [f"w{n}" for n in range(24)]
    output = " ".join(word for at in range(0, 24, 4) for word in words[at + 2 : at + 4] + words[at : at + 2])
    edits = TER().edits(output, [" ".join(words)])
    assert len(edits.shifts) > MAX_STEPS_DRAWN
    blocks = shift_drawings(view.EditedOutput("output", "#000", edits, 0.0, 0.0, 0.0))
    assert sum(isinstance(block, Drawing) for block in blocks) == MAX_STEPS_DRAWN
    assert f"first {MAX_STEPS_DRAWN - 1} of {len(edits.shifts)} shifts" in next(
        b.text for b in blocks if isinstance(b, parts.Plain)
    )
