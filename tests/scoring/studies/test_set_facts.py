"""What the head of a page says of a test set."""

import math
from dataclasses import replace

import numpy as np
import pytest

from scoring import TestSet
from scoring.judgments import Scores
from scoring.judgments.external import ExternalScore
from scoring.studies.wording.set_facts import facts, language_pair, people_order_sentence, ratings_sentence
from scoring.text.languages import StatedLanguage, find_language

ENGLISH = [f"It was the house of the man who had been there with his dog on day {n}" for n in range(30)]
GERMAN = [f"Das ist nicht das Haus von dem Mann, der auch mit der Frau da war, am Tag {n}" for n in range(30)]
JAPANESE = [f"今日はとても天気がいいです {n}" for n in range(30)]
MADE_UP = [f"blorp zing {n}" for n in range(30)]


@pytest.mark.parametrize(
    ("source", "reference", "expected"),
    [
        (ENGLISH, GERMAN, "English → German"),
        (GERMAN, JAPANESE, "German → Japanese"),
        (None, GERMAN, "into German"),
        (MADE_UP, GERMAN, "into German"),
        (ENGLISH, MADE_UP, ""),
    ],
)
def test_languages_are_told_by_common_words_and_scripts(source, reference, expected):
    assert language_pair(TestSet.build({"A": reference}, [reference], source)) == expected


def test_what_files_say_counts_before_words():
    found = TestSet.build({"A": MADE_UP}, [MADE_UP], ENGLISH)
    swahili = StatedLanguage(find_language("sw"), "the file")
    assert language_pair(replace(found, language=swahili)) == "English → Swahili"


def test_a_part_of_a_set_has_the_facts_of_the_whole():
    found = TestSet.build({"A": GERMAN, "B": GERMAN}, {"one": GERMAN, "other": GERMAN}, ENGLISH)
    expected = ["English → German", "30 segments", "2 systems", "references one, other", "BLEU decides"]
    assert facts(found, "English → German", "BLEU") == expected
    assert facts(found.only(np.arange(3)), "English → German", "BLEU") == expected
    assert facts(TestSet.build({"A": GERMAN}, [GERMAN]), "", "MQM") == [
        "30 segments",
        "1 system",
        "1 reference",
        "MQM decides",
    ]
    many = dict.fromkeys("abcd", GERMAN)
    assert facts(found, "", "MQM", 3)[-1] == f"MQM decides, on 3 of {len(found)}"
    assert "4 references" in facts(TestSet.build({"A": GERMAN}, many), "", "MQM")


def test_ratings_that_a_set_came_with_are_named():
    plain = TestSet.build({"A": ["ein Wort"]}, [["ein Wort"]])
    assert ratings_sentence(plain) is None
    by_program = Scores("COMET", {"A": np.array([0.8])})
    by_people = Scores("MQM", {"A": np.array([3.0])}, is_human=True)
    said = ratings_sentence(replace(plain, scores=(by_program, by_people)))
    assert str(said) == "People have rated these outputs already: the files have MQM."


def test_the_systems_that_people_rated_best_come_first_with_their_scores():
    mqm = ExternalScore("MQM", higher=True, by_people=True)
    scores = {"A": -3.5, "B": -1.25, "unrated": math.nan}
    assert str(people_order_sentence(mqm, scores, 40)) == "MQM of 40 segments, best first: B −1.25 and A −3.50."
    lower = replace(mqm, higher=False)
    assert "A −3.50 and B −1.25" in str(people_order_sentence(lower, scores, 40))
    many = {name: float(-place) for place, name in enumerate("ABCDEF")}
    assert str(people_order_sentence(mqm, many, 1)).endswith("A 0.00, B −1.00, C −2.00 and 3 others.")
    assert people_order_sentence(mqm, {"A": math.nan}, 40) is None
