"""Lesson 9: Figure 1 of Libovický and Pecina (2014), and its slip."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course.lessons import LESSONS
from course.lessons.l09_inflection import (
    EPSILONS,
    FIGURE,
    METRIC,
    alignment,
    are_all_words_counted,
    bleu_and_tbleu_statistics,
    exact_matches,
    inexact_matches,
    scores_by_epsilon,
    tbleu_matches,
    unigram_weights,
    word_weights,
    write_quotient,
)
from scoring import TBLEU
from tests.oracles import affix_distance

LESSON = LESSONS["inflection"]


def test_the_claim():
    """At 0 only the equal word counts; the higher the slider, the more of the others, each as much as it is near."""
    found = [word_weights(alignment({**LESSON.example, "epsilon": epsilon})) for epsilon in EPSILONS]
    pairs = zip(*(LESSON.example[name].split() for name in ("output", "reference")), strict=True)
    near = [float(1 - affix_distance(word, form)) if word != form else 1.0 for word, form in pairs]
    assert sum(found[0]) == 1
    for epsilon, weights in zip(EPSILONS, found, strict=True):
        assert weights == pytest.approx([share if 1 - share <= epsilon + 1e-9 else 0 for share in near])
    assert found[-1] == pytest.approx(near)


def test_the_bars_are_the_words_and_add_up_to_what_counts():
    values = {**LESSON.example, "epsilon": 0.4}
    (chart,) = LESSON.compute(values).before
    assert sum(chart.figure.data[0].x) / 100 == pytest.approx(
        float(tbleu_matches(alignment(values).alignment_with(0))), abs=0.02
    )


def test_each_bar_says_why_it_counts_as_much_and_the_task_what_a_distance_is():
    """`old` shares three letters with `older`, which has two more: it counts a third from distance 2/3 on."""
    texts = {epsilon: LESSON.compute({**LESSON.example, "epsilon": epsilon}).before[0].figure for epsilon in (0.0, 0.7)}
    assert [*texts[0.0].data[0].text] == ["0 %", "0 %", "0 %", "100 %", "0 %"], "no distance before one drags"
    assert [*texts[0.7].data[0].text] == [
        "33 % = 1 − 2/3",
        "83 % = 1 − 1/6",
        "60 % = 1 − 2/5",
        "100 %",
        "75 % = 1 − 1/4",
    ]
    assert (
        "letters to change / letters in the shared piece: 1/6 for “workers” and “worker”"
        in LESSON.ask(LESSON.example).prompt
    )


@pytest.mark.parametrize(
    ("texts", "epsilon", "expected"),
    [
        ({}, 0.0, "1 of 5 counts; “workers” is 0.17 away"),
        ({}, 0.65, "4 of 5 count; “old” is 0.67 away"),
        ({}, 0.7, "All 5 count, at least in part"),
        ({"output": "the x", "reference": "the y"}, 1.0, "1 of 2 counts"),
        ({"output": ""}, 0.5, "There are no words"),
    ],
)
def test_above_the_bars_is_said_how_far_away_the_next_word_is(texts, epsilon, expected):
    (chart,) = LESSON.compute({**LESSON.example, **texts, "epsilon": epsilon}).before
    assert chart.figure.layout.title.text == expected


def test_the_row_has_both_scores_and_the_facts_count_words():
    values = {**LESSON.example, "epsilon": 0.7}
    assert [look.note for look in LESSON.tile_views(values, True)["output"]] == [
        "BLEU 0.00, tBLEU 72.33 (words and pairs)"
    ]
    facts = LESSON.compute(values).key[0].facts
    assert [(fact.label, fact.value, fact.about) for fact in facts] == [
        ("Words that BLEU counts", "1 / 5", "0.200"),
        ("Words that tBLEU counts", "3.52 / 5", "0.703"),
    ]
    assert "From 0.7 on each form counts by how near it is: <b>3.52</b> of 5" in LESSON.ask(LESSON.example).reveal
    assert LESSON.compute({**values, "epsilon": 1.0}).key[0].facts[1].value == "3.52 / 5"


def test_the_goal_is_the_first_step_at_which_every_word_counts():
    reached = [epsilon for epsilon in EPSILONS if are_all_words_counted({**LESSON.example, "epsilon": epsilon})]
    assert 0 < reached[0] < 1
    assert f"At {reached[0]:g} all count" in LESSON.ask(LESSON.example).answer


def test_figure_1():
    """BLEU counts 1 of 5 words; tolerant BLEU 17/6 of 5, and (16/12) / 4 of the bigrams."""
    aligned = alignment(FIGURE)
    seen = aligned.references[0]
    assert [weight for _, weight in unigram_weights(seen)] == [1, Fraction(2, 3), Fraction(5, 6), Fraction(1, 3)]
    assert exact_matches(seen) == 1
    assert tbleu_matches(seen) == Fraction(17, 6)
    assert aligned.matches[0] == pytest.approx(17 / 6)
    assert aligned.matches[1] / 4 == pytest.approx(1 / 3)


def test_the_figure_leaves_the_exact_match_out():
    """It prints 0.367; its own weights add up to 0.567."""
    aligned = alignment(FIGURE)
    assert round(float(inexact_matches(aligned.references[0]) / 5), 3) == 0.367
    assert round(aligned.matches[0] / 5, 3) == round(17 / 30, 3) == 0.567
    why = LESSON.ask(LESSON.example).why
    assert why.startswith("“workers” and “worker” share “worker”: 1 letter to change, 6 in the shared piece.")
    assert why.endswith("it prints 0.367, because its sum forgets the equal word; counted, that makes 0.567.")


@pytest.mark.parametrize("epsilon", [0.0, 0.15, 0.2, 0.35, 0.65, 0.7, 1.0])
def test_the_curve_is_what_the_slider_gives(epsilon):
    values = dict(LESSON.example) | {"epsilon": epsilon}
    _, row = bleu_and_tbleu_statistics(values, alignment(values))
    curve = scores_by_epsilon(values["output"], values["reference"])
    assert curve[EPSILONS.index(epsilon)] == pytest.approx(float(METRIC.score(row)))
    bleu = TBLEU(epsilon=epsilon, smoothing="none", max_order=2)
    expected = bleu.score(bleu.statistics([values["output"]], [[values["reference"]]])[0])
    assert METRIC.score(row) == pytest.approx(float(expected))


def test_without_tolerance_it_is_bleu():
    values = dict(LESSON.example) | {"epsilon": 0.0}
    exact, forgiving = bleu_and_tbleu_statistics(values, alignment(values))
    assert exact.tolist() == forgiving.tolist()


WORDS = st.lists(st.text("abc", min_size=1, max_size=14), min_size=1, max_size=8).map(" ".join)


@given(WORDS, WORDS, st.sampled_from([0.0, 0.2, 0.5, 1.0]))
def test_the_fractions_are_the_sum(output, reference, epsilon):
    aligned = alignment({"output": output, "reference": reference, "epsilon": epsilon})
    seen, whole = aligned.references[0], len(aligned.hypothesis)
    words = [(ngram.tokens[0], ngram.corrected[0]) for ngram in seen.ngrams if len(ngram.tokens) == 1 and ngram.counted]
    weights = [1 - affix_distance(word, form) if word != form else Fraction(1) for word, form in words]
    assert [weight for _, weight in unigram_weights(seen)] == weights
    assert float(sum(weights)) == pytest.approx(aligned.matches[0])
    assert exact_matches(seen) + inexact_matches(seen) == tbleu_matches(seen) == sum(weights)
    written, divisor = write_quotient(tbleu_matches(seen), whole).split(" / ")
    exact = Fraction(written.strip("()"))
    assert int(divisor) == whole
    assert abs(exact - sum(weights)) <= (Fraction(1, 20_000) if sum(weights).denominator > 1000 else 0)


def test_a_long_fraction_is_written_in_decimals():
    assert write_quotient(Fraction(1, 7) + Fraction(1, 11) + Fraction(1, 13), 9) == "0.3107 / 9"
    assert write_quotient(Fraction(11, 6), 5) == "(11/6) / 5"
    assert write_quotient(Fraction(2), 5) == "2 / 5"
