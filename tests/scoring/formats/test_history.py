"""Scores over time as an upload: whatever the file holds, it is read as they are or refused with a reason."""

import io
from datetime import UTC, datetime

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import FileLimits, FormatError, TooLargeError, read_contents
from scoring.formats.tables.history import KEY, is_history, read_history
from tests.properties import examples, mutated
from tests.scoring.lab.watching.made import row, table

LIMITS = FileLimits()


def written(rows, compression="none", key=KEY, **options):
    stream = io.BytesIO()
    pq.write_table(table(rows).replace_schema_metadata({key: b"0.1.0"}), stream, compression=compression, **options)
    return stream.getvalue()


ROWS = [row("a.txt", 10.0, 1), row("b.txt", None, 2)]
WHOLE = written(ROWS)


def test_it_is_read_as_it_was_written():
    assert is_history(WHOLE)
    assert read_history("x.parquet", WHOLE, LIMITS).table.to_pylist() == ROWS


def test_files_from_before_outputs_had_folders_are_read():
    stream = io.BytesIO()
    pq.write_table(table(ROWS).drop_columns("folder").replace_schema_metadata({KEY: b""}), stream, compression="none")
    found = read_history("x.parquet", stream.getvalue(), LIMITS).table
    assert found.to_pylist() == [one | {"folder": None} for one in ROWS]


def test_parquet_of_something_else_is_none():
    other = written(ROWS, key=b"pandas")
    assert not is_history(other)
    with pytest.raises(FormatError, match="found something else"):
        read_history("x.parquet", other, LIMITS)


def test_where_texts_are_expected_it_is_refused_with_where_to_go():
    with pytest.raises(FormatError, match=r"found scores over time.+page Test sets"):
        read_contents("x.parquet", WHOLE)


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (table(ROWS).drop_columns("seed"), "expected name, time, step"),
        (table(ROWS).drop_columns("name"), "expected name, time, step"),
        (table(ROWS).set_column(0, "name", pa.array([1, 2])), "expected name, time, step"),
        (table(ROWS).set_column(0, "name", pa.array(["a", None])), "found rows without name"),
        (table(ROWS).set_column(3, "metric", pa.array([None, None], pa.string())), "rows without metric"),
        (table([row("a", 1.0, time=datetime(1969, 1, 1, tzinfo=UTC))]), "times before 1970 or after 2262"),
        (table([row("a", 1.0, time=datetime(2300, 1, 1, tzinfo=UTC))]), "times before 1970 or after 2262"),
        (table(ROWS).set_column(1, "time", pa.array([None, None], pa.timestamp("us", "UTC"))), "rows without time"),
    ],
)
def test_other_columns_are_refused(made, said):
    stream = io.BytesIO()
    pq.write_table(made.replace_schema_metadata({KEY: b""}), stream, compression="none")
    with pytest.raises(FormatError, match=said):
        read_history("x.parquet", stream.getvalue(), LIMITS)


def test_what_is_compressed_or_large_is_refused():
    with pytest.raises(FormatError, match="compressed columns"):
        read_history("x.parquet", written(ROWS, "zstd"), LIMITS)
    with pytest.raises(TooLargeError, match="at most 13 cells"):
        read_history("x.parquet", WHOLE, FileLimits(cells=13))
    same = written([row("n" * 1_000, 1.0)] * 1_000)  # a name that stands once in the file
    assert len(same) < 10_000
    with pytest.raises(TooLargeError, match="of text in its cells"):
        read_history("x.parquet", same, FileLimits(file_bytes=500_000))


def test_the_name_of_a_column_may_be_damaged():
    with pytest.raises(FormatError, match="damaged"):
        read_history("x.parquet", WHOLE.replace(b"signature", b"sig\x80ture", 1), LIMITS)


@examples(100)
@given(st.data())
def test_damage_is_a_format_error(draw):
    data = mutated(WHOLE, draw, [b"\0", b"\xff", b"PAR1"])
    try:
        found = read_history("x.parquet", data, LIMITS)
    except FormatError:
        return
    assert found.table.num_rows >= 0
