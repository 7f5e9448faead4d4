"""SRT and WebVTT by their cues where texts are cut again; everywhere else they are refused."""

import gzip

import pytest

from scoring.formats import FormatError, Role, read_columns
from scoring.formats.subtitles.reading import read_for_realignment

SRT = """1
00:00:01,000 --> 00:00:02,500
<i>Hello</i>,
world.

2
00:00:03,000 --> 00:00:04,000
{\\an8}- Who <font color="red">are</font> you?
- Nobody.
"""
VTT = """WEBVTT - a talk
Kind: captions

STYLE
::cue { color: lime }

NOTE
nothing --
to see

intro
00:01.000 --> 00:02.500 align:start
<v.loud Ada Lovelace>Hello</v>, <c.yellow>world</c> &amp; all.

NOTE another one

00:00:03.000 --> 00:00:04.000
<ruby>漢<rt>kan</rt></ruby>字
<00:00:03.500>です
"""


def texts(data, file="a.srt", **options):
    data = data.encode() if isinstance(data, str) else data
    (column,) = read_for_realignment(file, data, **options)
    return column.segments.to_pylist()


def notices(data, file="a.srt"):
    (column,) = read_for_realignment(file, data.encode())
    return {notice.kind: (notice.count, notice.message) for notice in column.notices}


def test_cues_of_srt():
    assert texts(SRT) == ["Hello, world.", "- Who are you? - Nobody."]
    assert notices(SRT) == {"cue-markup": (2, "Markup was taken out of 2 cues; times are not kept.")}


def test_cues_of_webvtt():
    assert texts(VTT, "a.vtt") == ["Hello, world & all.", "漢字です"]
    (column,) = read_for_realignment("mt.vtt", VTT.encode())
    assert (column.name, column.role, column.format) == ("mt", Role.SYSTEM, "WebVTT")


@pytest.mark.parametrize(
    "data",
    [
        SRT.replace("\n", "\r\n").encode(),
        SRT.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + SRT.encode(),
        b"\xff\xfe" + SRT.encode("utf-16-le"),
        gzip.compress(SRT.encode()),
        ("\n\n" + SRT).encode(),
    ],
    ids=["CRLF", "CR", "BOM", "UTF-16", "gzip", "blank lines first"],
)
def test_line_ends_marks_and_gzip(data):
    assert texts(data, "a.srt.gz" if data.startswith(b"\x1f\x8b") else "a.srt") == texts(SRT)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("00:00:01.000 --> 00:00:02.500\nOne.\n00:00:03.000 --> 00:00:04.000\nTwo.", ["One.", "Two."]),
        ("1\n00:00:01,000 --> 00:00:02,000\nOne.\n2\n00:00:03,000 --> 00:00:04,000\nTwo.", ["One.", "Two."]),
        (
            "1\n00:00:01,000 --> 00:00:02,000\nA\n\nb.\n\n2\n00:00:03,000 --> 00:00:04,000\n42\n",
            ["A b.", "42"],
        ),
        ("1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo.", ["", "Two."]),
        ("1\n00:00:01,000 --> 00:00:02,000 X1:10 Y1:20\n1 < 2 <3 a<b> I <br>\n", ["1 < 2 <3 a I <br>"]),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\nstray words\n\n00:03.000 --> 00:04.000\nTwo", ["One", "Two"]),
    ],
)
def test_odd_files(data, expected):
    assert texts(data) == expected


def test_overlaps_empty_cues_and_blocks_without_times_are_told():
    data = "WEBVTT\n\n00:01.000 --> 00:09.000\nOne\n\nstray words\n\n00:03.000 --> 00:04.000\n\n"
    data += "00:02.000 --> 00:03.000\nThree"
    assert notices(data) == {
        "cue-overlap": (2, "2 cues begin before another one ends; cues are read in the order of the file."),
        "cue-empty": (1, "1 cue has no text."),
        "cue-without-time": (1, "1 block without times left out."),
    }


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (SRT.replace("00:00:03,000 -->", "00:0x:03,000 -->"), None),
        (SRT.replace("00:00:03,000 --> 00:00:04,000", "00:00:03,000 --> later"), r"line 7.*00:00:03,000 --> later"),
        ("WEBVTT\n\n", "no cue"),
        (b"1\n00:00:01,000 --> 00:00:02,000\nOne\0\n", "NUL"),
        (b"1\n00:00:01,000 --> 00:00:02,000\nOne\xff\n", "0xFF"),
        ("", "empty"),
    ],
)
def test_damaged_files_are_refused(data, message):
    if message is None:
        assert "00:0x:03,000" in texts(data)[0]  # is no line of times, and nothing of it is lost
        return
    with pytest.raises(FormatError, match=message):
        texts(data)


def test_other_files_are_read_as_everywhere():
    assert texts("one\ntwo\n", "a.txt") == ["one", "two"]
    assert texts('{"mt": "one"}\n', "a.jsonl", field="mt") == ["one"]


@pytest.mark.parametrize("data", [SRT, VTT])
def test_where_texts_are_scored_the_message_names_the_command(data):
    with pytest.raises(FormatError, match="`bleuscope realign` reads it by its cues"):
        read_columns("a.txt", data.encode())


def test_a_hostile_file_takes_no_time():
    data = "1\n00:00:01,000 --> 00:00:02,000\n" + "<" * 200_000 + "\n" + "{\\" * 100_000 + "\n"
    assert len(texts(data)[0]) > 300_000
