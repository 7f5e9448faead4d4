"""``effort``: tables, groups, translation files, and what it refuses."""

import json

import pytest

from scoring.cli.main import main
from tests.bilingual import XLIFF

OUTPUT = ["the cat sat on the mat", "it rained all day", "yes", "we go home now then", "a b c d", "one two"]
EDITED = ["the cat sat on the mat", "it rained the whole day", "no", "We go home now then", "d a b c", "one two"]
WORSE = ["a cat on a mat", "all rain", "sure", "go we home", "a b", "one"]
WORSE_EDITED = [
    "a cat sat on the mat",
    "it rained all day long",
    "sure thing",
    "we go home",
    "a b c d",
    "one two three",
]
BOTH = ["a.pe.txt", "b.pe.txt", "-i", "a.txt", "b.txt", "--trials", "100"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = {"a": OUTPUT, "b": WORSE, "a.pe": EDITED, "b.pe": WORSE_EDITED, "short": OUTPUT[:2]}
    files["docs"] = [f"{domain}\t{document}" for domain, document in zip("xxxyyy", "112345", strict=True)]
    for name, lines in files.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
    return tmp_path


def found_by(capsys, *arguments):
    assert main(["effort", *arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_answer_comes_first_then_systems_and_bands(folder, capsys):
    assert main(["effort", *BOTH, "--rates", "0", "0.1", "0.2", "0.3", "0.5"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[0].startswith("Too close to call. a needed less post-editing than b here: HTER 17.39 against ")
    (row,) = (line.split() for line in lines if line.startswith("a  ") and "%" not in line)
    assert (row[1], row[4], row[7], row[8], row[9], row[10]) == ("17.39", "33.3", "6", "23", "2.80", "121.74")
    assert ["a", "over", "30", "to", "50", "%", "1", "5", "21.7", "1.50"] in [line.split() for line in lines]
    assert any(line.startswith("rates per word: 0 (0 %), 0.1 (over 0 to 15 %)") for line in lines)


def test_doubts_about_the_files_stand_before_the_answer(folder, capsys):
    assert main(["effort", "b.pe.txt", "a.pe.txt", *BOTH[2:]]) == 0
    doubt, answer = capsys.readouterr().out.split("\n\n")[:2]
    assert doubt == "The post-edits of a and b seem to be exchanged."
    assert answer == "No verdict until it is clear whose post-edits these are."


@pytest.mark.parametrize("arguments", [["job.pe.xlf", "-i", "job.xlf"], ["job.xlf", "job.pe.xlf"]])
def test_a_final_output_with_a_draft_of_its_post_edit_is_asked_about(tmp_path, monkeypatch, capsys, arguments):
    monkeypatch.chdir(tmp_path)
    states = {"job.xlf": "final", "job.pe.xlf": "needs-review-translation"}
    for name, state in states.items():
        said = XLIFF.replace("<target>", f'<target state="{state}">')
        (tmp_path / name).write_text(said.replace("sofort", "gleich") if state == "final" else said)
    question = "note: job.xlf is final and its post-edit is a draft: are the two exchanged?"
    assert main(["effort", *arguments]) == 0
    assert question in capsys.readouterr().err
    (tmp_path / "job.pe.xlf").write_text((tmp_path / "job.xlf").read_text().replace("gleich", "jetzt"))
    assert main(["effort", *arguments]) == 0
    assert "exchanged" not in capsys.readouterr().err


@pytest.mark.parametrize(("by", "groups"), [("domain", ["x", "y"]), ("document", ["x/1", "2", "y/1"])])
def test_by_domain_and_document(folder, capsys, by, groups):
    (folder / "docs.txt").write_text("x\t1\nx\t1\nx\t2\nx\t2\ny\t1\ny\t1\n")
    found = found_by(capsys, "a.pe.txt", "-i", "a.txt", "--by", by, "--documents", "docs.txt", "--bands", "10")
    assert [one["group"] for one in found["groups"]] == groups
    assert sum(one["edits"] for one in found["groups"]) == found["systems"][0]["edits"] == 4
    assert [band["band"] for band in found["systems"][0]["bands"]] == ["up to 10 %", "over 10 %"]


def test_tsv_has_a_row_a_system_with_its_bands(folder, capsys):
    assert main(["effort", *BOTH, "--format", "tsv"]) == 0
    header, *rows = (line.split("\t") for line in capsys.readouterr().out.splitlines())
    first = dict(zip(header, rows[0], strict=True))
    assert (first["system"], first["words over 30 to 50 %"], first["segments 0 %"], first["cost"]) == (
        "a",
        "5",
        "3",
        "",
    )
    assert len(rows) == 2


def test_tokenized_text_is_no_oddity_here(folder, capsys):
    for name in ("a.txt", "a.pe.txt"):
        (folder / name).write_text("the cat sat , and it rained all day .\n" * 30)
    assert main(["score", "a.pe.txt", "-i", "a.txt"]) == 0
    assert "tokenized" in capsys.readouterr().err
    assert main(["effort", "a.pe.txt", "-i", "a.txt"]) == 0
    assert "tokenized" not in capsys.readouterr().err


def test_options_of_ter_count(folder, capsys):
    found = found_by(capsys, "a.pe.txt", "-i", "a.txt", "--ter-case-sensitive")
    assert found["systems"][0]["edits"] == 5
    assert "case:mixed" in found["signature"]


def test_an_xliff_before_and_after_post_editing(tmp_path, capsys):
    before, after = tmp_path / "before.xliff", tmp_path / "after.xliff"
    before.write_text(XLIFF)
    after.write_text(XLIFF.replace("sofort", "gleich"))
    found = found_by(capsys, str(after), "-i", str(before), "--source", str(before))
    (one,) = found["systems"]
    assert (one["segments"], one["edits"], one["untouched"], found["words_of"]) == (2, 1, 50.0, "source")
    rates = "--rates", "1", "2", "3", "4", "5"
    given = found_by(capsys, str(after), "-i", str(before), *rates)
    (alone,) = given["systems"]
    assert (given["words_of"], alone["words"]) == ("source", one["words"])
    assert {"cost", "cost_per_1000", "cost_per_1000_low", "cost_per_1000_high"} < {*alone}
    assert not {"cost_low", "cost_high"} & {*alone}


def test_a_source_that_differs_between_files_together_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "A.xlf").write_text(XLIFF)
    (tmp_path / "A.pe.xlf").write_text(XLIFF.replace("now</source>", "then</source>").replace("sofort", "dann"))
    assert main(["effort", "A.xlf", "A.pe.xlf"]) == 0
    assert "A.pe.xlf: Its sources differ from the test set's in 1 of 2 segments, first 1" in capsys.readouterr().err


def test_an_empty_post_edit_is_deleted_text_or_missing(folder, capsys):
    (folder / "a.pe.txt").write_text("\n".join(["", *EDITED[1:], ""]))
    assert found_by(capsys, "a.pe.txt", "-i", "a.txt")["systems"][0]["edits"] == 4 + 6
    found = found_by(capsys, "a.pe.txt", "-i", "a.txt", "--source", "b.txt")
    assert found["systems"][0]["segments"] == 6


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["a.pe.txt", "-i", "a.txt", "b.txt"], "found 1 post-edit for 2 outputs"),
        (["a.pe.txt", "a.pe.txt", "-i", "a.txt", "b.txt"], "a reference that they share"),
        (["short.txt", "-i", "a.txt"], "short.txt"),
        (["a.pe.txt", "-i", "a.txt", "--rates", "1"], "expected 5, one for each band"),
        (["a.pe.txt", "-i", "a.txt", "--by", "domain"], "--by domain: no file says the domain"),
        (["a.pe.txt", "-i", "a.txt", "--documents", "docs.txt"], "--documents is for --by"),
    ],
)
def test_what_is_refused(folder, capsys, arguments, said):
    assert main(["effort", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_files_before_and_after_are_taken_together(folder, capsys):
    given = found_by(capsys, *BOTH)
    together = found_by(capsys, "a.txt", "b.txt", "a.pe.txt", "b.pe.txt", "--trials", "100")
    assert together["systems"] == given["systems"]
    assert main(["effort", "a.txt", "a.pe.txt"]) == 0
    assert "note: the post-edit of a is a.pe.txt" in capsys.readouterr().err
    by_domain = found_by(capsys, "a.txt", "a.pe.txt", "--by", "domain", "--documents", "docs.txt")
    assert [one["group"] for one in by_domain["groups"]] == ["x", "y"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["a.txt", "b.txt"], "found a (system), b (system). Bring each output with its post-edit"),
        (["a.txt", "b.txt", "c.pe.txt"], "Say whose output was corrected: a, b."),
        (["a.txt", "a.pe.txt", "--by", "domain"], "No file says the domain of each segment."),
    ],
)
def test_what_is_refused_of_files_together(folder, capsys, arguments, said):
    (folder / "c.pe.txt").write_text("one\ntwo\nthree\nfour\nfive\nsix\n")
    assert main(["effort", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_the_report_is_one_page(folder, capsys):
    arguments = [
        "effort",
        *BOTH,
        "--rates",
        "0",
        "0.1",
        "0.2",
        "0.3",
        "0.5",
        "--by",
        "domain",
        "--documents",
        "docs.txt",
    ]
    assert main([*arguments, "-o", "cost.html"]) == 0
    page = (folder / "cost.html").read_text()
    assert page.startswith("<!doctype html>")
    for part in (
        "needed less post-editing than",
        "· HTER 100.00",
        "By domain",
        "The most edited segments",
        "17.39",
        "2.80",
        "<ins>",
    ):
        assert part in page
    assert main([*arguments, "--format", "html"]) == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")


def test_the_report_on_systems_has_a_part_on_effort(folder, capsys):
    (folder / "ref.txt").write_text("".join(f"{line}\n" for line in EDITED))
    report = ["report", "ref.txt", "-i", "a.txt", "b.txt", "-o", "page.html"]
    assert main(report) == 0
    assert "post-editing" not in (folder / "page.html").read_text()
    assert main([*report, "--post-edits", "a.pe.txt", "b.pe.txt"]) == 0
    page = (folder / "page.html").read_text()
    assert "needed less post-editing than" in page
    assert "17.39" in page
    assert main([*report, "--post-edits", "a.pe.txt"]) == 2
    assert "found 1 post-edit for 2 outputs" in capsys.readouterr().err
