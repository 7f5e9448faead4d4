"""Systems over many sets: margins against plain loops, one set against the comparison, and what is said."""

import math
import statistics
from dataclasses import replace
from datetime import date
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU, CHRF, TER, TestSet
from scoring.analysis.oddities import EMPTY, SAME_REFERENCES, Oddity
from scoring.cli.reports.matrix import FORMATS, PrintedMatrix
from scoring.judgments.external import ExternalScore
from scoring.output.numbers import probability
from scoring.report.matrix.matrix_page import matrix_document
from scoring.studies import comparison, matrix
from scoring.studies.bleu_difference import other_quotes_in_bleu
from scoring.studies.matrix import MatrixRequest, auto_ranks, scale_scores
from scoring.studies.same_tests import ContainedSets, SetDigests, find_contained_sets, find_same_tests
from scoring.studies.set_statistics import CheckRate, SetStatistics, measure_set
from scoring.studies.wording.matrix_opening import (
    SURE,
    decision_sentence,
    is_lead_in_doubt,
    opening_sentences,
    verdict_sentences,
)
from scoring.studies.wording.matrix_words import SetWarnings, give_option_of_weight_0, only_systems_in_doubt
from scoring.studies.wording.verdict_words import UNRELIABLE
from tests.corpora import SAMPLE_SETS
from tests.ratios import RATIO, rows
from ui.matrix.matrix_tables import pairs_in_words

NEWS = {name.split("/")[-1]: (texts, refs) for name, texts, refs in SAMPLE_SETS if name.startswith("news-en-es/")}


def measured(metric):
    return {metric: {name: metric.statistics(texts, references) for name, (texts, references) in NEWS.items()}}


@pytest.mark.parametrize("metric", [BLEU(), CHRF(), TER()], ids=["bleu", "chrf", "ter"])
def test_one_set_has_the_numbers_of_significance(metric):
    of_metric = measured(metric)
    found = matrix.run(MatrixRequest((metric,)), {"news": of_metric})
    asked = comparison.ComparisonRequest(metric, tuple(of_metric[metric]))
    expected = comparison.run(asked, of_metric[metric]).records()
    for pair, record in zip(found.pair_records(), expected, strict=True):
        assert (pair["a"], pair["b"]) == (record["a"], record["b"])
        assert pair["p"] == record["verdict_p_value"]
        assert pair["p_adjusted"] == record["verdict_p_adjusted"]
        assert pair["verdict"] == record["verdict"]
        assert pair["difference"] == record["difference"]
    scores = {cell["system"]: cell["score"] for cell in found.cell_records()}
    assert scores == {name: float(metric.score(of.sum(axis=0))) for name, of in of_metric[metric].items()}


def test_the_only_set_with_a_weight_has_the_numbers_of_significance_and_others_keep_their_scores():
    of_sets = {"news": measured(CHRF()), "other": measured(CHRF())}
    weighed = matrix.run(MatrixRequest((CHRF(),), weights=(("other", 0.0),)), of_sets)
    alone = matrix.run(MatrixRequest((CHRF(),)), {"news": measured(CHRF())})
    assert weighed.pair_records() == alone.pair_records()
    scores = weighed.matrices[0].scores
    assert scores[0].tolist() == scores[1].tolist() == alone.matrices[0].scores[0].tolist()


def three_sets():
    """A is ahead in two sets, B in the third; C is in the first alone, and the worst."""
    generator = np.random.default_rng(5)

    def drawn(share):
        return rows(generator.binomial(10, share, 80))

    return {
        "one": {RATIO: {"A": drawn(0.8), "B": drawn(0.6), "C": drawn(0.3)}},
        "two": {RATIO: {"A": drawn(0.8), "B": drawn(0.6)}},
        "three": {RATIO: {"B": drawn(0.7), "A": drawn(0.55)}},
    }


def test_cells_and_margins_are_those_of_plain_loops():
    sets = three_sets()
    found = matrix.run(MatrixRequest((RATIO,), trials=500), sets)
    cells = {(cell["set"], cell["system"]): (cell["score"], cell["rank"]) for cell in found.cell_records()}
    assert math.isnan(cells["two", "C"][0])
    assert cells["two", "C"][1] is None
    assert [cells["one", name][1] for name in "ABC"] == [1, 2, 3]
    assert [cells["three", name][1] for name in "AB"] == [2, 1]
    for name, of_set in sets.items():
        for system, of in of_set[RATIO].items():
            assert cells[name, system][0] == pytest.approx(100 * of[:, 0].sum() / of[:, 1].sum())
    overall = {record["system"]: record for record in found.overall_records()}
    assert overall["A"]["mean_rank"] == pytest.approx((0 / 3 + 0 / 2 + 1 / 2) / 3)
    assert overall["B"]["mean_rank"] == pytest.approx((1 / 3 + 1 / 2 + 0 / 2) / 3)
    assert overall["C"]["mean_rank"] == pytest.approx(2 / 3)
    assert [overall["A"][key] for key in ("wins", "ties", "losses")] == [3, 0, 1]
    assert [overall["C"][key] for key in ("wins", "ties", "losses")] == [0, 0, 2]


def test_a_rank_in_a_set_needs_a_p_that_is_small_beyond_its_monte_carlo_error():
    """As in a set by itself: after 60 shuffles p of 1 / 61 may still be above 0.05."""
    ranks = {
        trials: [
            cell["rank"] for cell in matrix.run(MatrixRequest((RATIO,), trials=trials), three_sets()).cell_records()
        ]
        for trials in (60, 500)
    }
    assert {rank for rank in ranks[60] if rank is not None} == {1}
    assert {1, 2, 3} <= {*ranks[500]}


def test_the_opening_says_who_leads_and_where_it_reverses():
    (said,) = opening_sentences(matrix.run(MatrixRequest((RATIO,), trials=5000), three_sets()))
    assert str(said).startswith("By ratio A is ahead of B in 2 of 3 sets. Over all sets the difference is clear: p = ")
    assert "corrected for 3 comparisons (Holm)" in str(said)
    assert str(said).endswith(" In the set three B is significantly better than A: read that set.")
    assert "C" not in str(said), "it is in fewer sets"


