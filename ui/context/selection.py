"""The segments that are shown, and their order. Both are in the address, and hold on every page."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from scoring import BLEU, Metric, TestSet
from scoring.doctor.left_out import LeftOutSegments, leave_out
from scoring.doctor.odd_texts import Suspicion, find_suspicions
from scoring.judgments import ErrorKind
from scoring.judgments.external import ExternalScore, NoScore
from scoring.judgments.kinds import (
    ANY_KIND,
    BELOW,
    categories_without_children,
    category_key,
    category_levels,
    severity_rank,
)
from scoring.studies import doctor
from scoring.studies.segment_difference import disagreement_by_segment
from scoring.text.texts import as_mask
from server.engine.tasks import Task, Tell
from ui.context import filters as filtering
from ui.context import ranking
from ui.context.filters import ALL_SCORES, ANY_OUTPUT, ANYWHERE, NO_FILTERS, WITH, WITHOUT, ErrorFilter, Filters
from ui.context.kept_choices import chosen_faults, faults_over_kept
from ui.session import state
from ui.store import cache

PATTERN = "pattern"
"""Value of ``find_as`` in the address for a search by a regular expression."""
FILE, DIFFERENCE, DISAGREEMENT = "file", "difference", "disagreement"
LONGEST, SHORTEST, BEST, WORST = "longest", "shortest", "best", "worst"
"""Orders of segments in the address; BEST and WORST also name a system: ``best:NAME``."""
NAMES = {"find": "find", "where": "find_in", "is_regex": "find_as"}
NAMES |= {"scores": "score", "score_of": "score_of", "lengths": "length"}
"""Field of ``Filters`` -> its name in the address."""
ERRORS = ("errors", "category", "severity", "annotator", "errors_of", "errors_by")
"""Names in the address for the filter by marked errors."""
BETWEEN = "|"
"""Separator, in the address, of findings whose segments are left out."""
AND = "+"
"""Separator of severities in the address."""
NUMBER = r"(-?\d{1,7}(?:\.\d{1,4})?)"
RANGE = re.compile(f"{NUMBER}-{NUMBER}", re.ASCII)


def measure(metrics: Mapping[str, Metric], bleu: BLEU) -> Metric:
    """Return the metric by whose scores segments are listed, sorted and filtered, as the address says.

    This is BLEU or an external score. By default it is people's first score if there is one. ``NoScore`` where there is
    none of these.
    """
    offered = list_measures(metrics, bleu)
    return offered.get(state.address_value("score_by"), next(iter(offered.values()), NoScore("score", True)))


def list_measures(metrics: Mapping[str, Metric], bleu: BLEU) -> dict[str, Metric]:
    """Return the metrics that can score segments, by name: people's scores, BLEU if it is a metric, all others."""
    external_metrics: dict[str, Metric] = {
        name: metric for name, metric in metrics.items() if isinstance(metric, ExternalScore)
    }
    computed: dict[str, Metric] = {bleu.name: bleu} if bleu.name in metrics else {}
    return {name: metric for name, metric in external_metrics.items() if metric.is_human} | computed | external_metrics


def find_opponent(metrics: Mapping[str, Metric], bleu: BLEU, by: Metric) -> Metric | None:
    """Return the metric whose scores are compared with those of ``by``; None where there is no other metric.

    Against people's scores it is BLEU or an external score; against others it is people's scores. Without one of these
    it is the first of the others.
    """
    others = [metric for metric in list_measures(metrics, bleu).values() if metric != by]
    return next((metric for metric in others if metric.is_human != by.is_human), next(iter(others), None))


def filters_in_address(test_set: TestSet, measured_by: str = NO_FILTERS.score_by) -> Filters:
    """Return the filters that the address names; values that mean nothing in this test set are ignored.

    ``measured_by`` is the name of the score that the filter by scores is about.
    """
    find, column_name, of = map(state.address_value, ("find", "find_in", "score_of"))
    place = column_name if column_name in filtering.searchable_columns(test_set) else ANYWHERE
    system = of if of in test_set.system_names else None
    scores = _range("score") if test_set.references or test_set.scores else None
    lengths = _range("length") if test_set.references else None
    length_range = None if lengths is None else (int(lengths[0]), int(lengths[1]))
    filters = Filters(
        find=find,
        where=place,
        is_regex=state.address_value("find_as") == PATTERN,
        scores=scores or ALL_SCORES,
        score_of=system,
        lengths=length_range,
        document=_address_filter(test_set.documents, "document"),
        domain=_address_filter(test_set.domains, "domain"),
        errors=_errors(test_set),
        is_suspicious=bool(state.address_value("suspicious")),
        left_out=_left_out(test_set),
        score_by=measured_by,
    )
    return filters if filtering.pattern_problem(filters) is None else replace(filters, find="")


