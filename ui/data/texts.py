"""The texts of a draft: names and roles that the visitor corrects, questions about unclear ones, and repairs."""

import math
from collections.abc import Sequence
from typing import Any

import streamlit as st

from scoring.formats import Column, Role
from ui.data import keeping, upload
from ui.kit import address
from ui.session import state

LINE, MAX_LINES = 60, 5
"""Letters in a line of a notice, and most lines of a notice."""
ROW, NEXT_LINE = 35, 21
"""Height in px of a row of one line, and of each further line; Streamlit wraps no text in rows of fewer than three."""


def edit_texts(draft: keeping.Draft) -> list[Column]:
    """Draw the table in which names and roles are edited, and return the columns as edited."""
    st.markdown("**What was read.** Names and roles can be edited.")
    choice, text, roles = st.column_config.SelectboxColumn, st.column_config.TextColumn, upload.ROLES
    configured = {
        "role": choice("what it is", width=130, options=[*roles], format_func=lambda of: roles[str(of)], required=True),
        "name": text(required=True, max_chars=100),
        "begins with": text(width="large"),
    }
    fixed, key = ["segments", "begins with", "file"], f"roles-{draft.version}"
    frame = upload.roles_table(draft.columns)
    edited = st.data_editor(frame, hide_index=True, key=key, disabled=fixed, column_config=configured)
    return upload.correct_columns(draft.columns, edited)


def ask_for_reference(draft: keeping.Draft, columns: Sequence[Column]) -> None:
    """Ask which text is the reference, if no column is one: only the visitor knows."""
    if any(column.role in (Role.REFERENCE, Role.POST_EDIT) for column in columns):
        return
    key = f"reference-{draft.version}"
    offered = [number for number, column in enumerate(columns) if column.role is not Role.SOURCE]

    def choose() -> None:
        if (number := state.widget_value(key)) is not None:
            replace_columns(draft, upload.assign_roles(columns, {number: Role.REFERENCE}))

    names = {number: upload.describe_column(columns[number]) for number in offered}
    label = "Which of these is the reference, the translation that is right?"
    address.draw_named_choice(label, names, key, index=None, placeholder="Choose it", on_change=choose)


def ask_for_post_edits(draft: keeping.Draft, columns: Sequence[Column], systems: Sequence[str]) -> None:
    """Ask whose output each post-edit corrects, if names of files do not tell, and which references are post-edits."""
    ownerless, possible = upload.ownerless_post_edits(columns, systems), upload.possible_post_edits(columns)
    for number in [*ownerless, *possible]:
        key = f"post-edit-{draft.version}-{number}"

        def choose(number: int = number, key: str = key) -> None:
            if system := state.widget_value(key):
                replace_columns(draft, upload.as_post_edit(columns, number, system))

        file = columns[number].file
        label = f"Whose output was corrected in {file}?"
        usual = "Choose it" if number in ownerless else "Nobody's: all systems share this reference"
        names = {system: system for system in systems}
        address.draw_named_choice(label, names, key, index=None, placeholder=usual, on_change=choose)


def ask_for_systems(draft: keeping.Draft, columns: Sequence[Column]) -> None:
    """Ask which columns of a table are outputs, if their names do not tell; until then they count as outputs."""
    unsure = upload.unsure(columns)
    if not unsure:
        return
    key = f"systems-{draft.version}"

    def choose() -> None:
        chosen = state.widget_value(key)
        roles = {number: Role.SYSTEM if number in chosen else Role.IGNORE for number in unsure}
        replace_columns(draft, upload.assign_roles(columns, roles))

    names = {number: f"{number + 1}. {columns[number].name}" for number in unsure}
    usual = [number for number in unsure if columns[number].role is Role.SYSTEM]
    label = "Which of these columns are outputs of systems? Their names do not tell. Take off what is none."
    st.multiselect(label, unsure, usual, names.__getitem__, key, on_change=choose)


def replace_columns(draft: keeping.Draft, columns: list[Column]) -> None:
    """Keep the draft with these columns; its widgets start afresh."""
    keeping.keep_draft(draft.changed(columns=columns))


def show_notices(draft: keeping.Draft, columns: Sequence[Column]) -> None:
    notices = upload.notices_table(columns)
    if notices.empty:
        return
    offered = (notices["repair"] != "").any()
    st.markdown("**What we noticed.** Your files stay as they are" + (" unless you tick it." if offered else "."))
    box, text = st.column_config.CheckboxColumn(width="small"), st.column_config.TextColumn(width="large")
    look: Any = {
        "column_order": [column for column in notices.columns if offered or column not in ("apply", "repair")],
        "row_height": notice_row_height(notices["what was noticed"].tolist()),
        "disabled": [column for column in notices.columns if column != "apply"],
        "column_config": {"apply": box, "what was noticed": text},
    }
    ticked = st.data_editor(notices, hide_index=True, key=f"notices-{draft.version}", **look)
    if offered:
        disabled = not (ticked["apply"] & (ticked["repair"] != "")).any()
        args = (draft, columns, list(ticked["apply"]))
        st.button("Apply the ticked repairs", key="apply-repairs", disabled=disabled, on_click=apply_repairs, args=args)


def notice_row_height(messages: Sequence[str]) -> int:
    """Return the height of a row in px, so that the longest message is wrapped and not cut off."""
    lines = min(math.ceil(max(map(len, messages)) / LINE), MAX_LINES)
    return ROW if lines == 1 else ROW + max(lines - 1, 2) * NEXT_LINE


def apply_repairs(draft: keeping.Draft, columns: Sequence[Column], ticked: list[bool]) -> None:
    replace_columns(draft, upload.repaired_columns(columns, ticked))
