"""What makes a difference of MQM: points of marked errors that add up to it, and nothing where they do not."""

import re

import numpy as np
import pytest

from scoring.judgments import Annotation, ErrorSpan
from scoring.judgments.mqm import mqm_scores
from scoring.studies import mqm_difference

ERRORS = [
    ("a", 0, "major", "Accuracy/Mistranslation"),
    ("a", 1, "minor", "Style/Awkward"),
    ("b", 0, "major", "Accuracy/Omission"),
    ("b", 1, "major", "Accuracy/Mistranslation"),
    ("b", 1, "minor", "Fluency/Punctuation"),
    ("b", 2, "minor", "Source issue"),
]


def annotation():
    spans = tuple(ErrorSpan(system, segment, 0, 1, severity, of) for system, segment, severity, of in ERRORS)
    return Annotation("MQM", spans, {name: np.array([True] * 3 + [False]) for name in "ab"})


def means(found):
    return tuple(float(np.nanmean(mqm_scores(found).values[name])) for name in "ab")


@pytest.mark.parametrize("pair", [("a", "b"), ("b", "a")])
def test_the_parts_add_up_to_the_difference_for_the_side_that_is_ahead(pair):
    scores = dict(zip("ab", means(annotation()), strict=True))
    found = mqm_difference.run(annotation(), pair, (scores[pair[0]], scores[pair[1]]))
    for parts in (found.categories, found.severities):
        assert sum(parts.values()) == pytest.approx(scores[pair[0]] - scores[pair[1]])
    said = str(found.sentence())
    assert said.startswith(
        "By the errors that people marked, a is ahead by these MQM points: accuracy +1.67, style −0.33,"
    )
    assert "By severity: major +1.67, minor −0.30." in said
    printed = [float(part.replace("−", "-")) for part in re.findall(r"[+−][\d.]+\d", said.split("By severity")[0])]
    assert sum(printed) == pytest.approx(round(scores["a"], 2) - round(scores["b"], 2))


def test_each_part_is_rounded_by_itself_and_it_is_said_where_they_do_not_add_up():
    found = mqm_difference.MqmDifference(("a", "b"), (-3.72, -3.95), {"style": 0.23}, {"major": 0.554, "minor": -0.329})
    assert str(found.sentence()).endswith(
        "by these MQM points: style +0.23. By severity, rounded: major +0.55, minor −0.33."
    )


def test_nothing_is_said_where_the_errors_do_not_make_the_scores():
    of_a, of_b = means(annotation())
    assert mqm_difference.run(annotation(), ("a", "b"), (of_a + 0.1, of_b)) is None
    assert mqm_difference.run(annotation(), ("a", "c"), (of_a, of_b)) is None
    odd = Annotation("MQM", (ErrorSpan("a", 0, 0, 1, "odd"),), annotation().judged)
    assert mqm_difference.run(odd, ("a", "b"), (0.0, 0.0)) is None
