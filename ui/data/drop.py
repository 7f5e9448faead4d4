"""Files that a visitor drops: read, asked about where their names do not tell, and put to use."""

from collections.abc import Sequence

import streamlit as st

from scoring import TestSet
from scoring.formats import ENCODINGS, ENDINGS, Column, EncodingError, Role
from scoring.formats.columns import counted
from scoring.formats.limits import DEFAULT_LIMITS, MEGABYTE, megabytes
from ui import language, state
from ui.data import draft as drafts
from ui.data import judgments, upload
from ui.data.draft import Draft
from ui.data.judgments import Chosen
from ui.store import cache, uploads, waiting
from ui.store.limits import OverLimit, limits
from ui.store.tasks import Task

VERDICT = "overview"
"""The page that a set in use leads to."""


def choose_files() -> None:
    """Where files are dropped."""
    files = st.file_uploader(
        "Drop all files together: the outputs, a reference and, if at hand, the source.",
        type=None,
        accept_multiple_files=True,
        key="files",
        max_upload_size=DEFAULT_LIMITS.file_bytes // MEGABYTE,
        help="Plain text has one segment a line. TSV, CSV, XLSX, JSONL, NIST SGML, WMT XML and zipped or gzipped files"
        f" work too ({', '.join(ENDINGS)}). Files stay in this server's memory, up to"
        f" {megabytes(limits().visitor_bytes)} for one visitor.",
    )
    with waiting.places("reading"):
        read_again(files, state.current("encoding"))


def show_read() -> None:
    """What was read, or why it was refused."""
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
    choose_encoding(draft)
    choose_pair(draft)
    if not draft.columns and not draft.judgments:
        return
    answer = st.container()
    columns = edit_roles(draft) if draft.columns else []
    chosen = judgments.edit(draft, columns)
    with answer:
        if draft.columns:
            ask_for_reference(draft, columns)
            ask_for_systems(draft, columns)
            put_to_use(draft, columns, chosen)
        else:
            add_to_set(draft, chosen)
    show_notices(draft, columns)


def add_to_set(draft: Draft, chosen: Chosen) -> None:
    """Judgments without texts are those of the set in use."""
    whole = cache.named_set(state.chosen_set(), state.visitor())
    if whole is None:
        st.info("These are judgments without the texts that were judged. Drop both together.")
        return
    st.text(f"Judgments without texts: they are taken for those of the set in use, {whole.name}.")
    test_set = judgments.attached(draft, whole, whole.identity, chosen)
    st.button(
        "Add them to this set",
        key="use-upload",
        type="primary",
        disabled=test_set.identity == whole.identity,
        on_click=accept,
        args=(test_set, draft),
    )
    st.button("Forget these files", key="forget", on_click=forget)


def choose_encoding(draft: Draft) -> None:
    """Asked where a file is not UTF-8."""
    if state.current("encoding") is None and not any(isinstance(error, EncodingError) for error in draft.refused):
        return
    st.selectbox(
        "Files that are not UTF-8 are",
        [None, *ENCODINGS],
        format_func=lambda name: "refused" if name is None else f"read as {name}",
        key="encoding",
        width=280,
    )


def choose_pair(draft: Draft) -> None:
    """Asked where there are several: texts of two pairs are no test set, even if they have as many segments."""
    if not draft.pairs:
        return
    pairs, key = list(draft.pairs), f"pair-{draft.version}"
    st.selectbox(
        f"These files are of {len(pairs)} pairs of languages. Which one is the test set?",
        pairs,
        index=None if draft.pair is None else pairs.index(draft.pair),
        key=key,
        placeholder="Choose it",
        on_change=lambda: keep(draft.of_pair(state.current(key))),
        width=420,
    )


def edit_roles(draft: Draft) -> list[Column]:
    """The columns as the visitor has them."""
    st.markdown("**What was read.** Names and roles can be edited.")
    edited = st.data_editor(
        upload.roles_table(draft.columns),
        hide_index=True,
        key=f"roles-{draft.version}",
        disabled=["segments", "begins with", "file"],
        column_config={
            "role": st.column_config.SelectboxColumn(
                "what it is",
                width=130,
                options=list(upload.ROLES),
                format_func=lambda role: upload.ROLES[str(role)],
                required=True,
            ),
            "name": st.column_config.TextColumn(required=True, max_chars=100),
            "begins with": st.column_config.TextColumn(width="large"),
        },
    )
    return upload.corrected(draft.columns, edited)


