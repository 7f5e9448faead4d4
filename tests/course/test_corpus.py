"""Lesson 5: corpus BLEU and the mean of segments turn the order round."""

import math

import numpy as np
import pytest

from course.lessons import LESSONS, parts
from course.lessons.l05_corpus import (
    COPIES,
    METRIC,
    corpus_and_mean_scores,
    corpus_counts,
    disagree,
    leader,
    segment_score_table,
    system_statistics,
)

LESSON = LESSONS["corpus"]


def at(copies):
    return {**LESSON.example, COPIES.name: copies}


def leaders(copies):
    corpus, mean, _ = corpus_and_mean_scores(system_statistics(at(copies))).values()
    return leader(corpus), leader(mean)


def test_the_claim():
    """Short sentences outvote the long one in the mean first; corpus BLEU follows once they have enough words."""
    found = [leaders(copies) for copies in parts.slider_steps(COPIES)]
    assert found == sorted(found), "nobody changes sides twice"
    assert set(found) == {("A", "A"), ("A", "B"), ("B", "B")}
    assert [disagree(at(copies)) for copies in parts.slider_steps(COPIES)] == [pair == ("A", "B") for pair in found]


def test_a_segment_counts_as_often_as_the_slider_says():
    for copies in (0, 3):
        given = {name: LESSON.example[name].split("\n") for name in ("references", "A")}
        texts, references = ([*[short] * copies, long] for short, long in (given["A"], given["references"]))
        expected = METRIC.statistics(texts, [references])
        np.testing.assert_array_equal(system_statistics(at(copies))["A"], expected)


def test_the_four_bars_follow_and_say_who_wins():
    (chart,) = LESSON.compute(at(2)).before
    corpus, mean, _ = corpus_and_mean_scores(system_statistics(at(2))).values()
    (bars,) = chart.figure.data
    assert list(bars.x) == pytest.approx([*corpus, *mean], abs=0.005)
    assert [text.endswith("wins") for text in bars.text] == [True, False, False, True]


def test_the_chart_and_the_verdict_say_when_there_are_too_many_of_the_short_ones():
    """A student who drags past the answer reads so, before the answer and after it."""
    said = [LESSON.compute(at(copies)).before[0].figure.layout.title.text for copies in (1, 2, 3, 4, 8)]
    assert said == [
        "A wins by both: too few copies",
        *["B wins by the mean, A by corpus BLEU"] * 2,
        *["B wins by both: too many copies"] * 2,
    ]
    question = LESSON.ask(LESSON.example)
    assert question.reveal == question.reveal_at(at(2)) == question.reveal_at(at(3)) != question.reveal_at(at(4))
    assert question.answer == "With 2 or 3, B wins by the mean, A by corpus BLEU"
    assert question.reveal_at(at(6)).startswith("With 6, B wins by both. Each short sentence puts B")


def test_what_outweighs_the_long_sentence_follows_from_the_scores_beside_the_sentences():
    """In the mean of two or more sentences the difference of their scores' sums decides."""
    (short, long), n = np.abs(segment_score_table(LESSON.example)["A − B"].round(2)), 2
    assert (n - 1) * short < long < n * short
    assert [leaders(copies)[1] for copies in (n - 1, n)] == ["A", "B"]
    assert [leaders(copies)[0] for copies in (3, 4)] == ["A", "B"]
    assert LESSON.ask(LESSON.example).reveal == (
        f"Each short sentence puts B {short:.2f} ahead, the long one A {long:.2f}: B wins by the mean from {n}"
        " copies on, by corpus BLEU from 4 on."
    )


def test_the_tiles_say_by_which_average():
    facts, _ = LESSON.compute(at(2)).key
    assert [(fact.label, fact.value) for fact in facts.facts] == [
        ("by corpus BLEU", "A wins"),
        ("by the mean", "B wins"),
    ]


@pytest.mark.parametrize("copies", [1, 4, 8])
def test_the_formula_of_fours_has_the_long_sentence_at_every_number_of_short_ones(copies):
    """A repeated sentence is one summand: none is left out."""
    _, formula = LESSON.compute(at(copies)).key
    times = rf"{copies} \cdot " if copies > 1 else ""
    for name, (short, long) in {"A": (2, 7), "B": (3, 3)}.items():
        value = (copies * short + long) / (copies * 3 + 7)
        assert rf"\text{{{name}:}}\ p_4 &= \frac{{{times}{short} + {parts.asked_part(str(long))}}}" in formula.latex
        assert rf"{{{times}3 + {parts.asked_part('7')}}} = {value:.3f}" in formula.latex
        terms = METRIC.arithmetic(system_statistics(at(copies))[name].sum(axis=0))
        assert terms.precisions[-1] == pytest.approx(value)


