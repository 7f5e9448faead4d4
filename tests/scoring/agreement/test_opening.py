"""The sentence that tells of agreement."""

from dataclasses import replace

import numpy as np

from scoring.agreement import Agreement, Chance, Judge, MetricComparison, agreement_words
from scoring.agreement.pairs import JudgedPairs
from scoring.judgments import Scores

TABLE = np.stack([np.arange(1.0, 101), np.zeros(100)])
HUMAN = Judge.of_scores(Scores("MQM", dict(zip("ab", TABLE, strict=True)), is_human=True), ["a", "b"])
PROGRAM = replace(HUMAN, is_human=False)
PREFERRING = Judge("MQM", True, ("a", "b"), np.arange(100), JudgedPairs.of_scores(TABLE))


def comparison(spread=0.001, **values):
    """``spread`` is how far draws lie from the values, each metric's in its own way."""
    generator = np.random.default_rng(1)
    found = {
        name: Agreement(("tau",), np.array([value]), value + spread * generator.normal(size=(1000, 1)), 100)
        for name, value in values.items()
    }
    return MetricComparison.of(found, "tau")


def opening(judge=HUMAN, ties=0.2, chance=0.3, spread=0.001, **values):
    drawn = None if chance is None else Chance(np.full(50, chance))
    return agreement_words.agreement_opening(judge, comparison(spread, **values), ("BLEU", "CHRF"), "BLEU", ties, drawn)


def test_people_and_others():
    rest = " BLEU orders or ties 52 so. Calling everything a tie gives 20, scores drawn at random 30."
    assert opening(COMET=0.604, BLEU=0.52) == (
        "On these 100 segments the metric that agrees most with people (MQM) is COMET: it orders or ties 60 of 100"
        f" pairs of outputs as they do.{rest}"
    )
    assert opening(PROGRAM, COMET=0.604, BLEU=0.52) == (
        "On these 100 segments the metric that agrees most with the judge MQM (not people) is COMET: it orders or"
        f" ties 60 of 100 pairs of outputs as it does.{rest}"
    )


def test_preferences_count_half_of_a_tie():
    said = opening(PREFERRING, ties=0.0, chance=0.0, COMET=0.24, BLEU=0.17)
    assert "is COMET: it orders 62 of 100" in said
    assert said.endswith("BLEU orders 58 so. Tossing a coin gives 50.")


def test_those_that_share_a_letter_are_named_or_counted():
    assert "COMET is not shown to be worse." in opening(spread=0.1, XCOMET=0.6, COMET=0.59)
    two = opening(spread=0.1, XCOMET=0.6, COMET=0.59, METRICX=0.595)
    assert "METRICX and COMET are not shown to be worse." in two
    every = {f"m{number}": 0.6 - number / 1000 for number in range(6)}
    assert "None of the other 5 is shown to be worse." in opening(spread=0.1, **every)
    far = opening(spread=0.01, **every, far=0.1)
    assert "m1, m2, m3 and 2 more are not shown to be worse." in far


def test_what_its_numbers_count_is_said_where_a_threshold_was_chosen():
    assert agreement_words.about_opening(HUMAN) == [agreement_words.CALIBRATED]
    assert agreement_words.about_opening(PREFERRING) == []


def test_one_metric():
    said = opening(BLEU=0.52)
    assert said.startswith(
        "On these 100 segments BLEU orders or ties 52 of 100 pairs of outputs as people (MQM) do. Calling"
    )


def test_what_is_no_better_than_a_tie_is_said_to_be_so():
    assert opening(ties=0.466, COMET=0.466, BLEU=0.464) == (
        "On these 100 segments no metric agrees with people (MQM) more than calling everything a tie does, which is"
        " right for 47 of 100 pairs of outputs. Another measure, such as Kendall's tau, may say more."
    )
    assert "is COMET: it orders or ties 48" in opening(ties=0.466, COMET=0.48, BLEU=0.464)


def test_where_nothing_is_ordered():
    assert opening(PREFERRING, BLEU=float("nan")) == (
        "On these 100 segments no metric can be held against people (MQM): all outputs are level."
    )


def test_what_is_computed_here_is_named_where_other_scores_agree_most():
    said = opening(COMET=0.7, CHRF=0.604, BLEU=0.52)
    assert "Of the metrics computed here CHRF agrees most (60); BLEU orders or ties 52 so." in said
    assert "computed here" not in opening(CHRF=0.7, COMET=0.604, BLEU=0.52)
    said = opening(COMET=0.9, CHRF=0.53, BLEU=0.52, spread=0.05)
    assert "CHRF agrees most (53); BLEU (52) is not shown to be worse." in said
    said = opening(COMET=0.7, CHRF=0.5, BLEU=0.52)
    assert "Of the metrics computed here BLEU agrees most (52). Calling" in said


def test_the_baselines_are_told_once_they_are_known():
    assert "a tie gives" not in opening(COMET=0.7, BLEU=0.5, chance=None)
    assert "coin" not in opening(PREFERRING, COMET=0.7, BLEU=0.5, chance=None)


def test_few_segments_are_said_to_show_little():
    assert agreement_words.cautions(3, "segment") == [
        "With 3 segments there is no 95 % interval, and no p is as small as 0.05: both take 6 segments or more."
    ]
    assert agreement_words.cautions(100, "document") == []


def test_what_chance_reaches_too_is_said():
    assert "That is no more than scores drawn at random may reach here." in opening(chance=0.6, COMET=0.6, BLEU=0.5)
    assert "drawn at random may" not in opening(chance=0.59, COMET=0.6, BLEU=0.5)


def test_few_pairs_and_judges_who_tie_all():
    few = Judge.of_scores(Scores("MQM", {"a": TABLE[0, :3], "b": TABLE[1, :3]}, is_human=True), ["a", "b"])
    assert opening(few, COMET=0.6, BLEU=0.5).startswith("Too little data: 3 pairs of outputs. On these 3 segments the")
    level = Judge.of_scores(Scores("MQM", {"a": TABLE[1], "b": TABLE[1]}, is_human=True), ["a", "b"])
    assert opening(level, COMET=1.0, BLEU=1.0) == (
        "On these 100 segments no metric can be held against people (MQM): all outputs are judged alike."
    )
