"""Which tokenizer fits a text, by its script."""

import itertools
import json

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU, METRICS, PER, RIBES, TER, WER, CharacTER, TestSet
from scoring.cli.inputs import Inputs
from scoring.cli.main import main
from scoring.formats import assemble, guess_roles, read_columns
from scoring.formats.names import target_language
from scoring.text.languages import (
    FILE_NAME,
    LANGUAGES,
    SCRIPT_SEGMENTS,
    SCRIPTS,
    SPACED,
    StatedLanguage,
    detect_script,
    detect_target_language,
    find_language,
    unfit_tokenizer,
)
from scoring.text.tokenizers import TOKENIZERS
from tests.cases import as_one_test

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
    assert detect_script([[text, None]]).name == TEXTS[text]


def test_no_letter_of_these_scripts_begins_with_a_byte_below_0xe0():
    """By that texts in Latin letters are known at once."""
    below = pa.array([chr(point) for point in range(0x800)])
    assert max(chr(0x7FF).encode()) < 0xE0 <= chr(0x800).encode()[0]
    for script in SCRIPTS:
        assert not pc.any(pc.match_substring_regex(below, script.letters)).as_py()


def test_all_references_count():
    assert detect_script([[ZH, "a few Latin letters"], [ZH, None]]).name == "Chinese"
    assert detect_script([]) is SPACED


def test_of_a_long_text_segments_from_its_beginning_to_its_end_count():
    for latin in (slice(None, 2 * SCRIPT_SEGMENTS), slice(SCRIPT_SEGMENTS, None)):
        text = [ZH] * 3 * SCRIPT_SEGMENTS
        text[latin] = ["a"] * len(text[latin])
        assert detect_script([text]).name == "Chinese"
    assert detect_script([["a"] * 3 * SCRIPT_SEGMENTS]) is SPACED


@pytest.mark.parametrize("script", [*SCRIPTS, SPACED], ids=lambda script: script.name)
def test_its_tokenizer_fits_and_is_installed(script):
    assert TOKENIZERS[script.tokenizer].available
    assert unfit_tokenizer(script.tokenizer, script) is None
    assert (script.advice is None) == TOKENIZERS[script.usual].available
    assert (unfit_tokenizer("13a", script) is None) == script.has_spaces


NAMES = {
    "newstest.en-zh.zh": "Chinese",
    "newstest2021.en-zh.ref.refA.zh": "Chinese",
    "newstest2021.zh-en.ref.txt": "English",
    "wmt21-en-ja-ref.txt.gz": "Japanese",
    "ref.zh-CN.txt": "Chinese",
    "ref.pt-br": "Portuguese",
    "ref.zh": "Chinese",
    "ref.jpn": "Japanese",
    "zh.txt": "Chinese",
    "en2de.ref": "German",
    "a.zip/en-de/refs/ref.txt": "German",
    "corpus/zh/ref.txt": None,
    "ref.txt": None,
    "mt.txt": None,
    "reference.A.txt": None,
    "system-x-y.txt": None,
}


@as_one_test
@pytest.mark.parametrize("file", NAMES)
def test_what_a_files_name_says_of_the_language(file):
    found = target_language(file)
    assert (None if found is None else found.name) == NAMES[file]


ENGLISH, THAI = "This is an English sentence.", "สวัสดีชาวโลก"


@pytest.mark.parametrize(
    ("text", "code", "said", "script"),
    [
        (ZH, "zh", "Chinese, from the file's name", "Chinese"),
        ("東京 漢字", "ja", "Japanese, from the file's name", "Japanese"),
        (
            JA,
            "zh",
            "Japanese, from the script of the references: the file's name says Chinese, which does not fit",
            None,
        ),
        (ENGLISH, "zh", "from the script of the references: the file's name says Chinese, which does not fit", None),
        (ENGLISH, "ru", "from the script of the references: the file's name says Russian, which does not fit", None),
        (ENGLISH, "de", "German, from the file's name", "another script"),
        ("12 + 3", "zh", "Chinese, from the file's name", "Chinese"),
        (THAI, "th", "Thai, from the file's name", "a script without spaces"),
        (ZH, None, "Chinese, from the script of the references", "Chinese"),
        (THAI, None, "A script without spaces, from the script of the references", None),
        (ENGLISH, None, "", "another script"),
    ],
)
def test_the_script_decides_where_a_name_contradicts_it(text, code, said, script):
    found = detect_target_language(
        [[text, None]], None if code is None else StatedLanguage(find_language(code), FILE_NAME)
    )
    assert str(found) == said
    assert found.script is detect_script([[text]]) or found.script.name == script


