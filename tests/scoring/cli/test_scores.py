"""Scores from elsewhere on the command line."""

import json

import pytest

from scoring.cli.main import main
from tests.slipped import made_set

TABLE = "reference,sysA,sysB,sysB comet,points\na b,a b,a c,0.5,3\nc d,c,c d,0.25,4\n"


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(TABLE)
    return str(path)


def test_columns_of_a_table_are_scores_where_the_header_says_so(table, capsys):
    assert main(["score", table, "-i", table, "-m", "bleu", "--scores", table, "--format", "json"]) == 0
    out, err = capsys.readouterr()
    found = {(row["metric"], row["system"]): row["score"] for row in json.loads(out)}
    assert found["COMET", "sysB"] == 0.375
    assert ("points", "sysB") not in found
    assert "no scores are taken from points" in err


def test_a_table_of_texts_alone_has_no_scores(table, tmp_path, capsys):
    texts = tmp_path / "texts.csv"
    texts.write_text("reference,sysA\na b,a b\nc d,c\n")
    assert main(["score", table, "-i", table, "-m", "bleu", "--scores", str(texts)]) == 2
    assert "expected scores, found a file of text" in capsys.readouterr().err


def test_a_report_is_led_by_what_people_gave(table, tmp_path, capsys):
    people, page = tmp_path / "en-de.mqm.seg.score", tmp_path / "report.html"
    people.write_text("sysA\t-1\nsysA\tNone\nsysB\t-5\nsysB\t0\n")
    arguments = ["report", table, "-i", table, "--scores", str(people), table, "--trials", "100", "-o", str(page)]
    assert main(arguments) == 0
    assert "MQM: the test is based on the 1 of 2 segments with MQM scores for every system." in capsys.readouterr().err
    written = page.read_text()
    assert "by MQM, human judgment" in written
    assert "the 1 segments" not in written
    assert "COMET" in written


@pytest.fixture
def capitals(tmp_path, monkeypatch):
    """A set whose outputs are as they should be, all in capitals in half of their segments, and without any."""
    monkeypatch.chdir(tmp_path)
    reference, good, other, _ = made_set(60, 4)
    texts = {"ref": reference, "good": good, "loud": [*map(str.upper, other[:30]), *other[30:]]}
    texts["low"] = [line.lower() for line in other]
    for name, lines in texts.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
    return ["ref.txt", "-i", "good.txt", "loud.txt", "low.txt"]


