"""The doctor's findings as HTML and as a table for download. Pure."""

from collections.abc import Collection

import pandas as pd
from markupsafe import Markup

from scoring.doctor.finding import NOTE, SEVERITY_WORDS, SOURCE, WARNING, TextFinding, lines_phrase, percentage
from scoring.doctor.public_sets import PUBLIC_SET
from scoring.output.numbers import counted
from scoring.report.doctor_tables import doctor_records
from scoring.studies.doctor import KINDS, ODD_TEXT, DoctorResult

SIGNS = {WARNING: f"⚠ {SEVERITY_WORDS[WARNING].capitalize()}", NOTE: SEVERITY_WORDS[NOTE].capitalize()}
"""Severity -> its words before a finding."""


def finding_card(finding: TextFinding) -> Markup:
    """Return a finding as HTML: its severity and kind, its place, its number of segments, and its message."""
    card = Markup(
        '<div class="finding"><b class="severity {}">{}</b><b>{}</b><small dir="auto">{}</small>'
        '<p dir="auto">{}</p></div>'
    )
    heading = KINDS.get(finding.kind, ODD_TEXT)
    return card.format(
        finding.severity, SIGNS[finding.severity], heading, finding_place_phrase(finding), finding.message
    )


def finding_place_phrase(finding: TextFinding) -> str:
    """Return which text and lines a finding is about, and how many segments."""
    role = finding.role if finding.role == SOURCE or finding.file == finding.role else f"{finding.role} {finding.file}"
    whole = finding.segments > finding.last - finding.first
    lines = lines_phrase(finding.first, finding.last).lower() if whole else f"first in line {finding.first:,}"
    return f"{role} · {lines} · {counted(finding.segments, 'segment')} ({percentage(finding.share)})"


def segment_to_look_at(finding: TextFinding) -> int | None:
    """Return the number of the segment, from 1, to which a finding leads; None where no segment shows it."""
    if finding.kind == PUBLIC_SET:
        return None
    return finding.examples[0] if finding.examples else finding.first


def faulty_system(finding: TextFinding, systems: Collection[str]) -> str:
    """Return the system whose output a finding is about, the last one of several; empty for other texts."""
    names = [finding.file, *finding.file.replace(" and ", ", ").split(", ")]
    return next((name for name in reversed(names) if name in systems), "")


def findings_table(result: DoctorResult) -> pd.DataFrame:
    """Return a table with a row for each finding."""
    return pd.DataFrame(doctor_records(result))
