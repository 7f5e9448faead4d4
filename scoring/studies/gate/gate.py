"""The request, the computation and the result of a gate, which judges whether a new output passes all rules."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ...checks import CHECKS
from ...checks.terminology.glossary import Glossary
from ...counting.progress import Progress, no_progress, progress_of_part
from ...counting.usual_draws import check_draws
from ...metric import Metric
from ...origins import SEGMENT
from ...significance import MIN_UNITS, SEED, TRIALS, bootstrap, least_resamples, sums_by_document
from ...significance.resampling.draws import check_unit
from ...testset import Segment, TestSet
from ...text.texts import Text
from ...validation import as_list
from .. import checks, comparison
from ..checks import ChecksRequest, TextsToCheck
from ..comparison import ComparisonRequest, SystemStatistics
from ..terminology import NEEDS_SOURCE, match_glossary
from ..wording import gate_words as words
from .evidence import CheckEvidence, MetricEvidence, TermEvidence
from .rule_syntax import metric_of_rule
from .rules import (
    EXIT_CODE_OF_STATE,
    FAILED,
    NOT_JUDGED,
    PASSED,
    TOO_LITTLE,
    CheckRule,
    MetricRule,
    Rule,
    RuleResult,
    TermRule,
)

NO_GLOSSARY = "There is no glossary. Give it: --terms FILE on the command line, terms= in Python."
MAX_WORST_SEGMENTS = 5
"""Most worse segments that are shown."""


@dataclass(frozen=True)
class GateRequest:
    """The rules that a new output has to pass; equal requests have equal results on one test set.

    Raises ``ValueError`` without rules, for a rule that compares where there is no baseline, and for a rule that names
    other systems.
    """

    rules: tuple[Rule, ...]
    new: str
    """Name of the new output."""
    baseline: str | None = None
    """Name of the output that the new one is compared with; None where no rule compares."""
    trials: int = TRIALS
    seed: int = SEED
    unit: str = SEGMENT
    """Unit that is drawn: a segment or a document."""
    glossary: Glossary | None = None
    """Glossary whose terms rules are about; None without a glossary."""

    def __post_init__(self) -> None:
        as_list(self.rules, "rules", Rule, "rule")
        check_draws(self.trials, self.seed)
        check_unit(self.unit)
        if not self.rules:
            raise ValueError("A gate needs at least one rule; found none.")
        for rule in self.rules:
            if rule.needs_baseline and self.baseline is None:
                raise ValueError(f"Rule {rule.text!r} compares with a baseline; found none.")
            if isinstance(rule, MetricRule) and rule.systems not in (None, (self.new, self.baseline)):
                new, old = rule.systems or ("", "")
                outputs = f"the new output {self.new!r} and the baseline {self.baseline!r}"
                raise ValueError(f"Rule {rule.text!r} compares {new!r} with {old!r}; found {outputs}.")

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the outputs: the new one, and the baseline if there is one."""
        return (self.new,) if self.baseline is None else (self.new, self.baseline)

    @property
    def checks(self) -> tuple[str, ...]:
        """Names of the checks that rules are about, each once."""
        return tuple(dict.fromkeys(rule.check for rule in self.rules if isinstance(rule, CheckRule)))

    @property
    def asks_for_terms(self) -> bool:
        """Whether a rule is about terms."""
        return any(isinstance(rule, TermRule) for rule in self.rules)

    def texts_to_check(self, test_set: TestSet) -> TextsToCheck:
        """Return the outputs that checks and terms look at, with the source and the references."""
        texts = TextsToCheck.of_test_set(test_set)
        return replace(texts, systems={system: texts.systems[system] for system in self.systems})

    def comparison(self, metric: Metric) -> ComparisonRequest:
        """Return the request for comparing the new output with the baseline by a metric."""
        return ComparisonRequest(metric, self.systems, trials=self.trials, seed=self.seed, unit=self.unit)

    def rows(self, statistics: SystemStatistics, documents: Text | None = None) -> SystemStatistics:
        """Return each output's statistics by the unit that is drawn: segments, or documents.

        ``documents`` has a document's name for each segment; the rows of one document are added up. Without it,
        segments are drawn.
        """
        chosen = {system: statistics[system] for system in self.systems}
        return chosen if self.unit == SEGMENT or documents is None else sums_by_document(chosen, documents)


@dataclass(frozen=True)
class WorseSegment:
    """A segment in which the new output is among the worst."""

    segment: Segment
    score: float
    """Score of the new output."""
    baseline_score: float
    """Score of the baseline; NaN without one."""


