"""Agreement with its intervals, and whether one metric agrees better than another: plain loops over the same draws."""

# The wrong kinds that are passed on purpose, and lists in the place of arrays:
# mypy: disable-error-code="arg-type, dict-item"

import math
import re

import numpy as np
import pytest
from hypothesis import given
from scipy import stats

from scoring import BLEU, TER, TestSet
from scoring.agreement import (
    CORPUS,
    MEAN,
    MEASURES,
    Agreement,
    Judge,
    MetricComparison,
    OrientedScores,
    Resampling,
    measure_agreement,
    suitable_measures,
)
from scoring.judgments import Scores
from tests import judges
from tests.expanded import ends, expanded
from tests.judges import EXACT, GAP, JUDGED, by_preferences, by_scores

TRIALS = 12


def drawn_places(resampling, n_segments):
    """Of each draw the segments, as often as it has them."""
    for counts in resampling.counts(n_segments):
        yield from (np.repeat(np.arange(n_segments), row.astype(int)) for row in counts)


@given(JUDGED)
def test_every_resample_of_scores_is_a_set_of_its_own(drawn):
    judged, scores = np.array(drawn[0]), np.array(drawn[1])
    found = measure_agreement(by_scores(judged), OrientedScores(scores), Resampling(TRIALS))
    for row, places in enumerate(drawn_places(Resampling(TRIALS), judged.shape[1])):
        ours, theirs = judged[:, places].tolist(), scores[:, places].tolist()
        pairs = judges.pairs_of_scores(ours)
        expected = judges.all_measures(pairs, judges.system_means(ours), theirs) if pairs else {}
        for measure, value in expected.items():
            assert found.sampled(measure)[row] == pytest.approx(value, abs=1e-9, nan_ok=True), measure


@pytest.mark.exhaustive
@given(judges.preferences())
def test_every_resample_of_preferences_is_a_set_of_its_own(drawn):
    rows, n_systems, n_segments, scores = drawn
    judge = by_preferences(rows, n_systems, n_segments)
    place = [judges.names(n_systems).index(system) for system in judge.systems]
    kept = np.array(scores)[place][:, judge.segments]
    pairs = [
        judges.Pair(judge.segments.tolist().index(segment), place.index(first), place.index(second), sign)
        for segment, first, second, sign in judges.pairs_of_preferences(rows)
    ]
    found = measure_agreement(judge, OrientedScores(kept), Resampling(TRIALS))
    for row, places in enumerate(drawn_places(Resampling(TRIALS), judge.n_segments)):
        resampled = [pair._replace(segment=at) for at, p in enumerate(places) for pair in pairs if pair.segment == p]
        theirs = kept[:, places].tolist()
        expected = judges.all_measures(resampled, judges.wins(resampled, len(place)), theirs)
        expected["tau_majority"] = judges.taus(judges.by_majority(resampled), theirs)["tau"]
        for measure, value in expected.items():
            assert found.sampled(measure)[row] == pytest.approx(value, nan_ok=True), measure


SYSTEMS = {
    "A": ["a cat sat", "on the red mat", "it rains", "we go home now"],
    "B": ["the cat sat", "on a red mat", "it rained", "we go"],
    "C": ["cat", "the mat", "rain", "we all go home now"],
}
TEST_SET = TestSet.build(SYSTEMS, [["the cat sat", "on the red mat", "it rained", "we go home now"]])
DA = Scores("DA", {"A": [70, 90, 60, 95], "B": [90, 80, 90, 40], "C": [20, 30, GAP, 60]})
JUDGE = Judge.of_scores(DA, TEST_SET.system_names)


@pytest.mark.parametrize("metric", [BLEU(smoothing="add-k"), TER()], ids=["higher is better", "lower is better"])
@pytest.mark.parametrize("kind", [CORPUS, MEAN])
def test_a_system_is_scored_by_all_segments_together_or_by_the_mean_of_its_segments(metric, kind):
    measured = metric.measure(TEST_SET)
    found = measure_agreement(JUDGE, OrientedScores.of(metric, measured, JUDGE), Resampling(TRIALS), kind)
    direction = 1 if metric.higher_is_better else -1
    for row, places in enumerate(drawn_places(Resampling(TRIALS), len(TEST_SET))):
        judged = judges.system_means([[DA.of(system)[place] for place in places] for system in SYSTEMS])
        rows = [measured[system][places] for system in SYSTEMS]
        scores = [metric.score(own.sum(axis=0) if kind == CORPUS else own).mean() * direction for own in rows]
        for measure, value in judges.of_systems(judged, scores).items():
            assert found.sampled(measure)[row] == pytest.approx(value, nan_ok=True), measure


def test_documents_are_drawn_as_one():
    resampling = Resampling(50, seed=3, members=np.array([7, 7, 2, 7, 5]))
    assert resampling.n_units(5) == 3
    (counts,) = resampling.counts(5)
    assert (counts[:, [0, 0]] == counts[:, [1, 3]]).all()
    assert (counts[:, [0, 2, 4]].sum(axis=1) == 3).all()
    assert len(np.unique(counts[:, [0, 2, 4]], axis=0)) == 10, "all draws of three documents"


