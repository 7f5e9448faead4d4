"""SRT and WebVTT: the texts of their cues, and how cues of several files are lined up."""

import gzip
import io
import zipfile

import pytest

from scoring.cli.main import main
from scoring.formats import CountMismatchError, FileLimits, FormatError, Role, assemble, guess_roles, read_columns
from scoring.formats.assembly import SEGMENT_ORDER, align
from scoring.formats.subtitles.cue_keys import OTHER_TIMES

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
    (column,) = read_columns(file, data, **options)
    return column.segments.to_pylist()


def notices(data, file="a.srt"):
    (column,) = read_columns(file, data.encode())
    return {notice.kind: (notice.count, notice.message) for notice in column.notices}


def test_cues_of_srt():
    assert texts(SRT) == ["Hello, world.", "- Who are you? - Nobody."]
    assert notices(SRT) == {"cue-markup": (2, "Markup was taken out of 2 cues; times are not kept.")}


def test_cues_of_webvtt():
    assert texts(VTT, "a.vtt") == ["Hello, world & all.", "漢字です"]
    (column,) = read_columns("mt.vtt", VTT.encode())
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


def cues(*texts, shift=0, first=1):
    """SRT with a cue of one second for each text."""
    times = [f"00:00:{second + shift:02},000 --> 00:00:{second + shift:02},900" for second in range(1, len(texts) + 1)]
    return "\n".join(f"{n}\n{at}\n{text}\n" for n, (at, text) in enumerate(zip(times, texts, strict=True), first))


def read_set(**files):
    """A test set of files, and what was noticed about each."""
    named = [(f"{name}.{'vtt' if data.startswith('WEBVTT') else 'srt'}", data) for name, data in files.items()]
    columns = guess_roles([column for name, data in named for column in read_columns(name, data.encode())])
    kinds = (OTHER_TIMES, SEGMENT_ORDER)
    told = {column.name: [seen.message for seen in column.notices if seen.kind in kinds] for column in columns}
    return assemble(columns, "talk"), {name: said for name, said in told.items() if said}


def test_source_reference_and_outputs_are_subtitles():
    vtt = "WEBVTT\n\n00:01.000 --> 00:01.900\nEins.\n\n00:02.000 --> 00:02.900\nZwo.\n"
    test_set, told = read_set(source=cues("One.", "Two."), ref=cues("Eins.", "Zwei."), A=vtt)
    assert test_set.source.to_pylist() == ["One.", "Two."]
    assert test_set.references[0].segments.to_pylist() == ["Eins.", "Zwei."]
    assert test_set.system("A").segments.to_pylist() == ["Eins.", "Zwo."]
    assert (test_set.documents, told) == (None, {})


def test_cues_in_another_order_are_lined_up_by_their_times():
    turned = "\n".join(reversed(cues("Eins.", "Zwei.").split("\n\n"))) + "\n"
    test_set, told = read_set(ref=cues("Eins.", "Zwei."), A=turned)
    assert test_set.system("A").segments.to_pylist() == ["Eins.", "Zwei."]
    assert told == {"A": ["2 segments stand elsewhere than in ref; they are lined up by their ids."]}


def test_other_times_are_lined_up_by_numbers_and_else_in_order_and_it_is_told():
    by_number, told = read_set(ref=cues("Eins.", "Zwei."), A=cues("Eins.", "Zwo.", shift=9))
    assert by_number.system("A").segments.to_pylist() == ["Eins.", "Zwo."]
    assert told == {"A": ["2 cues have other times than in ref.srt; cues are lined up by their numbers."]}
    in_order, told = read_set(ref=cues("Eins.", "Zwei."), A=cues("Eins.", "Zwo.", shift=9, first=3))
    assert in_order.system("A").segments.to_pylist() == ["Eins.", "Zwo."]
    assert told == {"A": ["2 cues have other times than in ref.srt; cues are lined up in order."]}


