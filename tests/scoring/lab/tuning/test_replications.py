"""Replications: what is tuned on what, and what is held against what."""

from dataclasses import replace

import numpy as np
import pytest

from scoring import BLEU
from scoring.counting.progress import no_progress
from scoring.lab.tuning import TUNERS, compare_tuners, expected_bleu, halves, mert, mira, recover, tune
from scoring.lab.tuning.tuners import tuner
from scoring.significance import pool_runs, randomize
from tests.scoring.lab.tuning.lists import PLAIN, made

LISTS, REFERENCES = made(11, n_lists=40, size=8)
FEW = ("mert", "mira", "expected:2")


@pytest.fixture(scope="module")
def both():
    return halves(LISTS, [REFERENCES], PLAIN)


@pytest.fixture(scope="module")
def tuned(both):
    return tune(*both, replications=3, starts=2)


def test_halves_share_no_list_and_leave_none_out():
    drawn = set()
    for seed in (1, 2):
        development, held_out = halves(LISTS.only(np.arange(7)), [REFERENCES[:7]], PLAIN, seed)
        assert (len(development), len(held_out)) == (4, 3)
        both = np.concatenate([development.features, held_out.features])
        assert sorted(both.tolist()) == sorted(LISTS.only(np.arange(7)).features.tolist())
        drawn.add(tuple(development.lengths))
    assert len(drawn) == 2


def test_halves_keep_references_with_their_lists(both):
    lengths = {tuple(LISTS.features[LISTS.offsets[i]]): len(text.split()) for i, text in enumerate(REFERENCES)}
    for half in both:
        assert [lengths[tuple(half.features[at])] for at in half.offsets[:-1]] == half.lengths.tolist()


@pytest.mark.exhaustive
def test_all_usual_tuners_are_there(tuned):
    assert [one.name for one in tuned.all] == ["decoder", *TUNERS]
    assert [one.name for one in tuned.by_smoothing] == [f"expected:{method}" for method in range(8)]
    assert tuned.result_of("mira").weights.shape == (3, 3)
    assert (tuned.n_development, tuned.n_held_out, tuned.n_replications) == (20, 20, 3)


def test_what_is_scored_is_what_the_weights_choose(both, tuned):
    development, held_out = both
    for one in tuned.tuned:
        for number, weights in enumerate(one.weights):
            picks = held_out.picks(weights)
            assert one.held_out[number] == held_out.score(picks)
            assert one.held_out_lengths[number] == held_out.length_ratio(picks)
            assert one.development[number] == development.score(development.picks(weights))
            np.testing.assert_array_equal(one.statistics[number], held_out.statistics[picks])


def test_weights_have_the_size_of_the_decoders(tuned):
    own = np.abs(tuned.recovered.weights * tuned.spreads).sum()
    for one in tuned.all:
        np.testing.assert_allclose(np.abs(one.weights * tuned.spreads).sum(axis=1), own)


def test_the_baseline_is_what_the_decoder_chose(both, tuned):
    assert tuned.baseline.held_out.tolist() == [both[1].score(both[1].decoder_picks())] * 3
    np.testing.assert_array_equal(tuned.baseline.weights, [recover(both[0]).weights] * 3)
    assert tuned.baseline.spread == 0


def test_without_scores_the_first_candidate_is_the_baseline(both):
    found = tune(*(replace(half, decoder_scores=None) for half in both), ["expected:0"], replications=1)
    assert found.baseline.name == "first"
    assert found.recovered is None
    assert np.isnan(found.baseline.weights).all()
    assert np.isnan(found.tuned[0].spread)
    np.testing.assert_allclose(np.abs(found.tuned[0].weights * found.spreads).sum(axis=1), 1)


def test_a_single_replication_tunes_on_the_lists_as_they_are(both):
    development, held_out = both
    scaled, start = development.scale_features(development.spreads), recover(development).weights * development.spreads
    found = tune(development, held_out, FEW, replications=1, seed=4, penalty=0.5, starts=2)
    each = [
        mert(scaled, start, starts=2, seed=4),
        mira(scaled, start, seed=4),
        expected_bleu(scaled, scaled.sentence_bleu("2"), penalty=0.5),
    ]
    for one, weights in zip(found.tuned, each, strict=True):
        np.testing.assert_allclose(
            one.weights[0] / one.weights[0, 0], weights / weights[0] / found.spreads * found.spreads[0]
        )


