"""What a metric says of what was judged."""

# The wrong kinds that are passed on purpose, and lists in the place of arrays:
# mypy: disable-error-code="arg-type, dict-item"

import re

import numpy as np
import pytest

from scoring import BLEU, TER, TestSet
from scoring.agreement import CORPUS, MEAN, Judge, OrientedScores, scored_outputs
from scoring.judgments import Scores
from scoring.judgments.external import external_metrics_by_name
from tests.judges import GAP

TEXTS = {"A": ["a b", "c d", "e"], "B": ["a b", "c", "f"], "C": ["a", "c d", "e f"]}
COMET = Scores("COMET", {"A": [0.5, GAP, 0.25], "B": [0.75, 0.5, 1]})
TEST_SET = TestSet.build(TEXTS, [["a b", "c d", "e f"]]).with_judgments(scores=[COMET])
JUDGE = Judge.of_scores(Scores("DA", {"C": [1, GAP, 3], "B": [2, GAP, 5]}), TEST_SET.system_names)
"""Of the first and the third segment, by two of three systems."""
TWICE_THE_THIRD = np.array([[0.0, 2]])


@pytest.mark.parametrize("metric", [BLEU(smoothing="add-k"), TER()], ids=["higher is better", "lower is better"])
def test_scores_of_what_was_judged_higher_is_better(metric):
    measured = metric.measure(TEST_SET)
    scored = OrientedScores.of(metric, measured, JUDGE)
    sign = 1 if metric.higher_is_better else -1
    expected = [sign * metric.score(measured[system][[0, 2]]) for system in ("B", "C")]
    np.testing.assert_allclose(scored.segments, expected)
    for kind in (CORPUS, MEAN):
        np.testing.assert_allclose(scored.system_scores(TWICE_THE_THIRD, kind), scored.segments[None, :, 1])


def test_a_corpus_score_is_of_sums_and_a_mean_of_segments():
    metric = BLEU(smoothing="add-k")
    measured = metric.measure(TEST_SET)
    scored = OrientedScores.of(metric, measured, JUDGE)
    sums = [metric.score(measured[system][[0, 2]].sum(axis=0)) for system in ("B", "C")]
    np.testing.assert_allclose(scored.system_scores(np.ones((1, 2))), [sums])
    np.testing.assert_allclose(scored.system_scores(np.ones((1, 2)), MEAN), [scored.segments.mean(axis=1)])
    assert not np.allclose(sums, scored.segments.mean(axis=1))


def test_scores_alone_have_means_of_those_that_are_there():
    scored = OrientedScores(np.array([[1.0, GAP], [GAP, GAP]]))
    for kind in (CORPUS, MEAN):
        np.testing.assert_array_equal(scored.system_scores(np.array([[1.0, 1], [0, 2]]), kind), [[1, GAP], [GAP, GAP]])


def test_what_scores_from_elsewhere_cover():
    metrics = [BLEU(), *external_metrics_by_name(TEST_SET).values()]
    np.testing.assert_array_equal(scored_outputs(TEST_SET, metrics), [[1, 0, 1], [1, 1, 1], [0, 0, 0]])
    assert scored_outputs(TEST_SET, metrics[:1]).all()


STATISTICS = BLEU().measure(TEST_SET)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: OrientedScores(np.zeros(3)), "scores: expected a table of numbers"),
        (
            lambda: OrientedScores(np.zeros((2, 3)), BLEU(), np.zeros((2, 4, 10))),
            "Expected statistics of every output, 2 systems x 3 segments; found 2 of (4, 10)",
        ),
        (
            lambda: OrientedScores(np.array([[np.inf]])),
            "scores: expected finite numbers; system 1 has none in segment 1",
        ),
        (
            lambda: OrientedScores.of(BLEU(), {"A": STATISTICS["A"], "B": STATISTICS["B"]}, JUDGE),
            "BLEU has no scores of C, which DA has judged",
        ),
        (
            lambda: OrientedScores.of(BLEU(), {"B": STATISTICS["B"], "C": STATISTICS["C"][:2]}, JUDGE),
            "found: B has 3, C has 2",
        ),
        (
            lambda: OrientedScores.of(BLEU(), {name: rows[:2] for name, rows in STATISTICS.items()}, JUDGE),
            "DA has judged segment 3; BLEU has 2",
        ),
        (lambda: OrientedScores.of("bleu", STATISTICS, JUDGE), "metric: expected Metric; found 'bleu'"),
        (lambda: OrientedScores.of(BLEU(), STATISTICS, COMET), "judge: expected Judge; found Scores("),
        (lambda: OrientedScores.of(BLEU(), [STATISTICS], JUDGE), "statistics by system: expected Mapping; found"),
        (lambda: OrientedScores.of(TER(), STATISTICS, JUDGE), "TER"),
    ],
)
def test_what_is_said_of_a_mistake(call, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        call()
