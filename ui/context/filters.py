"""Filters of segments and of their marked errors, the order of segments, and where a search matches in a text. Pure."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from re import escape

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from markupsafe import Markup

from scoring import TestSet
from scoring.doctor.left_out import LeftOutSegments
from scoring.judgments import Annotation, ErrorKind
from scoring.judgments.kinds import ANY_KIND, category_name
from scoring.studies.wording.verdict_words import no_verdict_of_filter
from scoring.text.spans import token_spans
from scoring.text.texts import as_mask

WITH, WITHOUT = "with", "without"
ANYWHERE, SOURCE, REFERENCES, OUTPUTS = "anywhere", "source", "references", "outputs"
ALL_SCORES = 0.0, 100.0
OPEN, CLOSE = "\ue000", "\ue001"
"""Marks around each match. They are in Unicode's private area, so that no meaningful text has them."""


@dataclass(frozen=True)
class ErrorFilter:
    """Condition on the errors that are marked in a segment's outputs."""

    presence: str = ""
    """``WITH``; ``WITHOUT`` where an output was judged and has no such error; empty where errors do not matter."""
    kind: ErrorKind = ANY_KIND
    of: str | None = None
    """Name of the system whose output is meant; None for any of the systems shown."""
    by: str | None = None
    """Name of the annotation; None for all together."""


ANY_OUTPUT = ErrorFilter()


def counted_annotations(test_set: TestSet, by: str | None) -> tuple[Annotation, ...]:
    """Return the annotations of this name; all where the name is None."""
    return tuple(annotation for annotation in test_set.annotations if by in (None, annotation.name))


def passes_error_filter(test_set: TestSet, errors: ErrorFilter, shown: Collection[str]) -> np.ndarray:
    """Return which segments pass the filter by errors, bool (n_segments,).

    With ``WITH`` an output must have such an error. With ``WITHOUT`` an output must have been judged, and none have
    one.
    """
    systems = shown if errors.of is None else {errors.of}
    has_errors, is_judged = np.zeros(len(test_set), bool), np.zeros(len(test_set), bool)
    for annotation in counted_annotations(test_set, errors.by):
        has_errors |= annotation.having(systems, errors.kind)
        is_judged |= annotation.judged_segments(systems)
    return has_errors if errors.presence == WITH else is_judged & ~has_errors


def describe_error_filter(errors: ErrorFilter) -> str:
    """Return the filter by errors in words; empty where errors do not matter."""
    if not errors.presence:
        return ""
    kind = errors.kind
    output_phrase = f" in {errors.of}" if errors.of else ""
    conditions = [" or ".join(kind.severities), category_name(kind.category)]
    conditions += [f"by {kind.annotator}"] if kind.annotator else []
    conditions += [f"from {errors.by}"] if errors.by else []
    description = ", ".join(filter(None, conditions))
    return f"{errors.presence} marked errors{output_phrase}{': ' if description else ''}{description}"


@dataclass(frozen=True)
class Filters:
    """Conditions that a segment must meet to be shown."""

    find: str = ""
    where: str = ANYWHERE
    """Place that is searched: one of the keys of ``searchable_columns``."""
    is_regex: bool = False
    scores: tuple[float, float] = ALL_SCORES
    """Lowest and highest score of a segment, both included."""
    score_of: str | None = None
    """Name of the system whose score is meant; None for any of the systems shown."""
    lengths: tuple[int, int] | None = None
    """Smallest and largest length of a segment's reference in tokens; None for any."""
    document: str | None = None
    """Name of the segment's document; None for any."""
    domain: str | None = None
    errors: ErrorFilter = ANY_OUTPUT
    is_suspicious: bool = False
    """Whether the segment must be suspicious, as ``selection.suspicions`` finds it."""
    left_out: LeftOutSegments | None = None
    """Segments that are left out because the doctor names them."""
    score_by: str = "BLEU"
    """Name of the score by which segments are listed, sorted and filtered."""

    @property
    def lets_all_pass(self) -> bool:
        return replace(self, where=ANYWHERE, is_regex=False, score_of=None, score_by=NO_FILTERS.score_by) == NO_FILTERS

    @property
    def by_measure(self) -> bool:
        """Whether scores and lengths must be computed before it is known which segments pass."""
        return self.scores != ALL_SCORES or self.lengths is not None

    @property
    def why_no_verdict(self) -> str:
        """Reason why pages give no verdict: segments were chosen by the quality of outputs. Empty where not."""
        if self.scores != ALL_SCORES:
            return no_verdict_of_filter(f"their {self.score_by}", "score")
        if self.errors != ANY_OUTPUT:
            return no_verdict_of_filter("the errors that are marked in outputs", "error")
        if self.is_suspicious:
            return no_verdict_of_filter("what is odd about them", "“suspicious”")
        return ""

    def searches(self, group: str, name: str = "") -> bool:
        """Return whether a search covers the source, the references, or the output of the system of this name."""
        return bool(self.find) and self.where in (ANYWHERE, group, _output(name))


