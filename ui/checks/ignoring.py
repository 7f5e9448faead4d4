"""Rules that ignore findings: rules to add for the finding that is read, and the rules in force."""

from collections.abc import Sequence

import streamlit as st

from scoring.checks.terminology.find_check import check_title
from scoring.output.numbers import counted
from scoring.studies.checks import CheckFinding
from scoring.studies.ignored_findings import GRAMMAR, IgnoreRule, rule_for_text
from ui.context import findings
from ui.kit import address, changes
from ui.session import state
from workspace import WorkspaceError

CHOICE, RULES, ADDED = "ignore_choice", "ignore_rules", "ignore_added"
"""Keys of widgets."""
ABOUT = f"A rule is {GRAMMAR}. A pattern is a regular expression in the characters that were found."
MAX_SHOWN = 40
"""Longest text of a finding for which a rule is offered, in characters."""


def draw_ignore_choice(segment_findings: Sequence[CheckFinding], order: Sequence[int], number: int) -> None:
    """Draw the choice of a rule for the findings of the segment that is read, and the button that adds it.

    ``order`` has the numbers of the segments as they are listed: the next one is read afterwards.
    """
    rules = offered_rules(segment_findings)
    labels = {str(rule): label for rule, label in rules.items()}
    place = order.index(number) if number in order else 0
    following = (*order[place + 1 :], *order[:place][::-1], number)[0]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        key = f"{CHOICE}_{number}"
        chosen = address.draw_named_choice("Not an error? Ignore", labels, key, width=360)
        st.button("Ignore", "ignore-finding", on_click=ignore_and_go_on, args=(IgnoreRule.read(chosen), following))


def offered_rules(segment_findings: Sequence[CheckFinding]) -> dict[IgnoreRule, str]:
    """Return rules for these findings of one segment, each with its label."""
    rules: dict[IgnoreRule, str] = {}
    for one in segment_findings:
        rules[IgnoreRule(one.check, segment=one.number)] = f"{check_title(one.check)} in segment {one.number:,}"
    for one in segment_findings:
        if one.text.strip() and "\n" not in one.text and len(one.text) <= MAX_SHOWN:
            rules[rule_for_text(one.check, one.text)] = f"{check_title(one.check)} wherever it is “{one.text}”"
    for one in segment_findings:
        rules[IgnoreRule(one.check, one.kind)] = f"every {one.kind} of {check_title(one.check)}"
    return rules


def ignore_and_go_on(rule: IgnoreRule, following: int) -> None:
    """Add a rule, and read the segment with the number ``following`` next; a callback."""

    def make() -> str:
        findings.ignore_by_rules([*findings.ignored_rules(), rule])
        return ""

    if changes.attempt(make):
        state.choose_segment(following)


def draw_rules(n_ignored: int) -> None:
    """Draw the number of ignored findings, the rules, and a field for another rule."""
    label = f"{counted(n_ignored, 'finding')} ignored" if n_ignored else "Ignore findings"
    with st.popover(label, key="ignoring"):
        rules = {str(rule): rule for rule in findings.ignored_rules()}
        if rules:
            state.set_widget_value(RULES, [*rules])
            st.multiselect("Rules", [*rules], key=RULES, on_change=take_rules)
        st.text_input(
            "Add a rule", key=ADDED, placeholder="numbers:12", max_chars=state.LONGEST_TEXT, on_change=add_rule
        )
        st.caption(ABOUT)


def take_rules() -> None:
    """Keep only the rules that are still selected; a callback."""

    def make() -> str:
        findings.ignore_by_rules(map(IgnoreRule.read, state.widget_value(RULES, ())))
        return ""

    changes.attempt(make)


def add_rule() -> None:
    """Add the rule that was typed, or show what is wrong with it; a callback."""

    def make() -> str:
        text = state.widget_value(ADDED) or ""
        if text.strip():
            try:
                rule = IgnoreRule.read(text)
            except ValueError as error:
                raise WorkspaceError(str(error)) from None
            findings.ignore_by_rules([*findings.ignored_rules(), rule])
        return ""

    if changes.attempt(make):
        state.set_widget_value(ADDED, "")