def test_cues_that_go_in_order_though_most_have_their_times_elsewhere_are_told():
    parts = cues("One.", "Two.", "Three.", "Four.").split("\n\n")
    _, told = read_set(ref="\n\n".join(parts[:3]), A="\n\n".join(parts[1:]))
    (said,) = told["A"]
    assert said.endswith(
        "cues are lined up in order. 1 of 3 cues has no partner with its times; others have theirs in another place."
    )


def test_a_cue_whose_times_cannot_be_read_is_told():
    data = SRT.replace("00:00:03,000 --> 00:00:04,000", "00:00:03 -> 00:00:04")
    assert data != SRT
    assert notices(data)["cue-unread-times"] == (
        1, "1 line looks like times that cannot be read; its cue is part of the cue before.",
    )  # fmt: skip
    assert "cue-unread-times" not in notices(SRT.replace("00:00:03,000 -->", "00:00:03.000 -->"))


def test_a_reference_may_lack_cues_and_an_output_may_not():
    columns = [("ref.srt", cues("Eins.")), ("src.srt", cues("One.", "Two.")), ("A.srt", cues("Eins.", "Zwei."))]
    read = guess_roles([column for name, data in columns for column in read_columns(name, data.encode())])
    assert align(read)[0].segments.to_pylist() == ["Eins.", None]
    with pytest.raises(CountMismatchError, match=r"A\.srt"):
        read_set(ref=cues("Eins.", "Zwei."), A=cues("Eins."))


def test_subtitles_in_a_zip_with_plain_text():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("ref.srt", cues("Eins.", "Zwei."))
        archive.writestr("A.vtt", VTT)
        archive.writestr("source.txt", "One.\nTwo.\n")
    test_set = assemble(guess_roles(read_columns("talk.zip", data.getvalue())), "talk")
    assert (len(test_set), test_set.system_names) == (2, ("A",))


def test_the_command_scores_subtitles(tmp_path, capsys):
    for name, data in {"ref": cues("Eins zwei drei vier."), "A": cues("Eins zwei drei vier.")}.items():
        (tmp_path / f"{name}.srt").write_text(data)
    assert main(["score", str(tmp_path / "ref.srt"), "-i", str(tmp_path / "A.srt"), "-m", "bleu"]) == 0
    assert "100.00" in capsys.readouterr().out


def test_a_hostile_file_takes_no_time():
    data = "1\n00:00:01,000 --> 00:00:02,000\n" + "<" * 200_000 + "\n" + "{\\" * 100_000 + "\n"
    assert len(texts(data)[0]) > 300_000


def test_limits_are_those_of_every_reader():
    few = FileLimits(segments=2)
    assert len(texts(cues("a", "b"), limits=few)) == 2
    with pytest.raises(FormatError, match="segments"):
        texts(cues("a", "b", "c"), limits=few)
    with pytest.raises(FormatError):
        texts(cues("x" * 2_000), limits=FileLimits(segment_bytes=1_000))


@pytest.mark.parametrize(
    "data", ["1\n00:00:01,000 -> 00:00:02,000\nOne\n", "1\n00:00:01,000 --> later\nOne\n", "One\n"]
)
@pytest.mark.parametrize("file", ["a.srt", "a.vtt", "a.srt.gz"])
def test_subtitles_that_are_not_understood_are_no_plain_text(data, file, tmp_path, capsys):
    path = tmp_path / file
    path.write_bytes(gzip.compress(data.encode()) if file.endswith("gz") else data.encode())
    with pytest.raises(FormatError, match="times"):
        read_columns(file, path.read_bytes())
    assert main(["score", str(path), "-i", str(path)]) == 2
    assert "times" in capsys.readouterr().err


@pytest.mark.parametrize("data", [SRT, VTT, SRT.split("\n", 1)[1].replace(",000", ".000").replace(",500", ".500")])
def test_the_command_reads_subtitles_under_any_name(data, tmp_path, capsys):
    (tmp_path / "a.txt").write_text(data)
    assert main(["score", str(tmp_path / "a.txt"), "-i", str(tmp_path / "a.txt"), "-m", "chrf"]) == 0
    assert "100.00" in capsys.readouterr().out
