"""Lesson 17: the pair that BLEU and people put in opposite orders."""

import sacrebleu

from course.lessons import LESSONS
from course.lessons.l17_matches import MATCHES, RATINGS, match_table, mean_rating, rated_outputs

LESSON = LESSONS["matches"]


def test_the_claim():
    """A has more matches of one word and of three, and more BLEU; people prefer B."""
    first, second = (output.arithmetic for output in rated_outputs(LESSON.example))
    assert first.matches[0] > second.matches[0]
    assert first.score > second.score
    assert mean_rating("B") > mean_rating("A")
    assert MATCHES["A"][0] > MATCHES["B"][0]
    assert LESSON.ask(LESSON.example).answer == "People prefer B"


def test_ratings_and_matches_are_those_of_the_paper_s_table_4():
    """Its first hypothesis is A: adequacy and fluency 3 and 2; its second B: 5 and 4."""
    first, second = LESSON.example["outputs"].split("\n")
    assert first.startswith("Iran has already stated")
    assert second.startswith("Iran already announced")
    assert RATINGS == {"A": (3, 2), "B": (5, 4)}
    assert MATCHES == {"A": (27, 20, 15, 10), "B": (24, 19, 15, 12)}


def test_bleu_is_that_of_another_program():
    scores = [
        sacrebleu.corpus_bleu([text], [[LESSON.example["reference"]]]).score
        for text in LESSON.example["outputs"].split("\n")
    ]
    assert match_table(rated_outputs(LESSON.example))["BLEU"].round(6).tolist() == [round(s, 6) for s in scores]


def test_the_bars_are_bleu_s_and_people_s_on_their_own_scale():
    """A rating of 1, the worst, is no bar: the mean 2.5 of A is 38 % of the way from 1 to 5, the 4.5 of B 88 %."""
    *_, chart = LESSON.compute(LESSON.example).key
    assert list(chart.figure.data[0].x) == [11, 8, 38, 88]
    assert len(chart.figure.layout.xaxis.title.text) <= 40, "a phone cuts more"