def test_every_code_is_of_one_language():
    codes = [code for language in LANGUAGES for code in {language.name.lower(), *language.codes}]
    assert len(codes) == len(set(codes))
    assert all(find_language(code.upper()) is language for language in LANGUAGES for code in language.codes)


WMT = (
    '<dataset id="x"><doc id="d" origlang="en"><src lang="en"><p><seg id="1">a</seg></p></src>'
    '<ref lang="{}" translator="A"><p><seg id="1">{}</seg></p></ref>'
    '<hyp system="s" language="de"><p><seg id="1">{}</seg></p></hyp></doc></dataset>'
)
NIST = '<refset setid="x" srclang="any" trglang="{}"><doc docid="d" sysid="r"><seg id="1">{}</seg></doc></refset>'


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"en-de.xml": WMT.format("zh", ZH, ZH)}, "Chinese, from the file"),
        ({"en-zh.xml": WMT.format("", ZH, ZH)}, "Chinese, from the file's name"),
        ({"ref.sgm": NIST.format("Japanese", JA), "sys.txt": JA}, "Japanese, from the file"),
        ({"ref.A.zh": ZH, "ref.B.txt": ZH, "sys.txt": ZH}, "Chinese, from the file's name"),
        ({"ref.A.de": ENGLISH, "ref.B.fr": ENGLISH, "sys.en": ENGLISH}, ""),
        ({"ref.txt": ENGLISH, "sys.A.en": ENGLISH, "sys.B.txt": ENGLISH}, "English, from the file's name"),
        ({"all.tsv": f"source\tref zh\tsys\na\t{ZH}\t{ZH}"}, "Chinese, from the file's name"),
    ],
)
def test_the_app_and_the_command_line_take_the_language_from_the_same_places(tmp_path, files, said):
    columns = [column for name, text in files.items() for column in read_columns(name, text.encode())]
    assert str(assemble(guess_roles(columns), "x").target) == said
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    paths = [str(tmp_path / name) for name in files]
    references = paths if len(paths) == 1 else [path for path in paths if "ref" in path.rsplit("/", 1)[1]]
    systems = paths if len(paths) == 1 else [path for path in paths if path not in references]
    with Inputs(references, systems) as inputs:
        (block,) = inputs.test_sets()
    assert str(block.target) == said


def test_what_is_not_installed_is_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda package: None)
    script = detect_script([[JA]])
    assert script.tokenizer == "char"
    assert "Use char (--tokenize char). Install MeCab and ipadic for its usual tokenizer, ja-mecab." in unfit_tokenizer(
        "13a", script
    )


@as_one_test
@pytest.mark.parametrize("name", METRICS)
def test_every_metric_says_whether_it_sees_words(name):
    metric, chinese = METRICS[name](), detect_script([[ZH]])
    assert metric.unfit_for(SPACED) is None
    sees_words = name in ("chrf", "chrf++", "cer", "eed")
    assert (metric.unfit_for(chinese) is None) == sees_words
    if hasattr(metric, "tokenize"):
        assert type(metric)(tokenize="zh").unfit_for(chinese) is None


def test_a_metric_names_its_own_option_for_the_tokenizer():
    chinese = detect_script([[ZH]])
    assert "Use zh (--character-tokenize zh)." in CharacTER().unfit_for(chinese)
    assert CharacTER(tokenize="zh").unfit_for(chinese) is None
    assert "Use zh (--tokenize zh)." in RIBES().unfit_for(chinese)


def test_error_rates_see_words_where_asian_characters_are_separated():
    chinese = detect_script([[ZH]])
    fitting = TER(normalized=True, asian_support=True)
    assert fitting.unfit_for(chinese) is None
    assert TER(no_punct=True, asian_support=True).unfit_for(chinese) is not None
    (whole,) = TER().statistics([ZH[:4]], [[ZH]])
    (separated,) = fitting.statistics([ZH[:4]], [[ZH]])
    assert whole[-1] == 1
    assert separated[-1] > 10


