"""What HTML is made of: whatever is not Markup comes out as the text that it was."""

import re

import lxml.html
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from scoring.output.markup import html
from scoring.output.sentence import Strong, SystemName, difference_name, sentence
from tests.cases import as_one_test
from tests.hostile import TEXTS
from ui.session import send

ODD = st.text(alphabet="<>&\"'`=/!-[]{};:% ab0#\u00a0\u202e😀", min_size=1, max_size=30)


def tree(markup):
    return lxml.html.fragment_fromstring(markup, create_parent="div")


def drawn(text):
    """The text in every place that takes one, beside how many places there are."""
    made = (
        html.html_line(text, text),
        html.html_words([text]),
        html.html_words([text], calm=True),
        html.source_rows(text, text),
        html.reference(text),
        html.html_table([text], [html.html_row([text, text])], text),
        html.page(html.reference(text)),
    )
    return Markup("").join(made), 11


def check(text):
    text = f"«{text}»"
    markup, n_places = drawn(text)
    found = tree(markup)
    own = {"div", "span", "b", "table", "thead", "tbody", "tr", "th", "td"}
    assert {element.tag for element in found.iterdescendants()} == own
    assert found.text_content().count(text) == n_places
    assert [table.get("class") for table in found.iterdescendants("table")] == [text]


@as_one_test
@pytest.mark.parametrize("text", TEXTS)
def test_text_comes_back_as_it_was(text):
    check(text)


@given(ODD)
def test_no_text_becomes_markup(text):
    check(text)


def test_markup_stays_markup():
    bold = Markup("<b>{}</b>").format("a & b")
    for markup in (html.html_line(bold, bold), html.html_words([bold]), html.html_row([bold]), html.page(bold)):
        assert "<b>a &amp; b</b>" in markup


def test_a_sentence_without_words_says_so():
    assert tree(html.html_words([])).text_content() == tree(html.html_words([], calm=True)).text_content() == "(empty)"
    assert "(empty)" in html.source_rows("", None)
    assert html.source_rows(None, None) == ""


def test_a_long_source_can_be_shown_whole():
    """It is all there; a closed part above its first lines lets the style clamp it."""
    for n_letters, is_open, expected in ((400, False, []), (401, False, [None]), (401, True, [""])):
        found = tree(html.source_rows("a" * n_letters, None, is_open))
        assert "a" * n_letters in found.text_content()
        assert [details.get("open") for details in found.iter("details")] == expected


def test_a_reference_is_called_one_once():
    assert tree(html.reference("ref A")).text_content() == "ref A"
    assert tree(html.reference("human")).text_content() == "reference human"


def test_only_markup_is_sent():
    for text in ("<b>text</b>", "text", ""):
        with pytest.raises(TypeError, match="found str"):
            send.html(text)


NAMED = re.compile(r"\.st-key-|\.st[A-Z]|& ?|\[data-tag\]|\[data-testid=|\[class\*=st-key-")
"""A selector of Streamlit's own elements, or of what is within the rule around it."""


def without_parentheses(selectors):
    """Commas within them separate no selectors."""
    inner = re.sub(r"\([^()]*\)", "", selectors)
    return selectors if inner == selectors else without_parentheses(inner)


def test_each_rule_of_the_style_is_for_what_the_style_is_for():
    """It is sent to the whole page: a rule without .bs reaches Streamlit's own elements, and does so by their name."""
    rules = re.sub(r"/\*.*?\*/", "", send.STYLE, flags=re.DOTALL)
    rules = re.sub(r":where\(((?:[^()]|\([^()]*\))*)\)", r"\1", rules)  # as what it is about
    heads = re.findall(r"([^{}]+)\{[^{}]*\}", re.sub(r":is\(([^(),]*)[^()]*\)", r"\1", rules))  # of equals the first
    selectors = [name.strip() for head in heads for name in without_parentheses(head).split(",")]
    assert len(selectors) > 50
    others = [name for name in selectors if not name.startswith(".bs")]
    assert [name for name in others if not NAMED.match(name)] == [":root", ".katex-display"]
    (variables,) = re.findall(r":root\s*\{([^{}]*)\}", rules)  # which change nothing by themselves
    assert all(rule.strip().startswith("--") for rule in variables.split(";") if rule.strip())


def test_names_stay_text():
    assert html.bold("<i>") == "<b>&lt;i&gt;</b>"
    assert html.sentence_html(difference_name(("<i>", "&"))) == "<b>&lt;i&gt;</b> − <b>&amp;</b>"


def test_a_system_in_a_sentence_has_its_colour_and_its_name_is_text():
    said = sentence("{} leads.", SystemName("<img src=x>"))
    shown = str(html.sentence_html(said, {"<img src=x>": "#123456"}))
    assert "#123456" in shown
    assert "&lt;img src=x&gt;" in shown
    assert "<img" not in shown


def test_a_short_name_is_not_broken_after_a_hyphen():
    said = str(html.sentence_html(sentence("{} leads {} and {}.", Strong("Online-W"), Strong("B"), Strong("a-" * 20))))
    assert said == f'<b class="whole">Online-W</b> leads <b>B</b> and <b>{"a-" * 20}</b>.'
    assert ".bs p .whole { white-space: nowrap; }" in html.STYLE


def test_sentences_become_paragraphs_and_markup_alone_is_trusted():
    said = ["<i>", sentence("{} leads", SystemName("<b>x</b>")), Markup("<u>ok</u>"), None, "", sentence("")]
    assert html.sentences_html(said, "how") == (
        '<p class="how">&lt;i&gt;</p><p class="how"><b>&lt;b&gt;x&lt;/b&gt;</b> leads</p><p class="how"><u>ok</u></p>'
    )
