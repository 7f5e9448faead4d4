"""Collect the values of a report: which system is better, how sure this is and why; its page draws them."""

import math
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from importlib.metadata import version
from itertools import combinations, islice, pairwise

import numpy as np
import pyarrow.compute as pc

from ..analysis.pair import SegmentWins
from ..bleu import BLEU
from ..bleu.matches import SegmentMatches
from ..checks.terminology import TERMINOLOGY
from ..checks.terminology.glossary import Glossary
from ..counting.arrays import Flags, Floats, Ints
from ..counting.limits import TooLong
from ..counting.progress import Progress, no_progress, progress_between
from ..doctor.finding import SYSTEM
from ..doctor.left_out import kept_sentence, offered_findings, what_is_left_out
from ..judgments.external import ExternalScore
from ..judgments.score_coverage import (
    UnequalCoverage,
    find_unequal_coverage,
    metric_with_coverage,
    n_shared_segments,
    on_shared_segments,
)
from ..metric import VERSION, Metric, ignores_case
from ..output.markup.colors import system_colors
from ..output.numbers import printed_difference
from ..output.sentence import Sentence
from ..ter.edits import EditKind, EncodedText, segment_edits
from ..testset import Segment, TestSet
from . import checks, effort, term_caveats, terminology
from .bleu_difference import QuotesOfLead, add_quotes_doubts, quotes_of_leads
from .capitals import find_wrong_capitals
from .check_caveats import find_caveats
from .checks import CheckFinding, ChecksRequest, TextsToCheck
from .comparison import ComparisonRequest, Comparisons, Verdicts
from .dangerous import DangerousSegments, flag_of_finding
from .dangerous import run as run_dangerous
from .doctor import (
    DoctorRequest,
    DoctorResult,
    doubts,
    examined_texts,
    findings_in_part,
    has_broken_reference,
    kept_faults,
    lines_out_of_place,
    published_sentence,
    same_without_case,
    source_lines_out_of_place,
)
from .doctor import run as examine
from .effort import EffortRequest, EffortResult, PostEditedTexts
from .error_kinds import ErrorKinds
from .ignored_findings import IgnoreRule, ignore_findings
from .plain_quotes_verdict import AS_TYPED, WeighedVerdicts, retest, weigh_verdicts, without_first_verdict
from .side_by_side import TRIALS, Pair, Reversals, ScoredPair, SideBySideRequest, segments_by_difference
from .side_by_side import run as compare_side_by_side
from .term_caveats import Caveat, terms_fit
from .terminology import TermsRequest, TermsResult, add_term_findings
from .verdict import (
    Decision,
    Oddity,
    Votes,
    count_votes,
    decide,
    verdicts_by_metric,
)
from .wording.comparison_notes import notes_on_outputs
from .wording.set_facts import language_names

JudgeBy = Callable[[Metric, Pair], Verdicts]
"""Function from a metric and two systems to verdicts by this metric; the verdict on the two must be settled."""
MAX_SEGMENTS_SHOWN = 10
"""Number of segments that are shown with both outputs."""
READ_BY = 0.6
"""Share of the work that compares segments; the rest runs the checks."""
DANGEROUS, LONGEST_DANGEROUS = 5, 600
"""The most segments with findings of checks that are shown, and the most characters of each of their texts."""
OF_LEAD = 2
"""The most examples of the first-named finding, if it is in neither of the two best systems."""
MAX_TESTED = 10
"""The most systems whose findings a report tests; all pairs of 20 take 13 s."""
MAX_SYSTEMS_WITH_ALL_PAIRS = 4
"""The most systems with all pairs listed; among more, each system is listed with the next one in the ranking."""
MAX_PAIRS = 12
"""The most pairs in the table of differences."""
SHORT = 0.5
"""Share of the median length below which segments are read last: one word is a large difference there."""


