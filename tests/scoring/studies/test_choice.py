"""Sentences about choices."""

from dataclasses import replace

import numpy as np
import pytest

from scoring import BLEU, CHRF, NIST, PER, TBLEU, TER, WER, TestSet
from scoring.choosing import Choice, Gains, JudgeScores, Lists, Matrix, choose_candidates, gains, parse, score_choices
from scoring.judgments.external import ExternalScore
from scoring.studies import choice
from scoring.studies.choice import (
    ChoiceRequest,
    best_system_note,
    choice_opening,
    coverage_sentences,
    direction_sentence,
    gain_sentence,
    overrating_metrics_sentence,
    ties_sentence,
    too_few_for_gains,
)
from tests.candidates import REFERENCES, UNSMOOTHED, toy_lists

MQM, QE = ExternalScore("MQM", True, by_people=True), ExternalScore("QE", True)
PLACES = np.arange(20)
NAN = float("nan")

NONE = "Keep the first candidate: no independent metric finds another choice significantly better."


def found(names, judges, values, chance=(), baseline=None, trials=2000):
    """Gains of these values, (n_choices, n_judges); those at the places of ``chance`` are not significant."""
    choices = tuple(Choice(name, PLACES + at, 0) for at, name in enumerate(names))
    gains = np.array(values, float)
    columns = [
        with_scores(judge, 50 + (1 if judge.higher_is_better else -1) * gains[:, at]) for at, judge in enumerate(judges)
    ]
    p_values = np.full((len(names), len(judges)), 0.001)
    for row, column in chance:
        p_values[row, column] = 0.2
    matrix = Matrix(choices, tuple(columns), len(PLACES), {})
    return Gains(matrix, baseline or names[0], gains, p_values, p_values, gains, gains, trials, 1)


def with_scores(judge, scores):
    """What a judge says of choices, without the statistics behind it."""
    column = JudgeScores(judge, {}, PLACES)
    vars(column)["scores"] = np.asarray(scores, float)
    return column


def test_who_profits():
    told = found(["first", "mbr:chrf"], [BLEU(), CHRF()], [[0, 0], [-1.04, 0.23]])
    said = "Compared with the first candidate, MBR by chrF gains 0.23 chrF but loses 1.04 BLEU."
    assert gain_sentence(told, "mbr:chrf") == said
    assert choice_opening(told) == f"{NONE} {said}"


def test_which_one_to_take():
    judges, names = [BLEU(), CHRF(), TER()], ["first", "mbr:bleu", "mbr:chrf", "oracle:bleu"]
    values = [[0] * 3, [0.9, 0.3, 0.2], [0.7, 0.5, 0.4], [9, 9, 9]]
    said = "Take MBR by chrF: by metrics unlike chrF it significantly gains 0.70 BLEU and lowers TER by 0.40 (better)"
    said += " compared with the first candidate."
    assert choice_opening(found(names, judges, values, [(1, 1)])).startswith(said)
    lost = [[0] * 3, [0.9, 0.3, -0.2], [0.7, 0.5, -0.4], [9, 9, 9]]
    assert choice_opening(found(names, judges, lost)).startswith(NONE)


@pytest.mark.parametrize("unit", [1.0, 2.0**-40])
def test_a_gain_does_not_depend_on_the_unit_of_a_judge(unit):
    judges, names = [replace(MQM, tied_up_to=1e-9 * unit, n_decimals=15)], ["first", "mbr:bleu"]
    assert choice_opening(found(names, judges, [[0], [3 * unit]])).startswith(
        "Take MBR by BLEU: it significantly gains"
    )
    assert choice_opening(found(names, judges, [[0], [-3 * unit]])).startswith(
        "Keep the first candidate: people rate every other choice significantly worse."
    )
    assert choice_opening(found(names, judges, [[0], [1e-10 * unit]])).startswith(
        "Keep the first candidate: people rate no"
    )


def test_people_decide_where_they_judge():
    judges, names = [BLEU(), MQM], ["first", "mbr:bleu", "random"]
    said = "Take MBR by BLEU: it significantly gains 0.50 by MQM (people) compared with the first candidate."
    assert choice_opening(found(names, judges, [[0, 0], [-3, 0.5], [1, 0.6]])) == said
    none = "Keep the first candidate: people rate no other choice significantly better."
    assert choice_opening(found(names, judges, [[0, 0], [3, -0.5], [1, 0.1]])).startswith(none)


