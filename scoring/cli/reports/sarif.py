"""Findings of checks as SARIF 2.1.0, which GitHub and editors show at their lines."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ...checks.terminology.find_check import find_check
from ...metric import VERSION
from ...studies.checks import CheckFinding, ChecksResult
from .layout import json_object

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {"critical": "error", "major": "warning", "minor": "note"}
"""Level of a SARIF result, by the severity of the finding."""


def write_sarif(result: ChecksResult, files: Mapping[str, str], source: str) -> str:
    """Return the findings as SARIF, each at its line and columns of the system's file, or of the source.

    ``files`` has the file of each system.
    """
    rules = [
        {"id": name, "shortDescription": {"text": check.finds}, "help": {"text": check.errs}}
        for name, check in ((name, find_check(name)) for name in result.checks)
    ]
    run = {
        "tool": {"driver": {"name": "BLEUscope", "version": VERSION, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(finding, source if finding.in_source else files[finding.system]) for finding in result.findings
        ],
    }
    return json_object({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _result(finding: CheckFinding, file: str) -> dict[str, Any]:
    region: dict[str, int] = {"startLine": finding.number}
    if finding.start >= 0:
        region |= {"startColumn": finding.start + 1, "endColumn": finding.end + 1}
    place = {"artifactLocation": {"uri": quote(file)}, "region": region}
    return {
        "ruleId": finding.check,
        "level": LEVELS[finding.severity],
        "message": {"text": f"{finding.system}: {finding.message}"},
        "locations": [{"physicalLocation": place}],
        "properties": {"severity": finding.severity, "system": finding.system, "side": finding.side},
    }
