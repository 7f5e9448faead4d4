"""The texts of the Playground: links hold every one of them, and a line of a box is a text."""

import base64
import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import as_one_test
from tests.hostile import TEXTS
from tests.properties import examples
from ui.kit import texts as playground
from ui.kit.texts import Texts

HARD = (*TEXTS, "", " ", "\n", "\n\na\n", " a ", '"quoted"', "100 % + & # = ?", "a\r\nb", "a\tb", "\ta", "\x00\x01\x7f")
ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
SIX = Texts("Quelle", "A\tthe cat\nB\tthe cats sat\n\nthe cat sat", "first\tthe cat sat\nthe cats sat down")


# --- links ---


@given(ANY, ANY, ANY)
def test_a_link_holds_every_text(source, hypotheses, references):
    given_texts = Texts(source, hypotheses, references)
    code = playground.encode(given_texts)
    assert playground.decode_link(code) == given_texts
    assert set(code) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


@as_one_test
@pytest.mark.parametrize("text", HARD)
def test_hard_texts_come_through(text):
    assert playground.decode_link(playground.encode(Texts(text, text, text))) == Texts(text, text, text)


def test_a_link_that_was_cut_off_is_refused():
    code = playground.encode(SIX)
    for end in range(len(code)):
        with pytest.raises(ValueError, match="cut off or changed"):
            playground.decode_link(code[:end])


@given(st.data())
@examples(90)
def test_a_link_that_was_changed_is_refused_or_says_the_same(data):
    code = playground.encode(SIX)
    at = data.draw(st.integers(0, len(code) - 1))
    changed = code[:at] + data.draw(st.text(min_size=0, max_size=3)) + code[at + 1 :]
    try:
        found = playground.decode_link(changed)
    except ValueError:
        return
    assert found == SIX


def packed(payload):
    return base64.urlsafe_b64encode(zlib.compress(payload, 9)).decode().rstrip("=")


FORGED = {
    "nothing": "",
    "another language": "žluťoučký",
    "no base64": "!!!!",
    "no zlib": "AAAAAAAA",
    "no JSON": packed(b"abc"),
    "another shape": packed(b'{"a": 1}'),
    "numbers": packed(b"[1, 2, 3]"),
    "two texts": packed(b'["a", "b"]'),
    "half a character": packed(b'["\\ud800", "", ""]'),
    "not UTF-8": packed(b'["\xff", "", ""]'),
    "deep": packed(b"[" * 100_000),
    "bomb": packed(json.dumps(["a" * 5_000_000, "", ""]).encode()),
    "something behind": packed(b'["a", "b", "c"]') + "AAAA",
}


@as_one_test
@pytest.mark.parametrize("code", FORGED.values(), ids=FORGED)
def test_forged_links_are_refused(code):
    with pytest.raises(ValueError, match="cut off or changed"):
        playground.decode_link(code)


TOO_MUCH = {
    "equal names": Texts("", "a\tx\n" * 20_000, ""),
    "a long source": Texts("x" * (playground.LONGEST_TEXT + 1), "", ""),
    "many references": Texts("", "", "\n" * 100),
}


@pytest.mark.parametrize("too_much", TOO_MUCH.values(), ids=TOO_MUCH)
def test_links_to_too_much_are_refused_before_anything_is_counted(monkeypatch, too_much):
    counted = []
    monkeypatch.setattr(playground, "entries", lambda text, what: counted.append(text))
    code = playground.encode(too_much)
    assert len(code) < 300
    with pytest.raises(ValueError, match="Too much to be scored here"):
        playground.decode_link(code)
    assert not counted


# --- boxes ---


@as_one_test
@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ("", {"h 1": ""}),
        ("a", {"h 1": "a"}),
        ("a\n", {"h 1": "a"}),
        ("a\r\nb\r\n", {"h 1": "a", "h 2": "b"}),
        ("\na\n\n", {"h 1": "", "h 2": "a", "h 3": ""}),
        (" a ", {"h 1": " a "}),
        ("A\tone\nB\ttwo", {"A": "one", "B": "two"}),
        ("A\tone\nA\ttwo", {"A": "one", "A (2)": "two"}),
        ("h 2\tone\ntwo", {"h 2": "one", "h 2 (2)": "two"}),
        ("\ta\tb", {"h 1": "a\tb"}),
        ("a\u2028b\x85c\x0cd", {"h 1": "a\u2028b\x85c\x0cd"}),
        ("x" * 101 + "\ty", {"h 1": "x" * 101 + "\ty"}),
    ],
)
def test_a_line_is_a_text(box, expected):
    assert playground.entries(box, "h") == expected


@given(st.dictionaries(st.text("ab\t", min_size=1).filter(str.strip), ANY, min_size=1, max_size=4))
def test_a_segments_texts_keep_their_lines_and_tabs(hypotheses):
    found = playground.segment_texts(None, hypotheses, {"r": "x"})
    assert [*playground.entries(found.hypotheses, "h").values()] == [
        playground.one_line(text) for text in hypotheses.values()
    ]


def test_20_000_equal_names_become_distinct():
    found = list(playground.entries("a\tx\n" * 20_000, "h"))
    assert found == ["a", *(f"a ({number})" for number in range(2, 20_001))]


def test_names_that_look_as_if_made_distinct_are_kept_apart():
    found = playground.entries("a (2)\t1\na\t2\na\t3\na (2)\t4\na\t5", "h")
    assert found == {"a (2)": "1", "a": "2", "a (3)": "3", "a (2) (2)": "4", "a (4)": "5"}


def test_what_is_empty_is_said():
    assert [playground.count_phrase(playground.entries(box, "h")) for box in ("a\nb", "", "a\n\nb", " \na\n\n")] == [
        "2",
        "1, which is empty",
        "3 (2 is empty)",
        "3 (1, 3 are empty)",
    ]


def test_more_characters_than_a_box_holds_are_refused():
    long = "x" * (playground.LONGEST_TEXT + 1)
    for written in (Texts(long), Texts(hypotheses=long), Texts(references=long)):
        assert "20,001 characters in the box " in playground.text_problem(written)
