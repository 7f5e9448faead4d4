"""Ways to treat segments that the doctor names: leave them out, or keep them as the fault of a system."""

import re
from collections.abc import Sequence

import streamlit as st
from markupsafe import Markup

from scoring import BLEU, Metric, TestSet
from scoring.doctor.finding import SYSTEM, TextFinding
from scoring.doctor.left_out import (
    LeftOutSegments,
    kept_sentence,
    may_be_fault,
    offered_findings,
    what_is_left_out,
)
from scoring.output.markdown import escape_markdown
from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.studies import capitals, doctor
from scoring.studies.verdict import Oddity
from ui.context import selection
from ui.context.context import Context
from ui.session import send, state
from ui.store import cache

SOUNDNESS = "Soundness"
"""Tab of the page Test sets with all findings of the doctor."""
KEEP = "Keep them: the system did this"
"""Label of the button that says of a finding that it is no fault of the files."""
MAX_SHOWN = 3
"""Most sentences that are said in place of a verdict."""
_CLAUSE = re.compile(r"(?<=\w)[:;] ")
MAX_OFFERED = 3
"""Most findings with a button below a verdict; the page Test sets has all of them."""


def draw_button(finding: TextFinding, key: str) -> None:
    """Draw the button that leaves out the segments of a finding, or uses them again."""
    keys = selection.findings_asked()
    if finding.key in keys:
        other_keys = [name for name in keys if name != finding.key]
        st.button("Use these segments again", key=key, on_click=selection.ask_to_leave_out, args=(other_keys,))
        return
    label = "Leave these segments out"
    st.button(label, key=key, on_click=selection.ask_to_leave_out, args=([*keys, finding.key],))


def draw_keep_fault_button(finding: TextFinding, key: str) -> None:
    """Draw the button that keeps a finding as the fault of a system, or warns of it again; not for others."""
    if not may_be_fault(finding):
        return
    keys = selection.faults_to_keep()
    if finding.key in keys:
        other_keys = [name for name in keys if name != finding.key]
        st.button("Warn of this again", key=key, on_click=selection.ask_to_keep_faults, args=(other_keys,))
    else:
        st.button(KEEP, key=key, on_click=selection.ask_to_keep_faults, args=([*keys, finding.key],))


def draw_left_out(left_out: LeftOutSegments | None) -> None:
    """Say how many segments are left out, and why; nothing where none are."""
    if left_out is not None:
        statement = html.sentence_html(left_out.sentence)
        send.sentences(statement)


def doubts_in_use(test_set: TestSet, systems: tuple[str, ...], metric: Metric | None) -> tuple[Oddity, ...]:
    """Return what makes a comparison of these systems by a metric doubtful, without the faults that are kept."""
    return cache.oddities(test_set, systems, selection.faults_to_keep(), metric)


def draw_doubts_of_agreement(context: Context) -> None:
    """Say what makes agreement with people doubtful, and offer to leave the segments concerned out."""
    draw_warning(cache.agreement_doubts(context.test_set, context.shown, selection.faults_to_keep()))
    offer(context)


def warning_sentences(sentences: Sequence[str]) -> list[str]:
    """Return the first sentences, each cut to its main clause where there are many, and how many more there are.

    >>> warning_sentences(["One: this.", "Two.", "Three.", "Four."])
    ['One.', 'Two.', 'Three.', 'There is 1 more problem.']
    """
    n_more = len(sentences) - MAX_SHOWN
    rest = f"There {'is' if n_more == 1 else 'are'} {counted(n_more, 'more problem')}."
    shown = sentences if len(sentences) < MAX_SHOWN else [_main_clause(one) for one in sentences[:MAX_SHOWN]]
    return [*shown, *([rest] if n_more > 0 else [])]


def _main_clause(sentence: str) -> str:
    """Return the text before the first colon or semicolon that follows a word, as a sentence."""
    clause = _CLAUSE.split(sentence, maxsplit=1)[0]
    return clause if clause == sentence else f"{clause}."


def unlisted_doubt(oddities: Sequence[Oddity], unlisted: Sequence[str]) -> tuple[str, str] | None:
    """Return the first unlisted system with a doubtful score, and why in one clause; None for none."""
    doubts = ((name, one) for name in unlisted for one in oddities if name in one.doubtful_systems)
    return next(((name, _oddity_phrase(one)) for name, one in doubts), None)


