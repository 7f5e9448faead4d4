"""Whatever the bytes, reading gives columns or a FormatError, and nothing else, for a bounded amount of work.

Work is what ``on_progress`` is told of and what comes out of archives; no test looks at a clock.
"""

import io
import zipfile
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.formats import ENCODINGS, ENDINGS, FileLimits, FormatError, assemble, guess_roles, read_columns, repair
from tests.cases import as_one_test
from tests.files import SEEDS, zipped
from tests.properties import examples, mutated

FILES = [*(f"x.{ending}" for ending in ENDINGS), "x", "x.xlsm", "x.json", "x.tab", "x.txt.gz", "sys/ref.en"]
SMALL = FileLimits(
    file_bytes=300_000, total_bytes=600_000, archive_members=20, segments=5_000, columns=50, cells=20_000, tags=30_000
)
MAX_CALLS = 2_000
"""Of ``on_progress`` for a file within these limits: at most 50 columns or 20 members, some calls for each."""


def read_or_refuse(file, data, encoding=None):
    """Reads, and where that works takes the columns through everything that the page does with them."""
    shares = []
    try:
        columns = read_columns(file, data, encoding=encoding, limits=SMALL, on_progress=shares.append)
    except FormatError:
        return
    finally:
        assert len(shares) <= MAX_CALLS
        assert all(0 < share <= 1 for share in shares)
    assert columns
    assert sum(len(column) for column in columns) <= 20 * SMALL.cells
    # A byte of another encoding becomes at most three of UTF-8, a character of a workbook's four.
    assert sum(column.segments.buffers()[2].size for column in columns if len(column)) <= 4 * SMALL.total_bytes
    for column in guess_roles(columns):
        column.segments.validate(full=True)
        assert len(column)
        for notice in column.notices:
            assert notice.count > 0
            assert len(notice.lines) <= 5
            if notice.repair:
                assert notice.kind not in {n.kind for n in repair(column, notice.kind).notices}
    with suppress(ValueError):
        assemble(guess_roles(columns), "fuzz")


BITS = [
    b"",
    b"\0",
    b"\n",
    b"\r",
    b'"',
    b"\t",
    b"<",
    b">",
    b"&",
    b"\xff",
    b"\xef\xbb\xbf",
    b"<!DOCTYPE x>",
    b"PK",
]
BITS += [
    b"\xe2\x80\xa8",
    b"\xcc\x81",
    b"</seg>",
    b'<seg id="1">',
    b"{",
    b"]",
    b'"a":',
    b"\xff\xfe",
    b"1e999",
    b"_x0000_",
    b"<x/>",
    b'<mrk mtype="seg" mid="1">',
    b"</source>",
    b"<tuv xml:lang='de'>",
    b'msgid "',
    b"\\",
]


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("data", [*SEEDS.values(), b"", b"\n", b"\0", b'"', b"\t\n", b"\xff\xfe\n\0", b"PK\x05\x06"])
def test_any_content_under_any_ending(file, data):
    read_or_refuse(file, data)


@given(st.sampled_from(FILES), st.binary(max_size=200), st.sampled_from([None, *ENCODINGS]))
@examples(120)
def test_arbitrary_bytes(file, data, encoding):
    read_or_refuse(file, data, encoding)


@given(st.sampled_from(FILES), st.lists(st.sampled_from(BITS) | st.binary(max_size=3), max_size=30).map(b"".join))
@examples(120)
def test_arbitrary_bits(file, data):
    read_or_refuse(file, data)


@given(st.sampled_from(list(SEEDS)), st.data())
@settings(examples(180), suppress_health_check=[HealthCheck.too_slow])
def test_mutated_files(file, draw):
    read_or_refuse(file, mutated(SEEDS[file], draw, BITS))


@given(st.sampled_from(list(SEEDS)), st.data())
@settings(examples(90), suppress_health_check=[HealthCheck.too_slow])
def test_truncated_files(file, draw):
    data = SEEDS[file]
    read_or_refuse(file, data[: draw.draw(st.integers(0, len(data)))])


@given(st.sampled_from(list(SEEDS)), st.data())
@settings(examples(180), suppress_health_check=[HealthCheck.too_slow])
def test_flipped_bits(file, draw):
    data = bytearray(SEEDS[file])
    for place in draw.draw(st.lists(st.integers(0, 8 * len(data) - 1), min_size=1, max_size=8)):
        data[place // 8] ^= 1 << place % 8
    read_or_refuse(file, bytes(data))


@given(st.sampled_from(list(SEEDS)), st.data())
@settings(examples(60), suppress_health_check=[HealthCheck.too_slow])
def test_a_piece_again_and_again(file, draw):
    data = SEEDS[file]
    start = draw.draw(st.integers(0, len(data) - 1))
    end = draw.draw(st.integers(start + 1, min(start + 60, len(data))))
    times = draw.draw(st.sampled_from([2, 50, 4_000]))
    read_or_refuse(file, data[:end] + data[start:end] * times + data[end:])


PARTS = [
    "[Content_Types].xml",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/worksheets/sheet1.xml",
    "xl/styles.xml",
]


@given(st.sampled_from(PARTS), st.data())
@settings(examples(45), suppress_health_check=[HealthCheck.too_slow])
def test_workbooks_of_repeated_elements(part, draw):
    with zipfile.ZipFile(io.BytesIO(SEEDS["x.xlsx"])) as archive:
        parts = {info.filename: archive.read(info) for info in archive.infolist()}
    elements = parts[part].split(b"<")
    start = draw.draw(st.integers(1, len(elements) - 1))
    end = draw.draw(st.integers(start + 1, min(start + 12, len(elements))))
    times = draw.draw(st.sampled_from([1, 20, 500]))
    parts[part] = b"<".join([*elements[:end], *elements[start:end] * times, *elements[end:]])
    read_or_refuse("x.xlsx", zipped(parts))


@given(st.sampled_from(PARTS), st.data())
@settings(examples(45), suppress_health_check=[HealthCheck.too_slow])
def test_mutated_workbooks(part, draw):
    with zipfile.ZipFile(io.BytesIO(SEEDS["x.xlsx"])) as archive:
        parts = {info.filename: archive.read(info) for info in archive.infolist()}
    start = draw.draw(st.integers(0, len(parts[part])))
    parts[part] = parts[part][:start] + draw.draw(st.sampled_from(BITS)) + parts[part][start + 2 :]
    read_or_refuse("x.xlsx", zipped(parts))