@dataclass(frozen=True)
class ReportRequest:
    """The settings and systems of a report."""

    comparison: ComparisonRequest
    """Comparison by the metric that decides."""
    bleu: BLEU
    """Metric whose n-grams are marked in the texts."""
    made_on: date
    shown: tuple[str, ...] | None = None
    """Outputs of the systems that the report covers; None for all. p-values stay adjusted for all systems."""
    address: str | None = None
    """Address at which the dashboard shows the report live; None without an address."""
    trials: int = TRIALS
    """Number of resamples of each bucket."""
    baseline: str | None = None
    """System with which all others are compared; None to compare each with the next one in the ranking."""
    left_out: str = ""
    """Sentence on the segments that are left out because of the doctor's findings."""
    ignored: tuple[IgnoreRule, ...] = ()
    """Rules for findings of checks that are no errors."""
    glossary: Glossary | None = None
    """Glossary with the terms that outputs should have."""
    kept_faults: tuple[str, ...] = ()
    """Findings that are kept as faults of systems and raise no doubt, each as ``kind:text``."""


@dataclass(frozen=True)
class Standing:
    """A row of the table of scores: one system."""

    system: str
    color: str
    score: float
    interval: tuple[float, float]
    """95 % interval of the score by the bootstrap; NaN without an interval"""
    against_best: str | None
    """The verdict on the best system's lead over this system; None for the best itself, and without a score."""
    others: tuple[float, ...]
    """The system's scores by the other metrics."""


@dataclass(frozen=True)
class Difference:
    """The difference of two systems, the better one first."""

    better: str
    worse: str
    difference: float
    """The better system's printed score minus the worse one's."""
    interval: tuple[float, float]
    p_adjusted: float
    state: str


@dataclass(frozen=True)
class ReportSegment:
    """A segment with both outputs."""

    segment: Segment
    scores: tuple[float, float]
    leads: int
    """Above 0 where the first output is better, below 0 where the second is."""
    matches: tuple[SegmentMatches, SegmentMatches]
    differing: tuple[frozenset[int], frozenset[int]]
    """Places of the tokens of each output that differ from the other output, by the fewest edits."""


@dataclass(frozen=True)
class SystemSegment:
    """A segment with the output of one system."""

    segment: Segment
    score: float
    matches: SegmentMatches


@dataclass(frozen=True)
class FaultExample:
    """A segment that shows what makes the comparison doubtful."""

    system: str
    """System whose output is shown: the one with the fault, or the best one if another text has the fault."""
    color: str
    fault: str
    """Phrase for what is wrong in the segment, such as "placeholder lines in ref"."""
    example: SystemSegment


@dataclass(frozen=True)
class Reading:
    """The differences of the two best systems: examples, wins and reversals."""

    outputs: Pair
    """Outputs whose texts are read: of the two best systems, or the first run of each."""
    colors: Pair
    segments: tuple[ReportSegment, ...]
    """Examples: first wins of the first system, then wins of the second, then ties."""
    wins: SegmentWins
    reversals: Reversals
    faults: tuple[FaultExample, ...] = ()
    """An example for each finding that names the segments with the fault."""


@dataclass(frozen=True, eq=False)
class DangerousSentences:
    """The findings of checks in the systems, with examples."""

    segments: DangerousSegments
    tested: ErrorKinds | None
    """Test whether the ranked systems differ; None for more than ``MAX_TESTED`` systems."""
    colors: Mapping[str, str]
    """Colour of each system, by name."""
    examples: tuple[tuple[Segment, tuple[CheckFinding, ...]], ...]
    """Segments with serious findings of the two best systems, and of the system that is named first."""
    alarms: Mapping[int, tuple[CheckFinding, ...]] = field(default_factory=dict)
    """All critical and major findings of each segment, by the segment's number."""
    terms: TermsResult | None = None
    """Rates of the glossary's terms in the systems; None without a glossary that fits."""
    has_broken_reference: bool = False
    """Whether a reference has a fault, so that its findings may be more than its translator's rewording."""

    @property
    def n_examples_of_lead(self) -> int:
        """Number of examples of the finding that is named first."""
        lead = self.segments.in_place.lead
        shown = ({flag_of_finding(one) for one in findings} for _, findings in self.examples)
        return sum(bool(flags) if lead is None else lead[0] in flags for flags in shown)

    @property
    def of_checks(self) -> DangerousSegments:
        """Findings of all checks except terms."""
        result = self.segments.result.filter_findings(
            lambda findings: [finding.check != TERMINOLOGY for finding in findings]
        )
        return replace(self.segments, result=result)


