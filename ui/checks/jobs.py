"""Computations of the page Checks in the background, and the choice of the segments that it lists."""

from collections.abc import Mapping, Sequence

import numpy as np
import streamlit as st

from scoring import TestSet
from scoring.output.sentence import reference_name
from scoring.studies import dangerous, doctor
from scoring.studies.checks import CheckFinding, ChecksResult, TextsToCheck
from scoring.studies.dangerous import DangerousSegments
from scoring.studies.error_kinds import ErrorKinds
from scoring.studies.ignored_findings import IgnoreRule, ignore_findings
from scoring.studies.terminology import TermsResult, add_term_findings
from server.engine.tasks import Task, Tell
from ui.context.context import unmarked_set_in_use
from ui.context.findings import ignored_rules
from ui.session import state
from ui.store import cache

FLAG_TESTS_PLACE, OPENING_PLACE, DOCTOR_PLACE = "flags_tested", "flags_stated", "texts_examined"
"""Names of the page's places for the tests of differences, the opening sentences, and the doctor."""
PLACED = "lines_in_place"
"""Name of the place that waits for the systems with lines out of place."""
FLAG, SYSTEM = "finding", "finding_of"
"""Keys of the widgets that choose the flag and the text whose findings are read."""
PART, SENTENCES = "checks_part", "Sentences"
"""Key of the page's tabs, and name of the first tab, where findings are read."""
CHOSEN_OF = "findings_chosen_of"
"""Session key of the test set for which flag and text were chosen."""


def checked_set() -> TestSet:
    """Return the whole test set in use, without findings as errors; stop the page if there is none."""
    set_in_use = unmarked_set_in_use()
    if set_in_use is None:
        st.stop()
    return set_in_use[0]


def find_dangerous(
    checked: TestSet,
    result: ChecksResult,
    systems: Sequence[str],
    ignored: tuple[IgnoreRule, ...] = (),
    terms: TermsResult | None = None,
    glossary: str = "",
    *,
    looked_at: TestSet,
    examined: doctor.DoctorResult | None = None,
) -> DangerousSegments:
    """Return the findings in these systems of the checked set that no rule ignores, computed at once.

    ``terms`` are findings by the glossary with the digest ``glossary``. ``looked_at`` has the segments to report on,
    all or some of the checked ones. ``examined`` says which systems have lines out of place in these, and whether the
    source has.
    """
    are_looked_at = np.isin(np.arange(len(checked)), looked_at.places)
    out = {} if examined is None else doctor.lines_out_of_place(examined, systems, looked_at.places)
    of_source = None if examined is None else doctor.source_lines_out_of_place(examined, looked_at.places)

    def find(_tell: Tell) -> DangerousSegments:
        checks_result = result if terms is None else add_term_findings(result, terms, TextsToCheck.of_test_set(checked))
        if not are_looked_at.all():
            checks_result = checks_result.among(are_looked_at)
        return DangerousSegments(ignore_findings(checks_result, ignored), tuple(systems), out, of_source)

    of_set = checked.identity, are_looked_at.tobytes()
    key = "dangerous", tuple(systems), ignored, glossary, *of_set, tuple(out), of_source is None
    return cache.engine().now(Task(cache.PAIRS, key, find))


def find_dangerous_terms(
    checked: TestSet, terms: TermsResult, glossary: str, systems: Sequence[str]
) -> DangerousSegments:
    """Return the missing and forbidden terms in these systems of the whole set that no rule ignores."""
    nothing = ChecksResult((), (), len(checked), {}, {})
    return find_dangerous(checked, nothing, systems, ignored_rules(), terms, f"only {glossary}", looked_at=checked)


def difference_task(
    checked: TestSet, dangerous_segments: DangerousSegments, ignored: tuple[IgnoreRule, ...] = (), glossary: str = ""
) -> Task[ErrorKinds]:
    """Return the task that tests all pairs of systems in all flags; ``glossary`` as for ``find_dangerous``."""
    looked_at = dangerous_segments.result.are_looked_at
    of_segments = b"" if looked_at is None else looked_at.tobytes()
    key = FLAG_TESTS_PLACE, dangerous_segments.systems, ignored, glossary, checked.identity, of_segments
    return Task(cache.TESTS, key, lambda tell: dangerous.run(dangerous_segments, tell))


def reference_choices(dangerous_segments: DangerousSegments) -> dict[str, str]:
    """Return the label of each reference in a choice of texts -> the reference's name."""
    return {str(reference_name(name)): name for name in dangerous_segments.serious.references}


def hold_usual(offered: Mapping[str, Mapping[str, str]], dangerous_segments: DangerousSegments) -> None:
    """Set the flag and text to read before the widgets are drawn: serious findings, else the leading flag.

    A choice of the address or the visitor takes precedence, unless it was made for another test set.
    """
    is_of_another_set = state.widget_value(CHOSEN_OF) not in (None, state.chosen_set())
    state.set_widget_value(CHOSEN_OF, state.chosen_set())
    if is_of_another_set:
        state.set_widget_values({FLAG: "", SYSTEM: ""})
    if is_of_another_set or (
        state.widget_or_address_value(FLAG) is None and state.widget_or_address_value(SYSTEM) is None
    ):
        ranked = dangerous_segments.in_place
        if any(of.segments_found for of in ranked.serious.systems.values()):
            state.set_widget_values({FLAG: dangerous.SERIOUS_LABEL})
        elif ranked.lead is not None:
            state.set_widget_values({FLAG: str(ranked.lead[0]), SYSTEM: ranked.lead[1]})
    valid_values = {key: {*names, *names.values()} for key, names in offered.items()}
    state.set_widget_values(
        {key: "" for key, names in valid_values.items() if state.widget_value(key, "") not in names}
    )


def lists_lead(dangerous_segments: DangerousSegments) -> bool:
    """Return whether the page lists the segments of its first sentence, which are those of the worst finding.

    The worst finding of the ranked systems comes first among all serious findings.
    """
    lead = dangerous_segments.in_place.lead
    if lead is None:
        return state.widget_or_address_value(FLAG) in (None, "", dangerous.SERIOUS_LABEL)
    flag, system = lead
    texts = {*dangerous_segments.systems, *reference_choices(dangerous_segments)}
    if state.widget_or_address_value(SYSTEM) in texts - {system}:
        return False
    is_serious = any(of.segments_found for of in dangerous_segments.in_place.serious.systems.values())
    chosen_flag = state.widget_or_address_value(FLAG) or (dangerous.SERIOUS_LABEL if is_serious else flag.title)
    if chosen_flag == dangerous.SERIOUS_LABEL:
        return flag.is_of_any_check
    others = {name for of in dangerous_segments.rates if of != flag for name in (str(of), of.title)}
    return chosen_flag not in others


def listed_segments(
    test_set: TestSet, segments: Mapping[int, list[CheckFinding]], max_segments: int
) -> dict[int, list[CheckFinding]]:
    """Return the first ``max_segments`` of these segments that are shown, by their index in ``test_set``."""
    index = {int(place): index for index, place in enumerate(test_set.places)}
    listed = [(index[place], segment_findings) for place, segment_findings in segments.items() if place in index]
    return dict(listed[:max_segments])


def reading_order(segments: Mapping[int, object]) -> np.ndarray:
    """Return the indices of the segments in reading order, int64 (n_listed,)."""
    return np.fromiter(segments, np.int64, len(segments))
