"""Lists as tuning sees them, against plain counts."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU, CHRF
from scoring.choosing import Lists
from scoring.lab.tuning import TuningCandidates
from tests.scoring.lab.tuning.lists import DECODER, KNOWN, KNOWN_REFERENCES, known, made, small


@pytest.mark.parametrize(
    ("smoothing", "scores"),
    [
        ("7", [42.0794, 100, 15.1283, 20.5478, 60.6531, 42.0794]),
        ("0", [0, 100, 0, 0, 60.6531, 0]),
    ],
)
def test_sentence_bleu_is_known(smoothing, scores):
    np.testing.assert_allclose(100 * known().sentence_bleu(smoothing), scores, atol=5e-5)


def test_a_score_that_is_not_defined_is_0():
    lists = replace(Lists.build([["", "a"]]), features=np.zeros((2, 1)), feature_names=("f",))
    assert TuningCandidates.of(lists, [[""]], BLEU("none")).sentence_bleu("2").tolist() == [0, 0]


def test_the_decoders_choice_has_the_known_score():
    candidates = known()
    assert candidates.picks(DECODER).tolist() == [2, 4]
    assert candidates.decoder_picks().tolist() == [2, 4]
    assert candidates.score(candidates.decoder_picks()) == pytest.approx(34.880466, abs=5e-7)
    assert candidates.score(np.array([1, 4])) == pytest.approx(81.873075, abs=5e-7)


@given(st.integers(0, 10**6))
def test_picks_are_the_first_of_the_highest(seed):
    rng = np.random.default_rng(seed)
    candidates = small(seed, n_lists=4)
    candidates = replace(candidates, features=rng.integers(-2, 3, candidates.features.shape).astype(float))
    weights = rng.integers(-2, 3, 3).astype(float)
    scores = candidates.features @ weights  # exact, these are whole numbers
    bounds = zip(candidates.offsets[:-1], candidates.offsets[1:], strict=True)
    assert candidates.picks(weights).tolist() == [start + scores[start:end].argmax() for start, end in bounds]


def test_equal_features_tie_whatever_the_weights():
    features = np.tile(np.array([0.1, 0.2, 0.3, 1 / 3, 1e-3]), (33, 1))
    lists = replace(Lists.build([["a"] * 33]), features=features, feature_names=tuple("abcde"))
    weights = np.random.default_rng(1).standard_normal(5)
    assert TuningCandidates.of(lists, [["a"]]).picks(weights).tolist() == [0]


def test_the_first_candidate_stands_in_for_a_decoders_choice():
    candidates = TuningCandidates.of(replace(KNOWN, decoder_scores=None), [KNOWN_REFERENCES], BLEU("none"))
    assert candidates.decoder_picks().tolist() == [0, 3]


def test_lengths_are_those_of_references():
    lists, references = made(3)
    candidates = TuningCandidates.of(lists, [references], BLEU("none"))
    assert candidates.lengths.tolist() == [len(text.split()) for text in references]
    picks = candidates.decoder_picks()
    words = sum(len(text.split()) for text in lists.candidates.take(picks).to_pylist())
    assert candidates.length_ratio(picks) == pytest.approx(words / candidates.lengths.sum())


def test_of_several_references_the_closest_one_of_each_candidate_counts():
    lists = replace(Lists.build([["a b c", "a b c d e f"]]), features=np.zeros((2, 1)), feature_names=("f",))
    assert TuningCandidates.of(lists, [["a b"], ["a b c d e f g"]], BLEU("none")).lengths.tolist() == [(2 + 7) / 2]


def test_spreads_are_deviations_within_lists():
    lists, references = made(5)
    features = lists.features.copy()
    features[:, 1] += 100 * lists.segments
    features[:, 2] = 0.1 + lists.segments  # three times 0.1, by 3, is not 0.1
    candidates = TuningCandidates.of(replace(lists, features=features), [references])
    parts = np.split(lists.features, lists.offsets[1:-1])
    within = np.concatenate([part - part.mean(axis=0) for part in parts])
    np.testing.assert_allclose(candidates.spreads, [*np.sqrt((within**2).mean(axis=0))[:2], 1])
    scaled = candidates.scale_features(candidates.spreads)
    assert (scaled.picks(DECODER[[0, 1, 1]] * candidates.spreads) == candidates.picks(DECODER[[0, 1, 1]])).all()


@pytest.mark.parametrize(
    ("lists", "references", "metric", "said"),
    [
        (
            replace(KNOWN, decoder_scores=np.array([0, 0, 0, 0, -np.inf, 0])),
            [KNOWN_REFERENCES],
            BLEU(),
            "candidate 2 of",
        ),
        (Lists.build([["a"]]), [["a"]], BLEU(), "The lists have no features"),
        (
            replace(KNOWN, features=np.full((6, 2), [[0, np.nan]])),
            [KNOWN_REFERENCES],
            BLEU(),
            r"found \[0.0, nan\] for candidate 1 of list 1",
        ),
        (KNOWN, [KNOWN_REFERENCES], CHRF(), "the metric of tuning: expected BLEU"),
        (KNOWN, [["one"]], BLEU(), "lists has 2, reference 1 has 1"),
    ],
)
def test_what_cannot_be_tuned_is_refused(lists, references, metric, said):
    with pytest.raises(ValueError, match=said):
        TuningCandidates.of(lists, references, metric)


@pytest.mark.parametrize("weights", [[1.0], [1, 2, 3], [np.nan, 1], "ab"])
def test_weights_that_do_not_fit_are_refused(weights):
    with pytest.raises(ValueError, match="weight"):
        known().picks(weights)