def _left_out(test_set: TestSet) -> LeftOutSegments | None:
    """Return the segments of the findings that the address leaves out; None where it leaves out none.

    Findings of kinds that the first examination does not look for need the whole examination.
    """
    keys = findings_asked()
    if not keys:
        return None
    examination = cache.first_examination(test_set)
    if not all(any(name in (one.key, one.kind) for one in examination.findings) for name in keys):
        examination = cache.engine().now(cache.whole_examination_task(test_set))
    return leave_out(examination.findings, examination.n_segments, keys)


def findings_asked() -> tuple[str, ...]:
    """Return the findings whose segments the address leaves out, by kind and text."""
    return tuple(filter(None, state.address_value("leave_out").split(BETWEEN)))


def ask_to_leave_out(keys: Collection[str]) -> None:
    """Put the findings of these kinds and texts into the address, so that their segments are left out; a callback."""
    faults = _join_keys(key for key in faults_to_keep() if key not in keys)
    state.set_address_values({"leave_out": _join_keys(keys), state.KEPT_FAULTS: faults_over_kept(faults)})


def faults_to_keep() -> tuple[str, ...]:
    """Return the findings that the address, or the project, keeps as faults of systems, by kind and text."""
    return tuple(filter(None, chosen_faults().split(BETWEEN)))


def ask_to_keep_faults(keys: Collection[str]) -> None:
    """Put the findings of these kinds and texts into the address as faults of systems; a callback.

    Their segments are then not left out.
    """
    left_out = [key for key in findings_asked() if key not in keys]
    state.set_address_values({"leave_out": _join_keys(left_out), state.KEPT_FAULTS: faults_over_kept(_join_keys(keys))})


def _join_keys(keys: Iterable[str]) -> str:
    return BETWEEN.join(dict.fromkeys(keys))


def _address_filter(column: pa.StringArray | None, name: str) -> str | None:
    """Return the value in the address under a name; None if no segment has it, or the filter does not count here."""
    value = state.filter_value(name)
    return value if value and filtering.segments_named(column, value, 0).any() else None


def _errors(test_set: TestSet) -> ErrorFilter:
    """Return the filter by errors in the address; a kind of error without ``errors`` means outputs with this kind."""
    if not any(map(state.address_value, ERRORS)):
        return ANY_OUTPUT
    by, of = state.address_value("errors_by"), state.address_value("errors_of")
    error_filter = ErrorFilter(
        state.address_value("errors") if state.address_value("errors") in (WITH, WITHOUT) else "",
        of=of if of in test_set.system_names else None,
        by=by if by in [annotation.name for annotation in test_set.annotations] else None,
    )
    # Values in the address that no error of the test set has are ignored.
    offered = kinds(test_set, error_filter.by)
    category_text, annotator = state.address_value("category"), state.address_value("annotator")
    category = _category_key(category_text)
    kind = ErrorKind(
        next((level for level in offered["category"] if category_text and _category_key(level) == category), ""),
        parse_severities(state.address_value("severity"), offered["severity"]),
        annotator if annotator in offered["annotator"] else "",
    )
    if not test_set.annotations or (not error_filter.presence and kind == ANY_KIND):
        return ANY_OUTPUT
    return replace(error_filter, presence=error_filter.presence or WITH, kind=kind)


def _category_key(category: str) -> tuple[str, bool]:
    """Return a key that is equal for all spellings of the same categories."""
    return category_key(category), category.endswith(BELOW)


def join_severities(severities: Sequence[str]) -> str:
    """Return severities as the address has them, in one text."""
    return AND.join(severities)


def parse_severities(text: str, offered: Collection[str]) -> tuple[str, ...]:
    """Return the severities in the address's text, if all of them are offered; otherwise none."""
    names = (text,) if text in offered else tuple(dict.fromkeys(text.split(AND)))
    return names if all(name in offered for name in names) else ()


