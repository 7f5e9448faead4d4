"""Shards in files of every kind give the same segments, and say where one is wrong."""

import functools
import gzip
import http.server
import sys
import threading
from pathlib import Path
from typing import Any

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.formats import FormatError
from scoring.lab.shards import ReadingOptions, SegmentCounter, Shard, ShardColumn, places, reading
from scoring.lab.shards.reading import test_sets as read_test_sets
from scoring.lab.shards.reading import text_blocks
from tests.scoring.lab.shards.sharded import as_json_lines, as_lines, as_parquet

LINES = ["the cat", "", "ein\u2028Hund", "a  b ", "猫", *(f"line {number}" for number in range(20))]
COLUMNS = {"ref": LINES, "a.b": LINES[::-1]}
FILES = {
    "x.txt": as_lines(LINES),
    "x.txt.gz": gzip.compress(as_lines(LINES)),
    "two.txt.gz": gzip.compress(as_lines(LINES[:9])) + gzip.compress(as_lines(LINES[9:])),
    "x.jsonl#ref": as_json_lines(COLUMNS),
    "x.ndjson.gz#ref": gzip.compress(as_json_lines({"a.b": LINES, "ref": LINES})),
    "x.parquet#ref": as_parquet(COLUMNS),
    "one.parquet": as_parquet({"anything": LINES}),
    "dictionary.parquet#ref": as_parquet({"n": ["1"] * len(LINES), "ref": pa.array(LINES).dictionary_encode()}),
}


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    monkeypatch.setattr(reading, "BLOCK", 10)


def place_of(name: str) -> tuple[str, ShardColumn]:
    """The file's name, and the place in it."""
    file, _, field = name.partition("#")
    return file, ShardColumn(file, field or None)


@pytest.fixture
def server(tmp_path):
    """A folder, and the address at which it is served."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def send_head(self) -> Any:
            """What is called 403-... or 500-... is refused."""
            status = self.path[1:].partition("-")[0]
            return self.send_error(int(status)) if status in ("403", "500") else super().send_head()

        def log_message(self, *words: object) -> None:
            """Says nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=tmp_path)) as served:
        thread = threading.Thread(target=served.serve_forever)
        thread.start()
        yield tmp_path, f"http://127.0.0.1:{served.server_port}"
        served.shutdown()
        thread.join()


@pytest.fixture
def memory():
    """fsspec's storage in memory, empty again at the end."""
    storage = fsspec.filesystem("memory")
    yield storage
    storage.rm("/", recursive=True)


@pytest.mark.parametrize("name", FILES)
def test_every_kind_gives_the_same_segments_in_blocks(tmp_path, name):
    file, place = place_of(name)
    (tmp_path / file).write_bytes(FILES[name])
    found = list(text_blocks(ShardColumn(str(tmp_path / place.path), place.field)))
    assert [len(block) for block in found] == [10, 10, 5]
    assert [text for block in found for text in block.to_pylist()] == LINES


@pytest.mark.exhaustive
def test_every_kind_is_read_from_a_server(server):
    folder, address = server
    for name, data in FILES.items():
        file, place = place_of(name)
        (folder / file).write_bytes(data)
        found = [
            text
            for block in text_blocks(ShardColumn(f"{address}/{file}?key=secret", place.field))
            for text in block.to_pylist()
        ]
        assert found == LINES, name
    for query in ("", "?key=secret"):
        assert places.matching(f"{address}/*.txt{query}") == {("x",): f"{address}/x.txt{query}"}


