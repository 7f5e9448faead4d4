"""Rules by which findings are ignored: how they are written, what they name, and what is left."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.api import check
from scoring.studies import checks
from scoring.studies.ignored_findings import (
    IgnoreRule,
    ignore_findings,
    parse_ignored,
    read_ignore_rules,
    rule_for_text,
    write_ignore_rules,
)

SOURCE = ["It weighs 31 kg.", "It weighs 32 kg.", "See example.com", "Yes"]
OUTPUT = ["Es wiegt 41 kg.", "Es wiegt 42 kg.", "Siehe beispiel.de", "ja ja"]
REFERENCE = ["Es wiegt 31 kg.", "Es wiegt 99 kg.", "Siehe example.com", "Ja"]


@pytest.fixture(scope="module")
def result():
    texts = checks.TextsToCheck({"A": pa.array(OUTPUT)}, {"R": pa.array(REFERENCE)}, pa.array(SOURCE))
    return checks.run(checks.ChecksRequest(("numbers", "links", "repetition")), texts)


def left(result, *rules):
    return {(of.check, of.number, of.text) for of in ignore_findings(result, read_ignore_rules(rules)).findings}


def test_rules_name_findings_by_check_kind_segment_and_pattern(result):
    whole = left(result)
    numbers = {of for of in whole if of[0] == "numbers"}
    assert {of[1:] for of in numbers} == {(1, "31"), (1, "41"), (2, "32"), (2, "42")}
    assert left(result, "numbers") == whole - numbers
    assert left(result, "numbers/added number") == whole - {of for of in numbers if of[2].startswith("4")}
    assert (
        left(result, "numbers:2")
        == left(result, ":2")
        == left(result, "*:2")
        == whole - {of for of in numbers if of[1] == 2}
    )
    assert left(result, "=^4") == left(result, "numbers=^4") == whole - {of for of in numbers if of[2].startswith("4")}
    assert left(result, "numbers:1=1$", "repetition") == {
        of for of in whole if of[:2] != ("numbers", 1) and of[0] != "repetition"
    }
    assert left(result, str(rule_for_text("numbers", "41"))) == whole - {("numbers", 1, "41")}


def test_what_is_ignored_is_counted_and_leaves_the_rates_of_systems_and_references(result):
    found = ignore_findings(result, read_ignore_rules(["numbers:2"]))
    assert found.n_ignored == 2
    assert "2 findings are ignored." in found.caveats()
    assert found.record()["ignored"] == 2
    before, after = result.checks["numbers"], found.checks["numbers"]
    assert (before.systems["A"].segments_found, after.systems["A"].segments_found) == (2, 1)
    assert (before.references["R"].segments_found, after.references["R"].segments_found) == (1, 0)
    assert ignore_findings(result, []) is result
    assert "1 finding is ignored." in ignore_findings(result, read_ignore_rules(["repetition"])).caveats()


def test_rules_name_segments_by_their_numbers_in_the_files(result):
    numbers = np.array([11, 12, 13, 14])
    kept = ignore_findings(result, read_ignore_rules(["numbers:12"]), numbers).findings
    assert kept == ignore_findings(result, read_ignore_rules(["numbers:2"])).findings != result.findings


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("", "A rule is CHECK"),
        ("*", "A rule is CHECK"),
        ("nmbers", r"Unknown check 'nmbers'.*numbers"),
        ("numbers:0", "counted from 1"),
        ("numbers:one", "A rule is CHECK"),
        ("numbers=(", "regular expression"),
        ("numbers=" + "x" * 201, "at most 200 characters; found 201"),
    ],
)
def test_wrong_rules_say_what_is_wrong(rule, message):
    with pytest.raises(ValueError, match=message):
        IgnoreRule.read(rule)


def test_files_have_a_rule_a_line_and_comments():
    lines = ["# units", "", "numbers:1", "numbers:1", "  punctuation  "]
    assert [*map(str, read_ignore_rules(lines, "rules.txt"))] == ["numbers:1", "punctuation"]
    with pytest.raises(ValueError, match=r"rules\.txt, line 2: Unknown check"):
        read_ignore_rules(["numbers", "nothing"], "rules.txt")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20), max_size=5))
def test_rules_are_read_as_they_were_written(texts):
    rules = tuple(dict.fromkeys(rule_for_text("links", text) for text in texts))
    assert parse_ignored(write_ignore_rules(rules)) == rules
    assert [IgnoreRule.read(str(rule)) for rule in rules] == [*rules]


def test_what_cannot_be_read_any_more_is_left_out():
    assert parse_ignored("") == parse_ignored("[]") == parse_ignored("no json") == parse_ignored("{}") == ()
    assert parse_ignored('["gone:1", 7, "numbers"]') == (IgnoreRule("numbers"),)
    assert write_ignore_rules(()) == "[]"


def test_a_program_ignores_by_the_same_rules():
    found = check(SOURCE, OUTPUT, [REFERENCE], checks=["numbers"], ignore=["numbers:2"])
    assert {of.number for of in found.findings} == {1}
    assert found.n_ignored == 2
    assert found.reference_findings == ()
