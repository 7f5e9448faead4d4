"""Records of a gate's result for JSON, by ``scoring/cli/schemas/gate.json``; undefined numbers are None."""

from collections.abc import Sequence
from typing import Any

from ...output.json_values import number_or_none
from ..checks import CheckFinding, FlagRate
from ..terminology import TermCounts
from .evidence import CheckEvidence, MetricEvidence, TermEvidence
from .gate import GateResult, WorseSegment
from .rules import MetricRule, RuleResult

MAX_FINDINGS = 5
"""Most findings of a check that are listed."""


def gate_record(result: GateResult) -> dict[str, Any]:
    """Return the whole result of a gate as a record for JSON."""
    request = result.request
    return {
        "state": result.state,
        "exit_code": result.exit_code,
        "sentence": result.sentence,
        "new": request.new,
        "baseline": request.baseline,
        "unit": request.unit,
        "trials": request.trials,
        "seed": request.seed,
        "rules": [*map(_rule_record, result.results)],
        "further_metrics": [*map(_metric_record, result.further)],
        "worst_metric": None if result.worst_metric is None else result.worst_metric.name,
        "worst_segments": [_segment_record(worse, request.systems) for worse in result.worst],
    }


def rule_row(one: RuleResult) -> dict[str, Any]:
    """Return the result of one rule as a row of a table: its part of ``gate_record``, without lists."""
    record = _rule_record(one)
    if "terms" in record:
        counts = one.evidence.counts if isinstance(one.evidence, TermEvidence) else None
        return {name: record[name] for name in ("rule", "state", "sentence")} | (_counts_record(counts) or {})
    if "check" not in record:
        return record
    return {name: record[name] for name in ("rule", "state", "sentence", "check")} | (record["found"] or {})


def _rule_record(one: RuleResult) -> dict[str, Any]:
    evidence = one.evidence
    stated = {"rule": one.rule.text, "state": one.state, "sentence": one.sentence}
    if isinstance(evidence, CheckEvidence):
        return stated | _check_record(evidence)
    if isinstance(evidence, TermEvidence):
        return stated | {"terms": _terms_record(evidence)}
    p = None
    has_verdict = isinstance(one.rule, MetricRule) and one.rule.needs_verdict
    if has_verdict and evidence.verdicts is not None and evidence.baseline is not None:
        p = number_or_none(evidence.verdicts.p_value(evidence.new, evidence.baseline))
    return stated | _metric_record(evidence) | {"p_value": p, "needed_units": number_or_none(one.needed_units)}


def _metric_record(evidence: MetricEvidence) -> dict[str, Any]:
    low, high = evidence.interval
    return {
        "metric": evidence.metric.name,
        "signature": evidence.signature,
        "higher_is_better": evidence.metric.higher_is_better,
        "score": number_or_none(evidence.score),
        "baseline_score": number_or_none(evidence.baseline_score),
        "difference": number_or_none(evidence.difference),
        "ci_low": number_or_none(low),
        "ci_high": number_or_none(high),
        "n_units": evidence.n_units,
    }


def _check_record(evidence: CheckEvidence) -> dict[str, Any]:
    references = [{"name": name, **(_rate_record(rate) or {})} for name, rate in evidence.references.items()]
    return {
        "check": evidence.check,
        "found": _rate_record(evidence.rate),
        "baseline_found": _rate_record(evidence.baseline_rate),
        "references": references,
        "findings": [*map(_finding_record, evidence.findings[:MAX_FINDINGS])],
    }


def _terms_record(evidence: TermEvidence) -> dict[str, Any]:
    return {
        "tier": evidence.tier or None,
        "new": _counts_record(evidence.counts),
        "baseline": _counts_record(evidence.baseline_counts),
        "references": [{"name": name, **(_counts_record(of) or {})} for name, of in evidence.references.items()],
    }


def _counts_record(counts: TermCounts | None) -> dict[str, Any] | None:
    if counts is None:
        return None
    n_found = counts.n_found[-1]
    return {
        "found": n_found,
        "asked": counts.n_asked,
        "rate": n_found / counts.n_asked if counts.n_asked else None,
    }


def _rate_record(rate: FlagRate | None) -> dict[str, Any] | None:
    if rate is None:
        return None
    return {"segments_found": rate.segments_found, "segments": rate.segments, "rate": number_or_none(rate.rate)}


def _finding_record(finding: CheckFinding) -> dict[str, Any]:
    return {"segment": finding.number, "kind": finding.kind, "severity": finding.severity, "text": finding.text}


def _segment_record(worse: WorseSegment, names: Sequence[str]) -> dict[str, Any]:
    segment = worse.segment
    return {
        "segment": segment.number,
        "score": number_or_none(worse.score),
        "baseline_score": number_or_none(worse.baseline_score),
        "source": segment.source,
        "references": list(segment.references.values()),
        "new": segment.hypotheses[names[0]],
        "baseline": segment.hypotheses[names[1]] if len(names) > 1 else None,
    }
