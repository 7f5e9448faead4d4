"""Whatever the bytes, reading ratings gives them or a FormatError, and nothing else."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.formats import FileLimits, FormatError
from scoring.rating.formats import EXPORTS, read_any
from tests.cases import as_one_test
from tests.properties import examples, mutated
from tests.ratings import PROTOCOLS, SET, answered, plan_of

SMALL = FileLimits(file_bytes=300_000, judgments=10_000, columns=50)
RATINGS = {protocol: answered(plan_of(protocol, segments=range(3, 8), n_places=2)) for protocol in PROTOCOLS}
FILES = {
    (protocol, name): EXPORTS[name].write(RATINGS[protocol], "")
    for protocol in RATINGS
    for name in EXPORTS
    if protocol in EXPORTS[name].protocols
}
BITS = [b"", b"\0", b"\n", b'"', b",", b"null", b"NaN", b"1e999", b"-1", b"{", b"]", b"\xff", b"true", b"[]", b"0.5"]
VALUES: st.SearchStrategy[object] = st.sampled_from(
    [None, True, -1, 0.5, 10**30, float("inf"), float("nan"), "", "x", "\ud800", [], {}, [[]], [None]]
)


def read_or_refuse(protocol, data):
    try:
        ratings = read_any("x.json", data, RATINGS[protocol].plan, SET, SMALL)
    except FormatError:
        return
    assert ratings.plan == RATINGS[protocol].plan


@as_one_test
@pytest.mark.parametrize("data", [*FILES.values(), b"", b"\n", b"{", b"{}", b"[]", b"null"])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_any_file_for_any_campaign(protocol, data):
    read_or_refuse(protocol, data)


@given(st.sampled_from(list(FILES)), st.data())
@settings(examples(100), suppress_health_check=[HealthCheck.too_slow])
def test_mutated_files(file, draw):
    read_or_refuse(file[0], mutated(FILES[file], draw, BITS))


@given(st.sampled_from([file for file in FILES if file[1] in ("jsonl", "pearmut")]), st.data())
@settings(examples(150), suppress_health_check=[HealthCheck.too_slow])
def test_values_of_another_kind(file, draw):
    """One value anywhere in a line becomes another."""
    lines = FILES[file].splitlines()
    number = draw.draw(st.integers(0, min(3, len(lines) - 1)))
    value = json.loads(lines[number])
    holder = value
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = draw.draw(st.sampled_from(keys))
        if not isinstance(holder[key], dict | list) or not holder[key] or draw.draw(st.booleans()):
            break
        holder = holder[key]
    holder[key] = draw.draw(VALUES)
    lines[number] = json.dumps(value).encode()
    read_or_refuse(file[0], b"\n".join(lines))