@dataclass(frozen=True, eq=False)
class Report:
    """All values of a report."""

    name: str
    """Name of the test set."""
    fingerprint: str
    n_segments: int
    n_references: int
    made_on: date
    versions: tuple[str, ...]
    """Names and versions of the programs behind the numbers."""
    address: str | None
    """Address at which the dashboard shows the report live; None without an address."""
    metrics: tuple[Metric, ...]
    """Metrics of the table of scores; the first one decides."""
    signatures: tuple[str, ...]
    """Signature of each metric."""
    unfit: tuple[str, ...]
    """Reasons why scores say little about texts in this language."""
    verdicts: Verdicts
    standings: tuple[Standing, ...]
    """Systems, the best first."""
    decision: Decision | None
    """The decision that counts, see ``weighed``; None where fewer than two systems have a score."""
    votes: Votes | None
    oddities: tuple[Oddity, ...]
    """Oddities of the outputs that the report covers."""
    differences: tuple[Difference, ...]
    n_unlisted: int
    """Number of pairs of these systems that are not in ``differences``."""
    baseline: str | None = None
    """System with which the others are compared; None without one."""
    n_shared: Mapping[str, int] = field(default_factory=dict)
    """Number of segments with a score, by the name of another metric, if not all have one."""
    left_out: str = ""
    """Sentences on changes in outputs, on segments that are left out, and on faults that are kept."""
    published: str | None = None
    """Sentence on the published test set that the texts are from; None where no such set is known."""
    languages: tuple[str | None, str | None] = None, None
    """Languages of the source and of the references, each None if unknown."""
    wrong_capitals: tuple[Sentence, ...] = ()
    """Sentence on each system to which capitals cost far more BLEU than to another system."""
    weighed: WeighedVerdicts = AS_TYPED
    """Effect of quotation marks of one kind on the verdicts; all other values are for the texts as typed."""
    quotes: str = ""
    """Sentences on quotation marks that make most of a lead by BLEU that stays significant; empty without one."""
    reading: Reading | None = None
    """Differences of the two best systems; None without a decision, and in a summary."""
    dangerous: DangerousSentences | None = None
    """Findings of checks in the systems; None where no check can be run, without a decision, and in a summary."""
    caveats: tuple[Caveat, ...] = ()
    """Caveats of checks and of a glossary on the two best systems."""
    effort: EffortResult | None = None
    """Effort of post-editing the systems; None without post-edits, and in a summary."""
    colors: Mapping[str, str] = field(default_factory=dict)
    """Colour of each system, by name; empty in a summary."""

    @property
    def comparisons(self) -> Comparisons:
        return self.verdicts.comparisons

    @property
    def without_score(self) -> tuple[str, ...]:
        """Systems without a score by the metric that decides."""
        return tuple(standing.system for standing in self.standings if math.isnan(standing.score))


def _ranked_systems(comparisons: Comparisons, shown: Sequence[str]) -> list[str]:
    """Return the systems that have a score, the best first."""
    ranked = (
        comparisons.systems[place] for place in comparisons.order if not math.isnan(comparisons.tested.scores[place])
    )
    return [system for system in ranked if system in shown]


def _pairs_in_table(ranked: Sequence[str]) -> list[Pair]:
    """Return the pairs in the table of differences."""
    pairs = combinations(ranked, 2) if len(ranked) <= MAX_SYSTEMS_WITH_ALL_PAIRS else pairwise(ranked)
    return list(islice(pairs, MAX_PAIRS))


