"""The result of a gate as rows of cells and as plain text. Computes nothing."""

from collections.abc import Sequence

from ..output.numbers import MISSING, fixed, printed_difference, signed
from ..output.plain_tables import plain_table, without_trailing_blanks
from ..studies.checks import FlagRate, percent
from ..studies.gate.evidence import CheckEvidence, MetricEvidence, TermEvidence
from ..studies.gate.gate import GateResult
from ..studies.gate.rules import CheckRule, RuleResult
from ..studies.terminology import TermCounts, printed_rate

NO_RULE = "no rule"
GATE_HEADERS = ("rule", "result", "metric", "new", "baseline", "new - baseline", "low", "high")


def gate_rows(result: GateResult) -> list[list[str]]:
    """Return the rows of cells below ``GATE_HEADERS``: one for each rule, then one for each metric without a rule."""
    ruled = [[one.rule.text, one.state, *_numbers(one)] for one in result.results]
    return [*ruled, *([NO_RULE, "", *_metric_numbers(evidence)] for evidence in result.further)]


def gate_reasons(result: GateResult) -> list[str]:
    """Return a sentence for each rule, with its state and the reason."""
    return [f"{one.rule.text}: {one.state}. {one.sentence}" for one in result.results]


def gate_text(result: GateResult) -> str:
    """Return the table of rules, the reason for each result, and the result of the gate, as plain text."""
    table = plain_table(GATE_HEADERS, gate_rows(result), n_left=3)
    parts = [table, "\n".join(gate_reasons(result)), "\n".join(result.notes), result.sentence]
    return without_trailing_blanks("\n\n".join(parts))


def _numbers(one: RuleResult) -> list[str]:
    """Return the cells of a rule: what is compared, and the numbers of both outputs."""
    evidence = one.evidence
    if isinstance(evidence, MetricEvidence):
        return _metric_numbers(evidence)
    if isinstance(evidence, TermEvidence):
        return ["terms", *map(_terms_share, (evidence.counts, evidence.baseline_counts)), "", "", ""]
    is_count = isinstance(one.rule, CheckRule) and one.rule.number is not None and not one.rule.is_percentage
    return [evidence.check, *_check_numbers(evidence, is_count), "", "", ""]


def _metric_numbers(evidence: MetricEvidence) -> list[str]:
    """Return the cells of a metric: its name, both scores, their difference and the difference's interval."""
    decimals = evidence.metric.decimals
    difference = printed_difference(evidence.score, evidence.baseline_score, decimals)
    own = [evidence.metric.full_name, fixed(evidence.score, decimals, MISSING)]
    if evidence.baseline is None:
        return [*own, "", "", "", ""]
    compared = [signed(value, MISSING, decimals) for value in (difference, *evidence.interval)]
    return [*own, fixed(evidence.baseline_score, decimals, MISSING), *compared]


def _check_numbers(evidence: CheckEvidence, is_count: bool) -> Sequence[str]:
    """Return in how many segments, or in which share, the check finds something in the new output and the baseline."""
    if evidence.rate is None:
        return MISSING, ""
    return [_rate_cell(rate, is_count) for rate in (evidence.rate, evidence.baseline_rate)]


def _terms_share(counts: TermCounts | None) -> str:
    return "" if counts is None else f"{printed_rate(counts.percent(counts.n_found[-1]))} %"


def _rate_cell(rate: FlagRate | None, is_count: bool) -> str:
    if rate is None:
        return ""
    return f"{rate.segments_found:,}" if is_count else f"{percent(rate)} %"
