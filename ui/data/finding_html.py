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


def finding_card(found: TextFinding) -> Markup:
    """Return a finding as HTML: its severity and kind, its place, its number of segments, and its message."""
    card = Markup(
        '<div class="finding"><b class="severity {}">{}</b><b>{}</b><small dir="auto">{}</small>'
        '<p dir="auto">{}</p></div>'
    )
    heading = KINDS.get(found.kind, ODD_TEXT)
    return card.format(found.severity, SIGNS[found.severity], heading, finding_place_phrase(found), found.message)


def finding_place_phrase(found: TextFinding) -> str:
    """Return which text and lines a finding is about, and how many segments."""
    role = found.role if found.role == SOURCE or found.file == found.role else f"{found.role} {found.file}"
    whole = found.segments > found.last - found.first
    lines = lines_phrase(found.first, found.last).lower() if whole else f"first in line {found.first:,}"
    return f"{role} · {lines} · {counted(found.segments, 'segment')} ({percentage(found.share)})"


def segment_to_look_at(found: TextFinding) -> int | None:
    """Return the number of the segment, from 1, to which a finding leads; None where no segment shows it."""
    if found.kind == PUBLIC_SET:
        return None
    return found.examples[0] if found.examples else found.first


def faulty_system(found: TextFinding, systems: Collection[str]) -> str:
    """Return the system whose output a finding is about, the last one of several; empty for other texts."""
    named = [found.file, *found.file.replace(" and ", ", ").split(", ")]
    return next((name for name in reversed(named) if name in systems), "")


def findings_table(result: DoctorResult) -> pd.DataFrame:
    """Return a table with a row for each finding."""
    return pd.DataFrame(doctor_records(result))
