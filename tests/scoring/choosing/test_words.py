"""Sentences about choices."""

import numpy as np
import pytest

from scoring import BLEU, CHRF, TER
from scoring.choosing import Choice, Gains, Judged, Matrix, words
from scoring.choosing.words import best_of, directions, gained, judged_on, opening, own_judges, ties
from scoring.judgments.external import ExternalScore

MQM = ExternalScore("MQM", True, by_people=True)
PLACES = np.arange(10)
NAN = float("nan")


def found(names, judges, values, chance=(), baseline=None):
    """Gains of these values, (n_choices, n_judges); those at the places of ``chance`` are not significant."""
    choices = tuple(Choice(name, PLACES, 0) for name in names)
    columns = tuple(Judged(judge, {}, PLACES) for judge in judges)
    p_values = np.full((len(names), len(judges)), 0.001)
    for row, column in chance:
        p_values[row, column] = 0.2
    gains = np.array(values, float)
    return Gains(Matrix(choices, columns, 10, {}), baseline or names[0], gains, p_values, gains, gains, 2000, 1)


def test_who_profits():
    told = found(["first", "mbr:chrf"], [BLEU(), CHRF()], [[0, 0], [-1.04, 0.23]])
    assert gained(told, "mbr:chrf") == "MBR by chrF gains 0.2 chrF and loses 1.0 BLEU against the first candidate."
    assert opening(told) == gained(told, "mbr:chrf")


def test_chance_is_said_where_it_is():
    told = found(["first", "mbr:chrf"], [BLEU(), CHRF(), TER()], [[0] * 3, [-1.04, 0.23, -1.1]], [(1, 1)])
    said = "MBR by chrF gains 0.2 chrF (could be chance) and loses 1.0 BLEU and 1.1 TER against the first candidate."
    assert gained(told, "mbr:chrf") == said


def test_where_all_is_chance():
    told = found(["random", "mbr:ter"], [BLEU(), TER()], [[0, 0], [-0.2, 0.02]], [(1, 0), (1, 1)])
    said = "No judge tells MBR by TER from a random candidate: all differences could be chance (TER 0.0, BLEU −0.2)."
    assert gained(told, "mbr:ter") == said


def test_people_and_oracles():
    names = ["system:eTranslation", "oracle:bleu", "decoder"]
    told = found(names, [BLEU(), MQM], [[0, 0], [7.16, -0.254], [0.01, NAN]])
    said = "The oracle by BLEU gains 7.2 BLEU and loses 0.25 MQM (people) against eTranslation."
    assert gained(told, "oracle:bleu") == said
    assert gained(told, "decoder") == "The decoder's choice gains under 0.1 BLEU against eTranslation."
    assert best_of(told) == "eTranslation is the best system on these very segments, which flatters it."
    told = found(names, [BLEU(), MQM], [[0, 0], [7.16, -0.254], [0.01, NAN]], [(1, 1)], "decoder")
    assert gained(told, "oracle:bleu").endswith(
        "loses 0.25 MQM (people; could be chance) against the decoder's choice."
    )
    assert best_of(told) == ""


def test_choices_of_no_criterion_go_by_their_name():
    told = found(["expected BLEU", "tuned", "mbr:bleu"], [BLEU()], [[0], [1], [2]])
    assert gained(told, "tuned") == "tuned gains 1.0 BLEU against expected BLEU."
    assert opening(told) == "MBR by BLEU gains 2.0 BLEU against expected BLEU."


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
    assert opening(found(["first", "oracle:bleu"], [BLEU()], [[0], [5]])).startswith("The oracle by BLEU gains 5.0")
    assert opening(found(["first"], [BLEU()], [[0]])) == ""


def scored(rows):
    """A matrix of these scores by BLEU and TER, choice -> scores."""
    choices = tuple(Choice(name, PLACES[:1], 0) for name in rows)
    columns = []
    for place, judge in enumerate((BLEU(), TER())):
        column = Judged(judge, {name: np.zeros((1, 1)) for name in rows}, PLACES[:1])
        vars(column)["scores"] = np.array([values[place] for values in rows.values()], float)
        columns.append(column)
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


def test_bounds():
    told = found(["first", "mbr:bleu", "oracle:ter", "oracle:bleu"], [BLEU()], [[0], [1], [2], [3]])
    said = "The oracle by TER gains 2.0 BLEU against the first candidate. That is a bound, not a result:"
    assert words.bound(told).startswith(said)
    assert words.bound(found(["first", "mbr:bleu"], [BLEU()], [[0], [1]])) == ""


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
