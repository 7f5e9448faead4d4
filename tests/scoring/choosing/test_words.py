"""Sentences about choices."""

import numpy as np
import pytest

from scoring import BLEU, CHRF, TER
from scoring.choosing import Choice, Gains, Judged, Matrix, words
from scoring.choosing.words import best_of, directions, gained, judged_on, opening, own_judges, ties
from scoring.judgments.external import ExternalScore

MQM, QE = ExternalScore("MQM", True, by_people=True), ExternalScore("QE", True)
PLACES = np.arange(10)
NAN = float("nan")


def found(names, judges, values, chance=(), baseline=None):
    """Gains of these values, (n_choices, n_judges); those at the places of ``chance`` are not significant."""
    choices = tuple(Choice(name, PLACES, 0) for name in names)
    gains = np.array(values, float)
    columns = [
        with_scores(judge, 50 + (1 if judge.higher_is_better else -1) * gains[:, at]) for at, judge in enumerate(judges)
    ]
    p_values = np.full((len(names), len(judges)), 0.001)
    for row, column in chance:
        p_values[row, column] = 0.2
    matrix = Matrix(choices, tuple(columns), 10, {})
    return Gains(matrix, baseline or names[0], gains, p_values, gains, gains, 2000, 1)


def with_scores(judge, scores):
    """What a judge says of choices, without the statistics behind it."""
    column = Judged(judge, {}, PLACES)
    vars(column)["scores"] = np.asarray(scores, float)
    return column


def test_who_profits():
    told = found(["first", "mbr:chrf"], [BLEU(), CHRF()], [[0, 0], [-1.04, 0.23]])
    assert gained(told, "mbr:chrf") == "MBR by chrF gains 0.23 chrF and loses 1.04 BLEU against the first candidate."
    assert opening(told) == gained(told, "mbr:chrf")


def test_what_is_not_chance_is_named():
    told = found(["first", "mbr:chrf"], [BLEU(), CHRF(), TER()], [[0] * 3, [-1.04, 0.23, -1.1]], [(1, 1)])
    said = "MBR by chrF loses 1.04 BLEU and 1.10 TER against the first candidate; the rest could be chance."
    assert gained(told, "mbr:chrf") == said
    alike = found(["first", "mbr:chrf"], [BLEU(), CHRF()], [[0, 0], [-1.04, 0]], [(1, 1)])
    assert gained(alike, "mbr:chrf") == "MBR by chrF loses 1.04 BLEU against the first candidate."


def test_where_all_is_chance():
    """The differences are those of the scores: of an error rate below 0 where it is better."""
    told = found(["random", "mbr:ter"], [BLEU(), TER()], [[0, 0], [-0.2, 0.02]], [(1, 0), (1, 1)])
    said = "No judge tells MBR by TER from a random candidate: all differences could be chance (TER −0.02, BLEU −0.20)."
    assert gained(told, "mbr:ter") == said


def test_people_and_oracles():
    names = ["system:eTranslation", "oracle:bleu", "decoder"]
    told = found(names, [BLEU(), MQM, QE], [[0, 0, 0], [7.16, -0.254, 2.09], [0.002, NAN, NAN]])
    said = "The oracle by BLEU gains 7.16 BLEU and 2.09 by QE and loses 0.25 by MQM (people) against eTranslation."
    assert gained(told, "oracle:bleu") == said
    assert gained(told, "decoder") == "The decoder's choice gains under 0.01 BLEU against eTranslation."
    assert best_of(told) == "eTranslation is the best system on these very segments, which flatters it."
    told = found(names, [BLEU(), MQM], [[0, 0], [7.16, -0.254], [0.01, NAN]], baseline="decoder")
    assert best_of(told) == ""


def test_amounts_are_the_differences_of_printed_scores():
    """89.594 and 87.479 print as 89.59 and 87.48, which are 2.11 apart; the scores themselves are 2.115 apart."""
    esa = ExternalScore("ESA", True, by_people=True)
    columns = (with_scores(esa, [89.594, 87.479]),)
    matrix = Matrix((Choice("first", PLACES, 0), Choice("mbr:bleu", PLACES, 0)), columns, 10, {})
    gains = np.array([[0.0], [87.479 - 89.594]])
    told = Gains(matrix, "first", gains, np.full((2, 1), 0.001), gains, gains, 2000, 1)
    assert gained(told, "mbr:bleu") == "MBR by BLEU loses 2.11 by ESA (people) against the first candidate."