def test_scores_say_what_capitals_cost(capitals, capsys):
    assert main(["score", *capitals, "-m", "bleu", "ter", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    found = {(row["metric"], row["system"]): row.get("caution") for row in json.loads(out)}
    told = {key: caution for key, caution in found.items() if caution}
    assert [*told] == [("bleu", "loud"), ("bleu", "low")]
    assert told["bleu", "loud"].startswith("Wrong capitals cost loud about ")
    assert told["bleu", "low"].startswith("low is loud without capitals; ignoring case they are the same text, ")
    assert all(f"note: {caution}\n" in err for caution in told.values())
    doubts = {row["system"]: row.get("doubtful") for row in json.loads(out)}
    assert [name for name, doubt in doubts.items() if doubt] == ["low"]
    assert f"note: {doubts['low']}\n" in err
    assert main(["score", *capitals, "-m", "bleu", "--lowercase", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    assert "caution" not in out
    assert "Wrong capitals" not in err
    assert main(["score", *capitals, "-m", "bleu", "--strict"]) == 2


@pytest.mark.exhaustive
def test_a_report_says_what_capitals_cost(capitals, capsys):
    assert main(["report", *capitals, "--trials", "100", "-o", "report.html"]) == 0
    with open("report.html", encoding="utf-8") as page:
        (_, told) = page.read().split("What to keep in mind", 1)
    assert told.index("Wrong capitals cost") < told.index("What to do next")


HEADER = ("system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity")


def test_the_weights_of_mqm_can_be_chosen(table, tmp_path, capsys):
    rows = [
        ("sysA", "a b", "No-error"),
        ("sysA", "<v>c</v>", "Source error"),
        ("sysB", "<v>a</v> c", "Accuracy/Omission"),
    ]
    marked = tmp_path / "mqm.tsv"
    lines = [(name, "d", 1, 1 + at % 2, "r", "s", text, kind, "Major") for at, (name, text, kind) in enumerate(rows)]
    marked.write_text("".join("\t".join(map(str, row)) + "\n" for row in (HEADER, *lines)))
    command = ["score", table, "-i", table, "-m", "bleu", "--scores", str(marked), "--format", "json"]
    for asked, weights, score in (
        ([], "wmt21", -2.5),
        (["--mqm-weights", "wmt21"], "wmt21", -2.5),
        (["--mqm-weights", "wmt23"], "wmt23", 0),
    ):
        assert main([*command, *asked]) == 0
        out, err = capsys.readouterr()
        (found,) = (row for row in json.loads(out) if row["metric"] == "MQM" and row["system"] == "sysA")
        assert (found["score"], f"weights:{weights}" in found["signature"]) == (score, True)
        assert f"by the weights {weights}" in err
        assert "1 error would weigh otherwise" in err


def test_weights_of_mqm_without_marked_errors_are_said_to_change_nothing(table, capsys):
    command = ["score", table, "-i", table, "-m", "bleu", "--mqm-weights", "wmt21"]
    for scores in ([], ["--scores", table]):
        assert main([*command, *scores]) == 0
        assert "--mqm-weights changes nothing here" in capsys.readouterr().err


def test_names_in_a_file_of_scores_can_be_matched_or_left_out(table, tmp_path, capsys):
    people = tmp_path / "en-de.mqm.seg.score"
    people.write_text("strange\t-1\nstrange\t-3\nsysB\t-5\nsysB\t0\nunknown\t0\nunknown\t0\n")
    command = ["score", table, "-i", table, "-m", "bleu", "--scores", str(people), "--format", "json"]
    assert main(command) == 2
    assert "with --match NAME=SYSTEM; --match NAME= leaves one out, --match '*=' all others." in capsys.readouterr().err
    assert main([*command, "--match", "strange=sysA", "--match", "*="]) == 0
    others_out = capsys.readouterr().out
    assert main([*command, "--match", "strange=sysA", "--match", "unknown="]) == 0
    out = capsys.readouterr().out
    assert others_out == out
    found = {(row["metric"], row["system"]): row["score"] for row in json.loads(out)}
    assert (found["MQM", "sysA"], found["MQM", "sysB"]) == (-2, -2.5)
    assert main([*command, "--match", "strange=nobody", "--match", "unknown="]) == 2
    assert "No system 'nobody'; there are sysA, sysB" in capsys.readouterr().err
    assert main([*command, "--match", "strange"]) == 2
    assert "expected NAME=SYSTEM" in capsys.readouterr().err


def test_a_name_to_match_that_no_file_has_is_an_error(table, tmp_path, capsys):
    people = tmp_path / "en-de.mqm.seg.score"
    people.write_text("sysA\t-1\nsysA\t-3\nsysB\t-5\nsysB\t0\n")
    command = ["score", table, "-i", table, "-m", "bleu", "--match", "sysC=sysA"]
    assert main([*command, "--scores", str(people)]) == 2
    assert "No judgments are of 'sysC'; they are of sysA, sysB (did you mean sysB?)." in capsys.readouterr().err
    assert main(command) == 2
    assert "--match is for names in files of --scores; none is given." in capsys.readouterr().err


@pytest.mark.parametrize("headers", [("rank",), ("post-editing time",), ("error rate", "seconds")])
def test_a_table_of_outputs_without_a_column_that_is_called_as_a_score_says_so(headers, table, tmp_path, capsys):
    given = tmp_path / "given.tsv"
    rows = [("system", "segment", *headers), *((name, "1", *"23"[: len(headers)]) for name in ("sysA", "sysB"))]
    given.write_text("".join("\t".join(row) + "\n" for row in rows))
    assert main(["score", table, "-i", table, "-m", "bleu", "--scores", str(given)]) == 2
    err = capsys.readouterr().err
    assert "expected a column with a name of a score, such as score, COMET, TER or MQM" in err
    assert f"found the columns {', '.join(rows[0])}." in err


OUTPUTS = {"a": ["a b c", "d e f", "g h i", "j k l"], "b": ["a b x", "d e x", "g h x", "j k x"]}
JUDGED = {"a": [10, 20, 30, 40], "b": [None, 15, None, 35]}
"""b is 5 below a wherever both are judged, and only on better segments."""


@pytest.fixture
def unequal(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, lines in OUTPUTS.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
    (tmp_path / "ref.txt").write_text("".join(f"{line}\n" for line in OUTPUTS["a"]))
    scores = "".join(f"{name}\t{score}\n" for name, column in JUDGED.items() for score in column)
    (tmp_path / "flip.seg.score").write_text(scores)
    return ["ref.txt", "-i", "a.txt", "b.txt", "-m", "ter", "--scores", "flip.seg.score"]


def test_means_over_different_segments_have_their_number_and_no_star(unequal, capsys):
    assert main(["score", *unequal]) == 0
    out, err = capsys.readouterr()
    assert "note: flip: systems are scored on different segments (a 4, b 2; all share 2); their means are not" in err
    assert [line.split() for line in out.splitlines()[:4] if "--" not in line] == [
        ["system", "TER", "flip", "segments"],
        ["a", "0.00", "*", "25.00", "4"],
        ["b", "33.33", "25.00", "2"],
    ]
    assert "flip of a: file:flip.seg.score|segments:4|" in out
    assert "flip of b: file:flip.seg.score|segments:2|" in out


def test_means_over_the_same_few_segments_have_their_number_in_the_heading(unequal, tmp_path, capsys):
    (tmp_path / "flip.seg.score").write_text("a\tNone\na\t20\na\tNone\na\t40\nb\tNone\nb\t15\nb\tNone\nb\t35\n")
    assert main(["score", *unequal]) == 0
    heading, _, first, second, *_ = capsys.readouterr().out.splitlines()
    assert heading.split("  ")[-1].strip() == "flip (n = 2)"
    assert (first.split()[-2:], second.split()[-1]) == (["30.00", "*"], "25.00")


@pytest.mark.parametrize("command", ["score", "significance", "report"])
def test_different_segments_are_an_error_where_notes_are(unequal, command, capsys, tmp_path):
    more = ["-o", str(tmp_path / "page.html")] if command == "report" else []
    assert main([command, *unequal, "--strict", *more]) == 2
    assert "the note about files above is an error" in capsys.readouterr().err


def test_tests_are_signed_by_the_segments_that_all_share(unequal, capsys):
    assert main(["significance", *unequal, "--trials", "100", "--format", "json"]) == 0
    found = {row["metric"]: row for row in json.loads(capsys.readouterr().out)}
    assert (found["flip"]["score_a"], found["flip"]["score_b"]) == (30, 25)
    assert "segments:2" in found["flip"]["signature"]


def test_a_report_has_one_base_in_each_column(unequal, capsys, tmp_path):
    page = tmp_path / "page.html"
    assert main(["report", *unequal, "--trials", "100", "-o", str(page)]) == 0
    assert (
        "flip: its means are based on the 2 of 4 segments with flip scores for every system." in capsys.readouterr().err
    )
    written = page.read_text()
    assert "flip (n = 2)" in written
    assert "segments:2" in written
    assert ("30.00" in written, "25.00" in written) == (True, True)


def test_segments_that_a_file_of_errors_does_not_list_are_explained(table, tmp_path, capsys):
    marked = tmp_path / "mqm.tsv"
    rows = [("sysA", 1, "<v>a</v> b"), ("sysB", 1, "<v>a</v> b"), ("sysB", 2, "<v>c</v> d")]
    lines = [(name, "d", 1, at, "r", "s", text, "Accuracy/Omission", "Major") for name, at, text in rows]
    marked.write_text("".join("\t".join(map(str, row)) + "\n" for row in (HEADER, *lines)))
    assert main(["score", table, "-i", table, "-m", "bleu", "--scores", str(marked)]) == 0
    err = capsys.readouterr().err
    assert "A segment without a row in the file counts as not judged" in err


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("seg.score", "a\t1\na\t2\nb\t1\nb\t2\n", "a file that is called seg.score and nothing else. Put the name"),
        ("wide.tsv", "segment\ta\tb\n1\t0.5\t0.25\n2\t0.75\t1\n", "numbers in a, b, whose headers do not say which"),
        ("texts.tsv", "a\tb\nYes.\tNo.\nNo.\tYes.\n", "expected scores, found a file of text"),
    ],
)
def test_a_file_without_scores_says_why(table, tmp_path, capsys, name, text, said):
    (tmp_path / name).write_text(text)
    assert main(["score", table, "-i", table, "-m", "bleu", "--scores", str(tmp_path / name)]) == 2
    assert said in capsys.readouterr().err


def test_all_metrics_can_take_the_segments_that_people_rated(tmp_path, monkeypatch, capsys):
    """Then a command has the numbers of the report and of the page Overview."""
    monkeypatch.chdir(tmp_path)
    reference = ["the cat sat on the mat", "it rained all day", "he reads a book", "yes it did that"] * 2
    outputs = {"a": reference[:4] + ["x"] * 4, "b": ["the cat sat", "it rained", "he reads", "yes it did"] * 2}
    for name, lines in {"ref": reference, **outputs}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
    rated = [*range(-4, 0), *["None"] * 4]
    (tmp_path / "en-de.mqm.seg.score").write_text("".join(f"{name}\t{n}\n" for name in "ab" for n in rated))
    files = ["ref.txt", "-i", "a.txt", "b.txt", "-m", "bleu", "--scores", "en-de.mqm.seg.score"]
    base = "the 4 of 8 segments with MQM scores for every system"
    assert main(["score", *files, "--format", "json"]) == 0
    out, err = capsys.readouterr()
    assert f"MQM: based on {base}; metrics that are computed take all segments." in err
    whole = {(row["metric"], row["system"]): row for row in json.loads(out)}
    assert main(["score", *files, "--format", "json", "--rated-segments"]) == 0
    out, err = capsys.readouterr()
    assert f"All scores are based on {base}." in err
    part = {(row["metric"], row["system"]): row for row in json.loads(out)}
    assert (part["bleu", "a"]["score"], whole["bleu", "a"]["score"] < 100) == (pytest.approx(100), True)
    assert part["MQM", "a"]["score"] == whole["MQM", "a"]["score"]
    assert all(row["signature"].count("segments:4") == 1 for row in part.values())
    assert main(["significance", *files, "--format", "json", "--rated-segments", "--trials", "100"]) == 0
    tested = {row["metric"]: row for row in json.loads(capsys.readouterr().out)}
    assert tested["bleu"]["score_a"] == pytest.approx(100)
    assert "segments:4" in tested["bleu"]["signature"]
    for command in (["score", *files, "--segments"], ["score", *files[:-2]], ["significance", *files[:-2]]):
        assert main([*command, "--rated-segments"]) == 2
        assert "--rated-segments" in capsys.readouterr().err
