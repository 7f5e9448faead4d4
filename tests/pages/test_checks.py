"""The page Errors: what checks find, and findings as errors that a program marked."""

import numpy as np

from scoring import TestSet
from tests.pages.steps import key_of, ran, ran_until
from ui.errors import checks_menu
from ui.store import cache

SOURCE = ["Guten Tag liebe Leute", "Ja", "Es ist kalt"]
TEXTS = TestSet.build(
    {"copying": ["Guten Tag liebe Leute", "Yes", "It is cold"], "good": ["Good day", "yes yes", "It is cold"]},
    {"A": ["Good day dear people", "Yes", "It is cold"]},
    SOURCE,
    name="checked",
)


def test_rates_stand_beside_those_of_the_reference():
    result = cache.engine().now(checks_menu.checks_task(TEXTS))
    frame = checks_menu.flag_rates_table(result)
    row = frame[frame.finds == "copied source"].iloc[0]
    assert np.isclose(row["copying"], 100 / 3)
    assert (row["good"], row["A (false alarms)"]) == (0, 0)


def test_findings_become_errors_of_the_set_that_pages_show_as_a_programs(visit):
    key = key_of(TEXTS)
    at = visit("errors", set=key)
    assert "No errors are marked in this test set." in at.info[0].value
    checked = cache.engine().now(checks_menu.checks_task(cache.open_test_set(key)))
    at.session_state["checks"] = True
    at = ran_until(ran(at.run()), lambda at: [b for b in at.button if b.key == "mark-findings"])
    (button,) = (b for b in at.button if b.key == "mark-findings")
    assert button.label == "Mark them as errors in this test set"
    assert checked.caveats()[0] in [text.value for text in at.text]
    at = ran_until(ran(button.click().run()), lambda at: "Marked by Checks, not people" in [t.value for t in at.text])
    (annotation,) = cache.open_test_set(key).annotations
    assert (annotation.name, annotation.is_human, len(annotation.spans)) == ("Checks", False, 2)
