"""``gate``: its exit code, its four formats, its rules from a file, and what it refuses."""

import json
import os
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from jsonschema import Draft202012Validator, ValidationError
from lxml import etree

from scoring.cli.main import main
from scoring.cli.reports import gate as reports

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "sample_data" / "news-en-es"
SCHEMA = json.loads((ROOT / "scoring" / "cli" / "schemas" / "gate.json").read_text(encoding="utf-8"))
FILES = {
    "ref.txt": "reference.A.es.txt",
    "src.txt": "source.en.txt",
    "old.txt": "system.apertium-direct.es.txt",
    "new.txt": "system.apertium-catalan.es.txt",
    "terms.tsv": "terms/news.en-es.tsv",
}
PAIR = ("ref.txt", "-i", "new.txt", "--baseline", "old.txt")
JUNIT = etree.XMLSchema(
    etree.fromstring("""
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:complexType name="outcome"><xs:simpleContent><xs:extension base="xs:string">
    <xs:attribute name="type" type="xs:string"/><xs:attribute name="message" type="xs:string"/>
  </xs:extension></xs:simpleContent></xs:complexType>
  <xs:attributeGroup name="counts">
    <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
  </xs:attributeGroup>
  <xs:element name="testsuites"><xs:complexType>
    <xs:sequence><xs:element name="testsuite" maxOccurs="unbounded"><xs:complexType>
      <xs:sequence>
        <xs:element name="testcase" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
          <xs:choice minOccurs="0">
            <xs:element name="failure" type="outcome"/>
            <xs:element name="error" type="outcome"/>
            <xs:element name="system-out" type="xs:string"/>
          </xs:choice>
          <xs:attribute name="classname" type="xs:string" use="required"/>
          <xs:attribute name="name" type="xs:string" use="required"/>
        </xs:complexType></xs:element>
        <xs:element name="system-out" type="xs:string" minOccurs="0"/>
      </xs:sequence>
      <xs:attribute name="name" type="xs:string" use="required"/>
      <xs:attribute name="skipped" type="xs:nonNegativeInteger"/>
      <xs:attributeGroup ref="counts"/>
    </xs:complexType></xs:element></xs:sequence>
    <xs:attributeGroup ref="counts"/>
  </xs:complexType></xs:element>
</xs:schema>""")
)
"""What Jenkins, GitHub's actions and GitLab read of a report: the part of their schemas that a gate writes."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to be in, with a reference, its source and two outputs."""
    monkeypatch.chdir(tmp_path)
    for name, sample in FILES.items():
        shutil.copy(SAMPLE / sample, name)
    return tmp_path


@pytest.fixture
def run(folder, capsys):
    """Runs the command; its exit code, and both outputs."""

    def run(*arguments):
        code = main(["gate", *map(str, arguments)])
        return code, *capsys.readouterr()

    return run


def write(name, lines):
    Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def lines_of(name):
    return Path(name).read_text(encoding="utf-8").splitlines()


def check_json(path):
    Draft202012Validator(SCHEMA).validate(json.loads(Path(path).read_text(encoding="utf-8")))


# --- exit code ---


@pytest.mark.parametrize(
    ("rules", "code", "last"),
    [
        (["chrf not worse by 3", "ter <= 70"], 0, "Gate: passed. 2 of 2 rules passed."),
        (["chrf not worse by 0.5", "ter <= 70"], 1, "Gate: failed. 1 of 2 rules passed."),
        (["bleu not worse by 0.5"], 3, "Gate: too little data. 0 of 1 rule passed."),
        (["bleu not worse by 0.5", "bleu >= 90"], 1, "Gate: failed. 0 of 2 rules passed."),
        (["bleu better"], 3, "Gate: too little data. 0 of 1 rule passed."),
        (["chrf better"], 1, "Gate: failed. 0 of 1 rule passed."),
    ],
)
def test_the_exit_code_is_that_of_the_rules(run, rules, code, last):
    found, out, err = run(*PAIR, "--require", *rules)
    assert (found, err) == (code, "")
    assert out.splitlines()[-1] == last


