"""Ids of requests: both forms are read back, and nothing else is."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.judgments.fingerprints import output_fingerprint
from scoring.model_judges.request_ids import MAX_SHORT_CHARACTERS, RequestId, parse_request_id

NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
WHOLE = st.integers(1, 10**6)


@example("a|b%7C", 1, 1)
@example("a-1-1", 2, 3)
@example("系统_2", 2, 3)
@given(NAMES, WHOLE, WHOLE)
def test_both_forms_are_read_back(system, segment, repeat):
    request_id = RequestId("0123abcd", system, segment, repeat)
    assert parse_request_id(request_id.custom_id) == request_id
    try:
        short = request_id.short_id
    except ValueError:
        return
    assert parse_request_id(short) == request_id
    assert len(short) <= MAX_SHORT_CHARACTERS
    assert set(short) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0123abcd|A|1",
        "0123abcd||1|1",
        "0123abcd|A|0|1",
        "0123abcd|A|01|1",
        "0123abcd|A|1|-1",
        "0123abcd|A|١|1",
        "0123abcd|A|1|1 ",
        " 0123abcd|A|1|1",
        "0123ABCD|A|1|1",
        "0123abc|A|1|1",
        "0123abcd|A%41|1|1",
        "0123abcd|A|B|1|1",
        "0123abcd-A_41-1-1",
        "0123abcd-A_FF-1-1",
        "0123abcd-A_-1-1",
        "0123abcd-A B-1-1",
    ],
)
def test_anything_else_is_no_id(text):
    assert parse_request_id(text) is None


def test_a_name_too_long_for_the_short_form_is_refused():
    fits = RequestId("0123abcd", "x" * 51, 1, 1)
    assert len(fits.short_id) == MAX_SHORT_CHARACTERS
    with pytest.raises(ValueError, match="shorter one"):
        _ = RequestId("0123abcd", "x" * 52, 1, 1).short_id


def test_a_fingerprint_tells_texts_and_their_border():
    texts = [("ab", "c"), ("a", "bc"), ("ab", "C"), ("abc", ""), ("", "abc")]
    assert len({output_fingerprint(*pair) for pair in texts}) == len(texts)
    assert all(parse_request_id(RequestId(output_fingerprint(*pair), "A", 1, 1).custom_id) for pair in texts)
