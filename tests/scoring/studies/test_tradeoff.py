"""Quality against cost: AutoRank with its interval, the Pareto front by a plain rule, and tables of costs."""

import json

import numpy as np
import pytest

from scoring.formats.errors import FormatError
from scoring.studies import matrix, tradeoff
from scoring.studies.matrix import MatrixRequest
from scoring.studies.set_statistics import SetStatistics
from scoring.studies.tradeoff import (
    CostColumn,
    TradeoffPoint,
    TradeoffRequest,
    TradeoffResult,
    quality_with_interval,
    read_cost_file,
    read_cost_files,
    read_costs,
    unknown_systems,
)
from tests.ratios import RATIO, rows


def two_sets():
    generator = np.random.default_rng(3)
    shares = {"best": 0.8, "good": 0.7, "fair": 0.6, "poor": 0.3}

    def drawn():
        return {RATIO: {name: rows(generator.binomial(10, share, 200)) for name, share in shares.items()}}

    return {name: SetStatistics(drawn(), 200) for name in ("one", "two")}


COST = CostColumn("EUR", {"best": 10.0, "good": 12.0, "fair": 2.0, "poor": 1.0, "other": 1.0})


def test_quality_is_auto_rank_and_the_front_is_what_nothing_beats():
    sets = two_sets()
    found = tradeoff.run(TradeoffRequest((RATIO,), COST, resamples=200), sets)
    expected = matrix.run_sets(MatrixRequest((RATIO,), trials=50), sets)
    ranks = dict(zip(expected.systems, expected.auto_ranks_of_all, strict=True))
    for point in found.points:
        assert point.quality == pytest.approx(ranks[point.system])
        assert point.low <= point.quality <= point.high
    assert {point.system for point in found.points if point.is_on_front} == {"best", "fair", "poor"}
    assert found.points[0].system == "best"
    said = "best has the best AutoRank (scaled mean score). fair and poor are cheaper (EUR), but worse."
    said += " No system of such a cost is better."
    assert str(found.sentence()) == said
    assert quality_with_interval(found.points[0]) == "1.0 (1.0 to 1.0)"


def test_of_speed_more_is_better_and_missing_costs_are_named():
    speed = CostColumn("words per second", {"best": 10.0, "good": 12.0}, lower_is_better=False)
    found = tradeoff.run(TradeoffRequest((RATIO,), speed, resamples=50), two_sets())
    assert [point.is_on_front for point in found.points] == [True, True]
    assert found.without_cost == ("fair", "poor")


def test_weights_count_as_in_the_matrix():
    sets = two_sets()
    weights = (("two", 0.0),)
    found = tradeoff.run(TradeoffRequest((RATIO,), COST, weights, resamples=20), sets)
    alone = tradeoff.run(TradeoffRequest((RATIO,), COST, resamples=20), {"one": sets["one"]})
    assert [of.quality for of in found.points] == pytest.approx([of.quality for of in alone.points])


def test_systems_whose_intervals_overlap_with_the_best_one_are_named():
    tied = matrix_points([("first", 1.0, 1.0, 1.4), ("second", 1.3, 1.2, 1.9), ("last", 3.0, 2.8, 3.0)])
    said = str(TradeoffResult(COST, tied, ()).sentence())
    assert said.startswith(
        "first has the best AutoRank (scaled mean score). second may be as good: 95 % intervals overlap. "
    )


def test_a_system_that_the_tests_rule_out_is_not_proposed_though_intervals_overlap():
    points = [TradeoffPoint("dear", 9.0, 1.0, 1.0, 1.9, True), TradeoffPoint("cheap", 1.0, 1.3, 1.2, 1.9, True)]
    said = str(TradeoffResult(COST, tuple(points), ()).sentence())
    assert "If EUR counts, consider cheap." in said
    said = str(TradeoffResult(COST, tuple(points), (), frozenset(["cheap"])).sentence())
    assert "cheap is cheaper (EUR), but worse." in said
    assert "consider" not in said
    assert "as good" not in said


