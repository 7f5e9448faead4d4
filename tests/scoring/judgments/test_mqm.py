"""Scores from MQM's errors."""

import numpy as np
import pytest

from scoring.judgments import MQM_WEIGHTS, Annotation, ErrorSpan, mqm_scores
from scoring.judgments.external import ExternalScore

WEIGHTS = [
    ("major", "Accuracy/Mistranslation", 5),
    ("minor", "Accuracy/Mistranslation", 1),
    ("minor", "Fluency/Punctuation", 0.1),
    ("minor", "fluency/punctuation", 0.1),
    ("major", "Fluency/Punctuation", 5),
    ("major", "Non-translation!", 25),
    ("minor", "non-translation", 25),
    ("neutral", "Style/Awkward", 0),
    ("major", "Source issue", 0),
    ("minor", "accuracy/creative reinterpretation", 0),
]
"""Freitag et al. (2021), Table 4, and what WMT counts as nothing."""


def annotation(*spans, looked=None):
    counts = {"A": np.array([1, 0]) if looked is None else np.array(looked)}
    return Annotation("MQM", spans, {"A": counts["A"] > 0}, n_annotators=counts)


@pytest.mark.parametrize(("severity", "category", "weight"), WEIGHTS)
def test_the_weight_of_one_error(severity, category, weight):
    scores = mqm_scores(annotation(ErrorSpan("A", 0, 0, 1, severity, category)))
    np.testing.assert_array_equal(scores.of("A"), [-weight, np.nan])
    assert scores.higher_is_better
    assert scores.is_human


def test_the_mean_is_over_all_who_looked():
    spans = [ErrorSpan("A", 0, 0, 1, "major", annotator="a"), ErrorSpan("A", 0, 0, 1, "minor", annotator="b")]
    assert mqm_scores(annotation(*spans, looked=[3, 1])).of("A").tolist() == [-2, 0]


@pytest.mark.parametrize(
    ("categories", "usual", "weights"),
    [
        (("Source error", "Accuracy/Omission"), "wmt21", {"wmt21": -10, "wmt23": -5}),
        (("source error",), "wmt21", {"wmt21": -5, "wmt23": 0}),
        (("Source issue", "Accuracy/Omission"), "wmt23", {"wmt21": -10, "wmt23": -5}),
        (("Accuracy/Creative Reinterpretation",), "wmt23", {"wmt21": -5, "wmt23": 0}),
        (("Accuracy/Omission",), "wmt23", {"wmt21": -5, "wmt23": -5}),
    ],
)
def test_the_weights_are_those_of_the_campaign_unless_others_are_asked_for(categories, usual, weights):
    marked = annotation(*(ErrorSpan("A", 0, 0, 1, "major", category) for category in categories))
    assert {name: mqm_scores(marked, name).of("A")[0] for name in MQM_WEIGHTS} == weights
    chosen = mqm_scores(marked)
    assert (chosen.weights, chosen.of("A")[0]) == (usual, weights[usual])
    assert f"weights:{usual}" in ExternalScore.reading(chosen).signature


def test_unknown_weights_are_refused():
    with pytest.raises(ValueError, match=r"MQM weights.*wmt21, wmt23"):
        mqm_scores(annotation(), "wmt22")


def test_weights_are_part_of_what_scores_are():
    one, other = (mqm_scores(annotation(), name) for name in MQM_WEIGHTS)
    assert list(one.parts()) != list(other.parts())


def test_other_severities_are_refused():
    with pytest.raises(ValueError, match=r"MQM's severities are .*; found 'undecided' in segment 1"):
        mqm_scores(annotation(ErrorSpan("A", 0, 0, 1, "undecided")))


def test_annotators_are_of_what_is_judged():
    with pytest.raises(ValueError, match="annotators of just the outputs that are judged"):
        Annotation("MQM", (), {"A": [True, False]}, n_annotators={"A": np.array([1, 1])})


def test_a_part_keeps_its_annotators():
    whole = annotation(looked=[2, 1])
    assert whole.only(np.array([1])).annotator_counts("A").tolist() == [1]
    assert list(whole.parts()) != list(annotation(looked=[1, 1]).parts())
