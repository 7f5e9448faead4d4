"""Which tokenizer fits a text, by its script."""

import json

import pytest

from scoring import BLEU, METRICS, TER, TestSet
from scoring.cli.main import main
from scoring.languages import READ, SCRIPTS, SPACED, script_of, unfit_tokenizer
from scoring.tokenizers import TOKENIZERS

ZH, JA, KO = "今天天气很好,我们去公园吧。", "これはペンです。東京へ行きました。", "오늘은 날씨가 좋습니다."
TEXTS = {
    ZH: "Chinese",
    JA: "Japanese",
    "東京タワー": "Japanese",
    KO: "Korean",
    "สวัสดีชาวโลก": "a script without spaces",
    "The word 中文 means Chinese, and this sentence is English.": "another script",
    "Привет, мир": "another script",
    "नमस्ते दुनिया": "another script",
    "12 + 3 = 15": "another script",
    "": "another script",
}


@pytest.mark.parametrize("text", TEXTS)
def test_the_script_of_a_text(text):
    assert script_of([[text, None]]).name == TEXTS[text]


def test_all_references_count():
    assert script_of([[ZH, "a few Latin letters"], [ZH, None]]).name == "Chinese"
    assert script_of([]) is SPACED


def test_of_a_long_text_segments_from_its_beginning_to_its_end_count():
    for latin in (slice(None, 2 * READ), slice(READ, None)):
        text = [ZH] * 3 * READ
        text[latin] = ["a"] * len(text[latin])
        assert script_of([text]).name == "Chinese"
    assert script_of([["a"] * 3 * READ]) is SPACED


@pytest.mark.parametrize("script", [*SCRIPTS, SPACED], ids=lambda script: script.name)
def test_its_tokenizer_fits_and_is_installed(script):
    assert TOKENIZERS[script.tokenizer].available
    assert unfit_tokenizer(script.tokenizer, script) is None
    assert (script.advice is None) == TOKENIZERS[script.usual].available
    assert (unfit_tokenizer("13a", script) is None) == script.has_spaces


def test_what_is_not_installed_is_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda package: None)
    script = script_of([[JA]])
    assert script.tokenizer == "char"
    assert "Use char. Install MeCab and ipadic for its usual tokenizer, ja-mecab." in unfit_tokenizer("13a", script)


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_says_whether_it_sees_words(name):
    metric, chinese = METRICS[name](), script_of([[ZH]])
    assert metric.unfit_for(SPACED) is None
    sees_words = name in ("chrf", "chrf++")
    assert (metric.unfit_for(chinese) is None) == sees_words
    if hasattr(metric, "tokenize"):
        assert type(metric)(tokenize="zh").unfit_for(chinese) is None


def test_error_rates_see_words_where_asian_characters_are_separated():
    chinese = script_of([[ZH]])
    fitting = TER(normalized=True, asian_support=True)
    assert fitting.unfit_for(chinese) is None
    assert TER(no_punct=True, asian_support=True).unfit_for(chinese) is not None
    (whole,) = TER().statistics([ZH[:4]], [[ZH]])
    (separated,) = fitting.statistics([ZH[:4]], [[ZH]])
    assert whole[-1] == 1
    assert separated[-1] > 10


def test_the_command_line_says_so_beside_its_numbers(tmp_path, capsys):
    (tmp_path / "ref.txt").write_text(f"{ZH}\n", encoding="utf-8")
    (tmp_path / "sys.txt").write_text(f"{ZH[:6]}\n", encoding="utf-8")
    command = ["score", str(tmp_path / "ref.txt"), "-i", str(tmp_path / "sys.txt"), "--format", "json", "-m", "bleu"]
    assert main(command) == 0
    out, err = capsys.readouterr()
    (found,) = json.loads(out)
    measured = BLEU().measure(TestSet.build({"sys": [ZH[:6]]}, [[ZH]]))
    assert found["score"] == BLEU().score(measured["sys"].sum(axis=0))
    assert err.startswith("note: The references are in Chinese, where no spaces separate words. The tokenizer 13a")
    assert err.endswith("Use zh.\n")
    assert main([*command, "--tokenize", "zh"]) == 0
    assert capsys.readouterr().err == ""
