"""What is said of agreement."""

from dataclasses import replace

import numpy as np

from scoring.agreement import MEASURES, MetricComparison, OrientedScores, Resampling, agree, all_ties, by_chance
from scoring.agreement.agreement_words import agreement_opening, first_measure
from tests.judges import by_preferences, by_scores

GENERATOR = np.random.default_rng(1)
JUDGED = GENERATOR.integers(0, 6, (3, 80)).astype(float)
NEAR, FAR = JUDGED + GENERATOR.normal(size=(3, 80)), GENERATOR.normal(size=(3, 80))


def said(judge, own, computed=(), **tables):
    found = {
        name: agree(judge, OrientedScores(table[:, : judge.n_segments]), Resampling(400))
        for name, table in tables.items()
    }
    measure = first_measure(judge)
    ties = MEASURES[measure].value(judge, all_ties(judge))
    return agreement_opening(
        judge, MetricComparison.of(found, measure), computed, own, ties, by_chance(judge, [measure])[measure]
    )


def test_scores():
    text = said(replace(by_scores(JUDGED), name="MQM", is_human=True), "FAR", NEAR=NEAR, TWIN=NEAR, FAR=FAR)
    value = MEASURES["acc_eq_calibrated"].value(by_scores(JUDGED), OrientedScores(NEAR))
    far = MEASURES["acc_eq_calibrated"].value(by_scores(JUDGED), OrientedScores(FAR))
    ties = np.mean(
        [len(set(pair)) == 1 for column in JUDGED.T for pair in zip(column, np.roll(column, 1), strict=True)]
    )
    chance = by_chance(by_scores(JUDGED), ["acc_eq_calibrated"])["acc_eq_calibrated"].mean
    assert text == (
        "On these 80 segments the metric that agrees most with people (MQM) is NEAR: it orders or"
        f" ties {100 * value:.0f} of 100 pairs of outputs as they do. TWIN is not shown to be worse."
        f" FAR orders or ties {100 * far:.0f} so. Calling everything a tie gives {100 * ties:.0f}, scores drawn"
        f" at random {100 * chance:.0f}."
    )


def test_preferences():
    """One of two pairs right is a tau of 0, which is 50 of 100; of a single metric nothing is said to be best."""
    judge = by_preferences([(0, 0, 1, False), (0, 0, 2, False)], 3, 1)
    assert said(judge, "BLEU", BLEU=np.array([[2.0], [1], [3]])) == (
        "Too little data: 2 pairs of outputs. On this 1 segment BLEU orders 50 of 100 pairs of outputs as people"
        " (rankings) do. That is no more than scores drawn at random may reach here. Tossing a coin gives 50."
    )