def test_nothing_is_too_much_where_the_averages_never_part():
    same = dict.fromkeys(LESSON.example, "a b c d\na b c d")
    (chart,) = LESSON.compute({**same, COPIES.name: 4}).before
    assert chart.figure.layout.title.text == "Nobody wins by both"


def test_sentences_say_how_often_they_are_in_the_test_set():
    assert [look.note for look in LESSON.tile_views(at(3), True)["references"]] == ["× 3", "× 1"]


def test_what_the_slider_repeats_comes_first():
    """It is in sight on the first screen of a phone."""
    assert [len(line.split()) for line in LESSON.example["references"].split("\n")] == [6, 10]


@pytest.mark.parametrize("copies", [1, 8])
def test_the_word_wins_has_room_on_a_phone(copies):
    """There the axis is 205 px long, and a number with it takes 75 px."""
    (chart,) = LESSON.compute(at(copies)).before
    (bars,), axis = chart.figure.data, chart.figure.layout.xaxis
    assert (axis.range[1] - max(bars.x)) / (axis.range[1] - axis.range[0]) * 205 > 75


def test_no_sentence_needs_smoothing():
    """The lesson before says that a sentence without four words in a row has BLEU 0."""
    assert (segment_score_table(LESSON.example)[["BLEU A", "BLEU B"]] > 0).all(axis=None)


def test_averages_are_those_of_plain_arithmetic():
    rows = system_statistics(at(3))
    for place, name in enumerate("AB"):
        scores, lengths = METRIC.score(rows[name]), rows[name][:, 1]
        found = [pair[place] for pair in corpus_and_mean_scores(rows).values()]
        weighted = sum(s * r for s, r in zip(scores, lengths, strict=True)) / sum(lengths)
        assert found == pytest.approx([METRIC.score(rows[name].sum(axis=0)), sum(scores) / len(scores), weighted])


def test_the_tables_are_direct_scoring():
    rows = system_statistics(at(1))
    frame = segment_score_table(LESSON.example)
    np.testing.assert_array_equal(frame["BLEU A"], METRIC.score(rows["A"]))
    assert frame["words"].tolist() == [len(line.split()) for line in LESSON.example["references"].split("\n")]
    assert corpus_counts(rows)["n = 1"][0] == f"{rows['A'][:, 2].sum():.0f} / {rows['A'][:, 7].sum():.0f}"


@pytest.mark.parametrize(
    ("pair", "expected"), [((1, 2), "B"), ((2, 1), "A"), ((1, 1.001), ""), ((math.nan, 1), ""), ((0, 0), "")]
)
def test_who_leads_is_said_of_the_shown_scores(pair, expected):
    assert leader(pair) == expected


def test_the_formula_of_the_means_is_of_the_number_in_the_text_beside_it():
    """What the slider repeats is one summand, so that all of it fits on a phone."""
    terms, of_b = (METRIC.arithmetic(system_statistics(at(2))[name]) for name in "AB")
    assert LESSON.ask(at(8)).why.startswith("With 2 copies")
    latex = next(block.latex for block in LESSON.compute(at(8)).why if isinstance(block, parts.FormulaBlock))
    (short, long), (low, high) = terms.reference_length[[0, -1]], terms.score[[0, -1]]
    assert rf"\text{{mean of A}} &= \frac{{2 \cdot {low:.2f} + {high:.2f}}}{{3}}" in latex
    assert rf"\text{{mean of B}} &= \frac{{2 \cdot {of_b.score[0]:.2f} + {of_b.score[-1]:.2f}}}{{3}}" in latex
    above, below = (
        rf"2 \cdot {short:.0f} \cdot {low:.2f} + {long:.0f} \cdot {high:.2f}",
        rf"2 \cdot {short:.0f} + {long:.0f}",
    )
    assert rf"\frac{{{above}}}{{{below}}}" in latex
    averages = corpus_and_mean_scores(system_statistics(at(2)))
    shown = [*averages["the mean"], averages["weighted mean"][0]]
    assert all(f"= {score:.2f}" in latex for score in shown)


def test_nothing_is_level_with_nothing():
    facts, _ = LESSON.compute({**dict.fromkeys(LESSON.example, "\n"), COPIES.name: 1}).key
    assert {fact.value for fact in facts.facts} == {"not defined"}
    facts, _ = LESSON.compute({**dict.fromkeys(LESSON.example, "a b c d\na"), COPIES.name: 1}).key
    assert {fact.value for fact in facts.facts} == {"level"}
