"""Files that the API reads: every kind, with what readers notice as warnings."""

import json
import warnings
from pathlib import Path

import pytest

import bleuscope as bs
from scoring.cli.main import main

NEWS = Path(__file__).parents[3] / "sample_data" / "news-en-es"
TABLE = (
    "reference\tsystem base\tsystem new",
    "it rained\tit rains\tit rained",
    "yes\tno\tyes",
)


def test_files_of_a_folder_are_one_test_set():
    found = bs.read(*sorted(NEWS.glob("*.txt")), NEWS / "Language model 1.seg.rating")
    assert found.system_names == ("apertium-catalan", "apertium-direct", "apertium-galician")
    assert (len(found), found.reference_names, found.name) == (160, ("A", "B"), "news-en-es")
    assert found.source is not None
    assert [annotation.name for annotation in found.annotations] == ["Language model 1"]


@pytest.mark.exhaustive
def test_a_comparison_of_what_was_read_shows_its_errors():
    found = bs.read(*sorted(NEWS.glob("*.txt")), NEWS / "Language model 1.seg.rating")
    html = bs.compare(found, metrics="chrf").segments()[0]._repr_html_()
    assert 'class="err ' in html
    assert "Language model 1, not people" in html


def test_roles_may_be_said(tmp_path):
    path = tmp_path / "table.tsv"
    path.write_text("x\ty\nthe cat sat\ta cat\nit rained\tit rains\n")
    found = bs.read(path, roles={"x": "reference", "y": "system"})
    assert (found.reference_names, found.system_names) == (("x",), ("y",))
    with pytest.raises(ValueError, match="Unknown column 'z'"):
        bs.read(path, roles={"z": "system"})
    with pytest.raises(ValueError, match="Unknown role 'judge'"):
        bs.read(path, roles={"x": "judge"})


def test_notices_are_warnings_at_the_line_that_called(tmp_path):
    path = tmp_path / "out.txt"
    path.write_bytes("the cat\r\nit rained\r\n".encode("utf-8-sig"))
    with pytest.warns(bs.FileNoticeWarning, match="out.txt: ") as told:
        bs.score(["the cat", "it rained"], path)
    assert {one.filename for one in told} == {__file__}
    with pytest.warns(bs.FileNoticeWarning, match="out.txt: "):
        bs.compare(["the cat", "it rained"], {"a": path, "b": ["a cat", "rain"]}, "chrf")


def test_notices_of_what_is_read_are_warnings(tmp_path):
    path = tmp_path / "set.tsv"
    path.write_text("\n".join([*TABLE, "\tno\tno"]) + "\n")
    with pytest.warns(bs.FileNoticeWarning) as told:
        bs.read(path)
    assert {one.filename for one in told} == {__file__}


def test_rows_are_lined_up_by_their_ids(tmp_path):
    (tmp_path / "a.tsv").write_text("id\treference\n1\tthe cat sat\n2\tit rained\n")
    (tmp_path / "b.tsv").write_text("id\tsystem\n2\tit rained\n1\tthe cat sat\n")
    with pytest.warns(bs.FileNoticeWarning, match="lined up by their ids"):
        found = bs.score(tmp_path / "a.tsv", tmp_path / "b.tsv", "ter")
    assert found["ter"].score == 0


def table_of_fields(folder, ending):
    path = folder / f"table.{ending}"
    rows = [("the cat sat", "a cat sat"), ("it rained", "it rained")]
    if ending == "jsonl":
        path.write_text("".join(json.dumps({"ref": ref, "mt one": mt, "note": "x"}) + "\n" for ref, mt in rows))
    else:
        separator = {"tsv": "\t", "csv": ","}[ending]
        path.write_text("".join(separator.join(row) + "\n" for row in [("ref", "mt one"), *rows]))
    return f"{path}#ref", f"{path}#mt one"


@pytest.mark.exhaustive
@pytest.mark.parametrize("ending", ["tsv", "csv", "jsonl"])
def test_a_field_of_a_file_is_read_as_by_commands(ending, tmp_path, capsys):
    reference, output = table_of_fields(tmp_path, ending)
    assert main(["score", reference, "-i", output, "-m", "ter", "--format", "json"]) == 0
    (by_command,) = json.loads(capsys.readouterr().out)
    found = bs.score(reference, output, "ter")["ter"]
    assert found.score == by_command["score"] == 20  # 1 of 5 words
    assert bs.score(Path(reference), ["a cat sat", "it rained"], "ter")["ter"].score == 20
    compared = bs.compare(reference, {"base": output, "new": reference}, "ter")
    assert compared["ter"].scores == {"base": 20, "new": 0}
    assert bs.score(bs.read(reference, output), metrics="ter")["ter"].score == 20
    checked = bs.check(reference, output, checks=["copy"])
    assert [finding.number for finding in checked.findings] == [2]
    with pytest.raises(ValueError, match=r"#none.*(column|field) none"):
        bs.score(reference, output.replace("mt one", "none"))


def test_a_field_is_read_in_the_role_of_its_header_or_as_said(tmp_path):
    reference, output = table_of_fields(tmp_path, "tsv")
    found = bs.read(reference, output)
    assert (found.name, found.reference_names, found.system_names) == ("table", ("ref",), ("mt one",))
    turned = bs.read(reference, output, roles={"ref": "system", "mt one": "reference"})
    assert (turned.reference_names, turned.system_names) == (("mt one",), ("ref",))


def test_a_file_whose_name_has_the_sign_is_that_file(tmp_path):
    (tmp_path / "run#2.txt").write_text("the cat\n")
    assert bs.score(["the cat"], tmp_path / "run#2.txt", "ter")["ter"].score == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda folder: bs.read(), "expected at least one path"),
        (lambda folder: bs.read(None), r"files: expected paths, such as read\('test.tsv'\); found None"),
        (lambda folder: bs.read(3), "files: expected paths.*found 3"),
        (lambda folder: bs.read([folder / "text.txt"]), r"files: expected paths.* Write read\(\*paths\)"),
        (lambda folder: bs.read(folder / "set.tsv", roles="reference"), "roles: expected roles by column"),
        (lambda folder: bs.read(folder / "none.txt"), "none.txt: expected the path of a file; found none there"),
        (lambda folder: bs.read(folder), "cannot be read"),
        (lambda folder: bs.read(folder / "text.txt"), "needs at least one reference"),
        (lambda folder: bs.score(["a"], folder / "text.txt"), "references? 1 has 1, .*text.txt has 2"),
        (lambda folder: bs.score(["a"] * 2, folder / "set.tsv"), "expected one system, found several"),
        (lambda folder: bs.score(folder / "scores.seg.score", ["a"]), "judgments without texts"),
        (lambda folder: bs.score(bs.read(folder / "set.tsv"), folder / "text.txt"), "Read them too"),
        (lambda folder: bs.score(bs.read(folder / "set.tsv")), "expected the outputs of one system; found"),
    ],
    ids=range(13),
)
def test_bad_files_are_told_what_was_expected(call, message, tmp_path):
    (tmp_path / "set.tsv").write_text("\n".join(TABLE) + "\n")
    (tmp_path / "text.txt").write_text("the cat\nit rained\n")
    (tmp_path / "scores.seg.score").write_text("base\t80\nbase\t70\n")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", bs.FileNoticeWarning)
        with pytest.raises(ValueError, match=message):
            call(tmp_path)
