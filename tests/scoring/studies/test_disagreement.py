"""Where judge and metric part, and what a difference of scores is worth."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.agreement import Agreement, DifferenceWorth, OrientedScores, misordered_outputs
from scoring.agreement.shared_outputs import find_shared_outputs
from scoring.judgments import Scores
from scoring.judgments.external import ExternalScore
from scoring.studies import disagreement
from scoring.studies.agreement import AgreementRequest
from tests.judged import JUDGED, SET
from tests.studies import agreement_request


@pytest.mark.parametrize(
    ("scores", "size", "n"),
    [
        ([0.0, 8.1], 0.5, 17),
        ([0.61, 0.64], 0.001, 31),
        ([3.0, 3.0], 0.0, 1),
        ([np.nan, 1.0], 0.0, 1),
        ([0, 300], 10, 31),
    ],
)
def test_steps_are_round_and_reach_the_largest_difference(scores, size, n):
    found = disagreement.difference_steps(np.array(scores))
    assert len(found) == n
    assert found[0] == 0
    assert found[1:2].tolist() == [size] * (n > 1)
    assert found[-1] <= np.nanmax(scores) - np.nanmin(scores) + 1e-9


def worth(**columns):
    n = 17
    ones = np.ones(n)
    usual = {"differences": np.arange(n) / 2, "n_pairs": 45.0 - 2 * np.arange(n), "shares": ones * 0.9}
    return DifferenceWorth(**usual | {"low": ones * 0.8, "high": ones} | columns)


def test_of_the_differences_those_are_offered_that_people_name():
    assert disagreement.offered_differences(worth()) == [0.5, 1.0, 2.0, 5.0]
    assert disagreement.usual_difference(worth()) == 5.0
    assert disagreement.offered_differences(worth(differences=np.zeros(17))) == []


def test_what_a_difference_is_worth_in_words():
    people = agreement_request()
    said = disagreement.worth_sentence(people, worth(), 2.0, "BLEU")
    assert said == (
        "37 pairs of systems differ by 2 BLEU or more; people order 33 of them the same way: 90 % (95 % interval 80 %"
        " to 100 %, for other texts of the same systems)."
    )
    program = replace(people, shared=replace(people.shared, judge=replace(people.judge, is_human=False)))
    assert "the judge orders 33" in disagreement.worth_sentence(program, worth(), 2.0, "BLEU")
    nothing = worth(shares=np.full(17, np.nan), n_pairs=np.zeros(17))
    assert "n/a" in disagreement.worth_sentence(people, nothing, 2.0, "BLEU")


@pytest.mark.parametrize("higher", [True, False])
def test_scores_that_have_much_in_common_are_shown_as_they_were_given(higher):
    judged = {name: np.array(given) + 1e6 for name, given in JUDGED.items()}
    given = [
        Scores("judge", judged, higher),
        Scores("metric", {name: -found for name, found in judged.items()}, higher),
    ]
    test_set = SET.with_judgments(given)
    metric = ExternalScore.reading(given[1])
    request = AgreementRequest(find_shared_outputs(test_set, test_set, "judge", [metric]), (metric,))
    scored = OrientedScores.of(metric, metric.measure(test_set), request.judge)
    sign = 1 if higher else -1
    of_judge, of_metric = disagreement.system_points(request, scored, metric)
    means = [np.nanmean(judged[name]) for name in request.judge.systems]
    assert (sign * of_judge).tolist() == pytest.approx(means)
    assert (-of_metric).tolist() == pytest.approx(means)
    pair = misordered_outputs(request.judge, scored)[0]
    one = judged[pair.better][pair.segment]
    said = disagreement.output_scores_phrase(request, scored, metric, pair, pair.better)
    assert said == f"judge {sign * one:.2f}; metric {-one:.2f}".replace("-", "−")
    first = str(disagreement.largest_disagreement_sentence(request, metric, pair, pair.segment + 1))
    assert first.startswith(
        f"metric and the judge disagree most on segment {pair.segment + 1}: the judge prefers {pair.better} to "
    )
    assert first.endswith(f"; metric prefers {pair.worse} by {abs(pair.metric_lead):.2f} metric.")


def test_no_correlation_of_two_systems_is_told():
    found = Agreement(("pearson", "spearman", "accuracy"), np.ones(3), np.ones((2, 3)), 30)
    assert disagreement.correlations(found, 2).startswith("System accuracy 1.00")
    assert "Pearson" not in disagreement.correlations(found, 2)
    assert "three systems" in disagreement.correlations(found, 2)
    assert disagreement.correlations(found, 3).startswith("Pearson 1.00")
