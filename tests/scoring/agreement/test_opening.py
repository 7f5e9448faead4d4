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
LEAST = "p ≤ 0.0015"


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
    rest = (
        f" BLEU ranks 2nd of 2 (52 %) and is significantly worse ({LEAST}). Random scores reach 30 %;"
        " calling every pair a tie, 20 %."
    )
    assert opening(COMET=0.604, BLEU=0.52) == (
        "COMET agrees best with people (MQM). On these 100 segments it judges 60 % of pairs of outputs as they do."
        f"{rest}"
    )
    assert opening(PROGRAM, COMET=0.604, BLEU=0.52) == (
        "COMET agrees best with the judge MQM (not people). On these 100 segments it judges 60 % of pairs of"
        f" outputs as it does.{rest}"
    )


def test_metrics_that_tie_for_the_best_are_all_named():
    said = opening(CHRF=1.0, BLEU=1.0, TER=0.52)
    assert said.startswith(
        "CHRF and BLEU agree best with people (MQM). On these 100 segments each judges 100 % of pairs of outputs as"
        " they do. Random scores"
    )
    assert said.count("BLEU") == said.count("CHRF") == 1
    five = opening(spread=0.1, **{f"m{number}": 0.6 for number in range(5)}, BLEU=0.59)
    assert five.startswith("m0, m1, m2 and 2 more agree best with people (MQM).")
    assert "BLEU ranks 6th of 6 (59 %)" in five
    assert "not significantly worse" in five


def test_preferences_count_half_of_a_tie():
    said = opening(PREFERRING, ties=0.0, chance=0.0, COMET=0.24, BLEU=0.17)
    assert "it judges 62 % of pairs" in said
    assert said.endswith(f"2nd of 2 (58 %) and is significantly worse ({LEAST}). Tossing a coin reaches 50 %.")


def test_a_difference_that_could_be_chance_is_said_with_its_p():
    said = opening(XCOMET=0.6, COMET=0.59, BLEU=0.58, spread=0.1)
    assert "3rd of 3 (58 %) and is not significantly worse (p = 1.0000, corrected for 3 comparisons (Holm))." in said
    assert said.count("BLEU") == 1, "it is not named again among the metrics that are not worse"


def test_without_resamples_nothing_is_said_of_differences():
    values = {
        name: Agreement(("tau",), np.array([value]), np.empty((0, 1)), 100)
        for name, value in {"COMET": 0.604, "CHRF": 0.53, "BLEU": 0.52}.items()
    }
    said = agreement_words.agreement_opening(
        HUMAN, MetricComparison.of(values, "tau"), ("BLEU", "CHRF"), "BLEU", 0.2, None
    )
    assert said == (
        "COMET agrees best with people (MQM). On these 100 segments it judges 60 % of pairs of outputs as they do."
        " BLEU ranks 3rd of 3 (52 %). The best metric computed here is CHRF (2nd, 53 %)."
    )


def test_those_that_share_a_letter_are_named_or_counted():
    assert "COMET is not significantly worse." in opening(spread=0.1, XCOMET=0.6, COMET=0.59)
    two = opening(spread=0.1, XCOMET=0.6, COMET=0.59, METRICX=0.595)
    assert "METRICX and COMET are not significantly worse." in two
    every = {f"m{number}": 0.6 - number / 1000 for number in range(6)}
    assert "None of the other 5 is significantly worse." in opening(spread=0.1, **every)
    far = opening(spread=0.01, **every, far=0.1)
    assert "m1, m2, m3 and 2 more are not significantly worse." in far


def test_what_its_numbers_count_is_said_where_a_threshold_was_chosen():
    assert agreement_words.opening_notes(HUMAN) == [agreement_words.CALIBRATED]
    assert agreement_words.opening_notes(PREFERRING) == []


def test_one_metric():
    said = opening(BLEU=0.52)
    assert said.startswith(
        "On these 100 segments BLEU judges 52 % of pairs of outputs as people (MQM) do. Random scores"
    )


def test_what_is_no_better_than_a_tie_is_said_to_be_so():
    assert opening(ties=0.466, COMET=0.466, BLEU=0.464) == (
        "On these 100 segments no metric agrees with people (MQM) better than calling every pair a tie, which is"
        " right for 47 % of pairs of outputs. Another measure, such as Kendall's tau, may say more."
    )
    assert "it judges 48 %" in opening(ties=0.466, COMET=0.48, BLEU=0.464)


def test_where_nothing_is_ordered():
    assert opening(PREFERRING, BLEU=float("nan")) == (
        "On these 100 segments no metric can be compared with people (MQM): all outputs tie."
    )


def test_what_is_computed_here_is_named_where_other_scores_agree_most():
    said = opening(COMET=0.7, CHRF=0.604, BLEU=0.52)
    assert "BLEU ranks 3rd of 3 (52 %)" in said
    assert "The best metric computed here is CHRF (2nd, 60 %)." in said
    assert "computed here" not in opening(CHRF=0.7, COMET=0.604, BLEU=0.52)
    assert "computed here" not in opening(COMET=0.7, CHRF=0.5, BLEU=0.52)


def test_the_baselines_are_told_once_they_are_known():
    assert "a tie gives" not in opening(COMET=0.7, BLEU=0.5, chance=None)
    assert "coin" not in opening(PREFERRING, COMET=0.7, BLEU=0.5, chance=None)


def test_few_segments_are_said_to_show_little():
    assert agreement_words.few_units_cautions(3, "segment") == [
        "3 segments are too few for a 95 % interval or p of 0.05: both need 6."
    ]
    assert agreement_words.few_units_cautions(100, "document") == []


def test_what_chance_reaches_too_is_said():
    assert "Random scores may reach as much here." in opening(chance=0.6, COMET=0.6, BLEU=0.5)
    assert "Random scores may" not in opening(chance=0.59, COMET=0.6, BLEU=0.5)


def test_few_pairs_and_judges_who_tie_all():
    few = Judge.of_scores(Scores("MQM", {"a": TABLE[0, :3], "b": TABLE[1, :3]}, is_human=True), ["a", "b"])
    assert opening(few, COMET=0.6, BLEU=0.5).startswith("Too little data: 3 pairs of outputs. COMET agrees")
    level = Judge.of_scores(Scores("MQM", {"a": TABLE[1], "b": TABLE[1]}, is_human=True), ["a", "b"])
    assert opening(level, COMET=1.0, BLEU=1.0) == (
        "On these 100 segments no metric can be compared with people (MQM): all outputs were rated the same."
    )
