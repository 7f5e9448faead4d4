"""The page Checks' heat map and list of segments as plain data, and tables for downloads. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from scoring import TestSet
from scoring.checks.terminology import TERMINOLOGY
from scoring.checks.terminology.find_check import check_title
from scoring.output.sentence import reference_name
from scoring.studies.checks import CheckFinding, CheckRates, FlagRate, TextsToCheck, percent
from scoring.studies.dangerous import FEW_RATE, SERIOUS_LABEL, CheckFlag, DangerousSegments, is_far_above
from scoring.studies.translator_tables import flagged_records

FAR_ABOVE = "▲"
MINOR, TERMS, SERIOUS = "minor", "terms", "serious"
"""Names of the colour scales; rows of one scale have the same colour for the same number."""
SHADES = {MINOR: (0.0, 0.09), TERMS: (0.1, 1.0), SERIOUS: (0.1, 1.0)}
"""Scale -> weakest and strongest colour of a rate above 0, as shares; minor findings are always paler."""
ABOUT_RATES_ALONE = (
    "Segments with a finding, in %; the more, the stronger the colour (minor: paler). Click a number to read."
)
ABOUT_RATES = (
    f"{ABOUT_RATES_ALONE} Grey: the reference. {FAR_ABOVE} more than 1 % and more than twice the reference's rate."
)
MAX_NAMES_SHOWN = 2
"""Largest number of systems that a row of the list names."""
BEFORE, AFTER = 30, 170
"""Number of characters of the text that a row shows before and after the finding."""


def rate_cells(dangerous_segments: DangerousSegments, colors: Mapping[str, str]) -> dict[str, Any]:
    """Return the data of ui/errors/heat.js: a column for each reference and system, a row for each flag.

    The first row is all serious findings. A cell's ``share``, 0-1, is relative to the highest rate of its row's scale
    (at least 1 %), within the scale's shades.
    """
    columns: list[dict[str, Any]] = [
        {"name": str(reference_name(name)), "color": "", "apart": True}
        for name in dangerous_segments.serious.references
    ]
    columns += [{"name": name, "color": colors[name]} for name in dangerous_segments.systems]
    has_terms = any(flag.check == TERMINOLOGY for flag in dangerous_segments.rates)
    below = "any check but terms" if has_terms else "any check"
    rows = [_row(dangerous_segments, SERIOUS_LABEL, below, dangerous_segments.serious, SERIOUS)]
    for flag, rates in dangerous_segments.rates.items():
        note = (
            f"{flag.severity}; no more than in the reference"
            if dangerous_segments.is_uninformative(flag)
            else flag.severity
        )
        rows.append(_row(dangerous_segments, check_title(flag.check, flag.severity), note, rates, _scale(flag)))
    return {"systems": columns, "rows": rows}


def _scale(flag: CheckFlag) -> str:
    return SERIOUS if flag.is_of_any_check else TERMS if flag.is_serious else MINOR


def _row(dangerous_segments: DangerousSegments, name: str, note: str, rates: CheckRates, scale: str) -> dict[str, Any]:
    alike = [of for flag, of in dangerous_segments.rates.items() if _scale(flag) == scale]
    alike += [dangerous_segments.serious] * (scale == SERIOUS)
    scale_rates = [
        rate.rate for of in alike for rate in (*of.systems.values(), *of.references.values()) if rate.segments
    ]
    highest, (faintest, strongest) = max(*scale_rates, float(FEW_RATE)), SHADES[scale]
    cells = [_cell(of, rates.references.get(of), {}, highest, True) for of in dangerous_segments.serious.references]
    cells += [_cell(of, rates.systems[of], rates.references, highest, True) for of in dangerous_segments.systems]
    for cell in cells:
        share = cell["share"] and faintest + (strongest - faintest) * cell["share"]
        cell.update(about=f"{name}, {cell['about']}", share=round(share, 3))
    return {"kind": name, "of": note, "cells": cells}


def _cell(
    name: str, rate: FlagRate | None, references: Mapping[str, FlagRate], highest: float, leads: bool = False
) -> dict[str, Any]:
    """Return the cell of one rate; it is marked if it is far above the references' rates."""
    if rate is None or not rate.segments:
        about = f"{name}: cannot be checked without another reference"
        return {"text": "", "share": 0.0, "mark": "", "about": about, "leads": False}
    mark = FAR_ABOVE if references and is_far_above(rate, references) else ""
    about = f"{name}: {rate.segments_found:,} of {rate.segments:,} segments"
    return {
        "text": percent(rate) if rate.segments_found else "0",
        "share": round(rate.rate / highest, 3) if highest else 0.0,
        "mark": mark,
        "about": f"{about}\nFar above the reference" if mark else about,
        "leads": leads and rate.segments_found > 0,
    }


def segment_rows(
    test_set: TestSet, segments: Mapping[int, Sequence[CheckFinding]], reference: str = ""
) -> list[dict[str, object]]:
    """Return one row for each segment in the form of ui/segments/picker.js, with the worst finding marked in its text.

    If a ``reference`` is named, the findings are in its text.
    """
    rows: list[dict[str, object]] = []
    for index, findings in segments.items():
        worst, segment = findings[0], test_set.segment(index)
        checked = segment.references if reference else segment.hypotheses
        text = (segment.source or "") if worst.in_source else checked[worst.system]
        having = dict.fromkeys(of.system for of in findings if of.kind == worst.kind)
        name = f"{len(having)} systems" if len(having) > MAX_NAMES_SHOWN else ", ".join(having)
        name = str(reference_name(worst.system)) if reference else name
        label, parts = f"{name}: {worst.kind}", _parts(text, worst.start, worst.end)
        rows.append({"number": segment.number, "parts": parts, "whose": label, "scores": []})
    return rows


def _parts(text: str, start: int, end: int) -> list[str]:
    """Return the text before, inside and after a finding, as much as fits a row."""
    if start == end:  # nothing is there, such as a missing sentence
        return [text[: BEFORE + AFTER]] if start < BEFORE + AFTER else [f"…{text[start - AFTER :][: BEFORE + AFTER]}"]
    before = text[:start] if start <= BEFORE else f"…{text[start - BEFORE : start]}"
    return [before, text[start:end][:AFTER], text[end : end + AFTER]]


def flag_rates_table(dangerous_segments: DangerousSegments) -> pd.DataFrame:
    """Return one row for each flag and text, for downloads."""
    rows = [
        {"check": flag.check, "severity": flag.severity, "text": name, "is reference": is_reference}
        | {"% of segments": 100 * rate.rate, "segments found": rate.segments_found, "segments": rate.segments}
        for flag, rates in dangerous_segments.rates.items()
        for is_reference, of in ((False, rates.systems), (True, rates.references))
        for name, rate in of.items()
    ]
    return pd.DataFrame(rows)


def check_findings_table(test_set: TestSet, findings: Sequence[CheckFinding]) -> pd.DataFrame:
    """Return one row for each finding, with source, output and references, for downloads by translators."""
    return pd.DataFrame(flagged_records(TextsToCheck.of_test_set(test_set), findings, test_set.numbers.tolist()))