def kinds(test_set: TestSet, by: str | None) -> dict[str, tuple[str, ...]]:
    """Return the kinds of errors of an annotation, or of all: name in the address -> its values in the test set."""
    annotations = filtering.counted_annotations(test_set, by)
    severities = {severity for annotation in annotations for severity in annotation.severities}
    annotators = {annotator for annotation in annotations for annotator in annotation.annotators}
    categories = [name for annotation in annotations for name in annotation.columns.categories.names_in_use]
    return {
        "category": (*category_levels(categories), *categories_without_children(categories)),
        "severity": tuple(sorted(severities - {""}, key=severity_rank)),
        "annotator": tuple(sorted(annotators - {""})),
    }


def unknown_filters(filters: Filters) -> dict[str, str]:
    """Return the filters in the address that the test set does not know: name in the address -> its value there."""
    errors, kind = filters.errors, filters.errors.kind
    understood: dict[str, object] = {
        "document": filters.document,
        "domain": filters.domain,
        "score_of": filters.score_of,
    }
    understood |= {"errors": errors.presence, "category": kind.category, "annotator": kind.annotator}
    understood |= {"severity": "".join(kind.severities), "errors_of": errors.of, "errors_by": errors.by}
    understood["leave_out"] = filters.left_out
    values = {name: state.address_value(name) for name in understood}
    return {name: value for name, value in values.items() if value and not understood[name]}


def ask_for_filters(**changed: Any) -> None:
    """Put fields of ``Filters`` into the address, and leave the others as they are."""
    filters = replace(NO_FILTERS, **changed)
    values = {
        "find": filters.find,
        "where": "" if filters.where == ANYWHERE else filters.where,
        "is_regex": PATTERN if filters.is_regex else "",
        "scores": "" if filters.scores == ALL_SCORES else _range_text(filters.scores),
        "score_of": filters.score_of or "",
        "lengths": "" if filters.lengths is None else _range_text(filters.lengths),
    }
    state.set_address_values({NAMES[field]: values[field] for field in changed})


def narrow(values: Mapping[str, str]) -> None:
    """Put a document, a domain and a filter by errors into the address.

    An empty ``errors`` also removes the kind of errors.
    """
    state.set_address_values(dict.fromkeys(ERRORS, "") if values.get("errors") == "" else values)


def take_off() -> None:
    """Remove all filters from the address."""
    state.set_address_values(dict.fromkeys(state.FILTER_PARAMETERS, ""))


def _range_text(ends: tuple[float, float]) -> str:
    return f"{ends[0]:g}-{ends[1]:g}"


def _range(name: str) -> tuple[float, float] | None:
    match = RANGE.fullmatch(state.address_value(name))
    if match is None or float(match[1]) > float(match[2]):
        return None
    return float(match[1]), float(match[2])


def must_measure(test_set: TestSet) -> bool:
    """Return whether BLEU must be computed before a page can be drawn."""
    return filters_in_address(test_set).by_measure or state.address_value("sort") not in ("", FILE)


def sorting(shown: Sequence[str]) -> str:
    """Return the order of segments in the address, such as ``best:NAME``; empty where it names no possible order."""
    order = state.address_value("sort")
    by, _, system = order.partition(":")
    is_known = system in shown if by in (BEST, WORST) else order in (FILE, DIFFERENCE, DISAGREEMENT, LONGEST, SHORTEST)
    return order if is_known else ""


def part_in_use(test_set: TestSet, bleu: BLEU, by: Metric, shown: Sequence[str], filters: Filters) -> TestSet | None:
    """Return the segments that pass the filters; the test set itself if all do, None if none does.

    Scores are by the metric ``by``. The places of the segments are computed once for all runs and kept. Their texts are
    not kept: they would keep the texts of the whole set in memory.
    """
    if filters.lets_all_pass:
        return test_set
    depends_on = tuple(shown), *([bleu, by] * filters.by_measure)

    def passing(tell: Tell) -> np.ndarray:
        passed = filtering.passes_filters(test_set, filters, shown)
        if filters.is_suspicious:
            places = [suspicion.places for suspicion in suspicions(test_set, shown)]
            passed &= np.isin(np.arange(len(test_set)), np.concatenate([np.empty(0, int), *places]))
        if filters.by_measure:
            scores = cache.score_segments(by, test_set)
            lengths = reference_lengths(bleu, test_set)
            passed &= filtering.segments_within_ranges({system: scores[system] for system in shown}, lengths, filters)
        return np.flatnonzero(passed)

    segment_places = cache.engine().now(
        Task(cache.PAIRS, ("passing", filters, test_set.identity, *depends_on), passing)
    )
    if len(segment_places) in (0, len(test_set)):
        return test_set if len(segment_places) else None
    return test_set.only(segment_places).named(
        f"{test_set.name}, {len(segment_places):,} of {len(test_set):,} segments"
    )


