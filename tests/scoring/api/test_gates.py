"""``compare(...).gate``: the numbers of the command, which systems are meant, and what is refused."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import bleuscope as bs
from scoring.cli.main import main

NEWS = Path(__file__).parents[3] / "sample_data" / "news-en-es"
SCHEMA = Path(__file__).parents[3] / "scoring" / "cli" / "schemas" / "gate.json"
FILES = {"old": NEWS / "system.apertium-direct.es.txt", "new": NEWS / "system.apertium-catalan.es.txt"}
REFERENCE, SOURCE = NEWS / "reference.A.es.txt", NEWS / "source.en.txt"
RULES = ("chrf not worse by 3", "ter better", "bleu >= 10", "check:copy == 0", "check:repetition <= reference")


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def comparison():
    outputs = {name: lines(path) for name, path in FILES.items()}
    return bs.compare({"ref": lines(REFERENCE)}, outputs, ["bleu", "chrf", "ter"], source=lines(SOURCE))


@pytest.fixture(scope="module")
def three():
    texts = ["the cat sat on the mat"] * 10
    return bs.compare(texts, {"a": ["a cat sat"] * 10, "b": texts, "c": ["the cat sat on a mat"] * 10}, "chrf")


@pytest.mark.exhaustive
def test_numbers_and_table_are_those_of_the_command(comparison, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, path in FILES.items():
        (tmp_path / f"{name}.txt").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    arguments = [str(REFERENCE), "-i", "new.txt", "--baseline", "old.txt", "--source", str(SOURCE), "--require", *RULES]
    printed = {}
    for format_ in ("json", "table"):
        assert main(["gate", *arguments, "--format", format_]) == 1
        printed[format_] = capsys.readouterr().out
    outcome = comparison.gate(*RULES)
    found, expected = outcome.to_dict(), json.loads(printed["json"])
    Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).validate(found)
    for record in (found, expected):  # the command calls a reference by its file's name
        for rule in record["rules"]:
            rule["sentence"] = rule["sentence"].replace("reference A", "ref")
            for reference in rule.get("references", ()):
                reference["name"] = "ref"
    assert found == expected
    assert f"{outcome}\n".replace("of ref.", "of reference A.") == printed["table"]
    assert repr(outcome) == str(outcome)


@pytest.mark.exhaustive
def test_an_outcome_is_true_where_it_passed(comparison):
    assert comparison.gate("chrf not worse by 3")
    failed = comparison.gate("chrf better")
    assert (bool(failed), failed.passed, failed.state, failed.exit_code) == (False, False, "failed", 1)


@pytest.mark.exhaustive
def test_of_two_systems_the_second_is_new(comparison):
    for names, expected in (
        ({}, ("new", "old")),
        ({"new": "old"}, ("old", "new")),
        ({"baseline": "new"}, ("old", "new")),
        ({"new": "new", "baseline": "old"}, ("new", "old")),
    ):
        assert comparison.gate("chrf >= 1", **names).request.systems == expected
    named = comparison.gate("old is better than new by chrf", "ter <= 100")
    assert named.request.systems == ("old", "new")


def test_of_three_systems_two_are_named(three):
    assert three.gate("chrf not worse by 1", new="b", baseline="a").request.systems == ("b", "a")
    assert three.gate("c is not worse than a by chrf within 1").passed


@pytest.mark.parametrize(
    ("rules", "names", "message"),
    [
        ((), {}, "rules: expected at least one, such as"),
        ([["chrf better"]], {}, "rule"),
        (["chrf bettter"], {}, r"is not understood \(did you mean chrf better\?\)"),
        (["chrf better"], {}, "the names of two systems; give new= and baseline=. There are a, b, c"),
        (["chrf better"], {"new": "a"}, "give baseline=. There are a, b, c"),
        (["chrf better"], {"new": "a", "baseline": "a"}, "found a for both"),
        (["chrf better"], {"new": "x", "baseline": "a"}, "Unknown system of this comparison 'x'; there are a, b, c"),
        (["x is better than a by chrf"], {}, "Unknown system of this comparison 'x'"),
        (["a is better than b by chrf", "a is better than c by chrf"], {}, "compares 'a' with 'c'; found the new"),
        (["bleu better"], {"new": "a", "baseline": "b"}, "a metric of this comparison, which has chrf; found bleu"),
        (["blue better"], {"new": "a", "baseline": "b"}, "unknown metric 'blue'"),
        (["check:copi == 0"], {"new": "a", "baseline": "b"}, r"unknown check 'copi' \(did you mean copy\?\)"),
    ],
)
def test_what_is_wrong_says_what_to_do(three, rules, names, message):
    with pytest.raises(ValueError, match=message):
        three.gate(*rules, **names)


def test_a_check_without_the_source_could_not_be_judged(three):
    outcome = three.gate("check:copy == 0", new="a", baseline="b")
    assert (outcome.state, bool(outcome)) == ("could not be judged", False)
    assert "source= in Python" in outcome.results[0].sentence


def test_a_table_has_a_row_for_each_rule_also_of_checks():
    texts = ["the cat sat on the mat"] * 10
    source = ["die Katze sass auf der Matte"] * 10
    comparison = bs.compare(texts, {"base": ["a cat sat"] * 10, "new": source}, "ter", source=source)
    table = comparison.gate("ter <= 40", "check:copy <= 50 %").to_pandas()
    assert table["rule"].tolist() == ["ter <= 40", "check:copy <= 50 %"]
    assert table["state"].tolist() == ["failed", "failed"]
    assert (table["segments_found"][1], table["rate"][1], table["metric"][0]) == (10, 1.0, "ter")