def test_too_little_data_says_how_much_would_do(run):
    code, out, _ = run(*PAIR, "--require", "bleu not worse by 0.5")
    assert code == 3
    assert re.search(r"(need about [\d,]+ segments of this kind; you have 160|too small to settle in practice)", out)
    assert "The number of segments needed is for 80 % power at p ≤ 0.05." in out
    for name in FILES:
        write(name, lines_of(name)[:4])
    code, out, _ = run(*PAIR, "--require", "bleu not worse by 50")
    assert code == 3
    assert "To settle it you would need about 6 segments of this kind; you have 4." in out


@pytest.mark.exhaustive
def test_as_many_segments_as_it_says_would_do(run):
    """The same segments repeated until there are as many: then the interval is as narrow as was estimated."""
    arguments = (*PAIR, "--require", "ter not worse by 2.5", "--format", "json")
    code, out, _ = run(*arguments)
    assert code == 3
    times = -(-json.loads(out)["rules"][0]["needed_units"] // 160)
    for name in FILES:
        write(name, lines_of(name) * int(times))
    assert run(*arguments)[0] == 0


def test_identical_outputs_pass_at_any_margin(run):
    shutil.copy("old.txt", "new.txt")
    code, out, err = run(*PAIR, "--require", "chrf not worse by 0.000001", "ter not worse by 0.000001")
    assert code == 0
    assert out.count("are the same text in every segment") == 2
    assert "the same output" in err
    assert run(*PAIR, "--require", "bleu better")[0] == 1
    code, _, _ = run("ref.txt", "-i", "old.txt", "--baseline", "old.txt", "--require", "bleu not worse by 0.1")
    assert code == 0


def test_a_baseline_is_needed_only_where_rules_compare(run):
    assert run("ref.txt", "-i", "new.txt", "--require", "chrf >= 40", "ter <= 70")[:1] == (0,)
    code, out, err = run("ref.txt", "-i", "new.txt", "--require", "chrf better")
    assert (code, out) == (2, "")
    assert "Rule 'chrf better' compares with a baseline; found none." in err


@pytest.mark.exhaustive
def test_several_references_and_options_of_metrics(run):
    second = SAMPLE / "reference.B.es.txt"
    rule = ("--require", "chrf not worse by 3", "--format", "json")
    _, one, _ = run(*PAIR, *rule)
    code, both, err = run("ref.txt", second, *PAIR[1:], *rule, "--chrf-word-order", "2", "--ter-normalized")
    assert code == 0
    assert "--ter-normalized changes nothing here: it is for TER, WER, PER, and the rules and -m have chrf only." in err
    one, both = (json.loads(text)["rules"][0] for text in (one, both))
    assert one["score"] != both["score"]
    assert "nrefs:2" in both["signature"]
    assert "nw:2" in both["signature"]


@pytest.mark.exhaustive
def test_a_rule_names_a_metric_as_the_table_prints_it(run):
    rules = "--require", "chrF2++ >= 1", "CHRF++ >= 1"
    code, out, _ = run(*PAIR, *rules, "--chrf-word-order", "2", "--format", "json")
    (named, other) = json.loads(out)["rules"]
    assert (code, named["metric"], other["metric"]) == (0, "chrf", "chrf++")
    assert named["score"] == other["score"]
    _, out, _ = run(*PAIR, *rules, "--chrf-word-order", "2")
    assert "has chrF2++ " in out
    assert "\nchrF2++: nrefs:" in out
    code, _, err = run(*PAIR, *rules)
    assert (code, "unknown metric 'chrF2++' (did you mean chrf++?)" in err) == (2, True)


def test_documents_can_be_drawn(run):
    write("docs.txt", [f"news\t{number // 8}" for number in range(160)])
    arguments = (*PAIR, "--require", "chrf not worse by 3", "--format", "json", "--unit", "document")
    code, out, _ = run(*arguments, "--documents", "docs.txt")
    assert code == 0
    assert json.loads(out)["rules"][0]["n_units"] == 20
    alone = ("ref.txt", "-i", "new.txt", "--require", "chrf >= 3", "--unit", "document", "--documents", "docs.txt")
    assert json.loads(run(*alone, "--format", "json")[1])["rules"][0]["n_units"] == 20
    code, _, err = run(*arguments)
    assert code == 2
    assert "nothing says which segments make up a document" in err


# --- input that cannot be judged ---


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*PAIR, "--require", "blue better"), r"unknown metric 'blue' \(did you mean bleu\?\)"),
        ((*PAIR, "--require", "COMET better"), "unknown metric 'COMET'"),
        ((*PAIR, "--require", "chrf not wrose by 1"), r"did you mean chrf not worse by 1\?"),
        ((*PAIR, "--require", "check:copi == 0"), r"unknown check 'copi' \(did you mean copy\?\)"),
        ((*PAIR, "--require", "terms >= 90 %", "--terms", "none.tsv"), "none.tsv: No such file"),
        (PAIR, r"no rule; give --require RULE, or a file bleuscope\.toml"),
        ((*PAIR, "--require", "chrf better", "--trials", "5"), "5 resamples are too few"),
        (("ref.txt", "-i", "none.txt", "--require", "chrf >= 1"), "none.txt: No such file"),
        (("ref.txt", "-i", "new.txt", "old.txt", "--require", "chrf >= 1"), "unrecognized arguments: old.txt"),
        ((*PAIR, "--require", "chrf >= 1", "-o", "old.txt"), "old.txt: is one of the files to read"),
        ((*PAIR, "--require", "chrf >= 1", "--write", "new.txt"), "new.txt: is one of the files to read"),
        ((*PAIR, "--require", "chrf >= 1", "--write", "a.md", "-o", "a.md"), "a.md: is to be written twice"),
        ((*PAIR, "--require", "chrf >= 1", "-o", "a.tex"), "results are not written as .tex"),
        (
            (*PAIR, "--require", "chrf >= 1", "--write", "a.foo"),
            r"ends in \.json or \.md or \.xml or \.txt; found 'a\.foo'",
        ),
        ((*PAIR, "--requir", "chrf >= 1"), r"did you mean --require\?"),
        (("--require", "a is better than b by chrf", "--", *PAIR[:1]), "required"),
    ],
)
def test_bad_input_ends_with_2_and_one_line(run, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert re.search(message, err)
    assert err.count("\n") == 1


def test_a_baseline_with_another_number_of_lines_is_refused(run):
    write("old.txt", lines_of("old.txt")[:-3])
    code, out, err = run(*PAIR, "--require", "chrf not worse by 3")
    assert (code, out) == (2, "")
    assert "new.txt has 160" in err
    assert "old.txt has 157" in err


def test_a_table_with_several_outputs_is_refused(run):
    rows = zip(lines_of("new.txt"), lines_of("old.txt"), strict=True)
    write("both.tsv", ["system a\tsystem b", *("\t".join(row) for row in rows)])
    code, out, err = run("ref.txt", "-i", "both.tsv", "--require", "chrf >= 3")
    assert (code, out) == (2, "")
    assert "Expected one output in -i; found " in err


def test_empty_outputs_fail_and_are_told(run):
    write("new.txt", [""] * 160)
    code, out, err = run(*PAIR, "--require", "chrf not worse by 3", "bleu >= 1", "ter not worse by 1")
    assert code == 1
    assert out.count("failed.") == 4
    assert "The output of new is empty" in err or "empty" in err


def test_scores_that_are_not_defined_end_with_2(run):
    for name in ("ref.txt", "old.txt", "new.txt"):
        write(name, [""] * 8)
    code, out, _ = run(*PAIR, "--require", "chrf not worse by 3", "chrf >= 3", "--format", "json")
    found = json.loads(out)
    assert (code, found["exit_code"], found["state"]) == (2, 2, "could not be judged")
    assert {rule["score"] for rule in found["rules"]} == {None}
    code, out, _ = run(*PAIR, "--require", "chrf not worse by 3")
    assert "n/a" in out
    assert "chrF is not defined for new and old, so the rule cannot be judged." in out


# --- scores from elsewhere ---


def test_scores_of_a_file_have_rules(run):
    generator = np.random.default_rng(1)
    old = generator.normal(0.8, 0.1, 160)
    for name, scores in (("old", old), ("new", old + generator.normal(0.001, 0.02, 160))):
        write(f"{name}.comet", scores.round(6))
    files = ("--scores", "old.comet", "new.comet")
    code, out, _ = run(*PAIR, *files, "--require", "comet not worse by 0.01", "COMET >= 0.7", "--format", "json")
    found = json.loads(out)
    assert code == 0
    assert [rule["metric"] for rule in found["rules"]] == ["COMET", "COMET"]
    assert found["rules"][0]["score"] == pytest.approx(np.mean([float(line) for line in lines_of("new.comet")]))
    code, out, err = run(*PAIR, *files, "--require", "COMTE not worse by 0.01")
    assert code == 2
    assert "unknown metric 'COMTE' (did you mean COMET?)" in err


def test_scores_of_some_segments_are_compared_where_both_have_one(run):
    rows = [f"{name}\t{number}\t{0.1 * number}" for name in ("old", "new") for number in range(1, 161)]
    rows = [row for row in rows if not row.startswith("new\t7\t")]
    write("scores.tsv", ["system\tsegment\tMQM", *rows])
    code, out, err = run(*PAIR, "--scores", "scores.tsv", "--require", "MQM not worse by 0.5", "--format", "json")
    assert json.loads(out)["rules"][0]["n_units"] == 159
    assert "159 of 160 segments" in err
    assert code == 0


@pytest.mark.exhaustive
def test_metrics_without_a_rule_are_shown_and_decide_nothing(run):
    code, out, _ = run(*PAIR, "--require", "chrf not worse by 3", "-m", "bleu", "chrf", "--format", "json")
    assert code == 0
    assert [metric["metric"] for metric in json.loads(out)["further_metrics"]] == ["bleu"]
    assert "no rule" in run(*PAIR, "--require", "chrf not worse by 3", "-m", "bleu")[1]


# --- checks ---


def test_rules_about_checks_in_every_format(run):
    files = (*PAIR, "--source", "src.txt", "--require", "check:copy == 0", "check:repetition <= reference")
    code, out, _ = run(*files)
    assert code == 1
    rows = {line.split("  ")[0]: line.split() for line in out.splitlines()[2:4]}
    assert rows["check:copy == 0"][-3:] == ["copy", "3", "2"]
    assert "copied source (copy): The output is the source" in out
    assert "resamples" not in out
    _, json_, _ = run(*files, "--format", "json")
    found = json.loads(json_)
    assert (found["worst_metric"], found["worst_segments"]) == (None, [])
    copied = found["rules"][0]
    assert (copied["found"], copied["baseline_found"]["segments_found"]) == (
        {"segments_found": 3, "segments": 160, "rate": 3 / 160},
        2,
    )
    assert [one["name"] for one in copied["references"]] == ["reference 1"]
    assert len(copied["findings"]) == 3
    _, markdown, _ = run(*files, "--format", "markdown")
    assert "What the check copy found in new, the worst first" in markdown
    assert "What the check repetition" not in markdown
    tree = etree.fromstring(run(*files, "--format", "junit")[1].encode())
    JUNIT.assertValid(tree)
    assert tree.find(".//failure").text.startswith("The check copy found something in 3 of 160 segments of new (1.9 %)")


def test_a_check_without_its_source_ends_with_2_and_says_what_to_give(run):
    code, out, err = run(*PAIR, "--require", "check:copy == 0", "chrf not worse by 3")
    assert (code, err) == (2, "")
    assert "The check copy was not run: it needs the source. Give it: --source SRC" in out
    assert "Gate: could not be judged. 1 of 2 rules passed." in out


# --- rules of a file ---


@pytest.mark.exhaustive
def test_rules_are_found_upwards_and_the_command_line_wins(run, folder, monkeypatch):
    write("bleuscope.toml", ["[gate]", 'require = ["chrf not worse by 0.5", "ter <= 70"]'])
    inner = folder / "a" / "b"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    files = ["../../ref.txt", "-i", "../../new.txt", "--baseline", "../../old.txt"]
    code, out, err = run(*files)
    assert code == 1
    assert err == f"note: {folder / 'bleuscope.toml'}: the rules are from this file.\n"
    assert out.count("chrf not worse by 0.5") == 2
    assert run(*files, "--require", "ter <= 70")[::2] == (0, "")
    (inner / "bleuscope.toml").write_text('[gate]\nrequire = ["ter <= 1"]\n')
    assert "ter <= 1:" in run(*files)[1]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[gate]\nrequire = ["chrf not worse by 1"', r"bleuscope\.toml(, line \d+)?: no TOML: "),
        ("[gaet]\nrequire = []\n", r"'gaet' \(did you mean gate\?\)"),
        ("[gate]\nrequires = []\n", r"'requires' \(did you mean require\?\)"),
        ("[gate]\n", r"expected a list of rules as texts, found no require"),
        ("[gate]\nrequire = []\n", r"found require = \[\]"),
        ('[gate]\nrequire = "bleu better"\n', r"found require = 'bleu better'"),
        ("[gate]\nrequire = [1]\n", r"found require = \[1\]"),
        ("gate = 3\n", r"expected a table \[gate\], found gate = 3"),
        ("", r"expected a table \[gate\], found no table \[gate\]"),
        ('[gate]\nrequire = ["blue better"]\n', r"unknown metric 'blue'"),
        ('[gate]\nrequire = ["bleu bettter"]\n', r"bleuscope\.toml: Rule 'bleu bettter' is not understood"),
        ("[gate]\n# \xe9\n", r"line 2: expected TOML in UTF-8, found bytes that are no UTF-8"),
    ],
)
def test_a_file_that_is_not_as_expected_is_refused(run, content, message):
    Path("bleuscope.toml").write_bytes(content.encode("latin-1"))
    code, out, err = run(*PAIR)
    assert (code, out) == (2, "")
    assert re.search(message, err), err


