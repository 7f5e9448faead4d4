"""Whether two metrics rank systems alike, by scores that are written out here."""

import math

import pytest

from scoring import BLEU, TER
from scoring.studies.ranking_change import compare_rankings


@pytest.mark.parametrize(
    ("by_ter", "by_bleu", "expected"),
    [
        ({"a": 40.0, "b": 50.0}, {"a": 30.0, "b": 20.0}, "BLEU gives the same ranking."),
        ({"a": 50.0, "b": 40.0}, {"a": 30.0, "b": 20.0}, "BLEU prefers a."),
        ({"a": 40.001, "b": 40.0}, {"a": 30.0, "b": 20.0}, "BLEU gives the same ranking."),
        (
            {"a": 40.0, "b": 60.0, "c": 50.0},
            {"a": 30.0, "b": 20.0, "c": 10.0},
            "BLEU orders 1 of 3 pairs the other way (b above c).",
        ),
        (
            {"a": 40.0, "b": 50.0, "c": 60.0},
            {"a": 30.0, "b": 10.0, "c": 40.0},
            "BLEU orders 2 of 3 pairs the other way (c above a and c above b) and prefers c.",
        ),
        (
            {"a": 60.0, "b": 50.0, "c": 40.0},
            {"a": 30.0, "b": 20.0, "c": 10.0},
            "BLEU orders 3 of 3 pairs the other way and prefers a.",
        ),
        ({"a": 40.0, "b": math.nan}, {"a": 30.0, "b": 20.0}, ""),
        ({"a": math.nan}, {"a": 30.0}, ""),
    ],
)
def test_reversed_pairs_are_counted(by_ter, by_bleu, expected):
    assert str(compare_rankings(TER(), BLEU(), by_ter, by_bleu).sentence()) == expected


def test_capitals_are_told_as_the_reason_only_where_they_are():
    by_ter = {"a": 40.0, "b": 60.0, "c": 50.0}
    change = compare_rankings(TER(), BLEU(), by_ter, {"a": 30.0, "b": 20.0, "c": 10.0})
    lowered = compare_rankings(TER(), BLEU(lowercase=True), by_ter, {"a": 30.0, "b": 20.0, "c": 25.0})
    assert str(change.capitals_reason_sentence(lowered)) == (
        "Capitals are why: ignoring case BLEU orders none of them the other way."
    )
    assert (
        str(change.capitals_reason_sentence(change))
        == str(change.capitals_reason_sentence(None))
        == str(lowered.capitals_reason_sentence(None))
        == ""
    )
