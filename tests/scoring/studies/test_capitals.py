"""What capitals cost: of a lead, and of a system among others."""

from scoring.studies.bleu_difference import BleuDifference
from scoring.studies.capitals import share_of_lead, wrong_capitals


def test_capitals_are_told_of_a_lead_only_where_they_make_most_of_it():
    assert share_of_lead((24.5, 31.0), (32.5, 33.0)).startswith("Capitals account for 6.00 of the 6.50 points")
    assert share_of_lead(
        (31.0, 24.5), (33.0, 30.0)
    ) == "Capitals account for 3.50 of the 6.50 points: ignoring case" + (" the difference is 3.00.")
    assert share_of_lead((31.0, 24.5), (33.0, 29.0)) == ""
    assert "the other system is ahead by 1.00 points" in share_of_lead((31.0, 24.5), (33.0, 34.0))
    assert share_of_lead((31.0, 31.0), (33.0, 30.0)) == ""


def test_capitals_are_said_instead_of_the_phrases_that_they_change():
    found = BleuDifference((31.0, 24.5), (1.0, 2.0, 2.0, 1.0), 0.5)
    assert str(found).startswith("Mostly phrases make the difference: single words +1.00")
    said = str(found.sentence("Capitals account for 6.00 of the 6.50 points."))
    assert said.startswith("Capitals account for 6.00 of the 6.50 points. With case: single words +1.00, ")


def test_only_a_system_with_far_more_to_gain_than_another_has_wrong_capitals():
    scores, lowered = {"a": 29.0, "b": 28.5, "half": 22.0}, {"a": 29.8, "b": 29.5, "half": 29.6}
    found = wrong_capitals(scores, lowered)
    assert [*found] == ["half"]
    assert str(found["half"]) == (
        "Wrong capitals cost half about 6.80 BLEU points: ignoring case gives 29.60 instead of 22.00. Restore its case"
        " (truecase) before you compare it."
    )
    assert wrong_capitals({"a": 29.0, "b": 28.5}, lowered) == {}
    assert wrong_capitals({}, {}) == {}
