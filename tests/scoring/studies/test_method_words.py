"""What is said of a result: the sentence fits the numbers, for both tests, and no more is said than is so."""

import math
from dataclasses import replace

import numpy as np
import pytest

from scoring import BLEU, METRICS, NIST, TER
from scoring.significance import EXCHANGES, PAIR_CORRECTIONS, TESTS, Bootstrap, Comparisons, Randomization
from scoring.significance.comparisons import FurtherTrials
from scoring.studies.wording import method_words as words
from scoring.studies.wording import verdict_words
from tests.cases import as_one_test
from tests.expanded import outside

FEW = "so no difference can be significant"


def found_with(n_segments, trials, test="ar", n_systems=2, p=0.5, correction="holm"):
    """Comparisons of so many systems whose pairs all have one p-value, if any."""
    names = tuple(f"s{number}" for number in range(n_systems))
    scores = np.arange(n_systems, 0, -1.0)
    counts = np.full((n_systems, n_systems), round(p * (trials + 1)) - 1)
    resampled = Bootstrap(BLEU(), names, scores, np.zeros((trials, n_systems)), n_segments, 1)
    tested = Randomization(BLEU(), names, scores, counts, trials, 1) if test == "ar" else resampled
    return Comparisons(BLEU(), tested, resampled, correction)


def test_a_pair_has_as_many_draws_as_settle_it():
    assert words.draws_until_settled(10_000, "bootstrap") == "10,000 to 1,000,000 resamples"
    assert words.draws_until_settled(1_000_000, "ar") == "1,000,000 shuffles"


def test_every_test_correction_and_exchange_has_a_name():
    assert set(words.TEST_NAMES) == set(words.DRAWS) == set(TESTS)
    assert set(words.CORRECTION_NAMES) == set(PAIR_CORRECTIONS)
    assert set(words.EXCHANGE_NAMES) == set(words._EXCHANGED) == set(EXCHANGES)


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (0.2, "about 1 time in 5"),
        (0.994, "about 99 times in 100"),
        (0.995, "almost every time"),
        (1.0, "almost every time"),
    ],
)
def test_chance_is_told_as_how_often_it_does_as_much(p, said):
    assert (
        verdict_words._chance_frequency_phrase(p)
        == f"if both systems were equally good, a difference like this would turn up {said}"
    )


@pytest.mark.parametrize(
    ("p", "correction", "said"),
    [
        (0.1053, "max-t", "about 1 time in 9"),
        (0.1053, "holm", "at most about 1 time in 9"),
        (0.4, "bonferroni", "at most about 40 times in 100"),
        (1.0, "holm", "almost every time"),
    ],
)
def test_chance_of_several_comparisons_is_that_of_any_of_them(p, correction, said):
    expected = f"if all systems were equally good, one of the comparisons would look this clear {said}"
    assert verdict_words._chance_frequency_phrase(p, correction) == expected


def test_a_rate_of_false_discoveries_is_no_frequency():
    assert verdict_words._chance_frequency_phrase(0.1, "bh") == ""


def test_what_was_done():
    assert (
        words.describe_test(found_with(50, 10_000)) == "approximate randomization, two-sided, 10,000 shuffles, seed 1"
    )
    by_document = replace(found_with(50, 10_000), unit="document")
    assert (
        words.describe_test(by_document) == "approximate randomization by document, two-sided, 10,000 shuffles, seed 1"
    )
    assert words.describe_test(found_with(50, 1, "bootstrap")) == "paired bootstrap, two-sided, 1 resample, seed 1"
    assert words.correction_words("bh") == "correction: Benjamini-Hochberg"
    assert words.interval_method_phrase(1) == "95 % expanded percentile intervals of the bootstrap with 1 resample"


@as_one_test
@pytest.mark.parametrize("kind", METRICS.values())
def test_only_on_a_scale_of_0_to_100_differences_are_points(kind):
    assert words.unit(kind()) == (f"{kind.label} points" if kind is not NIST else "NIST")


@pytest.mark.parametrize(
    ("n_systems", "correction", "said"),
    [
        (2, "holm", ""),
        (2, "none", ""),
        (4, "holm", "corrected for 6 comparisons (Holm)"),
        (4, "max-t", "corrected for 6 comparisons (step-down max-T)"),
        (4, "none", "not corrected for multiple comparisons"),
    ],
)
def test_the_correction_is_named_with_the_number_of_comparisons(n_systems, correction, said):
    found = found_with(50, 99, n_systems=n_systems, correction=correction)
    assert words.correction_phrase(found) == said
    assert words.correction_sentence(found) == (f"p-values are {said}." if said else "")
    assert words.describe_test_and_correction(found) == words.describe_test(found) + (f"; {said}" if said else "")


@pytest.mark.parametrize(
    ("needed", "said"),
    [
        (241, "To settle it you would need about 240 segments of this kind; you have 99."),
        (50, "About 50 segments of this kind would settle it; you have 99."),
        (990, "To settle it you would need about 990 segments of this kind; you have 99."),
        (math.inf, "The measured difference is 0, so no number of segments would show it."),
    ],
)
def test_how_many_segments_a_difference_needs(needed, said):
    assert words.needed_sentence(needed, 99, "segment") == said


def test_the_power_of_that_number_is_said_by_itself():
    said = "The number of segments needed is for 80 % power at p ≤ 0.05"
    assert words.power_note("segment", is_corrected=False) == f"{said}."
    assert words.power_note("segment", is_corrected=True) == f"{said} after Bonferroni’s correction."


def test_a_difference_that_no_test_set_shows():
    said = words.needed_sentence(991, 99, "document")
    assert said.endswith("too small to settle in practice: you would need over 10 times as many documents.")


