"""Lesson 7: the tokenizer and the case of one text are worth more than most systems differ by."""

import pytest
from lxml import html
from sacrebleu import sentence_bleu
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from course.lessons import LESSONS, l07_tokenization, parts
from course.lessons.l07_tokenization import AVAILABLE, METRICS, SWITCH, named_pairs, tokenizer_table
from scoring import BLEU
from scoring.output.numbers import two_decimals
from scoring.text.tokenizers import TOKENIZERS

LESSON = LESSONS["tokenization"]
ENGLISH, CHINESE = named_pairs(LESSON.example)


def test_the_claim():
    scores = {name: ENGLISH.score(name) for name in ("13a", "intl", "none", "char")}
    assert len({round(score, 2) for score in scores.values()}) == 4
    assert ENGLISH.score("13a", lowercase=True) > ENGLISH.score("13a") + 10


def test_chinese_has_no_words_under_13a():
    assert CHINESE.score("13a") == 0
    assert CHINESE.cut("13a") == [CHINESE.output]
    assert CHINESE.score("zh") > 70
    assert CHINESE.cut("zh") == list(CHINESE.output)


@pytest.mark.parametrize("name", ["13a", "intl", "none", "char", "zh"])
@pytest.mark.parametrize("pair", [ENGLISH, CHINESE], ids=["English", "Chinese"])
def test_the_table_has_sacrebleu_s_scores(quiet_sacrebleu, name, pair):
    expected = sentence_bleu(pair.output, [pair.reference], tokenize=name, use_effective_order=False).score
    row = tokenizer_table(pair).set_index("tokenizer").loc[name]
    assert row["BLEU"] == pytest.approx(expected, abs=1e-9)
    assert row["tokens"] == len(pair.cut(name))


def test_all_installed_tokenizers_are_there():
    assert [name for name, tokenizer in TOKENIZERS.items() if tokenizer.available] == list(AVAILABLE)
    assert METRICS["13a", True] == BLEU(lowercase=True)


def test_what_is_not_installed_is_left_out_and_named(monkeypatch):
    monkeypatch.setattr(l07_tokenization, "AVAILABLE", ("13a", "zh", "none", "char"))
    monkeypatch.setattr(
        l07_tokenization,
        "TOKENIZERS",
        {"ja-mecab": type("Lacking", (), {"available": False, "missing": ("MeCab", "ipadic")})()},
    )
    computed = LESSON.compute(LESSON.example)
    said = [block.text for block in computed.rest if isinstance(block, parts.Plain)]
    assert "Not installed here, so left out: ja-mecab needs MeCab and ipadic." in said
    assert list(tokenizer_table(ENGLISH)["tokenizer"]) == ["13a", "zh", "none", "char"]


def test_the_words_that_are_cut_are_those_that_sacrebleu_cuts():
    """13a joins no words, so that its tokens are those of each word alone."""
    clicked = LESSON.ask(LESSON.example).clicked
    by_word = [Tokenizer13a()(word).split() for word in clicked.words]
    assert [token for tokens in by_word for token in tokens] == Tokenizer13a()(ENGLISH.output).split()
    assert set(clicked.counts) == {word for word, tokens in zip(clicked.words, by_word, strict=True) if len(tokens) > 1}


def test_the_answer_says_what_is_cut_off_and_the_number_which_score_is_smoothed():
    """Lesson 4 says that without four words in a row BLEU is 0."""
    assert "“$”, “(”, “)” and “.” are cut off: 9 words become <b>13</b> tokens" in LESSON.ask(LESSON.example).reveal
    facts = LESSON.compute(LESSON.example).key[0].facts
    assert [fact.about for fact in facts] == ["smoothed: no four match", "", "capitals ignored"]


@pytest.mark.parametrize("name", SWITCH)
def test_a_switch_cuts_the_output_anew(name):
    drawn, _ = LESSON.compute({**LESSON.example, "cut": name}).after
    chips = html.fromstring(drawn.html).xpath("//div[contains(@class, 'words')]//span[starts-with(@class, 't')]")
    first = named_pairs(LESSON.example)[0]
    assert [chip.text_content() for chip in chips] == first.cut(SWITCH[name])
    assert two_decimals(first.score(SWITCH[name])) in drawn.html
