"""Lesson 14: who chooses is flattered; against plain arithmetic over the judges, and sacreBLEU over the texts."""

import re
import textwrap
from pathlib import Path

import numpy as np
import pytest
import sacrebleu

from course.lessons import LESSONS, parts
from course.lessons.l14_oracle import (
    BEST,
    CHOOSERS,
    N_SEGMENTS,
    N_SYSTEMS,
    UNITS,
    WMT21,
    oracle_evidence,
    oracle_name,
    points_gained,
)
from course.lessons.parts import figures
from scoring import METRICS
from tests.lessons import blocks
from ui.store.samples import sample

LESSON = LESSONS["oracle"]
DOCS = Path(__file__).parents[2] / "docs"
TOOLS = {"bleu": sacrebleu.corpus_bleu, "chrf": sacrebleu.corpus_chrf}


def by_text(outputs, scores):
    """(n_systems, n_segments): of each output the mean over the systems that have the same text."""
    return np.array(
        [[scores[outputs[:, place] == text, place].mean() for place, text in enumerate(own)] for own in outputs]
    )


@pytest.fixture(scope="module")
def news():
    """Outputs (n_systems, n_segments), references, and each judge's scores (n_systems, n_segments), also by text."""
    test_set = sample("news-en-es")
    outputs = np.array([test_set.system(name).segments.to_pylist() for name in test_set.system_names])
    judges = {of.name: np.array([of.of(name) for name in test_set.system_names]) for of in test_set.scores}
    texts = {name: by_text(outputs, own) for name, own in judges.items()}
    return outputs, [reference.segments.to_pylist() for reference in test_set.references], judges, texts


@pytest.fixture(scope="module")
def corpus(news):
    """``corpus(metric)(outputs)``: by sacreBLEU; TER, which takes it long, by scoring."""
    _, references, *_ = news

    def ter(texts):
        metric = METRICS["ter"]()
        return float(metric.score(metric.statistics(texts, references).sum(axis=0)))

    return lambda metric: ter if metric == "ter" else lambda texts: TOOLS[metric](texts, references).score


@pytest.fixture(scope="module")
def best_systems(news, corpus):
    """Metric -> the best system's score."""
    outputs, *_ = news
    scores = {name: [corpus(name)(output.tolist()) for output in outputs] for name in CHOOSERS.values()}
    return {name: min(of) if name == "ter" else max(of) for name, of in scores.items()}


def taken(metric):
    """(n_segments,): whose output a metric takes."""
    found = oracle_evidence()
    return found.choices[oracle_name(metric)].places_in_lists(found.lists)


@pytest.mark.parametrize("metric", CHOOSERS.values())
def test_the_claim(metric):
    """A metric gains most by its own choice, and every other judge sees a part of what it could gain."""
    found = oracle_evidence()
    for judge in (*CHOOSERS.values(), "Language model 1", "Language model 2"):
        assert (
            found.gain_share(oracle_name(metric), judge) == 1
            if judge == metric
            else found.gain_share(oracle_name(metric), judge) < 0.9
        )


def test_by_chrf_and_by_people_less_is_left_of_the_gain_and_then_nothing():
    taken, own = zip(*map(points_gained, ("BLEU", "chrF", "people")), strict=True)
    assert taken[0] == own[0]
    assert 0.5 * own[1] < taken[1] < own[1]
    assert taken[2] < 0 < own[2]


def test_bleu_picks_another_output_than_a_reader_and_the_best_has_fewer_of_the_words():
    reference, outputs = LESSON.example["reference"], LESSON.example["outputs"].split("\n")
    found = [sacrebleu.sentence_bleu(output, [reference]).score for output in outputs]
    scores = dict(zip("ABC", found, strict=True))
    assert max(scores, key=scores.get) == "A"
    asked = LESSON.ask(LESSON.example)
    assert asked.choices[asked.right] == BEST == "B"
    more = round(scores["A"], 2) - round(scores["B"], 2)
    assert f"A has <b>{more:.2f}</b> points more than B" in LESSON.ask(LESSON.example).reveal


def test_the_bar_shrinks_from_judge_to_judge_and_passes_zero():
    """Beside the judge's own, which stays as long."""
    figures_by_judge = [LESSON.compute({**LESSON.example, "judge": judge}).after[1].figure for judge in WMT21]
    parts_of_axis = []
    for figure in figures_by_judge:
        (bars,), (low, high) = figure.data, figure.layout.xaxis.range
        parts_of_axis.append([value / (high - low) for value in bars.x])
    assert parts_of_axis[0][0] > parts_of_axis[1][0] > 0 > parts_of_axis[2][0]
    assert [own[-1] for own in parts_of_axis] == pytest.approx([parts_of_axis[0][0]] * 3)
    (height,) = {figure.layout.height for figure in figures_by_judge}  # nothing moves beneath it
    axis, letters, heading = 32, 23, figures_by_judge[0].layout.margin.t
    assert height - heading - axis >= 2 * letters, "on a slide of 1280 x 800 its rows do not overlap"