def test_whether_two_differ():
    assert verdict_words.significance_phrase(True) == "differ significantly"
    assert verdict_words.significance_phrase(False) == "do not differ significantly"


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (-0.25, 1.5, "95 % interval −0.25 to +1.50"),
        (math.nan, math.nan, "95 % interval n/a"),
        (-0.003, 1.37, "95 % interval −0.003 to +1.370"),
        (-0.25, 0.0004, "95 % interval −0.2500 to +0.0004"),
        (0.0, 1.5, "95 % interval 0.00 to +1.50"),
    ],
)
def test_intervals(low, high, said):
    assert words.interval_words(low, high) == said


@as_one_test
@pytest.mark.parametrize("kind", METRICS.values(), ids=METRICS)
def test_the_direction_is_said_where_lower_is_better(kind):
    said = words.lower_is_better_sentence(kind())
    assert said == (None if kind.higher_is_better else f"Lower {kind.label} is better.")
    assert words.lower_is_better_sentence(TER()) == "Lower TER is better."


@pytest.mark.parametrize(
    ("n_segments", "trials", "test", "said"),
    [
        (1, 99, "ar", "There is no interval: with one segment"),
        (1, 99, "bootstrap", "One segment is too few for the paired bootstrap"),
        (2, 99, "ar", "A 95 % interval takes at least 6 segments; you have 2."),
        (5, 10_000, "bootstrap", "A 95 % interval takes at least 6 segments; you have 5."),
        (30, 53, "ar", "With 30 segments an interval takes at least 54 resamples."),
        (30, 54, "bootstrap", None),
    ],
)
def test_why_there_is_no_interval(n_segments, trials, test, said):
    found = words.no_interval(found_with(n_segments, trials, test))
    assert found is None if said is None else found.startswith(said)


@pytest.mark.parametrize(
    ("n_segments", "trials", "n_systems", "said"),
    [
        (100, 19, 2, []),
        (100, 18, 2, [f"With 18 shuffles p is at least 1 / 19, {FEW}. Draw at least 19."]),
        (5, 99, 2, ["With 5 segments approximate randomization gives no p below about 0.0625, so"]),
        (6, 99, 2, []),
        (6, 99, 3, ["no p below about 0.0312 (0.0938 when corrected for 3 comparisons), so"]),
        (1, 9, 3, ["One segment is too few for a test, so", "1 / 10"]),
    ],
)
def test_too_few_segments_and_too_few_trials_are_both_said(n_segments, trials, n_systems, said):
    found = words.too_few_for_pairs(found_with(n_segments, trials, n_systems=n_systems))
    assert len(found) == len(said)
    assert all(part in sentence and FEW in sentence for part, sentence in zip(said, found, strict=True))


def test_nothing_is_too_few_where_a_pair_differs():
    assert words.too_few_for_pairs(found_with(5, 99, p=0.02)) == []


@pytest.mark.parametrize(
    ("n_segments", "said"),
    [
        (1, "One segment is too few for the paired bootstrap"),
        (5, "With 5 segments the paired bootstrap gives no p below about 0.0625, so no difference can be significant"),
        (6, None),
    ],
)
def test_so_few_segments_cannot_be_resampled(n_segments, said):
    found = words.too_few_for_pairs(found_with(n_segments, 999, "bootstrap"))
    assert found == [] if said is None else found[0].startswith(said)


@pytest.mark.parametrize(
    ("n_different", "said"),
    [(0, None), (1, "1 segment, too few for"), (6, None)],
)
def test_two_that_differ_in_few_segments(n_different, said):
    found = words.too_few_different_units(n_different)
    assert found is None if said is None else said in found


def test_the_smallest_step_may_take_more_resamples_of_few_segments():
    """There p is larger than (c + 1) / (R + 1)."""
    few = found_with(30, 500, "bootstrap")
    assert words.enough_trials(few, 0.001) == math.ceil(1 / outside(30, 0.999)) > 2_000
    assert words.enough_trials(found_with(30, 500), 0.001) == 1_000


def test_the_smallest_step_may_take_more_trials():
    many = found_with(1000, 10_000, n_systems=20, p=0.0001)
    assert words.smallest_p_sentence(many, 0.001) == (
        "10,000 shuffles cannot give a corrected p below 0.0190 here; 0.001 takes 190,000."
    )
    p, trials = many.p_values, np.full((20, 20), 20_000)
    refined = words.smallest_p_sentence(replace(many, further=FurtherTrials(p, 190 * p, p, p, trials, trials)), 0.001)
    assert refined is not None
    assert refined.endswith(". Pairs that were not settled got more.")
    assert words.smallest_p_sentence(replace(many, correction="bh"), 0.001) is None
    assert words.smallest_p_sentence(found_with(1000, 100, n_systems=20), 0.001) is None, (
        "there no difference can be significant at all"
    )
    assert words.smallest_p_sentence(found_with(1000, 190_000, n_systems=20, p=0.0001), 0.001) is None


@pytest.mark.parametrize(
    ("test", "own", "others"),
    [("ar", "swaps their outputs", "a sample of"), ("bootstrap", "a sample of", "swaps their outputs")],
)
def test_what_p_says_is_said_of_the_test_that_gave_it(test, own, others):
    """Randomization is conditional on the segments; the bootstrap draws others like them."""
    denied = " ".join(words.what_p_does_not_say(test, False))
    assert own in denied
    assert others not in denied
    assert ("which of the two systems wrote which output" in words.null_hypothesis_words(test)) == (test == "ar")
    assert words.what_p_does_not_say(test, True)[:-1] == words.what_p_does_not_say(test, False)