@pytest.mark.parametrize(
    ("chose", "judges"),
    [("mbr:bleu", [BLEU(), TBLEU(), NIST()]), ("mbr:chrf", [CHRF(word_order=2)]), ("mbr:ter", [WER(), PER()])],
)
def test_a_judge_that_counts_the_same_things_did_not_stand_aside(chose, judges):
    told = found(["first", chose], judges, [[0] * len(judges), [2.0] * len(judges)])
    assert choice_opening(told).startswith("No independent metric judges here: all of them chose")


def test_where_nothing_is_sure_the_one_that_others_like_best_is_told_of():
    names, everywhere = ["first", "mbr:bleu", "mbr:chrf"], [(row, place) for row in (1, 2) for place in range(3)]
    told = found(names, [BLEU(), CHRF(), TER()], [[0] * 3, [0.17, 0.1, 0.1], [0.19, 0.2, 0.3]], everywhere)
    assert "All differences between MBR by chrF and the first candidate could be chance" in choice_opening(told)


def test_choices_of_the_same_texts():
    told = found(["first", "mbr:bleu"], [BLEU()], [[0], [0]], [(1, 0)])
    same = replace(told.matrix, choices=(Choice("first", PLACES, 0), Choice("mbr:bleu", PLACES, 0)))
    said = "MBR by BLEU takes the same texts as the first candidate."
    assert gain_sentence(replace(told, matrix=same), "mbr:bleu") == said


def test_too_little_to_tell():
    """2^-19 of 20 segments is far below .05 / 2; of 6, 2 x 2^-6 is not; nor is 1 - .025^(1/145) of 145 shuffles."""
    names, values = ["first", "mbr:bleu", "mbr:ter", "system:A"], [[0], [1], [2], [3]]
    assert too_few_for_gains(found(names, [CHRF()], values)) == ""
    few = found(names, [CHRF()], values)
    columns = tuple(replace(column, places=PLACES[:6]) for column in few.matrix.columns)
    said = "With 6 segments every gain and loss could be chance, however large it is: 2 choices need at least"
    assert too_few_for_gains(replace(few, matrix=replace(few.matrix, columns=columns))) == f"{said} 7 segments."
    said = "With 145 shuffles every gain and loss could be chance, however large it is: 2 choices need at least"
    assert too_few_for_gains(found(names, [CHRF()], values, trials=145)) == f"{said} 146 shuffles."
    assert too_few_for_gains(found(names, [CHRF()], values, trials=146)) == ""
    assert choice_opening(found(names, [CHRF()], values, trials=145)) == f"{said} 146 shuffles."


def test_what_is_not_chance_is_named():
    told = found(["first", "mbr:chrf"], [BLEU(), CHRF(), TER()], [[0] * 3, [-1.04, 0.23, -1.1]], [(1, 1)])
    said = "Compared with the first candidate, MBR by chrF loses 1.04 BLEU and raises TER by 1.10 (worse)"
    assert gain_sentence(told, "mbr:chrf") == f"{said}; the rest could be chance."
    alike = found(["first", "mbr:chrf"], [BLEU(), CHRF()], [[0, 0], [-1.04, 0]], [(1, 1)])
    assert gain_sentence(alike, "mbr:chrf") == "Compared with the first candidate, MBR by chrF loses 1.04 BLEU."


def test_where_all_is_chance():
    """The differences are those of the scores: of an error rate below 0 where it is better."""
    told = found(["random", "mbr:ter"], [BLEU(), TER()], [[0, 0], [-0.2, 0.02]], [(1, 0), (1, 1)])
    said = "All differences between MBR by TER and a random candidate could be chance (TER −0.02, BLEU −0.20)."
    assert gain_sentence(told, "mbr:ter") == said


def test_people_and_oracles():
    names = ["system:eTranslation", "oracle:bleu", "decoder"]
    told = found(names, [BLEU(), MQM, QE], [[0, 0, 0], [7.16, -0.254, 2.09], [0.002, NAN, NAN]])
    said = (
        "Compared with eTranslation, the oracle by BLEU gains 7.16 BLEU and 2.09 by QE but loses 0.25 by MQM (people)."
    )
    assert gain_sentence(told, "oracle:bleu") == said
    assert gain_sentence(told, "decoder") == "Compared with eTranslation, the decoder's choice gains under 0.01 BLEU."
    assert best_system_note(told) == (
        "Mixes are compared with eTranslation because it scores best on these segments, which favours it."
    )
    told = found(names, [BLEU(), MQM], [[0, 0], [7.16, -0.254], [0.01, NAN]], baseline="decoder")
    assert best_system_note(told) == ""