def _pairs_with_baseline(ranked: Sequence[str], baseline: str) -> list[Pair]:
    """Return the pairs of the baseline and every other system, the better one first."""
    place = ranked.index(baseline)
    return [*((system, baseline) for system in ranked[:place]), *((baseline, system) for system in ranked[place + 1 :])]


def build_report(
    request: ReportRequest,
    test_set: TestSet,
    verdicts: Verdicts,
    statistics: Mapping[str, Floats],
    sums: Mapping[Metric, Mapping[str, Floats]],
    on_progress: Progress = no_progress,
    judge_by: JudgeBy | None = None,
) -> Report:
    """Return the report on a test set.

    Parameters
    ----------
    verdicts : on the comparison that decides
    statistics : output -> rows (n_segments, n_statistics) by the metric that decides
    sums : metric -> output -> statistics (n_statistics,), for the table of scores
    on_progress : is told the share done; what it raises ends the work
    judge_by : gives the verdicts by one of the other metrics, if they are there already
    """
    examined = examine(DoctorRequest(is_shallow=True), examined_texts(test_set))
    summary = _summary(request, test_set, verdicts, sums, judge_by, examined)
    if summary.decision is None:
        return summary
    reading = _reading(request, test_set, summary.decision, statistics, progress_between(on_progress, 0.0, READ_BY))
    shown = [standing.system for standing in summary.standings]
    faults = _fault_examples(request, test_set, reading.outputs[0], shown, examined, statistics)
    tell = progress_between(on_progress, READ_BY, 1.0)
    dangerous = _dangerous_sentences(request, test_set, shown, reading.outputs, examined, tell)
    if dangerous is not None:
        dangerous = replace(dangerous, has_broken_reference=has_broken_reference(test_set, examined))
    caveats: list[Caveat] = []
    if request.comparison.runs_by_system is None:
        if dangerous is not None:
            caveats += find_caveats(replace(dangerous.of_checks, systems=reading.outputs))
        if request.glossary is not None:
            caveats += term_caveats.run(test_set, reading.outputs, request.glossary, request.ignored)
    return replace(
        summary,
        reading=replace(reading, faults=tuple(faults)),
        dangerous=dangerous,
        caveats=tuple(caveats),
        effort=_post_editing_effort(test_set, shown),
        colors=system_colors(test_set.system_names),
    )


def _post_editing_effort(test_set: TestSet, shown: Sequence[str]) -> EffortResult | None:
    """Return the effort of post-editing the shown systems, with the command's defaults; None without post-edits."""
    if not {edit.system for edit in test_set.post_edits} & {*shown}:
        return None
    return effort.run(EffortRequest(), PostEditedTexts.of_test_set(test_set, shown))


def _dangerous_sentences(
    request: ReportRequest,
    test_set: TestSet,
    shown: Sequence[str],
    best: Pair,
    examined: DoctorResult,
    on_progress: Progress,
) -> DangerousSentences | None:
    """Run the checks on the shown systems, or on all their runs; None where no check can be run."""
    runs = request.comparison.runs_by_system
    outputs = tuple(shown if runs is None else (run for system in shown for run in runs[system]))
    texts = TextsToCheck.of_test_set(test_set, outputs)
    terms, tell = None, on_progress
    if request.glossary is not None and runs is None and terms_fit(request.glossary, test_set):
        terms = terminology.run(TermsRequest(request.glossary), texts, progress_between(on_progress, 0.0, 0.5))
        tell = progress_between(on_progress, 0.5, 1.0)
    result = checks.run(ChecksRequest(), texts, tell)
    if terms is not None:
        result = add_term_findings(result, terms, texts)
    if not result.rates:
        return None
    out_of_place = lines_out_of_place(examined, outputs, test_set.places, is_of_part=True)
    of_source = source_lines_out_of_place(examined, test_set.places, is_of_part=True)
    not_ignored = ignore_findings(result, request.ignored, test_set.numbers)
    segments = DangerousSegments(not_ignored, outputs, out_of_place, of_source)
    examples = islice(_dangerous_examples(test_set, segments, best), DANGEROUS)
    tested = run_dangerous(segments.in_place) if len(outputs) <= MAX_TESTED and segments.ranks_systems else None
    alarms = {int(test_set.numbers[at]): tuple(of) for at, of in segments.worst(segments.serious_flags).items()}
    return DangerousSentences(segments, tested, system_colors(test_set.system_names), tuple(examples), alarms, terms)


