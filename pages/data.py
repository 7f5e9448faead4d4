"""What is compared here? Choose a sample set, or upload your own."""

from functools import partial

import streamlit as st

from scoring import TestSet
from scoring.formats.limits import megabytes
from ui import state
from ui.context import whole
from ui.data import draft as drafts
from ui.data import drop, elsewhere, samples, upload
from ui.kit import links
from ui.projects import in_use, recent
from ui.store import cache
from ui.store.limits import limits


def main() -> None:
    kept = whole()
    show_current(kept)
    st.subheader("Your own")
    if kept is not None:
        in_use.say_adding(kept[0])
    drop.choose_files()
    drop.show_read()
    recent.draw("Kept for you")
    show_files()
    st.subheader("Sample sets")
    samples.draw()


def show_current(kept: tuple[TestSet, str | None] | None) -> None:
    if kept is None:
        st.warning("The link leads to a test set that is not here, or that is not shared with you.")
        return
    test_set, _ = kept
    st.subheader("In use")
    with st.container(border=True):
        st.text(test_set.name)
        in_use.draw()
        columns = st.columns(4)
        columns[0].metric("Segments", f"{len(test_set):,}")
        columns[1].metric("Systems", len(test_set.systems))
        columns[2].metric("References", len(test_set.references))
        columns[3].metric("Source", "yes" if test_set.source is not None else "no")
        if said := str(cache.target(test_set)):
            st.caption(f"Language: {said}.")
        if further := upload.described_judgments(test_set):
            st.text(f"With {further.removeprefix(', ')}.")
        with st.container(horizontal=True):
            links.page_link("overview", "See the scores")
            links.page_link("segments", "Read the segments")
        elsewhere.draw(test_set)


def show_files() -> None:
    """Files of this visit that are in memory only, to be forgotten where room is wanted."""
    files = cache.shelf().of(state.visitor())
    files.pop(drafts.key(), None)
    if not files:
        return
    st.subheader("Files of this visit")
    for identity, (name, n_bytes) in reversed(files.items()):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text(f"{name} · {megabytes(n_bytes)}", width="stretch")
            forget_it = partial(cache.shelf().drop, state.visitor(), identity)
            st.button("Forget", key=f"forget-{identity}", on_click=forget_it)
    most = limits()
    st.caption(
        f"{megabytes(cache.shelf().held(state.visitor()))} of {megabytes(most.visitor_bytes)} of memory; at most"
        f" {most.kept_per_visitor} files."
    )


main()
