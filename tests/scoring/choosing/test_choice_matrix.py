"""Choices scored by judges: as the outputs that they are, and by people on the segments that all share."""

import numpy as np
import pytest

from scoring import BLEU, CHRF, METEOR, NIST, TER, TestSet
from scoring.choosing import (
    Choice,
    JudgeScores,
    Lists,
    Matrix,
    choose_candidates,
    judged_systems,
    parse,
    score_choices,
    usual_baseline,
)
from scoring.choosing.choice_matrix import mean_scores_of_texts, scores_of_choice
from scoring.judgments import Scores
from tests.candidates import REFERENCES, TEXTS, toy_lists

NAN = float("nan")
OUTPUTS = {"red": ["a b c d", "e", "g h"], "blue": ["a b", "e f", "g"], "grey": ["x", "e f", "g h i"]}
TWO_REFERENCES = [["a b c d", "e f", "g h"], ["a b d", None, "g h i"]]
_VALUES = {"red": [-1, -2, -4], "blue": [-3, NAN, 0], "grey": [-5, 0, -1]}
PEOPLE = Scores("MQM", {name: np.array(values) for name, values in _VALUES.items()}, is_human=True)


def matrix(names, lists, references, judges, given=()):
    return score_choices(
        choose_candidates([parse(name) for name in names.split()], lists, references), lists, references, judges, given
    )


@pytest.mark.parametrize("metric", [BLEU("none"), CHRF(), TER(), NIST()])
def test_a_choice_scores_as_the_output_that_it_is(metric):
    lists = Lists.of_columns(OUTPUTS)
    found = matrix("system:grey first mbr:bleu oracle:chrf", lists, TWO_REFERENCES, [metric])
    for choice, score in zip(found.choices, found.scores[:, 0].tolist(), strict=True):
        rows = metric.statistics(choice.texts(lists), TWO_REFERENCES)
        assert score == pytest.approx(float(metric.score(rows.sum(axis=0))), abs=1e-9)
        np.testing.assert_allclose(found.columns[0].rows[choice.name], rows)


@pytest.mark.parametrize("metric", [BLEU("none"), CHRF(), TER(), NIST()])
def test_a_random_choice_is_judged_by_the_mean_of_all_candidates(metric):
    lists = Lists.of_columns(OUTPUTS)
    by_seed = [
        score_choices(choose_candidates([parse("random")], lists, seed=seed), lists, TWO_REFERENCES, [metric])
        for seed in (1, 2)
    ]
    means = np.mean([metric.statistics(output, TWO_REFERENCES) for output in OUTPUTS.values()], axis=0)
    for found in by_seed:
        np.testing.assert_allclose(found.columns[0].rows["random"], means)
        assert found.scores[0, 0] == pytest.approx(float(metric.score(means.sum(axis=0))))


def test_people_judge_a_random_choice_by_the_mean_of_all_candidates():
    found = matrix("random system:red", Lists.of_columns(OUTPUTS), TWO_REFERENCES, [], [PEOPLE])
    assert found.scores[0, 0] == pytest.approx(np.mean([-1, -4, -3, 0, -5, -1]))


def test_one_text_of_several_systems_has_the_mean_of_their_scores():
    """In whatever order the systems stand; a system has its own."""
    texts = {"red": ["a b c d", "e"], "blue": ["a b c d", "e f"], "grey": ["x", "e f"], "pink": ["a b c d", "e f g"]}
    scores = Scores("MQM", {"red": [-1, -9], "blue": [-4, -2], "grey": [-9, -5], "pink": [NAN, -9]}, is_human=True)
    references = [["a b c d", "e f"]]
    for names in (["red", "blue", "grey"], ["grey", "blue", "red"]):
        lists = Lists.of_columns({name: texts[name] for name in names})
        found = matrix("oracle:chrf mbr:chrf system:red system:blue", lists, references, [], [scores])
        assert found.scores[0, 0] == np.mean([-2.5, -3.5])
        assert found.scores[2:, 0].tolist() == [-5, -3]
    lists = Lists.of_columns(texts)
    (choice,) = choose_candidates([parse("oracle:chrf")], lists, references)
    assert scores_of_choice(scores, lists, choice).tolist() == [-2.5, -3.5], "pink has no score of the first"
    np.testing.assert_array_equal(mean_scores_of_texts(scores, lists)[:4], [-2.5, -2.5, -9, -2.5])


def test_the_best_result_is_that_of_the_printed_scores():
    columns = []
    for judge, scores in ((BLEU(), [30.004, 30.001, 30.006, 99]), (TER(), [NAN, 40.001, 40.004, 1])):
        column = JudgeScores(judge, {}, np.arange(2))
        vars(column)["scores"] = np.array(scores)
        columns.append(column)
    names = ("first", "mbr:bleu", "mbr:ter", "oracle:bleu")
    made = Matrix(tuple(Choice(name, np.arange(2), 0) for name in names), tuple(columns), 2, {})
    assert (made.results, made.best(0), made.best(1)) == ([0, 1, 2], [2], [1, 2])


def test_known_answers():
    lists = toy_lists()
    found = matrix("decoder corpus-oracle:bleu", lists, REFERENCES, [BLEU("none", smoothing="none")])
    np.testing.assert_allclose(found.scores, [[34.880466], [81.873075]], atol=5e-7)


def test_records():
    found = matrix("first random", Lists.build([[""], [""]]), [["", ""]], [BLEU(), TER()])
    assert found.records() == [
        {"chosen_by": "first", "judged_by": "bleu", "score": None},
        {"chosen_by": "first", "judged_by": "ter", "score": None},
        {"chosen_by": "random", "judged_by": "bleu", "score": None},
        {"chosen_by": "random", "judged_by": "ter", "score": None},
    ]


