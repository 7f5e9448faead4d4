"""What the pages tBLEU, TER and Smoothing say first, by numbers that are written out or counted here."""

import numpy as np
import pytest

from scoring import BLEU, TBLEU, TER, TestSet
from scoring.significance import CLOSE
from scoring.studies.edit_rate import EditRates
from scoring.studies.inflection import Inflection, gains_ignoring_case, tolerance_words
from scoring.studies.smoothing_effect import smoothing_sentence


@pytest.mark.parametrize(
    ("exact", "tolerant", "expected"),
    [
        (
            {"a": 30.0, "b": 20.0},
            {"a": 32.0, "b": 21.5},
            "Words in another form than the reference's cost a 2.00 points (BLEU 30.00, tBLEU 32.00) and b 1.50 points"
            " (BLEU 20.00, tBLEU 21.50). tBLEU counts them in part and ranks both systems as BLEU does: inflection"
            " decides nothing here.",
        ),
        (
            {"b": 20.0, "a": 20.5},
            {"b": 22.0, "a": 21.0},
            "Words in another form than the reference's cost a 0.50 points (BLEU 20.50, tBLEU 21.00) and b 2.00 points"
            " (BLEU 20.00, tBLEU 22.00). tBLEU counts them in part and prefers b: inflection may decide.",
        ),
        (
            {"a": 30.0, "b": 20.0, "c": 19.5},
            {"a": 32.0, "b": 20.0, "c": 20.5},
            "Words in another form than the reference's cost a 2.00 points and c 1.00 points. tBLEU counts"
            " them in part and ranks 1 of 3 pairs the other way (c above b): inflection may decide.",
        ),
        (
            {"a": 20.5, "b": 20.0, "c": 19.5},
            {"a": 20.6, "b": 21.0, "c": 20.0},
            "Words in another form than the reference's cost a 0.10 points, b 1.00 points and c 0.50 points. tBLEU"
            " counts them in part, ranks 1 of 3 pairs the other way (b above a) and prefers b: inflection may decide.",
        ),
        ({"a": 30.0}, {"a": 30.001}, "a loses no BLEU to words in another form than the reference's."),
    ],
)
def test_what_inflection_costs_and_decides(exact, tolerant, expected):
    assert str(Inflection(BLEU(), TBLEU(), exact, tolerant).sentence()) == expected


def test_of_many_systems_the_two_best_are_named_and_the_cost_of_the_others_is_a_range():
    exact = {name: 30.0 - place for place, name in enumerate("abcde")}
    tolerant = {name: score + 1 + place / 2 for place, (name, score) in enumerate(exact.items())}
    said = str(Inflection(BLEU(), TBLEU(), exact, tolerant).sentence())
    assert "cost a 1.00 points (BLEU 30.00, tBLEU 31.00) and b 1.50 points (BLEU 29.00, tBLEU 30.50)." in said
    assert " 3 other systems lose 2.00 to 3.00." in said


def test_the_cost_of_capitals_is_no_cost_of_word_forms():
    source = ["The Old Man sees the Blue House", "A Dog runs after The Cat in Town"] * 4
    test_set = TestSet.build({"cased": source, "lower": [text.lower() for text in source]}, {"ref": source})
    bleu, tbleu = BLEU(), TBLEU(epsilon=0.3)
    assert gains_ignoring_case(bleu, tbleu, test_set) == {"lower": 0.0}
    assert gains_ignoring_case(BLEU(lowercase=True), TBLEU(lowercase=True), test_set) == {}
    found = Inflection(bleu, tbleu, {"x": 19.92}, {"x": 28.45}, gains_ignoring_case={"x": 1.91})
    assert " Of x's 8.53 points 6.62 are capitals: ignoring case, word forms cost 1.91." in str(found.sentence())
    mostly_forms = Inflection(bleu, tbleu, {"x": 19.92}, {"x": 28.45}, gains_ignoring_case={"x": 6.0})
    assert "capitals" not in str(mostly_forms.sentence())


def test_of_the_first_segments_no_ranking_is_said():
    said = str(Inflection(BLEU(), TBLEU(), {"a": 30.0}, {"a": 32.0}, n_first=200).sentence())
    assert said == (
        "So far, in the first 200 segments, words in another form than the reference's cost a 2.00 points (BLEU 30.00,"
        " tBLEU 32.00)."
    )


def test_a_tolerance_of_nothing_is_bleu():
    assert tolerance_words(TBLEU(epsilon=0)) == "Tolerance 0: only equal words count, so this is BLEU."


def rates(**outputs):
    ter, reference = TER(), ["a b c d e f g h i j"]
    return EditRates(ter, {name: ter.statistics([text], [reference])[0] for name, text in outputs.items()})


def test_edits_are_told_by_the_hundred_words_and_by_kind():
    found = rates(Far="a x c y e f g h i", Near="d e f g h i j a b c")
    assert str(found.sentence()) == "Near needs the fewest edits: 10.00 per 100 reference words; Far needs 30.00."
    assert str(found.edit_kinds_sentence()).replace("\u00a0", " ") == ("Of Near's edits 100 % move a phrase.")


def test_edits_of_one_system_of_level_ones_and_of_none():
    assert str(rates(Only="a b c d e f g h i").sentence()) == "Only needs 10.00 edits per 100 reference words."
    said = "One and Two need 10.00 edits each per 100 reference words."
    assert str(rates(One="a b c d e f g h i", Two="b c d e f g h i j").sentence()) == said
    assert str(rates(Same="a b c d e f g h i j").edit_kinds_sentence()) == ""


def smoothed(**outputs):
    bleu, references = BLEU(), [["a b c d e f", "g h i j k l"]]
    return str(smoothing_sentence(bleu, {name: bleu.statistics(texts, references) for name, texts in outputs.items()}))


def test_smoothing_decides_nothing_where_no_corpus_score_changes():
    said = smoothed(Good=["a b c d e f", "g h x j k l"], Same=["a b c d e f", "g h i j k l"])
    assert said == "Smoothing decides nothing here: no system's BLEU on the whole set changes without it."
    said = smoothed(Good=["a b c d e f", "g h x j k l"], Poor=["a b c d x x", "x x"])
    assert said.endswith(
        " It only keeps segments that share no phrase of 4 words with the reference from scoring 0: 1 of 2 segments for"
        " Good."
    )


def test_smoothing_is_told_where_a_corpus_score_rests_on_it():
    assert smoothed(Poor=["a b x x x x", "g h x x x x"]).startswith("Smoothing changes the corpus BLEU of Poor: ")
    good = ["a b c d e f", "g h x j k l"]
    assert smoothed(Poor=["a b x x x x", "g h x x x x"], Good=good).endswith(
        " 0.00 without. The ranking stays the same."
    )
    assert np.isclose(BLEU(smoothing="none").score(BLEU().statistics(["a b x x"], [["a b c d"]])[0]), 0)


def test_whether_fewer_edits_could_be_chance_is_said_unless_there_is_no_difference():
    assert str(rates(Far="a x c y e f g h i", Near="d e f g h i j a b c").sentence(CLOSE)).endswith(
        "Far needs 30.00. This could be chance."
    )
    assert "chance" not in str(rates(One="a b c d e f g h i", Two="b c d e f g h i j").sentence(CLOSE))
