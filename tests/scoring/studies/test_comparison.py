"""A request checks itself; a result is the same in one step, or in the steps that a page takes."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from scoring import BLEU, TER, TestSet
from scoring.significance import PAIR_CORRECTIONS
from scoring.studies.comparison import (
    MAX_T,
    ComparisonRequest,
    compare_all,
    compare_with_intervals,
    group_outputs,
    n_documents,
    run,
    run_each,
    settle_pairs,
    systems_of,
)

WORDS = np.array(["a", "b", "c", "d", "e"])


def made(shares, n_segments=30):
    """Outputs that keep such a share of the reference's words."""
    generator = np.random.default_rng(3)
    reference = [" ".join(generator.choice(WORDS, 8)) for _ in range(n_segments)]
    outputs = {
        name: [
            " ".join(word if generator.random() < share else generator.choice(WORDS) for word in line.split())
            for line in reference
        ]
        for name, share in shares.items()
    }
    documents = [f"doc {number // 3}" for number in range(n_segments)]
    return TestSet.build(outputs, [reference]), documents


SET, DOCUMENTS = made({"good": 0.8, "fair": 0.7, "poor": 0.5})
BY_METRIC = {metric: metric.measure(SET) for metric in (BLEU(), TER())}
REQUEST = ComparisonRequest(BLEU(), SET.system_names, trials=200)
RUNS = (("x", ("x.1", "x.2")), ("y", ("y.1",)))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"test": "t"}, "test"),
        ({"trials": 0}, "The number of trials must be 1 to"),
        ({"seed": -1}, "The seed must be 0 to"),
        ({"correction": "x"}, "correction"),
        ({"unit": "word"}, "unit"),
        ({"exchange": "runs"}, "Only approximate randomization exchanges runs"),
        ({"systems": ("x.1", "x.2", "y.1"), "groups": RUNS, "exchange": "runs"}, "takes as many of every system"),
        ({"systems": ("good",)}, "Expected at least 2 systems to compare; found 1"),
        ({"systems": ("x.1", "x.2"), "groups": RUNS[:1]}, "Expected at least 2 systems to compare; found 1"),
    ],
)
def test_a_request_refuses_what_does_not_go_together(changed, said):
    with pytest.raises(ValueError, match=said):
        replace(REQUEST, **changed)


def test_equal_requests_are_one_key():
    assert hash(replace(REQUEST)) == hash(REQUEST)
    assert len({REQUEST, replace(REQUEST), replace(REQUEST, seed=2)}) == 2


def test_what_is_compared_are_the_outputs_or_the_systems_of_which_they_are_runs():
    of_runs = ComparisonRequest(BLEU(), ("x.1", "x.2", "y.1"), RUNS)
    assert (REQUEST.compared, of_runs.compared) == (SET.system_names, ("x", "y"))
    assert of_runs.systems_of_outputs(["x.2"]) == ["x"]
    assert systems_of(["poor", "good", "other"], REQUEST.systems, None) == ["good", "poor"]
    assert group_outputs(("x.1", "y.1", "x.2"), {"x": ("x.1", "x.2")}) == (("x", ("x.1", "x.2")), ("y.1", ("y.1",)))


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize("test", ["ar", "bootstrap"])
@pytest.mark.parametrize("correction", PAIR_CORRECTIONS)
def test_a_page_that_draws_once_for_all_corrections_has_the_same_result(test, correction):
    request, rows = replace(REQUEST, test=test, correction=correction), BY_METRIC[BLEU()]
    found = settle_pairs(
        request, replace(compare_with_intervals(replace(request, correction=MAX_T), rows), correction=correction), rows
    )
    alone = run(request, rows)
    assert found.records() == alone.records()
    assert found.refined.letters == alone.refined.letters
    assert found.verdicts.trials.tolist() == alone.verdicts.trials.tolist()


def test_each_metric_has_the_result_that_it_has_alone():
    results = run_each(REQUEST, BY_METRIC)
    assert [result.metric for result in results] == [*BY_METRIC]
    for result in results:
        assert result.records() == run(replace(REQUEST, metric=result.metric), BY_METRIC[result.metric]).records()


def test_documents_are_drawn_as_the_sums_of_their_segments():
    request, rows = replace(REQUEST, unit="document"), BY_METRIC[BLEU()]
    sums = request.rows(rows, DOCUMENTS)
    assert {name: len(of_system) for name, of_system in sums.items()} == dict.fromkeys(SET.system_names, 10)
    np.testing.assert_array_equal(sums["good"][0], rows["good"][:3].sum(axis=0))
    assert request.rows(rows)["good"] is rows["good"], "nothing says of which documents they are"
    assert (request.n_units(SET), n_documents(SET), REQUEST.n_units(SET)) == (0, 0, 30)
    assert run(request, sums).unit_record == {"unit": "document", "n_units": 10}


def test_records_hold_the_runs_of_a_system():
    runs, _ = made({"x.1": 0.8, "x.2": 0.8, "y.1": 0.5})
    request = ComparisonRequest(BLEU(), runs.system_names, RUNS, trials=100)
    (record,) = run(request, request.rows(BLEU().measure(runs))).records()
    assert (record["a"], record["b"], record["runs_a"], record["runs_b"]) == ("x", "y", 2, 1)
    assert record["exchange"] == "together"
    assert math.isnan(record["s_opt_b"])
    assert json.dumps(record)


def test_all_work_tells_how_far_it_is():
    shares = []
    run(REQUEST, BY_METRIC[BLEU()], shares.append)
    assert shares == sorted(shares)
    assert (shares[-1], any(share < 0.5 for share in shares)) == (1, True)
    assert compare_all(REQUEST, BY_METRIC[BLEU()]).pairs