def test_a_metric_of_a_single_set_has_the_numbers_of_that_set_alone():
    sets = three_sets()
    alone = matrix.run(MatrixRequest((RATIO,), trials=500), {"one": sets["one"]})
    found = matrix.run(MatrixRequest((RATIO,), trials=500), {"none": {}, "one": sets["one"], "neither": {}})
    assert found.pair_records() == alone.pair_records()
    assert {pair.correction for pair in found.matrices[0].pairs} == {"max-t"}
    assert np.isnan(found.matrices[0].scores[[0, 2]]).all()
    assert str(opening_sentences(found)[0]).startswith("By ratio A is ahead of B in one, the only set that has both.")


def test_pairs_are_tested_further_where_one_set_alone_is_measured_even_if_another_has_no_score():
    one, empty = three_sets()["one"], {RATIO: {name: rows(np.zeros(80), 0) for name in "AB"}}
    alone, found = (
        matrix.run(MatrixRequest((RATIO,), trials=200), sets) for sets in ({"one": one}, {"one": one, "empty": empty})
    )
    assert np.isnan(found.matrices[0].scores[1]).all()
    assert [of.matrices[0].draws_more for of in (alone, found)] == [True, False]


def test_a_metric_whose_only_set_has_weight_0_decides_nothing():
    request = MatrixRequest((RATIO,), trials=200, weights=(("one", 0.0),))
    found = matrix.run(request, {"one": three_sets()["one"], "none": {}})
    assert {pair.verdict for pair in found.matrices[0].pairs} == {"too little data"}


def test_systems_of_few_sets_do_not_lead():
    sets = three_sets()
    sets["one"][RATIO]["D"] = rows(np.full(80, 10))
    found = matrix.run(MatrixRequest((RATIO,), trials=200), sets)
    assert [record["system"] for record in found.overall_records()] == ["A", "B", "D", "C"]
    assert str(opening_sentences(found)[0]).startswith("By ratio A is ahead of B")


def test_pairs_are_read_by_rank_the_better_system_first():
    found = matrix.run(MatrixRequest((RATIO,), trials=200), three_sets()).matrices[0]
    ranked = [found.systems[place] for place in found.order]
    assert [(pair.a, pair.b) for pair in found.ranked_pairs] == [
        (first, second) for place, first in enumerate(ranked) for second in ranked[place + 1 :]
    ]
    for pair in found.ranked_pairs:
        other = next(one for one in found.pairs if {one.a, one.b} == {pair.a, pair.b})
        assert other in (pair, pair.turned)
        assert pair.turned.turned == pair


def test_a_system_that_lacks_one_metric_in_a_set_is_in_all_sets():
    """No set has to be translated with it, and nothing is said of fewer sets."""
    generator, judge = np.random.default_rng(8), ExternalScore("MQM", higher=True)

    def drawn(systems):
        shares = {"A": 0.6, "B": 0.5, "C": 0.8}
        return {name: rows(generator.binomial(10, shares[name], 80)) for name in systems}

    sets = {name: {RATIO: drawn("ABC"), judge: drawn("ABC")} for name in ("one", "two")}
    sets["three"] = {RATIO: drawn("ABC"), judge: drawn("AB")}
    found = matrix.run(MatrixRequest((judge,), trials=500), sets)
    assert str(verdict_sentences(found)[0]).startswith("C is best in the 2 sets that have it")
    found = matrix.run(MatrixRequest((RATIO, judge), trials=500), sets)
    for is_doubtful in (False, True):
        said = " ".join(map(str, verdict_sentences(found, is_doubtful)))
        assert "translate" not in said
        assert "C is best in the" not in said


def test_doubtful_sets_that_count_are_told():
    doubts = {"one": ("400 lines are placeholders.",), "two": (), "three": ("Lines are late.",)}
    said = SetWarnings(doubts).doubt_sentences({"three": 0.0})
    assert said == ["The set “one” is doubtful: 400 lines are placeholders. Give it weight 0 to leave it out."]
    (said,) = SetWarnings({"my set": ("Odd.",), "b": ()}).doubt_sentences({}, give_option_of_weight_0)
    assert said == "The set “my set” is doubtful: Odd. Leave it out by --weight 'my set=0'."
    assert SetWarnings(doubts).doubt_sentences({"one": 0.0, "three": 0.0}) == []
    many = doubts | {f"s{number}": ("Odd.",) for number in range(5)}
    assert SetWarnings(many).doubt_sentences({"three": 0.0}) == [
        "6 of 7 sets are doubtful. Give them weight 0 to leave them out.",
        "“one”: 400 lines are placeholders.",
        "“s0”: Odd.",
        "“s1”: Odd. And 3 more.",
    ]
    both = SetWarnings({"a": ("Odd.",), "b": ("Odd.",)})
    assert both.doubt_sentences({}) == ["Both sets are doubtful.", "“a”: Odd.", "“b”: Odd."]
    small = SetWarnings(n_segments={"one": 5, "two": 6, "three": 1})
    assert small.doubt_sentences({}) == ["one and three have too few segments for a significant difference."]
    assert small.doubt_sentences({"one": 0.0}) == ["three has too few segments for a significant difference."]
    assert small.doubt_sentences({"two": 0.0}) == [], "all are small"
    assert SetWarnings(many).doubtful_sets({"s0": 0.0}) == ["one", "three", "s1", "s2", "s3", "s4"]


def test_no_system_is_recommended_by_doubtful_sets():
    found = matrix.run(MatrixRequest((RATIO,), trials=500), three_sets())
    assert str(verdict_sentences(found)[0]).startswith("If one system has to do for all sets, take A.")
    said = [*map(str, verdict_sentences(found, is_doubtful=True))]
    assert said[0].startswith("Not reliable yet. For now: by ratio A is ahead of B in 2 of 3 sets.")
    assert not any("take" in one for one in said)
    assert not any(word in one for one in said for word in ("clear", "likely"))


def test_no_lead_is_clear_while_a_set_is_doubtful():
    request = MatrixRequest((RATIO,), trials=500)
    found = matrix.run(request, three_sets())
    sound, doubtful = SetWarnings(), SetWarnings({"two": ("Odd.",)})
    for written in (
        lambda warnings: FORMATS["table"](PrintedMatrix(request, found, warnings)),
        lambda warnings: str(matrix_document(request, found, "sets", date(2026, 1, 1), warnings=warnings)),
        lambda warnings: pairs_in_words(found, partial(warnings.is_pair_in_doubt, {})).to_csv(),
    ):
        assert [UNRELIABLE in written(warnings) for warnings in (sound, doubtful)] == [False, True]
    assert "two, doubtful" in FORMATS["table"](PrintedMatrix(request, found, doubtful))
    left_out = replace(request, weights=(("two", 0.0),))
    assert "two, left out" in FORMATS["table"](PrintedMatrix(left_out, matrix.run(left_out, three_sets()), doubtful))


