"""Whatever the bytes, reading judgments and lining them up gives them or a FormatError, and nothing else."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.formats import FileLimits, FormatError, attach, read_contents
from tests.cases import as_one_test
from tests.files import zipped
from tests.judgments import FILES, IN_DOCUMENTS
from tests.properties import examples, mutated

SMALL = FileLimits(file_bytes=300_000, total_bytes=600_000, segments=5_000, columns=50, cells=20_000, judgments=10_000)
BITS = [b"", b"\0", b"\n", b"\t", b'"', b",", b"<v>", b"</v>", b"None", b"NaN", b"1e999", b"-1", b"{", b"]", b"\xff"]


def read_or_refuse(file, data):
    """Reads, and lines up what was read; what does not go with the set is told."""
    try:
        contents = read_contents(file, data, limits=SMALL)
    except FormatError:
        return
    attached = attach(IN_DOCUMENTS, contents.judgments)
    assert all(isinstance(error, FormatError) for error in attached.refused)
    assert all(notice.count > 0 for _, notice in attached.notices)
    assert len(attached.test_set.identity) == 32


@as_one_test
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("data", [*FILES.values(), b"", b"\n", b"\0", b'"', b"\t\n", b"{", b"[]", b"{}", b"null"])
def test_any_content_under_any_name(file, data):
    read_or_refuse(file, data)


@given(st.sampled_from(list(FILES)), st.data())
@settings(examples(200), suppress_health_check=[HealthCheck.too_slow])
def test_mutated_files(file, draw):
    read_or_refuse(file, mutated(FILES[file], draw, BITS))


@given(st.sampled_from(list(FILES)), st.data())
@settings(examples(100), suppress_health_check=[HealthCheck.too_slow])
def test_truncated_files(file, draw):
    data = FILES[file]
    read_or_refuse(file, data[: draw.draw(st.integers(0, len(data)))])


@given(st.sampled_from(list(FILES)), st.data())
@settings(examples(200), suppress_health_check=[HealthCheck.too_slow])
def test_flipped_bits(file, draw):
    data = bytearray(FILES[file])
    for place in draw.draw(st.lists(st.integers(0, 8 * len(data) - 1), min_size=1, max_size=8)):
        data[place // 8] ^= 1 << place % 8
    read_or_refuse(file, bytes(data))


@given(st.sampled_from(list(FILES)), st.data())
@settings(examples(60), suppress_health_check=[HealthCheck.too_slow])
def test_a_piece_again_and_again(file, draw):
    data = FILES[file]
    start = draw.draw(st.integers(0, len(data) - 1))
    end = draw.draw(st.integers(start + 1, min(start + 60, len(data))))
    read_or_refuse(file, data[:end] + data[start:end] * draw.draw(st.sampled_from([2, 50, 2_000])) + data[end:])


def test_what_ends_the_reading_gets_through():
    def stop(share):
        raise RuntimeError("enough")

    for file, data in FILES.items():
        with pytest.raises(RuntimeError, match="enough"):
            read_contents("x.zip", zipped({file: data}), on_progress=stop)
