"""Sentences are plain text, and know which of their words stand out; names of users stay text."""

import pytest

from scoring.output.markup import html
from scoring.output.sentence import (
    Sentence,
    Strong,
    difference_name,
    join_sentences,
    make_statement,
    name_list,
    reference_name,
    sentence,
    strong,
)

NAME = "<b>{}</b>"


def test_words_stand_out_through_every_sentence_that_takes_them_in():
    inner = sentence("{} has {:,}", Strong(NAME), 2000)
    said = sentence("{}, {}; {}.", inner, "{plain}", Strong("9")) + " So."
    assert str(said) == "<b>{}</b> has 2,000, {plain}; 9. So."
    assert html.sentence_html(said) == "<b>&lt;b&gt;{}&lt;/b&gt;</b> has 2,000, {plain}; <b>9</b>. So."
    assert html.sentence_html("<i>") == "&lt;i&gt;"


def test_no_line_ends_between_a_number_and_its_sign_but_names_stay_as_they_are():
    said = sentence("{} leads by {} % of {}", Strong("5 %"), 27.8, "p = 0.04")
    assert html.sentence_html(said) == "<b>5 %</b> leads by 27.8\u00a0% of p\u00a0=\u00a00.04"
    assert html.sentence_html(sentence("{} %", Strong("27.8"))) == "<b>27.8</b>\u00a0%"


def test_names_in_a_row():
    assert [str(name_list("abcd"[:n], 3)) for n in (1, 2, 3, 4)] == ["a", "a and b", "a, b and c", "a, b and 2 others"]
    assert str(name_list("abcd", 3, 3)) == "a, b, c and 1 other"
    assert html.sentence_html(name_list(strong("ab"), 3)) == "<b>a</b> and <b>b</b>"
    assert str(join_sentences("; ", [])) == ""
    assert html.sentence_html(difference_name(("a", "b"))) == "<b>a</b> − <b>b</b>"


@pytest.mark.parametrize(("name", "said"), [("A", "reference A"), ("Ref B", "Ref B"), ("reference", "reference")])
def test_a_reference_is_called_one(name, said):
    assert str(reference_name(name)) == said


def test_what_is_not_said_leaves_no_line():
    made = make_statement("", None, Sentence(()), "first", sentence("{}", Strong("2")))
    assert str(made) == "first\n2"
    assert html.statement_html(made).count("<p") == 2
    assert html.statement_html(make_statement("said")).count('class="verdict"') == 1
