"""What a matrix shares over sets: scores of one name, rates of checks, and metrics that fit each set's language."""

import numpy as np
import pytest

from scoring import BLEU, TER, TestSet
from scoring.judgments import Scores
from scoring.judgments.external import ExternalScore, external_metrics_by_name
from scoring.studies import matrix
from scoring.studies.checks import ChecksRequest, TextsToCheck
from scoring.studies.checks import run as run_checks
from scoring.studies.matrix import MatrixRequest
from scoring.studies.set_statistics import (
    ALL_CHECKS,
    SetStatistics,
    check_rates,
    fit_to_script,
    measure_set,
    shared_scores,
)
from scoring.text.languages import SPACED

SOURCE = ["It weighs 31 kg.", "Good morning to you all", "Yes", "It is cold 7"]
GERMAN = TestSet.build(
    {
        "one": ["Es wiegt 41 kg.", "Guten Tag zusammen", "Ja", "Es ist kalt 8"],
        "two": ["Es wiegt 31 kg.", "Einen guten Tag", "Ja", "Es ist kalt 7"],
        "three": ["Es wiegt 31 kg.", "Tag", "Ja", "Es ist 7"],
    },
    {"A": ["Es wiegt 31 kg.", "Schönen Tag allen", "Ja", "Es ist kalt 7"]},
    SOURCE,
    name="en-de",
)
JAPANESE = TestSet.build(
    {"one": ["重さは三十一キロです。", "みなさんおはよう"], "two": ["重さは三十キロ。", "みなさんおはよう"]},
    {"A": ["重さは三十一キロです。", "みなさん、おはようございます"]},
    SOURCE[:2],
    name="en-ja",
)


def judged(test_set, name, values, **options):
    columns = {system: np.array(column, float) for system, column in values.items()}
    return test_set.with_judgments(scores=[Scores(name, columns, **options)])


def test_scores_of_one_name_are_one_metric_over_sets_with_origins_of_their_own():
    first = judged(
        GERMAN,
        "MQM",
        {"one": [1e9 + 1, 1e9, np.nan, 1e9], "two": [1e9, 1e9 + 2, 1e9, 1e9]},
        is_human=True,
    )
    second = judged(JAPANESE, "MQM", {"one": [3, 4], "two": [1, 1]}, is_human=True)
    metrics = [metric for one in (first, second) for metric in external_metrics_by_name(one).values()]
    (shared,) = shared_scores(metrics).values()
    assert isinstance(shared, ExternalScore)
    assert shared.is_human
    for test_set in (first, second):
        rows = measure_set([shared], test_set).rows[shared]
        assert [*rows] == ["one", "two"], "the third has no score"
        own = external_metrics_by_name(test_set)["MQM"]
        both = own.judged(test_set, ["one", "two"])
        for name, found in rows.items():
            assert len(found) == both.sum()
            expected = own.score(own.measure(test_set)[name][both].sum(axis=0))
            assert float(shared.score(found.sum(axis=0))) == pytest.approx(float(expected), abs=1e-6)


@pytest.mark.exhaustive
def test_a_rate_of_checks_is_the_share_of_flagged_segments():
    rates = check_rates()
    found = measure_set([rates[ALL_CHECKS], rates["check:numbers"]], GERMAN)
    result = run_checks(ChecksRequest(), TextsToCheck.of_test_set(GERMAN))
    for metric in found.rows:
        assert not metric.higher_is_better
        for system in GERMAN.system_names:
            flagged = {
                of.segment
                for of in result.findings
                if of.system == system
                and (of.check == "numbers" if metric.check else of.severity in ("critical", "major"))
            }
            score = float(metric.score(found.rows[metric][system].sum(axis=0)))
            assert score == pytest.approx(100 * len(flagged) / len(GERMAN))
    numbers = found.rows[rates["check:numbers"]]
    assert [float(rows[:, 0].sum()) for rows in numbers.values()] == [200, 0, 0]


def test_a_check_that_cannot_be_run_scores_nothing():
    without_source = TestSet.build({name: ["Ja"] for name in "ab"}, {"A": ["Ja"]}, name="no source")
    result = run_checks(ChecksRequest(), TextsToCheck.of_test_set(without_source))
    left_out = next(iter(result.left_out))
    rate = check_rates()[f"check:{left_out}"]
    assert measure_set([rate], without_source).rows[rate] == {}


def test_a_metric_fits_the_language_of_each_set_and_says_so():
    bleu, ter = BLEU(), TER()
    assert fit_to_script(bleu, SPACED) is bleu
    german, japanese = (measure_set([bleu, ter], one) for one in (GERMAN, JAPANESE))
    assert not german.signatures
    assert "tok:13a" not in japanese.signatures["bleu"]
    fitted = fit_to_script(bleu, JAPANESE.target.script)
    assert japanese.rows[bleu]["one"].tolist() == fitted.measure(JAPANESE)["one"].tolist()
    found = matrix.run_sets(MatrixRequest((bleu, ter), trials=100), {"en-de": german, "en-ja": japanese})
    assert {*found.signatures} == {"bleu", "ter", "bleu, en-ja", "ter, en-ja"}


def test_metrics_without_any_score_are_left_out_and_none_at_all_is_said():
    rate = check_rates()[ALL_CHECKS]
    rows = measure_set([BLEU(), rate], GERMAN)
    empty = SetStatistics({BLEU(): rows.rows[BLEU()], rate: {}}, 4)
    found = matrix.run_sets(MatrixRequest((BLEU(), rate), trials=100), {"a": empty, "b": empty})
    assert [of.metric.name for of in found.matrices] == ["bleu"]
    with pytest.raises(ValueError, match="found none in any set"):
        matrix.run_sets(MatrixRequest((rate,), trials=100), {"a": empty})


def test_one_set_keeps_a_system_without_score_apart():
    metric = check_rates()[ALL_CHECKS]
    flags = {"a": [1, 0], "b": [0, 0]}
    rows = {name: np.array([[100.0 * flag, 1.0] for flag in of]) for name, of in flags.items()}
    of_bleu = measure_set([BLEU()], GERMAN).rows[BLEU()]
    sets = {"only": SetStatistics({BLEU(): of_bleu, metric: {"one": rows["a"], "two": rows["b"]}}, 4)}
    found = matrix.run_sets(MatrixRequest((BLEU(), metric), trials=100), sets)
    assert np.isnan(found.matrices[1].scores[0]).tolist() == [False, False, True]
    assert found.matrices[1].pair("one", "three").n_sets == 0
    assert found.matrices[1].pair("one", "three").verdict == "too little data"
