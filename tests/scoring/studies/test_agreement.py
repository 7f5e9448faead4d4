"""The study of agreement: which metric agrees better, and what the page and the command say of it."""

import math
from dataclasses import replace

import numpy as np
import pytest

from scoring import BLEU, TestSet
from scoring.agreement import MetricComparison, swap_scores
from scoring.agreement.shared_outputs import find_shared_outputs
from scoring.judgments import Scores
from scoring.judgments.external import external_metrics_by_name
from scoring.output.sentence import listed_names
from scoring.studies import agreement as study
from scoring.studies.agreement import PERMUTATION, AgreementRequest, run, trials_for_any_difference, usual_metric_trials
from tests.expanded import outside
from tests.studies import agreement_request


@pytest.fixture(scope="module")
def test_set():
    """30 segments that people have judged, and two metrics, one of them twice."""
    generator = np.random.default_rng(5)
    people = generator.integers(0, 4, (3, 30)).astype(float)
    tables = {
        "near": people / 2 + generator.normal(0, 1, (3, 30)),
        "far": people / 4 + generator.normal(0, 1, (3, 30)),
    }
    tables["same"] = tables["near"]
    scores = [Scores("MQM", dict(zip("ABC", people, strict=True)), is_human=True)]
    scores += [Scores(name, dict(zip("ABC", table, strict=True))) for name, table in tables.items()]
    return TestSet.build({name: ["x"] * 30 for name in "ABC"}, [["x"] * 30]).with_judgments(scores)


@pytest.fixture
def request_of(test_set):
    def request_of(**more):
        metrics = [metric for metric in external_metrics_by_name(test_set).values() if metric.of != "MQM"]
        usual = {"measures": ("tau", "acc_eq_calibrated"), "trials": 199, "seed": 3, "correction": "none"}
        return AgreementRequest(find_shared_outputs(test_set, test_set, "MQM", metrics), tuple(metrics), **usual | more)

    return request_of


@pytest.fixture
def found(request_of, test_set):
    """What ``run`` gives, without the baselines."""

    def found(on_progress=lambda share: None, **more):
        return run(request_of(**more), test_set, on_progress, baselines=False)

    return found


def test_p_of_swapped_scores_decides_where_it_is_asked_for(found):
    swapped, bootstrapped = found(test=PERMUTATION), found()
    by = swapped.by("tau")
    near, far = swapped.scored["near"], swapped.scored["far"]
    expected = swap_scores(swapped.request.judge, near, far, "tau", 199, 3).p_value
    assert by.p_values[0, 1] == by.p_values[1, 0] == expected
    assert by.p_values[0, 2] == 1
    other = bootstrapped.by("tau")
    assert type(other) is MetricComparison
    assert by.values.tolist() == other.values.tolist()
    assert by.p_values.tolist() != other.p_values.tolist()


def test_documents_are_swapped_where_they_are_drawn(found):
    members = np.arange(30) // 3
    by_document = found(test=PERMUTATION, documents=members)
    near, far = by_document.scored["near"], by_document.scored["far"]
    expected = swap_scores(by_document.request.judge, near, far, "tau", 199, 3, members=members).p_value
    told = []
    assert by_document.by("tau", told.append).p_values[0, 1] == expected
    assert expected != found(test=PERMUTATION).by("tau").p_values[0, 1]
    assert told == pytest.approx([1 / 3, 2 / 3, 1])


def test_it_tells_how_far_it_is(request_of, test_set):
    told = []
    run(request_of(trials=50), test_set, told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1)
    assert any(share == pytest.approx(3 / 5) for share in told), "three metrics and two baselines"


def test_the_threshold_is_of_calibrated_accuracy_alone(found):
    result = found()
    epsilon = result.threshold("near", "acc_eq_calibrated")
    assert result.threshold("near", "tau") is None
    assert epsilon > 0
    differences = np.abs(result.request.judge.pairs.score_differences(result.scored["near"].segments))
    assert np.isclose(differences, epsilon).any()


def test_trials_are_as_many_as_all_pairs_take(found):
    assert (usual_metric_trials(1), usual_metric_trials(8), usual_metric_trials(15)) == (1000, 1120, 4200)
    assert trials_for_any_difference(found(correction="holm").by("tau")) is None
    few = found(trials=58, correction="holm")
    needed = math.ceil(1 / outside(few.request.n_units, 1 - 0.05 / 3)) - 1
    assert (trials_for_any_difference(few.by("tau")), trials_for_any_difference(found(trials=58).by("tau"))) == (
        needed,
        None,
    )
    assert trials_for_any_difference(found(trials=58, correction="holm", test=PERMUTATION).by("tau")) == 59


def test_very_many_differences_wait_to_be_asked_for(request_of, test_set, monkeypatch):
    asked = request_of(trials=None)
    assert (asked.tests_differences, asked.trials_of_tests) == (True, 1000)
    monkeypatch.setattr(study, "LONG_WORK", asked.work_of_tests)
    few = run(request_of(trials=None), test_set)
    assert (few.is_resampled, few.is_tested, few.request.resampling.trials) == (True, False, 1000)
    assert (few.letters("tau"), few.pair_records()) == ({}, [])
    assert not np.isnan(few.interval("near", "tau")).any()
    said = "Differences are not tested: 3 pairs of metrics need 1,000 resamples. Use --pairs or --trials 1000"
    assert any(note.startswith(said) for note in few.notes())
    assert not any("letters" in note for note in few.notes())
    assert not any("significant" in said for said in few.opening("far"))
    all_tested = run(replace(few.request, trials=few.request.trials_of_tests), test_set)
    assert all_tested.is_tested
    assert all_tested.interval("near", "tau") == few.interval("near", "tau")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"test": "ar"}, "Unknown test 'ar'; there are bootstrap, permutation"),
        ({"correction": "x"}, "Unknown correction"),
        (
            {"measures": ("tau_majority",)},
            "The measure tau_majority is not defined for scores, which MQM has; there are",
        ),
        ({"system_score": "x"}, "Unknown kind of system scores"),
        ({"trials": 0}, "trials"),
    ],
)
def test_a_request_that_cannot_be_is_refused(request_of, wrong, said):
    with pytest.raises(ValueError, match=said):
        request_of(**wrong)


