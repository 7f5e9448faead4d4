"""What is said of agreement."""

from dataclasses import replace

import numpy as np

from scoring.agreement import (
    MEASURES,
    MetricComparison,
    OrientedScores,
    Resampling,
    chance_agreement,
    constant_scores,
    measure_agreement,
)
from scoring.agreement.agreement_words import agreement_opening, first_measure
from tests.judges import by_preferences, by_scores

GENERATOR = np.random.default_rng(1)
JUDGED = GENERATOR.integers(0, 6, (3, 80)).astype(float)
NEAR, FAR = JUDGED + GENERATOR.normal(size=(3, 80)), GENERATOR.normal(size=(3, 80))


def said(judge, own, computed=(), **tables):
    found = {
        name: measure_agreement(judge, OrientedScores(table[:, : judge.n_segments]), Resampling(400))
        for name, table in tables.items()
    }
    measure = first_measure(judge)
    ties = MEASURES[measure].value(judge, constant_scores(judge))
    return agreement_opening(
        judge, MetricComparison.of(found, measure), computed, own, ties, chance_agreement(judge, [measure])[measure]
    )


def test_scores():
    text = said(replace(by_scores(JUDGED), name="MQM", is_human=True), "FAR", NEAR=NEAR, TWIN=NEAR, FAR=FAR)
    value = MEASURES["acc_eq_calibrated"].value(by_scores(JUDGED), OrientedScores(NEAR))
    far = MEASURES["acc_eq_calibrated"].value(by_scores(JUDGED), OrientedScores(FAR))
    ties = np.mean(
        [len(set(pair)) == 1 for column in JUDGED.T for pair in zip(column, np.roll(column, 1), strict=True)]
    )
    chance = chance_agreement(by_scores(JUDGED), ["acc_eq_calibrated"])["acc_eq_calibrated"].mean
    assert text == (
        "NEAR and TWIN agree best with people (MQM). On these 80 segments each judges"
        f" {100 * value:.0f} % of pairs of outputs as they do. FAR ranks 3rd of 3 ({100 * far:.0f} %) and is"
        " significantly worse (p ≤ 0.0107, corrected for 3 comparisons (Holm))."
        f" Random scores reach {100 * chance:.0f} %; calling every pair a tie, {100 * ties:.0f} %."
    )


def test_preferences():
    """One of two pairs right is a tau of 0, which is 50 of 100; of a single metric nothing is said to be best."""
    judge = by_preferences([(0, 0, 1, False), (0, 0, 2, False)], 3, 1)
    assert said(judge, "BLEU", BLEU=np.array([[2.0], [1], [3]])) == (
        "Too little data: 2 pairs of outputs. On this 1 segment BLEU judges 50 % of pairs of outputs as people"
        " (rankings) do. Random scores may reach as much here. Tossing a coin reaches 50 %."
    )
