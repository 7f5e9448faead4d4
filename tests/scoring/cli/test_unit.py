"""``--unit document``: where documents come from, what is printed, and what is refused."""

import json
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from scoring import BLEU, TestSet
from scoring.cli.main import main
from scoring.judgments import Scores
from scoring.judgments.external import external_metrics_by_name
from scoring.significance import compare, sums_by_document

REFERENCE = ["a b c d e f", "g h i j k l", "m n o p q r", "s t u v w x", "b c d e f g", "h i j k l m"]
GOOD = [*REFERENCE[:4], "b c d x x x", "h i j k l m"]
POOR = ["a b c d x x", "g h i j k l", "m n x p q r", "s t u v w x", "b c d e f g", "h x j x l x"]
DOCUMENTS = ["one", "one", "two", "three", "three", "two"]
DOCS = "".join(f"news\t{name}\n" for name in DOCUMENTS)
SCORES: dict[str, list[float | str]] = {"good": [-1.0, 0, "None", -5, 0, -1], "poor": [-2.0, -1, -1, 0, -3, -2]}


def xml():
    """The same set as WMT's XML."""
    texts = {'ref translator="A"': REFERENCE, 'hyp system="good"': GOOD, 'hyp system="poor"': POOR, "src": REFERENCE}
    body = ""
    for name in dict.fromkeys(DOCUMENTS):
        body += f'<doc id="{name}">'
        for tag, lines in texts.items():
            chosen = [(number, line) for number, line in enumerate(lines, 1) if DOCUMENTS[number - 1] == name]
            segments = "".join(f'<seg id="{number}">{line}</seg>' for number, line in chosen)
            body += f"<{tag}>{segments}</{tag.split()[0]}>"
        body += "</doc>"
    return f"<dataset>{body}</dataset>"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs a command in a folder with the files; its exit code, and both outputs."""
    monkeypatch.chdir(tmp_path)
    for name, lines in (("ref", REFERENCE), ("good", GOOD), ("poor", POOR)):
        Path(f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    files = {"en-de.docs": DOCS, "names.txt": DOCS, "numbers.txt": "1\n1\n2\n3\n3\n2\n", "set.xml": xml()}
    files |= {"short.docs": "news\tone\n", "blank.docs": "news\t\n" * 6, "mqm.seg.score": SEG_SCORES}
    for name, text in files.items():
        Path(name).write_text(text, encoding="utf-8")

    def run(*arguments, files=("ref.txt", "-i", "good.txt", "poor.txt"), command="significance"):
        code = main([command, *files, *arguments])
        return code, *capsys.readouterr()

    return run


def expected():
    measured = BLEU().measure(TestSet.build({"good": GOOD, "poor": POOR}, [REFERENCE]))
    return compare(BLEU(), sums_by_document(measured, DOCUMENTS), trials=99, unit="document").pairs[0]


@pytest.mark.parametrize("file", ["en-de.docs", "names.txt", "numbers.txt"])
def test_documents_come_from_a_file_of_any_name(run, file):
    code, out, err = run("--unit", "document", "--documents", file, "--trials", "99", "--format", "json")
    assert (code, err) == (0, "")
    (found,) = json.loads(out)
    assert (found["unit"], found["n_units"]) == ("document", 3)
    assert (found["p_value"], found["ci_low"]) == (expected().p_value, None)


def test_segments_that_are_each_a_document_are_noted(run):
    code, _, err = run("--unit", "document", "--documents", "ref.txt", "--trials", "99", "--format", "json")
    assert code == 0
    assert "every segment is a document by itself, so that nothing changes" in err


def test_a_file_of_texts_is_no_file_of_documents(run):
    """Also where one sentence is there twice."""
    lines = [f"sentence {n}" for n in range(20)]
    for name in ("ref", "good", "poor"):
        Path(f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    Path("src.txt").write_text("".join(f"{line}\n" for line in [*lines[:-1], lines[0]]), encoding="utf-8")
    code, _, err = run("--unit", "document", "--documents", "src.txt", "--trials", "99")
    assert code == 2
    assert "expected documents of several segments, found 19 different lines among 20, such as sentence 0." in err


def test_or_from_ids_in_the_files_or_from_among_the_scores(run):
    options = ["--unit", "document", "--trials", "99", "--format", "json"]
    for more in ([], ["--documents", "set.xml"]):
        (by_ids,) = json.loads(run(*options, *more, files=["set.xml", "-i", "set.xml"])[1])
        assert by_ids["p_value"] == expected().p_value
    _, out, err = run(*options, "--scores", "en-de.docs", "mqm.seg.score")
    by_bleu, by_people = json.loads(out)
    assert by_bleu["p_value"] == expected().p_value
    judged = np.arange(6) != 2
    columns = {name: np.array([np.nan if v == "None" else v for v in column]) for name, column in SCORES.items()}
    test_set = TestSet.build({"good": GOOD, "poor": POOR}, [REFERENCE]).with_judgments([Scores("MQM", columns)])
    metric = external_metrics_by_name(test_set)["MQM"]
    rows = {name: found[judged] for name, found in metric.measure(test_set).items()}
    names = [name for name, is_there in zip(DOCUMENTS, judged, strict=True) if is_there]
    assert by_people["p_value"] == compare(metric, sums_by_document(rows, names), trials=99).pairs[0].p_value
    assert "5 of 6 segments" in err


def test_it_is_said_in_every_format(run):
    options = ["--unit", "document", "--documents", "en-de.docs", "--trials", "99"]
    _, table, _ = run(*options)
    assert "p: approximate randomization by document, two-sided" in table
    assert "bootstrap by document with 99 resamples" in table
    assert "unit: document (3). The segments of a document are drawn and swapped together." in table
    assert "With 3 documents approximate randomization gives no p" in table
    assert "% unit: document (3)." in run(*options, "--format", "latex")[1]
    header, row = (line.split("\t") for line in run(*options, "--format", "tsv")[1].splitlines())
    assert dict(zip(header, row, strict=True))["n_units"] == "3"
    _, table, _ = run(*options, "--baseline", "poor")
    assert "unit: document (3)." in table
    records = json.loads(run(*options, "--baseline", "poor", "--format", "json")[1])
    assert {(record["unit"], record["n_units"]) for record in records} == {("document", 3)}


def test_a_report_is_by_documents_too(run):
    code, page, _ = run("--unit", "document", "--documents", "en-de.docs", "--trials", "99", command="report")
    assert code == 0
    assert "approximate randomization by document" in page
    assert "3 documents in place of 6 segments." in page
    assert "in place of" not in run("--trials", "99", command="report")[1]


def zipped(path, files):
    with ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


OTHERS = "".join(f"news\t{name}\n" for name in ["p", "p", "p", "q", "q", "q"])
"""Documents of another pair of languages, of as many segments."""
BY_PAIR = {"en-zh.docs": OTHERS, "en-de.docs": DOCS}
SEG_SCORES = "".join(f"{name}\t{score}\n" for name, column in SCORES.items() for score in column)
OF_DE = ("ref.de.txt", "-i", "good.txt", "poor.txt")


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("option", ["--documents", "--scores"])
@pytest.mark.parametrize("names", [["en-zh.docs", "en-de.docs"], ["en-de.docs", "en-zh.docs"]])
def test_documents_are_those_of_the_references_pair_of_languages(run, option, names):
    Path("ref.txt").rename("ref.de.txt")
    more = {"en-de.mqm.seg.score": SEG_SCORES} if option == "--scores" else {}
    zipped("all.zip", {name: BY_PAIR[name] for name in names} | more)
    options = ["--unit", "document", option, "all.zip", "--trials", "99", "-m", "bleu"]
    code, out, _ = run(*options, "--format", "json", files=OF_DE)
    assert code == 0
    assert (json.loads(out)[0]["n_units"], json.loads(out)[0]["p_value"]) == (3, expected().p_value)
    code, page, _ = run(*options, files=OF_DE, command="report")
    assert code == 0
    assert "3 documents in place of" in page


@pytest.mark.parametrize("command", ["significance", "report"])
@pytest.mark.parametrize(
    ("files", "message"),
    [
        (BY_PAIR, "expected those of one pair of languages, found judgments of en-zh, en-de. Take off what is of"),
        ({"a/en-de.docs": DOCS, "b/en-de.docs": OTHERS}, "other documents than all.zip/a/en-de.docs has."),
    ],
)
def test_where_it_cannot_be_told_whose_documents_they_are_none_are_drawn(run, command, files, message):
    zipped("all.zip", files)
    code, out, err = run("--unit", "document", "--documents", "all.zip", command=command)
    assert (code, out) == (2, "")
    assert message in err


def test_files_that_say_the_same_may_be_several(run):
    zipped("all.zip", {"a/en-de.docs": DOCS, "b/en-de.docs": DOCS})
    code, out, _ = run("--unit", "document", "--documents", "all.zip", "--trials", "99", "--format", "json")
    assert (code, json.loads(out)[0]["n_units"]) == (0, 3)


def test_documents_of_the_wrong_pair_are_not_drawn(run):
    Path("en-zh.docs").write_text(OTHERS, encoding="utf-8")
    Path("en-de.mqm.seg.score").write_text(SEG_SCORES, encoding="utf-8")
    Path("ref.txt").rename("ref.de.txt")
    code, _, err = run("--unit", "document", "--scores", "en-zh.docs", "en-de.mqm.seg.score", files=OF_DE)
    assert code == 2
    assert "en-zh.docs: documents of another pair of languages than the references." in err


@pytest.mark.exhaustive
def test_what_is_stated_counts_before_what_comes_with_scores(run):
    zipped("all.zip", {"x.docs": OTHERS, "mqm.seg.score": SEG_SCORES})
    options = ["--unit", "document", "--scores", "all.zip", "-m", "bleu", "--trials", "99", "--format", "json"]
    assert [json.loads(run(*options, *more)[1])[0]["n_units"] for more in ([], ["--documents", "names.txt"])] == [2, 3]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--unit", "document"], "nothing says which segments make up a document. Give --documents FILE"),
        (["--unit", "document", "--documents", "short.docs"], "--documents has 1, the test set has 6"),
        (
            ["--unit", "document", "--documents", "blank.docs"],
            "blank.docs, line 1: expected the name of a document, found no name",
        ),
        (["--unit", "document", "--documents", "nothing.docs"], "nothing.docs"),
        (["--unit", "paragraph"], "--unit"),
        (["--documents", "en-de.docs", "-o", "en-de.docs"], "one of the files to read"),
    ],
)
def test_what_is_refused(run, options, message):
    code, out, err = run(*options)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_documents_without_the_unit_change_nothing(run):
    code, out, err = run("--documents", "en-de.docs", "--trials", "99")
    assert code == 0
    assert "--documents changes nothing here: it is for --unit document." in err
    assert "by document" not in out


@pytest.mark.exhaustive
def test_intervals_that_only_some_metrics_lack_are_explained_by_metric(run):
    why = "A 95 % interval takes at least 6 segments; you have 5."
    for more in ([], ["--baseline", "poor"]):
        _, out, _ = run("--scores", "mqm.seg.score", "-m", "bleu", "chrf", "--trials", "99", *more)
        assert f"\nMQM: {why}\n" in out
    few = ["mqm.seg.score", "other.seg.score"]
    Path(few[1]).write_text(SEG_SCORES.replace("-5", "-4"), encoding="utf-8")
    _, out, _ = run("--scores", *few, "-m", "bleu", "--trials", "99")
    assert f"\nMQM, other: {why}\n" in out
    assert run("-m", "bleu", "chrf", "--trials", "99")[1].count("no 95 % interval") == 0
