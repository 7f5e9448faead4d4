"""What is compared here? A sample set, or an uploaded one."""

from functools import partial

import streamlit as st

from scoring import TestSet
from scoring.formats.limits import megabytes
from scoring.output.numbers import counted
from scoring.studies.wording.set_facts import changes_sentence
from server.memory.limits import limits
from ui.context.context import whole_set_in_use
from ui.data import drop, elsewhere, keeping, plugin_notices, removing, samples, soundness, upload, whole_campaign
from ui.data.realign import realigning
from ui.kit import address
from ui.projects import recent
from ui.session import state
from ui.store import cache, waiting
from ui.verdict import doubt_line

SETS, PART = "Sets", "data_part"
"""Name of the tab of sets, and the key of the tabs."""
SECOND = "Drop the output of a second system. For another test set, drop all its files together."
"""Advice while the set in use has a single system."""
SET_NOT_HERE = (
    "The test set in the address is not here: it was deleted, or it is not shared with you. Choose another one."
)


def main() -> None:
    set_in_use = whole_set_in_use()
    plugin_notices.say_plugin_faults()
    with waiting.cancelling_places(drop.READING, soundness.PLACE, realigning.PLACE, whole_campaign.PLACE):
        address.tabs({SETS: partial(show_sets, set_in_use), soundness.TAB: partial(show_soundness, set_in_use)}, PART)


def show_sets(set_in_use: tuple[TestSet, str | None] | None) -> None:
    if realigning.is_open():
        realigning.draw_realignment()
        return
    place_in_use = st.container()
    st.subheader("Your own")
    is_adding = set_in_use is not None and recent.say_adding(set_in_use[0])
    drop.choose_files(
        SECOND if is_adding and set_in_use is not None and len(set_in_use[0].systems) == 1 else drop.WHOLE_SET
    )
    with place_in_use:  # once it is known whether files were read
        show_current(set_in_use)
    drop.show_draft_or_refusal()
    recent.draw_recent_sets("Kept for you")
    show_files()
    st.subheader("Sample sets")
    samples.draw_sample_sets()


def show_soundness(set_in_use: tuple[TestSet, str | None] | None) -> None:
    if set_in_use is None:
        st.warning(SET_NOT_HERE)
        return
    soundness.draw_soundness(set_in_use[0])


def show_current(set_in_use: tuple[TestSet, str | None] | None) -> None:
    if set_in_use is None:
        st.warning(SET_NOT_HERE)
        return
    test_set, _ = set_in_use
    if keeping.current_draft() is not None:
        show_current_in_short(test_set)
        return
    st.subheader("In use")
    with st.container(border=True, gap="small"):
        st.text(test_set.name)
        recent.draw_set_in_use()
        st.text(describe_test_set(test_set))
        if changed := changes_sentence(test_set):
            st.text(changed)
        doubt_line.draw_doubts_of_set(test_set, test_set.system_names)
        with st.container(horizontal=True, vertical_alignment="center"):
            if test_set.references or test_set.scores:
                address.page_link("overview", "See the scores")
            if test_set.post_edits:
                address.page_link("effort", "See what post-editing costs")
            address.page_link("segments", "Read the segments")
            removing.draw_output_removal()
            show_metric_names(test_set)
        if test_set.references:
            elsewhere.draw_learned_metrics(test_set)


def show_current_in_short(test_set: TestSet) -> None:
    """Draw the set's name and its doubts in few lines, so that what was read from new files is on the first screen."""
    with st.container(horizontal=True, vertical_alignment="center", key="in-use-in-short"):
        st.text(f"In use: {test_set.name}")
        address.page_link("overview", "See the scores")
    doubt_line.draw_doubts_of_set(test_set, test_set.system_names)


def show_metric_names(test_set: TestSet) -> None:
    """Draw the names of metrics from files, folded, if there are too many to name above."""
    names = upload.metric_names(test_set)
    if len(names) > upload.MAX_NAMES_SHOWN:
        with st.popover(counted(len(names), "metric"), type="tertiary", key="metric-names", width="content"):
            st.text(", ".join(names))


def describe_test_set(test_set: TestSet) -> str:
    """Return a short description of a test set, so that the place to drop files stays in sight."""
    parts = [counted(len(test_set), "segment"), counted(len(test_set.systems), "system")]
    parts += [counted(len(test_set.references), "reference") if test_set.references else "no reference"]
    parts += [counted(len(test_set.post_edits), "post-edit")] if test_set.post_edits else []
    parts += ["no source" if test_set.source is None else "a source"]
    target = str(cache.target(test_set))
    language = f" Language: {target}." if target else ""
    return f"{', '.join(parts)}{upload.described_judgments(test_set)}.{language}"


def show_files() -> None:
    """Draw this visit's files that are only in memory, each with a button that removes it."""
    files = cache.shelf().of(state.visitor())
    files.pop(keeping.draft_key(), None)
    if not files:
        return
    st.subheader("Files of this visit")
    for identity, (name, n_bytes) in reversed(files.items()):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text(f"{name} · {megabytes(n_bytes)}", width="stretch")
            forget_it = partial(cache.shelf().drop, state.visitor(), identity)
            st.button("Remove", key=f"forget-{identity}", on_click=forget_it)
    server_limits = limits()
    st.caption(
        f"{megabytes(cache.shelf().held_bytes(state.visitor()))} of {megabytes(server_limits.visitor_bytes)} of memory;"
        f" at most {server_limits.kept_per_visitor} files."
    )


main()