def test_one_document_a_segment_is_drawing_segments():
    for whole, one_each in zip(Resampling(9).counts(4), Resampling(9, members=np.arange(4)).counts(4), strict=True):
        np.testing.assert_array_equal(whole, one_each)


def test_the_interval_is_of_percentiles_and_needs_six_units():
    generator = np.random.default_rng(1)
    judge, scored = by_scores(generator.normal(size=(3, 12))), OrientedScores(generator.normal(size=(3, 12)))
    found = measure_agreement(judge, scored, Resampling(500), measures=["acc_eq"])
    assert found.interval("acc_eq") == pytest.approx(ends(found.sampled("acc_eq"), 12))
    members = np.arange(12)
    for n_documents in (5, 6):
        drawn = Resampling(500, members=members % n_documents)
        by_document = measure_agreement(judge, scored, drawn, measures=["acc_eq"])
        assert by_document.value("acc_eq") == found.value("acc_eq")
        assert np.isnan(by_document.interval("acc_eq")).all() == (n_documents == 5)


def test_resamplings_can_be_compared_and_are_keys():
    """Each is equal to itself alone: arrays in them have no single answer."""
    one, other = (Resampling(9, members=np.array([0, 0, 1])) for _ in range(2))
    assert one == one
    assert one != other
    assert len({one, other, one}) == 2


@pytest.fixture
def few_segments():
    """A judge, a metric that scores systems alike for other segments, so that draws move the two apart, and another."""
    generator = np.random.default_rng(3)
    judged = generator.normal(size=(4, 40)) + np.arange(4)[:, None] / 20
    judge = by_scores(judged)
    tables = {"near": np.roll(judged, 1, axis=1), "far": generator.normal(size=(4, 40))}
    return (
        judge,
        tables,
        {name: measure_agreement(judge, OrientedScores(table), Resampling(400)) for name, table in tables.items()},
    )


def test_the_interval_of_soft_accuracy_lies_around_its_value(few_segments):
    _, _, found = few_segments
    near = found["near"]
    value, samples = near.value("spa"), near.sampled("spa")
    assert np.quantile(samples, 0.975) < value, "what percentiles would make of it"
    as_of_40 = math.sqrt(40 / 39) * stats.t.isf(0.025, 39)
    reach = as_of_40 * samples.std(ddof=1)
    assert near.interval("spa") == pytest.approx((value - reach, min(1, value + reach)), abs=1e-6)
    compared = MetricComparison.of(found, "spa")
    reach = as_of_40 * (samples - found["far"].sampled("spa")).std(ddof=1)
    observed = value - found["far"].value("spa")
    assert compared.difference_interval(0, 1) == pytest.approx((observed - reach, observed + reach), abs=1e-6)


def test_two_soft_accuracies_are_tested_by_the_estimator_that_the_draws_have(few_segments):
    judge, tables, found = few_segments
    near, far = (MEASURES["spa"].of_tables(judge, table[None])[0] for table in tables.values())
    differences = found["near"].sampled("spa") - found["far"].sampled("spa")
    by_shuffles = found["near"].value("spa") - found["far"].value("spa")
    assert abs(by_shuffles - (near - far)) > 1e-4
    as_large = sum(abs(one - differences.mean()) >= abs(near - far) - 1e-9 for one in differences)
    assert MetricComparison.of(found, "spa").p_values[0, 1] == pytest.approx(expanded((as_large + 1) / 401, 40))


def test_few_resamples_make_no_interval(few_segments):
    judge, tables, _ = few_segments
    found = measure_agreement(judge, OrientedScores(tables["near"]), Resampling(39), measures=["tau", "spa"])
    assert np.isnan([found.interval("tau"), found.interval("spa")]).all()


def test_what_is_not_defined_has_no_interval():
    judge = by_scores(np.random.default_rng(1).normal(size=(3, 30)))
    found = measure_agreement(judge, OrientedScores(np.zeros((3, 30))), Resampling(200), measures=["pearson", "tau"])
    assert math.isnan(found.value("pearson"))
    assert np.isnan(found.interval("pearson")).all()
    assert found.interval("tau") == (0, 0)


# Comparisons


def metrics():
    """One near the judge, its twin, one far off, and one that is never defined."""
    generator = np.random.default_rng(4)
    judged = generator.normal(size=(4, 60)) + np.arange(4)[:, None]
    near, far = judged + 0.5 * generator.normal(size=(4, 60)), generator.normal(size=(4, 60))
    tables = {"near": near, "twin": near + 1, "far": far, "constant": np.zeros((4, 60))}
    judge = by_scores(judged)
    return {name: measure_agreement(judge, OrientedScores(table), Resampling(400)) for name, table in tables.items()}


FOUND = metrics()


