"""What stands in place of a verdict, and of systems that it passes over; names of users stay text."""

import math
from types import SimpleNamespace

import lxml.html
import pytest

from scoring import BLEU
from scoring.output.markup import html
from scoring.studies.wording import verdict_words as words
from tests.cases import as_one_test
from tests.hostile import TEXTS


def said(scores):
    return lxml.html.fromstring(f"<p>{html.sentence_html(words.no_pair(BLEU(), scores, tuple(scores)))}</p>")


def test_one_system_has_its_score_and_more_can_be_shown():
    assert said({"A": 50.0}).text_content().startswith("A has BLEU 50.00. Show or upload another system")
    assert said({"A": math.nan}).text_content().startswith("A has BLEU not defined.")
    assert "nothing to compare" in said({"A": math.nan, "B": 1.0}).text_content()


def passed_over(systems, scores, label="MQM"):
    metric = SimpleNamespace(label=label, full_name=label)
    return lxml.html.fromstring(
        f"<p>{html.sentence_html(words.unscored_systems_sentence(metric, systems, BLEU(), scores))}</p>"
    )


@pytest.mark.parametrize(
    ("systems", "expected"),
    [
        (["B"], "B has no MQM and is not in this verdict; by BLEU it is number 2 of 4, with 30.00."),
        (["A"], "A has no MQM and is not in this verdict; by BLEU it is number 4 of 4, with 10.00."),
        (
            ["A", "B"],
            "B and A have no MQM and are not in this verdict; by BLEU the best of them, B, is number 2 of 4, with"
            " 30.00.",
        ),
        (
            ["A", "B", "C", "D", "E"],
            "C, B, D and 2 others have no MQM and are not in this verdict; by BLEU the best of them, C, is number 1 of"
            " 4, with 40.00.",
        ),
        (["E"], "E has no MQM and is not in this verdict."),
    ],
)
def test_systems_that_the_verdict_passes_over_have_their_place_by_bleu(systems, expected):
    scores = {"A": 10.0, "B": 30.0, "C": 40.0, "D": 20.0, "E": math.nan}
    assert passed_over(systems, scores).text_content() == expected


@as_one_test
@pytest.mark.parametrize("text", TEXTS)
def test_names_of_systems_that_are_passed_over_are_shown_as_they_are(text):
    found = passed_over([text, "B"], {text: 2.0, "B": 1.0}, text)
    assert [element.text for element in found.iterdescendants("b")] == [text, "B"]
    assert text in found.text_content()


@as_one_test
@pytest.mark.parametrize("text", TEXTS)
def test_names_are_shown_as_they_are(text):
    assert [element.text for element in said({text: 20.0}).iterdescendants("b")] == [text, "20.00"]


def test_a_score_that_is_not_defined():
    assert (
        str(words.undefined_scores_sentence(BLEU(), ["one"])) == "BLEU is not defined for one, so neither system leads."
    )
    assert html.sentence_html(words.undefined_scores_sentence(BLEU(), ["<i>", "b"])).startswith(
        "BLEU is not defined for <b>&lt;i&gt;</b> and <b>b</b>,"
    )
