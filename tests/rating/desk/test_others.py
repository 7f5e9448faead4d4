"""What is told of others' answers: means over the items that both have, and pairs that both order."""

import pytest

from rating.desk import others
from scoring.rating import PROTOCOLS, AdequacyFluency, DirectAssessment, ErrorSpans, MarkedError, OutputRanking


def test_means_are_over_the_items_that_others_have_too():
    both = [
        (DirectAssessment(10.0), [DirectAssessment(20.0), DirectAssessment(40.0)]),
        (DirectAssessment(30.0), [DirectAssessment(50.0)]),
    ]
    assert others.means(both, PROTOCOLS["da"]) == [
        ("Score, 0 to 100", 20.0, 40.0)
    ]  # an item counts once, however many rated it


def test_each_scale_has_its_mean():
    said = others.means([(AdequacyFluency(5, 1), [AdequacyFluency(4, 2)])], PROTOCOLS["adequacy-fluency"])
    assert said == [("Adequacy, 1 to 5", 5, 4), ("Fluency, 1 to 5", 1, 2)]


def test_errors_are_counted_with_what_is_missing():
    marked = MarkedError(0, 2, "minor")
    both = [(ErrorSpans((marked, marked), ("major",), 50.0), [ErrorSpans((), (), 70.0)])]
    of_spans = [("Score, 0 to 100", 50.0, 70.0), ("Errors per translation", 3, 0)]
    assert others.means(both, PROTOCOLS["esa"]) == of_spans


def test_raters_who_give_no_score_read_what_their_errors_cost():
    both = [(ErrorSpans((), ("major", "minor"), -6.0), [ErrorSpans((), (), 0.0)])]
    expected = [("Penalty: minor errors 1, major ones 5", 6, 0), ("Errors per translation", 2, 0)]
    assert others.means(both, PROTOCOLS["mqm"]) == expected


@pytest.mark.parametrize(
    ("own", "theirs", "expected"),
    [
        ((1, 2, 3), [(1, 2, 3)], 1),
        ((1, 2, 3), [(3, 2, 1)], 0),
        ((1, 1, 2), [(1, 2, 3)], 2 / 3),  # a tie is like a tie only
        ((1, 2), [(1, 2), (2, 1), (1, 1), (1, 2)], 1 / 2),
    ],
)
def test_pairs_are_alike_that_both_order_alike(own, theirs, expected):
    assert others.ranking_agreement(
        [(OutputRanking(own), [OutputRanking(ranks) for ranks in theirs])]
    ) == pytest.approx(expected)


def test_without_rankings_no_pairs_agree_or_disagree():
    assert others.ranking_agreement([(DirectAssessment(1.0), [DirectAssessment(1.0)])]) is None
    assert others.means([(OutputRanking((1, 2)), [OutputRanking((1, 2))])], PROTOCOLS["ranking"]) == []
