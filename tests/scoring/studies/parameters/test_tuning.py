"""What is said of tuning: numbers against plain arithmetic, and what small lists cannot show."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binomtest, t

from scoring import BLEU
from scoring.lab.tuning import TunerResult, TuningCandidates, Tunings, compare_tuners, halves, tune
from scoring.lab.tuning.baseline_tests import Probability, baseline_probabilities, tuner_letters, tuner_pair_p_values
from scoring.significance import adjust
from scoring.studies.parameters import tuning
from tests.scoring.lab.tuning.lists import PLAIN, made

METRIC = BLEU("none")


def outcome(name, held_out, development=(10.0, 10.0), weights=((1.0, 1.0), (1.0, 1.0)), lists=12, length=9):
    """Two replications; each choice of a held-out list has so many of 10 words, all of them right."""
    counts = np.array([[length, 10, *(max(length - n, 0) for n in range(5)), *(max(length - n, 0) for n in range(5))]])
    return TunerResult(
        name,
        np.array(weights),
        np.array(development),
        np.array(held_out),
        np.array([length / 10] * 2),
        np.array([length / 10] * 2),
        np.tile(counts.astype(float), (2, lists, 1)),
    )


def tunings(*tuned, lists=12):
    baseline = outcome("decoder", (20.0, 20.0), length=8, lists=lists)
    return Tunings(METRIC, ("a", "b"), np.array([1.0, 2.0]), baseline, tuned, None, 60, lists, 2, 10.0, 1)


FOUND = tunings(
    outcome("mert", (21.0, 23.0), development=(15.0, 16.0)),
    outcome("expected:2", (20.5, 20.7), weights=((1.0, 0.5), (0.0, 0.5))),
    outcome("expected:floor=0.05", (20.3, 20.4), weights=((1.0, 0.5), (0.0, 0.5))),
)
TESTS = compare_tuners(FOUND, 999)


def test_names_as_people_read_them():
    assert [tuning.tuner_phrase(one.name) for one in FOUND.all] == [
        "the decoder's choice",
        "MERT",
        "expected BLEU with smoothing 2",
        "expected BLEU with smoothing floor=0.05",
    ]


def test_what_was_done():
    assert tuning.tuning_method(FOUND).startswith(
        "Tuned on 60 development lists, drawn anew 2 times; judged by BLEU on 12"
    )
    assert "development list, once;" in tuning.tuning_method(replace(FOUND, n_replications=1, n_development=1))


def test_how_many_tuners_are_surely_better():
    p = adjust(TESTS.p_values[0, 1:])[0]
    assert tuning.tuning_opening(FOUND, TESTS) == (
        "3 of 3 tuners are surely better than the decoder's choice on held-out lists, most of all MERT: 22.00 BLEU,"
        f" 2.00 above it (corrected p = {p:.4f})."
    )
    alone = tunings(FOUND.tuned[0])
    said = "MERT is surely better than the decoder's choice on held-out lists: 22.00 BLEU, 2.00 above it (corrected p ="
    assert tuning.tuning_opening(alone, compare_tuners(alone, 999)).startswith(said)


def test_no_tuner_may_be_better_than_the_decoder():
    worse = tunings(outcome("mira", (19.0, 19.5)))
    said = "No tuner does better on held-out lists than the decoder's choice, 20.00 BLEU; MIRA comes closest with 19.25"
    assert tuning.tuning_opening(worse, compare_tuners(worse, 99)).startswith(said)


def test_smoothings():
    assert tuning.smoothings(FOUND, TESTS) == (
        "Of the smoothings, 2 has the highest score on held-out lists, 20.60 BLEU, and floor=0.05 the lowest, 20.35"
        " BLEU. The 2 smoothings lie within 0.25 BLEU; the replications of one smoothing differ by 0.11 (standard"
        " deviation). All differences between two of them could be chance."
    )
    alone = tunings(FOUND.tuned[1])
    assert tuning.smoothings(alone, compare_tuners(alone, 99)) is None
    alike = tunings(FOUND.tuned[1], replace(FOUND.tuned[1], name="expected:0"))
    assert (
        tuning.smoothings(alike, compare_tuners(alike, 99)) == "With all 2 smoothings held-out lists have 20.60 BLEU."
    )


def test_length_and_what_is_left_without_it():
    """All words are right: without the brevity penalty both have 100."""
    assert tuning.output_length_sentence(FOUND) == (
        "Length: outputs have 90.0 % as many words as the references by MERT, 80.0 % by the decoder's choice."
        " Without the brevity penalty they would have 100.00 and 100.00 BLEU: what is left of the difference is not"
        " bought by length."
    )
    empty = tunings(outcome("mert", (21.0, 21.0), length=0))
    assert tuning.output_length_sentence(empty) == (
        "Length: outputs have 0.0 % as many words as the references by MERT, 80.0 % by the decoder's choice."
    )


def test_what_overfits():
    assert tuning.overfitting(FOUND) == (
        "Compared with the decoder's choice, MERT is 5.50 BLEU better on development lists and 2.00 BLEU better on"
        " held-out ones: it overfits most."
    )
    assert tuning.overfitting(tunings(FOUND.tuned[1])).startswith("Every tuner gains as much")


def test_weights_as_shares():
    """In units of spread the weights are (1, 1) and (0, 1): shares of 50 and 50, then of 0 and 100."""
    assert tuning.weight_variation_words(FOUND) == (
        "A feature's share in the choice, of 100 % for all features, differs by 0.0 points from smoothing to smoothing"
        " and by 35.4 from replication to replication (standard deviations, the mean over the features)."
    )
    assert tuning.weight_variation_words(replace(FOUND, n_replications=1)) is None


@pytest.fixture(scope="module")
def real():
    lists, references = made(11, n_lists=40, size=8)
    found = tune(*halves(lists, [references], PLAIN), ["expected:0", "expected:7"], replications=2)
    return found, compare_tuners(found, 999)


def test_what_small_lists_cannot_show(real):
    found, tests = real
    selection = np.mean([tests.bootstrap.samples[:, 0].std(ddof=1)])
    said = tuning.limits_of_lists_sentences(found, tests)
    assert said[0].startswith("With 20 held-out lists the choice of lists alone moves a score by")
    assert float(said[0].split()[-4]) == pytest.approx(selection, rel=0.5)
    least = float(re.search(r"less than about ([\d.]+) BLEU", said[1])[1])
    as_of_20 = math.sqrt(20 / 19) * t.isf(0.025, 19)
    assert least == pytest.approx(as_of_20 * tests.bootstrap.standard_error("expected:0", "expected:7"), abs=0.006)
    assert said[2].startswith("20 development lists for 3 features are few")
    assert said[-1] == tuning.FIXED
    assert tuning.ONE_REPLICATION in tuning.limits_of_lists_sentences(replace(found, n_replications=1), tests)


def test_a_gain_that_could_be_chance_is_no_winner(real):
    found, tests = real
    assert min(one.p for one in baseline_probabilities(found, tests).values()) > 0.05
    best = max(found.tuned, key=lambda one: one.held_out.mean())
    gain = round(best.held_out.mean(), 2) - round(found.baseline.held_out.mean(), 2)
    said = tuning.tuning_opening(found, tests)
    if gain > 0:
        assert said.startswith("No tuner is surely better than the decoder's choice, ")
        assert (
            f"the largest gain, {gain:.2f} BLEU by {tuning.tuner_phrase(best.name)}, could be chance (corrected p = "
            in said
        )
    else:
        assert said.startswith("No tuner does better on held-out lists than")


def test_each_question_is_adjusted_for_its_own_family(real):
    found, tests = real
    base = tests.index(found.baseline.name)
    own = {one.name: tests.p_values[tests.index(one.name), base] for one in found.tuned}
    least = min(own, key=own.get)
    p_values = baseline_probabilities(found, tests)
    assert p_values[least].p == min(2 * own[least], 1), "of two tuners"
    end = binomtest(round(own[least] * 1000) - 1, 999).proportion_ci(0.95, "exact").high
    assert p_values[least].high == pytest.approx(min(2 * end, 1))
    pair = tests.p_values[tests.index("expected:0"), tests.index("expected:7")]
    np.testing.assert_array_equal(tuner_pair_p_values(found, tests), [[1, pair], [pair, 1]], "one pair of tuners")
    assert set(tuner_letters(found, tests)) == {"expected:0", "expected:7"}, "the baseline has none"


def test_what_is_too_close_to_call():
    close = Probability(0.04, 0.06)
    assert (close.is_sure, close.is_close) == (False, True)
    assert tuning._chance(close, 2000) == "is too close to call with 2,000 shuffles (corrected p = 0.0400)"
    assert Probability(0.04, 0.05).is_sure
    assert not Probability(0.06, 0.08).is_close


def test_the_development_lists_are_not_held_out():
    lists, references = made(11, n_lists=10, size=4)
    one = TuningCandidates.of(lists, [references], PLAIN)
    with pytest.raises(ValueError, match="judge on others"):
        tune(one, one, ["expected:0"], replications=1)


def test_few_trials(real):
    """Of two tuners the upper end of p must be .025: 1 - .025^(1/R). Eleven have 55 pairs, 55 / (R + 1) <= .05."""
    found, _ = real
    assert 2 * (1 - 0.025 ** (1 / 146)) <= 0.05 < 2 * (1 - 0.025 ** (1 / 145))
    assert tuning.few_trials(found, compare_tuners(found, 146)) == ""
    said = tuning.few_trials(found, compare_tuners(found, 145))
    assert said == (
        "With 145 shuffles no tuner can be surely better than the decoder's choice, however far it is above: that takes"
        " at least 146 shuffles."
    )
    assert said in tuning.limits_of_lists_sentences(found, compare_tuners(found, 145))
    many = tunings(*(outcome(f"expected:floor=0.{number}", (20.0, 20.0)) for number in range(1, 12)))
    assert tuning.few_trials(many, compare_tuners(many, 1098)) == (
        "With 1,098 shuffles all tuners share one letter, however far apart they are: letters take at"
        " least 1,099 shuffles."
    )
    assert tuning.few_trials(many, compare_tuners(many, 1099)) == ""


def test_enough_development_lists_are_not_called_few(real):
    found, tests = real
    assert not any(
        "are few" in one for one in tuning.limits_of_lists_sentences(replace(found, n_development=60), tests)
    )


def test_a_handful_of_held_out_lists_shows_no_difference():
    few = tunings(FOUND.tuned[1], outcome("expected:0", (1.0, 2.0), lists=3), lists=3)
    few = replace(few, tuned=tuple(replace(one, statistics=one.statistics[:, :3]) for one in few.tuned))
    assert "With so few held-out lists every difference could be chance." in tuning.limits_of_lists_sentences(
        few, compare_tuners(few, 99)
    )


@pytest.mark.exhaustive
def test_a_run_tunes_and_tests():
    lists, references = made(3)
    sides = halves(lists, [references], METRIC, 2)
    request = tuning.TuningRequest(("mira", "expected:0"), 2, seed=2, trials=99, exchange="runs")
    told = []
    result = tuning.run(request, *sides, told.append)
    found = tune(*sides, ("mira", "expected:0"), 2, 2)
    tests = compare_tuners(found, 99, 2, exchange="runs")
    assert np.array_equal(result.tunings.tuned[1].weights, found.tuned[1].weights)
    assert np.array_equal(result.tests.p_values, tests.p_values)
    assert result.letters == tuner_letters(found, tests)
    assert result.p("mira")[1] == baseline_probabilities(found, tests)["mira"].p
    assert np.isnan(result.p(found.baseline.name)).all()
    assert told == sorted(told)
    assert told[-1] == 1


@pytest.mark.parametrize("wrong", [{"tuners": ("x",)}, {"replications": 0}, {"trials": 0}, {"correction": "x"}])
def test_a_request_that_cannot_be_is_refused(wrong):
    with pytest.raises(ValueError, match=r"x|replications|trials"):
        tuning.TuningRequest(**wrong)
