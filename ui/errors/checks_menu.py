"""What checks find in the test set in use, folded; a button makes it errors of the set, marked by a program."""

from functools import partial

import pandas as pd
import streamlit as st

from scoring import TestSet
from scoring.output.numbers import counted
from scoring.studies import checks
from server.engine.tasks import Task
from ui.context import language
from ui.kit import changes, grid
from ui.session import state
from ui.store import cache, kept, waiting
from workspace import WorkspaceError

TITLE = "What checks find"
ABOUT = (
    "Checks look for likely errors that nobody has judged. They also look at each reference, as if it were an output:"
    " what they find there is a false alarm."
)


def draw_checks() -> None:
    """Folded; checks run when it is opened."""
    whole = cache.open_test_set(state.chosen_set(), state.visitor())
    folded = st.expander(TITLE, key="checks", on_change="rerun")
    if whole is not None and folded.open:
        with folded:
            st.caption(ABOUT)
            waiting.when_ready("checks", [checks_task(whole)], partial(draw_findings, whole), "Checking.")


def checks_task(test_set: TestSet) -> Task[checks.ChecksResult]:
    """All checks on all systems and references."""
    texts = checks.TextsToCheck.of_test_set(test_set)
    key = "checks", test_set.identity
    return Task(cache.STATISTICS, key, lambda tell: checks.run(checks.ChecksRequest(), texts, tell))


def draw_findings(test_set: TestSet, result: checks.ChecksResult) -> None:
    """The rates, what they do not tell, and the button that marks the findings."""
    if result.kinds_found:
        frame = flag_rates_table(result)
        number = st.column_config.NumberColumn(format="%.1f %%")
        grid.draw_grid(frame, dict.fromkeys(map(str, frame.select_dtypes("float").columns), number))
    for sentence in (*result.nothing_found(), *result.caveats(), *result.about_checks()):
        st.text(sentence)
    if result.findings:
        offer_marking(test_set, result)


def flag_rates_table(result: checks.ChecksResult) -> pd.DataFrame:
    """A row a kind of finding, a column of percentages a system and a reference."""
    rows = [
        {"check": rates.check, "finds": rates.kind, "severity": rates.severity}
        | {name: 100 * found.rate for name, found in rates.systems.items()}
        | {f"{name} (false alarms)": 100 * found.rate for name, found in rates.references.items()}
        for rates in result.kinds_found
    ]
    return pd.DataFrame(rows)


def offer_marking(test_set: TestSet, result: checks.ChecksResult) -> None:
    """The button: in the set itself where the visitor may change it, else in a copy."""
    found = kept.find_kept_version(state.chosen_set())
    in_place = found if found is not None and found.may_change else None
    where = "in this test set" if in_place else "in a copy of this test set"
    args = in_place, test_set, result
    st.button(f"Mark them as errors {where}", key="mark-findings", on_click=mark_findings, args=args)


@changes.as_change
def mark_findings(found: kept.KeptVersion | None, test_set: TestSet, result: checks.ChecksResult) -> str:
    """Keep the set with the findings as errors and put it to use; return what is said."""
    try:
        marked = checks.with_findings(test_set, result)
    except ValueError as error:
        raise WorkspaceError(str(error)) from None
    key = kept.keep_in_project(marked) if found is None else kept.keep_as_version(found, test_set, marked)
    language.use_set_with_settings(key)
    return f"{counted(len(result.findings), 'error')} added, marked by the program {checks.ANNOTATION}."
