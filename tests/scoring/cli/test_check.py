"""``check``: the table, every finding, its machine-readable forms, and what it refuses."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.checks import CHECKS
from scoring.cli.main import main
from scoring.cli.reports.layout import json_pieces
from scoring.output.json_values import json_value
from tests.slipped import made_set

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)

SOURCE = "Guten Tag liebe Leute\nJa\n"
COPY = "guten tag, liebe Leute\nyes yes\n"
REFERENCE = "Good day dear people\nYes\n"


@pytest.fixture
def files(tmp_path):
    for name, text in (("src.txt", SOURCE), ("copy.txt", COPY), ("ref.txt", REFERENCE)):
        (tmp_path / name).write_text(text)
    return [str(tmp_path / name) for name in ("ref.txt", "copy.txt", "src.txt")]


def printed(capsys, *arguments):
    assert main(["check", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.exhaustive
def test_rates_of_systems_and_references_are_printed(capsys, files):
    reference, output, source = files
    found = printed(capsys, reference, "-i", output, "--source", source)
    rows = {line[12:27].strip(): line.split()[-2:] for line in found.splitlines()[5:7]}
    assert rows == {"copied source": ["50.0", "0.0"], "doubled word": ["50.0", "0.0"]}
    assert "Looked for and not found: numbers, links and codes" in found
    assert "copied source (copy): The output is the source" not in found
    detailed = printed(capsys, reference, "-i", output, "--source", source, "--verbose")
    assert "copied source (copy): The output is the source" in detailed
    assert printed(capsys, source, "-i", output, "--references", reference) == found, "the source may be named first"


def test_json_has_findings_and_rates(capsys, files):
    reference, output, source = files
    found = json.loads(printed(capsys, source, "-i", output, "--references", reference, "--format", "json"))
    assert found["rates"][3] == {"check": "copy", "system": "copy", "rate": 0.5, "reference_rate": 0, "n": 2}
    (kind,) = (of for of in found["kinds"] if (of["kind"], of["role"]) == ("copied source", "system"))
    assert kind == {
        "check": "copy",
        "kind": "copied source",
        "severity": "critical",
        "role": "system",
        "name": "copy",
        "segments_found": 1,
        "segments": 2,
        "rate": 0.5,
        "is_uninformative": False,
    }
    assert found["findings"][0] == {
        "check": "copy",
        "kind": "copied source",
        "system": "copy",
        "segment": 1,
        "severity": "critical",
        "side": "output",
        "start": 0,
        "end": 22,
        "text": "guten tag, liebe Leute",
        "message": "copied source: guten tag, liebe Leute",
    }
    assert [(f["segment"], f["start"], f["end"], f["kind"]) for f in found["findings"][1:]] == [
        (2, 0, 7, "doubled word")
    ]
    assert found["left_out"] == {}


def test_sarif_has_the_lines_and_columns_of_the_files(capsys, files, tmp_path):
    _, output, source = files
    (tmp_path / "src.txt").write_text("Guten Tag liebe Leute\nJa 45\n")
    (run,) = json.loads(printed(capsys, source, "-i", output, "--format", "sarif"))["runs"]
    places = [of["locations"][0]["physicalLocation"] for of in run["results"]]
    assert [(of["ruleId"], of["level"]) for of in run["results"]] == [
        ("copy", "error"),
        ("repetition", "note"),
        ("numbers", "error"),
    ]
    assert [of["properties"] for of in run["results"]] == [
        {"severity": severity, "system": "copy", "side": side}
        for severity, side in (("critical", "output"), ("minor", "output"), ("critical", "source"))
    ]
    assert places[1] == {
        "artifactLocation": {"uri": output},
        "region": {"startLine": 2, "startColumn": 1, "endColumn": 8},
    }
    assert places[2] == {
        "artifactLocation": {"uri": source},
        "region": {"startLine": 2, "startColumn": 4, "endColumn": 6},
    }
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == {*CHECKS} - {"names"}


def test_lines_out_of_place_are_not_read_first(capsys, tmp_path):
    reference, output, other, source = made_set(80, 4)
    wrong = [re.sub("[0-9]+", "3333", line) if at == 50 else line for at, line in enumerate(other)]
    texts = {"src": source, "ref": reference, "wrong": wrong, "sound": other}
    texts |= {"late": [*output[:20], "", *output[20:-1]], "moved": [*source[:20], "", *source[20:-1]]}
    for name, lines in texts.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n")
    src, ref, wrong, sound, late, moved = (str(tmp_path / f"{name}.txt") for name in texts)
    found = printed(capsys, src, "-i", late, wrong, "--references", ref)
    assert "Read first: segment 51 (wrong, missing number: " in found
    assert "(late, " not in found
    found = printed(capsys, moved, "-i", wrong, sound, "--references", ref)
    assert found.startswith("Lines 21 to 80 of the source are out of place: most findings come from these (60 of ")
    assert "Read first" not in found


def test_several_files_in_the_place_of_the_source_are_refused(capsys, files):
    reference, output, source = files
    assert main(["check", source, reference, "-i", output]) == 2
    assert "Expected one source; found" in capsys.readouterr().err


def test_without_references_it_is_said_that_nothing_tells_false_alarms(capsys, files):
    _, output, source = files
    found = printed(capsys, "-i", output, "--source", source, "--checks", "copy")
    assert "Without a reference nobody knows how often checks are wrong: names count as copies," in found
    assert "repetition" not in found


def test_findings_as_a_table_of_text(capsys, files):
    _, output, source = files
    rows = printed(capsys, "-i", output, "--source", source, "--segments", "--format", "tsv").splitlines()
    assert rows[0].split("\t") == [
        *("check", "kind", "system", "segment", "severity", "side", "start", "end", "text", "message")
    ]
    assert len(rows) == 3


def test_without_source_it_says_what_to_give(capsys, files):
    reference, output, _ = files
    assert main(["check", "--references", reference, "-i", output, "--checks", "copy"]) == 2
    assert "Give the source: bleuscope check SRC -i SYS." in capsys.readouterr().err


def test_checks_that_need_a_source_are_named_together_without_one(capsys, files):
    _, output, _ = files
    found = printed(capsys, "-i", output)
    assert "The checks numbers, links, placeholders, copy, " in found
    assert "punctuation and names were not run: each needs the source." in found


def test_the_source_is_in_a_translation_file_of_outputs(capsys, tmp_path):
    file = tmp_path / "job.xlf"
    unit = '<trans-unit id="1"><source>31 cats</source><target>41 Katzen</target></trans-unit>'
    file.write_text(
        f'<xliff version="1.2"><file source-language="en" target-language="de"><body>{unit}</body></file></xliff>'
    )
    found = json.loads(printed(capsys, "-i", str(file), "--format", "json"))
    assert {one["check"] for one in found["findings"]} >= {"numbers"}


@given(st.dictionaries(st.text(), VALUES, max_size=4), st.text(), st.lists(VALUES, max_size=3))
def test_json_in_pieces_is_the_json_of_the_whole(fields, name, values):
    whole = json.dumps(json_value(fields | {name: values}), ensure_ascii=False, indent=2, allow_nan=False)
    assert b"".join(json_pieces(fields | {name: iter(values)})).decode() == f"{whole}\n"
    whole = json.dumps(json_value(fields), ensure_ascii=False, indent=2, allow_nan=False)
    assert b"".join(json_pieces(fields)).decode() == f"{whole}\n"


def test_a_value_is_made_when_the_one_before_is_written():
    made = []
    pieces = json_pieces({"findings": (made.append(number) or {"number": number} for number in range(3))})
    assert [len(made) for piece in pieces if b"number" in piece] == [1, 2, 3]


def test_a_table_for_translators_leaves_the_checks_that_were_not_run_to_a_note(capsys, files):
    assert main(["check", "-i", files[1], "--format", "csv"]) == 0
    out, err = capsys.readouterr()
    assert "not run" not in out
    assert "note: The checks numbers, links, placeholders, copy, " in err


def test_a_check_of_one_language_is_run_where_the_language_is_said(capsys, files, monkeypatch):
    monkeypatch.setattr(CHECKS["repetition"], "languages", ("de",))
    reference, output, source = files
    asked = reference, "-i", output, "--source", source, "--checks", "repetition", "copy"
    assert "repetition was not run: it is for outputs in de" in printed(capsys, *asked)
    for said in ("de", "German", "de-AT"):
        assert "doubled word" in printed(capsys, *asked, "--language", said)
    assert "repetition was not run" in printed(capsys, *asked, "--language", "fr")
    assert main(["check", *asked, "--language", "Gerbil"]) == 2
    assert "--language: expected a code or an English name, such as de or German" in capsys.readouterr().err


def test_findings_are_ignored_by_rules_and_by_a_file_of_them(capsys, files, tmp_path):
    reference, output, source = files
    arguments = source, "-i", output, "--references", reference, "--format", "json", "--ignore"
    found = json.loads(printed(capsys, *arguments, "copy", ":2"))
    assert (found["findings"], found["ignored"]) == ([], 2)
    rules = tmp_path / "rules.txt"
    rules.write_text("# names\ncopy:1\n")
    found = json.loads(printed(capsys, *arguments, str(rules)))
    assert ({of["check"] for of in found["findings"]}, found["ignored"]) == ({"repetition"}, 1)
    assert "1 finding is ignored." in printed(capsys, source, "-i", output, "--ignore", "copy")
    for content, message in ((b"copi\n", "rules.txt, line 1: Unknown check 'copi'"), (b"\xff", "in UTF-8")):
        rules.write_bytes(content)
        assert main(["check", *arguments, str(rules)]) == 2
        assert message in capsys.readouterr().err


def test_a_source_in_the_language_of_the_output_is_noted(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    german = [f"Das ist der {n}. Satz, und er ist nicht so lang wie die anderen, die wir haben" for n in range(40)]
    english = [
        f"This is the sentence with the number {n}, and it is not as long as the others that we have" for n in range(40)
    ]
    other = [line.replace("Satz", "Text") for line in german]
    for name, lines in {"ref.de": german, "src.en": english, "hyp.de": other, "copy.en": english}.items():
        Path(name).write_text("".join(f"{line}\n" for line in lines))
    said = "note: The source looks German, the language of the output: is it a reference? Give the source first,"
    assert main(["check", "ref.de", "-i", "hyp.de"]) == 0
    assert said in capsys.readouterr().err
    for source, output in (("src.en", "hyp.de"), ("src.en", "copy.en")):
        assert main(["check", source, "-i", output]) == 0
        assert "The source looks" not in capsys.readouterr().err