def test_amounts_are_the_differences_of_printed_scores():
    """89.594 and 87.479 print as 89.59 and 87.48, which are 2.11 apart; the scores themselves are 2.115 apart."""
    esa = ExternalScore("ESA", True, by_people=True)
    columns = (with_scores(esa, [89.594, 87.479]),)
    matrix = Matrix((Choice("first", PLACES, 0), Choice("mbr:bleu", PLACES + 1, 0)), columns, 10, {})
    gains = np.array([[0.0], [87.479 - 89.594]])
    p_values = np.full((2, 1), 0.001)
    told = Gains(matrix, "first", gains, p_values, p_values, gains, gains, 2000, 1)
    assert (
        gain_sentence(told, "mbr:bleu") == "Compared with the first candidate, MBR by BLEU loses 2.11 by ESA (people)."
    )


def test_choices_of_no_criterion_go_by_their_name():
    told = found(["expected BLEU", "tuned", "mbr:bleu"], [BLEU()], [[0], [1], [2]])
    assert gain_sentence(told, "tuned") == "Compared with expected BLEU, tuned gains 1.00 BLEU."


def test_no_score():
    told = found(["first", "random"], [BLEU()], [[0], [NAN]])
    assert gain_sentence(told, "random") == "No metric has scores for both a random candidate and the first candidate."


@pytest.mark.parametrize(
    ("values", "chance", "told"),
    [
        ([[0, 0], [-0.3, -0.1], [-1, 0.2], [5, 5]], [], "Compared with the first candidate, MBR by chrF gains"),
        ([[0, 0], [-0.3, -0.1], [-1, 0.2], [5, 5]], [(2, 0)], "Compared with the first candidate, MBR by BLEU loses"),
        ([[0, 0], [0.3, -0.1], [-1, 0.2], [5, 5]], [], "Compared with the first candidate, MBR by BLEU gains"),
    ],
)
def test_opening_tells_of_the_choice_that_favours_itself(values, chance, told):
    names = ["first", "mbr:bleu", "mbr:chrf", "oracle:bleu"]
    assert choice_opening(found(names, [BLEU(), CHRF()], values, chance)).startswith(f"{NONE} {told}")


def test_opening_without_mbr():
    assert choice_opening(found(["first", "oracle:bleu"], [BLEU()], [[0], [5]])).startswith(
        "Compared with the first candidate, the oracle by BLEU gains 5.00 "
    )
    assert choice_opening(found(["first"], [BLEU()], [[0]])) == ""


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ([[0, 0], [1, -1], [0, 1]], "BLEU and TER overrate what they picked themselves"),
        ([[0, 0], [1, 1], [0, 2]], "BLEU and TER overrate what they picked themselves"),
        (
            [[0, 0], [1, -1], [0, -1]],
            "BLEU overrates what it picked itself. Rely on other metrics, best of all on people.",
        ),
        ([[0, 0], [1, 1], [0, 0.5]], ""),  # all judges agree
        ([[0, 0], [-1, 0], [0, -1]], ""),  # the baseline is best
    ],
)
def test_own_judges(values, told):
    said = overrating_metrics_sentence(found(["first", "mbr:bleu", "mbr:ter"], [BLEU(), TER()], values))
    assert said.startswith(f"Caution: {told}" if told else "")
    assert bool(said) == bool(told)


def test_what_stands_beside():
    told = found(["first", "mbr:ter"], [BLEU(), TER()], [[0, 0], [-1, 1]])
    assert direction_sentence(told.matrix) == "A gain is always a better score; for TER that is a lower one."
    assert direction_sentence(found(["first"], [BLEU()], [[0]]).matrix) == ""
    assert "p > 0.05" in choice.choice_test_words(told)
    assert "2,000 shuffles, seed 1" in choice.choice_test_words(told)


def test_which_segments_are_judged():
    columns = (JudgeScores(BLEU(), {}, PLACES), JudgeScores(MQM, {}, PLACES[:4]))
    silent = {"DA": ("red", "blue"), "ESA": (), "QE": ("a", "b", "c", "d", "e")}
    assert coverage_sentences(Matrix((), columns, 20, silent)) == [
        "MQM, human judgment: the 4 of 20 segments in which every candidate is rated.",
        "DA is left out: it has no scores for red and blue. To include it, choose only candidates with its scores.",
        "ESA is left out: it has no segment with scores for all candidates. To include it, choose only candidates with"
        " its scores.",
        "QE is left out: it has no scores for a, b, c and 2 more. To include it, choose only candidates with its"
        " scores.",
    ]


