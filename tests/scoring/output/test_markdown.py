"""Markdown as GitHub's own renderer reads it: cells show what was put in, and nothing in them is markup."""

import re
from html import unescape

import cmarkgfm
import pytest
from cmarkgfm.cmark import Options
from hypothesis import given
from hypothesis import strategies as st

from scoring.output.markdown import escape_markdown, markdown_code, markdown_table
from tests.cases import as_one_test

JOINER = "\N{WORD JOINER}"
HOSTILE = [
    "a|b\\|c",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "[link](http://example.org) ![picture](http://example.org/x.png)",
    "http://example.org www.example.org a@example.org",
    "**bold** _it_ ~~struck~~ `code` $x$",
    "&amp; &#42; &lt;",
    "1. one\n- two\n# three\n> four\n***\n---\n===",
    "line\u2028separator\ttab\x00null\x1b[31m",
    "</code></td></table><details>",
    "\\*escaped\\*",
    "  * blanks  ",
    "-->",
    "",
]


def rendered(markdown):
    return cmarkgfm.github_flavored_markdown_to_html(markdown, Options.CMARK_OPT_UNSAFE)


def plain(text):
    """What a page shows of a text in one line."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def cells_of(text):
    """The HTML of both cells of a table with the text as text and as code."""
    table = markdown_table(["text", "code"], [[escape_markdown(text), markdown_code(text)]], n_left=2)
    return re.findall("<td>(.*?)</td>", rendered(table), re.DOTALL)


@as_one_test
@pytest.mark.parametrize("text", HOSTILE)
def test_a_cell_shows_the_text_and_no_markup(text):
    shown, code = cells_of(text)
    assert "<" not in shown
    assert unescape(shown).replace(JOINER, "") == plain(text)
    assert re.fullmatch(r"(<code>[^<]*</code>)?", code)
    assert unescape(re.sub("<.*?>", "", code)).replace(JOINER, "") == plain(text)


@given(st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), max_size=30))
def test_any_text_stays_as_it_is(text):
    shown, code = cells_of(text)
    assert "<" not in shown
    for found in (shown, re.sub("<.*?>", "", code)):
        assert unescape(found).replace(JOINER, "").split() == text.replace(JOINER, "").split()


@as_one_test
@pytest.mark.parametrize("text", HOSTILE)
def test_a_paragraph_is_one_paragraph(text):
    html = rendered(f"- {escape_markdown(text)}\n\n### {escape_markdown(text)}\n\n{escape_markdown(text)}")
    assert {*re.findall(r"</?(\w+)", html)} <= {"ul", "li", "h3", "p"}


def test_names_in_a_text_call_nobody():
    expected = "&#64;+all &#35;+1 &#33;+2 5 &#37; a&#38;+b"
    assert escape_markdown("@all #1 !2 5 % a&b").replace(JOINER, "+") == expected
    assert markdown_code("@all").replace(JOINER, "+") == "<code>&#64;+all</code>"


def test_columns_are_left_and_right():
    html = rendered(markdown_table(["name", "score"], [["a", "1"], ["b", "2"]], n_left=1))
    assert re.findall(r'<td( align="right")?>(\w)</td>', html) == [
        ("", "a"),
        (' align="right"', "1"),
        ("", "b"),
        (' align="right"', "2"),
    ]
