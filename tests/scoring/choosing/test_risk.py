"""Minimum Bayes risk, against a double loop over sacreBLEU and over the metric called for each pair."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU as SacreBLEU
from sacrebleu.metrics import CHRF as SacreCHRF

from scoring import BLEU, CHRF, METRICS
from scoring.choosing import Lists, expected_scores, uniform
from tests.corpora import SEGMENT
from tests.properties import examples

KNOWN = [
    ["the cat is on the mat", "the cat sat on the mat", "a cat on mat"],
    ["he read a book daily", "he reads a book", "he reads the book every day"],
]
LISTS = st.lists(
    st.lists(st.tuples(SEGMENT, st.integers(0, 3)), min_size=1, max_size=5).filter(
        lambda each: any(p for _, p in each)
    ),
    min_size=1,
    max_size=3,
)


def plain(score, lists, weights):
    """The double loop, a pair at a time."""
    expected = []
    for texts, own in zip(lists, weights, strict=True):
        for hypothesis in texts:
            pairs = [(p, score(hypothesis, r)) for p, r in zip(own, texts, strict=True)]
            pairs = [(p, s) for p, s in pairs if not math.isnan(s)]
            total = sum(p for p, _ in pairs)
            expected.append(sum(p * s for p, s in pairs) / total if total else math.nan)
    return expected


@pytest.mark.parametrize(
    ("smoothing", "known"),
    [
        ("2", [57.9853, 57.9853, 50.3343, 53.6669, 56.4222, 51.0571]),
        ("7", [51.9792, 51.9792, 43.4189, 45.4018, 50.0437, 43.5006]),
    ],
)
def test_known_answers(smoothing, known):
    lists = Lists.build(KNOWN)
    expected = expected_scores(BLEU("none", smoothing=smoothing), lists, uniform(lists))
    np.testing.assert_allclose(expected, known, atol=5e-5)


@pytest.mark.quick_cases(6)
@pytest.mark.parametrize("name", [name for name, kind in METRICS.items() if not kind.needs_all_references])
@examples(8)
@given(LISTS)
def test_equals_a_plain_double_loop(name, drawn):
    metric = METRICS[name]()
    texts, weights = ([[pair[side] for pair in each] for each in drawn] for side in (0, 1))
    expected = plain(lambda h, r: metric.score(metric.statistics([h], [[r]]))[0], texts, weights)
    found = expected_scores(metric, Lists.build(texts), np.concatenate(weights))
    np.testing.assert_allclose(found, expected, atol=1e-9)


@pytest.mark.usefixtures("quiet_sacrebleu")
@pytest.mark.parametrize(
    ("metric", "peer"),
    [
        (BLEU("none", effective_order=True), SacreBLEU(tokenize="none", effective_order=True)),
        (BLEU(), SacreBLEU()),
        (CHRF(), SacreCHRF()),
    ],
)
def test_equals_sacrebleu_called_pair_by_pair(metric, peer):
    lists = Lists.build(KNOWN)
    weights = [[0.5, 0.25, 0.25], [0.1, 0.2, 0.7]]
    expected = plain(lambda h, r: peer.sentence_score(h, [r]).score, KNOWN, weights)
    np.testing.assert_allclose(expected_scores(metric, lists, np.concatenate(weights)), expected, atol=1e-9)


def test_pairs_without_a_score_are_left_out():
    """BLEU of two empty texts is not defined; beside another text the empty one scores 0, and gives it 0."""
    lists = Lists.build([["", "a"], ["", ""]])
    expected = expected_scores(BLEU(max_order=1), lists, uniform(lists))
    np.testing.assert_allclose(expected, [0, 50, np.nan, np.nan])


@pytest.mark.parametrize("probabilities", [[1.0], [0.5, -0.5, 1], [0.5, np.nan, 1], [[1, 1, 1]]])
def test_what_are_no_probabilities_is_refused(probabilities):
    with pytest.raises(ValueError, match="probabilities"):
        expected_scores(BLEU(), Lists.build([["a", "b"], ["c"]]), np.array(probabilities))