def test_a_doubt_about_one_system_makes_no_pair_of_others_doubtful():
    request = MatrixRequest((RATIO,), trials=500)
    found = matrix.run(request, three_sets())
    first, second, *others = (found.matrices[0].systems[place] for place in found.matrices[0].order)
    for system, in_lead in ((others[0], False), (second, True)):
        warnings = SetWarnings({"two": ("Odd.",)}, in_doubt={"two": (system,)})
        assert is_lead_in_doubt(found, {}, warnings) == in_lead
        assert warnings.is_pair_in_doubt({}, first, system)
        assert not warnings.is_pair_in_doubt({"two": 0.0}, first, system), "the set does not count"
        assert warnings.is_pair_in_doubt({}, first, second) == in_lead
        assert [warnings.is_in_doubt(name, system) for name in ("one", "two")] == [False, True]
    assert is_lead_in_doubt(found, {}, SetWarnings({"two": ("Odd.",)})), "of all systems"


def test_sets_whose_segments_are_all_in_another_set_are_named():
    lines = [f"line {number}" for number in range(30)]

    def digests_of(places):
        sources, references = [lines[place] for place in places], [lines[place].upper() for place in places]
        return SetDigests.of_test_set(TestSet.build({"A": references}, [references], source=sources))

    sets = {"a": range(10), "b": range(10, 30), "all": [*range(15, 30), *range(15)], "c": range(25, 30)}
    digests = {name: digests_of(places) for name, places in sets.items()}
    measured = {name: SetStatistics({}, 0, digests=one) for name, one in digests.items() if name != "c"}
    warnings = SetWarnings().without_same_tests(measured, {}, [*measured])
    assert warnings.doubt_sentences({}, give_option_of_weight_0) == [
        "All segments of a and b are also in all: they count twice. Leave all out by --weight all=0."
    ]
    assert warnings.doubt_sentences({})[0].endswith(" Give all weight 0 to leave it out.")
    assert not SetWarnings().without_same_tests(measured, {"all": 0.0}, [*measured]).contained
    (of_b, of_all) = find_contained_sets({name: digests[name] for name in ("b", "all", "c")}, {})
    assert (of_b.parts, of_b.whole, of_b.sets_to_leave_out) == (("c",), "b", ("c",))
    assert (of_all.parts, of_all.sets_to_leave_out) == (("b", "c"), ("b", "c")), "parts, for the whole has more"
    turned = {"a": digests["all"], "b": digests_of(range(30))}
    assert [one.parts for one in find_contained_sets(turned, {})] == [("b",)], "once"
    without_source = TestSet.build({"A": lines}, [lines])
    assert not len(SetDigests.of_test_set(without_source).segments)


def test_doubts_are_about_some_systems_or_all():
    of_one, of_all = Oddity(EMPTY, ("a",)), Oddity(SAME_REFERENCES, ("A", "B"))
    assert only_systems_in_doubt([of_one, Oddity(EMPTY, ("b",))]) == ("a", "b")
    assert only_systems_in_doubt([of_one, of_all]) == ()


def test_the_same_test_counts_once_however_often_it_is_kept():
    def kept(outputs, source="ein", reference="one", name="set"):
        references = {} if reference is None else {"ref": [reference]}
        return TestSet.build({"a": [outputs]}, references, source=None if source is None else [source], name=name)

    sets = {
        "A": kept("won"),
        "A (2)": kept("broken"),
        "other": kept("won", reference="once"),
        "no source": kept("won", source=None),
        "also none": kept("other", source=None),
        "again": kept("won", source=None),
        "no reference": kept("won", reference=None),
        "another language": kept("eins", reference=None),
    }
    digests = {name: SetDigests.of_test_set(one) for name, one in sets.items()}
    none_of = {"again": ("no source",)}
    others = "A", "A (2)", "no reference"
    assert find_same_tests(digests, {}, (), [*sets]) == {"other": others} | none_of, "the newest with references"
    assert "A (2)" in find_same_tests(digests, {}, ["other"], [*sets]), "the newest without doubts"
    of_used = find_same_tests(digests, {"other": 0.0}, (), [*sets])["A (2)"]
    assert "other" not in of_used, "a set of weight 0 is left out already"
    assert find_same_tests(digests, dict.fromkeys(sets, 0.0), (), [*sets]) == {}, "none counts"
    digests["A"] = replace(digests["A"], outputs=digests["A"].outputs | {"another"})
    assert "A" in find_same_tests(digests, {}, (), [*sets]), "or the one with more outputs"
    copies = {name: SetDigests("source", name, frozenset(["source", name])) for name in ("de", "cs")}
    assert not find_same_tests(copies, {}, (), [*copies]), "a copy of the source is of no language"
    sets = {name: sets[name] for name in ("A", "A (2)", "no source", "again")}
    measured_sets = {name: measure_set([BLEU()], one) for name, one in sets.items()}
    warnings = SetWarnings({"A": ("Odd.",)}).without_same_tests(measured_sets, {}, [*sets])
    assert warnings.repeated_sets == {"A", "no source"}
    assert warnings.refused_sentences[0] == (
        "A and A (2) have the same source and the same references or outputs, so they count once: A (2) is used. Give"
        " it weight 0 to use another."
    )
    assert not warnings.doubts


def test_names_of_sets_with_and_in_them_are_quoted_among_others():
    (said,) = SetWarnings(same_tests={"A and 1 more": ("B",)}).same_test_sentences
    assert said.startswith(
        "“B” and “A and 1 more” have the same source and the same references or outputs, so they count once: “A and 1"
    )


def test_equal_systems_have_the_same_score_and_one_system_is_alone():
    of_set = three_sets()["two"][RATIO]
    same = {RATIO: {"A": of_set["A"], "B": of_set["A"]}}
    (said,) = opening_sentences(matrix.run(MatrixRequest((RATIO,), trials=100), {"one": same}))
    assert str(said).startswith("By ratio A and B have the same score. ")
    (said,) = opening_sentences(matrix.run(MatrixRequest((RATIO,), trials=100), {"one": same, "two": same}))
    assert str(said).startswith("By ratio A and B have the same score in all 2 sets. ")
    sets = {"one": same, "two": {RATIO: {"A": of_set["A"]}}}
    (said,) = opening_sentences(matrix.run(MatrixRequest((RATIO,), trials=100), sets))
    assert str(said) == "By ratio A alone has scores in 2 sets; others have fewer."


