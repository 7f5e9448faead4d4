"""The members of a project and their rights: shown, added, changed and removed; and leaving the project."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from server.identity.access import ALONE, access
from ui.kit import changes, grid, moments
from ui.kit.layout import labels_by_id
from ui.projects import place, rows, share_links
from ui.session import state
from ui.store import kept
from workspace import Project, ProjectMember, Right, WorkspaceError

NOT_SEEN = "has not signed in yet"
MAX_HEIGHT = 350
"""Largest height of the table in px; longer tables scroll."""
EMAIL, NEW_RIGHT, MEMBER_KEY, ANOTHER_RIGHT = "member-email", "member-right", "member", "member-other-right"


def draw_members(project: Project) -> Sequence[ProjectMember]:
    """Draw the project's members and the forms to change them; return the members."""
    members = kept.visitor_workspace().members(project.id)
    st.subheader("People", anchor=False)
    frame = members_table(members)
    grid.draw_grid(frame, most=MAX_HEIGHT, formats={"e-mail": st.column_config.TextColumn()})
    draw_adding(project)
    if len(members) > 1:
        draw_right_change(project, members)
    return members


def members_table(members: Sequence[ProjectMember]) -> pd.DataFrame:
    """Return a row for each member, with a note for members who have not signed in yet, if there are any."""
    facts = []
    for member in members:
        name = member.name if member.is_known else ""
        facts.append((name, member.email, rows.right_words(member.right), moments.moment_words(member.since)))
    frame = pd.DataFrame(facts, columns=["name", "e-mail", "right", "since"])
    if not all(member.is_known for member in members):
        frame["note"] = ["" if member.is_known else NOT_SEEN for member in members]
    return frame


def draw_adding(project: Project) -> None:
    if not access().providers:
        st.caption("Nobody can sign in on this server, so people cannot be added by their address: use a link, below.")
        return
    with (
        st.form("add-member", clear_on_submit=True, border=False),
        st.container(horizontal=True, vertical_alignment="bottom", gap="small"),
    ):
        st.text_input("E-mail address", key=EMAIL, max_chars=254, placeholder="ana@example.org", width=300)
        choose_right(NEW_RIGHT, Right.READ)
        st.form_submit_button("Add", key="add-member-button", type="primary", on_click=add_member, args=(project,))
    st.caption(
        "The server writes to nobody: send them this page's address. Who has never signed in with this address has the"
        " right from their first time on."
    )


def choose_right(key: str, usual: Right) -> None:
    offered = list(Right)
    st.selectbox("Right", offered, offered.index(usual), key=key, format_func=rows.right_words, width=140)


@changes.change_callback
def add_member(project: Project) -> str:
    """Add the member named in the form; return the message."""
    email, right = state.widget_value(EMAIL, "").strip(), state.widget_value(NEW_RIGHT)
    for member in kept.visitor_workspace().members(project.id):
        if member.email and member.email.casefold() == email.casefold():
            raise WorkspaceError(f"{email} is there already: {rows.right_words(member.right)}. Change that below.")
    kept.visitor_workspace().grant(project.id, email, right)
    return right_sentence(email, right)


def draw_right_change(project: Project, members: Sequence[ProjectMember]) -> None:
    """Draw the choice of a member, whose right can be changed or removed."""
    names = labels_by_id({member.id: member_name(member) for member in members})
    by_id = {member.id: member for member in members}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        chosen = st.selectbox(
            "Person", list(names), None, names.__getitem__, key=MEMBER_KEY, placeholder="Choose", width=300
        )
        if chosen not in by_id:
            return
        member = by_id[chosen]
        choose_right(f"{ANOTHER_RIGHT}-{member.id}", member.right)
        has_no_address = not member.email
        why = "A right is given by an e-mail address, and of this person none is known." if has_no_address else None
        args = project, member
        st.button("Change", key="change-right", on_click=change_right, args=args, disabled=has_no_address, help=why)
        st.button("Take away", key="take-right", on_click=take_away, args=args)


def member_name(member: ProjectMember) -> str:
    """Return a member's name and address, such as ``Ana · ana@example.org``."""
    return " · ".join(dict.fromkeys(filter(None, [member.name, member.email])))


@changes.change_callback
def change_right(project: Project, member: ProjectMember) -> str:
    """Give a member the right chosen in their row; return the message."""
    right = state.widget_value(f"{ANOTHER_RIGHT}-{member.id}", member.right)
    kept.visitor_workspace().grant(project.id, member.email, right)
    return right_sentence(member_name(member), right)


def right_sentence(whom: str, right: Right) -> str:
    """Return the message on the right that somebody has now."""
    until = ", once they have changed something in it, such as its note" if right is Right.OWN else ""
    return f"{whom}: {rows.right_words(right)}{until}."


@changes.change_callback
def take_away(project: Project, member: ProjectMember) -> str:
    """Remove a member's right and return the message; a callback."""
    kept.visitor_workspace().take_right(project.id, member.id)
    return f"{member_name(member)}: may do nothing any more, unless they have a link."


def draw_sharing(project: Project) -> None:
    """Draw members and links for an owner; for others their own right, and the button to leave."""
    if access().mode == ALONE:
        say_alone()
    elif project.right is Right.OWN:
        members = draw_members(project)
        share_links.draw_share_links(project)
        if sum(member.right is Right.OWN for member in members) > 1:
            draw_leaving(project)
    else:
        # Visitors who do not own the project see no addresses and no links.
        st.text(rows.sharing_sentence(project))
        draw_leaving(project)


def say_alone() -> None:
    st.info(
        "This server is used alone: everything on it is yours, and it knows nobody else. To share by a right or a link"
        " it takes a server with people of its own, which BLEUSCOPE_ACCESS=sign-in makes. To hand"
        " this project over, export it above: the file can be imported on any other server."
    )


def draw_leaving(project: Project) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="leaving"):
        st.button("Leave this project", key="leave", on_click=leave_project, args=(project,))
        st.caption("It is no longer among your projects then, until somebody shares it with you again.")


@changes.change_callback
def leave_project(project: Project) -> str:
    """Leave a project and open the list of projects; return the message."""
    kept.visitor_workspace().leave(project.id)
    place.open_project()
    return f"You have left {project.name}."
