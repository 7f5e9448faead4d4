"""``check``: what it takes, the table of the command, and what it refuses."""

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import bleuscope as bs
from scoring.checks import CHECKS
from scoring.cli.commands.check import LISTS_SEGMENTS, TELLS_CHECKS
from scoring.cli.main import main

NEWS = Path(__file__).parents[3] / "sample_data" / "news-en-es"
SOURCE, SYSTEM = NEWS / "source.en.txt", NEWS / "system.apertium-direct.es.txt"
REFERENCES = sorted(NEWS.glob("reference.*.txt"))


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def expected():
    return bs.check(lines(SOURCE), {"apertium-direct": lines(SYSTEM)}, [lines(path) for path in REFERENCES])


@pytest.mark.parametrize("make", [tuple, np.array, pd.Series, pa.array])
def test_texts_of_any_kind_are_one(make):
    """As lists are; of a few lines, for a kind of texts is read before any check looks at them."""
    few = [lines(path)[:12] for path in (SOURCE, SYSTEM, *REFERENCES)]
    few[1][:3] = few[0][:3]
    source, output, *references = map(make, few)
    expected = bs.check(few[0], {"apertium-direct": few[1]}, few[2:]).to_dict()
    assert expected["findings"]
    assert bs.check(source, {"apertium-direct": output}, references).to_dict() == expected


def test_files_and_what_read_gives_are_checked(expected):
    assert bs.check(SOURCE, {"apertium-direct": SYSTEM}, REFERENCES).to_dict() == expected.to_dict()
    test_set = bs.read(SOURCE, SYSTEM, *REFERENCES)
    records = bs.check(test_set).to_dict()
    assert records["findings"] == expected.to_dict()["findings"]
    again = bs.check(test_set, {"x": lines(SYSTEM)}, checks=["copy"])
    assert {rates.check for rates in again.rates} == {"copy"}
    assert {*again.rates[0].systems} == {"x"}


@pytest.mark.exhaustive
def test_one_reference_is_a_list_of_texts(expected):
    one = bs.check(lines(SOURCE), lines(SYSTEM), lines(REFERENCES[0]))
    assert {*one.rates[0].references} == {"reference 1"}
    assert {*one.rates[0].systems} == {"system"}


def test_files_without_references(tmp_path):
    (tmp_path / "src.txt").write_text("Guten Tag\nJa\n")
    (tmp_path / "out.txt").write_text("Guten Tag\nyes yes\n")
    found = bs.check(tmp_path / "src.txt", tmp_path / "out.txt")
    assert [(one.system, one.segment, one.check) for one in found.findings] == [
        ("system", 0, "copy"),
        ("system", 1, "repetition"),
    ]
    assert found.to_dict() == bs.check(["Guten Tag", "Ja"], {"system": ["Guten Tag", "yes yes"]}).to_dict()
    with pytest.raises(ValueError, match="outputs has 1, source has 2"):
        bs.check(tmp_path / "src.txt", ["Guten Tag"])


@pytest.mark.exhaustive
def test_the_representation_is_the_commands_table(expected, capsys):
    arguments = [*map(str, REFERENCES), "-i", str(SYSTEM), "--source", str(SOURCE)]
    assert main(["check", *arguments]) == 0
    named = repr(expected).replace("reference 1", "reference A").replace("reference 2", "reference B")
    assert f"{named}\n{LISTS_SEGMENTS} {TELLS_CHECKS}\n" == capsys.readouterr().out
    assert main(["check", *arguments, "--segments", "--verbose"]) == 0
    told = capsys.readouterr().out
    assert "copied source (copy): The output is the source" in told
    assert LISTS_SEGMENTS not in told
    assert TELLS_CHECKS not in told


def test_tables_have_a_row_a_kind_and_text_or_a_row_a_finding(expected):
    rates, findings = expected.to_pandas(), expected.to_pandas(segments=True)
    assert len(rates) == 3 * sum(len(CHECKS[name].kinds) for name in CHECKS.built_in)
    assert len(findings) == len(expected.findings) > 0
    assert list(rates["name"].unique()) == ["apertium-direct", "reference 1", "reference 2"]
    assert findings["segment"].tolist() == [one.number for one in expected.findings]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["a"],), "systems: expected texts of one output, or of several by name; found none"),
        ((["a"], ["b", "c"]), "outputs has 2, source has 1"),
        ((["a"], ["b"], ["c", "d"]), "has 2"),
        ((["a"], [None]), "found None"),
        ((None, "there-is-no-file.txt"), "expected the path of a file; found none there"),
        ((["a"], [["b"], ["c"]]), "system"),
    ],
)
def test_what_is_wrong_says_what_was_expected(arguments, message):
    with pytest.raises(ValueError, match=message):
        bs.check(*arguments)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"language": 3}, "language: expected a code or an English name.*found 3"),
        ({"checks": None}, "checks: expected a sequence; found None"),
        ({"checks": 3}, "checks: expected a sequence; found 3"),
        ({"checks": "copy"}, "checks: expected a sequence; found 'copy'"),
    ],
    ids=range(4),
)
def test_options_that_are_wrong_say_what_was_expected(options, message):
    with pytest.raises(ValueError, match=message):
        bs.check(["a"], ["b"], **options)


@pytest.mark.parametrize("source", [None, []])
def test_checks_need_a_segment(source):
    with pytest.raises(ValueError, match="at least one segment"):
        bs.check(source, [])


def test_a_test_set_has_its_own_references():
    test_set = bs.compare(["a"], {"x": ["b"], "y": ["c"]}, "chrf").test_set
    with pytest.raises(ValueError, match="references: expected none, as the test set has its own"):
        bs.check(test_set, references=[["d"]])


def test_checks_that_cannot_look_are_told():
    found = bs.check(None, ["Good day"], checks=["copy", "repetition"])
    assert (found.rates, found.findings) == ((), ())
    assert "The checks copy and repetition were not run: each needs the source." in str(found)
    assert found.to_dict()["left_out"] == {"copy": "it needs the source", "repetition": "it needs the source"}


def test_a_pair_of_languages_says_what_marks_numbers_have():
    texts = ["1.234 litres"], ["1.234 Liter"]
    assert not bs.check(*texts, checks=["numbers"]).findings
    (found,) = bs.check(*texts, checks=["numbers"], language="en-de").findings
    assert (found.side, found.severity, found.message) == ("output", "minor", "notation of the source: 1.234")
    sides = [found.side for found in bs.check(["1.234 l"], ["1.235 l"], checks=["numbers"], language="en-de").findings]
    assert sorted(sides) == ["output", "source"]
