"""The result of a gate as text: tables, JSON, Markdown for a pull request, or JUnit XML; nothing is computed here."""

import json
import re
from collections.abc import Callable, Mapping, Sequence

from ...metric import Metric
from ...output.markdown import escape_markdown, markdown_code, markdown_table
from ...output.numbers import MISSING, fixed
from ...report.gate_tables import GATE_HEADERS, gate_rows, gate_text
from ...studies.gate.evidence import CheckEvidence
from ...studies.gate.gate import GateResult, WorseSegment
from ...studies.gate.records import MAX_FINDINGS, gate_record
from ...studies.gate.rules import FAILED, NOT_JUDGED, PASSED, TOO_LITTLE

SIGNS = {PASSED: "✅", FAILED: "❌", NOT_JUDGED: "⚠️", TOO_LITTLE: "⚠️"}
"""Sign that a pull request shows for each state."""
MAX_CHARACTERS = 400
"""Largest number of characters of a text in a table of segments; a comment on a pull request has 65,536 at most."""
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_json(result: GateResult) -> str:
    """Return the result as JSON, by the schema ``scoring/cli/schemas/gate.json``."""
    return json.dumps(gate_record(result), ensure_ascii=False, indent=2, allow_nan=False)


# --- Markdown ---


def write_markdown(result: GateResult) -> str:
    """Return a heading, the table of rules, the reasons, and the worst segments behind a fold, as Markdown."""
    signs = [*(SIGNS[one.state] for one in result.results), *("" for _ in result.further)]
    rows = [
        [markdown_code(rule), f"{sign} {state}".strip(), *map(escape_markdown, [metric, *numbers])]
        for sign, (rule, state, metric, *numbers) in zip(signs, gate_rows(result), strict=True)
    ]
    reasons = [
        f"- {markdown_code(one.rule.text)}: {one.state}. {escape_markdown(one.sentence)}" for one in result.results
    ]
    parts = [
        f"### {SIGNS[result.state]} {escape_markdown(result.sentence)}",
        markdown_table(GATE_HEADERS, rows, n_left=3),
        "\n".join(reasons),
        *_worst_segments(result),
        *_findings(result),
        "\n".join(f"<sub>{escape_markdown(note)}</sub><br>" for note in result.notes),
    ]
    return "\n\n".join(parts)


def _worst_segments(result: GateResult) -> list[str]:
    metric, systems = result.worst_metric, result.request.systems
    if not result.worst or metric is None:
        return []
    phrase = "lost most" if len(systems) > 1 else "are worst"
    heading = f"Segments that {phrase} by {escape_markdown(metric.label)}"
    headers = ["segment", "new", *(["baseline"] if len(systems) > 1 else []), "text"]
    rows = [
        [f"{worse.segment.number:,}", *_scores(worse, metric, len(systems)), _texts(worse, systems)]
        for worse in result.worst
    ]
    return _collapsible_table(heading, headers, rows)


def _findings(result: GateResult) -> list[str]:
    """Return a folded table of findings for each check with a rule that did not pass."""
    doubted = [one.evidence for one in result.results if one.state != PASSED]
    by_name = {
        evidence.check: evidence for evidence in doubted if isinstance(evidence, CheckEvidence) and evidence.findings
    }
    parts: list[str] = []
    for name, evidence in by_name.items():
        rows = [
            [f"{one.number:,}", escape_markdown(one.kind), one.severity, markdown_code(_shortened(one.text))]
            for one in evidence.findings[:MAX_FINDINGS]
        ]
        heading = f"What the check {escape_markdown(name)} found in {escape_markdown(evidence.new)}, the worst first"
        parts += _collapsible_table(heading, ["segment", "kind", "severity", "text"], rows)
    return parts


def _collapsible_table(heading: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a folded table with all columns aligned to the left."""
    table = markdown_table(headers, rows, n_left=len(headers))
    return [f"<details><summary>{heading}</summary>", table, "</details>"]


def _scores(worse: WorseSegment, metric: Metric, n_systems: int) -> list[str]:
    scores = [worse.score, worse.baseline_score][:n_systems]
    return [fixed(score, metric.decimals, MISSING) for score in scores]


def _texts(worse: WorseSegment, systems: Sequence[str]) -> str:
    """Return the texts of a segment in one cell, a line for each text."""
    segment = worse.segment
    labelled_texts = [("source", segment.source or ""), *(("reference", text) for text in segment.references.values())]
    roles = ("new", "baseline")[: len(systems)]
    labelled_texts += [
        (role, segment.hypotheses[system]) for role, system in zip(roles[::-1], systems[::-1], strict=True)
    ]
    return "<br>".join(f"{name}: {markdown_code(_shortened(text))}" for name, text in labelled_texts if text)


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS]}\N{HORIZONTAL ELLIPSIS}"


# --- JUnit XML ---


def write_junit(result: GateResult) -> str:
    """Return a JUnit XML suite with a case for each rule; a rule that could not be judged is an error."""
    from xml.etree.ElementTree import Element, SubElement, indent, tostring  # few need it

    states = [one.state for one in result.results]
    n_failed, n_errors = states.count(FAILED), len(states) - states.count(FAILED) - states.count(PASSED)
    counts = {"tests": str(len(states)), "failures": str(n_failed), "errors": str(n_errors)}
    suites = Element("testsuites", counts)
    suite = SubElement(suites, "testsuite", {"name": "bleuscope gate", **counts, "skipped": "0"})
    for one in result.results:
        case = SubElement(suite, "testcase", {"classname": "bleuscope.gate", "name": _xml_text(one.rule.text)})
        sentence = _xml_text(one.sentence)
        if one.state == PASSED:
            SubElement(case, "system-out").text = sentence
        else:
            kind = "failure" if one.state == FAILED else "error"
            SubElement(case, kind, {"type": one.state, "message": sentence}).text = sentence
    SubElement(suite, "system-out").text = _xml_text("\n".join(result.notes))
    indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(suites, "unicode")}'


def _xml_text(text: str) -> str:
    """Return the text with replacement characters for characters that XML cannot hold."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)


FORMATS: Mapping[str, Callable[[GateResult], str]] = {
    "table": gate_text,
    "json": write_json,
    "markdown": write_markdown,
    "junit": write_junit,
}
FORMAT_OF_ENDING = {".json": "json", ".md": "markdown", ".xml": "junit"}
"""Format for each ending of a file; files with other endings get a table."""
