"""The test sets of a project: what each has, the way to its verdict, and its versions."""

from functools import partial

import streamlit as st

from scoring.output.numbers import counted
from ui.context import language
from ui.kit import moments
from ui.kit.addresses import links
from ui.projects import changing, place, rows, version_words
from ui.session import state
from workspace import KeptSet, Project, Right, Version, Workspace

FILES = "data"
"""The page where outputs are dropped."""


def draw_test_sets(workspace: Workspace, project: Project, open_id: str) -> None:
    """A row each; below the one that is open, its versions."""
    found = workspace.test_sets(project.id)
    if not found:
        st.info("No test sets yet. Drop your outputs on the page Test sets and press “Use this set” to keep them here.")
        links.page_link(FILES, "Go to Test sets")
    for one in rows.draw_pages_of("sets", list(reversed(found))):
        is_open = one.id == open_id
        with rows.draw_row(f"set-{one.id}", one.name, test_set_facts(one), one.note):
            st.button("See the verdict", key=f"verdict-{one.id}", on_click=language.see_verdict, args=(one.id,))
            if project.right >= Right.EDIT:
                st.button(
                    "Add outputs",
                    key=f"add-{one.id}",
                    type="tertiary",
                    on_click=add_outputs,
                    args=(one.id,),
                    help=adding(one),
                )
            label = "Close" if is_open else "Versions …"
            go = partial(place.go, project.id, "" if is_open else one.id)
            st.button(label, key=f"more-{one.id}", type="tertiary", on_click=go)
        if is_open:
            with st.container(border=True, key="open-set"):
                draw_open(workspace, project, one)


def test_set_facts(one: KeptSet) -> list[str]:
    """What a row says of a test set."""
    return [
        version_words.version_size(one.newest),
        counted(one.n_versions, "version"),
        version_words.short_fingerprint(one.newest),
        f"changed {moments.told(one.changed)}",
    ]


def adding(one: KeptSet) -> str:
    """What comes of outputs that are dropped while the set is in use."""
    segments = counted(one.newest.n_segments, "segment")
    return f"Outputs of {segments} that you drop on the page Test sets become a new version. Versions never change."


def add_outputs(key: str) -> None:
    """For callbacks: a set comes into use, and the next page is where outputs are dropped beside it."""
    language.use_set_with_settings(key)
    state.lead_to(FILES)


def draw_open(workspace: Workspace, project: Project, one: KeptSet) -> None:
    """What the newest version has, every version, and what can be done with the set."""
    with st.container(horizontal=True, gap="small", vertical_alignment="top"):
        with st.container(gap="xxsmall"):
            for line in version_words.version_contents(one.newest):
                st.text(line)
        if project.right >= Right.EDIT:
            with st.popover("Name and note", type="tertiary", key=f"edit-{one.id}"):
                changing.form(one.id, one.id, one.name, one.note)
            args = one.id, "test set", one.name
            st.button("Delete", key=f"delete-{one.id}", type="tertiary", on_click=changing.delete, args=args)
    if "\n" in one.note.strip():
        st.text(one.note)
    for version in rows.draw_pages_of("versions", list(reversed(workspace.versions(one.id)))):
        draw_version(one, version)


def draw_version(one: KeptSet, version: Version) -> None:
    """What it changed, and the way to its verdict."""
    is_newest = version.number == one.newest.number
    name = f"Version {version.number}, the newest" if is_newest else f"Version {version.number}"
    facts = [
        version_words.version_size(version),
        version_words.short_fingerprint(version),
        moments.told(version.created),
    ]
    key = f"{one.id}.{version.number}"
    with rows.draw_row(f"version-{version.number}", name, facts, version_words.version_changes(version)):
        st.button(
            "See its verdict", key=f"verdict-{key}", on_click=language.see_verdict, args=(one.id if is_newest else key,)
        )
