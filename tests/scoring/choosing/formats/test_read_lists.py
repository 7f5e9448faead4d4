"""Files of lists: what each format says, what is refused with file and line, and the way back."""

import gzip
import re

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring import TestSet
from scoring.choosing import Lists
from scoring.choosing.formats import read_lists
from scoring.formats import FileLimits, FormatError, TooLargeError
from tests.cases import as_one_test
from tests.properties import examples
from tests.written_lists import write_jsonl, write_moses

MOSES = b"""0 ||| the cat is ||| d: 0 -1.5 lm: -6 ||| -4.2
0 ||| a cat ||| d: 1 2 lm: -7 ||| -4.7
1 ||| he read ||| d: 0 0 lm: -5 ||| -3.5
"""
TEXTS = [["the cat is", "a cat"], ["he read"]]


def read(data, **options):
    return read_lists("list.txt", data, **options)


def test_moses():
    lists = read(MOSES, n_segments=2)
    assert list(lists) == TEXTS
    assert lists.feature_names == ("d_0", "d_1", "lm")
    assert lists.features.tolist() == [[0, -1.5, -6], [1, 2, -7], [0, 0, -5]]
    assert lists.decoder_scores.tolist() == [-4.2, -4.7, -3.5]


@as_one_test
@pytest.mark.parametrize(
    "data",
    [
        MOSES.replace(b" |||", b"|||"),
        MOSES.replace(b" ||| ", b"|||"),
        MOSES.replace(b":", b"="),
        MOSES.replace(b"lm: ", b"lm="),
        MOSES.replace(b"\n", b"\r\n"),
        MOSES.replace(b"\n", b"\n \n"),
        MOSES.replace(b"\n", b" ||| 0-0 1-1 ||| |0-1|\n"),
        MOSES.rstrip(),
        b"\xef\xbb\xbf" + MOSES,
        MOSES.decode().encode("utf-16"),
        gzip.compress(MOSES),
        MOSES.replace(b"\n1 ", b"\n2 ").replace(b"0 |||", b"1 |||"),
        MOSES.replace(b"0 -1.5", b"+0e5 \t -.15E+1"),
    ],
)
def test_moses_written_otherwise(data):
    lists, usual = read(data), read(MOSES)
    assert list(lists) == TEXTS
    assert lists.feature_names == usual.feature_names
    assert np.array_equal(lists.features, usual.features)
    assert np.array_equal(lists.decoder_scores, usual.decoder_scores)


@pytest.mark.parametrize(
    ("fields", "names", "features"),
    [
        (["1 2", "3 4"], ("f_0", "f_1"), [[1, 2], [3, 4]]),
        (["1 ||| 0", "2 ||| 0"], ("f",), [[1], [2]]),
        (["lm= 1 a_b= 5", "lm= 2 c_d= 6"], ("lm", "a_b", "c_d"), [[1, 5, 0], [2, 0, 6]]),
        (["lm=1 a_b=5 w=7", "w=8"], ("lm", "a_b", "w"), [[1, 5, 7], [0, 0, 8]]),
        (["a=1 b=2 c=3 d=-.5e1", "b=4\ta=5"], ("a", "b", "c", "d"), [[1, 2, 3, -5], [5, 4, 0, 0]]),
        (["", "lm= 1 2"], ("lm_0", "lm_1"), [[0, 0], [1, 2]]),
        (["lm= 1 a_b= 5 2", "a_b= 6 lm= 3 4"], ("lm_0", "a_b", "lm_1"), [[1, 5, 2], [3, 6, 4]]),
        (["a_b= 5 1 c_d= 6", "2 c_d= 7"], ("a_b", "f", "c_d"), [[5, 1, 6], [0, 2, 7]]),
        (["tm= 1 x=y= 2", "x=y= 3"], ("tm", "x=y"), [[1, 2], [0, 3]]),
    ],
    ids=[
        "no labels",
        "one number",
        "sparse",
        "joined",
        "short",
        "left out",
        "moses order",
        "sparse first",
        "equals sign",
    ],
)
def test_features(fields, names, features):
    lists = read("".join(f"0 ||| a ||| {field}\n" for field in fields).encode())
    assert lists.feature_names == names
    assert lists.features.tolist() == features


