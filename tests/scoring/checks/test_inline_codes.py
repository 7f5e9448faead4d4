"""Inline codes of translation files: a code of the source that the output lacks, or has too often, is a finding."""

import json

import pyarrow as pa
import pytest

from scoring.checks import CHECKS
from scoring.checks.check import CheckedTexts
from scoring.cli.main import main
from scoring.formats import assemble, guess_roles, read_columns
from scoring.studies import checks
from scoring.studies.checks import ChecksRequest, TextsToCheck
from tests.bilingual import FILES, TMX, XLIFF
from tests.cases import as_one_test

LOST = XLIFF.replace('<x id="2"/> sofort', "sofort")
"""The translation of the first unit lacks <x2/>."""


def checked(*files):
    columns = guess_roles([column for name, text in files for column in read_columns(name, text.encode())])
    test_set = assemble(columns, "set")
    result = checks.run(ChecksRequest(("placeholders",)), TextsToCheck.of_test_set(test_set))
    return [(of.system, of.segment, of.kind, of.text, of.start, of.in_source) for of in result.findings]


def test_a_code_of_the_source_that_is_missing_is_found_at_its_place_in_the_source():
    assert checked(("mt.xlf", LOST)) == [("mt", 0, "missing inline code", "<x2/>", 11, True)]


@as_one_test
@pytest.mark.parametrize("name", [name for name in FILES if name != "x.tmx"])
def test_codes_that_are_all_there_are_no_finding(name):
    assert checked((name, FILES[name])) == []


def test_a_code_that_is_there_too_often_or_in_place_of_another_is_found():
    assert checked(("mt.tmx", TMX)) == [
        ("mt", 0, "missing inline code", "<ph1/>", 11, True),
        ("mt", 0, "added inline code", "<bpt1/>", 13, False),
    ]


def test_what_a_reference_has_as_well_is_no_finding():
    assert checked(("mt.xlf", LOST), ("ref.xlf", LOST)) == []
    assert len(checked(("mt.xlf", LOST), ("ref.xlf", XLIFF))) == 1


@as_one_test
@pytest.mark.parametrize(
    ("source_codes", "codes", "kind"), [("6 <x2/>", "", "missing inline code"), ("", "5 <x2/>", "added inline code")]
)
def test_a_reference_without_a_text_in_a_segment_excuses_nothing(source_codes, codes, kind):
    def found(reference, of_reference):
        texts = CheckedTexts(
            pa.array(["Hier klicken"]),
            pa.array(["Click here"]),
            (pa.array([reference], pa.string()),),
            codes=pa.array([codes]),
            source_codes=pa.array([source_codes]),
            reference_codes=(pa.array([of_reference]),),
        )
        return CHECKS["placeholders"]().find(texts).kinds

    assert found("Hier klicken", codes) == ()
    assert found("Hier klicken", source_codes) == (kind,)
    assert {found(None, codes), found(None, source_codes)} == {(kind,)}


def test_plain_outputs_cannot_have_codes_and_are_not_blamed():
    assert checked(("job.xlf", XLIFF), ("ref.xlf", XLIFF), ("sys.txt", "Hier klicken sofort\nAT&T < drei\n")) == []


def test_a_part_of_a_test_set_keeps_its_codes():
    test_set = assemble(guess_roles(read_columns("mt.xlf", LOST.encode())), "set")
    part = test_set.only([0])
    assert part.source_codes.to_pylist() == ["6:before <g1>\n10:after </g1>\n11:both <x2/>"]
    assert part.systems[0].codes.to_pylist() == ["5:before <g1>\n12:after </g1>"]
    assert test_set.only([1]).systems[0].codes.to_pylist() == [""]
    texts = TextsToCheck.of_test_set(test_set).texts_of_system("mt")
    assert texts[1:].codes.to_pylist() == [""]
    assert len(CHECKS["placeholders"]().find(texts[1:])) == 0
    assert isinstance(texts[:1], CheckedTexts)


def test_the_note_on_a_segment_names_codes_and_who_lacks_some():
    files = (("mt.xlf", LOST), ("b.xlf", XLIFF))
    test_set = assemble(guess_roles([one for name, text in files for one in read_columns(name, text.encode())]), "set")
    assert test_set.segment(0).note == "Inline codes: <g1> <x2/>; mt lacks <x2/>"
    assert test_set.segment(1).note is None


def test_a_test_set_with_other_codes_is_another_one():
    one, other = (assemble(guess_roles(read_columns("mt.xlf", text.encode())), "set") for text in (XLIFF, LOST))
    assert one.system("mt").segments.equals(other.system("mt").segments)
    assert one.identity != other.identity
    assert one.fingerprint == other.fingerprint


def test_the_command_names_the_code(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mt.xlf").write_text(LOST)
    assert main(["check", "mt.xlf", "-i", "mt.xlf", "--checks", "placeholders", "-f", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["findings"]
    assert (found["kind"], found["text"]) == ("missing inline code", "<x2/>")
    assert found["message"] == "missing inline code: <x2/>"
