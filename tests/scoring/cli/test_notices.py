"""Whatever a reader notices the command prints on stderr, once; with ``--strict`` it is an error."""

import csv
import gzip
import io
import json
import tempfile
from collections.abc import Callable, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.cli.main import main
from scoring.formats import Notice, guess_roles, read_columns
from scoring.formats.file_notices import JOINED, FileNotice, join_notices
from scoring.formats.plain_text.notices import CHECKS, OF_CELLS, OF_TEXT
from scoring.formats.plain_text.uniform import KINDS
from scoring.formats.tables.workbook import NOTICES_BY_KIND
from tests.files import workbook, zipped
from tests.properties import examples

REF = ["the cat is on the mat", "there is a dog in the yard", "he reads a good book today", "it rained all day long"]
ONE = ["the cat is on a mat", "there is a dog in a yard", "he reads a good book now", "it rained all the day"]
TWO = ["a cat was on the mat", "a dog is in the yard", "she reads a good book today", "it rained all night long"]
SRC = ["die Katze liegt da", "dort im Hof ist ein Hund", "er liest heute ein Buch", "es hat nur geregnet"]
ODD = {
    "zero-width": "the\u200b cat sat here",
    "blanks": "the\u2800 cat sat here",
    "joiners": "the cat\u200f sat here",
    "non-nfc": "the cafe\u0301 was open",
    "lone-cr": "the cat\rsat right here",
    "odd-separators": "the cat\u2028sat right here",
    "control-characters": "the cat\x01sat right here",
    "replacement-characters": "the c\ufffdt sat right here",
    "private-use": "the cat \ue000 sat right here",
    "mojibake": "the caf\u00c3\u00a9 is open now",
    "escapes": 'the cat \\"sat\\" right \\u0068ere',
    "bpe": "the c@@ at sat right here",
    "sentencepiece": "\u2581the \u2581cat \u2581sat here",
    "wordpiece": "the c ##at sat right here",
    "opennmt-joiners": "the c\uffed at sat right here",
    "special-tokens": "the <unk> sat right here </s>",
    "html-entities": "the cat &amp; the dog &#39;sat&#39;",
    "inline-tags": 'the cat <ph id="1"/>sat right here',
    "lookalikes": "the c\u0430t sat right here",
    "styled-letters": "the \U0001d41c\U0001d41a\U0001d42d sat right here",
    "program-output": "WARNING: the cat sat here",
    "empty-segments": "",
}
"""Kind of notice -> a segment in which it is noticed, and nothing else."""
FILE_KINDS = {"bom": "utf-8-sig", "encoding": "utf-16", "crlf": "utf-8"}
"""Kind of notice of a file of text -> how it is written."""
ROLES = {"reference": REF, "system": ONE, "source": SRC}


def as_csv(name: str, lines: Sequence[str]) -> bytes:
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows([[name], *([line] for line in lines)])
    return stream.getvalue().encode()


