"""Who may do what with a project: its people, anyone with a link, and leaving it."""

import streamlit as st

from server.identity.access import ALONE, access
from ui.kit import changes
from ui.projects import place
from ui.projects.sharing import members, rights, share_links
from ui.store import kept
from workspace import Project, Right


def draw_sharing(project: Project) -> None:
    """All of it for owners; others see what they may do, and may leave."""
    if access().mode == ALONE:
        say_alone()
    elif project.right is Right.OWN:
        there = members.draw_members(project)
        share_links.draw_share_links(project)
        if sum(member.right is Right.OWN for member in there) > 1:
            draw_leaving(project)
    else:
        draw_own_right(project)


def say_alone() -> None:
    st.info(
        "This server is used alone: everything on it is yours, and it knows nobody else. To share by a right or a link"
        " it takes a server with people of its own, which BLEUSCOPE_ACCESS=sign-in makes. To hand"
        " this project over, export it above: the file can be imported on any other server."
    )


def draw_own_right(project: Project) -> None:
    """What those see who do not own it: nobody's address, and no link."""
    st.text(rights.to_you(project))
    draw_leaving(project)


def draw_leaving(project: Project) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="leaving"):
        st.button("Leave this project", key="leave", on_click=leave_project, args=(project,))
        st.caption("It is no longer among your projects then, until somebody shares it with you again.")


def leave_project(project: Project) -> None:
    """For callbacks: the list of projects opens."""

    def make() -> str:
        kept.mine().leave(project.id)
        place.go()
        return f"You have left {project.name}."

    changes.change(make)
