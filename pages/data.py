"""What is compared here? Choose a sample set, or upload your own."""

from functools import partial

import streamlit as st

from scoring import TestSet
from scoring.formats import ENCODINGS, ENDINGS, EncodingError, Role
from scoring.formats.columns import counted
from scoring.formats.limits import DEFAULT_LIMITS
from ui import language, state
from ui.context import if_kept
from ui.data import draft as drafts
from ui.data import upload
from ui.data.draft import Draft
from ui.kit import links
from ui.store import cache, uploads, waiting
from ui.store.limits import OverLimit, in_mb, limits
from ui.store.tasks import Task

MEGABYTE = 1024**2


def main() -> None:
    st.title("Data")
    st.caption("What is compared here? Choose a sample set, or upload several systems' outputs with their references.")
    show_current()
    show_samples()
    show_kept()
    show_upload()


def show_current() -> None:
    context = if_kept()
    if context is None:
        st.warning("The link leads to an uploaded set that is no longer on the server. Upload the same files again.")
        return
    test_set = context.test_set
    st.subheader("In use")
    with st.container(border=True):
        st.text(test_set.name)
        columns = st.columns(4)
        columns[0].metric("Segments", f"{len(test_set):,}")
        columns[1].metric("Systems", len(test_set.systems))
        columns[2].metric("References", len(test_set.references))
        columns[3].metric("Source", "yes" if test_set.source is not None else "no")
        with st.container(horizontal=True):
            links.page_link("overview", "See the scores")
            links.page_link("segments", "Read the segments")


def show_samples() -> None:
    st.subheader("Sample sets")
    for column, (identity, name) in zip(st.columns(len(cache.SAMPLES)), cache.SAMPLES.items(), strict=True):
        test_set = cache.sample_set(identity)
        with column, st.container(border=True, height="stretch"):
            st.markdown(f"**{name}**")
            st.caption(
                f"{len(test_set):,} segments, {len(test_set.systems)} systems,"
                f" {len(test_set.references)} reference{'s' if len(test_set.references) > 1 else ''}"
            )
            st.button("Use this set", key=f"use-{identity}", on_click=language.use_set, args=(identity,))


def show_kept() -> None:
    """What is kept for this visitor, to be used again or forgotten."""
    kept = cache.shelf().of(state.visitor())
    kept.pop(drafts.key(), None)
    if not kept:
        return
    st.subheader("Kept for you")
    for identity, (name, n_bytes) in reversed(kept.items()):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text(f"{name} · {in_mb(n_bytes)}", width="stretch")
            if isinstance(cache.test_set(str(identity)), TestSet):
                st.button("Use this set", key=f"use-{identity}", on_click=language.use_set, args=(identity,))
            forget_it = partial(cache.shelf().drop, state.visitor(), identity)
            st.button("Forget", key=f"forget-{identity}", on_click=forget_it)
    most = limits()
    st.caption(
        f"{in_mb(cache.shelf().held(state.visitor()))} of {in_mb(most.visitor_mb)}; at most"
        f" {most.kept_per_visitor} test sets and files. What you forget is gone for everybody who has its link, unless"
        " they have uploaded it as well."
    )


def show_upload() -> None:
    st.subheader("Your own")
    st.write(
        "Drop all files together: system outputs, references and, if at hand, the source. Plain text has one segment a"
        " line; TSV, CSV, XLSX, JSONL, NIST SGML, WMT XML and zipped or gzipped files work too. Files stay in this"
        f" server's memory, up to {in_mb(limits().visitor_mb)} for one visitor."
    )
    encoding = st.selectbox(
        "Files that are not UTF-8 are",
        [None, *ENCODINGS],
        format_func=lambda name: "refused" if name is None else f"read as {name}",
        key="encoding",
        width=280,
    )
    files = st.file_uploader(
        "Files",
        type=None,
        accept_multiple_files=True,
        key="files",
        label_visibility="collapsed",
        max_upload_size=DEFAULT_LIMITS.file_bytes // MEGABYTE,
        help=f"Accepted: {', '.join(ENDINGS)}",
    )
    with waiting.places("reading"):
        read_again(files, encoding)
    if refused := state.current("refused") or uploads.last_refusal(state.visitor()):
        st.error(refused)
    found = drafts.current()
    if found is not None:
        show_draft(found)
    elif drafts.gave_way():
        st.warning("The files read last are no longer kept: the server needed the room. Upload them again.")


