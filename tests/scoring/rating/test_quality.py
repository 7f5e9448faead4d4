"""How well each rater rates."""

import math

import numpy as np
import pytest

from scoring import TestSet
from scoring.rating import AdequacyFluency, DirectAssessment, ErrorSpans, OutputRanking, OutputScores, deal_items
from scoring.rating.statistics.quality import rater_quality
from tests.campaigns import PROTOCOLS, drawn, plan, rated, texts

TEST_SET = texts(20)


def test_direct_assessment():
    """The first rater is 3 points lower the second time and 10 on damaged ones; the second never sees a difference."""
    of = plan(TEST_SET, repeats=0.1, damaged=0.2)
    less = [{"plain": 0, "repeat": 3, "damaged": 10}, {"plain": 0, "repeat": 0, "damaged": 0}]
    first, second = rater_quality(
        rated(of, TEST_SET, lambda place, item: DirectAssessment(50 - less[place][item.kind]))
    )
    assert (first.repeats.n, first.repeats.n_same, first.repeats.distance) == (6, 0, 3)
    assert (first.damaged.n, first.damaged.n_noticed, first.damaged.drop, first.damaged.share) == (12, 12, 10, 1)
    assert (second.repeats.n_same, second.repeats.distance) == (6, 0)
    assert (second.damaged.n_noticed, second.damaged.share, second.damaged.drop) == (0, 0, 0)
    assert (first.rater, first.n_answers, first.n_items) == ("rater 1", 78, 78)
    assert first.seconds == np.median(np.arange(1, 79))
    assert (first.n_timed, first.n_hasty) == (78, 1), "the first took one second, the second two"


def test_outputs_that_were_at_the_bottom_already_say_nothing():
    of = plan(TEST_SET, "esa", repeats=0, damaged=0.2)
    (first, _) = rater_quality(rated(of, TEST_SET, lambda place, item: ErrorSpans((), (), 0)))
    assert (first.damaged.n, first.damaged.n_lowest) == (0, 12)
    assert math.isnan(first.damaged.share)
    assert math.isnan(first.damaged.drop)
    assert math.isnan(first.repeats.distance)


def test_adequacy_and_fluency_count_both():
    of = plan(TEST_SET, "adequacy-fluency", repeats=0.1, damaged=0.1)
    says = {"plain": AdequacyFluency(4, 4), "repeat": AdequacyFluency(5, 2), "damaged": AdequacyFluency(1, 5)}
    (first, _) = rater_quality(rated(of, TEST_SET, lambda place, item: says[item.kind]))
    assert first.repeats.distance == 1.5
    assert (first.damaged.n_noticed, first.damaged.drop) == (6, 1)


def test_rankings():
    """Plain: A first, B and C level. Again: A first, then B, then C: one pair of three is in another order.

    Damaged ones come last: A falls from better than both to worse than both, B and C from half a loss.
    """
    of = plan(texts(30), "ranking", repeats=0.2, damaged=0.4)

    def say(place, item):
        if item.kind == "damaged":
            ranks = {o.system: 3 if o.text != f"{' '.join(f'{o.system.lower()}{item.segment}w{n}' for n in range(11))}"
                     else 1 for o in item.outputs}  # fmt: skip
        else:
            ranks = {"A": 1, "B": 2, "C": 3 if item.kind == "repeat" else 2}
        return OutputRanking(tuple(ranks[output.system] for output in item.outputs))

    given = rated(of, texts(30), say)
    (first, _) = rater_quality(given)
    assert (first.repeats.n, first.repeats.n_same) == (6, 0)
    assert first.repeats.distance == pytest.approx(1 / 3)
    assert (first.damaged.n, first.damaged.n_noticed) == (12, 12)
    plain_level = {"A": 1.0, "B": -0.5, "C": -0.5}
    harmed = [
        next(o.system for o in item.outputs if f"w{0} " in o.text and " ".join(
            f"{o.system.lower()}{item.segment}w{n}" for n in range(11)
        ) != o.text)
        for item in deal_items(of, texts(30), 0)
        if item.kind == "damaged"
    ]  # fmt: skip
    assert first.damaged.drop == pytest.approx(np.mean([plain_level[system] + 1 for system in harmed]))


def test_scores_side_by_side_count_by_system_whatever_their_order_on_the_screen():
    """Again B gets 6 points more. A damaged output gets 10; without damage A has 90, B 50 and C the lowest score."""
    test_set = texts(30)
    of = plan(test_set, "contrastive", repeats=0.2, damaged=0.4)
    scores = {"A": 90, "B": 50, "C": 0}

    def say(place, item):
        whole = {o.system: test_set.system(o.system).segments[item.segment].as_py() for o in item.outputs}
        if item.kind == "damaged":
            return OutputScores(tuple(scores[o.system] if o.text == whole[o.system] else 10 for o in item.outputs))
        again = {"B": 6} if item.kind == "repeat" else {}
        return OutputScores(tuple(scores[o.system] + again.get(o.system, 0) for o in item.outputs))

    (first, _) = rater_quality(rated(of, test_set, say))
    assert (first.repeats.n, first.repeats.n_same, first.repeats.distance) == (6, 0, 2)
    harmed = [
        next(o.system for o in item.outputs if o.text != test_set.system(o.system).segments[item.segment].as_py())
        for item in deal_items(of, test_set, 0)
        if item.kind == "damaged"
    ]
    drops = [scores[system] - 10 for system in harmed if system != "C"]
    assert first.damaged.n == first.damaged.n_noticed == len(drops)
    assert first.damaged.n_lowest == harmed.count("C")
    assert first.damaged.drop == pytest.approx(np.mean(drops))


def test_of_two_outputs_that_say_the_same_none_can_come_in_another_order():
    """So both pairs that are left are turned."""
    words = [f"w{number}" for number in range(12)]
    test_set = TestSet.build({"A": words, "B": words, "C": ["c"] * 12}, [words], words)
    of = plan(test_set, "ranking", 1, repeats=0.5, damaged=0)

    def say(place, item):
        ranks = {"A": 2, "B": 2, "C": 1} if item.kind == "repeat" else {"A": 1, "B": 1, "C": 2}
        return OutputRanking(tuple(ranks[output.system] for output in item.outputs))

    (first,) = rater_quality(rated(of, test_set, say))
    assert first.repeats.distance == 1


def test_of_a_ranking_that_had_it_last_already_nothing_is_learnt():
    of = plan(TEST_SET, "ranking", repeats=0, damaged=1.0)
    (first, _) = rater_quality(rated(of, TEST_SET, lambda place, item: OutputRanking(
        tuple("CAB".index(output.system) + 1 for output in item.outputs)
    )))  # fmt: skip
    assert first.damaged.n_lowest > 0
    assert first.damaged.n + first.damaged.n_lowest == sum(i.kind == "damaged" for i in deal_items(of, TEST_SET, 0))
    assert first.damaged.n_noticed == 0


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_check_counts_only_with_its_item(protocol):
    answer = drawn(protocol, np.random.default_rng(2))
    of = plan(TEST_SET, protocol, repeats=0.2, damaged=0.2)
    given = rated(of, TEST_SET, lambda place, item: answer(place, item) if item.kind != "plain" else None)
    for one in rater_quality(given):
        assert (one.repeats.n, one.damaged.n, one.damaged.n_lowest) == (0, 0, 0)
        assert one.n_answers < one.n_items
    nobody = rater_quality(rated(of, TEST_SET, lambda place, item: None))
    assert all(math.isnan(one.seconds) for one in nobody)