@dataclass(frozen=True, eq=False)
class GateResult:
    """The result of every rule, and the segments to read."""

    request: GateRequest
    results: tuple[RuleResult, ...]
    """Results of the rules, in their order."""
    further: tuple[MetricEvidence, ...] = ()
    """Scores by metrics that no rule is about."""
    worst: tuple[WorseSegment, ...] = ()
    """Segments to read first by ``worst_metric``: the largest losses, or without a baseline the worst scores."""

    @property
    def state(self) -> str:
        """State of the gate: failed if a rule failed, passed if all passed, else why it cannot be judged."""
        states = {result.state for result in self.results}
        return next(state for state in (FAILED, NOT_JUDGED, TOO_LITTLE, PASSED) if state in states)

    @property
    def exit_code(self) -> int:
        """Exit code of the command: 0 to 3."""
        return EXIT_CODE_OF_STATE[self.state]

    @property
    def sentence(self) -> str:
        """Sentence with the state and the number of rules that passed."""
        return words.state_of_gate(self.state, sum(r.state == PASSED for r in self.results), len(self.results))

    @property
    def worst_metric(self) -> Metric | None:
        """Metric by which segments are ordered: the one of the first rule not passed, else of the first rule.

        None where no rule is about a metric.
        """
        by_metrics = [
            (one.state, one.evidence.metric) for one in self.results if isinstance(one.evidence, MetricEvidence)
        ]
        not_passed = (metric for state, metric in by_metrics if state != PASSED)
        return next(not_passed, by_metrics[0][1] if by_metrics else None)

    @property
    def notes(self) -> list[str]:
        """Sentences on how the numbers were computed."""
        request, metrics = self.request, self.of_metrics
        has_intervals = request.baseline is not None and metrics
        interval_notes = [words.interval_note(request.trials, request.seed, request.unit)] if has_intervals else []
        signatures = (f"{evidence.metric.full_name}: {evidence.signature}" for evidence in metrics)
        about = (CHECKS[name].describe() for name in request.checks)
        return [words.outputs_note(request.new, request.baseline), *interval_notes, *signatures, *about]

    @property
    def of_metrics(self) -> list[MetricEvidence]:
        """Evidence of each metric, each metric once."""
        evidence = [*(one.evidence for one in self.results), *self.further]
        return list({one.metric: one for one in evidence if isinstance(one, MetricEvidence)}.values())


def run(
    request: GateRequest,
    rows: Mapping[Metric, SystemStatistics],
    signatures: Mapping[Metric, str],
    texts: TextsToCheck | None = None,
    same_outputs: bool = False,
    on_progress: Progress = no_progress,
) -> GateResult:
    """Judge every rule of a gate.

    Parameters
    ----------
    rows : metric -> system -> statistics (n_units, n_statistics) that are drawn, as ``ComparisonRequest.rows`` gives
    signatures : metric -> its signature
    texts : as ``GateRequest.texts_to_check`` gives; only rules about checks and terms need them
    same_outputs : whether both outputs are the same text in every segment
    on_progress : is told the share done; what it raises ends the work

    Raises ``ValueError`` for a rule about a metric that is not in ``rows``, for too few trials, and for a rule about a
    check without texts.
    """
    metrics = [*rows]
    metrics_by_rule = {rule: metric_of_rule(rule, metrics) for rule in request.rules if isinstance(rule, MetricRule)}
    tested = {metric for rule, metric in metrics_by_rule.items() if rule.needs_verdict}
    n_parts = len(metrics) + bool(request.checks) + request.asks_for_terms
    evidence: dict[Metric, MetricEvidence] = {}
    for number, metric in enumerate(metrics):
        part = progress_of_part(on_progress, number, n_parts)
        evidence[metric] = _evidence(
            request, metric, rows[metric], signatures[metric], same_outputs, metric in tested, part
        )
    checked = _evidence_of_checks(request, texts, progress_of_part(on_progress, len(metrics), n_parts))
    terms = _evidence_of_terms(request, texts, progress_of_part(on_progress, n_parts - 1, n_parts))
    results: list[RuleResult] = []
    for rule in request.rules:
        if isinstance(rule, CheckRule):
            results.append(rule.judge(checked[rule.check]))
        elif isinstance(rule, TermRule):
            results.append(rule.judge(terms))
        elif isinstance(rule, MetricRule):
            results.append(rule.judge(evidence[metrics_by_rule[rule]]))
    further = tuple(evidence[metric] for metric in metrics if metric not in metrics_by_rule.values())
    return GateResult(request, tuple(results), further)


