"""Lesson 15: what is quoted of COMET stands in the documents; a bet moves its bar, and is told how far off it is."""

import re
from pathlib import Path

import pytest

from course.asking import answer_verdict
from course.lessons import LESSONS, parts
from course.lessons.l15_learned import BET, COMET, PUBLISHED
from tests.lessons import blocks

LESSON = LESSONS["learned"]
AGREEMENT = Path(__file__).parents[2] / "docs" / "agreement.md"


def test_the_claim():
    """COMET's interval is above BLEU's, and a pair in three and more is still wrong."""
    assert PUBLISHED["COMET"][2] > PUBLISHED["BLEU"][3]
    assert COMET < 2 / 3


@pytest.mark.parametrize("name", PUBLISHED)
def test_what_is_quoted_is_in_the_documents(name):
    letters, value, low, high = PUBLISHED[name]
    row = rf"^{name} +{letters}.*\S +{value:.3f} \[{low:.3f}, {high:.3f}\]$"
    assert re.search(row, AGREEMENT.read_text(encoding="utf-8"), re.MULTILINE)
    (table,) = (block for block in blocks(LESSON.compute(LESSON.example).rest) if isinstance(block, parts.TableBlock))
    assert table.caption.startswith("Quoted, not computed here")


@pytest.mark.parametrize("bet", parts.slider_steps(BET))
def test_a_bet_moves_its_bar_and_then_stands_beside_the_number(bet):
    computed = LESSON.compute({"bet": bet})
    before, after = (bars(drawn) for drawn in (computed.before, computed.after))
    assert before == {"random scores": 38.4, "BLEU": 51.8, "COMET: your bet": bet}, "the number is not seen yet"
    assert after == {"random scores": 38.4, "BLEU": 51.8, "COMET": 57.4, "your bet": bet}


def bars(drawn):
    (chart,) = drawn
    return {name.strip(): value for name, value in zip(chart.figure.data[0].y, chart.figure.data[0].x, strict=True)}


def test_no_bet_is_right_where_a_nearer_one_is_wrong():
    question = LESSON.ask(LESSON.example)
    assert question.choices == tuple(f"{step:.0f}" for step in parts.slider_steps(BET))
    nearest_first = sorted(range(len(question.choices)), key=lambda place: abs(question.bet_error(place)))
    rights = [question.is_right(place) for place in nearest_first]
    assert rights == sorted(rights, reverse=True)
    assert [question.choices[place] for place in nearest_first if question.is_right(place)] == ["57", "58", "56", "59"]
    assert question.choices[question.right] == "57"


def test_a_bet_is_told_how_far_off_it_is():
    question = LESSON.ask(LESSON.example)
    said = {bet: answer_verdict(question, question.choices.index(bet)).striptags() for bet in ("75", "50", "58")}
    assert said == {
        "75": "✗ Not quite: you bet 75, it is 57.4, so 17.6 too high.",
        "50": "✗ Not quite: you bet 50, it is 57.4, so 7.4 too low.",
        "58": "✓ Right: you bet 58, it is 57.4.",
    }
    assert answer_verdict(question, None).striptags() == "57.4."


def test_what_it_leads_by_is_the_difference_of_the_printed_numbers():
    assert round(57.4 - 51.8, 1) == 5.6
    assert "5.6 more than BLEU" in LESSON.ask(LESSON.example).reveal