def test_systems_may_come_in_any_order():
    lists = read(b'{"systems": {"A": "a", "B": "b"}}\n{"systems": {"B": "d", "A": "c"}}\n')
    assert (lists.names, list(lists)) == (("A", "B"), [["a", "b"], ["c", "d"]])


def test_moses_without_features_or_scores():
    assert read(b"0 ||| a\n0 |||\n").features is None
    assert list(read(b"0 ||| a\n0 |||\n")) == [["a", ""]]
    scored = read(b"0 ||| a ||| -1.5\n0 |||  ||| -2\n")
    assert (scored.features, scored.decoder_scores.tolist()) == (None, [-1.5, -2])
    empty = read(b"0 ||| a ||| ||| -1.5\n")
    assert (empty.features, empty.decoder_scores.tolist()) == (None, [-1.5])


def test_a_later_block_is_read_like_the_first(monkeypatch):
    monkeypatch.setattr("scoring.choosing.formats.moses.BLOCK", 1)
    lists = read(MOSES + b"1 ||| x ||| lm: 1 e_f= 2 ||| 0\n")
    assert lists.features.tolist() == [[0, -1.5, -6, 0], [1, 2, -7, 0], [0, 0, -5, 0], [0, 0, 1, 2]]
    with pytest.raises(FormatError, match="line 4: expected the id 1 or 2, found 0"):
        read(MOSES + b"0 ||| x ||| lm: 1 ||| 0\n")
    with pytest.raises(FormatError, match="line 4: expected 2 numbers after d, as on the lines before, found 1"):
        read(MOSES + b"1 ||| x ||| d: 1 ||| 0\n")