def test_tuners_by_name_count_lists_as_they_were_drawn(both):
    scaled, start = both[0].scale_features(both[0].spreads), np.array([1.0, -0.5, 0.25])
    counts = np.arange(len(scaled)) % 3
    expected = {
        "mert": mert(scaled, start, counts, 2, 9),
        "mira": mira(scaled, start, counts, seed=9),
        "expected:7": expected_bleu(scaled, scaled.sentence_bleu("7"), 0.5, counts=counts),
    }
    for name, weights in expected.items():
        found = tuner(name, scaled, start, 0.5, 2)(counts, 9, no_progress)
        np.testing.assert_array_equal(found, weights)


def test_replications_differ_and_a_seed_repeats_them(both):
    found, again, other = (tune(*both, ["expected:2"], 3, seed).tuned[0].weights for seed in (1, 1, 2))
    assert len({tuple(row) for row in [*found, *other]}) > 3
    np.testing.assert_array_equal(found, again)


def test_no_tuner_sees_held_out_lists(both):
    development, held_out = both
    other = replace(held_out, features=held_out.features[::-1].copy(), statistics=held_out.statistics[::-1].copy())
    for one, same in zip(*(tune(development, lists, FEW, 2).tuned for lists in (held_out, other)), strict=True):
        np.testing.assert_array_equal(one.weights, same.weights)


def test_all_pairs_are_tested_on_held_out_lists(both):
    found = tune(*both, FEW, replications=2)
    tests = compare_tuners(found, trials=999, seed=3)
    assert tests.systems == ("decoder", *FEW)
    measured = {f"{one.name} {number}": rows for one in found.all for number, rows in enumerate(one.statistics)}
    groups = {one.name: [f"{one.name} 0", f"{one.name} 1"] for one in found.all}
    expected = randomize(PLAIN, pool_runs(measured, groups), 999, 3)
    np.testing.assert_array_equal(tests.p_values, expected.p_values)
    assert [one.scores.tolist() for one in tests.runs] == [one.held_out.tolist() for one in found.all]
    assert compare_tuners(found, 99, exchange="runs").exchange == "runs"


def test_held_out_features_may_come_in_another_order(both):
    development, held_out = both
    turned = replace(held_out, features=held_out.features[:, ::-1], feature_names=held_out.feature_names[::-1])
    one, same = (tune(development, lists, ["expected:2"], 2).tuned[0] for lists in (held_out, turned))
    assert one.held_out.tolist() == same.held_out.tolist()
    np.testing.assert_array_equal(one.statistics, same.statistics)


def test_where_there_is_nothing_to_choose_all_are_the_baseline():
    alone = LISTS.only(np.arange(8))
    alone = replace(
        alone,
        candidates=alone.candidates.take(alone.offsets[:-1]),
        offsets=np.arange(9),
        features=alone.features[alone.offsets[:-1]],
        decoder_scores=alone.decoder_scores[alone.offsets[:-1]],
    )
    found = tune(*halves(alone, [REFERENCES[:8]], PLAIN), FEW, replications=2, starts=1)
    assert {tuple(one.held_out) for one in found.all} == {tuple(found.baseline.held_out)}
    assert (compare_tuners(found, 99).p_values == 1).all()


def test_progress_rises_to_1_and_can_end_the_work(both):
    shares = []
    tune(*both, FEW, replications=2, starts=2, on_progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1

    def stop(share):
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune(*both, FEW, replications=2, starts=2, on_progress=stop)


@pytest.mark.parametrize(
    ("tuners", "said"),
    [
        ([], "Expected tuners, each once; found none"),
        (["mert", "mert"], "each once; found mert, mert"),
        (["expected"], "Unknown tuner 'expected'; there are mert, mira and expected:SMOOTHING"),
        (["expected:8"], "Unknown smoothing '8'"),
        ("mert", "tuners: expected a sequence"),
        ([1], "a tuner's name: expected str"),
    ],
)
def test_unknown_tuners_are_refused(both, tuners, said):
    with pytest.raises(ValueError, match=said):
        tune(*both, tuners)


def test_lists_that_do_not_go_together_are_refused(both):
    development, held_out = both
    for other, said in [
        (replace(held_out, feature_names=("f0", "f2", "f4")), "only one of them has f1, f4"),
        (replace(held_out, metric=BLEU("13a")), "one metric"),
        (replace(held_out, decoder_scores=None), "or in neither"),
        (None, "held-out lists: expected TuningCandidates"),
    ]:
        with pytest.raises(ValueError, match=said):
            tune(development, other)
    with pytest.raises(ValueError, match="at least 4 lists; found 2"):
        halves(LISTS.only(np.arange(2)), [REFERENCES[:2]])
    with pytest.raises(ValueError, match="Expected 40 segments of each reference, one a list; found 3"):
        halves(LISTS, [REFERENCES[:3]])
    with pytest.raises(ValueError, match="replications must be 1 to"):
        tune(development, held_out, replications=0)
