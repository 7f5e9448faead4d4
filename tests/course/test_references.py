"""Lesson 9: what the references' words do."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course.lessons import LESSONS, parts
from course.lessons.l08_references import (
    METRIC,
    USED,
    output_scores,
    reference_choice_table,
    references_in_use,
)
from scoring import BLEU

LESSON = LESSONS["references"]
EVERY = parts.text_lines(LESSON.example["references"])
WORDS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=8).map(" ".join)


def test_the_claim():
    """A good translation loses and a wrong one wins by one reference; by all of them it leads, and by no fewer."""
    good, wrong = output_scores(LESSON.example, EVERY[:1])
    assert wrong > good + 50
    good_now, wrong_now = output_scores(LESSON.example, EVERY)
    assert good_now > wrong_now
    assert wrong_now == pytest.approx(wrong), "the references do not tell that it is wrong"
    reached = [LESSON.ask(LESSON.example).goal.is_reached({**LESSON.example, "used": used}) for used in USED.options]
    assert reached == [False, False, True]


def test_the_answer_says_where_the_n_grams_of_a_are_from():
    said = "“On Monday the crash left three people” from 3, “left three people hurt” from 2"
    assert said in LESSON.ask(LESSON.example).reveal


@pytest.mark.parametrize("used", USED.options)
def test_the_bars_are_the_scores_by_the_references_in_use(used):
    (chart,) = LESSON.compute({**LESSON.example, "used": used}).before
    assert list(chart.figure.data[0].x) == [round(score) for score in output_scores(LESSON.example, EVERY[: int(used)])]


def test_each_reference_can_change_the_score():
    """A's, not B's."""
    good, wrong = ([output_scores(LESSON.example, EVERY[:count])[at] for count in (1, 2, 3)] for at in (0, 1))
    assert good == sorted(good)
    assert len({round(score, 2) for score in good}) == 3
    assert len({round(score, 2) for score in wrong}) == 1


def test_one_reference_more_can_lower_the_score():
    """By its length alone: it is closer to the output's, and longer."""
    values = dict(LESSON.example) | {"outputs": "a b c d e f"}
    assert output_scores(values, ["a b c d"])[0] == pytest.approx(50.81, abs=0.005)
    assert output_scores(values, ["a b c d", "t u v w x y z"])[0] == pytest.approx(43.01, abs=0.005)


def test_the_formula_gives_the_score_that_stands_beneath_it():
    """With the counts that smoothing leaves: 0 in their place would make it 0."""
    latex = next(block.latex for block in LESSON.compute(LESSON.example).key if isinstance(block, parts.FormulaBlock))
    penalty, root = (float(re.search(rf"{sign}(\d[\d.]*)", latex)[1]) for sign in (r"underbrace\{", r"\\sqrt\["))
    fractions = re.findall(r"\\frac\{([\d.]+)\}\{([\d.]+)\}", latex)
    assert len(fractions) == root
    product = math.prod(float(above) / float(below) for above, below in fractions)
    good, _ = output_scores(LESSON.example, EVERY[:1])
    assert 100 * penalty * product ** (1 / root) == pytest.approx(good, rel=1e-3)
    assert f"{good:.2f}" in latex


@given(WORDS, st.lists(WORDS, min_size=1, max_size=3), WORDS)
def test_one_reference_more_takes_no_match_away(output, references, another):
    bleu = BLEU(lowercase=True)
    before, after = (
        bleu.statistics([output], [[reference] for reference in found])[0, 2:7]
        for found in (references, [*references, another])
    )
    assert (after >= before).all()


def test_the_table_has_every_choice_of_references():
    frame = reference_choice_table(LESSON.example, EVERY).set_index("references")
    assert len(frame) == 1 + 2 * len(EVERY)
    outputs = LESSON.example["outputs"].split("\n")
    for number, letter in enumerate("AB"):
        expected = METRIC.score(METRIC.statistics(outputs[number : number + 1], [[EVERY[0]], [EVERY[2]]])[0])
        assert frame.loc["all but reference 2", letter] == pytest.approx(float(expected))
    assert list(reference_choice_table(LESSON.example, EVERY[:1])["references"]) == ["all"]


@pytest.mark.parametrize(("used", "count"), [("1", 1), ("2", 2), ("3", 2)])
def test_there_are_no_more_references_than_lines(used, count):
    assert len(references_in_use({"references": "a\nb", "used": used})) == count
