"""Agreement between the raters of a campaign: which answers are held against which."""

import math

import numpy as np
import pytest

from scoring import TestSet
from scoring.rating import (
    AdequacyFluency,
    DirectAssessment,
    ErrorSpans,
    MarkedError,
    OutputRanking,
    fleiss_kappa,
    krippendorffs_alpha,
    pair_kappas,
    span_overlaps,
)
from scoring.rating.statistics.rater_agreement import rater_agreement
from tests.campaigns import PROTOCOLS, drawn, plan, rated, texts
from tests.cases import as_one_test

TEST_SET = texts(5)


def test_adequacy_and_fluency_are_held_against_one_another_output_by_output():
    of = plan(TEST_SET, "adequacy-fluency", 3, repeats=0.3, damaged=0.3)
    numbers = np.random.default_rng(3).integers(1, 6, (3, 5, 3, 2))

    def say(place, item):
        if item.kind != "plain":
            return AdequacyFluency(1, 1)
        if place == 2 and item.segment > 3:
            return None
        adequacy, fluency = numbers[place, item.segment, "ABC".index(item.outputs[0].system)]
        return AdequacyFluency(int(adequacy), int(fluency))

    found = rater_agreement(rated(of, TEST_SET, say))
    assert [one.table.kind for one in found] == ["adequacy", "fluency"]
    for at, one in enumerate(found):
        expected = numbers[..., at].reshape(3, -1).T.astype(float)
        expected[12:, 2] = math.nan
        assert one.table.units == tuple(f"{segment}:{system}" for segment in range(5) for system in "ABC")
        np.testing.assert_array_equal(one.table.values, expected)
        assert one.alpha == krippendorffs_alpha(expected, "ordinal")
        complete = expected[:12]
        counts = [[(row == value).sum() for value in range(1, 6)] for row in complete]
        assert one.fleiss is not None
        assert one.kappas is not None
        assert one.weighted is not None
        assert one.fleiss.value == pytest.approx(fleiss_kappa(counts).value)
        assert one.kappas.of(0, 2).value == pytest.approx(pair_kappas(expected[:12]).of(0, 2).value)
        weighted = pair_kappas(expected[:, :2], "quadratic").of(0, 1).value
        assert one.weighted.of(0, 1).value == pytest.approx(weighted)


def test_rankings_are_held_against_one_another_two_outputs_at_a_time():
    of = plan(TEST_SET, "ranking", 2, repeats=0, damaged=0)
    says = [{"A": 1, "B": 1, "C": 3}, {"A": 2, "B": 1, "C": 3}]
    found = rater_agreement(
        rated(of, TEST_SET, lambda at, item: OutputRanking(tuple(says[at][o.system] for o in item.outputs)))
    )
    (order,) = found
    assert order.table.units[:3] == ("0:A\nB", "0:A\nC", "0:B\nC")
    np.testing.assert_array_equal(order.table.values[:3], [[0, -1], [1, 1], [1, 1]])
    assert order.weighted is None


def test_outputs_that_say_the_same_are_held_against_nobody():
    """Raters see their text once, and cannot but agree on them."""
    test_set = TestSet.build({"A": ["one", "two"], "B": ["one", "too"], "C": ["eins", "two"]}, [["a", "b"]], ["a", "b"])
    of = plan(test_set, "ranking", 2, repeats=0, damaged=0)
    (order,) = rater_agreement(rated(of, test_set, lambda at, item: OutputRanking((1,) * len(item.outputs))))
    assert order.table.units == ("0:A\nC", "0:B\nC", "1:A\nB", "1:B\nC")


def test_scores_have_no_categories_and_spans_tell_whether_there_is_an_error():
    of = plan(TEST_SET, "esa", 2, repeats=0, damaged=0)

    def say(place, item):
        spans = (MarkedError(0, 2, "minor"),) if item.segment == 1 and place else ()
        return ErrorSpans(spans, ("major",) * (item.segment == 2), item.segment * 10 + place)

    score, error = rater_agreement(rated(of, TEST_SET, say))
    assert (score.fleiss, score.kappas, error.weighted) == (None, None, None)
    assert (score.table.level, error.table.level) == ("interval", "nominal")
    np.testing.assert_array_equal(error.table.values[::3], [[0, 0], [0, 1], [1, 1], [0, 0], [0, 0]])


@as_one_test
@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("answered", ["nothing", "one rater", "one item"])
def test_with_too_little_there_is_a_reason(protocol, answered):
    of = plan(TEST_SET, protocol)
    answer = drawn(protocol, np.random.default_rng(1))

    def say(place, item):
        is_wanted = answered != "nothing" and place == 0 and (answered == "one rater" or item.id.startswith("0:"))
        return answer(place, item) if is_wanted else None

    given = rated(of, TEST_SET, say)
    for one in rater_agreement(given):
        assert one.alpha.why_not == "nothing was judged by two raters"
        assert one.fleiss is None or one.fleiss.why_not == "nothing was judged by two raters"
        for pairs in (one.kappas, one.weighted):
            assert pairs is None or math.isnan(pairs.mean)
            assert pairs is None or pairs.of(0, 1).why_not == "nothing was judged by two raters"
    assert span_overlaps(given).all.n_outputs == 0


def test_raters_who_always_say_the_same():
    (score,) = rater_agreement(rated(plan(TEST_SET), TEST_SET, lambda place, item: DirectAssessment(50)))
    assert "same" in score.alpha.why_not
