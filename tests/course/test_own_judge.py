"""Lesson 22: a point for one system is all of its extra lead, and leaves agreement about outputs as it is."""

import re

import numpy as np
import pytest

from course.lessons import LESSONS, parts
from course.lessons import l22_own_judge as own_judge
from course.lessons.l22_own_judge import (
    JUDGE,
    OTHER_JUDGE,
    OWN,
    PEOPLE,
    POINTS_OFF,
    agreement,
    enough,
    is_fair,
    lead_of_own,
)

LESSON = LESSONS["own_judge"]


def test_the_claim():
    """By the judge the own system leads by far more than by people, or by another model; r moves by a thousandth."""
    assert lead_of_own(JUDGE) > 3 * lead_of_own(PEOPLE) > 3 * lead_of_own(OTHER_JUDGE)
    assert lead_of_own(JUDGE, enough()) == pytest.approx(lead_of_own(PEOPLE), abs=POINTS_OFF.step / 2)
    assert agreement(enough()) == pytest.approx(agreement(0), abs=0.001)
    assert 0.4 < agreement(0) < 0.6


def test_the_question_says_who_judges_then_asks_and_fits_four_lines_of_a_slide():
    """Names of metrics that a beginner does not know are folded; a line of a small projector has 31 letters."""
    question, (leads, agreed) = LESSON.ask(LESSON.example), LESSON.compute(LESSON.example).before
    assert question.prompt.startswith(f"{OWN} translates, and it judges, too. Drag to take points off")
    assert len(f"Try it. {question.prompt}") <= 4 * 31
    shown = question.prompt + question.reveal + leads.figure.to_json() + agreed.figure.to_json()
    assert not re.search(r"GEMBA|MetricX|, r\b", shown)
    assert f"{JUDGE}, a prompt that asks it for errors" in question.why
    assert f"{OTHER_JUDGE} does, another model" in question.why


def test_one_point_of_25_is_enough():
    """The step nearest to what people see; one more is farther from it."""
    assert enough() == pytest.approx(1)
    assert [is_fair({"taken": enough() + step}) for step in (-POINTS_OFF.step, 0, POINTS_OFF.step)] == [
        False,
        True,
        False,
    ]
    asked = LESSON.ask(LESSON.example)
    assert asked.answer == "1 point is enough"
    assert "With 1.0 off, its own lead is <b>0.25</b>, near people's 0.23." in asked.reveal
    assert f"stays at <b>{agreement(0):.3f}</b>: single outputs differ by about 12 points" in asked.reveal
    assert "lead is <b>0.95</b>, above people's" in asked.reveal_at({"taken": 0.3})
    assert "lead is <b>−0.05</b>, below people's 0.23. Agreement was 0.502, is <b>0.501</b>" in asked.reveal_at(
        {"taken": 1.3}
    )


@pytest.mark.parametrize("taken", parts.slider_steps(POINTS_OFF))
def test_the_formula_adds_up_as_it_is_printed(taken):
    latex = LESSON.compute({"taken": taken}).key[1].latex
    own, off, other, found = (float(number) for number in re.findall(r"-?\d+\.\d+", latex))
    assert own - off - other == pytest.approx(found, abs=1e-9)


def test_r_follows_from_sums(monkeypatch):
    """Against all scores, of systems that are made up: the first one is the own."""
    random = np.random.default_rng(5)
    people = random.normal(-7, 12, (own_judge.SYSTEMS, 40))
    judge = people / 2 + random.normal(0, 5, people.shape)
    covariance = np.cov(judge.ravel(), people.ravel(), bias=True)
    monkeypatch.setattr(own_judge, "MEANS", {JUDGE: (judge[0].mean(), 0), PEOPLE: (people[0].mean(), 0)})
    monkeypatch.setattr(own_judge, "ALL_MEANS", {JUDGE: judge.mean(), PEOPLE: people.mean()})
    monkeypatch.setattr(own_judge, "VARIANCES", {JUDGE: covariance[0, 0], PEOPLE: covariance[1, 1]})
    monkeypatch.setattr(own_judge, "COVARIANCE", covariance[0, 1])
    for taken in (0, 1.1, 7):
        judged = judge - taken * (np.arange(len(judge)) == 0)[:, None]
        assert agreement(taken) == pytest.approx(np.corrcoef(judged.ravel(), people.ravel())[0, 1])


def test_one_bar_follows_the_slider_and_the_other_one_stays():
    found = [LESSON.compute({"taken": taken}).before for taken in (0.0, enough())]
    (leads, later), (r, r_later) = ([chart.figure.data[0].x for chart in charts] for charts in zip(*found, strict=True))
    assert list(leads) == [1.25, 0.04, 0.23]
    assert list(later) == [0.25, 0.04, 0.23]
    assert abs(r[0] - r_later[0]) <= 0.001
    assert all(isinstance(chart, parts.Chart) for chart in found[0])