def test_a_set_that_shares_no_system_is_told_apart_before_the_verdict_on_the_others():
    wide = {"A": rows([9] * 40), "B": rows([5] * 40)}
    sets = {name: {RATIO: wide} for name in ("x", "y")} | {"z": {RATIO: {"C": rows([9] * 40), "D": rows([1] * 40)}}}
    found = matrix.run(MatrixRequest((RATIO,), trials=500), sets)
    unknown = "Not known over all sets: no system is in all 3 of them. z shares no system with another set."
    apart = f"{unknown} Best by ratio: C in z."
    first, then = map(str, verdict_sentences(found))
    assert first == apart
    shared = "Over x and y, which share 2 systems:"
    assert then.startswith(
        f"{shared} by ratio A is ahead of B in x and y. Over the 2 sets that have both the difference"
    )
    first, then, *_ = map(str, verdict_sentences(found, True))
    assert (first, then) == (
        apart,
        f"{shared} not reliable yet. For now: by ratio A is ahead of B in x and y.",
    )
    first, *_ = map(str, verdict_sentences(found, True, lambda a, b: "D" in (a, b)))
    assert first == unknown
    three = {name: {RATIO: {**of[RATIO], "E": rows([3] * 40)}} for name, of in sets.items() if name != "z"}
    found = matrix.run(MatrixRequest((RATIO,), trials=2000), three | {"z": sets["z"]})
    _, then, sound, *_ = map(str, verdict_sentences(found, True, lambda a, b: "A" in (a, b)))
    assert then == (
        "Over x and y, which share 3 systems: the best system is not known, because A leads and is doubtful."
    )
    assert sound == "By ratio, without A, B is significantly ahead of E."


def test_sets_without_a_shared_system_have_no_ranking_over_all():
    sets = three_sets()
    alone = {
        "x": {RATIO: sets["one"][RATIO]},
        "y": {RATIO: {f"{name}2": of for name, of in sets["two"][RATIO].items()}},
    }
    found = matrix.run(MatrixRequest((RATIO,), trials=100), alone)
    said, best = map(str, opening_sentences(found))
    assert said == "No system is in both sets, so each set has a ranking of its own."
    assert best == (
        "Best by ratio: A, B and C, which do not differ significantly, in x; A2 and B2, which do not differ"
        " significantly, in y."
    )
    wide = {name: {RATIO: {f"{name} 0": rows([1] * 40), f"{name} 1": rows([9] * 40)}} for name in ("x", "y")}
    _, best = map(str, opening_sentences(matrix.run(MatrixRequest((RATIO,), trials=500), wide)))
    assert best == "Best by ratio: x 1 in x; y 1 in y."
    doubtful = [*map(str, verdict_sentences(found, True, lambda a, b: a == "A"))]
    assert doubtful[0] == said
    assert " in x" not in "".join(doubtful[1:]), "a system of x is doubtful"
    assert np.isnan(found.auto_ranks).all()
    assert np.isnan(found.auto_ranks_of_all).all()
    assert found.are_compared_without(["x"])
    assert not found.are_compared_without(["x", "y"]), "no set is left"
    bare = matrix.run(MatrixRequest((RATIO,), trials=100), {"x": alone["x"], "bare": {RATIO: {}}})
    assert not bare.are_compared_without(["x"]), "the other set has no scores"
    some = matrix.run(MatrixRequest((RATIO,), trials=100), alone | {"z": {RATIO: sets["one"][RATIO]}})
    assert some.are_compared_without(["y"])
    assert not some.are_compared_without(["x"]), "y and z share no system"
    (of_sets,) = found.matrices
    in_order = [of_sets.systems[place] for place in of_sets.scored_order]
    assert [name.endswith("2") for name in in_order] == sorted(name.endswith("2") for name in in_order), "set by set"
    for name, suffix in (("one", ""), ("two", "2")):
        alone = matrix.run(MatrixRequest((RATIO,), trials=100), {name: sets[name]}).matrices[0]
        ranked = [f"{alone.systems[place]}{suffix}" for place in alone.scored_order]
        assert [one for one in in_order if one.endswith("2") == bool(suffix)] == ranked


def test_sets_without_any_score_are_named():
    sets = three_sets() | {"four": {}, "five": {}}
    said = opening_sentences(matrix.run(MatrixRequest((RATIO,), trials=100, weights=(("five", 0.0),)), sets))
    assert str(said[-1]) == "No system has scores in four. Without a reference, take rates of checks or judges."


def test_sets_without_the_chosen_judgments_are_told_so():
    judge = ExternalScore("MQM", higher=True, by_people=True)
    sets = {name: {judge: of[RATIO]} for name, of in three_sets().items()} | {"four": {}}
    said = opening_sentences(matrix.run(MatrixRequest((judge,), trials=100), sets))
    assert str(said[-1]) == "No system has MQM scores in four. Choose a metric that all sets have, such as BLEU."


def test_names_that_may_mean_one_system_are_told():
    sets = three_sets()
    sets["two"] = {RATIO: {"a": sets["two"][RATIO]["A"], "B": sets["two"][RATIO]["B"]}}
    found = matrix.run(MatrixRequest((RATIO,), trials=100), {name: sets[name] for name in ("one", "two")})
    told = "These names may mean one system: A and a. Names that differ count as different systems."
    assert str(opening_sentences(found)[-1]) == told
    sets["two"][RATIO]["A"] = sets["one"][RATIO]["A"]
    found = matrix.run(MatrixRequest((RATIO,), trials=100), {name: sets[name] for name in ("one", "two")})
    assert all("may mean" not in str(said) for said in opening_sentences(found)), "one set has both"


def test_the_opening_speaks_of_every_system_and_of_sets_that_a_third_one_wins():
    generator = np.random.default_rng(5)

    def drawn(share):
        return rows(generator.binomial(10, share, 80))

    sets = {name: {RATIO: {"A": drawn(0.8), "B": drawn(0.6), "C": drawn(0.3)}} for name in ("one", "two", "three")}
    (said,) = opening_sentences(matrix.run(MatrixRequest((RATIO,), trials=5000), sets))
    assert str(said).endswith(" A is also significantly ahead of C.")
    sets["four"] = {RATIO: {"A": drawn(0.7), "B": drawn(0.5), "C": drawn(0.95)}}
    (said,) = opening_sentences(matrix.run(MatrixRequest((RATIO,), trials=5000), sets))
    assert str(said).endswith(" C is significantly better than A in four: read that set.")