def test_a_system_is_ruled_out_by_a_sure_difference_over_all_sets():
    result = matrix.run_sets(MatrixRequest((RATIO,), trials=5000), two_sets())
    sure = [(pair.a, pair.b, pair.better) for pair in result.matrices[0].pairs if pair.verdict in ("clear", "likely")]
    assert result.ruled_out == {a if better == b else b for a, b, better in sure}
    assert "best" not in result.ruled_out
    assert "poor" in result.ruled_out


def matrix_points(rows):
    return tuple(TradeoffPoint(name, 1.0, quality, low, high, name == "first") for name, quality, low, high in rows)


def test_a_table_of_costs_may_be_a_european_one():
    (cost,) = read_costs("system;EUR\na;2,5\nb;0,25\n")
    assert dict(cost.costs) == {"a": 2.5, "b": 0.25}
    with pytest.raises(FormatError, match=r"line 2: expected a number without a comma, found 1,500 for a"):
        read_costs("system;EUR\na;1,500\n")


def test_a_table_of_costs_has_tabs_or_commas():
    (cost, speed) = read_costs("\ufeffname\tEUR\twords per second\nbest\t2.5\t100\npoor\tn/a\t7\n")
    assert (cost.name, dict(cost.costs), cost.lower_is_better) == ("EUR", {"best": 2.5}, True)
    assert (dict(speed.costs), speed.lower_is_better) == ({"best": 100.0, "poor": 7.0}, False)
    for wrong in ("", "name\nbest\n", "name,cost\nbest,cheap\n"):
        with pytest.raises(ValueError, match="expected a"):
            read_costs(wrong)


def test_systems_of_the_table_that_no_set_has_are_named():
    (said,) = unknown_systems(CostColumn("EUR", {"bset": 1.0, "best": 2.0}), ["best", "poor"])
    assert said.startswith("bset is in no set")
    assert "best" in said


def test_a_system_with_two_lines_is_refused_by_file_and_line():
    with pytest.raises(FormatError, match=r"costs\.csv, line 3: .*A once more"):
        read_costs("system,EUR\nA,1\nA,2\n", "costs.csv")
    with pytest.raises(FormatError, match=r"costs\.csv, line 3: expected a number of at least 0, found -1 for B"):
        read_costs("system,EUR\nA,1\nB,-1\n", "costs.csv")


def test_line_ends_of_any_kind_are_read_and_a_file_that_is_no_table_is_refused():
    (found,) = read_cost_file("costs.csv", b"system,EUR\rA,1\rB,2\r")
    assert dict(found.costs) == {"A": 1.0, "B": 2.0}
    with pytest.raises(FormatError, match=r"costs\.csv"):
        read_cost_file("costs.csv", b'system,EUR\nA,"' + b"x" * 200_000 + b'"\n')


def test_who_has_no_number_is_named():
    found = tradeoff.run(
        TradeoffRequest((RATIO,), CostColumn("EUR", {"best": 1.0, "fair": 2.0}), resamples=20), two_sets()
    )
    assert str(found.sentence()).endswith(" Left out, without a number there: good and poor.")


def test_numbers_in_the_metadata_of_outputs_are_costs():
    def document(number, metadata):
        return json.dumps({"doc_id": f"WMT26_#_x_#_en_#_de_#_{number}", "hypothesis": "<p>x</p>", "metadata": metadata})

    big = [document(number, {"output_tokens": 100 * number, "finish_reason": "stop", "ok": True}) for number in (1, 2)]
    files = [
        ("Big 9B.jsonl", "\n".join(big).encode()),
        ("small.jsonl", document(1, {"output_tokens": 10, "words_per_second": 9.5}).encode()),
        ("none.jsonl", document(1, {}).encode()),
        ("own.csv", b"system,EUR\nBig 9B,2\n"),
    ]
    own, tokens, speed = read_cost_files(files)
    assert (own.name, own.costs) == ("EUR", {"Big 9B": 2.0})
    assert (tokens.name, tokens.costs) == ("output tokens per document", {"Big 9B": 150.0, "small": 10.0})
    assert tokens.lower_is_better
    assert (speed.costs, speed.lower_is_better) == ({"small": 9.5}, False)
    with pytest.raises(FormatError, match=r"none.jsonl: expected documents with numbers in metadata, found no numbers"):
        read_cost_files(files[2:3])
