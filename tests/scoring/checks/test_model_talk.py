"""Outputs without the talk of a model, and what the talk does to the score."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import CHRF
from scoring.checks import CHECKS
from scoring.checks.check import CheckedTexts
from scoring.checks.talk.patterns import PATTERNS, TALK
from scoring.checks.talk.stripping import strip_talk
from scoring.studies import checks, talk_scores
from scoring.studies.checks import TextsToCheck
from scoring.studies.talk_scores import TalkScoresRequest

PREAMBLES = {
    "Here is the translation: Hallo": "Hallo",
    "Sure! Here's the German translation:\nHallo": "Hallo",
    'Hier ist die Übersetzung des Textes ins Deutsche: "Hallo"': "Hallo",
    "Voici la traduction en français : Bonjour": "Bonjour",
    "¡Claro que sí! Aquí está la traducción al español: Hola": "Hola",
    "Вот перевод документации на русский язык: Привет": "Привет",
    "以下是翻译：你好": "你好",
    "Certo, ecco la traduzione in italiano: Ciao": "Ciao",
    "以下は翻訳です：こんにちは": "こんにちは",
    "다음은 번역입니다: 안녕": "안녕",
}
OTHERS = {
    "Hallo (Note: this translation is informal)": "Hallo",
    "Note: this translation is informal\nHallo": "Hallo",
    "Hallo. Let me know if you need anything else.": "Hallo.",
    "I'm sorry, but I can't translate that.": "",
    "请提供需要翻译的文本。": "",
    "```text\nHallo\n```": "Hallo",
    "<think>hm</think>Hallo": "Hallo",
    "hm</think>Hallo": "Hallo",
    "<think>hm": "",
    "**Hallo**, [du](https://a.org)": "Hallo, du",
    "Option 1: Hallo. Option 2: Servus.": "Hallo.",
    "Hallo. Alternatively: Servus": "Hallo.",
    "Here are a few translation options: Hallo": "Hallo",
}


@pytest.mark.parametrize(("output", "expected"), (PREAMBLES | OTHERS).items())
def test_talk_is_stripped(output, expected):
    texts = CheckedTexts(pa.array([output, "Hallo"]), pa.array(["Hello", "Hello"]))
    assert strip_talk(texts).to_pylist() == [expected, "Hallo"]
    assert strip_talk(CheckedTexts(texts.outputs, texts.outputs)) is texts.outputs, "the source says the same"


@given(st.lists(st.sampled_from([*PREAMBLES, *OTHERS, "Hallo, Welt.", "Die Note war gut.", "", "a **b"]), min_size=1))
def test_only_outputs_in_which_the_check_finds_talk_change(outputs):
    texts = CheckedTexts(pa.array(outputs), pa.array(["Hello"] * len(outputs)))
    changed = [n for n, (a, b) in enumerate(zip(outputs, strip_talk(texts).to_pylist(), strict=True)) if a != b]
    assert changed == sorted({*CHECKS["talk"]().find(texts).segments.tolist()})


def test_every_language_says_where_its_talk_was_seen():
    assert len(TALK) >= 5
    assert all(of.seen_in and of.translation for of in TALK.values())
    assert {*PATTERNS} == {*CHECKS["talk"].kinds}


def test_the_score_is_given_as_it_is_and_without_the_talk():
    reference = ["Hallo Welt", "Guten Tag"]
    systems = {"a": pa.array(["Hier ist die Übersetzung: Hallo Welt", "Guten Tag"]), "b": pa.array(reference)}
    texts = TextsToCheck(systems, {"ref": pa.array(reference)}, pa.array(["Hello world", "Good day"]))
    (scores,) = checks.run(checks.ChecksRequest(("talk",)), texts).talk_scores
    as_it_is = CHRF().statistics(["Hier ist die Übersetzung: Hallo Welt", "Guten Tag"], [reference])
    assert (scores.system, scores.segments_found, scores.score_without_talk) == ("a", 1, 100)
    assert scores.score == CHRF().score(as_it_is.sum(axis=0)) < 100
    assert scores.sentence.startswith("a talks like a model in 1 of 2 segments: chrF ")
    assert scores.sentence.endswith(" as it is, 100.00 without the talk.")
    without = TextsToCheck(systems, {}, texts.source)
    assert talk_scores.run(TalkScoresRequest(), {"a": without.texts_of_system("a")}) == ()