def test_the_decision_is_one_system_another_for_some_sets_or_open():
    generator = np.random.default_rng(5)

    def drawn(share):
        return rows(generator.binomial(10, share, 80))

    def decision(sets, metrics=(RATIO,)):
        return str(decision_sentence(matrix.run(MatrixRequest(metrics, trials=2000), sets)))

    sets = {name: {RATIO: {"A": drawn(0.8), "B": drawn(0.5)}} for name in ("one", "two", "three", "four")}
    taken = "If one system has to do for all sets, take A"
    assert decision(sets) == f"{taken}: no other is significantly better in any."
    sets["five"] = {RATIO: {"A": drawn(0.5), "B": drawn(0.7)}}
    assert decision(sets) == f"{taken}. If each set can have its own, another is better in five."
    level = {name: {RATIO: {"A": drawn(0.6), "B": drawn(0.6)}} for name in ("one", "two")}
    tie = "These scores do not decide between {}: take the cheaper or faster one, or have people compare them."
    assert decision(level) in (tie.format("A and B"), tie.format("B and A"))
    assert decision({"one": sets["one"]}) == "", "what Significance says is enough"


def test_a_set_of_weight_0_is_in_its_column_alone():
    sets = three_sets()
    found = matrix.run(MatrixRequest((RATIO,), trials=500, weights=(("three", 0.0),)), sets)
    assert str(opening_sentences(found)[0]).startswith("By ratio A is ahead of B in 2 of 2 sets.")
    assert "reverses" not in str(opening_sentences(found)[0])
    overall = {record["system"]: record for record in found.overall_records()}
    assert [overall["A"][key] for key in ("wins", "ties", "losses")] == [3, 0, 0]
    pair = found.pair_records()[0]
    assert [pair[key] for key in ("n_sets", "ahead", "behind")] == [2, 2, 0]
    assert not np.isnan(found.matrices[0].scores[2, :2]).any()


def test_weights_change_the_margins():
    found = matrix.run(MatrixRequest((RATIO,), trials=200, weights=(("three", 10.0),)), three_sets())
    assert str(opening_sentences(found)[0]).startswith(
        "By ratio A is ahead in 2 of 3 sets, B in 1; by the share of systems that beat it B is first. "
    )
    with pytest.raises(ValueError, match="set in the weights 'four'"):
        matrix.run(MatrixRequest((RATIO,), weights=(("four", 1.0),)), three_sets())


def test_auto_rank_is_that_of_its_definition():
    scores = {"a": [0.9, 30.0], "b": [0.7, 20.0], "c": [0.6, 25.0], "d": [0.1, 5.0]}
    names, z = list(scores), []
    for place in range(2):
        column = [scores[name][place] for name in names]
        quartile = statistics.quantiles(column, n=4, method="inclusive")[0]
        z.append([(x - statistics.median(column)) / (max(column) - quartile) for x in column])
        assert scale_scores(np.array(column)) == pytest.approx(z[-1])
    means = [sum(of) / 2 for of in zip(*z, strict=True)]
    expected = [1 + 3 * (max(means) - mean) / (max(means) - min(means)) for mean in means]
    assert auto_ranks(np.array(means)) == pytest.approx(expected)
    assert auto_ranks(np.array(means))[0] == 1
    assert auto_ranks(np.array(means))[3] == 4


@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=12), st.integers(1, 50), st.integers(-9, 9))
def test_auto_rank_does_not_depend_on_the_scale(values, factor, shift):
    scores = np.array(values, float)
    ranks = auto_ranks(scale_scores(scores))
    assert ranks == pytest.approx(auto_ranks(scale_scores(scores * factor + shift)), abs=1e-6)
    assert (ranks[0] < ranks[1]) == (values[0] > values[1])


def test_equal_systems_all_have_rank_one():
    assert auto_ranks(scale_scores(np.array([3.0, 3.0, 3.0]))).tolist() == [1, 1, 1]
    assert np.isnan(auto_ranks(scale_scores(np.array([np.nan, 2.0, 1.0])))).tolist() == [True, False, False]


def test_metrics_are_averaged_for_auto_rank_alone():
    sets = {"news": measured(BLEU()) | measured(CHRF())}
    found = matrix.run(MatrixRequest((BLEU(), CHRF()), trials=50), sets | {"again": sets["news"]})
    of_all = {one["system"]: one for one in found.overall_records() if one["metric"] == "all"}
    assert set(of_all) == set(NEWS)
    assert all(one["mean_rank"] is None for one in of_all.values())
    assert min(one["auto_rank"] for one in of_all.values()) == 1


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"metrics": ()}, "at least one metric"),
        ({"metrics": (RATIO,), "weights": (("one", -1.0),)}, "weight of one"),
        ({"metrics": (RATIO,), "correction": "holmes"}, "did you mean holm"),
    ],
)
def test_what_cannot_be_asked_is_refused(values, message):
    with pytest.raises(ValueError, match=message):
        MatrixRequest(**values)


def test_the_decision_speaks_of_systems_that_are_in_fewer_sets():
    generator = np.random.default_rng(8)

    def drawn(share):
        return rows(generator.binomial(10, share, 80))

    def decision(**shares):
        sets = {name: {RATIO: {"A": drawn(0.8), "B": drawn(0.5)}} for name in ("one", "two", "three")}
        for system, share in shares.items():
            sets["one"][RATIO][system] = drawn(share)
        return str(decision_sentence(matrix.run(MatrixRequest((RATIO,), trials=2000), sets)))

    taken = "If one system has to do for all sets, take A: no other is significantly better in any."
    assert decision(C=0.3) == f"{taken} C is in fewer sets, and surely worse there."
    assert decision(C=0.3, D=0.2) == f"{taken} C and D are in fewer sets, and surely worse there."
    level = " is in fewer sets and may be as good: translate the other sets with it before you decide."
    assert decision(C=0.8) == f"{taken} C{level}"
    sets = {"one": {RATIO: {"A": drawn(0.8), "C": drawn(0.3)}}, "two": {RATIO: {"A": drawn(0.8), "B": drawn(0.4)}}}
    said = str(decision_sentence(matrix.run(MatrixRequest((RATIO,), trials=2000), sets)))
    assert said == f"{taken} C and B are in fewer sets, and surely worse there.", "A alone is in all sets"
    sets = {name: {RATIO: {"A": drawn(0.8), "B": drawn(0.4)}} for name in ("one", "two", "three", "four")}
    del sets["three"][RATIO]["A"], sets["four"][RATIO]["B"]
    said = str(decision_sentence(matrix.run(MatrixRequest((RATIO,), trials=2000), sets)))
    assert said == f"{taken} It has no score in three."


