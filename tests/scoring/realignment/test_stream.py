"""Words of streams, and that no character of an output is lost or changed where it is cut."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.realignment.stream import StreamEncoder, WordStream, join_lines
from scoring.text.tokenizers import tokenize


@pytest.mark.parametrize(
    ("lines", "by_characters", "words"),
    [
        (["The cat  sat", "", None, " on a mat."], False, ["The", "cat", "sat", "on", "a", "mat."]),
        (["今天天气", "很好。 GPU v2！"], True, ["今", "天", "天", "气", "很", "好", "。", "GPU", "v2", "！"]),
        (["กำลังดี"], True, ["กำ", "ลั", "ง", "ดี"]),
        (["a\u2028b\rc"], False, ["a", "b", "c"]),
        ([""], False, []),
    ],
)
def test_words(lines, by_characters, words):
    assert list(WordStream.of_lines(lines, by_characters).words) == words


def test_lines_are_joined_as_their_script_is_written():
    assert join_lines(["ein Satz", "noch einer"]) == "ein Satz noch einer"
    assert join_lines(["今天", "天气", "GPU", "v2"]) == "今天天气GPU v2"


@given(st.lists(st.text(max_size=12), max_size=4), st.booleans(), st.data())
def test_nothing_is_lost_between_cuts(lines, by_characters, data):
    stream = WordStream.of_lines(lines, by_characters)
    cut = data.draw(st.integers(0, len(stream)))
    parts = stream.between(0, cut), stream.between(cut, len(stream))
    assert "".join("".join(parts).split()) == "".join("".join(line.split()) for line in lines)
    assert "\n" not in parts[0]


def test_streams_are_joined_with_their_places():
    streams = [WordStream.of_lines(["a b"]), WordStream.of_lines([""]), WordStream.of_lines(["c"])]
    whole = WordStream.joined(streams)
    assert (whole.words, whole.between(1, 2), whole.between(2, 3)) == (("a", "b", "c"), "b", "c")


def test_tokens_are_those_of_the_tokenizer():
    words = ["Hello,", "world!", "3,000", "it's", '"Ja."']
    encoder = StreamEncoder("13a")
    found = encoder.encode(words)
    expected = [token for tokens in tokenize(pa.array(words), "13a").to_pylist() for token in tokens]
    again = encoder.encode(expected)
    assert found.ids.tolist() == again.ids.tolist()
    assert found.offsets[-1] == len(expected)
    assert found.ends.tolist() == [0, 1, 0, 0, 1]
    assert found.begins.tolist() == [1, 0, 0, 0, 1]
    assert encoder.encode(["hello", "Hello"]).lower.tolist() == [found.lower[0]] * 2
