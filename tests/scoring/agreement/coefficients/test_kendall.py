"""Kendall's tau and its rules for ties: known answers, plain loops and scipy."""

import math

import numpy as np
import pytest
from hypothesis import given
from scipy.stats import kendalltau

from scoring import TestSet
from scoring.agreement import MEASURES, OrientedScores, find_judge, tau_b
from scoring.agreement.coefficients.kendall import concordance
from scoring.formats import attach, read_contents
from tests import judges
from tests.judges import JUDGED, by_preferences, by_scores
from tests.judgments import lines

TAUS = "tau", "tau_discordant", "tau_excluded"


def ranked(ranks):
    """A judge from one row of WMT's rankings, by the reader of such files."""
    systems = judges.names(len(ranks))
    slots = range(1, len(ranks) + 1)
    header = ["srcIndex", *(f"system{n}Id" for n in slots), *(f"system{n}rank" for n in slots)]
    file = lines(",".join(header), ",".join(["1", *systems, *map(str, ranks)]))
    test_set = TestSet.build({system: ["text"] for system in systems}, [["text"]])
    attached = attach(test_set, read_contents("rankings.csv", file).judgments)
    return find_judge(attached.test_set, "rankings")


def test_ranks_with_a_tie_and_a_blank():
    """Ranks 1, 2, 2, 4, -1 with metric .5, .5, .3, .4: the two of rank 2 do not count, nor does who has no rank."""
    judge = ranked([1, 2, 2, 4, -1])
    scored = OrientedScores(np.array([[0.5], [0.5], [0.3], [0.4]]))
    assert judge.systems == tuple(judges.names(4))
    counts = concordance(judge.pairs, judge.pairs.score_differences(scored.segments))
    assert counts.tolist() == [[3, 1, 1]]
    assert [MEASURES[key].value(judge, scored) for key in TAUS] == pytest.approx([0.4, 0.2, 0.5])
    assert judge.system_scores(np.ones((1, 1))).tolist() == [[1, 0.5, 0.5, 0]]


def test_tau_b_of_five_outputs():
    human, metric = np.array([[1, 2, 2, 3, 4]]).T, np.array([[2, 1, 1.5, 5, 3]]).T
    assert tau_b(human, metric) == pytest.approx(0.316227766)
    assert MEASURES["tau_b"].value(by_scores(human), OrientedScores(metric)) == pytest.approx(0.316227766)


@given(JUDGED)
def test_taus_of_scores_by_plain_loops(drawn):
    judged, scores = drawn
    judge, scored = by_scores(judged), OrientedScores(np.array(scores))
    pairs = judges.pairs_of_scores(judged)
    counts = concordance(judge.pairs, np.nan_to_num(judge.pairs.score_differences(scored.segments)))
    assert counts.sum(axis=0).tolist() == list(judges.concordance(pairs, scores))
    for key, expected in judges.taus(pairs, scores).items():
        assert MEASURES[key].value(judge, scored) == pytest.approx(expected, nan_ok=True)


@given(judges.preferences())
def test_taus_of_preferences_by_plain_loops(drawn):
    rows, n_systems, n_segments, scores = drawn
    judge = by_preferences(rows, n_systems, n_segments)
    places = [judges.names(n_systems).index(system) for system in judge.systems]
    scored = OrientedScores(np.array(scores)[places][:, judge.segments])
    pairs = judges.pairs_of_preferences(rows)
    majority = {"tau_majority": judges.taus(judges.by_majority(pairs), scores)["tau"]}
    for key, expected in (judges.taus(pairs, scores) | majority).items():
        assert MEASURES[key].value(judge, scored) == pytest.approx(expected, nan_ok=True)


def groups(judged, scores, grouping):
    """The outputs among which pairs are made, both columns of each, without gaps."""
    a, b = np.array(judged), np.array(scores)
    columns = {"segment": zip(a.T, b.T, strict=True), "system": zip(a, b, strict=True)}
    for one, other in columns.get(grouping, [(a.ravel(), b.ravel())]):
        there = ~np.isnan(one) & ~np.isnan(other)
        yield one[there], other[there]


@pytest.mark.parametrize("grouping", ["segment", "system", "none"])
@given(drawn=JUDGED)
def test_tau_b_by_scipy(grouping, drawn):
    values = [kendalltau(*group).statistic for group in groups(*drawn, grouping) if len(group[0]) > 1]
    expected = judges.mean([value for value in values if not math.isnan(value)])
    assert tau_b(*drawn, grouping) == pytest.approx(expected, nan_ok=True)


@given(JUDGED)
def test_tau_b_of_a_judge_is_that_of_its_tables(drawn):
    """Where the metric has a score of every output."""
    judged, scores = drawn
    filled = np.nan_to_num(np.array(scores))
    expected = tau_b(np.array(judged), filled)
    assert MEASURES["tau_b"].value(by_scores(judged), OrientedScores(filled)) == pytest.approx(expected, nan_ok=True)


def test_the_judges_ties_do_not_count_and_the_metrics_do():
    judge = by_scores([[1, 1], [1, 2]])
    assert [MEASURES[key].value(judge, OrientedScores(np.zeros((2, 2)))) for key in TAUS[:2]] == [0, -1]
    assert math.isnan(MEASURES["tau_excluded"].value(judge, OrientedScores(np.zeros((2, 2)))))
    assert math.isnan(MEASURES["tau"].value(by_scores([[1], [1]]), OrientedScores(np.array([[1.0], [2]]))))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[1, 2]], [[1, 2], [3, 4]]), "judged, 1 system x 2 segments; found 2 systems x 2 segments"),
        (([[1, 2]], [[1]]), "judged, 1 system x 2 segments; found 1 system x 1 segment"),
        (([1, 2], [[1, 2]]), "judge_scores: expected a table of numbers"),
        (([[1, 2]], [[1, math.inf]]), "scores: expected finite numbers; system 1 has none in segment 2"),
        (([[1, 2]], [[1, 2]], "item"), "Unknown grouping 'item'; there are segment, system, none"),
    ],
)
def test_what_tau_b_does_not_take(arguments, message):
    with pytest.raises(ValueError, match=message):
        tau_b(*arguments)
