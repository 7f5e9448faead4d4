"""The overview's verdict: who leads, by how much, and when nobody does; names of users stay text."""

import math
import re

import lxml.html
import pytest

from tests.hostile import TEXTS
from ui.overview import words


def verdict(scores):
    """Of systems from the best to the worst."""
    return lxml.html.fromstring(words.verdict(scores, tuple(scores))).find_class("verdict")[0]


def said(scores):
    return verdict(scores).text_content()


def test_it_says_who_leads_and_by_how_much():
    assert re.search(r"A has BLEU 21\.90.*0\.22 more than B with 21\.68", said({"A": 21.9, "B": 21.68}))
    assert "A and B are level at BLEU 50.00" in said({"A": 50.0, "B": 50.0, "C": 1.0})
    assert "A and 2 others are level at BLEU 50.00" in said({"A": 50.0, "B": 50.0, "C": 50.0})
    assert said({"A": 50.0}) == "A has BLEU 50.00."


def test_a_lead_that_two_decimals_do_not_show_is_level():
    """The reader must not be told that one of two equal numbers is higher by 0.00."""
    assert "0.00 more" not in said({"A": 50.0004, "B": 50.0001})


def test_of_nothing_there_is_no_number():
    assert said({"A": math.nan}) == "A has BLEU not defined."


@pytest.mark.parametrize("text", TEXTS)
def test_names_are_shown_as_they_are(text):
    bold = verdict({text: 20.0, f"{text}2": 10.0}).iterdescendants("b")
    assert [element.text for element in bold] == [text, "20.00", f"{text}2", "10.00"]
    level = verdict({text: 20.0, f"{text}2": 20.0}).iterdescendants("b")
    assert [element.text for element in level] == [text, f"{text}2", "20.00"]
