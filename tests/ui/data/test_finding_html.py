"""Findings of the doctor as a page shows them."""

import lxml.html
import pytest

from scoring.doctor.finding import TextFinding
from scoring.studies.doctor import DoctorResult
from tests.cases import as_one_test
from tests.hostile import TEXTS
from ui.data import finding_html


def found(kind="shifted", severity="warning", role="reference", file="A", first=301, last=372, segments=72, **others):
    return TextFinding(kind, severity, role, file, first, last, "A message.", segments, segments / 1002, **others)


def text(finding):
    return " ".join(lxml.html.fromstring(str(finding_html.finding_card(finding))).text_content().split())


@pytest.mark.parametrize(
    ("finding", "where"),
    [
        (found(), "reference A · lines 301 to 372 · 72 segments (7.2 %)"),
        (found(first=5, last=5, segments=1), "reference A · line 5 · 1 segment (0.1 %)"),
        (found(role="system", file="B", last=990), "system B · first in line 301 · 72 segments (7.2 %)"),
        (found(role="source", file="source"), "source · lines 301 to 372 · 72 segments (7.2 %)"),
    ],
)
def test_where_a_finding_is(finding, where):
    assert finding_html.finding_place_phrase(finding) == where


def test_severity_is_said_in_words_and_odd_text_has_a_heading():
    assert "⚠ Problem" in text(found())
    assert "Lines out of place" in text(found())
    assert text(found("html-entities", "note")).startswith("RemarkOdd text")


@pytest.mark.parametrize(
    ("finding", "segment"), [(found(), 301), (found(examples=(7, 9)), 7), (found("public-set"), None)]
)
def test_a_finding_leads_to_the_segment_that_shows_it(finding, segment):
    assert finding_html.segment_to_look_at(finding) == segment


def test_a_finding_about_several_outputs_leads_to_the_last_of_them():
    systems = ("a and b", "c", "d")
    assert finding_html.faulty_system(found(file="c and d"), systems) == "d"
    assert finding_html.faulty_system(found(file="a and b"), systems) == "a and b"
    assert finding_html.faulty_system(found(file="ref"), systems) == ""


@as_one_test
@pytest.mark.parametrize("name", TEXTS)
def test_names_and_messages_are_text(name):
    card = lxml.html.fromstring(str(finding_html.finding_card(found(file=name))))
    assert {element.tag for element in card.iter()} == {"div", "b", "small", "p"}


def test_the_table_has_a_row_for_each_finding():
    table = finding_html.findings_table(DoctorResult((found(examples=(7, 9)), found("public-set")), 1002, ()))
    assert table["kind"].tolist() == ["shifted", "public-set"]
    assert table["examples"].tolist() == ["7 9", ""]