def _oddity_phrase(odd: Oddity) -> str:
    """Return what is odd, in one clause and without the repair, which would be cut before it says what to do."""
    return _main_clause(odd.sentence.removesuffix(odd.repair).rstrip() if odd.repair else odd.sentence)


def draw_warning(sentences: Sequence[str]) -> None:
    """Draw the first of these sentences in one line with a warning sign, and how many more there are."""
    if sentences:
        line = Markup(" ").join(map(html.sentence_html, warning_sentences(sentences)))
        send.html(html.page(Markup('<p class="statement" dir="auto">⚠ {}</p>').format(line)))


def offer(context: Context) -> None:
    """Draw a row for each finding that makes the comparison doubtful, with buttons for its segments.

    A finding about one system also has a button that leaves this system out. Each row says why. Below are the faults
    that are kept.
    """
    settled_keys = {*selection.findings_asked(), *selection.faults_to_keep()}
    examined = cache.first_examination(context.test_set)
    in_part = doctor.findings_in_part(examined, context.test_set.places)
    open_findings = [
        one for one in offered_findings(in_part.findings, context.shown) if not {one.key, one.kind} & settled_keys
    ]
    for number, finding in enumerate(open_findings[:MAX_OFFERED]):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"offered-{number}"):
            _say_why(f"{counted(finding.segments, 'segment')} with {what_is_left_out(finding)}")
            draw_button(finding, f"leave-out-{number}")
            if finding.role == SYSTEM and finding.file not in [one.file for one in open_findings[:number]]:
                _draw_leave_system_button(context, finding.file)
            draw_keep_fault_button(finding, f"keep-fault-{number}")
    offered_by_segment = frozenset(finding.file for finding in open_findings[:MAX_OFFERED] if finding.role == SYSTEM)
    odd = doubts_in_use(context.test_set, context.shown, context.leading)
    faulty = set[str]()
    for number, one in enumerate(odd if len(context.shown) > 2 else ()):
        names = [name for name in doctor.systems_to_leave_out(one, context.shown) if name not in offered_by_segment]
        names = [name for name in names if name not in faulty][:MAX_OFFERED]
        if names:
            with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"offered-odd-{number}"):
                _say_why(_oddity_phrase(one))
                for name in names:
                    _draw_leave_system_button(context, name)
        faulty.update(names)
    _offer_to_ignore_case(context, in_part, offered_by_segment | faulty)
    faults = doctor.kept_faults(context.test_set, context.shown, examined, selection.faults_to_keep())
    for number, finding in enumerate(faults):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"system-fault-{number}"):
            _say_why(kept_sentence([finding]))
            draw_keep_fault_button(finding, f"warn-again-{number}")


def _say_why(reason: str) -> None:
    """Say, before a row's buttons, why it has them."""
    send.html(html.page(Markup('<small dir="auto">{}</small>').format(html.sentence_html(reason))))


def _offer_to_ignore_case(context: Context, examined: doctor.DoctorResult, offered: frozenset[str]) -> None:
    """Draw buttons against outputs without capitals, where the deciding metric distinguishes case.

    ``offered`` are the systems that have a button already.
    """
    doubts = capitals.missing_capitals_caveats(examined)
    bare = [name for name, doubt in doubts.items() if doubt and name in context.shown]
    if not bare or not isinstance(context.leading, BLEU) or context.leading.lowercase:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="offered-case"):
        _say_why(" ".join(_main_clause(doubts[name]) for name in bare[:MAX_SHOWN]))
        st.button("Ignore case for all", key="ignore-case", on_click=state.set_widget_value, args=("lowercase", True))
        for name in (name for name in bare if name not in offered):
            _draw_leave_system_button(context, name)


def _draw_leave_system_button(context: Context, system: str) -> None:
    """Draw the button that hides a system, if two are left to compare."""
    rest = [name for name in context.test_set.system_names if name in context.shown and name != system]
    if len(rest) > 1:
        label, args = f"Leave {escape_markdown(system)} out", ("systems", rest)
        st.button(label, key=f"hide-{system}", on_click=state.set_widget_value, args=args)


def findings_to_leave_out(context: Context) -> Sequence[TextFinding]:
    """Return the findings that make a comparison of the systems shown doubtful and whose segments can be left out."""
    return offered_findings(cache.first_examination(context.test_set).findings, context.shown)