def test_long_files_are_read_from_a_server_that_gives_no_ranges(server, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK", 10_000)
    folder, address = server
    lines = [f"{number} {'x' * 1000}" for number in range(6000)]
    (folder / "x.txt").write_bytes(as_lines(lines))
    pq.write_table(pa.table({"ref": lines}), folder / "x.parquet", compression="none")
    for name in ("x.txt", "x.parquet"):
        assert [
            text for block in text_blocks(ShardColumn(f"{address}/{name}")) for text in block.to_pylist()
        ] == lines, name
    (folder / "empty.parquet").touch()
    with pytest.raises(FormatError, match=r"empty\.parquet: expected a Parquet file, found damaged data"):
        list(text_blocks(ShardColumn(f"{address}/empty.parquet")))


def test_every_kind_is_read_from_a_storage(memory):
    for name, data in FILES.items():
        file, place = place_of(name)
        memory.pipe(f"/{file}", data)
        remote = ShardColumn(f"memory://{file}", place.field)
        assert [text for block in text_blocks(remote) for text in block.to_pylist()] == LINES, name


def test_fields_may_lie_deeper_and_text_in_another_encoding(tmp_path):
    (tmp_path / "x.jsonl").write_bytes(b'{"a": {"b": "deep"}, "a.b": "flat"}\n{"a": {"b": null}}\n')
    found = list(text_blocks(ShardColumn(f"{tmp_path}/x.jsonl", "a.b")))
    assert found[0].to_pylist() == ["flat", None]
    (tmp_path / "x.txt").write_bytes("año\n".encode("latin-1"))
    assert next(text_blocks(ShardColumn(f"{tmp_path}/x.txt"), "latin-1")).to_pylist() == ["año"]


@pytest.mark.parametrize("name", FILES)
def test_segments_are_counted_without_their_texts(tmp_path, name):
    file, place = place_of(name)
    (tmp_path / file).write_bytes(FILES[name])
    shard = Shard(0, (ShardColumn(str(tmp_path / file), place.field),), ())
    assert SegmentCounter(ReadingOptions())(shard) == len(LINES)


MANY = {f"\x1b[31m{number}": [""] for number in range(3000)}
TOLD = r"( \[31m\d,?){10} and 2,990 others\."
WRONG = {
    ("none.txt", None): (None, r"none\.txt: expected a shard, found no such file\. Check its name; on a cluster"),
    ("bad.txt", None): (b"a\n\xff\n", r"bad\.txt, line 2: expected text in UTF-8, found the byte 0xFF at offset 2"),
    ("bad.txt.gz", None): (b"a\n", r"bad\.txt\.gz: expected gzip, found damaged data \(Not a gzipped file"),
    ("cut.txt.gz", None): (gzip.compress(as_lines(LINES))[:-9], r"cut\.txt\.gz: expected gzip, found damaged data"),
    ("empty.txt.gz", None): (b"", r"empty\.txt\.gz: expected gzip, found an empty file\. It seems to be cut off"),
    ("empty.jsonl.gz", "b"): (b"", r"empty\.jsonl\.gz#b: expected gzip, found an empty file"),
    ("a.jsonl", "b"): (
        b'{"b": ""}\n{"a": 1, "c": 2}\n',
        r"line 2: expected the field b, found the fields a, c\. Every",
    ),
    ("b.jsonl", "b"): (b'{"b": ""}\n\n', r"b\.jsonl#b, line 2: expected a JSON object, found an empty line\."),
    ("c.jsonl", "b"): (b'{"b": 1}\n', r"line 1: expected text in the field b, found a number\."),
    ("h.jsonl", "b"): (b'{"b": true}\n', r"line 1: expected text in the field b, found true or false\."),
    ("x-[1-3].txt", None): (None, r"found no such file\. .* Only \* means several files; \[ \] in a name"),
    ("d.jsonl", "b"): (b"[]\n", r"line 1: expected the field b, found no object to hold b\."),
    ("e.jsonl", "b"): (b'{"b": \n', r"line 1: expected a JSON object, found something else \(Expecting value"),
    ("f.jsonl", "b"): (b'{"b": "\\ud800"}\n', r"line 1: expected text that can be encoded as UTF-8"),
    ("many.jsonl", "b"): (as_json_lines(MANY), f"found the fields{TOLD}"),
    ("many.parquet", "b"): (as_parquet(MANY), f"found the columns{TOLD}"),
    ("g.jsonl", None): (b'{"b": ""}\n', r"expected the name of a field, found none\. Write .* 'part-\*\.jsonl#NAME'"),
    ("a.parquet", "b"): (as_parquet(COLUMNS), r"expected one column called b, found the columns ref, a\.b\."),
    ("b.parquet", None): (as_parquet(COLUMNS), r"expected one column, found the columns ref, a\.b\. Write the name"),
    ("c.parquet", None): (b"PAR1", r"c\.parquet: expected a Parquet file, found damaged data"),
    ("d.parquet", "n"): (as_parquet({"n": [1, 2]}), r"expected text in the column n, found values of the type int64\."),
}


@pytest.mark.parametrize(("name", "field"), WRONG)
def test_what_is_wrong_is_said_with_file_and_line(tmp_path, name, field):
    data, said = WRONG[name, field]
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(FormatError, match=said):
        list(text_blocks(ShardColumn(str(tmp_path / name), field)))


def test_parquet_that_is_no_utf_8(tmp_path):
    texts = pa.StringArray.from_buffers(1, pa.py_buffer(b"\0\0\0\0\1\0\0\0"), pa.py_buffer(b"\xff"))
    pq.write_table(pa.table({"a": texts}), tmp_path / "a.parquet")
    with pytest.raises(FormatError, match=r"a\.parquet: expected Parquet of text in UTF-8, found damaged data"):
        list(text_blocks(ShardColumn(f"{tmp_path}/a.parquet")))


@pytest.mark.parametrize(
    ("where", "said"), [(slice(200, 400), "Corrupt snappy"), (slice(4, 20), "thrift"), (slice(-350, -330), "thrift")]
)
def test_parquet_that_is_damaged_inside(tmp_path, where, said):
    """In its data, in what stands before them, and in what stands at its end about all."""
    file = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": [f"line {n % 50}" for n in range(5000)]}), file, use_dictionary=False)
    data = bytearray(file.read_bytes())
    data[where] = b"\xff" * len(data[where])
    file.write_bytes(data)
    with pytest.raises(FormatError, match=rf"a\.parquet: expected .*, found damaged data \(.*{said}"):
        list(text_blocks(ShardColumn(str(file))))


def shard_of(folder: Path, *texts: bytes) -> Shard:
    """With one reference and further systems."""
    for number, data in enumerate(texts):
        (folder / f"{number}.jsonl").write_bytes(data)
    first, *others = (ShardColumn(f"{folder}/{number}.jsonl", "t") for number in range(len(texts)))
    return Shard(0, (first,), tuple(others))


def test_all_counts_are_said_where_they_differ(tmp_path):
    shard = shard_of(tmp_path, *(as_json_lines({"t": ["a"] * count}) for count in (21, 21, 12)))
    with pytest.raises(FormatError) as raised:
        list(read_test_sets(shard, ["one", "two"], ReadingOptions(), {}))
    assert raised.value.file.endswith("2.jsonl#t")
    assert "0.jsonl#t has 21" in str(raised.value)
    assert "2.jsonl#t has 12" in str(raised.value)


@pytest.mark.parametrize(
    ("reference", "system", "said"),
    [
        (["a"] * 13, [*["a"] * 11, None, "a"], r"1\.jsonl#t, line 12: expected text, found none\. Only references"),
        ([*["a"] * 12, None], ["a"] * 13, r"0\.jsonl#t, line 13: expected a reference of every segment, found none"),
    ],
)
def test_segments_that_are_missing(tmp_path, reference, system, said):
    shard = shard_of(tmp_path, as_json_lines({"t": reference}), as_json_lines({"t": system}))
    with pytest.raises(FormatError, match=said):
        list(read_test_sets(shard, ["one"], ReadingOptions(), {}))


def test_storages_that_fail_are_told_without_what_is_secret(server, monkeypatch):
    _, address = server
    with pytest.raises(FormatError, match=rf"^{address}/no\.txt: expected a shard, found no such file"):
        list(text_blocks(ShardColumn(f"{address}/no.txt?key=secret")))
    with pytest.raises(FormatError, match=r"^strange://no\.txt: it cannot be opened \(Protocol not known: strange\)"):
        list(text_blocks(ShardColumn("strange://me:secret@no.txt")))
    with pytest.raises(FormatError, match=r"^s3://bucket/no\.txt: a package is missing: Install s3fs"):
        list(text_blocks(ShardColumn("s3://bucket/no.txt")))
    with pytest.raises(OSError, match=r"^http://127\.0\.0\.1:1/no\.txt: cannot be read"):
        list(text_blocks(ShardColumn("http://127.0.0.1:1/no.txt")))
    for status, said in ((403, "Forbidden"), (500, "Internal Server Error")):
        for name in (f"{status}-x.txt?X-Amz-Signature=SECRET", f"{status}-x.parquet?X-Amz-Signature=SECRET"):
            with pytest.raises(OSError, match=rf"{status}-x\.\w+: cannot be read \({status}, .*{said}") as raised:
                list(text_blocks(ShardColumn(f"{address}/{name}")))
            assert "SECRET" not in str(raised.value)
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(FormatError, match=r"URLs are read by fsspec: run pip install dask .*fsspec"):
        list(text_blocks(ShardColumn("s3://bucket/no.txt")))


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://u:p@ss@host/x@y/1.txt", "http://y/1.txt"),
        ("http://u:pa/ss@host/1.txt", "http://host/1.txt"),
        ("http://u:p@a/ss@host:80/1.txt", "http://host:80/1.txt"),
        ("http://u:p?ss@host/1.txt", "http://"),
        ("http://me@host/1.txt?key=a@secret", "http://host/1.txt"),
        ("http://host:8000/a@b/1.txt", "http://host:8000/a@b/1.txt"),
        ("http://[::1]:8000/1.txt", "http://[::1]:8000/1.txt"),
        ("s3://bucket/a@b/1.txt", "s3://bucket/a@b/1.txt"),
    ],
)
def test_urls_are_shown_without_what_is_secret(url, shown):
    assert ShardColumn(url).shown == shown
