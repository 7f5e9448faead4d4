"""One option swept: each value as if it stood alone, what values share computed once, and the document score."""

from dataclasses import replace

import numpy as np
import pytest

from scoring import BLEU, CHRF, TBLEU, TestSet
from scoring.agreement import (
    CORPUS,
    EPSILONS,
    MEAN,
    SWEEPS,
    WEIGHTED,
    Judge,
    OrientedScores,
    Resampling,
    SweepStatistics,
    bleu_by_smoothing,
    measure_agreement,
)
from scoring.bleu.dialects import Parameters
from scoring.bleu.smoothing import PAPER
from scoring.judgments import Scores
from scoring.metric import document_score
from tests.judged import JUDGED, SET

JUDGE = Judge.of_scores(Scores("people", {name: np.array(row) for name, row in JUDGED.items()}), SET.system_names)
FEW = Resampling(trials=50, seed=3)


def sweep(metrics, measure, measures=None):
    for metric in metrics:
        yield measure_agreement(JUDGE, OrientedScores.of(metric, measure(metric), JUDGE), FEW, measures=measures)


def same(found, expected):
    assert found.measures == expected.measures
    np.testing.assert_allclose(found.values, expected.values, atol=1e-12)
    np.testing.assert_allclose(found.samples, expected.samples, atol=1e-12)


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize(
    "metrics",
    [
        pytest.param(bleu_by_smoothing(BLEU("none")), id="smoothing"),
        *(pytest.param(SWEEPS[name].metrics(SWEEPS[name].kind("none")), id=name) for name in SWEEPS),
    ],
)
def test_each_value_is_what_it_is_alone(metrics):
    found = list(sweep(metrics.values(), SweepStatistics(SET).of))
    assert len(found) == len(metrics)
    for metric, agreement in zip(metrics.values(), found, strict=True):
        same(agreement, measure_agreement(JUDGE, OrientedScores.of(metric, metric.measure(SET), JUDGE), FEW))


def test_a_value_changes_what_is_found():
    """Otherwise the test above could not fail."""
    for name, values in {"epsilon": (0.0, 0.3), "tokenize": ("none", "char"), "max_order": (1, 4)}.items():
        metrics = SWEEPS[name].metrics(SWEEPS[name].kind("none"))
        one, other = sweep([metrics[value] for value in values], SweepStatistics(SET).of, measures=["pearson"])
        assert abs(one.value("pearson") - other.value("pearson")) > 1e-6, name


def counting(kind, name, monkeypatch):
    """How often a method of a metric is called."""
    calls, method = [], getattr(kind, name)
    monkeypatch.setattr(kind, name, lambda *given: (calls.append(given), method(*given))[1])
    return calls


def test_bleu_is_counted_once_for_all_smoothings(monkeypatch):
    calls = counting(BLEU, "measure", monkeypatch)
    assert len(list(sweep(bleu_by_smoothing(BLEU()).values(), SweepStatistics(SET).of))) == len(PAPER) + 1
    assert len(calls) == 1


def test_words_are_aligned_once_for_all_thresholds_and_again_for_another_tokenizer(monkeypatch):
    calls = counting(TBLEU, "align", monkeypatch)
    measure = SweepStatistics(SET).of
    list(sweep(SWEEPS["epsilon"].metrics(TBLEU("none")).values(), measure))
    assert len(calls) == 1
    list(sweep([TBLEU("char")], measure))
    assert len(calls) == 2


def test_results_come_one_by_one(monkeypatch):
    calls = counting(BLEU, "measure", monkeypatch)
    results = sweep(SWEEPS["max_order"].metrics(BLEU("none")).values(), SweepStatistics(SET).of)
    next(results)
    assert len(calls) == 1


# Which values


def test_the_value_in_use_is_among_them_in_its_place():
    assert list(SWEEPS["epsilon"].metrics(TBLEU())) == list(EPSILONS)
    own = TBLEU(epsilon=0.37, lowercase=True)
    metrics = SWEEPS["epsilon"].metrics(own)
    assert list(metrics) == sorted([*EPSILONS, 0.37])
    assert metrics[0.37] is own
    assert metrics[0.5] == replace(own, epsilon=0.5)
    assert list(SWEEPS["max_order"].metrics(BLEU(max_order=9))) == [1, 2, 3, 4, 5, 6, 9]
    assert list(SWEEPS["lowercase"].metrics(BLEU())) == [False, True]


def test_weights_go_where_the_number_of_orders_changes():
    own = BLEU(max_order=2, weights=(3, 1))
    metrics = SWEEPS["max_order"].metrics(own)
    assert metrics[2] is own
    assert metrics[3] == BLEU(max_order=3)
    assert SWEEPS["lowercase"].metrics(own)[True].weights == own.weights


def test_all_else_stays_by_smoothing():
    bleu = BLEU("char", effective_order=True, smooth_unmatched=True)
    metrics = bleu_by_smoothing(bleu, Parameters(alpha=10))
    assert list(metrics) == [*PAPER, "6-from-2"]
    assert metrics["6"] == replace(bleu, smoothing="6=10")
    assert metrics["6-from-2"] == replace(bleu, smoothing="6-from-2=10")


def test_what_a_sweep_is_called():
    assert SWEEPS["epsilon"].declared.option.label == "tolerance of tBLEU"


# The paper's document score, as that of a system


def test_a_system_by_its_document_score_is_equation_13_of_every_draw():
    bleu = BLEU("none", smoothing="5")
    rows = bleu.measure(SET)
    scored = OrientedScores.of(bleu, rows, JUDGE)
    counts = np.array([[1, 1, 1, 1, 1, 1], [2, 0, 1, 0, 3, 0.0]])
    found = scored.system_scores(counts, WEIGHTED)
    for draw, row in zip(counts, found, strict=True):
        drawn = np.repeat(np.arange(6), draw.astype(int))
        for name, value in zip(JUDGE.systems, row, strict=True):
            own = rows[name][drawn]
            assert value == pytest.approx(document_score(bleu.score(own), bleu.column(own, "reference_length")))
    assert not np.allclose(found, scored.system_scores(counts, MEAN))
    assert not np.allclose(found, scored.system_scores(counts, CORPUS))


def test_segments_without_a_score_do_not_count_in_it():
    texts = TestSet.build({"a": ["x y", "", "x"], "b": ["x", "", "y"]}, {"ref": ["x y", "", "x z"]})
    judge = Judge.of_scores(
        Scores("people", {"a": np.array([2.0, 1, 1]), "b": np.array([1.0, 2, 1])}), texts.system_names
    )
    bleu = BLEU("none", max_order=1)
    scored = OrientedScores.of(bleu, bleu.measure(texts), judge)
    assert np.isnan(scored.segments[0, 1])
    (found,) = scored.system_scores(np.ones((1, 3)), WEIGHTED)
    assert found[0] == pytest.approx((2 * 100 + 2 * 100 * np.exp(-1)) / 4)


def test_without_reference_lengths_all_segments_weigh_the_same():
    chrf = CHRF()
    scored = OrientedScores.of(chrf, chrf.measure(SET), JUDGE)
    once = np.ones((1, JUDGE.n_segments))
    np.testing.assert_allclose(scored.system_scores(once, WEIGHTED), scored.system_scores(once, MEAN))
