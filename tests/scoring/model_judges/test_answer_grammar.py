"""A damaged answer has the score of the sound one, or is unread: no edit of a character gives another score."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.model_judges.answer_grammar import (
    MAX_CHARACTERS,
    PUNCTUATION,
    QuotedError,
    UnreadAnswerError,
    known_category,
    parse_answer,
)
from scoring.model_judges.mqm_scales import MQM_SCALES, gemba_score, gemba_v2_score

ENTRIES = [json.loads(line) for line in (Path(__file__).parent / "answers.jsonl").read_text("utf-8").splitlines()]
SOUND = [(entry["asked"], entry["answer"]) for entry in ENTRIES if "answer" in entry and "unread" not in entry]
LETTERS = st.sampled_from("\"{}[],:\\/-. \n'`0159aemEN*<>é") | st.characters(exclude_categories=["Cs"])


def scores_of(kind, text):
    """Return the score of an answer by each scale, None where it is unread."""
    try:
        answer = parse_answer(text, kind)
    except UnreadAnswerError:
        return None
    if answer.score is not None:
        return (answer.score,)
    return tuple(round(scale.score(answer.errors), 9) for scale in MQM_SCALES.values())


def places_of_number(text, score):
    """Return the places of the characters that spell the score, and of those next to them."""
    numbers = re.finditer(r"-?[0-9]+(?:\.[0-9]+)?", text)
    return {at for found in numbers if float(found[0]) == score for at in range(found.start() - 1, found.end() + 1)}


@pytest.mark.parametrize(("kind", "text"), SOUND)
def test_no_character_that_is_lost_or_exchanged_gives_another_score(kind, text):
    sound = scores_of(kind, text)
    number = places_of_number(text, sound[0]) if kind != "mqm" else set()
    for at in range(len(text)):
        if at not in number:
            assert scores_of(kind, text[:at] + text[at + 1 :]) in (None, sound)
        if not {at, at + 1} & number:
            assert scores_of(kind, text[:at] + text[at : at + 2][::-1] + text[at + 2 :]) in (None, sound)


@example(("da", "95/100"), 3, "")
@given(st.sampled_from(SOUND), st.integers(0, 10_000), LETTERS)
def test_no_character_that_is_added_or_replaced_gives_another_score(sound, place, letter):
    kind, text = sound
    score = scores_of(kind, text)
    at = place % (len(text) + 1)
    if kind != "mqm" and {at - 1, at} & places_of_number(text, score[0]):
        return
    for changed in (text[:at] + letter + text[at:], text[:at] + letter + text[at + 1 :]):
        assert scores_of(kind, changed) in (None, score)


@given(st.text())
def test_any_text_is_an_answer_or_unread(text):
    scores_of("", text)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text() | st.just("minor"),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.sampled_from(["score", "errors", "text", "severity", "category"]) | st.text(), inner)
        ),
    )
)
def test_any_json_is_an_answer_or_unread(value):
    scores_of("", json.dumps(value))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" * 200_000, "nested too deeply"),
        ('{"errors": ' * 50_000, "nested too deeply"),
        ("9" * 5_000, "is not from 0 to 100"),
        ('{"score": ' + "9" * 5_000 + "}", "is not from 0 to 100"),
        ("x" * (MAX_CHARACTERS + 1), "characters"),
        (json.dumps([{"text": "x", "severity": "minor"}] * 1_001), "1,001 errors"),
    ],
)
def test_monstrous_answers_are_unread(text, why):
    with pytest.raises(UnreadAnswerError, match=why):
        parse_answer(text)


@pytest.mark.parametrize(
    ("text", "kind", "why"),
    [
        ('{"errors": []}', "da", "errors, where a score was asked for"),
        ("95", "mqm", "a score, where errors were asked for"),
        ('{"errors": []}', "esa", "errors, where errors and a score were asked for"),
    ],
)
def test_an_answer_of_another_kind_is_unread(text, kind, why):
    with pytest.raises(UnreadAnswerError, match=f"^other form: {why}$"):
        parse_answer(text, kind)


@pytest.mark.parametrize(
    "said", ["fluency/punctuatio", "fluency/punktuation", "luency/punctuation", "non-translatin", "unctuation"]
)
def test_what_is_nearly_a_category_with_a_cost_of_its_own_is_unread(said):
    with pytest.raises(UnreadAnswerError):
        known_category(said)


def test_categories_are_known_by_their_first_part():
    assert known_category("Accuracy / Wrong number") == "accuracy/wrong number"
    assert known_category(" Fluency/Punctuation") == PUNCTUATION


def test_a_subcategory_alone_is_known():
    assert known_category("Mistranslation") == "accuracy/mistranslation"
    assert known_category("punctuation") == PUNCTUATION
    for said in ("punctuatio", "mistranslations", "hallucination"):
        with pytest.raises(UnreadAnswerError):
            known_category(said)


# --- what errors cost ---


def errors(**numbers):
    return [QuotedError(severity, category) for severity, (count, category) in numbers.items() for _ in range(count)]


@pytest.mark.parametrize(
    ("found", "gemba", "v2"),
    [
        ([], 0, 0),
        (errors(major=(2, "accuracy"), minor=(2, "style")), -12, -12),
        (errors(minor=(6, "style")), -5, -6),
        (errors(major=(6, "accuracy")), -25, -30),
        (errors(minor=(5, "style"), critical=(1, "accuracy")), -25, -30),
        (errors(critical=(2, "accuracy")), -25, -50),
        (errors(minor=(1, "non-translation")), -25, -25),
        (errors(minor=(3, PUNCTUATION)), -3, -0.3),
        (errors(major=(1, PUNCTUATION)), -5, -5),
        (errors(minor=(5, "style"), major=(1, "accuracy")), -9, -10),
    ],
)
def test_errors_cost_what_gemba_says(found, gemba, v2):
    assert gemba_score(found) == gemba_score(found[::-1]) == gemba
    assert gemba_v2_score(found) == pytest.approx(v2)