UNSPACED = {
    "Thai": ("วันนี้อากาศดีมาก", "วันนี้อากาศดี"),
    "Lao": ("ມື້ນີ້ອາກາດດີຫຼາຍ", "ມື້ນີ້ອາກາດດີ"),
    "Khmer": ("ថ្ងៃនេះអាកាសធាតុល្អណាស់", "ថ្ងៃនេះអាកាសធាតុល្អ"),
    "Burmese": ("ကျွန်တော်ကျောင်းသွားတယ်", "ကျွန်တော်သွားတယ်"),
    "Tibetan": ("བཀྲ་ཤིས་བདེ་ལེགས", "བཀྲ་ཤིས"),
    "Chinese": ("今天天气很好我们去公园", "今天天气很好"),
    "Japanese": ("東京へ行きました", "東京へ行く"),
}
OPTIONS = ("normalized", "no_punct", "asian_support", "characters")
EVERY_WAY = [dict(zip(OPTIONS, chosen, strict=True)) for chosen in itertools.product([False, True], repeat=4)]


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize("language", UNSPACED)
@pytest.mark.parametrize("kind", [TER, WER, PER])
def test_error_rates_warn_where_they_take_a_sentence_for_a_word_and_advise_what_helps(kind, language):
    """Options that change nothing in the script silence no warning, and are not advised."""
    reference, output = UNSPACED[language]
    script = detect_script([[reference]])
    for options in EVERY_WAY:
        metric = kind(**options)
        (statistics,) = metric.statistics([output], [[reference]])
        said = metric.unfit_for(script)
        assert (said is None) == (statistics[-1] > 2), (options, said)
        if said is not None:
            asian = "--ter-normalized --ter-asian-support" in said
            assert asian == (language in ("Chinese", "Japanese"))
            assert asian or "--ter-characters), or use chrF" in said
            helped = kind(**options | ({"normalized": True, "asian_support": True} if asian else {"characters": True}))
            assert helped.unfit_for(script) is None
    fitting = kind.configure(kind.fitting(script) | {"ter_characters": kind.fitting(script)["characters"]})
    assert fitting.unfit_for(script) is None


@pytest.mark.parametrize("kind", [TER, WER, PER])
def test_nothing_changes_where_words_are_separated(kind):
    assert not any(kind.fitting(SPACED).values())
    for options in EVERY_WAY:
        assert kind(**options).unfit_for(SPACED) is None


@given(st.text("กขคง ", max_size=12), st.text("กขคง ", max_size=12))
def test_wer_of_characters_is_the_distance_of_characters(output, reference):
    """The oracle is the textbook's table; white space is left out."""
    a, b = ("".join(text.split()) for text in (output, reference))
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        before, row = row, [i, *[0] * len(b)]
        for j, other in enumerate(b, 1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
    (found,) = WER(characters=True).statistics([output], [[reference]])
    assert found[:3].sum() == row[-1]
    assert found[-1] == len(b)
    (shifted,) = TER(characters=True).statistics([output], [[reference]])
    assert shifted[:4].sum() <= row[-1]


def test_a_rate_by_characters_says_so_in_its_signature():
    assert "|unit:char|" in WER(characters=True).signature
    assert "unit" not in WER().signature


@pytest.mark.parametrize("options", [[], ["--ter-normalized", "--ter-asian-support"], ["--ter-characters"]])
def test_the_command_line_advises_in_thai_what_helps(tmp_path, monkeypatch, capsys, options):
    monkeypatch.chdir(tmp_path)
    reference, output = UNSPACED["Thai"]
    for name, text in (("ref.txt", reference), ("sys.txt", output)):
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    assert main(["score", "ref.txt", "-i", "sys.txt", "-m", "ter", "wer", "per", "--format", "json", *options]) == 0
    out, err = capsys.readouterr()
    scores = [one["score"] for one in json.loads(out)]
    if options == ["--ter-characters"]:
        assert err == ""
        assert scores == pytest.approx([100 * (len(reference) - len(output)) / len(reference)] * 3)
        return
    assert scores == [100.0] * 3
    assert err.count("count characters in place of words (on the command line: --ter-characters), or use chrF.") == 1
    assert err.count("TER, WER and PER take whole phrases for words there.") == err.count("note:") == 1
    assert "--ter-asian-support)" not in err


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
    assert err.endswith("Use zh (--tokenize zh).\n")
    assert SCRIPTS[-1].of_references == "The references are in a script where no spaces separate words."
    assert main([*command, "--tokenize", "zh"]) == 0
    assert capsys.readouterr().err == ""


def test_a_tokenizer_made_for_one_script_is_foreign_to_all_others():
    foreign = {name for name in TOKENIZERS if SPACED.is_foreign(name)}
    assert foreign == {"zh", "ja-mecab", "ko-mecab"}
    for script in SCRIPTS:
        assert {name for name in TOKENIZERS if script.is_foreign(name)} == foreign - {script.usual}