def _dangerous_examples(
    test_set: TestSet, segments: DangerousSegments, best: Pair
) -> Iterator[tuple[Segment, tuple[CheckFinding, ...]]]:
    """Yield segments that are short enough to read, with serious findings that no reference has as often.

    First come some with the finding that is named first, in any system, then findings of the two best systems.
    """
    flags = {flag for flag in segments.rates if flag.is_of_any_check and not segments.is_uninformative(flag)}
    n_of_lead = 0
    for index, findings in segments.worst().items():
        of_lead = [
            one
            for one in findings
            if (flag_of_finding(one), one.system) == segments.in_place.lead and n_of_lead < OF_LEAD
        ]
        shown_findings = tuple(
            one for one in findings if (one.system in best and flag_of_finding(one) in flags) or one in of_lead
        )
        if shown_findings:
            segment = test_set.segment(index)
            texts = [segment.source or "", *(segment.hypotheses[one.system] for one in shown_findings)]
            if max(map(len, texts)) <= LONGEST_DANGEROUS:
                n_of_lead += bool(of_lead)
                yield segment, shown_findings


def summarize(
    request: ReportRequest,
    test_set: TestSet,
    verdicts: Verdicts,
    sums: Mapping[Metric, Mapping[str, Floats]],
    judge_by: JudgeBy | None = None,
) -> Report:
    """Return the report without segments and buckets; parameters as of ``build_report``."""
    examined = examine(DoctorRequest(is_shallow=True), examined_texts(test_set))
    return _summary(request, test_set, verdicts, sums, judge_by, examined)


