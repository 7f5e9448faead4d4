"""A visitor's glossary: dropped, read in the background, and kept for the visit."""

from dataclasses import dataclass
from hashlib import blake2b

import streamlit as st

from scoring.checks.terminology.glossary import Glossary
from scoring.checks.terminology.glossary_files import read_glossary
from scoring.formats.limits import DEFAULT_LIMITS, MEGABYTE
from scoring.output.numbers import counted
from scoring.text.languages import Language
from scoring.text.naming import clean_file
from server.engine.tasks import Task
from server.memory.limits import OverLimit
from ui.session import state
from ui.store import cache, uploads, waiting

READING = "reading-glossary"
"""The place of the page where a glossary is read."""
UPLOADER, LAST, REFUSED = "glossary", "glossary_read", "glossary_refused"
"""The name of the uploader, and the session's keys for the file that was read last and for why it is not used."""
KINDS = "Glossary: TSV, CSV, TBX or WMT's JSON"
HELP = (
    "A table has a source term, a target, more targets, forbidden ones, whether case counts, and a note, by its first"
    " row. The file stays in this server's memory for this visit; a link does not include it."
)


@dataclass(frozen=True, eq=False)
class GlossaryFile:
    """A glossary that a visitor brought."""

    file: str
    digest: str
    """Digest of its bytes, and of the language by which it was read."""
    glossary: Glossary


def glossary_in_use() -> GlossaryFile | None:
    """What the visitor has brought; None without."""
    found: GlossaryFile | None = cache.shelf().get(_key(), state.visitor())
    return found


def draw_glossary_upload(language: Language | None) -> None:
    """Where a glossary is dropped, and what came of it; ``language`` is that of the outputs, where it is known."""
    dropped = st.file_uploader(
        KINDS,
        key=uploads.uploader_key(UPLOADER),
        max_upload_size=DEFAULT_LIMITS.file_bytes // MEGABYTE,
        help=HELP,
        width=560,
    )
    if dropped is not None and dropped.file_id != state.widget_value(LAST):
        file, data = clean_file(dropped.name), dropped.getvalue()
        task = Task(cache.FILES, (READING, dropped.file_id), lambda tell: _read(file, data, language))
        found = waiting.result_of(READING, task, "Reading the glossary.")
        if found is None:
            return
        _keep(found, dropped.file_id)
        st.rerun()
    if refused := state.widget_value(REFUSED):
        st.error("This glossary is not used:")
        st.code(refused, language=None, wrap_lines=True)
    if (brought := glossary_in_use()) is not None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text(f"In use: {brought.file}, {counted(len(brought.glossary.terms), 'term')}", width="content")
            st.button("Clear glossary", key="forget-glossary", type="tertiary", on_click=_forget)
    elif cache.shelf().gave_way(_key()):
        st.warning("The server needed the memory and no longer keeps your glossary. Please drop it again.")


def _key() -> tuple[str, str]:
    return UPLOADER, state.visitor()


def _read(file: str, data: bytes, language: Language | None) -> GlossaryFile | str:
    """The glossary, or why it cannot be read."""
    try:
        glossary = read_glossary(file, data, (None, language))
    except ValueError as error:
        return str(error)
    code = "" if language is None else language.name
    return GlossaryFile(file, blake2b(data + code.encode(), digest_size=16).hexdigest(), glossary)


def _keep(found: GlossaryFile | str, file_id: str) -> None:
    state.hold({LAST: file_id, REFUSED: found if isinstance(found, str) else None})
    if isinstance(found, GlossaryFile):
        try:
            cache.shelf().put(state.visitor(), _key(), found, found.file)
        except OverLimit as error:
            state.set_widget_value(REFUSED, str(error))


def _forget() -> None:
    """For the button."""
    cache.shelf().drop(state.visitor(), _key())
    state.forget([REFUSED])
    uploads.empty_uploader(UPLOADER)
