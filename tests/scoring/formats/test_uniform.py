"""Texts whose segments are all numbers, ids, rows of a table or wrapped in one tag are noticed, in blocks and whole."""

import hashlib
import io
import itertools
import uuid

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import read_columns
from scoring.formats.notices import NoticeTally, notice_segments
from scoring.formats.text import read_blocks
from scoring.formats.uniform import KINDS
from tests.files import zipped

WORDS = ["Ja", "Nein", "Hallo", "Welt", "gut", "also", "Montag", "Dienstag", "heute", "morgen", "Ende"]
UNIFORM = {
    "only-numbers": ["1", "2.5 7"],
    "only-numbers, infinite": ["0.5", "inf", "-Infinity", "NaN", "None"],
    "only-ids": ["doc-0001", "doc-0002"],
    "only-ids, colons": ["wmt21:news:12", "wmt21:news:13"],
    "only-ids, of documents": ["seg_17", "seg_17", "seg_18"],
    "only-ids, UUID": [str(uuid.UUID(int=at * 7**40)) for at in range(1, 9)],
    "only-ids, SHA-1": [hashlib.sha1(b"%d" % at).hexdigest() for at in range(9)],
    "only-ids, hexadecimal": [f"x/{hashlib.md5(b'%d' % at).hexdigest()[:8]}" for at in range(9)],
    "only-ids, words differ": [f"{word}.{at**3}" for at, word in enumerate(WORDS)],
    "only-ids, many": [f"doc-{at}" for at in range(300)],
    "only-rows": ["a b\tc", "d\te f"],
    "only-rows, many": [f"{at}\tEin Satz.\t" for at in range(300)],
    "only-rows, CSV": ['"a","b, c"', '"d ""e""","f"'],
    "only-rows, semicolons": ['"a";"b"', '"c";"d"'],
    "wrapped": ["<p>Ein Satz.</p>", " <p class='a'>Noch <b>einer</b>.</p> "],
    "wrapped, li": ["<LI>Ein Satz.</LI>"] * 2,
    "wrapped, many": ["<p>Ein Satz.</p>"] * 300,
}
VARIED = [
    *[[line] for lines in UNIFORM.values() for line in lines[:1]],
    *[[*lines, "Ein Satz."] for lines in UNIFORM.values()],
    *[[*lines * 120, "Ein Satz."] for lines in UNIFORM.values()],
    WORDS,
    ["Win10", "macOS12"],
    ["COVID-19", "H1N1", "G20", "A4"],
    ["Teil2", "Teil2"],
    ["第1章", "第2章"],
    ["Seite 1", "Seite 2"],
    ["10:30", "11:45"],
    ["a\tb", "c"],
    ["a\tb", "c\td\te"],
    ['"Ja."', '"Nein."'],
    ['"Ja", "Nein"', '"Gut", "Also"'],
    ["<p>Ein Satz.</p>", "<b>Noch einer.</b>"],
    ["<p>Ein Satz.</p>", "<p>Noch einer."],
    ["<br>", "<br>"],
    ["nan", "none"],
    ["", ""],
]


def found(notices):
    return [notice.kind for notice in notices if notice.kind in KINDS]


@pytest.mark.parametrize("name", UNIFORM)
def test_what_all_segments_are_is_noticed_once(name):
    lines, kind = UNIFORM[name], name.partition(",")[0]
    for text in (lines, ["", *lines, " "]):
        data = "".join(f"{line}\n" for line in text).encode()
        for encoding in ("utf-8", "utf-16"):
            (column,) = read_columns("x.txt", data.decode().encode(encoding))
            assert found(column.notices) == [kind]
        assert found(read_columns("x.zip", zipped({"a/x.txt": data}))[0].notices) == [kind]
        tally = NoticeTally()
        list(read_blocks("x.txt", io.BytesIO(data), 1, piece=64, noticed=tally))
        assert [one.message for one in tally.notices()] == [
            one.message for one in read_columns("x.txt", data)[0].notices
        ]


@pytest.mark.parametrize("lines", VARIED, ids=lambda lines: f"{lines[0]} {len(lines)}")
def test_other_texts_are_not_noticed(lines):
    assert not found(notice_segments(pa.array(lines)))


def test_what_is_said():
    said = {kind: notice_segments(pa.array(lines))[0].message for kind, lines in UNIFORM.items()}
    assert said["only-ids"] == "Every segment looks like an id, such as doc-0001: are these texts?"
    assert said["only-rows"].startswith("Every segment holds 2 columns separated by tabs: tabs and columns are scored")
    assert said["only-rows, CSV"].startswith("Every segment is a row of cells in quotation marks, as in CSV:")
    assert said["wrapped"] == "Every segment is wrapped in <p>: tags are scored as words. Remove them before scoring."


def test_of_columns_of_tables_only_tags_are_noticed():
    for name, lines in UNIFORM.items():
        assert found(notice_segments(pa.array(lines), "JSONL")) == (["wrapped"] if name.startswith("wrapped") else [])


def test_missing_segments_say_nothing():
    assert found(notice_segments(pa.array([None, "<p>a</p>", None, "<p>b</p>"]), "JSONL")) == ["wrapped"]
    assert not notice_segments(pa.array([None, None], pa.string()), "JSONL")


@given(st.sampled_from([*UNIFORM]), st.lists(st.integers(1, 320)), st.integers(0, 320), st.booleans())
def test_blocks_are_noticed_as_the_whole(name, cuts, at, is_spoiled):
    lines = UNIFORM[name] * 40
    if is_spoiled:
        lines.insert(at, "Ein Satz.")
    tally, places = NoticeTally(), sorted({0, len(lines), *(cut for cut in cuts if cut < len(lines))})
    for first, end in itertools.pairwise(places):
        tally.add(pa.array(lines[first:end]))
    assert tally.notices() == notice_segments(pa.array(lines))
    assert found(tally.notices()) == ([] if is_spoiled else [name.partition(",")[0]])


def test_long_lines_cost_no_time():
    for line in ("a1" * 500_000, "<p " * 300_000, "\t" * 100_000, '"' * 500_000, "1-" * 400_000):
        notice_segments(pa.array([line, line + "x"]))
