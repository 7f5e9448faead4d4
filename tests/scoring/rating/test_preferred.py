"""Which of two outputs raters prefer, and results without some raters."""

import numpy as np
import pytest

from scoring.rating import OutputRanking, OutputScores, judgments_from_ratings, preference_counts, study
from tests.campaigns import drawn, plan, rated, texts

SET = texts(6)


def say(place, item):
    """Everybody puts A before B; the third rater puts C first, the others last."""
    scores = {"A": 70, "B": 50, "C": 90 if place == 2 else 10}
    return OutputScores(tuple(scores[output.system] for output in item.outputs))


def rank(place, item):
    scores = say(place, item).scores
    return OutputRanking(tuple(1 + sum(other > score for other in scores) for score in scores))


RATINGS = rated(plan(SET, "contrastive", 3, repeats=0.5, damaged=0.5), SET, say)


@pytest.mark.parametrize(("protocol", "answer"), [("contrastive", say), ("ranking", rank)])
def test_counts_are_of_items_that_check_nobody(protocol, answer):
    ratings = rated(plan(SET, protocol, 3, repeats=0.5, damaged=0.5), SET, answer)
    found = preference_counts(ratings)
    told = [(one.rater, one.first, one.second, one.n_first, one.n_second, one.n_equal) for one in found]
    assert told[:4] == [(None, "A", "B", 18, 0, 0), *((f"rater {n}", "A", "B", 6, 0, 0) for n in (1, 2, 3))]
    assert told[4:8] == [
        (None, "A", "C", 12, 6, 0),
        ("rater 1", "A", "C", 6, 0, 0),
        ("rater 2", "A", "C", 6, 0, 0),
        ("rater 3", "A", "C", 0, 6, 0),
    ]


def test_the_system_that_is_preferred_more_often_stands_first_and_ties_are_counted():
    def level(place, item):
        return OutputScores(tuple(20 + 10 * (output.system == "C") for output in item.outputs))

    found = preference_counts(rated(plan(SET, "contrastive", 1), SET, level))
    told = [(one.first, one.second, one.n_first, one.n_second, one.n_equal) for one in found if one.rater is None]
    assert told == [("A", "B", 0, 0, 6), ("C", "A", 6, 0, 0), ("C", "B", 6, 0, 0)]


def test_where_outputs_are_shown_alone_nobody_prefers_any():
    assert preference_counts(rated(plan(SET), SET, drawn("da", np.random.default_rng(1)))) == ()


def test_a_rater_who_is_left_out_is_in_no_result_except_how_well_each_rates():
    every, some = (study.run(study.RatingRequest(left_out_places=without), RATINGS) for without in ((), (2,)))
    assert study.left_out_raters_sentence(every) == ""
    assert study.left_out_raters_sentence(some).startswith("The answers of rater 3 are left out of scores")
    assert {one.rater for one in some.preferences} == {None, "rater 1", "rater 2"}
    assert [one.rater for one in some.raters] == ["rater 1", "rater 2", "rater 3"]
    assert every.between[0].alpha.value < some.between[0].alpha.value == 1
    means = [{one.system: one.score for one in found.scores[0]} for found in (every, some)]
    assert means == [{"A": 70, "B": 50, "C": pytest.approx(110 / 3)}, {"A": 70, "B": 50, "C": 10}]
    (judge,) = some.judgments.scores
    assert judge.of("C").tolist() == [10.0] * 6
    assert judgments_from_ratings(RATINGS.without_places((0, 1)), "x").scores[0].of("C").tolist() == [90.0] * 6
