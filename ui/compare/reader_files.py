"""A reader's own files of segment labels and word counts. A session holds only their ids."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import streamlit as st

from scoring.formats import FormatError
from scoring.formats.limits import MEGABYTE
from scoring.formats.tables.labels import LIMITS, WordCounts, read_labels, read_word_counts
from scoring.studies.side_by_side import NGramCounts, listed_share
from scoring.text.naming import clean_file
from server.memory.limits import OverLimit
from ui.context.context import Context
from ui.session import state
from ui.store import cache

LABELS, WORD_COUNTS = "labels", "word_counts"
FILE_DESCRIPTIONS = {
    LABELS: "A file with one line for each segment: its label, or nothing.",
    WORD_COUNTS: "Without a file words are sorted by how often they occur in all references together. Your own counts,"
    " such as those of the training data: one word, a tab and its count in each line.",
}


@dataclass(frozen=True)
class ReaderFile:
    """A file that was read, or the reason why it could not be read."""

    file: str
    identity: str | None = None
    """Id under which ``cache.visitor_file`` has the contents."""
    problem: str | None = None


def reader_file_in_use(context: Context, kind: str) -> str | None:
    """Return the id of the reader's file for this test set; None if there is none or it is no longer kept."""
    reader_file = state.widget_value(_name(context, kind))
    return reader_file.identity if reader_file and cache.visitor_file(reader_file.identity) is not None else None


def segment_labels(context: Context) -> pa.StringArray | None:
    """Return a label for each segment that is shown, from the reader's file; None without a file."""
    labels, part = cache.visitor_file(reader_file_in_use(context, LABELS)), context.test_set.part
    if not isinstance(labels, pa.StringArray) or part is None:
        return labels
    return labels.take(part.places)


def draw_reader_file(
    context: Context, kind: str, counts: NGramCounts | None = None, frequencies: np.ndarray | None = None
) -> None:
    """Draw the uploader and the result of the last file; for word counts also the share of ``counts`` in it."""
    name = _name(context, kind)
    reader_file = state.widget_value(name)
    key = f"{name}_{state.widget_value(f'{name}_version', 0)}"
    st.file_uploader(
        FILE_DESCRIPTIONS[kind],
        key=key,
        on_change=lambda: _take(context, kind, key),
        max_upload_size=LIMITS.file_bytes // MEGABYTE,
        width=560,
    )
    st.caption("The file is kept for this session only; a link does not include it.")
    if reader_file is None:
        return
    if reader_file.problem is not None:
        st.error("This file is not used:")
        st.code(reader_file.problem, language=None, wrap_lines=True)
        return
    if reader_file_in_use(context, kind) is None:
        st.info("The file is no longer kept on the server. Upload it again.")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(f"In use: {reader_file.file}")
        st.button("Clear this file", key=f"forget-{kind}", on_click=_forget, args=(name,))
    if counts is not None and frequencies is not None:
        st.caption(f"{listed_share(counts, frequencies):.1%} of the references' words are in it.")


def _name(context: Context, kind: str) -> str:
    """Return the session key of a reader's file. Labels belong to one test set, with any references in use."""
    return f"given_{kind}_{state.chosen_set()}" if kind == LABELS else f"given_{kind}"


def _take(context: Context, kind: str, key: str) -> None:
    uploaded, name = state.widget_value(key), _name(context, kind)
    if uploaded is None:
        state.set_widget_value(name, None)
        return
    file, data = clean_file(uploaded.name), uploaded.getvalue()
    try:
        content = _read(context, kind, file, data)
    except FormatError as error:
        state.set_widget_value(name, ReaderFile(file, problem=str(error)))
    else:
        try:
            identity = cache.keep_given(state.visitor(), kind, file, data, content)
        except OverLimit as error:
            state.set_widget_value(name, ReaderFile(file, problem=str(error)))
        else:
            state.set_widget_value(name, ReaderFile(file, identity))


def _read(context: Context, kind: str, file: str, data: bytes) -> pa.StringArray | WordCounts:
    if kind == LABELS:
        return read_labels(file, data, len(context.every_segment))
    return read_word_counts(file, data)


def _forget(name: str) -> None:
    state.set_widget_value(name, None)
    state.set_widget_value(f"{name}_version", state.widget_value(f"{name}_version", 0) + 1)