@pytest.mark.parametrize("measure", suitable_measures(by_scores([[1], [2]])))
def test_a_metric_that_scores_as_another_has_p_1_and_shares_its_letters(measure):
    compared = MetricComparison.of(FOUND, measure)
    assert compared.p_values[0, 1] == compared.p_adjusted[0, 1] == 1
    assert compared.letters[0] == compared.letters[1]
    assert compared.difference_interval(0, 1) == pytest.approx((0, 0))


def test_one_that_agrees_better():
    compared = MetricComparison.of(FOUND, "acc_eq", correction="none")
    assert compared.order == [0, 1, 2, 3]
    assert compared.letters == ["a", "a", "b", "c"]
    differences = FOUND["near"].sampled("acc_eq") - FOUND["far"].sampled("acc_eq")
    observed = FOUND["near"].value("acc_eq") - FOUND["far"].value("acc_eq")
    as_large = sum(abs(one - differences.mean()) >= observed - 1e-9 for one in differences)
    assert compared.p_values[0, 2] == compared.p_values[2, 0] == pytest.approx(expanded((as_large + 1) / 401, 60))
    assert compared.difference_interval(0, 2) == pytest.approx(ends(differences, 60))


def test_correction_is_for_the_pairs_of_metrics():
    three = {name: FOUND[name] for name in ("near", "twin", "far")}
    compared = MetricComparison.of(three, "acc_eq", correction="bonferroni")
    np.testing.assert_allclose(compared.p_adjusted, np.minimum(3 * compared.p_values, 1), **EXACT)


def test_a_metric_without_a_value_is_last_and_shown_to_differ_from_none():
    compared = MetricComparison.of(FOUND, "pearson")
    assert compared.order[-1] == 3
    assert np.isnan(compared.p_values[3, :3]).all()
    assert set(compared.letters[3]) >= set(compared.letters[2])


# What is refused

FEW = measure_agreement(JUDGE, OrientedScores(np.zeros((3, 4))), Resampling(50))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Resampling(0), "The number of trials must be 1 to 10,000,000; found 0"),
        (lambda: Resampling(seed=1.5), "The seed must be a whole number from 0"),
        (lambda: Resampling(members=[0, GAP]), "Every segment needs the number of its document; found [0.0, nan]"),
        (lambda: Resampling(members=["a"]), "numbers of documents: expected numbers; found ['a']"),
        (
            lambda: measure_agreement(JUDGE, OrientedScores(np.zeros((3, 4))), Resampling(9, members=[0, 1])),
            "found: what was judged has 4, numbers of documents has 2",
        ),
        (
            lambda: measure_agreement(JUDGE, OrientedScores(np.zeros((2, 4)))),
            "scores of what was judged, 3 systems x 4 segments; found 2 systems x 4 segments",
        ),
        (lambda: measure_agreement(JUDGE, np.zeros((3, 4))), "scored: expected OrientedScores; found array"),
        (lambda: measure_agreement(DA, FEW), "judge: expected Judge; found Scores"),
        (
            lambda: measure_agreement(JUDGE, OrientedScores(np.zeros((3, 4))), 100),
            "resampling: expected Resampling; found 100",
        ),
        (
            lambda: measure_agreement(JUDGE, OrientedScores(np.zeros((3, 4))), kind="median"),
            "Unknown kind of system scores 'median'; there",
        ),
        (
            lambda: measure_agreement(JUDGE, OrientedScores(np.zeros((3, 4))), measures=[]),
            "Expected at least one measure; found none",
        ),
        (
            lambda: measure_agreement(JUDGE, OrientedScores(np.zeros((3, 4))), measures="tau"),
            "measures: expected a sequence; found 'tau'",
        ),
        (
            lambda: measure_agreement(JUDGE, OrientedScores(np.zeros((3, 4))), measures=["tau_majority"]),
            "Unknown measure for scores of DA 'tau_majority'; there are tau, ",
        ),
        (lambda: FEW.value("kappa"), "Unknown measure 'kappa'; there are tau, "),
        (lambda: MetricComparison.of({}, "tau"), "Expected metrics with the same resamples; found no metric"),
        (
            lambda: MetricComparison.of({"near": FOUND["near"], "few": FEW}, "tau"),
            "found near has 400 resamples of 60, few has 50 resamples of 4",
        ),
        (lambda: MetricComparison.of({"few": DA}, "tau"), "agreement: expected Agreement; found Scores"),
        (lambda: MetricComparison.of({"few": FEW}, "tau", "sidak"), "Unknown correction 'sidak'; there are holm, "),
        (
            lambda: MetricComparison.of({"few": FEW}, "tau").difference_interval(0, 1),
            "A metric's place must be 0 to 0; found 1",
        ),
    ],
)
def test_what_is_said_of_a_mistake(call, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        call()


def test_a_result_says_what_it_is_of():
    assert isinstance(FEW, Agreement)
    assert (FEW.n_units, FEW.samples.shape, FEW.measures) == (
        4,
        (50, len(suitable_measures(JUDGE))),
        tuple(suitable_measures(JUDGE)),
    )