def test_choices_of_no_criterion_go_by_their_name():
    told = found(["expected BLEU", "tuned", "mbr:bleu"], [BLEU()], [[0], [1], [2]])
    assert gained(told, "tuned") == "tuned gains 1.00 BLEU against expected BLEU."
    assert opening(told) == "MBR by BLEU gains 2.00 BLEU against expected BLEU."


def test_no_score():
    told = found(["first", "random"], [BLEU()], [[0], [NAN]])
    assert gained(told, "random") == "There is no score of both a random candidate and the first candidate."


@pytest.mark.parametrize(
    ("values", "chance", "told"),
    [
        ([[0, 0], [-0.3, -0.1], [-1, 0.2], [5, 5]], [], "MBR by chrF gains"),
        ([[0, 0], [-0.3, -0.1], [-1, 0.2], [5, 5]], [(2, 0)], "MBR by BLEU loses"),
        ([[0, 0], [0.3, -0.1], [-1, 0.2], [5, 5]], [], "MBR by BLEU gains"),
    ],
)
def test_opening_tells_of_the_choice_that_flatters_itself(values, chance, told):
    names = ["first", "mbr:bleu", "mbr:chrf", "oracle:bleu"]
    assert opening(found(names, [BLEU(), CHRF()], values, chance)).startswith(told)


def test_opening_without_mbr():
    assert opening(found(["first", "oracle:bleu"], [BLEU()], [[0], [5]])).startswith("The oracle by BLEU gains 5.00 ")
    assert opening(found(["first"], [BLEU()], [[0]])) == ""


def scored(rows):
    """A matrix of these scores by BLEU and TER, choice -> scores."""
    choices = tuple(Choice(name, PLACES[:1], 0) for name in rows)
    by_judge = np.array(list(rows.values())).T
    columns = [with_scores(judge, scores) for judge, scores in zip((BLEU(), TER()), by_judge, strict=True)]
    return Matrix(choices, tuple(columns), 1, {})


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ({"first": (50, 40), "mbr:bleu": (30, 60), "mbr:ter": (29, 50)}, "Each metric by which MBR chooses likes its"),
        ({"mbr:bleu": (28, 60), "mbr:ter": (29, 50)}, "1 of 2 metrics by which MBR chooses likes its own choice"),
        ({"mbr:bleu": (28, 50), "mbr:ter": (29, 60)}, "No metric by which MBR chooses likes its own choice best."),
        ({"first": (50, 40), "mbr:bleu": (30, 60)}, ""),
    ],
)
def test_own_judges(scores, told):
    assert own_judges(scored(scores)).startswith(told)
    assert bool(own_judges(scored(scores))) == bool(told)


def test_what_stands_beside():
    told = found(["first", "mbr:ter"], [BLEU(), TER()], [[0, 0], [-1, 1]])
    assert directions(told.matrix) == "A gain is always a better score: by TER a lower one."
    assert directions(found(["first"], [BLEU()], [[0]]).matrix) == ""
    assert "p > 0.05" in words.tested(told)
    assert "2,000 trials, seed 1" in words.tested(told)


def test_which_segments_are_judged():
    columns = (Judged(BLEU(), {}, PLACES), Judged(MQM, {}, PLACES[:4]))
    silent = {"DA": ("red", "blue"), "ESA": (), "QE": ("a", "b", "c", "d", "e")}
    assert judged_on(Matrix((), columns, 10, silent)) == [
        "MQM, human judgment: 4 of 10 segments, those where every candidate is judged; the same for every choice.",
        "DA judges nothing: it has no scores of red and blue. Take only candidates that it has judged.",
        "ESA judges nothing: it has no segment with scores of all candidates. Take only candidates that it has judged.",
        "QE judges nothing: it has no scores of a, b, c and 2 more. Take only candidates that it has judged.",
    ]


def test_ties():
    said = "In 3 of 10 lists (30 %) another text is as good to the oracle by BLEU; the first of them is taken."
    assert ties(Choice("oracle:bleu", PLACES, 3)) == said
    assert ties(Choice("oracle:bleu", PLACES, 0)) == ""
