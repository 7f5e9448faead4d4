"""The test sets of a project: contents, links to their verdicts, versions and changes."""

from collections.abc import Iterator
from functools import partial

import streamlit as st

from scoring.output.numbers import counted
from ui.context import language
from ui.kit import address, moments
from ui.projects import changing, place, rows
from ui.session import state
from workspace import KeptSet, NameChanges, Project, Right, Version, Workspace

MAX_CHANGES_NAMED, MAX_CHANGES_IN_ROW = 8, 2
"""Largest numbers of changes of a version that are named, and that its project's row names."""
MAX_SYSTEMS_NAMED = 5
"""Largest number of systems that a test set's row names, so that sets of one name can be distinguished."""
NOT_SEEN, NO_VERDICT = "verdict not seen yet", "no verdict without a reference or scores"
SHORT = 8
"""Number of digits of a fingerprint that the page shows."""
FILES = "data"
"""Name of the page on which outputs are dropped."""


def version_size(version: Version) -> str:
    """Return a version's size in words, such as ``3 systems, 1,002 segments``."""
    return f"{counted(len(version.systems), 'system')}, {counted(version.n_segments, 'segment')}"


def version_contents(version: Version) -> list[str]:
    """Return the names of a version's systems, references and judgments, a line for each kind."""
    kinds = {"Systems": version.systems, "References": version.references, "Judgments": version.judgments}
    return [f"{kind}: {', '.join(dict.fromkeys(names))}" for kind, names in kinds.items() if names]


def short_fingerprint(version: Version) -> str:
    """Return the beginning of a version's fingerprint."""
    return f"#{version.fingerprint[:SHORT]}"


def version_changes(version: Version) -> str:
    """Return a version's changes from the previous one, such as ``+ checkpoint-40k, − checkpoint-10k``."""
    return (
        f"first version: {version_size(version)}" if version.number == 1 else _first_changes(version, MAX_CHANGES_NAMED)
    )


def newest_change(version: Version) -> str:
    """Return a version's changes and their time, such as ``+ checkpoint-40k, today, 14:02``."""
    joint = " " if version.number == 1 else ", "
    return f"{version_changes_phrase(version)}{joint}{moments.moment_words(version.created)}"


def version_changes_phrase(version: Version) -> str:
    """Return a version's changes in few words: ``added``, or such as ``+ checkpoint-40k``."""
    return "added" if version.number == 1 else _first_changes(version, MAX_CHANGES_IN_ROW)


def _first_changes(version: Version, limit: int) -> str:
    phrases = list(_changes(version))
    further = [f"{len(phrases) - limit:,} more"] if len(phrases) > limit else []
    return ", ".join([*phrases[:limit], *further])


def _changes(version: Version) -> Iterator[str]:
    changes = version.changes
    yield from _change_phrases(changes.systems, "")
    yield from _change_phrases(changes.references, "reference ")
    yield from _change_phrases(changes.others, "")
    if changes.segments is not None:
        yield f"{changes.segments[0]:,} → {changes.segments[1]:,} segments"
    if changes.is_reordered:
        yield "another order"


def _change_phrases(names: NameChanges, prefix: str) -> Iterator[str]:
    yield from (f"+ {prefix}{name}" for name in names.added)
    yield from (f"− {prefix}{name}" for name in names.removed)
    yield from (f"{prefix}{name} changed" for name in names.changed)


def draw_test_sets(workspace: Workspace, project: Project, open_id: str) -> None:
    """Draw a row for each test set, and the versions of the open one below its row."""
    test_sets = workspace.test_sets(project.id)
    if not test_sets:
        st.info("No test sets yet. Drop your outputs on the page Test sets and press “Use this set” to keep them here.")
        address.page_link(FILES, "Go to Test sets")
    verdicts = workspace.seen_verdicts(project.id)
    for one in rows.draw_pages_of("sets", list(reversed(test_sets))):
        is_open = one.id == open_id
        verdict = verdicts.get(one.id)
        facts = [*([] if verdict else [why_no_verdict(one.newest)]), *test_set_facts(one)]
        with rows.draw_row(f"set-{one.id}", one.name, facts, one.note, verdict):
            st.button("See the verdict", key=f"verdict-{one.id}", on_click=language.see_verdict, args=(one.id,))
            if project.right >= Right.EDIT:
                key = f"add-{one.id}"
                st.button(
                    "Add outputs", key=key, type="tertiary", on_click=add_outputs, args=(one.id,), help=adding(one)
                )
            label = "Close" if is_open else "Versions …"
            go = partial(place.open_project, project.id, "" if is_open else one.id)
            st.button(label, key=f"more-{one.id}", type="tertiary", on_click=go)
        if is_open:
            with st.container(border=True, key="open-set"):
                draw_open(workspace, project, one)


def why_no_verdict(newest: Version) -> str:
    """Return the words of a row for a test set whose verdict nobody has looked at."""
    return NOT_SEEN if newest.references or newest.judgments else NO_VERDICT


def test_set_facts(one: KeptSet) -> list[str]:
    """Return the facts in a test set's row: systems, references, segments, versions and last change."""
    versions, changed = counted(one.n_versions, "version"), f"changed {moments.moment_words(one.changed)}"
    newest = one.newest
    systems = newest.systems if len(newest.systems) <= MAX_SYSTEMS_NAMED else [counted(len(newest.systems), "system")]
    references = counted(len(newest.references), "reference") if newest.references else "no reference"
    return [", ".join(systems), references, counted(newest.n_segments, "segment"), versions, changed]


def adding(one: KeptSet) -> str:
    """Return the help text on outputs that are dropped while the set is in use."""
    segments = counted(one.newest.n_segments, "segment")
    return f"Outputs of {segments} that you drop on the page Test sets become a new version. Versions never change."


def add_outputs(key: str) -> None:
    """Use a test set and open the page on which outputs are dropped; a callback."""
    language.use_set_with_settings(key)
    state.open_page_in_next_run(FILES)


def draw_open(workspace: Workspace, project: Project, one: KeptSet) -> None:
    """Draw the newest version's contents, every version, and the actions on the set."""
    with st.container(horizontal=True, gap="small", vertical_alignment="top"):
        with st.container(gap="xxsmall"):
            for line in version_contents(one.newest):
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
    """Draw a version's changes and the button to its verdict."""
    is_newest = version.number == one.newest.number
    name = f"Version {version.number}, the newest" if is_newest else f"Version {version.number}"
    facts = [version_size(version), short_fingerprint(version), moments.moment_words(version.created)]
    key = f"{one.id}.{version.number}"
    with rows.draw_row(f"version-{version.number}", name, facts, version_changes(version)):
        st.button(
            "See its verdict", key=f"verdict-{key}", on_click=language.see_verdict, args=(one.id if is_newest else key,)
        )