def test_what_decides_which_judgments_count_is_a_key():
    request = agreement_request()
    judge = request.judge
    assert request.outputs_key == ("MQM", judge.systems, ())
    narrowed = replace(request.shared, incomplete={"X": 3}, lost=(judge.systems[0],))
    assert replace(request, shared=narrowed).outputs_key != request.outputs_key


def test_another_measure_has_a_sentence_of_its_own_and_whole_systems_one_in_the_opening(request_of, test_set):
    first, *others = "acc_eq_calibrated", "spa", "tau_b", "pearson"
    found = run(request_of(measures=(first, *others)), test_set)
    labels = found.labels

    def best_by(measure):
        values = {name: found.value(name, measure) for name in labels}
        return [labels[name] for name, value in values.items() if value == max(values.values())]

    assert found.best_sentence(first) == ""
    for measure in others:
        said = found.best_sentence(measure)
        best = best_by(measure)
        assert f"{listed_names(best)} {'agrees' if len(best) == 1 else 'agree'} best" in said
        assert (f"; {best_by(first)[0]} ranks " in said) == (best_by(first)[0] not in best)
    is_other = not set(best_by("spa")) & set(best_by(first))
    assert (found.opening("far")[1:] == [found.best_sentence("spa")]) == is_other
    assert "(whole systems)" in found.best_sentence("spa")
    assert "(whole systems)" not in found.best_sentence("tau_b")


def test_the_opening_names_another_metric_that_is_best_for_whole_systems(test_set):
    """One metric orders outputs of a segment as people do and systems the other way; one knows the systems alone."""
    (people,) = (scores for scores in test_set.scores if scores.name == "MQM")
    table = np.array([people.values[name] for name in "ABC"])
    means = table.mean(axis=1, keepdims=True)
    tables = {"by segment": table - 3 * means, "by system": means + np.zeros_like(table)}
    scores = [people, *(Scores(name, dict(zip("ABC", rows, strict=True))) for name, rows in tables.items())]
    judged = replace(test_set, scores=()).with_judgments(scores)
    metrics = tuple(metric for metric in external_metrics_by_name(judged).values() if metric.of != "MQM")
    shared = find_shared_outputs(judged, judged, "MQM", metrics)
    found = run(AgreementRequest(shared, metrics, measures=("acc_eq_calibrated", "spa"), trials=99), judged)
    said = " ".join(found.opening("by segment"))
    assert "by segment agrees best with people (MQM)." in said
    assert said.endswith(
        "Soft pairwise accuracy (whole systems): by system agrees best; by segment ranks 2nd of 2. by segment is not"
        " significantly worse."
    )


@pytest.mark.parametrize(
    ("written", "of_all"),
    [(["≤ 0.0229", "≤ 0.0229"], "≤ 0.0229"), (["0.0229", "≤ 0.0229"], "≤ 0.0229"), (["0.02", "0.02"], ""),
     (["≤ 0.0229", "0.03"], ""), ([], "")],
)  # fmt: skip
def test_a_smallest_p_is_that_of_all_pairs_where_no_other_is_written(
    request_of, test_set, monkeypatch, written, of_all
):
    known = run(request_of(correction="holm"), test_set)
    monkeypatch.setattr(
        study.AgreementResult, "differing", lambda _, __: [(p, str(at)) for at, p in enumerate(written)]
    )
    monkeypatch.setattr(study.AgreementResult, "p_of_difference", lambda _, __, p, ___: p)
    assert known.smallest_p_of_all("tau") == of_all
    trials = f"{known.request.resampling.trials:,} resamples"
    all_of_them, some = (
        f"All corrected p {of_all}, the smallest that {trials} can show.",
        f"≤: the smallest p that {trials} can show.",
    )
    assert known.smallest_p_sentence("tau") == (all_of_them if of_all else some)


def test_captions_say_how_many_pairs_differ_what_baselines_are_and_up_to_what_scores_are_ties(request_of, test_set):
    known = run(request_of(correction="holm"), test_set)
    differing = known.differing("tau")
    assert len(known.request.metrics) == 3
    said = f"By Kendall's tau: {len(differing)} of 3 pairs of metrics differ significantly"
    assert known.differing_sentence("tau") == f"{said} (paired bootstrap, p ≤ 0.05, Holm)."
    n_drawn = len(known.chance("tau").values)
    assert known.baselines_sentence() == (
        f"Baselines: a metric that calls every pair a tie; the mean of {n_drawn} metrics with random scores."
    )
    assert replace(known, ties=None, chances=None).baselines_sentence() == ""
    near = known.threshold("near", "acc_eq_calibrated")
    assert known.thresholds_sentence().startswith(f"Tie threshold of Calibrated accuracy: near {near:.3g}, far ")
    assert replace(known, request=request_of(measures=("tau",))).thresholds_sentence() == ""


def test_signatures_name_the_segments_that_count(request_of):
    request = request_of()
    near = request.metrics[0]
    fewer = replace(near, n_judged=99)
    assert request.metric_for_signature(fewer).signature == near.signature
    assert "segments:30" in near.signature
    assert request.metric_for_signature(BLEU()) == BLEU()
