"""Lesson 18: another N, another winner; against plain arithmetic."""

import math
from collections import Counter

import pytest

from course.lessons import LESSONS, parts
from course.lessons.l18_weights import ORDER, USUAL, WEIGHTS, is_turned, order_table, order_weights, weight_table

LESSON = LESSONS["weights"]
OUTPUTS = LESSON.example["outputs"].split("\n")
REFERENCE = LESSON.example["reference"]


def plain(output, weights):
    """BLEU without a penalty: the output is as long as the reference, or longer."""
    found, wanted = output.split(), REFERENCE.split()
    assert len(found) >= len(wanted)
    precisions = []
    for order in range(1, len(weights) + 1):
        own, there = (
            Counter(tuple(words[at : at + order]) for at in range(len(words) - order + 1)) for words in (found, wanted)
        )
        precisions.append((own & there).total() / own.total())
    if 0 in precisions:
        return 0.0
    return 100 * math.exp(sum(w * math.log(p) for w, p in zip(weights, precisions, strict=True)) / sum(weights))


def test_the_claim():
    found = [is_turned({**LESSON.example, "order": order}) for order in parts.slider_steps(ORDER)]
    assert found == sorted(found)
    assert {*found} == {True, False}
    assert not is_turned(LESSON.example)
    turned = 1 + found.index(True)
    assert LESSON.ask(LESSON.example).answer == f"At N = {turned} B leads"
    assert LESSON.ask(LESSON.example).reveal.startswith(
        "From N = 4 to 5, A falls from 71.76 to <b>61.56</b>, B only from 70.16 to <b>66.96</b> (equal weights):"
    )


@pytest.mark.parametrize("order", [1, 2, 4, 5, 6])
def test_scores_are_those_of_plain_arithmetic(order):
    row = order_table(LESSON.example).set_index("N").loc[order]
    assert list(row) == pytest.approx([plain(output, [1] * order) for output in OUTPUTS])


@pytest.mark.parametrize("name", WEIGHTS.options)
def test_weights_are_those_of_plain_arithmetic(name):
    rows = weight_table(LESSON.example).set_index("weights")
    weights = order_weights(USUAL, name)
    row = rows.loc[f"{name} ({', '.join(map(str, weights))})"]
    assert list(row) == pytest.approx([plain(output, weights) for output in OUTPUTS])


@pytest.mark.parametrize("order", [2, 6])
@pytest.mark.parametrize("name", WEIGHTS.options)
def test_the_bars_follow_slider_and_weights(order, name):
    (chart,) = LESSON.compute({**LESSON.example, "order": order, "weights": name}).before
    expected = [round(plain(output, order_weights(order, name)), 2) for output in OUTPUTS]
    assert list(chart.figure.data[0].x) == expected
    assert len({order_weights(order, option) for option in WEIGHTS.options}) == len(WEIGHTS.options)


def test_the_formula_has_the_numbers():
    (formula,) = (block for block in LESSON.compute(LESSON.example).key if isinstance(block, parts.FormulaBlock))
    for factor in (r"\tfrac{13}{13}\right)^{1/4}", r"\tfrac{10}{12}", r"\tfrac{7}{11}", r"\tfrac{5}{10}"):
        assert factor in formula.latex
