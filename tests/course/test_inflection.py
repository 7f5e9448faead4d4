"""Lesson 9: Figure 1 of Libovický and Pecina (2014), and its slip."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course.lessons import LESSONS
from course.lessons.l09_inflection import (
    EPSILONS,
    METRIC,
    alignment,
    all_matches,
    bleu_and_tbleu_statistics,
    by_epsilon,
    exact_matches,
    unigram_weights,
    without_exact,
    write_quotient,
)
from scoring import TBLEU
from tests.oracles import affix_distance

LESSON = LESSONS["inflection"]


def test_the_claim():
    """BLEU counts 1 of 5 words; tolerant BLEU 17/6 of 5, and (16/12) / 4 of the bigrams."""
    aligned = alignment(LESSON.example)
    seen = aligned.references[0]
    assert [weight for _, weight in unigram_weights(seen)] == [1, Fraction(2, 3), Fraction(5, 6), Fraction(1, 3)]
    assert exact_matches(seen) == 1
    assert all_matches(seen) == Fraction(17, 6)
    assert aligned.matches[0] == pytest.approx(17 / 6)
    assert aligned.matches[1] / 4 == pytest.approx(1 / 3)


def test_the_figure_leaves_the_exact_match_out():
    """It prints 0.367; its own weights add up to 0.567."""
    aligned = alignment(LESSON.example)
    assert round(float(without_exact(aligned.references[0]) / 5), 3) == 0.367
    assert round(aligned.matches[0] / 5, 3) == round(17 / 30, 3) == 0.567
    question = LESSON.ask(LESSON.example)
    assert question.choices[question.right].startswith("0.567")
    assert "0.367" in question.why


@pytest.mark.parametrize(
    ("edited", "is_printed"),
    [({}, True), ({"epsilon": 0.5}, False), ({"output": "Jedu"}, False), ({"reference": ""}, False)],
)
def test_what_the_paper_prints_is_said_of_its_own_sentence_alone(edited, is_printed):
    facts, _ = LESSON.compute(dict(LESSON.example) | edited).key
    last = facts.facts[-1]
    assert last.label == "without equal words"
    assert ("as printed" in last.about) == is_printed


@pytest.mark.parametrize("epsilon", [0.0, 0.15, 0.2, 0.35, 0.65, 0.7, 1.0])
def test_the_curve_is_what_the_slider_gives(epsilon):
    values = dict(LESSON.example) | {"epsilon": epsilon}
    _, row = bleu_and_tbleu_statistics(values, alignment(values))
    curve = by_epsilon(values["output"], values["reference"])
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
    assert exact_matches(seen) + without_exact(seen) == all_matches(seen) == sum(weights)
    written, divisor = write_quotient(all_matches(seen), whole).split(" / ")
    exact = Fraction(written.strip("()"))
    assert int(divisor) == whole
    assert abs(exact - sum(weights)) <= (Fraction(1, 20_000) if sum(weights).denominator > 1000 else 0)


def test_a_long_fraction_is_written_in_decimals():
    assert write_quotient(Fraction(1, 7) + Fraction(1, 11) + Fraction(1, 13), 9) == "0.3107 / 9"
    assert write_quotient(Fraction(11, 6), 5) == "(11/6) / 5"
    assert write_quotient(Fraction(2), 5) == "2 / 5"
