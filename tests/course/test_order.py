"""Lesson 2: words alone see no order, n-grams see as far as they are long."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from course.lessons import LESSONS
from course.lessons.l02_order import METRIC, outputs_in_order, precision_table

LESSON = LESSONS["order"]
REFERENCE = LESSON.example["reference"]


def test_the_claim():
    form, swapped, backwards = (output.arithmetic for output in outputs_in_order(LESSON.example))
    assert swapped.precisions[0] == backwards.precisions[0] == 1 > form.precisions[0]
    assert not backwards.matches[1:].any()
    np.testing.assert_array_equal(swapped.matches[1:], form.matches[1:])
    assert swapped.score > form.score > backwards.score == 0


@given(st.permutations(["the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog"]))
def test_any_order_of_the_right_words_is_perfect_by_words(words):
    reference = LESSON.example["reference"]
    terms = METRIC.arithmetic(METRIC.statistics([" ".join(words)], [[reference]])[0])
    assert terms.precisions[0] == 1
    assert (terms.score == 100) == (" ".join(words) == reference)


def test_the_table_has_the_scores_of_direct_scoring():
    texts = LESSON.example["outputs"].split("\n")
    rows = METRIC.statistics(texts, [[LESSON.example["reference"]] * len(texts)])
    np.testing.assert_array_equal(precision_table(outputs_in_order(LESSON.example))["BLEU"], METRIC.score(rows))


def test_an_output_without_words_keeps_its_letter():
    first, second, third = outputs_in_order({**LESSON.example, "outputs": "\nthe\ndog"})
    assert [output.system for output in (first, second, third)] == ["A", "B", "C"]
    assert not first.matches.hypothesis


def test_the_scores_stand_beside_the_tiles():
    scores = [f"BLEU {output.arithmetic.score:.2f}" for output in outputs_in_order(LESSON.example)]
    assert [look.note for look in LESSON.tile_views(LESSON.example, True)["outputs"]] == scores


def test_a_window_slides_over_each_four_words():
    """Backwards none is in the reference; in the reference's order all are."""
    whole = {**LESSON.example, "outputs": "\n".join([*LESSON.example["outputs"].split("\n")[:2], REFERENCE])}
    for values, is_there in ((LESSON.example, False), (whole, True)):
        for start in range(1, 7):
            (window,) = LESSON.compute({**values, "window": start}).after
            assert ("not in the reference" not in window.html) == is_there
            chips = html.fromstring(window.html).xpath("//span[contains(@class, 't n')]")
            words = values["outputs"].split("\n")[-1].split()
            assert [chip.text for chip in chips] == words[start - 1 : start + 3]