def judge_test_set(
    request: GateRequest,
    test_set: TestSet,
    statistics: Mapping[Metric, SystemStatistics],
    signatures: Mapping[Metric, str],
    rows: Mapping[Metric, SystemStatistics] | None = None,
    on_progress: Progress = no_progress,
) -> GateResult:
    """Judge every rule on a test set, and find the segments to read.

    Parameters
    ----------
    statistics : metric -> system -> statistics (n_segments, n_statistics)
    signatures : metric -> its signature
    rows : as in ``run``, where documents are drawn; None where segments are
    on_progress : as in ``run``
    """
    texts = request.texts_to_check(test_set) if request.checks or request.asks_for_terms else None
    unit_rows = statistics if rows is None else rows
    result = run(request, unit_rows, signatures, texts, _have_same_texts(request, test_set), on_progress)
    return with_worst_segments(result, statistics, test_set)


def _have_same_texts(request: GateRequest, test_set: TestSet) -> bool:
    """Return whether there is a baseline with the same text as the new output in every segment."""
    segments = [system.segments for system in test_set.systems if system.name in request.systems]
    return len(segments) > 1 and segments[0].equals(segments[1])


def _evidence_of_checks(
    request: GateRequest, texts: TextsToCheck | None, on_progress: Progress
) -> dict[str, CheckEvidence]:
    """Return the evidence of each check that a rule is about, by the check's name."""
    if not request.checks:
        return {}
    if texts is None:
        raise ValueError(f"Rules are about the checks {', '.join(request.checks)}; found no texts to check.")
    result = checks.run(ChecksRequest(request.checks), texts, on_progress)
    return {name: CheckEvidence.of(name, result, texts, request.new, request.baseline) for name in request.checks}


def _evidence_of_terms(request: GateRequest, texts: TextsToCheck | None, on_progress: Progress) -> TermEvidence:
    """Return how many terms the outputs have; only a reason without rules about terms, a glossary, or a source."""
    if not request.asks_for_terms or request.glossary is None:
        return TermEvidence(request.new, None, reason=NO_GLOSSARY)
    if texts is None or texts.source is None:
        advice = "--source SRC on the command line, source= in Python."
        return TermEvidence(request.new, None, reason=f"{NEEDS_SOURCE.rstrip('.')}: {advice}")
    term_findings = match_glossary(request.glossary, texts, on_progress)
    return TermEvidence.of(term_findings, request.new, request.baseline)


def _evidence(
    request: GateRequest,
    metric: Metric,
    rows: SystemStatistics,
    signature: str,
    same_outputs: bool,
    is_tested: bool,
    on_progress: Progress,
) -> MetricEvidence:
    n_units = len(rows[request.new])
    scores = [float(metric.score(rows[system].sum(axis=0))) for system in request.systems]
    alone = MetricEvidence(metric, signature, n_units, request.unit, request.new, scores[0])
    if request.baseline is None:
        return alone
    least = least_resamples(n_units=n_units)
    if n_units >= MIN_UNITS and request.trials < least:
        raise ValueError(
            f"{metric.full_name}: {request.trials:,} resamples are too few for an interval of {n_units:,}"
            f" {request.unit}s; it takes at least {least:,}."
        )
    pair = {system: rows[system] for system in request.systems}
    resampled = bootstrap(metric, pair, request.trials, request.seed, on_progress)
    verdicts = None
    if is_tested:
        verdicts = comparison.run(request.comparison(metric), pair, resampled=resampled).verdicts
    new, old = pair.values()
    are_equal = same_outputs and np.array_equal(new, old, equal_nan=True)
    return replace(
        alone,
        baseline=request.baseline,
        baseline_score=scores[1],
        bootstrap=resampled,
        verdicts=verdicts,
        are_equal=are_equal,
    )


def with_worst_segments(
    result: GateResult, statistics: Mapping[Metric, SystemStatistics], test_set: TestSet
) -> GateResult:
    """Return the result with the segments to read by ``worst_metric``.

    With a baseline these are the segments in which the new output loses most against it; the list is empty where the
    new output loses in no segment. Without a baseline these are the segments with the worst scores. The result is
    unchanged where no rule is about a metric.

    Parameters
    ----------
    statistics : metric -> system -> statistics (n_segments, n_statistics)
    test_set : has the texts of these segments
    """
    metric, request = result.worst_metric, result.request
    if metric is None:
        return result
    scores = metric.score(statistics[metric][request.new])
    of_baseline = np.full(len(scores), math.nan)
    gains = scores if metric.higher_is_better else -scores
    if request.baseline is not None:
        of_baseline = metric.score(statistics[metric][request.baseline])
        differences = scores - of_baseline
        gains = differences if metric.higher_is_better else -differences
        gains = np.where(gains < -metric.rounding, gains, math.nan)
    order = np.argsort(gains, kind="stable")[: np.count_nonzero(~np.isnan(gains))]
    worst = [
        WorseSegment(test_set.segment(place), float(scores[place]), float(of_baseline[place]))
        for place in order[:MAX_WORST_SEGMENTS].tolist()
    ]
    return replace(result, worst=tuple(worst))