def read_again(files: list, encoding: str | None) -> None:
    """Reads the files when they are new; the uploader forgets them at a page switch, the draft does not."""
    key = (*(file.file_id for file in files), encoding)
    if not files or key == state.current("files_read"):
        return
    before = drafts.current()
    version = before.version + 1 if before else 0
    task = Task(
        cache.FILES,
        key,
        lambda tell: upload.read_files([(f.name, f.getvalue()) for f in files], encoding, version, tell),
    )
    found = waiting.result_of("reading", task, f"Reading {counted(len(files), 'file')} …")
    if found is not None:
        state.offer("files_read", key)
        keep(found)


def keep(found: Draft) -> None:
    """Keeps what was read, or says on the page why not."""
    state.offer("refused", None)
    try:
        drafts.keep(found)
    except OverLimit as error:
        state.offer("refused", str(error))


def show_draft(draft: Draft) -> None:
    if draft.refused:
        st.error(f"Refused: {counted(len(draft.refused), 'file')}.")
        st.code("\n".join(map(str, draft.refused)), language=None, wrap_lines=True)
        if any(isinstance(error, EncodingError) for error in draft.refused):
            st.caption("For text in another encoding, choose it above, under Files that are not UTF-8.")
    if not draft.columns:
        return
    st.markdown("**What was read.** Names and roles can be edited.")
    edited = st.data_editor(
        upload.roles_table(draft.columns),
        hide_index=True,
        key=f"roles-{draft.version}",
        disabled=["segments", "begins with", "file"],
        column_config={
            "role": st.column_config.SelectboxColumn(options=[role.value for role in Role], required=True),
            "name": st.column_config.TextColumn(required=True, max_chars=100),
            "begins with": st.column_config.TextColumn(width="large"),
        },
    )
    columns = upload.corrected(draft.columns, edited)
    show_notices(draft, columns)
    name = st.text_input("Name of this test set", draft.name, max_chars=100, width=400)
    found = upload.counts(columns)
    test_set, problem = upload.to_test_set(columns, name)
    if test_set is not None:
        listed = ", ".join(
            f"{count} {role}{'s' if count > 1 and role != 'notes' else ''}" for role, count in found.items() if count
        )
        st.success(f"{len(test_set):,} segments: {listed}. Everything lines up.")
    else:
        st.error("These files do not make a test set yet:")
        st.code(problem or "", language=None, wrap_lines=True)
    with st.container(horizontal=True):
        st.button(
            "Use this set",
            key="use-upload",
            type="primary",
            disabled=problem is not None,
            on_click=accept,
            args=(test_set, draft),
        )
        st.button("Forget these files", key="forget", on_click=forget)


def show_notices(draft: Draft, columns: list) -> None:
    notices = upload.notices_table(columns)
    if notices.empty:
        return
    offered = (notices["repair"] != "").any()
    st.markdown(
        "**What was noticed.** Nothing is repaired unasked." + (" Tick what you want repaired." if offered else "")
    )
    ticked = st.data_editor(
        notices,
        hide_index=True,
        key=f"notices-{draft.version}",
        disabled=[column for column in notices.columns if column != "apply"],
        column_config={
            "apply": st.column_config.CheckboxColumn(width="small"),
            "what was noticed": st.column_config.TextColumn(width="large"),
        },
    )
    if offered:
        st.button(
            "Apply the ticked repairs",
            key="apply-repairs",
            disabled=not (ticked["apply"] & (ticked["repair"] != "")).any(),
            on_click=apply_repairs,
            args=(draft, columns, list(ticked["apply"])),
        )


def apply_repairs(draft: Draft, columns: list, ticked: list[bool]) -> None:
    keep(Draft(upload.repaired(columns, ticked), draft.refused, draft.name, draft.version + 1))


def forget() -> None:
    drafts.forget()
    state.offer("refused", None)


def accept(test_set: TestSet, draft: Draft) -> None:
    """The set comes into use; what was refused stays visible.

    The draft goes last: another message may end this halfway, and then nothing is lost.
    """
    state.offer("refused", None)
    try:
        cache.shelve(test_set, state.visitor())
    except OverLimit as error:
        state.offer("refused", str(error))
        return
    language.use_set(test_set.fingerprint)
    drafts.forget()
    if draft.refused:
        keep(Draft([], draft.refused, version=draft.version + 1))
    st.toast("The uploaded set is in use.")


main()