def test_a_file_may_begin_with_a_byte_order_mark(run):
    Path("bleuscope.toml").write_bytes(b'\xef\xbb\xbf[gate]\nrequire = ["chrf >= 1"]\n')
    code, _, err = run(*PAIR)
    assert (code, "the rules are from this file" in err) == (0, True)


# --- formats ---


def test_json_follows_its_schema(run, folder):
    Draft202012Validator.check_schema(SCHEMA)
    rules = ("chrf not worse by 3", "chrf better", "bleu not worse by 0.5", "ter <= 70")
    for number, arguments in enumerate(
        [
            (*PAIR, "--source", "src.txt", "-m", "meteor", "--require", *rules),
            ("ref.txt", "-i", "new.txt", "--require", "chrf >= 50"),
            (*PAIR, "--source", "src.txt", "--require", "check:copy == 0", "check:repetition <= reference"),
            ("ref.txt", "-i", "new.txt", "--require", "check:copy <= 0.5 %", "ter <= 90"),
            (*PAIR, "--require", "chrf not worse by 3", "--unit", "segment", "--seed", "7", "--trials", "200"),
        ]
    ):
        file = folder / f"{number}.json"
        run(*arguments, "-o", file)
        check_json(file)
    for name in ("ref.txt", "old.txt", "new.txt"):
        write(name, [""] * 3)
    run(*PAIR, "--require", "chrf not worse by 3", "chrf better", "-o", "undefined.json")
    check_json("undefined.json")