SAID = {
    "BLEU": "By BLEU its own picks are 7.16 points better than the best system. Switch to people.",
    "chrF": "By chrF, another metric, they are 3.70 points better than the best system, chrF’s own 4.67.",
    "people": "By people they are 0.26 worse than the best system, people’s own 0.99 better. A minor error costs 1.",
}
"""Judge -> the sentence above the bars."""


@pytest.mark.parametrize("judge", WMT21)
def test_sentence_and_axis_lead_from_one_output_to_a_test_set_and_the_unit_is_said_once(judge):
    computed = LESSON.compute({**LESSON.example, "judge": judge})
    about, chart = computed.after
    assert f"In WMT 2021 BLEU picked one of {N_SYSTEMS} outputs a sentence." in about.html
    assert SAID[judge] in about.html
    axis = chart.figure.layout.xaxis
    assert dict(zip(axis.tickvals, axis.ticktext, strict=True)) == {0: "best system"}
    assert chart.figure.layout.title.text == f"{UNITS[judge]} above the best system"
    assert chart.alt.startswith(f"{UNITS[judge]} above the best system, picked by BLEU: ")
    (bars,) = chart.figure.data
    assert bars.marker.color[0] == (figures.GREY if judge == "people" else parts.BLUE), (
        "a loss has no colour of its own"
    )
    facts = computed.key[0].facts
    assert {fact.about for fact in facts} == {""}
    assert [fact.label for fact in facts] == ["best system", *dict.fromkeys(["picked by BLEU", f"picked by {judge}"])]


def test_what_is_quoted_is_in_the_manual():
    manual = " ".join((DOCS / "choosing.md").read_text(encoding="utf-8").split())
    by_people, by_bleu, oracle, favourites = (
        re.search(rf"\| {start}[^|]*\| (\S+) \| ?(\S*) \|", manual).groups()
        for start in ("best system by people", "best system by BLEU", "oracle by BLEU", "people's favourites")
    )
    assert WMT21["people"] == (float(by_people[0]), float(oracle[0]), float(favourites[0]))
    assert WMT21["BLEU"] == (round(float(by_bleu[1]), 2), round(float(oracle[1]), 2), round(float(oracle[1]), 2))
    taken, system, own = re.search(
        r"By chrF its choice has (\S+), the best system (\S+), chrF's own oracle (\S+)\.", manual
    ).groups()
    assert WMT21["chrF"] == (float(system), float(taken), float(own))


@pytest.mark.exhaustive
@pytest.mark.parametrize("metric", CHOOSERS.values())
def test_scores_are_those_of_other_programs(news, corpus, best_systems, metric):
    outputs, _, judges, texts = news
    picked = outputs[taken(metric), np.arange(outputs.shape[1])].tolist()
    found = oracle_evidence()
    for name in CHOOSERS.values():
        assert found.score(oracle_name(metric), name) == pytest.approx(corpus(name)(picked))
        assert found.best_system(name) == pytest.approx(best_systems[name])
    for judge, scores in judges.items():
        assert found.score(oracle_name(metric), judge) == pytest.approx(
            texts[judge][taken(metric), np.arange(outputs.shape[1])].mean()
        )
        assert found.score(judge, judge) == pytest.approx(texts[judge].max(axis=0).mean())
        assert found.best_system(judge) == pytest.approx(scores.mean(axis=1).max())


def test_the_chart_in_why_says_that_it_is_of_another_set_and_the_formula_has_words():
    formula, chart, about = LESSON.compute(LESSON.example).why
    assert chart.figure.layout.title.text == "Sample set: 5 judges of BLEU’s picks"
    assert "100 % is the gain of a judge’s own picks" in about.text
    assert r"\text{BLEU's picks} - \text{best system}" in formula.latex
    assert f"Below are {N_SEGMENTS} real sentences: let people judge BLEU’s picks." in LESSON.ask(LESSON.example).reveal


def test_no_output_wraps_to_a_third_line_of_a_small_slide():
    """At 800 x 600 a row has 300 px, in which 27 letters of tiles fit; the chart needs what a third line takes."""
    lines = [textwrap.wrap(output, 27) for output in LESSON.example["outputs"].split("\n")]
    assert max(map(len, lines)) <= 2


def test_it_says_that_the_sample_s_judges_are_no_people():
    said = " ".join(
        block.text for block in blocks(LESSON.compute(LESSON.example).why) if isinstance(block, parts.Plain)
    )
    assert "language model" in said
    assert "no people" in said
