"""gzip and zip from real bytes: folders, what is left out, damage, and bombs refused in little memory."""

import gzip
import io
import struct
import tracemalloc
import zipfile
import zlib
from collections import deque

import openpyxl
import pytest

from scoring.cli.inputs import Inputs
from scoring.formats import FileLimits, FormatError, Role, TooLargeError, guess_roles, read_columns, read_contents
from scoring.formats.containers import gunzip
from scoring.formats.containers.gunzip import Gunzip
from scoring.formats.judgments import LeftOutFile
from scoring.formats.limits import packed_limits
from scoring.lab.shards.naming import ShardColumn
from scoring.lab.shards.reading import text_blocks as shard_blocks
from tests.cases import as_one_test
from tests.files import SHEET, patched, with_shared_strings

MEGABYTE = 2**20


def zipped(files, method=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return stream.getvalue()


def workbook():
    book = openpyxl.Workbook()
    book.active.append(["sys"])
    book.active.append(["a"])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_gzip_of_anything():
    (column,) = read_columns("system.mine.de.txt.gz", gzip.compress(b"a\nb\n"))
    assert (column.name, column.segments.to_pylist()) == ("mine", ["a", "b"])
    assert column.file == "system.mine.de.txt.gz"
    (column,) = read_columns("x.tsv.gz", gzip.compress(b"sys\na\n"))
    assert (column.name, column.format) == ("sys", "TSV")
    members = [gzip.compress(text) for text in (b"a\n", b"", b"b\n" * MEGABYTE, b"c\n")]
    for padding in (0, 1, 3 * MEGABYTE):
        (column,) = read_columns("x.txt", b"".join(member + bytes(padding) for member in members))
        assert column.segments.to_pylist() == ["a", *["b"] * MEGABYTE, "c"]
    assert [c.name for c in read_columns("x.xlsx.gz", gzip.compress(workbook()))] == ["sys"]


@pytest.mark.parametrize(
    ("file", "data", "found"),
    [
        ("x.gz", b"plain\n", "expected a .gz file"),
        ("x.txt.gz", gzip.compress(b"a" * 1000)[:20], "expected gzip, found damaged data"),
        ("x.txt.gz", b"\x1f\x8b" + b"junk" * 9, "expected gzip, found damaged data"),
        ("x.txt.gz", gzip.compress(b"a\n") + b"junk", "expected gzip, found damaged data"),
        ("x.txt.gz", gzip.compress(b"a\n") * 2 + gzip.compress(b"a\n")[:-1], "expected gzip, found damaged data"),
        ("x.txt.gz", gzip.compress(b"a\n").replace(b"\2\0\0\0", b"\3\0\0\0"), "expected gzip, found damaged data"),
        ("x.txt.gz", gzip.compress(gzip.compress(b"a")), "an archive inside an archive"),
        ("x.zip.gz", gzip.compress(zipped([("a.txt", "a")])), "an archive inside an archive"),
        ("x.txt.gz", gzip.compress(b""), "is empty"),
        ("x.txt.gz", gzip.compress(b"a\0"), "NUL"),
    ],
)
def test_bad_gzip(file, data, found):
    with pytest.raises(FormatError, match=found):
        read_columns(file, data)


def test_zip_of_folders():
    data = zipped(
        [
            ("set/", ""),
            ("set/src.txt", "s\n"),
            ("set/ref.A.txt", "r\n"),
            ("set/sys/Online-A.txt", "h\n"),
            ("set/sys/mine.txt.gz", gzip.compress(b"m\n")),
            ("set/more.jsonl", '{"other": "o"}\n'),
            ("set/table.xlsx", workbook()),
            ("__MACOSX/set/._src.txt", b"\0\1"),
            ("set/.DS_Store", b"\0\1"),
            ("set/README.md", "about\n"),
            ("README", "about\n"),
        ]
    )
    columns = guess_roles(read_columns("all.zip", data))
    assert [(column.file, column.name, column.role) for column in columns] == [
        ("all.zip/set/src.txt", "src", Role.SOURCE),
        ("all.zip/set/ref.A.txt", "A", Role.REFERENCE),
        ("all.zip/set/sys/Online-A.txt", "Online-A", Role.SYSTEM),
        ("all.zip/set/sys/mine.txt.gz", "mine", Role.SYSTEM),
        ("all.zip/set/more.jsonl", "other", Role.SYSTEM),
        ("all.zip/set/table.xlsx", "sys", Role.SYSTEM),
    ]
    (notice,) = columns[0].notices
    assert (notice.kind, notice.count) == ("left-out", 4)
    assert "__MACOSX/set/._src.txt, set/.DS_Store, set/README.md, README" in notice.message


@as_one_test
@pytest.mark.parametrize(
    ("data", "found"),
    [
        (zipped([("a.zip", zipped([("b.txt", "b")]))]), "x.zip/a.zip: an archive inside an archive"),
        (zipped([("a.gz", gzip.compress(gzip.compress(b"x")))]), "x.zip/a.gz: an archive inside an archive"),
        (zipped([("a.zip.gz", gzip.compress(zipped([("b", "b")])))]), "an archive inside an archive"),
        (zipped([("d/bad.txt", b"ok\n\xff\n")]), "x.zip/d/bad.txt, line 2"),
        (zipped([("empty.txt", b"")]), "x.zip/empty.txt: the file is empty"),
        (
            zipped([("pic.png", b"\x89PNG\r\n")]),
            "x.zip/pic.png: expected a text file or a table, found a picture",
        ),
        (zipped([]), "no files to read"),
        (zipped([(".DS_Store", "x")]), "no files to read"),
        (zipped([("a.txt", "abc")]).replace(b"a.txt", b"\0.txt"), "found a file without a name"),
        (zipped([("a.txt", "abc" * 99)])[:-30], "damaged data"),
        (zipped([("a.txt", "abc")]).replace(b"abc", b"abd"), "damaged"),
        (zipped([("a.txt", "abc")], zipfile.ZIP_STORED).replace(b"abc", b"abd"), "x.zip/a.txt.*Bad CRC-32"),
        (b"no zip", "expected a .zip file"),
    ],
)
def test_bad_zip(data, found):
    if found == "damaged":
        data = data.replace(b"PK\x01\x02\x14\x03\x14\x00\x00\x00\x08", b"PK\x01\x02\x14\x03\x14\x00\x00\x00\x63")
    with pytest.raises(FormatError, match=found):
        read_columns("x.zip", data)


def test_judgments_with_a_fault_are_left_out_of_an_archive_and_its_texts_are_read():
    texts = [(f"system.{name}.txt", b"a\nb\n") for name in "AB"]
    sound, faulty = ("chrF.seg.score", b"A\t1\nA\t2\nB\t3\nB\t4\n"), ("COMET.seg.score", b"A\t1\nA\t2\nB\t3\n")
    found = read_contents("x.zip", zipped([*texts, sound, faulty]))
    assert [column.name for column in found.columns] == ["A", "B"]
    kept, left_out = found.judgments
    assert (kept.name, isinstance(left_out, LeftOutFile)) == ("chrF", True)
    assert left_out.why == (
        "x.zip/COMET.seg.score: expected as many lines for every system, found A has 2, B has 1. Nothing is cut or"
        " padded. The file is left out."
    )
    with pytest.raises(FormatError, match=r"COMET\.seg\.score: expected as many lines"):
        read_contents("x.zip", zipped([sound, faulty]))


def test_passwords_are_named():
    data = bytearray(zipped([("a.txt", "abc")]))
    data[data.index(b"PK\x03\x04") + 6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(FormatError, match="without a password"):
        read_columns("x.zip", bytes(data))


def test_names_are_only_text():
    names = ["../../etc/passwd", "/abs/<script>alert(1)</script>.txt", "a\x07b\u202e.txt", "x" * 300 + ".txt"]
    columns = read_columns("x.zip", zipped([(name, "a\n") for name in names]))
    assert columns[0].file == "x.zip/../../etc/passwd"
    assert columns[1].name == "script>"
    assert columns[2].name == "a b"
    assert len(columns[3].name) == 100
    assert max(len(column.file) for column in columns) == 200
    (column,) = read_columns("**b** <i>.txt\0\ud800", b"a\n")
    assert column.file == "**b** <i>.txt \\ud800"


def test_folders_within_an_archive_may_be_separated_by_backslashes():
    (column,) = read_columns("x.zip", zipped([("sys\\mine.txt", "a\n"), ("__MACOSX\\mine.txt", "b\n")]))
    assert (column.file, column.name) == ("x.zip/sys/mine.txt", "mine")


def peak_of(call, match):
    tracemalloc.start()
    try:
        with pytest.raises(TooLargeError, match=match):
            call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_bombs_are_refused_before_they_fill_memory():
    bomb = gzip.compress(b"\n" * 40 * MEGABYTE, 9)
    limits = FileLimits(file_bytes=2 * MEGABYTE, total_bytes=3 * MEGABYTE)
    peak = peak_of(lambda: read_columns("x.txt.gz", bomb, limits=limits), "at most 2 MB once unpacked")
    assert peak < 12 * MEGABYTE
    packed = zipped([("a.txt", b"\n" * 40 * MEGABYTE)])
    lying = packed.replace((40 * MEGABYTE).to_bytes(4, "little"), (5).to_bytes(4, "little"))
    assert lying != packed
    assert peak_of(lambda: read_columns("x.zip", packed, limits=limits), "at most 2 MB once unpacked") < 12 * MEGABYTE
    many = zipped([(f"{n}.txt", b"x" * MEGABYTE) for n in range(5)])
    assert (
        peak_of(lambda: read_columns("x.zip", many, limits=limits), "at most 3 MB once all is unpacked") < 16 * MEGABYTE
    )
    with pytest.raises(FormatError):
        read_columns("x.zip", lying, limits=limits)


def test_number_of_members():
    data = zipped([(f"{n}.txt", b"x") for n in range(30)])
    for members in (10, 20):
        with pytest.raises(TooLargeError, match=f"at most {members} files in an archive"):
            read_columns("x.zip", data, limits=FileLimits(archive_members=members))


def test_a_stream_is_read_up_to_the_limit():
    assert len(read_columns("a.txt", io.BytesIO(b"a\nb\n"))[0]) == 2
    with pytest.raises(TooLargeError, match="at most 5 bytes"):
        read_columns("a.txt", io.BytesIO(b"a" * 100), limits=FileLimits(file_bytes=5))


def test_an_encoding_serves_a_whole_archive():
    data = zipped([("a.txt", "é\n".encode("latin-1")), ("b.txt", "é\n".encode())])
    columns = read_columns("x.zip", data, encoding="latin-1")
    assert [column.segments.to_pylist() for column in columns] == [["é"], ["é"]]
    assert [len(column.notices) for column in columns] == [1, 0]


def overlapping(count):
    """A zip of so many files, all of them the same bytes of it."""
    data = bytearray(zipped({"a.txt": b"x" * 1000}.items()))
    begin, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    entry, tail = bytes(data[begin:end]), bytes(data[end:])
    entries = b"".join(entry.replace(b"a.txt", b"%05d" % number) for number in range(count))
    tail = tail[:8] + struct.pack("<HHL", count, count, len(entries)) + tail[16:]
    return bytes(data[:begin]) + entries + tail


def test_files_that_overlap_in_an_archive_are_refused():
    with pytest.raises(FormatError, match="00000 and 00001 in the same place"):
        read_columns("x.zip", overlapping(900))
    assert len(read_columns("x.zip", zipped({"a.txt": b"x\n", "b.txt": b"y\n"}.items()))) == 2


def test_files_that_overlap_in_part():
    data = bytearray(zipped({"a.txt": b"x\n", "b.txt": b"y\n"}.items()))
    second = data.index(b"PK\x03\x04", 4)
    last = data.rindex(b"PK\x01\x02")
    data[last + 42 : last + 46] = struct.pack("<L", second - 4)
    with pytest.raises(FormatError, match=r"a\.txt and b\.txt in the same place"):
        read_columns("x.zip", bytes(data))


@pytest.mark.parametrize("size", [1, 1000, 10**6, 10**8])
def test_how_much_may_come_out_of_a_packed_file(size):
    own = FileLimits(file_bytes=2**31 - 1, total_bytes=2**32, cells=2**31 - 1, tags=2**31 - 1)
    packed, usual = packed_limits(own, size), FileLimits()
    assert packed_limits(usual, size).file_bytes == usual.file_bytes
    assert packed.file_bytes == min(own.file_bytes, max(usual.file_bytes, 100 * size))
    assert packed.longest_segment == own.longest_segment > usual.longest_segment
    assert (packed.cells == usual.cells) == (size < usual.cells)
    assert (packed.tags == usual.tags) == (4 * size < usual.tags)


@pytest.mark.exhaustive
def test_bombs_are_refused_where_plain_files_may_be_large(tmp_path):
    """On the command line, where a plain file may have 2 GB: 1 MB of text that 1,000 cells share, and packed zeros."""
    book = patched(with_shared_strings(), "xl/sharedStrings.xml", lambda part: part.replace(b"rich", b"x" * 2**20))
    rows = b"".join(b"<row r='%d'><c r='A%d' t='s'><v>1</v></c></row>" % (n, n) for n in range(3, 1000))
    book = patched(book, SHEET, lambda part: part.replace(b"</sheetData>", rows + b"</sheetData>"))
    zeros = zlib.compressobj(9, wbits=31)
    packed = b"".join(zeros.compress(b"a\n" * 2**19) for _ in range(201)) + zeros.flush()
    (tmp_path / "ref.txt").write_text("a\n")
    for file, data in (("x.xlsx", book), ("x.csv.gz", packed), ("x.zip", zipped([("x.csv.gz", packed)]))):
        (tmp_path / file).write_bytes(data)
        with pytest.raises(TooLargeError, match="at most 200 MB"):
            Inputs([str(tmp_path / "ref.txt")], [str(tmp_path / file)])


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("piece", "n", "problem"),
    [(b"\n", 3 * 2**20, "at most 2,000,000 lines"), (b"a" * 99 + b"\n", 3 * 2**20, "at most 200 MB once unpacked")],
)
def test_bombs_are_refused_while_they_are_streamed(tmp_path, piece, n, problem):
    path = tmp_path / "bomb.txt.gz"
    packer = zlib.compressobj(9, wbits=31)
    path.write_bytes(b"".join(packer.compress(piece * 2**15) for _ in range(n // 2**15)) + packer.flush())
    problem = rf"bomb\.txt\.gz: expected {problem}.*unpack it first"
    with pytest.raises(TooLargeError, match=problem):
        deque(shard_blocks(ShardColumn(str(path))), 0)
    with Inputs([str(path)], [str(path)]) as inputs, pytest.raises(TooLargeError, match=problem):
        deque(inputs.test_sets(), 0)


def test_what_is_streamed_twice_counts_once(tmp_path):
    path = tmp_path / "ok.txt.gz"
    path.write_bytes(gzip.compress(b"\n" * 1_100_000))
    with path.open("rb") as stream, Gunzip("ok.txt.gz", stream) as unpacked:
        for _ in range(2):
            assert len(unpacked.read(2**24)) == 1_100_000
            unpacked.seek(0)


@pytest.mark.parametrize(
    ("limit", "problem"), [("packed_bytes", "at most 4 bytes"), ("packed_segments", "at most 4 lines")]
)
def test_a_packed_text_may_be_as_large_as_the_limit_says(monkeypatch, limit, problem):
    monkeypatch.setattr(gunzip, limit, lambda size: 4)
    assert Gunzip("x.gz", io.BytesIO(gzip.compress(b"\n" * 4))).read() == b"\n" * 4
    with pytest.raises(TooLargeError, match=problem):
        Gunzip("x.gz", io.BytesIO(gzip.compress(b"\n" * 5))).read()