REFUSED = {
    "goes back": (b"0 ||| a\n1 ||| a\n0 ||| b\n", "line 3: expected the id 1 or 2, found 0. The candidates of a"),
    "left out": (b"0 ||| a\n2 ||| a\n", "line 2: expected the id 0 or 1, found 2. The id 1 has no candidates; give"),
    "left out, from 1": (b"1 ||| a\n3 ||| a\n", "line 2: expected the id 1 or 2, found 3. The id 2 has no candid"),
    "begins late": (b"5 ||| a\n", "line 1: expected ids from 0 or 1 on, found 5."),
    "no id": (b"0 ||| a\nx ||| a\n", "line 2: expected a segment's id, a whole number, as in id ||| text ||| featur"),
    "negative id": (b"-1 ||| a ||| b\n", "line 1: expected a segment's id"),
    "no text": (b"0 ||| a\n0\n", "line 2: expected 2 fields, id ||| text ||| features ||| score, found 1 field."),
    "no score": (b"0 ||| a ||| 1 2 ||| 3\n0 ||| a ||| 1 2\n", "line 2: expected 4 fields, id ||| text ||| features"),
    "blank score": (b"0 ||| a ||| 1 2 ||| 3\n\n0 ||| a ||| 1 2 |||\n", "line 3: expected the decoder's score, a num"),
    "score is text": (b"0 ||| a ||| 1 2 ||| high\n", "line 1: expected the decoder's score, a number, found 'high'."),
    "score is infinite": (b"0 ||| a ||| 1 2 ||| -inf\n", "line 1: expected the decoder's score, a number, found '-i"),
    "too large": (b"0 ||| a ||| 1 1e999\n", "line 1: expected a number below 1e308, found 1e999."),
    "feature is text": (b"0 ||| a ||| lm= x\n", "line 1: expected a number, or a label such as lm=, found 'x'."),
    "bar in text": (b"0 ||| a ||| b ||| 1 2 ||| -3\n", "line 1: expected a number, or a label such as lm=, found 'b'"),
    "ragged": (b"0 ||| a ||| 1 2\n0 ||| a ||| 1 2 3\n", "line 2: expected 2 numbers without a label, as on the lines"),
    "ragged label": (b"0 ||| a ||| d= 1 2\n0 ||| b ||| d= 3\n", "line 2: expected 2 numbers after d, as on the lines"),
    "label missing": (b"0 ||| a ||| d= 1\n0 ||| b ||| 3 4\n", "line 2: expected 0 numbers without a label, as on the"),
    "numbers missing": (b"0 ||| a ||| 3 4\n0 ||| b ||| d= 1\n", "line 2: expected 2 numbers without a label, as on t"),
    "label alone": (b"0 ||| a ||| d= lm= 1\n", "line 1: expected a number after d=, found none."),
    "label at the end": (b"0 ||| a ||| d= 1 lm:\n0 ||| b ||| d= 1\n", "line 1: expected a number after lm:, found no"),
    "label twice": (b"0 ||| a ||| d= 1 d= 2\n", "line 1: expected every label once, found d twice."),
    "name twice": (b"0 ||| a ||| d= 1 2 d_0= 3\n", "line 1: expected every feature once, found another feature cal"),
    "f twice": (b"0 ||| a ||| 1 f= 3\n", "line 1: expected every label once, found f twice."),
    "empty": (b"", "the file is empty"),
    "archive": (b"PK\x03\x04abc", "expected a file of lists, found an archive. Unpack it first; a single file may"),
    "picture": (b"\x89PNG", "found a picture"),
    "damaged": (gzip.compress(MOSES)[:-9], "expected gzip, found damaged data"),
    "encoding": (b"0 ||| caf\xe9\n", "line 1: expected text in UTF-8, found the byte 0xE9"),
    "plain": (b"a\nb\n", "expected to know which lines are of one segment, found 2 lines without ids. Say how many c"),
    "json without lists": (b'{"candidates": "a"}\n', "line 1: expected a list under 'candidates', found a text"),
    "empty list": (b'["a"]\n[]\n', "line 2: expected candidates, found an empty list. A segment needs at least one"),
    "null": (b'["a", null]\n', "line 1: expected a text, found null under 'the candidates'."),
    "number": (b'["a", 3]\n', "line 1: expected a text, found a number under 'the candidates'."),
    "surrogate": (b'["\\ud800"]\n', "line 1: expected a text, found half a surrogate pair under 'the candidates'."),
    "blank line": (b'["a"]\n\n["b"]\n', "line 2: expected a list, found a blank line. It may be a list that got lost."),
    "bad json": (b'["a"]\n["b"\n', "line 2: expected JSON, found bad JSON at column"),
    "no object": (b'["a"]\n3\n', "line 2: expected a list under 'candidates', found a number."),
    "nan": (
        b'[{"text": "a", "score": NaN}]\n',
        "expected a number, found nan under 'score'. Only finite numbers",
    ),
    "endless": (b'[{"text": "a", "features": {"x": 1e999}}]\n', "line 1: expected a number, found inf under 'x'."),
    "true": (b'[{"text": "a", "score": true}]\n', "line 1: expected a number, found true under 'score'."),
    "features": (b'[{"text": "a", "features": 3}]\n', "line 1: expected an object of numbers under 'features'"),
    "some scores": (b'[{"text": "a", "score": 1}, "b"]\n', "expected scores of all candidates of all lists, or of"),
    "later scores": (b'["a"]\n[{"text": "a", "score": 1}]\n', "line 2: expected scores of all candidates of all lis"),
    "few scores": (b'{"samples": ["a", "b"], "scores": [1]}\n', "under 'scores', one a candidate, found a list of 1."),
    "other systems": (b'{"systems": {"A": "a"}}\n{"systems": {"B": "a"}}\n', "line 2: expected the same systems on e"),
    "same systems": (b'{"systems": {"A": "a", "A\\n": "a"}}\n', "line 1: expected the same systems on every line, f"),
    "twice": (b'{"candidates": ["a", "b"], "candidates": ["c"]}\n', "the key 'candidates' twice in one object"),
    "systems and lists": (b'{"systems": {"A": "a"}}\n["a"]\n', "line 2: expected systems, as on the lines before"),
    "lists and systems": (b'["a"]\n{"systems": {"A": "a"}}\n', "line 2: expected a list without systems, as on the l"),
    "another key": (
        b'["a"]\n{"foo": ["a"], "bar": 1}\n',
        "line 2: expected a list under 'candidates', found an obj",
    ),
    "scores are text": (b'{"samples": ["a"], "scores": "1"}\n', "under 'scores', one a candidate, found a text."),
    "text is an object": (b'[{"text": {"a": 1}}]\n', "line 1: expected a text, found an object under 'text'."),
    "over many lines": (
        b'{"candidates": [\n"a"]}\n',
        "Write each list on a line of its own, with nothing around or betw",
    ),
    "label is not finite": (b"0 ||| a ||| lm=-inf\n", "found 'lm=-inf'. Only finite numbers can be weighed and compa"),
    "a score is missing": (
        b"0 ||| a ||| lm= 1 ||| -1\n0 ||| b ||| lm= 1\n",
        "found 3 fields. Each line has the fiel",
    ),
}


