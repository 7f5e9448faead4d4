"""The upload of a glossary: read in the background, kept for the visit, or kept with the test set for everybody."""

import streamlit as st

from scoring import TestSet
from scoring.formats.limits import DEFAULT_LIMITS, MEGABYTE
from scoring.output.numbers import counted
from scoring.text.naming import clean_file
from server.engine.tasks import Task
from server.memory.limits import OverLimit
from ui.context import glossaries
from ui.context.glossaries import GlossaryFile
from ui.kit import changes
from ui.session import state
from ui.store import cache, kept, uploads, waiting
from workspace import Right

READING = "reading-glossary"
"""Name of the page's place that waits for the glossary."""
UPLOADER, LAST, REFUSED = glossaries.BROUGHT, "glossary_read", "glossary_refused"
"""Key of the uploader, and session keys of the last file and of the reason why the glossary was refused."""
KINDS = "Glossary: TSV, CSV, TBX or WMT's JSON"
ABOUT_KEEPING = "Everybody in the project then checks this test set by this glossary."
HELP = (
    "A table has a source term, a target, more targets, forbidden ones, whether case counts, and a note, by its first"
    " row. The file stays in this server's memory for this visit, unless you keep it with the test set."
)


def draw_glossary_upload(checked: TestSet, in_use: GlossaryFile | None) -> None:
    """Draw the uploader of a test set's glossary, the result of an upload, and the glossary in use."""
    language = glossaries.language_of_outputs(checked)
    dropped = st.file_uploader(
        KINDS,
        key=uploads.uploader_key(UPLOADER),
        max_upload_size=DEFAULT_LIMITS.file_bytes // MEGABYTE,
        help=HELP,
        width=560,
    )
    if dropped is not None and dropped.file_id != state.widget_value(LAST):
        file, data = clean_file(dropped.name), dropped.getvalue()
        task = Task(
            cache.FILES,
            (READING, dropped.file_id),
            lambda tell: glossaries.read_glossary_bytes(file, data, language),
        )
        glossary = waiting.result_or_progress(READING, task, "Reading the glossary.")
        if glossary is None:
            return
        _keep(glossary, dropped.file_id)
        st.rerun()
    if refused := state.widget_value(REFUSED):
        st.error("This glossary is not used:")
        st.code(refused, language=None, wrap_lines=True)
    if in_use is not None:
        draw_glossary_in_use(in_use)
    elif cache.shelf().was_dropped(glossaries.shelf_key()):
        st.warning("The server needed the memory and no longer keeps your glossary. Please drop it again.")
    elif isinstance(glossary := glossaries.kept_glossary(language), str):
        st.error("The glossary that is kept with this test set cannot be read:")
        st.code(glossary, language=None, wrap_lines=True)
        draw_removal(kept.find_kept_version(state.chosen_set()))


def draw_glossary_in_use(in_use: GlossaryFile) -> None:
    """Draw which glossary is in use, and buttons to clear it, to keep it with the test set, and to remove it."""
    version = kept.find_kept_version(state.chosen_set())
    description = f"In use: {in_use.file}, {counted(len(in_use.glossary.terms), 'term')}"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(f"{description}, kept with the test set" if in_use.is_kept else description, width="content")
        if in_use.is_kept:
            draw_removal(version)
            return
        st.button("Clear glossary", key="forget-glossary", type="tertiary", on_click=_forget)
        if version is not None and version.right >= Right.EDIT:
            st.button("Keep for this project", "keep-glossary", ABOUT_KEEPING, keep_for_all, (version, in_use))


def draw_removal(version: kept.KeptVersion | None) -> None:
    """Draw the button that removes the glossary kept with the test set, for visitors who may change the set."""
    if version is not None and version.right >= Right.EDIT:
        st.button(
            "Remove from the project", "remove-glossary", on_click=remove_for_all, args=(version,), type="tertiary"
        )


@changes.change_callback
def keep_for_all(version: kept.KeptVersion, glossary: GlossaryFile) -> str:
    """Keep the visitor's glossary for everybody who opens the test set, and return the message; a callback."""
    kept.visitor_workspace().keep_glossary(version.id, glossary.file, glossary.data)
    _forget()
    return f"Everybody in the project now checks {version.name} by {glossary.file}."


@changes.change_callback
def remove_for_all(version: kept.KeptVersion) -> str:
    """Remove the glossary that is kept with the test set, and return the message; a callback."""
    kept.visitor_workspace().remove_glossary(version.id)
    return f"No glossary is kept with {version.name} any more."


def _keep(glossary: GlossaryFile | str, file_id: str) -> None:
    state.set_widget_values({LAST: file_id, REFUSED: glossary if isinstance(glossary, str) else None})
    if isinstance(glossary, GlossaryFile):
        try:
            cache.shelf().put(state.visitor(), glossaries.shelf_key(), glossary, glossary.file)
        except OverLimit as error:
            state.set_widget_value(REFUSED, str(error))


def _forget() -> None:
    """Drop the visitor's own glossary and empty the uploader; a callback."""
    cache.shelf().drop(state.visitor(), glossaries.shelf_key())
    state.forget([REFUSED])
    uploads.empty_uploader(UPLOADER)
