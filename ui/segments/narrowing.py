"""Widgets that filter the list of segments by document, domain, marked errors and the doctor's findings."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import pyarrow as pa
import streamlit as st

from scoring import TestSet
from scoring.doctor.left_out import what_is_left_out
from scoring.judgments.kinds import category_name
from ui.context import filters as filtering
from ui.context import leaving_out, selection
from ui.context.context import Context
from ui.kit import address
from ui.session import state

NO_PARAMETERS: Mapping[str, str] = MappingProxyType({})
PRESENCE = {
    "": "with or without marked errors",
    filtering.WITH: "with marked errors",
    filtering.WITHOUT: "judged, without such errors",
}


def is_there(context: Context) -> bool:
    """Return whether the test set has anything by which these widgets can filter."""
    whole = context.every_segment
    return bool(
        _names(whole.documents)
        or _names(whole.domains)
        or whole.annotations
        or leaving_out.findings_to_leave_out(context)
    )


def narrow_segments(context: Context) -> None:
    whole, filters = context.every_segment, context.filters
    _choose("Domain", "domain", _names(whole.domains), filters.domain, "any domain")
    _choose("Document", "document", documents(whole, filters), filters.document, "any document")
    if whole.annotations:
        choose_errors(whole, filters.errors)
    _choose_left_out(context)


def _choose_left_out(context: Context) -> None:
    """Draw the choice of the doctor's findings whose segments are excluded, if there are any."""
    offered = leaving_out.findings_to_leave_out(context)
    if not offered:
        return
    keys, key = selection.findings_asked(), "narrow_left_out"
    offered_keys = [finding.key for finding in offered]
    state.set_widget_values(
        {key: [number for number, finding in enumerate(offered) if {finding.key, finding.kind} & {*keys}]}
    )
    labels = [what_is_left_out(finding) for finding in offered]

    def take() -> None:
        selection.ask_to_leave_out([offered_keys[number] for number in state.widget_value(key)])

    st.multiselect(
        "Leave out segments with", range(len(offered_keys)), format_func=labels.__getitem__, key=key, on_change=take
    )


def documents(test_set: TestSet, filters: filtering.Filters) -> list[str]:
    """Return the names of the documents in the chosen domain, and the chosen document."""
    if test_set.documents is None or filters.domain is None:
        return _names(test_set.documents)
    is_within = filtering.segments_named(test_set.domains, filters.domain, len(test_set))
    if filters.document is not None:
        is_within |= filtering.segments_named(test_set.documents, filters.document, len(test_set))
    return _names(test_set.documents.filter(pa.array(is_within)))


def choose_errors(test_set: TestSet, errors: filtering.ErrorFilter) -> None:
    """Draw the choice whether segments must have marked errors, and the choice of their kind."""
    state.set_widget_values({"narrow_errors": errors.presence})
    key = "narrow_errors"
    address.draw_named_choice("Marked errors", PRESENCE, key, on_change=_take, args=("errors", key, {}))
    if not errors.presence:
        return
    with st.container(gap="xsmall"):
        choose_kind(test_set, errors)


def choose_kind(test_set: TestSet, errors: filtering.ErrorFilter) -> None:
    """Draw the choices of the errors' category, severity, annotator, system and judgments."""
    annotations = [annotation.name for annotation in test_set.annotations]
    offered, kind = selection.kinds(test_set, errors.by), errors.kind
    joined = selection.join_severities(kind.severities)
    severities = list(dict.fromkeys([*offered["severity"], *([joined] if kind.severities else [])]))
    lists: list[tuple[str, str, Sequence[str], str | None]] = [
        ("Category", "category", offered["category"], kind.category),
        ("Severity", "severity", severities, joined),
        ("Annotator", "annotator", offered["annotator"], kind.annotator),
        ("System shown", "errors_of", test_set.system_names, errors.of),
        ("Judgments", "errors_by", annotations if len(annotations) > 1 else [], errors.by),
    ]
    for label, name, names, chosen in lists:
        label_of = category_name if name == "category" else str
        _choose(label, name, names, chosen, f"any {label.lower()}", {"errors": errors.presence}, label_of)


def _choose(
    label: str,
    name: str,
    offered: Sequence[str],
    chosen: str | None,
    any_of_them: str,
    parameters: Mapping[str, str] = NO_PARAMETERS,
    label_of: Callable[[str], str] = str,
) -> None:
    """Draw an optional choice of a name, if any are offered.

    ``parameters`` go into the address with the choice; ``label_of`` returns the words for a name.
    """
    if not offered:
        return
    key = f"narrow_{name}"
    state.set_widget_values({key: chosen or ""})
    names = {"": any_of_them} | {value: label_of(value) for value in offered}
    shown = "collapsed" if parameters else "visible"
    address.draw_named_choice(label, names, key, label_visibility=shown, on_change=_take, args=(name, key, parameters))


def _take(name: str, key: str, parameters: Mapping[str, str]) -> None:
    """Put a widget's value into the address; a callback."""
    selection.narrow({**parameters, name: state.widget_value(key)})


def _names(column: pa.StringArray | None) -> list[str]:
    """Return the distinct names of a column, in the order of the file; empty without a column."""
    return [] if column is None else [name for name in column.unique().to_pylist() if name]