def suspicions(test_set: TestSet, shown: Sequence[str]) -> tuple[Suspicion, ...]:
    """Return why segments of the whole set are suspicious, with the systems shown; computed once for all runs."""

    def find(tell: Tell) -> tuple[Suspicion, ...]:
        return find_suspicions(doctor.examined_texts(test_set), shown, cache.first_examination(test_set).findings)

    return cache.engine().now(Task(cache.PAIRS, ("suspicions", tuple(shown), test_set.identity), find))


def segment_order(
    test_set: TestSet,
    bleu: BLEU,
    by: Metric,
    shown: Sequence[str],
    usual: str = FILE,
    baseline: str | None = None,
    opponent: Metric | None = None,
) -> np.ndarray:
    """Return the indices of the segments in the order that the address names, int (n_segments,).

    Without an order in the address they are in the ``usual`` one. Scores are ``by`` this metric. Differences are
    between the two best systems, or between the baseline and the best other system. Disagreement is with the difference
    by the metric ``opponent``.
    """
    first_come, _, system = (sorting(shown) or usual).partition(":")
    if first_come in (BEST, WORST):
        of_system = cache.score_segments(by, test_set)[system]
        order = filtering.order_by_key(of_system, (first_come == BEST) == by.higher_is_better)
        return order if first_come == BEST or by.is_human else _reference_copies_last(test_set, system, order)
    if first_come in (LONGEST, SHORTEST):
        return filtering.order_by_key(reference_lengths(bleu, test_set), first_come == LONGEST)
    if first_come in (DIFFERENCE, DISAGREEMENT) and len(shown) > 1:
        ranked = ranking.rank_by_corpus_score(by, cache.measure_systems(by, test_set), shown)
        pair = ranking.baseline_first(ranked, baseline)[:2]
        lead = segment_leads(by, test_set, pair)
        if first_come == DIFFERENCE:
            return filtering.order_by_key(abs(lead), True)
        if opponent is not None:
            return filtering.order_by_key(disagreement_by_segment(lead, segment_leads(opponent, test_set, pair)), True)
    return np.arange(len(test_set))


def segment_leads(metric: Metric, test_set: TestSet, pair: Sequence[str]) -> np.ndarray:
    """Return how much better the first system's output is than the second's by this metric, float64 (n_segments,)."""
    first, second = (cache.score_segments(metric, test_set)[name] for name in pair)
    return first - second if metric.higher_is_better else second - first


def _reference_copies_last(test_set: TestSet, system: str, order: np.ndarray) -> np.ndarray:
    """Return the order with outputs that equal a reference at the end: very short ones may have a score of 0."""
    outputs = test_set.system(system).segments
    are_copies = np.zeros(len(test_set), bool)
    for reference in test_set.references:
        are_copies |= as_mask(pc.equal(outputs, reference.segments))
    return np.concatenate([order[~are_copies[order]], order[are_copies[order]]])


def score_range(by: Metric, test_set: TestSet) -> tuple[float, float]:
    """Return the lowest and the highest segment score by this metric, rounded outwards to two decimals.

    All systems count; 0 and 0 where no segment has a score.
    """
    scores = np.concatenate([*cache.score_segments(by, test_set).values()])
    if np.isnan(scores).all():
        return 0.0, 0.0
    return float(np.floor(np.nanmin(scores) * 100) / 100), float(np.ceil(np.nanmax(scores) * 100) / 100)


def reference_lengths(bleu: BLEU, test_set: TestSet) -> np.ndarray:
    """Return the length in tokens of the reference closest in length to the first system's output, int (n_segments,).

    Without references it is the number of words, separated by white space, of the source, or else of the first system's
    output.
    """
    if not test_set.references:
        text = test_set.systems[0].segments if test_set.source is None else test_set.source
        return pc.count_substring_regex(text, r"\S+").to_numpy()
    return bleu.column(cache.measure_systems(bleu, test_set)[test_set.system_names[0]], "reference_length")
