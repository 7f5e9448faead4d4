"""Buckets on the page Compare by what came with the texts: domains, documents, and errors that were marked."""

import streamlit as st

from scoring import TestSet
from scoring.analysis.buckets import Buckets
from scoring.analysis.judged_buckets import (
    ANNOTATOR,
    CATEGORY,
    WHOSE,
    WORST,
    Pair,
    are_both_judged,
    by_errors,
    by_whose_errors,
)
from scoring.analysis.sortings import by_origin
from scoring.judgments import Annotation, ErrorKind
from scoring.judgments.kinds import category_levels
from scoring.origins import DOCUMENT, DOMAIN
from ui.session import state

ANY = "any category"
BY, KIND = "compare_errors_by", "compare_category"
EXPLAINED = {
    DOMAIN: "Segments by the domain that came with the texts.",
    DOCUMENT: "Segments by their document. Of more than 50 documents the smallest ones share a bucket.",
    WORST: "Segments by the worst error that is marked in either output, so that neither system is favoured.",
    CATEGORY: "Segments by the category of the worst error that is marked in either output; “several” where errors of"
    " different categories are as bad.",
    ANNOTATOR: "Segments by who marked the errors in both outputs; “several” where these are not one annotator’s.",
    WHOSE: "Segments by which of both outputs has marked errors, where both were judged. A system looks good in"
    " segments that were chosen by the other one’s errors: so these buckets are not searched for where it turns round.",
}


def sortings_by_judgments(test_set: TestSet, pair: Pair) -> dict[str, Buckets]:
    """What segments can be sorted by, beside what is counted; errors are those of the annotation that is chosen."""
    found, annotation = by_origin(test_set), chosen_annotation(test_set)
    if annotation is None:
        return found
    found |= by_errors(annotation, pair)
    if are_both_judged(annotation, pair):
        found[WHOSE] = by_whose_errors(annotation, pair, chosen_error_kind(annotation))
    return found


def choose_annotation(test_set: TestSet, by: str) -> None:
    """Whose errors, and of which category, where segments are sorted by them."""
    annotation = chosen_annotation(test_set)
    if annotation is None or by not in (WORST, CATEGORY, ANNOTATOR, WHOSE):
        return
    if len(test_set.annotations) > 1:
        _select("of", [found.name for found in _people_first(test_set)], BY)
    if by == WHOSE:
        _select("errors in", [ANY, *_levels(annotation)], KIND)


def chosen_annotation(test_set: TestSet) -> Annotation | None:
    """The annotation that the visitor has chosen, else the first one, people's before others."""
    offered = _people_first(test_set)
    asked = state.asked(BY)
    return next((found for found in offered if found.name == asked), offered[0] if offered else None)


def chosen_error_kind(annotation: Annotation) -> ErrorKind:
    asked = state.asked(KIND)
    return ErrorKind(asked if asked in _levels(annotation) else "")


def _levels(annotation: Annotation) -> tuple[str, ...]:
    return category_levels(annotation.columns.categories.there)


def _people_first(test_set: TestSet) -> list[Annotation]:
    return sorted(test_set.annotations, key=lambda annotation: not annotation.is_human)


def _select(label: str, options: list[str], key: str) -> None:
    st.selectbox(label, options, key=key, width=240, bind="query-params", persist_state="page")