@as_one_test
@pytest.mark.parametrize(("data", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(data, message):
    with pytest.raises(FormatError, match=re.escape(message)) as refusal:
        read(data)
    assert str(refusal.value).startswith("list.txt")


def test_json_lines():
    data = b"""["a", ""]
{"id": 7, "candidates": ["b"]}
{"nbest": [{"hypothesis": "c"}, "d"], "source": "x"}

"""
    assert list(read(data)) == [["a", ""], ["b"], ["c", "d"]]
    scored = read(b'{"samples": ["a", "b"], "scores": [-1, -2.5]}\n')
    assert scored.decoder_scores.tolist() == [-1, -2.5]
    found = read(b'[{"text": "a", "features": {"lm": 1}}, {"text": "b", "features": {"w": 2}}, {"translation": "c"}]')
    assert (found.feature_names, found.features.tolist()) == (("lm", "w"), [[1, 0], [0, 2], [0, 0]])
    assert read(b'[{"text": "a", "features": [1, 2]}]').feature_names == ("f_0", "f_1")
    systems = read(b'{"systems": {"A": "x", "B": "y"}}\n{"systems": {"A": "z", "B": ""}}\n')
    assert (systems.names, list(systems)) == (("A", "B"), [["x", "y"], ["z", ""]])


def test_lines_that_only_look_like_json_are_plain():
    assert list(read(b"[Music]\n{laughs}\n", per_segment=2)) == [["[Music]", "{laughs}"]]
    with pytest.raises(FormatError, match="line 1: expected JSON"):
        read_lists("list.jsonl.gz", gzip.compress(b"[Music]\n"))


def test_plain_lines():
    data = b"a\n\nb\nc\nd\ne\n"
    lists = [["a", "", "b"], ["c", "d", "e"]]
    assert list(read(data, n_segments=2)) == list(read(data, per_segment=3)) == lists
    assert list(read(data, n_segments=2, per_segment=3)) == lists
    assert list(read(b"a\nb", n_segments=2)) == [["a"], ["b"]]
    with pytest.raises(FormatError, match=r"expected as many lines for each of 4 segments, found 6 lines. Lists of"):
        read(data, n_segments=4)
    with pytest.raises(FormatError, match="expected 4 lines for each segment, found 6 lines, 2 too many"):
        read(data, per_segment=4)
    with pytest.raises(FormatError, match=r"expected 3 lists, one for each segment, found 2 lists\. Give"):
        read(data, n_segments=3, per_segment=3)


@pytest.mark.parametrize("data", [MOSES, b'["a"]\n["b"]\n'])
def test_the_number_of_lists_must_be_that_of_segments(data):
    with pytest.raises(FormatError, match="expected 1 list, one for each segment, found 2 lists"):
        read(data, n_segments=1)


@pytest.mark.parametrize("data", [MOSES, b'["the cat is", "a cat"]\n["he read"]\n'])
def test_the_number_of_candidates_must_be_that_which_is_said(data):
    with pytest.raises(FormatError, match="expected 2 for each segment, found 1 candidate of segment 2"):
        read(data, per_segment=2)
    assert list(read(data.rsplit(b"\n", 2)[0], per_segment=2)) == TEXTS[:1]


def test_many_candidates():
    data = "".join(f"0 ||| candidate {number} ||| x= {number} ||| 1\n" for number in range(10_000)).encode()
    lists = read(data)
    assert (lists.n_segments, len(lists), lists.features[-1].tolist()) == (1, 10_000, [9999])


@pytest.mark.parametrize(
    ("data", "limits", "message"),
    [
        (MOSES, FileLimits(file_bytes=50), "at most 50 bytes"),
        (MOSES, FileLimits(segments=2), "at most 2 segments"),
        (MOSES, FileLimits(segment_bytes=8), "at most 8 bytes in one segment"),
        (b"0 ||| a ||| b= 1 c= 1\n", FileLimits(columns=1), "line 1: expected at most 1 column"),
        (b"0 ||| a ||| b= 1\n0 ||| a ||| c= 1\n", FileLimits(cells=3), "at most 3 cells"),
        (b'["a", "b"]\n["c"]\n', FileLimits(segments=2), "at most 2 segments"),
        (b'["a", "b"]\n', FileLimits(line_bytes=5), "line 1: expected at most 5 bytes in one line"),
        (b"abc\n", FileLimits(segment_bytes=2), "line 1: expected at most 2 bytes in one segment"),
    ],
)
def test_limits(data, limits, message):
    with pytest.raises(TooLargeError, match=message):
        read(data, limits=limits)


class StopError(Exception):
    pass


@pytest.mark.parametrize("data", [MOSES, gzip.compress(MOSES), b'["a"]\n' * 500])
def test_reading_can_be_ended(data):
    told = []
    read(data, on_progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    for at in range(len(told)):

        def stop(share, at=at):
            if share >= told[at]:
                raise StopError

        with pytest.raises(StopError):
            read(data, on_progress=stop)


def test_wrong_arguments():
    with pytest.raises(ValueError, match="per_segment must be 1 to"):
        read(b"a\n", per_segment=0)


NAMES = st.lists(st.from_regex(r"\A[a-c]{1,2}(_[0-2])?\Z") | st.just("é=3"), unique=True, max_size=6)
NUMBERS = st.floats(-1e300, 1e300, allow_subnormal=False)


@st.composite
def any_lists(draw, text=st.text(max_size=8)):  # noqa: B008 - a strategy never changes
    texts = draw(st.lists(st.lists(text, min_size=1, max_size=4), min_size=1, max_size=5))
    candidates = [text for one in texts for text in one]
    n = len(candidates)
    names = tuple(draw(NAMES))
    table = [draw(st.lists(NUMBERS, min_size=len(names), max_size=len(names))) for _ in range(n)]
    return Lists(
        pa.array(candidates, pa.string()),
        np.cumsum([0, *map(len, texts)]),
        features=np.array(table).reshape(n, len(names)) if names else None,
        feature_names=names,
        decoder_scores=draw(st.none() | st.lists(NUMBERS, min_size=n, max_size=n).map(np.array)),
    )


def same(left, right):
    return (
        list(left) == list(right)
        and left.names == right.names
        and left.feature_names == right.feature_names
        and np.array_equal(left.features, right.features)
        and np.array_equal(left.decoder_scores, right.decoder_scores)
    )


@given(any_lists())
@examples(100)
def test_json_lines_and_back(lists):
    assert same(read(write_jsonl(lists)), lists)


@given(any_lists(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"]), max_size=5)))
@examples(100)
def test_moses_and_back(lists):
    assume(not any("|||" in text for texts in lists for text in texts))
    assert same(read(write_moses(lists)), lists)


def test_systems_and_back():
    test_set = TestSet.build({"A": ["x", "y"], "B": ["", "z"]}, [["r", "r"]])
    lists = Lists.of_systems(test_set)
    assert same(read(write_jsonl(lists)), lists)
    assert list(read(write_moses(lists))) == list(lists)