@pytest.mark.parametrize(
    ("shares", "in_four", "said"),
    [
        (
            (0.6, 0.66, 0.68),
            0.72,
            "take B. If each set can have its own, another is better in four. C is in fewer sets and",
        ),
        (
            (0.6, 0.64, 0.72),
            0.68,
            "decide. To compare C in all sets, translate the other set with it before you decide.",
        ),
    ],
)
def test_what_is_surely_worse_than_a_system_of_fewer_sets_is_not_to_be_taken(shares, in_four, said):
    """Unless all systems are that are in all sets: then only the system of fewer sets is named."""
    generator = np.random.default_rng(6)

    def drawn(share):
        return rows(generator.binomial(10, share, 120))

    sets = {
        name: {RATIO: {system: drawn(share) for system, share in zip("ABC", shares, strict=True)}}
        for name in ("one", "two", "three")
    }
    sets["four"] = {RATIO: {"A": drawn(in_four), "B": drawn(0.6)}}
    result = matrix.run(MatrixRequest((RATIO,), trials=2000), sets)
    by_ratio = result.matrices[0]
    assert by_ratio.pair("A", "C").verdict in SURE
    assert by_ratio.pair("A", "B").verdict not in SURE
    assert said in str(decision_sentence(result)).replace("or have people compare them", "decide")


def test_a_system_that_is_best_where_it_is_comes_before_the_best_over_all_sets():
    generator = np.random.default_rng(4)

    def drawn(share):
        return rows(generator.binomial(10, share, 120))

    shares = {"A": 0.6, "B": 0.45, "C": 0.75}
    sets = {
        name: {RATIO: {system: drawn(shares[system]) for system in systems}}
        for name, systems in {"one": "ABC", "two": "ABC", "three": "ABC", "all": "AB"}.items()
    }
    result = matrix.run(MatrixRequest((RATIO,), trials=2000), sets)
    best = "C is best in the 3 sets that have it; over all 4 sets A is best. To compare C in all sets, "
    assert str(decision_sentence(result)) == f"{best}translate the other set with it before you decide."
    joined = ContainedSets(("one", "two", "three"), "all", is_covered=True)
    without = f"{best}leave out all, which is made of the other sets."
    assert str(verdict_sentences(result, contained=[joined])[0]) == without
    sets["all"][RATIO]["D"], sets["one"][RATIO]["D"] = drawn(0.9), drawn(0.9)
    result = matrix.run(MatrixRequest((RATIO,), trials=2000), sets)
    assert str(decision_sentence(result)).startswith(
        "D is best in the 2 sets that have it; over all 4 sets A is best. "
    )
    del sets["all"][RATIO]["D"]
    sets["two"][RATIO] |= {"A": drawn(0.3), "B": drawn(0.7)}
    result = matrix.run(MatrixRequest((RATIO,), trials=2000), sets)
    assert "D is best in the only set that has it" in str(decision_sentence(result))


def test_as_many_sets_for_each_is_no_lead():
    generator = np.random.default_rng(2)
    shares = {"one": (0.8, 0.5), "two": (0.5, 0.8)}
    sets = {
        name: {RATIO: {system: rows(generator.binomial(10, share, 80)) for system, share in zip("AB", of, strict=True)}}
        for name, of in shares.items()
    }
    (said,) = opening_sentences(matrix.run(MatrixRequest((RATIO,), trials=500), sets))
    first, second = ("A", "B") if str(said).startswith("By ratio A") else ("B", "A")
    assert str(said).startswith(f"By ratio {first} and {second} are ahead in 1 of 2 sets each. ")


def test_metrics_that_are_not_sure_leave_the_decision_to_one_that_is():
    generator = np.random.default_rng(9)
    names, other = ("one", "two", "three"), CheckRate.of_name("checks")
    good, bad = rows(generator.binomial(10, 0.8, 80)), rows(generator.binomial(10, 0.5, 80))
    few, more = (rows(np.repeat([100.0, 0.0], [n, 80 - n]), whole=1) for n in (2, 60))
    nearly_few = rows(np.repeat([100.0, 0.0], [3, 77]), whole=1)

    def decision(found_in_a, found_in_b):
        of_other = {"A": found_in_a, "B": found_in_b}
        sets = {name: {RATIO: {"A": good, "B": bad}, other: of_other} for name in names}
        return str(decision_sentence(matrix.run(MatrixRequest((RATIO, other), trials=2000), sets)))

    assert "The metrics put different systems first (A and B)" in decision(more, few)
    taken = "If one system has to do for all sets, take A: no other is significantly better in any."
    assert decision(few, more) == taken
    assert decision(nearly_few, few) == f"{taken} By serious findings B is ahead, but not surely."


def test_only_leads_over_sound_systems_are_sure():
    generator = np.random.default_rng(3)
    shares = {"A": 0.8, "B": 0.6, "C": 0.4, "D": 0.2}
    sets = {
        name: {RATIO: {system: rows(generator.binomial(10, share, 80)) for system, share in shares.items()}}
        for name in ("one", "two")
    }
    found = matrix.run(MatrixRequest((RATIO,), trials=2000), sets)

    def sentences(*doubtful, is_doubtful=True):
        return [*map(str, verdict_sentences(found, is_doubtful, lambda a, b: not {a, b}.isdisjoint(doubtful)))]

    def said(*doubtful, is_doubtful=False):
        return sentences(*doubtful, is_doubtful=is_doubtful)[-1]

    def sound(*doubtful):
        return [one for one in sentences(*doubtful) if "is significantly ahead" in one]

    assert said().endswith(" A is also significantly ahead of both others.")
    assert said("D").endswith(" A is also significantly ahead of C. Its lead over D is not reliable yet.")
    assert said("C", "D").endswith(" Its lead over C and D is not reliable yet.")
    lead = said("B", is_doubtful=True)
    assert "clear" not in lead
    assert "ahead of C" not in lead
    assert sound("B") == ["By ratio A is significantly ahead of C and D."]
    assert sound("A") == ["By ratio, without A, B is significantly ahead of C and D."]
    assert sound("A", "B", "C") == sound() == [], "nothing to compare, and nobody in doubt"
    for_now = "doubtful, so this is not reliable yet. For now: by ratio A is ahead of B in 2 of 2 sets."
    assert sentences("B")[1] == f"B is {for_now}"
    assert sentences("A")[0] == "The best system is not known, because A leads and is doubtful."
    assert sentences("A")[-1] == "By ratio A is ahead of B in 2 of 2 sets."
    assert sentences("A", "B")[0] == "The best system is not known, because A and B lead and are doubtful."
    assert sentences("A", "B", "C")[0] == f"A and B are {for_now}", "one sound system is ahead of none"
    assert sentences(*"ABCD")[0].startswith("Not reliable yet. For now: by ratio A"), "the set is doubtful, no system"


