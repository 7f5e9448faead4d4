"""The tokenizer fits the language of the test set, or the page says that it does not."""

import importlib.util
from dataclasses import replace

import pytest

from scoring import BLEU, TestSet
from scoring.text.languages import FILE_NAME, StatedLanguage, find_language
from tests.pages.steps import NEWS, bleu_of, button, go, key_of, ran, scored, texts, value_of, widget
from ui.kit import texts as playground
from ui.kit.texts import Texts
from ui.store import cache

REFERENCE = ["今天天气很好,我们去公园吧。", "他每天早上读报纸。", "这本书很有意思。"]
POORER = ["今天天气好,我们去公园。", "他早上读报。", "书很有意思。"]
CHINESE = TestSet.build({"甲": REFERENCE, "乙": POORER}, [REFERENCE])


def chinese():
    return key_of(CHINESE)


@pytest.mark.exhaustive
def test_a_set_that_is_chosen_brings_its_tokenizer_and_the_next_one_takes_it_away(visit):
    identity = chinese()
    at = visit("overview")
    at.session_state["own_sets"] = [identity]
    ran(at.run())
    ran(widget(at, "test_set").set_value(identity).run())
    assert value_of(at, "tokenize") == "zh"
    assert value_of(at, "normalized") is value_of(at, "asian_support") is True
    assert bleu_of(at) == pytest.approx(scored(CHINESE, tokenize="zh"))
    assert not any("whole phrases" in warning.value for warning in at.warning)
    ran(widget(at, "test_set").set_value(NEWS).run())
    assert value_of(at, "tokenize") == "13a"
    assert value_of(at, "asian_support") is False


@pytest.mark.exhaustive
def test_in_thai_error_rates_are_of_characters_for_what_tercom_knows_of_asia_does_not_help(visit):
    thai = TestSet.build({"x": ["วันนี้อากาศดี"], "y": ["อากาศดีมาก"]}, [["วันนี้อากาศดีมาก"]])
    identity = key_of(thai)
    at = visit("overview")
    at.session_state["own_sets"] = [identity]
    ran(at.run())
    ran(widget(at, "test_set").set_value(identity).run())
    assert value_of(at, "tokenize") == "char"
    assert value_of(at, "normalized") is value_of(at, "asian_support") is False
    assert value_of(at, "ter_characters") is True
    ran(widget(at, "test_set").set_value(NEWS).run())
    assert value_of(at, "ter_characters") is False


@pytest.mark.exhaustive
def test_a_tokenizer_that_the_visitor_chose_stays_and_is_warned_of(visit):
    identity = chinese()
    at = visit("overview", tokenize="intl")
    at.session_state["own_sets"] = [identity]
    ran(at.run())
    ran(widget(at, "test_set").set_value(identity).run())
    assert value_of(at, "tokenize") == "intl"
    assert "no spaces separate words. The tokenizer intl takes whole phrases for words" in at.warning[0].value
    ran(button(at, "fit-language").click().run())
    assert value_of(at, "tokenize") == "zh"
    assert not any("whole phrases" in warning.value for warning in at.warning)


def test_a_link_without_a_tokenizer_is_warned_of_on_every_page_with_scores(visit):
    at = visit("segments", set=chinese())
    assert at.warning[0].value == BLEU().unfit_for(cache.target(CHINESE).script)
    assert "Use zh (--tokenize zh)." in go(at, "compare").warning[0].value
    assert not go(at, "data").warning
    assert not go(at, "learn").warning


def test_the_playground_warns_too(visit):
    at = visit("playground", text=playground.encode(Texts("", POORER[0], REFERENCE[0])))
    assert "The tokenizer 13a takes whole phrases for words" in at.warning[0].value
    ran(button(at, "fit-language").click().run())
    assert not at.warning


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("said", "chip"),
    [
        (None, "Chinese, from the script of the references"),
        ("zh", "Chinese, from the file's name"),
        ("de", "Chinese, from the script of the references: the file's name says German, which does not fit"),
    ],
)
def test_the_language_stands_as_a_chip_with_where_it_is_from(visit, said, chip):
    language = None if said is None else StatedLanguage(find_language(said), FILE_NAME)
    test_set = replace(CHINESE, language=language)
    at = visit("overview", set=key_of(test_set))
    assert chip in texts(at)
    assert chip in texts(go(at, "data"))
    assert chip not in texts(go(at, "learn"))


def test_a_language_from_which_nothing_follows_is_said_on_the_data_page_alone(visit):
    at = visit("overview")
    assert "Spanish" not in texts(at)
    assert "Language: Spanish, from the file's name." in texts(go(at, "data"))


def test_what_to_install_is_said_where_characters_stand_in(visit, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda package: None if package in ("MeCab", "ipadic") else find(package)
    )
    japanese = TestSet.build({"x": ["東京タワーへ行きました。"], "y": ["ペンです。"]}, [["これはペンです。"]])
    at = visit("overview")
    at.session_state["own_sets"] = [key_of(japanese)]
    ran(at.run())
    ran(widget(at, "test_set").set_value(key_of(japanese)).run())
    assert value_of(at, "tokenize") == "char"
    assert "Install MeCab and ipadic for its usual tokenizer, ja-mecab." in texts(at)


@pytest.mark.exhaustive
def test_why_bleu_is_0_of_short_texts_is_said(visit):
    short = TestSet.build(
        {"x": ["Plaza Hotel", "big house"], "y": ["Plaza", "the house"]}, [["Plaza Hotel", "big house"]]
    )
    said = "BLEU is 0 because no segment of the output has 4 words"
    assert sum(warning.value.startswith(said) for warning in visit("overview", set=key_of(short)).warning) == 1
    assert not any("BLEU is 0" in warning.value for warning in visit("overview", set="textbook").warning)


@pytest.mark.exhaustive
def test_why_tbleu_equals_bleu_stands_under_the_scores(visit):
    says_so, chosen = "tBLEU equals BLEU here", {"metrics": "bleu,tbleu"}
    assert f"{says_so}: at tolerance 0.05" in texts(visit("overview", set="textbook", **chosen))
    assert says_so not in texts(visit("overview", set="inflection-hr-sl", tbleu_epsilon="0.6", **chosen))