def as_tsv(name: str, lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\tn{number}\n" for number, line in enumerate([name, *lines])).encode()


def as_text(_: str, lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


FORMATS: dict[str, Callable[[str, Sequence[str]], bytes]] = {
    "txt": as_text,
    "txt.gz": lambda name, lines: gzip.compress(as_text(name, lines)),
    "csv": as_csv,
    "tsv": as_tsv,
    "jsonl": lambda name, lines: "".join(json.dumps({name: line}) + "\n" for line in lines).encode(),
    "xlsx": lambda name, lines: workbook([[name, "id"], *([line, f"n{at}"] for at, line in enumerate(lines))]),
    "zip": lambda name, lines: zipped({f"{name}.txt": as_text(name, lines)}),
}
CANNOT_HOLD = {
    "xlsx": {"control-characters", "lone-cr"},  # XML has no such characters
}


def run(*arguments: object) -> tuple[int, str, str]:
    """The exit code, stdout and stderr."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([*map(str, arguments)])
    out.seek(0)
    return code, out.read(), err.getvalue()


def noticed(file: str, data: bytes) -> set[str]:
    """What the reader notices in a file."""
    return {notice.message for column in guess_roles(read_columns(file, data)) for notice in column.notices}


def told(err: str) -> list[str]:
    """The notes, but for those on which columns were taken."""
    return [line for line in err.splitlines() if line.startswith("note: ") and "taken by their headers" not in line]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to be in, with clean files."""
    monkeypatch.chdir(tmp_path)
    for name, lines in (("ref.txt", REF), ("one.txt", ONE), ("two.txt", TWO), ("src.txt", SRC)):
        Path(name).write_bytes(as_text(name, lines))
    return tmp_path


@pytest.mark.exhaustive
@given(
    st.sampled_from([*FORMATS]),
    st.sampled_from([*ROLES]),
    st.dictionaries(st.integers(0, 3), st.sampled_from([*ODD]), max_size=3),
)
@settings(examples(40), suppress_health_check=[HealthCheck.too_slow])
def test_whatever_the_reader_of_a_file_notices_is_printed_once_and_is_an_error_if_strict(ending, role, planted):
    planted = {row: kind for row, kind in planted.items() if kind not in CANNOT_HOLD.get(ending, ())}
    lines = [ODD[planted[row]] if row in planted else line for row, line in enumerate(ROLES[role])]
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        files = {}
        for name, text in ROLES.items():
            files[name] = f"{name}.{ending}" if name == role else f"{name}.txt"
            data = FORMATS[ending](name, lines) if name == role else as_text(name, text)
            Path(files[name]).write_bytes(data)
        messages = noticed(files[role], Path(files[role]).read_bytes())
        kinds = {notice.kind for column in read_columns("x.txt", as_text("", lines)) for notice in column.notices}
        assert kinds >= set(planted.values())
        assert len(messages) >= len(set(planted.values()))
        command = ["score", files["reference"], "-i", files["system"], "--source", files["source"], "--format", "json"]
        code, out, err = run(*command)
        assert (code, len(json.loads(out))) == (0, 1)
        assert all(sum(message in line for line in told(err)) == 1 for message in messages)
        assert len(told(err)) == len(messages)
        assert all(files[role] in line for line in told(err))
        code, out, strict = run(*command, "--strict", "-o", "out.json")
        assert (code, out, Path("out.json").exists()) == ((2, "", False) if messages else (0, "", True))
        assert told(strict) == told(err)
        assert len(strict.splitlines()) == len(err.splitlines()) + bool(messages)


@pytest.mark.quick_cases(6)
@pytest.mark.parametrize("kind", FILE_KINDS)
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("role", ROLES)
def test_how_a_file_of_text_is_written_is_printed(folder, kind, packed, role):
    end = "\r\n" if kind == "crlf" else "\n"
    data = "".join(line + end for line in ROLES[role]).encode(FILE_KINDS[kind])
    files = {"reference": "ref.txt", "system": "one.txt", "source": "src.txt", role: "odd.gz" if packed else "odd.txt"}
    Path(files[role]).write_bytes(gzip.compress(data) if packed else data)
    (message,) = noticed("odd.txt", data)
    command = ["score", files["reference"], "-i", files["system"], "--source", files["source"]]
    code, _, err = run(*command)
    assert (code, err) == (0, f"note: {files[role]}: {message}\n")
    assert run(*command, "--strict")[0] == 2


@pytest.mark.quick_cases(5)
@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize(("size", "end"), [(1, b"\n"), (3, b"\r\n")])
def test_streamed_text_gives_the_notices_of_text_that_is_read_whole(folder, monkeypatch, kind, size, end):
    """Also where blocks, and pieces of the file, are small."""
    from scoring.cli import inputs
    from scoring.formats.plain_text import text

    monkeypatch.setattr(inputs, "BLOCK", size)
    whole = text._utf8_pieces
    monkeypatch.setattr(
        text, "_utf8_pieces", lambda file, stream, encoding, _, found: whole(file, stream, encoding, 7, found)
    )
    data = as_text("", [ONE[0], ODD[kind], ONE[2], ODD[kind]]).replace(b"\n", end)
    Path("odd.txt").write_bytes(data)
    code, _, err = run("score", "ref.txt", "-i", "odd.txt")
    assert code == 0
    assert told(err) == [f"note: odd.txt: {n.message}" for n in read_columns("odd.txt", data)[0].notices]


def test_a_file_of_numbers_alone_is_told_and_an_error_if_strict(folder):
    Path("numbers.txt").write_text("".join(f"{0.37 * number}\n" for number in range(len(ONE))))
    (message,) = noticed("numbers.txt", Path("numbers.txt").read_bytes())
    code, _, err = run("score", "ref.txt", "-i", "numbers.txt")
    assert (code, err) == (0, f"note: numbers.txt: {message}\n")
    assert message.startswith("Every segment is a number")
    assert run("score", "ref.txt", "-i", "numbers.txt", "--strict")[0] == 2


UNIFORM = {
    "ids": "doc-{}\n",
    "rows": "{}\tthe cat sat\n",
    "CSV": '"{}","the cat sat"\n',
    "tags": "<p>the cat sat {}</p>\n",
}


@pytest.mark.parametrize("name", UNIFORM)
@pytest.mark.parametrize("ending", ["txt", "txt.gz", "zip"])
def test_texts_that_are_hardly_sentences_are_told_and_an_error_if_strict(folder, name, ending):
    lines = [UNIFORM[name].format(number).rstrip("\n") for number, _ in enumerate(ONE)]
    data = FORMATS[ending]("system", lines)
    Path(f"odd.{ending}").write_bytes(data)
    (message,) = noticed(f"odd.{ending}", data)
    code, _, err = run("score", "ref.txt", "-i", f"odd.{ending}", "--effective-order")
    assert code == 0
    (line,) = told(err)
    assert line.endswith(message)
    assert run("score", "ref.txt", "-i", f"odd.{ending}", "--strict", "--effective-order")[0] == 2


def test_two_files_in_different_tags_are_two_notes(folder):
    for tag in "pb":
        Path(f"{tag}.txt").write_bytes(as_text("", [f"<{tag}>{line}</{tag}>" for line in ONE]))
    assert [line.split(":")[1].strip() for line in told(run("score", "ref.txt", "-i", "p.txt", "b.txt")[2])] == [
        "p.txt",
        "b.txt",
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize("command", ["score", "significance", "report", "agreement"])
def test_a_table_of_texts_and_scores_is_noted_once(folder, command):
    rows = [("reference", "system", "system2", "system-comet", "system2-comet")]
    rows += [
        (*texts, f"0.{at}", f"0.{at}")
        for at, texts in enumerate(zip(REF, ONE, [ODD["zero-width"], *TWO[1:]], strict=True))
    ]
    rows[2] = (*rows[2][:4], "inf")
    Path("all.tsv").write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8-sig")
    output = "out.html" if command == "report" else "out"
    words = [command, "all.tsv", "-i", "all.tsv", "--scores", "all.tsv", "--trials", "20", "-o", output]
    if command == "score":
        words = [*words[:6], "-o", "out"]
    if command == "agreement":
        words[4] = "--judgments"
    code, _, err = run(*words)
    assert code == 0, err
    for part in ("byte order mark", "zero-width", "not written like 0.5"):
        assert err.count(part) == 1, err
    assert run(*words, "--strict")[0] == 2


def test_every_check_of_text_has_an_example():
    assert {check.kind for check in CHECKS} - {"line-breaks"} | {"non-nfc", "empty-segments"} == set(ODD)
    others = {"quotes", "apostrophes", "tokenized", "trailing-blank-lines", "line-breaks", "header-line", *KINDS}
    assert others | set(ODD) == OF_TEXT
    assert {*NOTICES_BY_KIND, "hidden-column"} == OF_CELLS


NESTED = "".join(json.dumps({"system": line, "meta": {"a": 1}}) + "\n" for line in ONE)
SEMICOLONS = "system;id\n" + "".join(f"{line};n{number}\n" for number, line in enumerate(ONE))
QUOTED = "system\tid\n" + "".join(f'"{line}\t, ""so"""\tn{number}\n' for number, line in enumerate(ONE))
BROKEN = "system,id\n" + "".join(f'"{line}\nso",n{number}\n' for number, line in enumerate(ONE))
ODD_TABLES = {
    "numbers.xlsx": workbook([["system"], [ONE[0]], [12], ["#N/A"], [True]]),
    "sheets.xlsx": workbook([["system"], *[[line] for line in ONE]], [["system"], ["other"]]),
    "nested.jsonl": NESTED.encode(),
    "blank.jsonl": FORMATS["jsonl"]("system", ONE) + b"\n\n",
    "semicolons.csv": SEMICOLONS.encode("utf-8-sig"),
    "quoted.tsv": QUOTED.encode(),
    "broken.csv": BROKEN.encode(),
    "left.zip": zipped({"system.txt": as_text("", ONE), "readme.pdf": b"%PDF-1"}),
}


@pytest.mark.parametrize("file", ODD_TABLES)
def test_what_is_odd_about_other_files_is_printed(folder, file):
    data = ODD_TABLES[file]
    Path(file).write_bytes(data)
    messages = noticed(file, data)
    code, _, err = run("score", "ref.txt", "-i", file)
    assert code == 0
    assert len(told(err)) == len(messages) > 0
    assert all(any(message in line for line in told(err)) for message in messages)
    assert run("score", "ref.txt", "-i", file, "--strict")[0] == 2


@pytest.mark.exhaustive
def test_the_same_notice_of_many_files_is_one_line(folder):
    for number in range(20):
        Path(f"sys{number}.txt").write_bytes(as_text("", [ODD["zero-width"], *ONE[1:3], f"it rained all day {number}"]))
    code, _, err = run("score", "ref.txt", "-i", *(f"sys{number}.txt" for number in range(20)))
    assert code == 0
    (line,) = told(err)
    assert line.startswith("note: sys0.txt: 1 segment holds zero-width characters")
    assert line.endswith("(1). Also in sys1.txt, sys2.txt, sys3.txt, sys4.txt and 15 others.")


def test_where_files_differ_each_has_its_count_and_its_first_place():
    found = [
        FileNotice(f, Notice("bpe", f"{n} of {f}.", n, (at,))) for f, n, at in (("a", 2, 1), ("b", 9, 7), ("a", 2, 1))
    ]
    assert join_notices(found) == ["a: 2 of a. Also in b (9, first 7)."]
    labels = [FileNotice("t", Notice("labels", "Same.", 1), column) for column in "xy"]
    assert join_notices(labels) == ["t: the column x: Same.", "t: the column y: Same."]
    assert "labels" not in JOINED


@pytest.mark.exhaustive
def test_odd_text_in_columns_that_are_not_scored_is_no_notice(folder):
    rows = [
        ["reference", "system", "comment", "sent_id"],
        *map(list, zip(REF, ONE, ["", "x\u200b", "", ""], "abcd", strict=True)),
    ]
    Path("t.tsv").write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    code, _, err = run("score", "t.tsv", "-i", "t.tsv", "--strict")
    assert (code, told(err)) == (0, [])


def test_an_empty_line_that_is_said_to_be_a_missing_reference_is_no_notice(folder):
    Path("more.txt").write_bytes(as_text("", ["", *REF[1:]]))
    command = ["score", "ref.txt", "more.txt", "-i", "one.txt"]
    assert told(run(*command)[2]) == ["note: more.txt: 1 segment is empty or only spaces (1)."]
    assert run(*command, "--empty-reference-is-missing", "--strict")[0] == 0


TOKENIZED = [f"{line} ." for line in ONE]


@pytest.mark.parametrize(
    ("options", "is_said"),
    [
        ([], True),
        (["-m", "bleu", "ter"], True),
        (["--tokenize", "none"], False),
        (["-m", "ter"], False),
        (["-m", "chrf", "wer"], False),
    ],
)
def test_tokenized_text_is_said_to_metrics_that_tokenize(folder, options, is_said):
    Path("tok.txt").write_bytes(as_text("", TOKENIZED))
    code, _, err = run("score", "ref.txt", "-i", "tok.txt", *options)
    assert code == 0
    assert ("this looks like tokenized text" in err) is is_said
    assert run("score", "ref.txt", "-i", "tok.txt", *options, "--strict")[0] == (2 if is_said else 0)


@pytest.mark.parametrize(
    "lines",
    [
        [*TOKENIZED[:2], *ONE[2:]],  # half of them
        ["Ah bon ?", "Oui !", "Non ...", "1 . 2"],
        ["a@@b", "x@ y", "@@ z", "R&D; AT&T;"],
        ["\u2581\u2582\u2583 chart", "a \u2581", "b &c d;", "& amp;"],
    ],
)
def test_what_only_resembles_pieces_or_tokens_is_no_notice(folder, lines):
    Path("fine.txt").write_bytes(as_text("", lines))
    assert told(run("score", "ref.txt", "-i", "fine.txt", "-m", "bleu", "chrf")[2]) == []


@pytest.mark.parametrize(
    ("arguments", "is_asked"),
    [
        ("ref.txt -i reference.txt", True),
        ("ref.txt -i refB.txt", True),
        ("system.x.txt -i one.txt", True),
        ("ref.txt -i refs/one.txt", False),
        ("one.txt -i two.txt", False),
        ("ref.txt -i system.refined.txt", False),
    ],
)
def test_a_file_that_is_called_what_it_was_not_given_as_is_asked_about(folder, arguments, is_asked):
    Path("refs").mkdir()
    for word in arguments.replace("-i ", "").split():
        if not Path(word).exists():
            Path(word).write_bytes(as_text("", TWO))
    code, _, err = run("score", *arguments.split())
    assert code == 0
    assert ("are files swapped?" in err) is is_asked


@pytest.mark.exhaustive
@pytest.mark.parametrize("metric", ["bleu", "tbleu"])
def test_a_zero_for_want_of_ngrams_is_explained(folder, metric):
    for name in ("r.txt", "o.txt"):
        Path(name).write_bytes(as_text("", ["Plaza Hotel", "the big house"]))
    code, out, err = run("score", "r.txt", "-i", "o.txt", "-m", metric, "--format", "json")
    assert (code, json.loads(out)[0]["score"]) == (0, 0.0)
    assert "of o is 0 because no segment of the output has 4 words, so there are no 4-grams to match." in err
    for better in (["--max-order", "2"], ["--effective-order"]):
        code, out, err = run("score", "r.txt", "-i", "o.txt", "-m", metric, "--format", "json", *better)
        assert json.loads(out)[0]["score"] == 100
        assert "is 0" not in err
    Path("o.txt").write_bytes(as_text("", ["nothing", "matches here"]))
    assert "4-grams" not in run("score", "r.txt", "-i", "o.txt", "-m", metric)[2], "it is 0 by right"


SCORES = "".join(f"{name}\t{score}\n" for name, column in (("one", "1234"), ("two", "2143")) for score in column)
LISTS = "".join(
    json.dumps([{"text": a, "features": {"lm": 1, "w": at}}, {"text": b, "features": {"lm": 2, "w": 1}}]) + "\n"
    for at, (a, b) in enumerate(zip(ONE, TWO, strict=True))
)
COMMANDS = {
    "score": "score odd.txt -i one.txt two.txt -o out",
    "segments": "score odd.txt -i one.txt two.txt --segments -o out",
    "scores": "score odd.txt -i one.txt two.txt --scores x.seg.score -o out",
    "significance": "significance odd.txt -i one.txt two.txt --trials 20 -o out",
    "agreement": "agreement odd.txt -i one.txt two.txt --judgments x.seg.score --trials 20 -o out",
    "smoothing": "smoothing odd.txt -i one.txt two.txt -o out",
    "tbleu-sweep": "tbleu-sweep odd.txt -i one.txt two.txt --epsilon 0,1 -o out",
    "report": "report odd.txt -i one.txt two.txt --trials 20 -o out.html",
    "gate": "gate odd.txt -i one.txt --baseline two.txt --require bleu>=0 --write out.md -o out",
    "realign": "realign odd.txt -i stream.txt -o out",
    "choose": "choose odd.txt -i one.txt two.txt --trials 20 --by oracle:bleu --write oracle:bleu=out",
    "choose lists": "choose lists.jsonl odd.txt --trials 20 --by oracle:bleu --write oracle:bleu=out",
    "choose tune": "choose tune lists.jsonl odd.txt --tuners mert --replications 1 --starts 1 --trials 20 -o out",
    "watch": "score odd.txt --watch outputs --once --every 0.1 --to out",
    "engine": "score odd.txt -i one.txt two.txt --engine local --write-statistics out --write-sample out.sample",
    "engine significance": "significance odd.txt -i one.txt two.txt --trials 20 --engine local -o out",
}


@pytest.fixture
def everything(folder):
    Path("odd.txt").write_bytes(as_text("", [*REF[:3], ODD["zero-width"]]))
    Path("x.seg.score").write_text(SCORES, encoding="utf-8")
    Path("lists.jsonl").write_text(LISTS, encoding="utf-8")
    Path("outputs").mkdir()
    Path("stream.txt").write_bytes(as_text("", [" ".join(ONE)]))
    for name, lines in (("one.txt", ONE), ("two.txt", TWO)):
        Path("outputs", name).write_bytes(as_text("", lines))
    return folder


def written() -> list[Path]:
    return [path for path in Path().glob("out*") if path.name != "outputs"]


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_prints_and_with_strict_writes_nothing(everything, command):
    said = (
        "odd.txt: 1 segment holds zero-width characters or soft hyphens, which nobody sees but every metric counts (4)."
    )
    words = COMMANDS[command].split()
    code, out, err = run(*words, "--strict")
    assert (code, out) == (2, "")
    assert err.count(said) == 1
    assert "--strict" in err.splitlines()[-1]
    assert not written(), "nothing"
    code, _, err = run(*words)
    assert code == 0, err
    assert err.count(said) == 1
    assert written()


@pytest.mark.quick_cases(5)
@pytest.mark.parametrize("command", COMMANDS)
def test_clean_files_give_no_note_and_are_fine_if_strict(everything, command):
    words = COMMANDS[command].replace("odd.txt", "ref.txt").split()
    code, _, err = run(*words, "--strict")
    assert code == 0, err
    assert not [line for line in told(err) if "shard" not in line]


@pytest.mark.exhaustive
def test_outputs_that_appear_in_a_folder_are_looked_at(everything):
    Path("outputs", "bad.txt").write_bytes(as_text("", [ODD["bpe"], *ONE[1:]]))
    Path("outputs", "copy.txt").write_bytes(as_text("", REF))
    command = ["score", "ref.txt", "--watch", "outputs", "--once", "--every", "0.1", "--to"]
    code, out, err = run(*command, "all")
    assert (code, out.count("BLEU")) == (0, 4)
    assert "note: bad.txt: 1 segment holds @@" in err
    assert "note: The output of copy.txt is the reference itself." in err
    code, out, err = run(*command, "sound", "--strict")
    assert (code, out.count("BLEU")) == (2, 2)
    assert "2 files could not be scored" in err


@pytest.mark.exhaustive
def test_what_is_noticed_in_files_of_judgments_is_an_error_if_strict(everything):
    Path("x.seg.score").write_text(SCORES + "three\t1\n" * 4, encoding="utf-8")
    command = ["agreement", "ref.txt", "-i", "one.txt", "two.txt", "--judgments", "x.seg.score", "--trials", "20"]
    command += ["--match", "three="]
    code, out, err = run(*command)
    assert (code, bool(out)) == (0, True)
    assert "note: x.seg.score: 1 system left out: three." in err
    code, out, err = run(*command, "--strict")
    assert (code, out) == (2, "")
    assert "note: x.seg.score: 1 system left out: three." in err


def test_lists_of_candidates_are_looked_at(everything):
    Path("lists.jsonl").write_text("\ufeff" + LISTS.replace("she reads", "sh@@ e reads"), encoding="utf-8")
    for command in ("choose lists", "choose tune"):
        words = COMMANDS[command].replace("odd.txt", "ref.txt").split()
        code, _, err = run(*words)
        assert code == 0
        assert "note: lists.jsonl: The file begins with a byte order mark (BOM)" in err
        assert "note: lists.jsonl: 1 candidate holds @@" in err
        assert run(*words, "--strict")[0] == 2


def test_a_lone_cr_that_hides_line_ends_is_said_where_counts_differ(folder):
    Path("mac.txt").write_bytes("\r".join(ONE).encode())
    code, out, err = run("score", "ref.txt", "-i", "mac.txt")
    assert (code, out) == (2, "")
    assert "note: mac.txt: 1 segment holds a lone carriage return (CR), which is no line end here (1).\n" in err
    assert "ref.txt has 4, mac.txt has 1" in err