NO_FILTERS = Filters()


def describe_filters(filters: Filters) -> str:
    """Return the filters in words; empty where there are none."""
    conditions = ["suspicious"] if filters.is_suspicious else []
    if filters.find:
        kind = "a match of " if filters.is_regex else ""
        place = "" if filters.where == ANYWHERE else f" in {filters.where}"
        conditions.append(f"with {kind}“{filters.find}”{place}")
    if filters.scores != ALL_SCORES:
        of = "" if filters.score_of is None else f" of {filters.score_of}"
        conditions.append(f"{filters.score_by}{of} {filters.scores[0]:g} to {filters.scores[1]:g}")
    if filters.lengths is not None:
        conditions.append(f"references of {filters.lengths[0]:,} to {filters.lengths[1]:,} words")
    if filters.domain is not None:
        conditions.append(f"domain {filters.domain}")
    if filters.document is not None:
        conditions.append(f"document {filters.document}")
    conditions.append(describe_error_filter(filters.errors))
    if filters.left_out is not None:
        conditions.append(filters.left_out.description)
    return ", ".join(filter(None, conditions))


def pattern_problem(filters: Filters) -> str | None:
    """Return why the search pattern cannot be read; None if it can."""
    if not filters.find:
        return None
    nothing = pa.array([""])
    try:
        _matches_search(nothing, filters)
        split_at_matches(nothing, filters)
    except ValueError as error:
        return str(error)
    return None


def passes_filters(test_set: TestSet, filters: Filters, shown: Collection[str]) -> np.ndarray:
    """Return which segments pass all filters that need no scores or lengths, bool (n_segments,).

    ``shown`` are the systems whose outputs count. Raise ``ValueError`` for an invalid pattern.
    """
    passed = segments_named(test_set.documents, filters.document, len(test_set))
    passed &= segments_named(test_set.domains, filters.domain, len(test_set))
    if filters.find:
        columns = searchable_columns(test_set)[filters.where].values()
        passed &= np.logical_or.reduce([_matches_search(column, filters) for column in columns])
    if filters.errors != ANY_OUTPUT:
        passed &= passes_error_filter(test_set, filters.errors, shown)
    if filters.left_out is not None:
        passed[filters.left_out.places] = False
    return passed


def segments_named(column: pa.StringArray | None, name: str | None, n_segments: int) -> np.ndarray:
    """Return which segments have this name in a column, such as documents, bool (n_segments,); all if it is None."""
    if name is None or column is None:
        return np.full(n_segments, name is None)
    return as_mask(pc.equal(column, name))


def segments_within_ranges(scores: Mapping[str, np.ndarray], lengths: np.ndarray, filters: Filters) -> np.ndarray:
    """Return which segments are within the filters' ranges, bool (n_segments,).

    ``scores`` of each system and ``lengths`` are (n_segments,) each.
    """
    passed = np.ones(len(lengths), bool)
    if filters.scores != ALL_SCORES:
        low, high = filters.scores
        scores_to_check = [values for system, values in scores.items() if filters.score_of in (None, system)] or [
            *scores.values()
        ]
        passed &= np.logical_or.reduce(
            [(values.round(2) >= low) & (values.round(2) <= high) for values in scores_to_check]
        )
    if filters.lengths is not None:
        passed &= (lengths >= filters.lengths[0]) & (lengths <= filters.lengths[1])
    return passed