def test_the_schema_refuses_what_is_missing_or_unknown(run, folder):
    _, out, _ = run(*PAIR, "--require", "chrf not worse by 3", "--format", "json")
    for change in ({"more": 1}, {"state": "fine"}, {"rules": []}):
        (folder / "bad.json").write_text(json.dumps(json.loads(out) | change))
        with pytest.raises(ValidationError):
            check_json("bad.json")
    found = json.loads(out)
    found["rules"][0]["score"] = ""
    (folder / "bad.json").write_text(json.dumps(found))
    with pytest.raises(ValidationError):
        check_json("bad.json")


HOSTILE = '</failure><x a="&"> | `*_ @all \x07\ud7ff\ufffe ]]>'


@pytest.mark.parametrize("rule", ["chrf not worse by 3", "chrf not worse by 0.5", "bleu not worse by 0.5"])
def test_junit_is_valid_and_counts(run, rule):
    code, out, _ = run(*PAIR, "--require", rule, "ter <= 70", "--format", "junit")
    tree = etree.fromstring(out.encode())
    JUNIT.assertValid(tree)
    (suite,) = tree
    counts = {0: ("0", "0"), 1: ("1", "0"), 3: ("0", "1")}[code]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", *counts)
    assert len(suite.findall(".//failure")) + len(suite.findall(".//error")) == (code != 0)
    assert [case.get("name") for case in suite.findall("testcase")] == [rule, "ter <= 70"]


