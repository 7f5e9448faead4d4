"""Renames, deletes and restores kept things; the thing deleted last can be restored at once."""

from collections.abc import Callable
from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring.formats.limits import megabytes
from scoring.output.markup import html
from scoring.text.naming import NAME_LENGTH
from ui.kit import changes
from ui.session import send, state
from ui.store import kept

DELETED = "kept_deleted"
"""Session key of the thing that was deleted last."""
REMOVING = "kept_removing"
"""Session key of the thing to be removed for good after a confirmation."""


def form(id_: str, key: str, name: str, note: str) -> None:
    """Draw fields for the name and the note of a kept thing."""
    with st.form(f"form-{key}", border=False):
        st.text_input("Name", name, key=f"name-{key}", help=f"At most {NAME_LENGTH} characters.")
        st.text_area("Note", note, key=f"note-{key}", height=80)
        st.form_submit_button("Save", key=f"save-{key}", on_click=_rename, args=(id_, key, name, note))


@changes.change_callback
def _rename(id_: str, key: str, name: str, note: str) -> str:
    """Save the form's name and note of a thing, if they have changed; return the message."""
    new_name, new_note = state.widget_value(f"name-{key}", name), state.widget_value(f"note-{key}", note)
    if new_name != name:
        kept.visitor_workspace().rename(id_, new_name)
    if new_note != note:
        kept.visitor_workspace().annotate(id_, new_note)
    return f"Saved as {new_name.strip()}."


@changes.change_callback
def delete(id_: str, kind: str, name: str, then: Callable[[], None] = lambda: None) -> str:
    """Delete a thing, then call ``then``; ``draw_undo`` offers to restore it."""
    kept.visitor_workspace().delete(id_)
    state.set_widget_value(DELETED, (id_, kind, name))
    then()
    return ""


@changes.change_callback
def remove_for_good(id_: str, kind: str, name: str) -> str:
    """Remove a deleted thing for good; return the message."""
    workspace = kept.visitor_workspace()
    room = megabytes(workspace.freed_by(id_))
    workspace.delete(id_, for_good=True)
    dismiss(id_)
    return f"The {kind} {name} is gone for good: there is room of {room} more."


@changes.change_callback
def bring_back(id_: str) -> str:
    """Restore a deleted thing; return the message."""
    name = kept.visitor_workspace().undo(id_)
    dismiss(id_)
    return f"{name} is back."


def dismiss(id_: str) -> None:
    """Remove the undo bar of this thing without removing the thing for good."""
    last = state.widget_value(DELETED)
    if last is not None and last[0] == id_:
        state.set_widget_value(DELETED, None)
    state.set_widget_value(REMOVING, None)


def draw_undo() -> None:
    """Draw the bar that offers to restore the thing deleted last; it stays until it is used or dismissed."""
    last = state.widget_value(DELETED)
    if last is None:
        return
    id_, kind, name = last
    with st.container(horizontal=True, vertical_alignment="center", border=True, key="undo-bar"):
        send.html(html.page(Markup('<span dir="auto">The {} {} was deleted.</span>').format(kind, html.bold(name))))
        st.button("Undo", key="undo", type="primary", on_click=bring_back, args=(id_,))
        st.button("Dismiss", key="dismiss", on_click=partial(dismiss, id_))