def test_ties():
    said = "In 3 of 20 lists (15 %) the oracle by BLEU finds another text equally good; then the first is taken."
    assert ties_sentence(Choice("oracle:bleu", PLACES, 3)) == said
    assert ties_sentence(Choice("oracle:bleu", PLACES, 0)) == ""


def test_a_run_chooses_and_lets_every_judge_score():
    lists, test_set = toy_lists(), TestSet.build({"first": ["a", "b"]}, REFERENCES)
    criteria = tuple(map(parse, ("first", "mbr:chrf", "oracle:bleu")))
    request = ChoiceRequest(lists, criteria, (BLEU(), TER()), UNSMOOTHED, trials=50)
    told = []
    result = choice.run(request, test_set, told.append)
    matrix = score_choices(
        choose_candidates(criteria, lists, REFERENCES, UNSMOOTHED), lists, REFERENCES, [BLEU(), TER()]
    )
    assert result.matrix.records() == matrix.records()
    expected = gains(matrix, "first", 50)
    assert np.array_equal(result.gains_over_baseline.p_adjusted, expected.p_adjusted, equal_nan=True)
    assert choice_opening(result.gains_over_baseline) == choice_opening(expected)
    assert told == sorted(told)
    assert told[-1] == 1
    assert choice.run(request, test_set, with_gains=False).gains is None


def test_a_decoder_without_scores_is_refused():
    with pytest.raises(ValueError, match="have no decoder scores"):
        ChoiceRequest(Lists.build([["a", "b"]]), (parse("mbr:bleu"),), (BLEU(),), posterior="decoder")
    with pytest.raises(ValueError, match="Unknown posterior 'x'"):
        ChoiceRequest(toy_lists(), (parse("mbr:bleu"),), (BLEU(),), posterior="x")


def test_a_mix_is_held_against_one_system_and_no_system_is_advised():
    """The other system is better by far: which system is best is another question."""
    names, judges = ["system:W", "system:A", "mbr:chrf"], [BLEU(), CHRF(), TER()]
    told = choice_opening(found(names, judges, [[0] * 3, [5, 5, 5], [-0.3, 0.1, -0.2]]))
    none = "o independent metric finds a mix of systems significantly better than W alone."
    assert told.startswith(f"Stay with one system: n{none}")
    assert told.endswith("MBR by chrF gains 0.10 chrF but loses 0.30 BLEU and raises TER by 0.20 (worse).")
    assert choice_opening(found(names[:2], judges, [[0] * 3, [5, 5, 5]])) == ""
    told = choice_opening(found(names, judges, [[0] * 3, [5, 5, 5], [-0.3, 0.1, -0.2]]), is_doubtful=True)
    assert told.startswith(f"N{none}")
    better = choice_opening(found(names, judges, [[0] * 3, [5, 5, 5], [0.3, 0.1, 0.2]]))
    said = "by metrics unlike chrF, MBR by chrF significantly gains 0.30 BLEU and lowers TER by 0.20 (better)"
    assert better == f"Mixing is better: {said} compared with W alone."
    said = "Stay with one system: people rate no mix of systems significantly better than W alone."
    assert choice_opening(found(names[::2], [MQM], [[0], [-0.3]], chance=[(1, 0)])).startswith(said)
    said = "Stay with one system: people rate every mix significantly worse than W alone."
    assert choice_opening(found(names[::2], [MQM], [[0], [-0.3]])).startswith(said)


def test_nothing_is_advised_by_a_doubtful_test_set():
    values = [[0] * 3, [0.7, 0.5, 0.4]]
    told = found(["first", "mbr:chrf"], [BLEU(), CHRF(), TER()], values)
    said = "MBR by chrF significantly gains 0.70 BLEU and lowers TER by 0.40 (better) compared with the first candidate"
    assert choice_opening(told, is_doubtful=True) == f"{said}, by metrics unlike chrF."
    told = found(["first", "mbr:bleu"], [MQM], [[0], [-1]], chance=[(1, 0)])
    said = "People rate no other choice significantly better than the first candidate."
    assert choice_opening(told, is_doubtful=True).startswith(said)