def ask_for_reference(draft: Draft, columns: Sequence[Column]) -> None:
    """Nobody knows it better than who has brought the files, and none is invented."""
    if any(column.role is Role.REFERENCE for column in columns):
        return
    key = f"reference-{draft.version}"
    offered = [number for number, column in enumerate(columns) if column.role is not Role.SOURCE]
    st.selectbox(
        "Which of these is the reference, the translation that is right?",
        offered,
        index=None,
        format_func=lambda number: upload.described(columns[number]),
        key=key,
        placeholder="Choose it",
        on_change=lambda: give_reference(draft, columns, state.current(key)),
    )


def ask_for_systems(draft: Draft, columns: Sequence[Column]) -> None:
    """Of the columns of tables whose names do not tell: they are taken for outputs until somebody says otherwise."""
    unsure = upload.unsure(columns)
    if not unsure:
        return
    key = f"systems-{draft.version}"
    st.multiselect(
        "Which of these columns are outputs of systems? Their names do not tell. Take off what is none.",
        unsure,
        [number for number in unsure if columns[number].role is Role.SYSTEM],
        format_func=lambda number: f"{number + 1}. {columns[number].name}",
        key=key,
        on_change=lambda: give_systems(draft, columns, unsure, state.current(key)),
    )


def give_systems(draft: Draft, columns: Sequence[Column], asked: Sequence[int], systems: Sequence[int]) -> None:
    roles = {number: Role.SYSTEM if number in systems else Role.IGNORE for number in asked}
    again(draft, upload.with_roles(columns, roles))


def give_reference(draft: Draft, columns: Sequence[Column], number: int | None) -> None:
    if number is not None:
        again(draft, upload.with_roles(columns, {number: Role.REFERENCE}))


def again(draft: Draft, columns: list[Column]) -> None:
    """The draft with these columns; its widgets start afresh."""
    keep(draft.changed(columns=columns))


def show_notices(draft: Draft, columns: Sequence[Column]) -> None:
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


def apply_repairs(draft: Draft, columns: Sequence[Column], ticked: list[bool]) -> None:
    again(draft, upload.repaired(columns, ticked))


def put_to_use(draft: Draft, columns: Sequence[Column], chosen: Chosen) -> None:
    """Where everything lines up; else what does not is said."""
    at_top = st.container()
    row = st.container(horizontal=True, vertical_alignment="bottom")
    with row:
        name = st.text_input("Name of this test set", draft.called, max_chars=100, width=320)
    found = upload.counts(columns)
    test_set, problem = upload.to_test_set(columns, name)
    if test_set is not None:
        test_set = judgments.attached(draft, test_set, judgments.named(columns), chosen)
        listed = ", ".join(
            f"{count} {role}{'s' if count > 1 and role not in ('notes', 'tags') else ''}"
            for role, count in found.items()
            if count
        )
        further = upload.described_judgments(test_set)
        at_top.success(f"{counted(len(test_set), 'segment')}: {listed}{further}. Everything lines up.")
    else:
        at_top.error("These files do not make a test set yet:")
        at_top.code(problem or "", language=None, wrap_lines=True)
    with row:
        st.button(
            "Use this set",
            key="use-upload",
            type="primary",
            disabled=problem is not None,
            on_click=accept,
            args=(test_set, draft),
        )
        st.button("Forget these files", key="forget", on_click=forget)


def forget() -> None:
    drafts.forget()
    state.offer("refused", None)


def accept(test_set: TestSet, draft: Draft) -> None:
    """The set comes into use; what was refused is kept to be read.

    The draft goes last: another message may end this halfway, and then nothing is lost.
    """
    state.offer("refused", None)
    try:
        cache.shelve(test_set, state.visitor())
    except OverLimit as error:
        state.offer("refused", str(error))
        return
    use(test_set.identity)
    drafts.forget()
    if draft.refused:
        keep(Draft([], draft.refused, version=draft.version + 1))


def use(identity: str) -> None:
    """For callbacks: the set comes into use, and the next page is the verdict on it."""
    language.use_set(identity)
    state.lead_to(VERDICT)
