"""Whatever the bytes, reading lists gives them or a FormatError, and nothing else."""

import gzip
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.choosing.formats import read_lists
from scoring.formats import FileLimits, FormatError
from tests.cases import as_one_test
from tests.properties import examples, mutated

SMALL = FileLimits(file_bytes=300_000, columns=50, cells=10_000)
MOSES = b"""0 ||| the cat is ||| d: 0 -1.5 lm=-6 tm_x= 3 ||| -4.2
0||| a cat ||| d: 1 2 lm: -7 ||| -4.7
1 |||  ||| 0 0 lm= -5 ||| -3.5 ||| 0-0
"""
OBJECTS: list[object] = [
    {"candidates": [{"text": "a", "score": -1, "features": {"lm": 2}}, {"text": "b", "score": 0, "features": [1]}]},
    {"samples": ["a", "b"], "scores": [1, 2]},
    {"systems": {"A": "a", "B": "b"}},
    ["a", "b"],
]
FILES = [
    MOSES,
    *(json.dumps(one).encode() + b"\n" + json.dumps(one).encode() for one in OBJECTS),
    gzip.compress(MOSES),
    b"a\nb\nc\nd\n",
]
BITS = [b"", b"\0", b"\n", b"|||", b" ||| ", b"=", b"lm= ", b":", b"_=", b" 1 ", b"-", b"1e999", b"nan", b"\xff", b'"']
VALUES: st.SearchStrategy[object] = st.sampled_from(
    [None, True, -1, 0.5, 10**400, float("inf"), float("nan"), "", "x", "\ud800", [], {}, [[]], {"text": "a"}]
)


def read_or_refuse(data):
    try:
        lists = read_lists("x", data, per_segment=2, limits=SMALL)
    except FormatError:
        return
    assert lists.n_segments > 0
    assert lists.features is None or lists.features.shape == (len(lists), len(lists.feature_names))


@as_one_test
@pytest.mark.parametrize("data", [*FILES, b"", b"\n", b"{", b"{}", b"[]", b"null", b"|||", b"0|||", b"||||||", b"0"])
def test_odd_files(data):
    read_or_refuse(data)


@pytest.mark.exhaustive
@given(st.sampled_from(FILES), st.data())
@settings(examples(300), suppress_health_check=[HealthCheck.too_slow])
def test_mutated_files(file, draw):
    read_or_refuse(mutated(file, draw, BITS))


@given(st.sampled_from(OBJECTS), VALUES, st.data())
@settings(examples(150), suppress_health_check=[HealthCheck.too_slow])
def test_values_of_another_kind(value, other, draw):
    """One value anywhere in the second line becomes another."""
    holder = copy = json.loads(json.dumps(value))
    while True:
        key = draw.draw(st.sampled_from(list(holder) if isinstance(holder, dict) else list(range(len(holder)))))
        if not isinstance(holder[key], dict | list) or not holder[key] or draw.draw(st.booleans()):
            break
        holder = holder[key]
    holder[key] = other
    read_or_refuse(f"{json.dumps(value)}\n{json.dumps(copy)}\n".encode())
