"""The judgments of a draft: corrected by the visitor and attached to the texts once; the page says which do not fit."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd
import streamlit as st

from scoring import TestSet
from scoring.formats import AttachedJudgments, Column, FormatError, FoundJudgments, Role, attach, offered_scores
from scoring.formats.judgments import are_weighed, set_mqm_weights
from scoring.judgments import MQM_WEIGHTS
from server.engine.tasks import Task, Tell
from ui.data import upload
from ui.data.keeping import Draft
from ui.session import state
from ui.store import cache

LEAVE_OUT = "leave it out"


@dataclass(frozen=True)
class CorrectedJudgments:
    """Judgments with the visitor's corrections."""

    judgments: tuple[FoundJudgments, ...] = ()
    choices: tuple[str, ...] = ()
    """Visitor's corrections as text, which distinguish these judgments from the draft's."""


def edit_judgments(draft: Draft, columns: Sequence[Column]) -> CorrectedJudgments:
    """Draw the tables in which judgments and columns of numbers are corrected; return the corrected judgments."""
    read, offers = _edit_read(draft), _edit_offers(draft, columns)
    return CorrectedJudgments(read.judgments + offers.judgments, read.choices + offers.choices)


def _edit_read(draft: Draft) -> CorrectedJudgments:
    if not draft.judgments:
        return CorrectedJudgments()
    for statement in upload.left_out_files(draft.judgments):
        st.text(statement)
    if not upload.used_judgments(draft.judgments):
        return CorrectedJudgments()
    st.markdown("**Judgments that were read.** Take off what is not to be used, and correct which way scores go.")
    check = st.column_config.CheckboxColumn
    configured = {"use": check(width="small"), "higher is better": check(), "by people": check()}
    table, fixed, key = upload.judgments_table(draft.judgments), ["what it is", "file"], f"judgments-{draft.version}"
    edited = st.data_editor(table, hide_index=True, key=key, disabled=fixed, column_config=configured)
    judgments = upload.corrected_judgments(draft.judgments, edited)
    weights = _ask_for_weights(draft, judgments)
    return CorrectedJudgments(tuple(set_mqm_weights(judgments, weights)), (str(edited.to_json()), weights))


def _ask_for_weights(draft: Draft, judgments: Sequence[FoundJudgments]) -> str:
    """Ask for the MQM weights if scores are computed from marked errors, and return their name.

    The name is empty for the file's own weights, and where nothing is asked.
    """
    if not are_weighed(judgments):
        return ""
    key = f"mqm-weights-{draft.version}"
    help = (
        "By these weights marked errors become MQM scores. WMT 2020 and 2021 name errors of the source 'Source"
        " error' and count them (wmt21); later campaigns name them 'Source issue' and leave them out (wmt23)."
    )
    return st.selectbox("MQM weights", ["", *MQM_WEIGHTS], format_func=_named_weights, key=key, help=help)


def _named_weights(name: str) -> str:
    return f"{name}: {MQM_WEIGHTS[name].about}" if name else "as the file names errors of the source"


def _edit_offers(draft: Draft, columns: Sequence[Column]) -> CorrectedJudgments:
    """Draw the table of numeric columns next to the texts, and return the ones that are scores.

    At first these are the columns that the header names as scores; the visitor can change this.
    """
    key = "offers", draft.number, state.visitor(), correctable_values(columns)
    offers = cache.engine().now(Task(cache.FILES, key, lambda tell: tuple(offered_scores(columns))))
    if not offers:
        return CorrectedJudgments()
    st.markdown(
        "**Columns of numbers next to the texts.** Tick the ones that are scores, and correct whose scores they are."
    )
    systems = [column.name for column in columns if column.role is Role.SYSTEM]
    check = st.column_config.CheckboxColumn
    names, choices = st.column_config.TextColumn, st.column_config.SelectboxColumn
    configured = {"use": check(width="small"), "higher is better": check(), "by people": check()}
    configured |= {"name": names(required=True, max_chars=100), "of system": choices(options=systems, required=True)}
    widget = f"offers-{draft.version}-{'-'.join(map(str, (*systems, *(offer.column for offer in offers))))}"
    table, fixed = upload.offers_table(offers), ["column", "scores", "file"]
    edited = st.data_editor(table, hide_index=True, key=widget, disabled=fixed, column_config=configured)
    return CorrectedJudgments(tuple(upload.corrected_offers(offers, edited)), (str(edited.to_json()),))


def correctable_values(columns: Sequence[Column]) -> Hashable:
    """Return the values of a draft's columns that the visitor may correct, as a key."""
    return tuple((column.name, column.role) for column in columns)


def attach_corrected(draft: Draft, test_set: TestSet, of: Hashable, chosen: CorrectedJudgments) -> AttachedJudgments:
    """Return the test set with the judgments that fit it; ask about names that no system has.

    ``of`` identifies the test set without its name.
    """
    if not chosen.judgments:
        return AttachedJudgments(test_set, {}, (), ())
    key = draft.number, state.visitor(), of, chosen.choices
    attached = _lined_up(key, test_set, chosen, {})
    names = upload.unmatched_names(attached)
    if names:
        are_known = upload.are_mostly_known(attached)
        attached = _lined_up(key, test_set, chosen, _ask_for_names(draft, test_set, names, are_known))
    notices = dict.fromkeys(f"{file}: {notice.message}" for file, notice in attached.notices)
    if notices:
        with st.expander(f"Noticed of the judgments: {len(notices)}"):
            st.code("\n".join(notices), language=None, wrap_lines=True)
    return replace(attached, test_set=attached.test_set.named(test_set.name))


def say_refused(refused: Sequence[FormatError]) -> None:
    """Say which judgments are left out because they do not fit the texts, and why."""
    if refused:
        st.error("These judgments do not go with the texts, and are left out:")
        st.code("\n".join(map(str, refused)), language=None, wrap_lines=True)


def _lined_up(
    key: tuple, test_set: TestSet, chosen: CorrectedJudgments, names: Mapping[str, str | None]
) -> AttachedJudgments:
    """Return the test set with judgments attached; computed once, because each press would wait for it."""

    def compute(tell: Tell) -> AttachedJudgments:
        attached = attach(test_set, chosen.judgments, names)
        hash(attached.test_set)  # computes its identity now, so that copies under other names have it
        return attached

    return cache.engine().now(Task(cache.FILES, ("attached", *key, tuple(names.items())), compute))


def _ask_for_names(draft: Draft, test_set: TestSet, names: Sequence[str], are_known: bool) -> dict[str, str | None]:
    """Ask which system each unmatched name means; return it by name, None for a name that is left out.

    At first all names without a chosen system are left out if ``are_known``: the files also judge systems of this set.
    """
    st.markdown("**Whose judgments are these?** Choose the system, or leave a name out.")
    configured = {"system": st.column_config.SelectboxColumn(options=[*test_set.system_names, LEAVE_OUT])}
    table, fixed = pd.DataFrame({"name in the file": list(names), "system": None}), ["name in the file"]
    key = f"names-{draft.version}"
    edited = st.data_editor(table, hide_index=True, key=key, disabled=fixed, column_config=configured)
    all_others = st.toggle("Leave out all names without a system", are_known, key=f"leave-out-{draft.version}")
    system_by_name = dict(zip(edited["name in the file"], edited["system"], strict=True))
    chosen = {name: system for name, system in system_by_name.items() if isinstance(system, str)}
    names_without_system = dict.fromkeys(system_by_name) if all_others else {}
    return names_without_system | {name: None if system == LEAVE_OUT else system for name, system in chosen.items()}