def test_names_and_texts_cannot_leave_their_place(run):
    """A system called as markup, and texts of markup, in XML and in Markdown."""
    name = HOSTILE.replace("/", "\N{DIVISION SLASH}").replace("\x07", "")
    os.rename("new.txt", f"{name}.txt")
    texts = lines_of(f"{name}.txt")
    write(f"{name}.txt", [HOSTILE if number % 2 else text for number, text in enumerate(texts)])
    files = ("ref.txt", "-i", f"{name}.txt", "--baseline", "old.txt", "--require", "chrf not worse by 0.5")
    code, out, _ = run(*files, "--format", "junit")
    assert code == 1
    tree = etree.fromstring(out.encode())
    JUNIT.assertValid(tree)
    assert "@all" in tree.find(".//failure").text
    code, out, _ = run(*files, "--format", "markdown")
    assert not re.search(r"<(?!/?(code|details|summary|sub)>|br>)", out)
    assert "@all" not in out
    rows = [line for line in out.splitlines() if line.startswith("| ") and line[2].isdigit()]
    assert len(rows) == 5
    assert {row.count("|") for row in rows} == {5}


def test_markdown_has_the_table_and_five_segments(run):
    code, out, _ = run(
        *PAIR, "--source", "src.txt", "--require", "chrf not worse by 0.5", "-o", "-", "--format", "markdown"
    )
    assert code == 1
    assert out.startswith("### ❌ Gate")
    assert "| <code>chrf not worse by 0&#46;5</code> | ❌ failed | chrF | 48&#46;29" in out
    assert out.count("source: <code>") == out.count("reference: <code>") == out.count("new: <code>") == 5
    alone = run("ref.txt", "-i", "new.txt", "--require", "chrf >= 90", "--format", "markdown")[1]
    assert "Segments that are worst by chrF" in alone
    assert "baseline: <code>" not in alone