def _summary(
    request: ReportRequest,
    test_set: TestSet,
    verdicts: Verdicts,
    sums: Mapping[Metric, Mapping[str, Floats]],
    judge_by: JudgeBy | None,
    examined: DoctorResult,
) -> Report:
    comparisons = verdicts.comparisons
    shown = request.comparison.systems_of_outputs(request.shown or request.comparison.systems)
    groups = request.comparison.runs_by_system
    runs = {system: (system,) for system in comparisons.systems} if groups is None else groups
    metrics = (comparisons.metric, *(metric for metric in sums if metric != comparisons.metric))
    unequal = _unequal_others(test_set, metrics[1:])
    bases = {
        metric.name: n_shared_segments(metric, metric.measure(test_set)) for metric in _external_metrics(metrics[1:])
    }
    sums = {**sums, **{metric: _on_shared_segments(test_set, metric) for metric in unequal}}
    scores = {
        metric.name: {
            system: float(metric.score(_pooled_statistics(sums[metric], runs[system])))
            for system in comparisons.systems
        }
        for metric in metrics
    }
    outputs = [run for system in shown for run in runs[system]]
    odd = doubts(test_set, outputs, examined, request.kept_faults, comparisons.metric)
    same = [*same_without_case(test_set, outputs, odd)] if ignores_case(comparisons.metric) else []
    decision = decide(verdicts, shown, (*odd, *same))
    quotes, weighed = tuple[QuotesOfLead, ...](), AS_TYPED
    if decision is not None:
        weighed = weigh_verdicts(replace(request.comparison, metric=comparisons.metric), test_set, decision, shown, odd)
        quotes = without_first_verdict(quotes_of_leads(test_set, decision), weighed.first)
        decision = decision if weighed.first is None else weighed.first.counting
    odd = add_quotes_doubts(odd, quotes)
    references = [reference.segments for reference in test_set.references]
    script = test_set.target.script
    colors = system_colors(comparisons.systems)
    ranked = _ranked_systems(comparisons, shown)
    baseline = request.baseline if request.baseline in ranked else None
    pairs = _pairs_in_table(ranked) if baseline is None else _pairs_with_baseline(ranked, baseline)
    by_bleu = {
        output: float(request.bleu.score(sums[request.bleu][output])) for output in outputs if request.bleu in sums
    }
    on_outputs = notes_on_outputs(test_set, outputs, metrics, examined, same)
    kept_said = kept_sentence(kept_faults(test_set, outputs, examined, request.kept_faults))
    return Report(
        test_set.name,
        test_set.fingerprint,
        len(test_set),
        len(references),
        request.made_on,
        program_versions(),
        request.address,
        metrics,
        tuple(
            _metric_for_signature(metric, test_set).full_signature(references, bool(test_set.realigned_systems))
            for metric in metrics
        ),
        tuple(dict.fromkeys(filter(None, (metric.unfit_for(script) for metric in metrics)))),
        verdicts,
        tuple(_standings(verdicts, shown, [scores[metric.name] for metric in metrics[1:]], colors)),
        decision,
        None if decision is None else _votes(request, test_set, decision, metrics, judge_by, weighed),
        odd,
        tuple(_difference(verdicts, *pair) for pair in pairs),
        0 if baseline is not None else math.comb(len(ranked), 2) - len(pairs),
        baseline,
        {name: n_shared for name, n_shared in bases.items() if n_shared is not None},
        " ".join(filter(None, [on_outputs, request.left_out, kept_said])),
        published_sentence(examined),
        language_names(test_set),
        tuple(find_wrong_capitals(request.bleu, test_set, by_bleu, examined).values()),
        weighed,
        " ".join(one.sentence for one in quotes if one.is_sure),
    )


def _metric_for_signature(metric: Metric, test_set: TestSet) -> Metric:
    """Return the metric with the number of segments that its scores are means of."""
    return metric_with_coverage(metric, metric.measure(test_set)) if isinstance(metric, ExternalScore) else metric


def _external_metrics(metrics: Sequence[Metric]) -> list[Metric]:
    """Return the metrics whose scores come from elsewhere, which may cover only some segments."""
    return [metric for metric in metrics if isinstance(metric, ExternalScore)]


def _unequal_others(test_set: TestSet, metrics: Sequence[Metric]) -> dict[Metric, UnequalCoverage]:
    """Return those of the metrics that score different segments of different systems, with their coverage."""
    coverage_of_metric = {metric: find_unequal_coverage(metric, test_set) for metric in metrics}
    return {metric: coverage for metric, coverage in coverage_of_metric.items() if coverage is not None}


def _on_shared_segments(test_set: TestSet, metric: Metric) -> dict[str, Floats]:
    """Return the statistics of each output, summed over the segments on which all outputs have scores."""
    rows = on_shared_segments(metric, metric.measure(test_set))
    return {system: of_system.sum(axis=0) for system, of_system in rows.items()}


def _pooled_statistics(sums: Mapping[str, Floats], runs: Sequence[str]) -> Floats:
    """Return the statistics of all runs as one corpus."""
    summed: Floats = np.sum([sums[run] for run in runs], axis=0)
    return summed


def program_versions() -> tuple[str, ...]:
    """Return the names and versions of the programs behind numbers, BLEUscope first."""
    names = {"sacreBLEU": "sacrebleu", "NumPy": "numpy"}
    others = (f"{name} {version(package)}" for name, package in names.items())
    return f"BLEUscope {VERSION}", *others, f"Python {platform.python_version()}"


