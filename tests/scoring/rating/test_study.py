"""What is said of agreement, raters and two systems."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from scoring.rating import (
    DamagedOutputScores,
    DirectAssessment,
    OutputRanking,
    PairDifference,
    RaterQuality,
    Repeats,
    SegmentsNeeded,
    study,
    system_scores,
)
from scoring.rating.protocols.plan import SELECTIONS
from scoring.significance import CLEAR, CLOSE, LIKELY, TOO_LITTLE_DATA
from scoring.studies.wording import verdict_words
from tests.campaigns import plan, rated, texts


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (1.0, "enough to rely on"),
        (0.8, "enough to rely on"),
        (0.7, "enough for tentative conclusions"),
        (0.66, study.LOW),
    ],
)
def test_alpha_means_what_krippendorff_says(value, said):
    assert study.alpha_means(value) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (-0.1, "worse than chance"),
        (0.2, "slight"),
        (0.21, "fair"),
        (0.41, "moderate"),
        (0.61, "substantial"),
        (0.81, "almost perfect"),
    ],
)
def test_kappa_means_what_landis_and_koch_say(value, said):
    assert study.kappa_means(value) == said


def pair(difference=2.0, p=0.2, segments=300.0, n_segments=100, state=CLOSE):
    needed = SegmentsNeeded(n_segments, difference, 10.0, 3.0, segments, 0.8, 0.05)
    return PairDifference("good", "fair", difference, difference - 3, difference + 3, p, needed, p, state)


@pytest.mark.parametrize(
    ("protocol", "n_segments", "said"),
    [
        ("esa", 5, ""),
        ("esa", 6, "With 6 segments only very large differences can be found: of about 22 points of 100 or more."),
        ("da", 30, "With 30 segments only very large differences can be found: of about 8 points of 100 or more."),
        ("esa", 50, "With 50 segments a difference of about 8 points of 100 between two systems can be found."),
        ("da", 2_000, "With 2,000 segments a difference of about 1.0 points of 100 between two systems can be found."),
        ("mqm", 50, "With 50 segments a difference of about 4 MQM points between two systems can be found."),
        ("ranking", 50, ""),
    ],
)
def test_what_so_many_segments_can_show_is_said_before_anybody_rates(protocol, n_segments, said):
    assert study.detectable_sentence(protocol, n_segments) == said
    if said:
        assert f"deviation of {study.ASSUMED_DEVIATIONS[protocol]:g} points" in study.detectable_method(protocol)


NEED = "You would need {} more rated segments for 80 % power at p ≤ 0.05 after correction."


@pytest.mark.parametrize(
    ("found", "more"),
    [
        (pair(), NEED.format("about 200")),
        (
            pair(segments=1334.0),
            NEED.format("about 1,300"),
        ),
        (pair(segments=90.0), NEED.format("a few")),
        (pair(difference=4.0, p=0.01, state=CLEAR), ""),
        (pair(difference=4.0, p=0.04, state=LIKELY), ""),
        (pair(0.0, 1.0, math.inf), "The measured difference is 0, so no number of segments would show one."),
        (pair(state=TOO_LITTLE_DATA), ""),
    ],
)
def test_what_would_tell_two_systems_apart(found, more):
    assert study.more_segments_sentence(found) == more


def test_the_table_says_what_the_sentence_says():
    found = [
        pair(segments=3897.0),
        pair(segments=90.0),
        pair(p=0.01, state=CLEAR),
        pair(segments=math.inf),
        pair(state=TOO_LITTLE_DATA),
    ]
    assert [study.more_segments_cell(one) for one in found] == ["3,800", "a few", "none", "endless", "n/a"]
    numbers = [study.count_more_segments(one) for one in found]
    assert numbers == pytest.approx([3800, 0, 0, math.nan, math.nan], nan_ok=True)


@cache
def scores(protocol, n_segments, lead):
    """Of raters to whom A is so much better, whatever they are asked."""
    test_set, generator = texts(n_segments, "AB"), np.random.default_rng(5)

    def say(place, item):
        felt = [50 + lead * (output.system == "A") + generator.normal(0, 5) for output in item.outputs]
        if protocol == "da":
            return DirectAssessment(felt[0])
        return OutputRanking(tuple(1 + sum(other > one for other in felt) for one in felt))

    return system_scores(rated(plan(test_set, protocol, 3), test_set, say), trials=1_000)[0]


@pytest.mark.parametrize(("protocol", "of"), [("da", ""), ("ranking", study.SHARES["ranking"])])
def test_the_verdict_is_that_of_significance(protocol, of):
    found = scores(protocol, 30, 20)
    (one,) = found.pairs
    said = study.difference_statement(found, one, 2, of)
    assert said.startswith(f"Raters put A ahead of B by {one.difference:.2f}{of} (95 % interval ")
    assert said.endswith(f"): {one.state}. {verdict_words.describe_verdict(found.verdicts, 'A', 'B')}")
    assert said.count("p = ") == 1
    assert one.state == CLEAR
    assert study.difference_statement(found, one, 2, of, 1) == said.replace("Raters put", "1 rater puts")


@pytest.mark.parametrize(("protocol", "of"), [("da", ""), ("ranking", study.SHARES["ranking"])])
def test_a_lead_in_few_segments_is_said_to_be_too_little_data(protocol, of):
    found = scores(protocol, 4, 20)
    (one,) = found.pairs
    assert study.difference_statement(found, one, 2, of) == (
        f"Raters put A ahead of B by {one.difference:.2f}{of}, but there is too little data to compare them. With 4"
        " segments chance cannot be ruled out: two systems have to differ in at least 6."
    )
    level = replace(one, difference=0.0)
    assert study.difference_statement(found, level, 2).startswith("There is too little data to compare A and B.")
    assert study.more_segments_sentence(one) == ""


@pytest.mark.parametrize(("n_systems", "n_segments", "is_said"), [(2, 5, True), (2, 6, False), (1, 5, False)])
def test_a_campaign_that_can_never_compare_its_systems_is_told_so_and_what_to_do(n_systems, n_segments, is_said):
    said = study.small_campaign_sentence(n_systems, n_segments)
    assert bool(said) == is_said
    if is_said:
        assert said == (
            "This campaign is too small to compare systems: a test needs 6 or more segments, and it has only 5. Make a"
            " larger one in the tab Set up (50 segments are usual)."
        )


def test_of_a_campaign_that_is_too_small_the_statement_does_not_ask_for_more_segments():
    found = scores("da", 4, 20)
    (one,) = found.pairs
    said = study.difference_statement(found, one, 2, is_small=True)
    assert said == f"Raters put A ahead of B by {one.difference:.2f}, but there is too little data to compare them."


def test_two_that_are_level_are_said_to_be():
    found = scores("da", 30, 20)
    level = replace(found.pairs[0], difference=0.0, state=CLOSE)
    assert study.difference_statement(found, level, 2) == "So far raters rate A and B equally."
    assert study.difference_statement(found, level, 2, "", 1) == "So far 1 rater rates A and B equally."


def test_why_few_segments_have_no_interval_is_said():
    few, many = (scores("da", n_segments, 20) for n_segments in (4, 30))
    assert study.missing_interval_sentence(few, "segment") == (
        "A 95 % interval needs at least 6 rated segments of a system; each has only 4."
    )
    one = replace(few, n_units=np.array([1, 4]))
    assert study.missing_interval_sentence(one, "segment").endswith(
        "rated segments of a system; one system has only 1."
    )
    assert not study.missing_interval_sentence(many, "segment")


def test_that_there_is_no_interval_is_said():
    assert study.difference_interval_words(replace(pair(0.25), low=math.nan, high=math.nan), 2) == study.NO_INTERVAL


def test_on_which_segments_systems_are_compared_is_said():
    found = scores("da", 30, 20)
    assert study.compared_segments_sentence(found) == ""
    some = replace(found, n_segments=np.array([30, 34]))
    assert (
        study.compared_segments_sentence(some)
        == "This uses the 30 of 34 rated segments in which every system was rated."
    )


def test_how_it_was_computed_is_said():
    found = scores("da", 30, 20)
    assert study.method(found, "segment") == (
        "p: approximate randomization, two-sided, 1,000 shuffles, seed 1."
        " Intervals: 95 % expanded percentile intervals of the bootstrap with 1,000 resamples."
    )


def test_numbers_of_segments_are_rounded_up_to_two_digits():
    generator = np.random.default_rng(1)
    for number in 10 ** generator.uniform(0, 6, 200):
        found = study.round_up(number)
        assert number <= found <= max(number * 1.1 + 1, math.ceil(number))
        assert len(str(found).rstrip("0")) <= 2


def test_who_does_not_notice_damage_is_named_where_there_is_enough_of_it():
    def rater(name, n, n_noticed):
        return RaterQuality(0, name, 50, 50, 9.0, 50, 0, Repeats(5, 5, 0.0), DamagedOutputScores(n, n_noticed, 0, 1.0))

    said = study.inattentive_rater_sentences([rater("Ana", 10, 9), rater("Ben", 10, 5), rater("few", 4, 0)])
    assert [line.partition(" noticed")[0] for line in said] == ["Ben"]
    assert "5 of 10 damaged outputs" in said[0]
    told = study.inattention_sentence([rater("Ana", 10, 9), rater("Ben", 10, 5), rater("few", 4, 0)])
    assert told == "1 of 3 raters may not have read the texts, by their seconds and checks."
    assert study.inattention_sentence([rater("Ana", 10, 9)]) == ""


def test_each_way_to_choose_segments_by_scores_says_what_it_is_not_good_for():
    assert {*study.SELECTION_CAUTIONS} == {*SELECTIONS}
    assert all("the whole set" in said for said in study.SELECTION_CAUTIONS.values())


@pytest.mark.parametrize(
    ("n_timed", "n_hasty", "is_said"), [(50, 5, True), (50, 4, False), (8, 2, False), (8, 3, True)]
)
def test_who_answers_in_no_time_is_named(n_timed, n_hasty, is_said):
    nothing = Repeats(0, 0, 0.0), DamagedOutputScores(0, 0, 0, 0.0)
    said = study.inattentive_rater_sentences([RaterQuality(0, "Ana", 50, 50, 9.0, n_timed, n_hasty, *nothing)])
    expected = f"Ana gave {n_hasty} of {n_timed} answers in less than 2 seconds each: hardly time to read."
    assert said == ([expected] if is_said else [])