def order_by_key(key: np.ndarray, descending: bool) -> np.ndarray:
    """Return the indices of the segments sorted by key (n_segments,).

    Segments without a key (NaN) come last, ties stay in file order.
    """
    values = key.astype(float)
    return np.argsort(np.where(np.isnan(values), np.inf, -values if descending else values), kind="stable")


def searchable_columns(test_set: TestSet) -> dict[str, dict[str, pa.StringArray]]:
    """Return the columns that can be searched: label of a place -> name of each of its columns -> its texts."""
    groups = {} if test_set.source is None else {SOURCE: {SOURCE: test_set.source}}
    if test_set.references:
        groups[REFERENCES] = {_reference(reference.name): reference.segments for reference in test_set.references}
    groups[OUTPUTS] = {_output(system.name): system.segments for system in test_set.systems}
    everywhere = {name: column for columns in groups.values() for name, column in columns.items()}
    return {ANYWHERE: everywhere} | groups | {name: {name: column} for name, column in groups[OUTPUTS].items()}


def _reference(name: str) -> str:
    return name if name.lower().startswith("ref") else f"reference {name}"


def _output(name: str) -> str:
    return f"output of {name}"


def split_at_matches(column: pa.StringArray, filters: Filters) -> list[list[str]]:
    """Return each text cut into parts, alternately unmatched and matched; one part where nothing matches.

    A missing text is an empty one.
    """
    texts = [text or "" for text in column.to_pylist()]
    if not filters.find:
        return [[text] for text in texts]
    pattern = filters.find if filters.is_regex else escape(filters.find)
    clean_texts = pa.array([text.replace(OPEN, " ").replace(CLOSE, " ") for text in texts], pa.string())
    marked = pc.replace_substring_regex(clean_texts, f"(?i)({pattern})", rf"{OPEN}\1{CLOSE}")
    return [[part for between in text.split(OPEN) for part in between.split(CLOSE)] for text in marked.to_pylist()]


def marked_text(text: str, filters: Filters, group: str, name: str = "") -> str:
    """Return a source, or the output of the system of this name, with the matches of the search marked."""
    if not filters.searches(group, name):
        return text
    parts = split_at_matches(pa.array([text], pa.string()), filters)[0]
    mark = Markup("<mark>{}</mark>")
    return Markup("").join(mark.format(part) if number % 2 else part for number, part in enumerate(parts))


def tokens_with_match(text: str, tokens: Sequence[str], filters: Filters) -> list[bool]:
    """Return, for each token of the text, whether a match of the search touches it.

    A token that the tokenizer has changed, so that it is not in the text, is never touched.
    """
    spans = deque(_spans(split_at_matches(pa.array([text], pa.string()), filters)[0]))
    touched = []
    for span in token_spans(text, tokens):
        while span is not None and spans and spans[0][1] <= span[0]:
            spans.popleft()
        touched.append(span is not None and bool(spans) and spans[0][0] < span[1])
    return touched


def _spans(parts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where each matched part begins and ends, in characters."""
    at = 0
    for number, part in enumerate(parts):
        if number % 2 and part:
            yield at, at + len(part)
        at += len(part)


def _matches_search(column: pa.StringArray, filters: Filters) -> np.ndarray:
    """Return which texts match the search, bool (n_segments,).

    Arrow's regular expressions are RE2's: their time is linear in the text for every pattern.
    """
    find = pc.match_substring_regex if filters.is_regex else pc.match_substring
    try:
        matches = find(column, filters.find, ignore_case=True)
    except pa.ArrowInvalid as error:
        raise ValueError(str(error)) from None
    return as_mask(matches)