def _standings(
    verdicts: Verdicts, shown: Sequence[str], others: Sequence[Mapping[str, float]], colors: Mapping[str, str]
) -> Iterator[Standing]:
    comparisons = verdicts.comparisons
    best = None
    for place in comparisons.order:
        system, score = comparisons.systems[place], float(comparisons.tested.scores[place])
        if system not in shown:
            continue
        state = None if best is None or math.isnan(score) else verdicts.state(best, system)
        interval, rest = comparisons.bootstrap.interval(system), tuple(scores[system] for scores in others)
        yield Standing(system, colors[system], score, interval, state, rest)
        best = system if best is None and not math.isnan(score) else best


def _votes(
    request: ReportRequest,
    test_set: TestSet,
    decision: Decision,
    metrics: Sequence[Metric],
    judge_by: JudgeBy | None,
    weighed: WeighedVerdicts,
) -> Votes:
    """Return the votes of the other metrics, with quotation marks of one kind if the decision is with these."""
    is_with_plain_quotes = weighed.first is not None and weighed.first.is_other

    def judge(metric: Metric, pair: Pair) -> Verdicts:
        metric_request = replace(request.comparison, metric=metric)
        if is_with_plain_quotes and not isinstance(metric, ExternalScore):
            return retest(metric_request, test_set).verdicts
        return (
            verdicts_by_metric(metric_request, test_set, pairs=[pair]) if judge_by is None else judge_by(metric, pair)
        )

    pair, others = (decision.best, decision.next), (metric for metric in metrics if metric != decision.metric)
    return count_votes(decision, (judge(metric, pair) for metric in others), test_set.scores)


def _difference(verdicts: Verdicts, better: str, worse: str) -> Difference:
    comparisons = verdicts.comparisons
    a, b = (float(comparisons.tested.scores[comparisons.index(system)]) for system in (better, worse))
    interval = comparisons.bootstrap.difference_interval(better, worse)
    p = verdicts.p_adjusted(better, worse)
    difference = printed_difference(a, b, comparisons.metric.decimals)
    return Difference(better, worse, difference, interval, p, verdicts.state(better, worse))


def _reading(
    request: ReportRequest,
    test_set: TestSet,
    decision: Decision,
    statistics: Mapping[str, Floats],
    on_progress: Progress,
) -> Reading:
    groups, colors = request.comparison.runs_by_system, system_colors(decision.verdicts.comparisons.systems)
    first, second = (name if groups is None else groups[name][0] for name in (decision.best, decision.next))
    outputs = first, second
    side_by_side_request = SideBySideRequest(decision.metric, outputs, request.bleu, trials=request.trials)
    result = compare_side_by_side(side_by_side_request, test_set, statistics, on_progress)
    lengths = result.counts.reference_lengths.max(axis=0)
    is_short = lengths < SHORT * np.median(lengths)
    return Reading(
        outputs,
        (colors[decision.best], colors[decision.next]),
        tuple(_examples(test_set, result.pair, request.bleu, is_short)),
        result.pair.wins,
        result.reversals,
    )


def _fault_examples(
    request: ReportRequest,
    test_set: TestSet,
    best: str,
    shown: Sequence[str],
    examined: DoctorResult,
    statistics: Mapping[str, Floats],
) -> Iterator[FaultExample]:
    """Yield the first segment of each finding that makes the comparison doubtful and names some of the segments."""
    groups, colors = request.comparison.runs_by_system, system_colors(test_set.system_names)
    outputs = shown if groups is None else [run for system in shown for run in groups[system]]
    for finding in offered_findings(examined.findings, outputs):
        if finding.key in request.kept_faults:
            continue
        system = finding.file if finding.role == SYSTEM else best
        for index in np.flatnonzero(np.isin(test_set.places, finding.places))[:1].tolist():
            segment = test_set.segment(index)
            try:
                matches = request.bleu.matches(segment.hypotheses[system], test_set.reference_texts(index))
            except TooLong:
                continue
            score = float(request.comparison.metric.score(statistics[system][index]))
            yield FaultExample(
                system, colors[system], what_is_left_out(finding), SystemSegment(segment, score, matches)
            )