def test_what_is_not_sure_among_sound_systems_is_said():
    generator = np.random.default_rng(3)
    shares = {"A": 0.8, "B": 0.7, "C": 0.7, "D": 0.2}
    drawn = {system: rows(generator.binomial(10, share, 80)) for system, share in shares.items()}
    drawn["C"] = drawn["B"]
    found = matrix.run(MatrixRequest((RATIO,), trials=2000), {name: {RATIO: drawn} for name in ("one", "two")})
    _, then, _ = map(str, verdict_sentences(found, True, lambda a, b: "A" in (a, b)))
    assert then == ("By ratio, without A, B is significantly ahead of D, but is not significantly ahead of C.")


def test_other_quotation_marks_are_said_of_the_sets_that_count():
    warnings = SetWarnings(other_quotes={"one": ("A",), "two": (), "three": ("A", "B")})
    (said,) = warnings.doubt_sentences({})
    assert said.startswith("A and B have other quotation marks than the reference in one set or more, which costs BLEU")
    (said,) = warnings.doubt_sentences({"three": 0.0})
    assert said.startswith("A has other quotation marks than the reference in 1 of 2 sets")
    costs = {"one": {"A": 1.09}, "three": {"A": 1.41, "B": 0.94}}
    (said,) = replace(warnings, quote_costs=costs).doubt_sentences({"three": 0.0})
    assert "in 1 of 2 sets, which costs about 1.1 BLEU against the other systems: write" in said
    (said,) = replace(warnings, quote_costs=costs).doubt_sentences({"two": 0.0})
    assert "which costs about 0.9 to 1.4 BLEU against the other systems: write" in said
    assert "in both sets" in SetWarnings(other_quotes={"one": ("A",), "two": ("A",)}).doubt_sentences({})[0]
    assert warnings.doubt_sentences({"one": 0.0, "three": 0.0}) == []
    straight = [f'"{word}" it is' for word in "abcdefghijklmnopqrst"]
    curly = [line.replace('"', "”") for line in straight]
    mixed, all_straight = (TestSet.build({"A": straight, "B": one}, [curly]) for one in (curly, straight))
    assert other_quotes_in_bleu([BLEU()], mixed) == ("A",)
    assert other_quotes_in_bleu([RATIO], mixed) == other_quotes_in_bleu([BLEU()], all_straight) == ()


def test_what_more_trials_may_settle_is_not_called_undecided():
    generator = np.random.default_rng(11)
    drawn = {"A": rows(generator.binomial(10, 0.58, 60)), "B": rows(generator.binomial(10, 0.5, 60))}
    sets = {name: {RATIO: drawn} for name in ("one", "two")}
    request = MatrixRequest((RATIO,), trials=10)
    found = matrix.run(request, sets)
    first, then = map(str, verdict_sentences(found))
    assert first == "Which of A and B is better is not settled yet."
    assert "settled" not in then, "one finding is said once"
    assert then.endswith(": more shuffles may settle it.")
    table = FORMATS["table"](PrintedMatrix(request, found, SetWarnings()))
    assert "Draw more shuffles by --trials 100." in table
    (pair,) = [line.split() for line in table.splitlines() if sorted(line.split()[:2]) == ["A", "B"]]
    assert pair[4] == found.matrices[0].pairs[0].better
    table = FORMATS["table"](PrintedMatrix(request, found, SetWarnings({"one": ("Odd.",)})))
    (pair,) = [line.split() for line in table.splitlines() if sorted(line.split()[:2]) == ["A", "B"]]
    assert pair[4] == "n/a", "no system is called better while that is doubtful"


def test_a_better_system_of_fewer_sets_is_named_where_the_lead_is_doubtful():
    generator = np.random.default_rng(3)
    shares = {"A": 0.8, "B": 0.6, "C": 0.5}
    sets = {
        name: {RATIO: {system: rows(generator.binomial(10, shares[system], 80)) for system in systems}}
        for name, systems in {"one": "ABC", "two": "ABC", "three": "BC"}.items()
    }
    first, second = map(str, verdict_sentences(matrix.run(MatrixRequest((RATIO,), trials=500), sets), True))
    assert first.startswith("Not reliable yet. For now: A is ahead in the 2 sets that have it, B over all 3 sets. ")
    assert second.startswith("By ratio B is ahead of C in 3 of 3 sets.")
    for name in ("one", "two"):
        sets[name][RATIO]["D"] = sets[name][RATIO]["A"]
    said = [*map(str, verdict_sentences(matrix.run(MatrixRequest((RATIO,), trials=200), sets), True))]
    assert said[0].endswith("A and D are significantly better than B in one and two: read those sets.")
    assert not any("in fewer sets" in one for one in said), "it is said already"
    few = {name: {RATIO: {other: one[RATIO][other] for other in "BC"}} for name, one in sets.items()}
    few["one"][RATIO] = {"B": rows([9] * 40 + [10] * 40), "C": rows([1] * 80), "D": rows([10] * 41 + [9] * 39)}
    few["one"][RATIO]["E"] = few["one"][RATIO]["D"]
    said = verdict_sentences(matrix.run(MatrixRequest((RATIO,), trials=2000), few), True, lambda a, b: "C" in (a, b))
    assert "By ratio D and E, only in one, are ahead of B there, but not surely." in map(str, said)


def test_systems_of_fewer_sets_are_named_where_the_second_best_is_better_there_too():
    good, middling, bad, best = (rows([number] * 60) for number in (8, 6, 3, 9))
    sets = {name: {RATIO: {"A": good, "B": middling}} for name in ("one", "two")}
    sets["three"] = {RATIO: {"A": bad, "B": middling, "D": best, "E": best}}
    found = matrix.run(MatrixRequest((RATIO,), trials=2000, weights=(("three", 0.5),)), sets)
    said = [*map(str, verdict_sentences(found, True))]
    assert "By ratio D and E, only in three, are ahead of A there." in said
    assert " D " not in said[0]


