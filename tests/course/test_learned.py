"""Lesson 15: what is quoted of COMET stands in the documents; a bet moves its bar; the nearest one is right."""

import re
from pathlib import Path

import pytest

from course.lessons import LESSONS, parts
from course.lessons.l15_learned import BET, BLEU, COMET, PUBLISHED
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
    assert before == {"chance": 38, "BLEU": 52, "COMET: your bet": bet}, "the number is not seen yet"
    assert after == {"chance": 38, "BLEU": 52, "COMET": 57, "your bet": bet}


def bars(drawn):
    (chart,) = drawn
    return {name.strip(): value for name, value in zip(chart.figure.data[0].y, chart.figure.data[0].x, strict=True)}


def test_the_nearest_bet_is_right():
    question = LESSON.ask(LESSON.example)
    steps = parts.slider_steps(BET)
    assert question.choices == tuple(f"{step:.0f}" for step in steps)
    assert abs(float(question.answer) - 100 * COMET) == min(abs(step - 100 * COMET) for step in steps)
    assert f"{round(100 * COMET) - round(100 * BLEU)} more than BLEU" in question.reveal
