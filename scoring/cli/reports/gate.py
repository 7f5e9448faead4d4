"""A gate as text: tables, JSON, Markdown for a pull request, or JUnit XML for a build server. Computes nothing."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...output.markdown import escape_markdown, markdown_code, markdown_table
from ...output.numbers import MISSING, fixed, printed_difference, signed
from ...studies.gate.evidence import MetricEvidence
from ...studies.gate.gate import GateResult, WorseSegment
from ...studies.gate.rules import FAILED, NOT_JUDGED, PASSED, TOO_LITTLE, RuleResult
from .layout import finite, plain_table, stripped

SIGNS = {PASSED: "✅", FAILED: "❌", NOT_JUDGED: "⚠️", TOO_LITTLE: "⚠️"}
"""State -> the sign that a pull request shows."""
NO_RULE = "no rule"
MOST_CHARACTERS = 400
"""The most characters of a text in a table of segments: a comment on a pull request has at most 65,536."""
HEADERS = ("rule", "result", "metric", "new", "baseline", "new - baseline", "low", "high")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _numbers(found: MetricEvidence) -> list[str]:
    """The metric, both scores, their difference and its interval, as cells."""
    decimals = found.metric.decimals
    difference = printed_difference(found.score, found.baseline_score, decimals)
    own = [found.metric.label, fixed(found.score, decimals, MISSING)]
    if found.baseline is None:
        return [*own, "", "", "", ""]
    compared = [signed(value, MISSING, decimals) for value in (difference, *found.interval)]
    return [*own, fixed(found.baseline_score, decimals, MISSING), *compared]


def _rows(result: GateResult) -> list[list[str]]:
    """One a rule, then one a metric without a rule."""
    ruled = [[one.rule.text, one.state, *_numbers(one.evidence)] for one in result.results]
    return [*ruled, *([NO_RULE, "", *_numbers(found)] for found in result.further)]


def _notes(result: GateResult) -> list[str]:
    """How the numbers came about."""
    request = result.request
    drawn = f"95 % expanded percentile intervals of the bootstrap, {request.trials:,} resamples, seed {request.seed}"
    outputs = f"new: {request.new}" + (f"; baseline: {request.baseline}" if request.baseline is not None else "")
    of_interval = [] if request.baseline is None else [f"low, high: {drawn}"]
    return [outputs, *of_interval, *(f"{found.metric.label}: {found.signature}" for found in result.evidence)]


def write_plain(result: GateResult) -> str:
    """Return the table of rules, the reason for each result, and the result of the gate, as plain text."""
    said = [f"{one.rule.text}: {one.state}. {one.sentence}" for one in result.results]
    table = plain_table(HEADERS, _rows(result), n_left=3)
    return stripped("\n\n".join([table, "\n".join(said), "\n".join(_notes(result)), result.sentence]))


# --- JSON ---


def _record_of_metric(found: MetricEvidence) -> dict[str, Any]:
    low, high = found.interval
    return {
        "metric": found.metric.name,
        "signature": found.signature,
        "higher_is_better": found.metric.higher_is_better,
        "score": finite(found.score),
        "baseline_score": finite(found.baseline_score),
        "difference": finite(found.difference),
        "ci_low": finite(low),
        "ci_high": finite(high),
        "n_units": found.n_units,
    }


def _record_of_rule(one: RuleResult) -> dict[str, Any]:
    found = one.evidence
    p = None
    if found.verdicts is not None and found.baseline is not None and one.rule.needs_verdict:
        p = finite(found.verdicts.p_value(found.new, found.baseline))
    stated = {"rule": one.rule.text, "state": one.state, "sentence": one.sentence}
    return stated | _record_of_metric(found) | {"p_value": p, "needed_units": finite(one.needed_units)}


def _record_of_segment(worse: WorseSegment, names: Sequence[str]) -> dict[str, Any]:
    segment = worse.segment
    return {
        "segment": segment.number,
        "score": finite(worse.score),
        "baseline_score": finite(worse.baseline_score),
        "source": segment.source,
        "references": list(segment.references.values()),
        "new": segment.hypotheses[names[0]],
        "baseline": segment.hypotheses[names[1]] if len(names) > 1 else None,
    }


def write_json(result: GateResult) -> str:
    """Return the result as JSON, by ``scoring/cli/schemas/gate.json``."""
    request = result.request
    record = {
        "state": result.state,
        "exit_status": result.exit_status,
        "sentence": result.sentence,
        "new": request.new,
        "baseline": request.baseline,
        "unit": request.unit,
        "trials": request.trials,
        "seed": request.seed,
        "rules": [*map(_record_of_rule, result.results)],
        "further_metrics": [*map(_record_of_metric, result.further)],
        "worst_metric": result.worst_metric.name,
        "worst_segments": [_record_of_segment(worse, request.systems) for worse in result.worst],
    }
    return json.dumps(record, ensure_ascii=False, indent=2, allow_nan=False)


# --- Markdown ---


def write_markdown(result: GateResult) -> str:
    """Return a heading, the table of rules, the reasons, and the worst segments behind a fold, as Markdown."""
    signs = [*(SIGNS[one.state] for one in result.results), *("" for _ in result.further)]
    rows = [
        [markdown_code(rule), f"{sign} {state}".strip(), *map(escape_markdown, [metric, *numbers])]
        for sign, (rule, state, metric, *numbers) in zip(signs, _rows(result), strict=True)
    ]
    said = [f"- {markdown_code(one.rule.text)}: {one.state}. {escape_markdown(one.sentence)}" for one in result.results]
    parts = [
        f"### {SIGNS[result.state]} {escape_markdown(result.sentence)}",
        markdown_table(HEADERS, rows, n_left=3),
        "\n".join(said),
        *_worst_segments(result),
        "\n".join(f"<sub>{escape_markdown(note)}</sub><br>" for note in _notes(result)),
    ]
    return "\n\n".join(parts)


def _worst_segments(result: GateResult) -> list[str]:
    if not result.worst:
        return []
    metric, systems = result.worst_metric, result.request.systems
    how = "lost most" if len(systems) > 1 else "are worst"
    heading = f"Segments that {how} by {escape_markdown(metric.label)}"
    headers = ["segment", "new", *(["baseline"] if len(systems) > 1 else []), "text"]
    rows = [[f"{worse.segment.number:,}", *_scores(worse, result), _texts(worse, systems)] for worse in result.worst]
    table = markdown_table(headers, rows, n_left=len(headers))
    return [f"<details><summary>{heading}</summary>", table, "</details>"]


def _scores(worse: WorseSegment, result: GateResult) -> list[str]:
    scores = [worse.score, worse.baseline_score][: len(result.request.systems)]
    return [fixed(score, result.worst_metric.decimals, MISSING) for score in scores]


def _texts(worse: WorseSegment, systems: Sequence[str]) -> str:
    """The texts of a segment in one cell, a line each."""
    segment = worse.segment
    named = [("source", segment.source or ""), *(("reference", text) for text in segment.references.values())]
    roles = ("new", "baseline")[: len(systems)]
    named += [(role, segment.hypotheses[system]) for role, system in zip(roles[::-1], systems[::-1], strict=True)]
    return "<br>".join(f"{name}: {markdown_code(_shortened(text))}" for name, text in named if text)


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}\N{HORIZONTAL ELLIPSIS}"


# --- JUnit XML ---


def write_junit(result: GateResult) -> str:
    """Return a suite with a case for each rule, as JUnit XML; what could not be said is an error."""
    from xml.etree.ElementTree import Element, SubElement, indent, tostring  # few need it

    states = [one.state for one in result.results]
    n_failed, n_errors = states.count(FAILED), len(states) - states.count(FAILED) - states.count(PASSED)
    counts = {"tests": str(len(states)), "failures": str(n_failed), "errors": str(n_errors)}
    suites = Element("testsuites", counts)
    suite = SubElement(suites, "testsuite", {"name": "bleuscope gate", **counts, "skipped": "0"})
    for one in result.results:
        case = SubElement(suite, "testcase", {"classname": "bleuscope.gate", "name": _xml_text(one.rule.text)})
        said = _xml_text(one.sentence)
        if one.state == PASSED:
            SubElement(case, "system-out").text = said
        else:
            kind = "failure" if one.state == FAILED else "error"
            SubElement(case, kind, {"type": one.state, "message": said}).text = said
    SubElement(suite, "system-out").text = _xml_text("\n".join(_notes(result)))
    indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(suites, "unicode")}'


def _xml_text(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)


FORMATS: Mapping[str, Callable[[GateResult], str]] = {
    "table": write_plain,
    "json": write_json,
    "markdown": write_markdown,
    "junit": write_junit,
}
FORMAT_OF_ENDING = {".json": "json", ".md": "markdown", ".xml": "junit"}
"""Ending of a file -> the format that is written into it; of others a table."""