def test_which_system_to_take_is_read_before_what_that_follows_from():
    generator = np.random.default_rng(3)
    shares = {"A": 0.8, "B": 0.5}
    sets = {
        name: {RATIO: {system: rows(generator.binomial(10, share, 80)) for system, share in shares.items()}}
        for name in ("one", "two")
    }
    request = MatrixRequest((RATIO,), trials=500)
    first, *others = map(str, verdict_sentences(matrix.run(request, sets)))
    assert first.startswith("If one system has to do for all sets, take A")
    assert others == [*map(str, opening_sentences(matrix.run(request, sets)))]
    alone = matrix.run(request, {"one": sets["one"]})
    assert [*map(str, verdict_sentences(alone))] == [*map(str, opening_sentences(alone))]


def test_a_lead_that_is_quotation_marks_is_in_doubt_and_one_that_stays_is_not():
    """B's lead over C is gone with marks made alike, A's stays."""
    references = [f"Es sind {n} „ Katzen “ da , sagt sie zu uns allen hier" for n in range(60)]
    half, other = (
        [text.replace("allen", "beiden") if n % 2 == part else text for n, text in enumerate(references)]
        for part in (0, 1)
    )
    plain = [text.replace("„", '"').replace("“", '"') for text in other]
    good = [text.replace("hier", "da") if n % 20 == 3 else text for n, text in enumerate(references)]
    test_set = TestSet.build({"A": good, "B": half, "C": plain}, [references])
    sets = {"one": measure_set([BLEU()], test_set), "two": measure_set([BLEU()], test_set.only(np.arange(40)))}
    request = MatrixRequest((BLEU(),), trials=2000)
    result = matrix.run_sets(request, sets)
    assert {(pair.a, pair.b): pair.verdict for of in result.matrices for pair in of.pairs}["B", "C"] in (
        "clear",
        "likely",
    )
    (lead,) = result.leads_by_quotes
    assert (lead.first, lead.second, lead.is_reversed, lead.sets) == ("B", "C", False, ("one", "two"))
    assert lead.p > 0.05
    straight = {
        name: [text.replace("„", '"').replace("“", '"') for text in texts]
        for name, texts in {"A": good, "B": half, "C": plain, "R": references}.items()
    }
    alike = TestSet.build({name: straight[name] for name in "ABC"}, [straight["R"]])
    of_alike = {"one": measure_set([BLEU()], alike), "two": measure_set([BLEU()], alike.only(np.arange(40)))}
    (again,) = matrix.run_sets(request, of_alike).matrices
    assert lead.p == next(found.p_adjusted for found in again.pairs if lead.is_of(found.a, found.b))
    warnings = SetWarnings(other_quotes={"one": ("C",), "two": ("C",)}).with_leads_of_result(result)
    assert warnings.is_pair_in_doubt({}, "C", "B")
    assert not warnings.is_pair_in_doubt({}, "A", "C")
    alone = matrix.run_sets(request, {"one": measure_set([BLEU()], test_set.only(test_set.numbers - 1))})
    marks = replace(alone, leads_by_quotes=(matrix.LeadByQuotes("A", "B", 0.5, False, ("one",)),))
    one_odd = SetWarnings({"one": ("Odd.",)}, in_doubt={"one": ("C",)}).with_leads_of_result(marks)
    first, *_ = verdict_sentences(marks, True, partial(one_odd.is_pair_in_doubt, {}))
    assert str(first).startswith("Not reliable yet. For now: by BLEU A "), "no sentence without a verb"
    (said,) = warnings.quotes_sentences({})
    assert said.endswith(f"With marks made alike the lead of B over C (p = {probability(lead.p)}) could be chance.")
    leads = [
        matrix.LeadByQuotes("A", "B", 0.5, False, ("one", "two")),
        matrix.LeadByQuotes("C", "A", 0.4, False, ("two",)),
        matrix.LeadByQuotes("B", "C", 0.01, True, ("one", "two")),
    ]
    (said,) = replace(warnings, leads_by_quotes=leads).quotes_sentences({})
    assert said.endswith(
        " With marks made alike the leads of A over B (p = 0.5000) and of C over A in two (p = 0.4000) could be chance."
        " With marks made alike C is ahead of B (p = 0.0100)."
    )


def test_the_title_of_notes_says_how_many_sets_are_not_counted():
    assert SetWarnings().notes_title(3) == "3 notes on sets"
    refused = SetWarnings(refused={"one": "It is empty."})
    assert refused.notes_title(0) == "1 set is not counted"
    assert replace(refused, same_tests={"two": ("three",)}).notes_title(1) == (
        "2 sets are not counted, and 1 note on others"
    )


def test_a_lead_that_quotation_marks_reverse_is_known_by_who_is_ahead_as_typed():
    """C is as good as the references without its marks, and behind B with them."""
    references = [f"Es sind {n} „ Katzen “ da , sagt sie" for n in range(60)]
    bad = [text.replace("sagt", "fragt") for text in references]
    plain = [text.replace("„", '"').replace("“", '"') for text in references]
    test_set = TestSet.build({"B": bad, "C": plain}, [references])
    sets = {"one": measure_set([BLEU()], test_set), "two": measure_set([BLEU()], test_set.only(np.arange(40)))}
    (lead,) = matrix.run_sets(MatrixRequest((BLEU(),), trials=2000), sets).leads_by_quotes
    assert (lead.first, lead.second, lead.is_reversed) == ("B", "C", True)
    assert lead.p < 0.05


def test_a_lead_over_all_sets_of_the_second_system_is_said_where_it_is_doubtful_too():
    """A is better in two sets, B by far in the third, which outweighs them: A is first by the share that beats it."""
    generator = np.random.default_rng(2)
    shares = {"one": (0.67, 0.6), "two": (0.67, 0.6), "three": (0.1, 0.9)}
    sets = {
        name: {RATIO: {system: rows(generator.binomial(10, share, 80)) for system, share in zip("AB", of, strict=True)}}
        for name, of in shares.items()
    }
    result = matrix.run(MatrixRequest((RATIO,), trials=500), sets)
    (said,) = map(str, verdict_sentences(result, is_doubtful=True))
    assert said.startswith(
        "Not reliable yet. For now: by ratio A is ahead of B in 2 of 3 sets. Yet over all sets B is "
    )