def test_a_long_text_is_cut_in_markdown(run):
    write("new.txt", [*lines_of("new.txt")[:-1], "word " * 5000])
    out = run(*PAIR, "--require", "chrf not worse by 0.5", "--format", "markdown")[1]
    assert len(out) < 20_000


@pytest.mark.exhaustive
def test_one_run_writes_every_format(run, folder):
    rules = ("--require", "chrf not worse by 3")
    code, out, _ = run(*PAIR, *rules, "--write", "gate.md", "gate.xml", "gate.json", "gate.txt")
    assert code == 0
    found = {file: Path(file).read_text(encoding="utf-8") for file in ("gate.md", "gate.xml", "gate.json", "gate.txt")}
    formats = dict(zip(found, ("markdown", "junit", "json", "table"), strict=True))
    for file, text in found.items():
        assert text == run(*PAIR, *rules, "--format", formats[file])[1], file
    assert out == found["gate.txt"]
    for file in ("a.md", "a.xml", "a.json"):
        assert run(*PAIR, *rules, "-o", file)[:2] == (0, "")
        assert Path(file).read_text(encoding="utf-8") == found[f"gate.{file[2:]}"]


def test_every_state_has_a_sign():
    assert reports.SIGNS.keys() == {"passed", "failed", "could not be judged", "too little data"}


# --- terms ---


def test_rules_about_terms_in_every_format(run):
    files = (*PAIR, "--source", "src.txt", "--terms", "terms.tsv", "--require", "terms >= 90 %", "terms >= reference")
    code, out, _ = run(*files)
    assert code == 1
    rows = {line.split("  ")[0]: line.split() for line in out.splitlines()[2:4]}
    assert rows["terms >= 90 %"][-5:] == ["terms", "75.5", "%", "75.5", "%"]
    assert "new has 37 of 49 terms of the glossary (75.5 %, by stem), below 90 %. reference 1 has 83.7 %." in out
    assert "below the 83.7 % of reference 1." in out
    found = json.loads(run(*files, "--format", "json")[1])["rules"][0]["terms"]
    assert found["new"] == {"found": 37, "asked": 49, "rate": 37 / 49}
    assert found["baseline"]["found"] == 37
    assert [one["name"] for one in found["references"]] == ["reference 1"]
    assert "| terms | 75&#46;5 &#37; | 75&#46;5 &#37; |" in run(*files, "--format", "markdown")[1]
    JUNIT.assertValid(etree.fromstring(run(*files, "--format", "junit")[1].encode()))
    assert run(*files[:-1], "ter <= 90")[0] == 1
    assert run(*files[:-2], "terms >= 70")[0] == 0


def test_terms_without_glossary_or_source_end_with_2(run):
    code, out, _ = run(*PAIR, "--require", "terms >= 90 %")
    assert code == 2
    assert "There is no glossary. Give it: --terms FILE" in out
    code, out, _ = run(*PAIR, "--require", "terms >= 90 %", "--terms", "terms.tsv")
    assert code == 2
    assert "Give the source: --source SRC" in out