def test_people_judge_where_every_candidate_is_judged():
    found = matrix("system:red system:grey oracle:bleu", Lists.of_columns(OUTPUTS), TWO_REFERENCES, [TER()], [PEOPLE])
    assert [judge.name for judge in found.judges] == ["ter", "MQM"]
    assert found.judges[1].is_human
    assert found.columns[1].places.tolist() == [0, 2], "blue has no score of the second"
    assert found.scores[:2, 1].tolist() == [-2.5, -3]
    assert found.choices[2].texts(Lists.of_columns(OUTPUTS)).to_pylist()[::2] == ["a b c d", "g h"]
    assert found.scores[2, 1] == -2.5, "red's, twice"
    assert found.silent == {}


@pytest.mark.parametrize(
    ("values", "without"),
    [
        ({"red": [1, 2, 3], "blue": [1, 2, 3]}, ("grey",)),
        ({"red": [1, NAN, NAN], "blue": [NAN, 2, NAN], "grey": [1, 2, 3]}, ()),
    ],
)
def test_scores_that_no_segment_has_of_all_candidates(values, without):
    found = matrix("system:red", Lists.of_columns(OUTPUTS), TWO_REFERENCES, [TER()], [Scores("DA", values)])
    assert [judge.name for judge in found.judges] == ["ter"]
    assert found.silent == {"DA": without}


def test_scores_are_told_apart_from_metrics():
    scores = Scores("bleu", {name: [1, 2, 3] for name in OUTPUTS})
    found = matrix("random", Lists.of_columns(OUTPUTS), TWO_REFERENCES, [BLEU()], [scores])
    assert [judge.name for judge in found.judges] == ["bleu", "bleu (given)"]


@pytest.mark.parametrize(
    ("lists", "given", "told"),
    [
        (Lists.build([["a"], ["b"], ["c"]]), PEOPLE, "MQM judges systems; these candidates are not"),
        (Lists.of_columns({"red": ["a"]}), PEOPLE, "lists has 1, MQM has 3"),
    ],
)
def test_scores_that_do_not_go_with_the_lists(lists, given, told):
    references = [["a"] * lists.n_segments]
    with pytest.raises(ValueError, match=told):
        matrix("first", lists, references, [TER()], [given])


def test_choices_have_names_of_their_own():
    lists = Lists.build(TEXTS)
    first = choose_candidates([parse("first")], lists)
    with pytest.raises(ValueError, match="each of another name; found first, first"):
        score_choices([*first, *first], lists, REFERENCES, [TER()])
    with pytest.raises(ValueError, match="found none"):
        score_choices([], lists, REFERENCES, [TER()])


def test_some_choices_alone():
    found = matrix("first random mbr:chrf", Lists.build(TEXTS), REFERENCES, [TER(), BLEU()])
    some = found.only(["mbr:chrf", "first"])
    assert some.names == ("mbr:chrf", "first")
    np.testing.assert_array_equal(some.scores, found.scores[[2, 0]])
    with pytest.raises(ValueError, match="No choice 'decoder'; there are mbr:chrf, first"):
        some.only(["decoder"])


@pytest.mark.parametrize(
    ("names", "judges", "given", "baseline"),
    [
        ("random first mbr:bleu", [BLEU()], [], "first"),
        ("random mbr:bleu", [BLEU()], [], "random"),
        ("random system:red system:blue system:grey", [TER()], [], "system:red"),
        ("random system:red system:blue system:grey", [BLEU()], [PEOPLE], "system:blue"),
    ],
)
def test_usual_baseline(names, judges, given, baseline):
    found = matrix(names, Lists.of_columns(OUTPUTS), TWO_REFERENCES, judges, given)
    assert usual_baseline(found) == baseline


def test_systems_that_people_judge():
    test_set = TestSet.build(OUTPUTS, TWO_REFERENCES)
    assert judged_systems(test_set) == ("red", "blue", "grey")
    ones = np.ones(3)
    by_machine = Scores("COMET", {"blue": ones})
    assert judged_systems(test_set.with_judgments([by_machine])) == ("red", "blue", "grey")
    by_people = [
        Scores(name, {"grey": ones} | more, is_human=True) for name, more in (("DA", {}), ("MQM", {"red": ones}))
    ]
    assert judged_systems(test_set.with_judgments([by_machine, *by_people])) == ("red", "grey"), "MQM asks for more"


def test_too_long_a_text_is_named_by_its_choice():
    long = "x " * (max(limit.max_units for limit in METEOR().limits) + 1)
    lists = Lists.build([["a", "b"], [long, "b"]])
    with pytest.raises(ValueError, match="segment 2 of first has"):
        matrix("first", lists, [["a", "b"]], [METEOR()])


def test_choices_of_no_criterion_are_judged_too():
    lists = toy_lists()
    made = Choice("tuned", choose_candidates([parse("decoder")], lists)[0].picks, 0)
    found = score_choices([made], lists, REFERENCES, [BLEU("none", smoothing="none")])
    np.testing.assert_allclose(found.scores, [[34.880466]], atol=5e-7)
    assert usual_baseline(found) == "tuned"


def test_work_is_told():
    told = []
    lists = Lists.build(TEXTS)
    score_choices(
        choose_candidates([parse("first")], lists), lists, REFERENCES, [TER(), BLEU(), CHRF()], on_progress=told.append
    )
    assert told == sorted(told)
    assert told[-1] == 1
