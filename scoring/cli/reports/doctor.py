"""What the doctor found, as text: a row a finding. Nothing is computed here."""

import json
from collections.abc import Callable

from ...output.json_values import json_value
from ...report.doctor_tables import doctor_notes, doctor_records, doctor_rows
from ...studies.doctor import DoctorResult
from .layout import Style, formats_of


def _tables(result: DoctorResult, style: Style) -> list[str]:
    return [style.table(*doctor_rows(result), n_left=4)] if result.findings else []


def _write_json(result: DoctorResult) -> str:
    return json.dumps({"findings": [*map(json_value, result.records())]}, ensure_ascii=False, indent=2, allow_nan=False)


FORMATS: dict[str, Callable[..., str]] = {
    **formats_of(doctor_records, _tables, doctor_notes, opening=lambda result: [result.summary]),
    "json": _write_json,
}