def apportion(counts: Sequence[int], total: int) -> list[int]:
    """Divide ``total`` into whole parts in proportion to the counts, by the largest remainders.

    >>> apportion([490, 430, 80], 10)
    [5, 4, 1]
    """
    whole = sum(counts)
    if not whole:
        return [0] * len(counts)
    parts = [count * total // whole for count in counts]
    by_remainder = sorted(range(len(counts)), key=lambda place: -(counts[place] * total % whole))
    for place in by_remainder[: total - sum(parts)]:
        parts[place] += 1
    return parts


def _example_counts(wins: SegmentWins) -> list[int]:
    """Return the numbers of examples, in proportion: wins of the first system, wins of the second, and ties.

    A side that wins any segment has at least one example.
    """
    counts = apportion((wins.a, wins.b, wins.ties), MAX_SEGMENTS_SHOWN)
    for side, n_wins in enumerate((wins.a, wins.b)):
        if n_wins and not counts[side]:
            counts[counts.index(max(counts))] -= 1
            counts[side] = 1
    return counts


def _examples(test_set: TestSet, pair: ScoredPair, bleu: BLEU, is_short: Flags) -> Iterator[ReportSegment]:
    """Yield segments that each side wins, the largest difference first, then ties of different texts.

    Segments that are too long to be marked are left out.
    """
    leads = np.nan_to_num(pair.leads, nan=math.inf)
    counts = _example_counts(pair.wins)
    orders = segments_by_difference(pair, 1), segments_by_difference(pair, -1), _ties(test_set, pair)
    for sign, number, order in zip((1, -1, 0), counts, orders, strict=True):
        segments = order[(np.sign(leads[order]) == sign) & np.isfinite(leads[order])]
        places = [*segments[~is_short[segments]].tolist(), *segments[is_short[segments]].tolist()]
        yield from islice(_markable(test_set, pair, bleu, places), number)


def _ties(test_set: TestSet, pair: ScoredPair) -> Ints:
    """Return the segments in which the two outputs are different texts."""
    first, second = (test_set.system(name).segments for name in pair.names)
    return np.flatnonzero(pc.not_equal(first, second))


def _markable(test_set: TestSet, pair: ScoredPair, bleu: BLEU, places: Iterable[int]) -> Iterator[ReportSegment]:
    for index in places:
        try:
            segment = report_segment(test_set, pair, bleu, index)
        except TooLong:
            continue
        yield segment


def report_segment(test_set: TestSet, pair: ScoredPair, bleu: BLEU, index: int) -> ReportSegment:
    """Return the segment at 0-based ``index`` with both outputs; raise ``TooLong`` for an output too long to be marked.

    ``bleu`` is the metric whose n-grams are marked.
    """
    segment, references = test_set.segment(index), test_set.reference_texts(index)
    a, b = (bleu.matches(segment.hypotheses[name], references) for name in pair.names)
    scores = float(pair.scores[0][index]), float(pair.scores[1][index])
    leads = int(np.sign(np.nan_to_num(pair.leads[index])))
    return ReportSegment(segment, scores, leads, (a, b), _differing(a.hypothesis, b.hypothesis))


def _differing(first: Sequence[str], second: Sequence[str]) -> tuple[frozenset[int], frozenset[int]]:
    """Return the places of the tokens of each text that change in the fewest edits between them."""
    numbers: dict[str, int] = {}
    both = [
        EncodedText(np.array([numbers.setdefault(token, len(numbers)) for token in text], dtype=np.int32), tuple(text))
        for text in (first, second)
    ]
    edits = segment_edits(both[0], [both[1]], with_shifts=False).final.edits
    changed = [edit for edit in edits if edit.kind is not EditKind.MATCH]
    return (
        frozenset(edit.origin for edit in changed if edit.origin is not None),
        frozenset(edit.reference_position for edit in changed if edit.reference_position is not None),
    )
