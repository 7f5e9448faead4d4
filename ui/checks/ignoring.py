"""Ignoring what checks find: rules for the finding that is read, and the rules that hold."""

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
MOST_SHOWN = 40
"""Characters of a text that a choice has."""


def draw_ignore_choice(found: Sequence[CheckFinding], order: Sequence[int], number: int) -> None:
    """What of the findings of the segment that is read is to be ignored, and the button that does it.

    ``order`` are the numbers of the segments as they are listed: the next one is read then.
    """
    rules = offered_rules(found)
    written = {str(rule): label for rule, label in rules.items()}
    place = order.index(number) if number in order else 0
    following = (*order[place + 1 :], *order[:place][::-1], number)[0]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        key = f"{CHOICE}_{number}"
        chosen = address.choose_named("Not an error? Ignore", written, key, width=360)
        st.button("Ignore", "ignore-finding", on_click=ignore_and_go_on, args=(IgnoreRule.read(chosen), following))


def offered_rules(found: Sequence[CheckFinding]) -> dict[IgnoreRule, str]:
    """Rules for these findings of one segment, each with what it is called."""
    rules: dict[IgnoreRule, str] = {}
    for one in found:
        rules[IgnoreRule(one.check, segment=one.number)] = f"{check_title(one.check)} in segment {one.number:,}"
    for one in found:
        if one.text.strip() and "\n" not in one.text and len(one.text) <= MOST_SHOWN:
            rules[rule_for_text(one.check, one.text)] = f"{check_title(one.check)} wherever it is “{one.text}”"
    for one in found:
        rules[IgnoreRule(one.check, one.kind)] = f"every {one.kind} of {check_title(one.check)}"
    return rules


def ignore_and_go_on(rule: IgnoreRule, following: int) -> None:
    """Ignore what a rule names, and read the segment of that number next; a callback."""

    def make() -> str:
        findings.ignore_by_rules([*findings.ignored_rules(), rule])
        return ""

    if changes.attempt(make):
        state.choose_segment(following)


def draw_rules(n_ignored: int) -> None:
    """How many findings are ignored, by which rules, and a field for another rule."""
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
    """Leave the rules that are still chosen; a callback."""

    def make() -> str:
        findings.ignore_by_rules(map(IgnoreRule.read, state.widget_value(RULES, ())))
        return ""

    changes.attempt(make)


def add_rule() -> None:
    """Ignore what the rule that was typed names, or say what is wrong with it; a callback."""

    def make() -> str:
        written = state.widget_value(ADDED) or ""
        if written.strip():
            try:
                rule = IgnoreRule.read(written)
            except ValueError as error:
                raise WorkspaceError(str(error)) from None
            findings.ignore_by_rules([*findings.ignored_rules(), rule])
        return ""

    if changes.attempt(make):
        state.set_widget_value(ADDED, "")
