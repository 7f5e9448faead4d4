"""What makes a difference of BLEU: parts that add up, against sacreBLEU's own precisions and penalty."""

import math

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU
from scoring.studies import bleu_difference
from scoring.studies.bleu_difference import add_up

REFERENCES = ["the cat sat on a mat in the sun today", "we will see what comes of it next week"]
FIRST = ["the cat sat on a mat in a sun", "we will see what comes of it then"]
SECOND = ["a cat sat on the mat in the sun today", "we shall see what comes of it next month or year"]


def difference_of(first, second, **options):
    bleu = BLEU(**options)
    rows = [bleu.statistics(output, [REFERENCES]).sum(axis=0) for output in (first, second)]
    return bleu_difference.run(bleu, *rows)


def test_parts_are_those_of_sacrebleus_precisions_and_penalty():
    a, b = (sacrebleu.corpus_bleu(output, [REFERENCES]) for output in (FIRST, SECOND))
    mean = (a.score - b.score) / (math.log(a.score) - math.log(b.score))
    found = difference_of(FIRST, SECOND)
    for part, ours, theirs in zip(found.orders, a.precisions, b.precisions, strict=True):
        assert part == pytest.approx(mean * math.log(ours / theirs) / 4)
    assert found.length == pytest.approx(mean * math.log(a.bp / b.bp))
    assert sum(found.orders) + found.length == pytest.approx(a.score - b.score)


def test_the_sentence_counts_for_the_side_that_is_ahead():
    found, back = difference_of(FIRST, SECOND), difference_of(SECOND, FIRST)
    assert str(found) == str(back)
    size = abs(round(found.scores[0], 2) - round(found.scores[1], 2))
    assert str(found).startswith(f"Where the {size:.2f} points come from: single words ")
    assert str(difference_of(REFERENCES, SECOND)).endswith("length 0.00.")


def test_without_any_difference_nothing_is_said():
    found = difference_of(FIRST, FIRST)
    assert found.orders == (0, 0, 0, 0)
    assert not found.sentence()


def test_a_score_of_zero_has_no_parts():
    assert difference_of(FIRST, ["none of this", "no match"], smoothing="none") is None


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=6))
def test_printed_parts_add_up_and_none_is_off_by_a_unit(parts):
    rounded = add_up(parts, math.fsum(parts))
    assert round(math.fsum(rounded) * 100) == round(float(f"{math.fsum(parts):.2f}") * 100)
    assert np.abs(np.subtract(rounded, parts)).max() < 0.01 + 1e-9


def test_parts_follow_a_total_that_is_printed_higher_or_lower():
    """As the difference of two printed scores may be."""
    assert add_up([0.03, 0.18, 0.24, 0.24, 0.0], 0.68) == [0.02, 0.18, 0.24, 0.24, 0.0]
    assert add_up([0.032, 0.181, 0.244, 0.243], 0.71) == [0.03, 0.18, 0.25, 0.25]
