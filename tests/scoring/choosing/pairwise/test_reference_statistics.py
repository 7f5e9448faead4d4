"""Candidates against references: as if each were a segment of its own."""

import numpy as np
import pytest

from scoring import BLEU, METEOR, METRICS
from scoring.choosing import Lists, candidate_statistics
from scoring.choosing.pairwise import reference_statistics
from scoring.judgments.external import ExternalScore

TEXTS = [["the cat sat", "a cat sat down", ""], ["a dog"], ["it rains", "it rains"]]
REFERENCES = [["the cat sat down", "the dog", None], ["a cat sat", None, "it rains a lot"]]
KNOWN = [
    ["the cat is on the mat", "the cat sat on the mat", "a cat on mat"],
    ["he read a book daily", "he reads a book", "he reads the book every day"],
]
KNOWN_REFERENCES = [["the cat sat on the mat", "he reads a book every day"]]

each_metric = pytest.mark.parametrize("metric", [kind() for kind in METRICS.values()], ids=METRICS)


@each_metric
@pytest.mark.parametrize("most", [reference_statistics.MAX_BYTES, 1])
def test_each_candidate_has_the_references_of_its_segment(metric, most, monkeypatch):
    monkeypatch.setattr(reference_statistics, "MAX_BYTES", most)
    rows = [
        metric.statistics([text], [[column[segment]] for column in REFERENCES], REFERENCES)
        for segment, texts in enumerate(TEXTS)
        for text in texts
    ]
    shares = []
    found = candidate_statistics(metric, Lists.build(TEXTS), REFERENCES, shares.append)
    np.testing.assert_array_equal(found, np.concatenate(rows), strict=True)
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_known_segment_scores():
    metric = BLEU("none", smoothing="7")
    scores = metric.score(candidate_statistics(metric, Lists.build(KNOWN), KNOWN_REFERENCES))
    np.testing.assert_allclose(scores, [42.0794, 100, 15.1283, 20.5478, 60.6531, 42.0794], atol=5e-5)


@pytest.mark.parametrize(
    ("references", "told"),
    [
        ([["a", "b"]], "lists has 3, reference 1 has 2"),
        ([["a", None, "b"]], "Segment 2 has no reference"),
        (["a", "b", "c"], r"expected \[reference\]\[segment\]"),
        ([], "expected at least one"),
    ],
)
def test_references_that_do_not_line_up(references, told):
    with pytest.raises(ValueError, match=told):
        candidate_statistics(BLEU(), Lists.build(TEXTS), references)


def test_too_long_a_text_is_named_by_its_place():
    long = "x " * (max(limit.max_units for limit in METEOR().limits) + 1)
    with pytest.raises(ValueError, match="segment 2 of candidate 2 has"):
        candidate_statistics(METEOR(), Lists.build([["a"], ["b", long]]), [["a", "b"]])
    with pytest.raises(ValueError, match="segment 2 of reference 1 has"):
        candidate_statistics(METEOR(), Lists.build([["a", "b"], ["b"]]), [["a", long]])


def test_scores_from_elsewhere_are_refused():
    with pytest.raises(ValueError, match="these scores come from a file"):
        candidate_statistics(ExternalScore("MQM", True), Lists.build([["a"]]), [["a"]])
