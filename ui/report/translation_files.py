"""Writes a page's translations and notes into a translation file that is dropped. The server keeps no file."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from scoring.formats.bilingual.filling.filled_file import TranslationFile
from scoring.formats.bilingual.language_pair import SeveralLanguagesError
from scoring.formats.errors import FormatError
from scoring.formats.limits import DEFAULT_LIMITS, MEGABYTE
from scoring.studies import translation_file
from scoring.studies.translation_file import FillRequest, FillResult, post_edit_filling, system_filling
from scoring.text.naming import clean_file, clean_name
from server.engine.tasks import Task, Tell
from ui.context.context import Context
from ui.kit import exports
from ui.session import state
from ui.store import cache, uploads

OFFERED = "offered_fillings"
"""Session key of the contents that this run of the script offers to write into a translation file."""
UPLOADER = "filled-file"
ABOUT = (
    "Into a translation file. Drop the XLIFF, TMX or PO that has this source: targets and notes are written into it,"
    " every other byte stays as it is."
)
MAX_MESSAGES = 1_000
"""Largest number of units with misplaced codes that are listed; more are counted."""


@dataclass(frozen=True)
class OfferedFilling:
    """Content that can be written into a translation file."""

    label: str
    key: Hashable
    """Cache key of the result."""
    make: Callable[[], FillRequest]


def forget_fillings() -> None:
    """Clear the offers at the start of a run of the script, which makes new ones."""
    state.set_widget_value(OFFERED, [])


def offer_filling(label: str, key: Hashable, make: Callable[[], FillRequest]) -> None:
    """Add content for a translation file to the page's menu."""
    offered = state.widget_value(OFFERED)
    if offered is not None:
        offered.append(OfferedFilling(label, key, make))


def offer_systems(context: Context) -> None:
    """Add the outputs of the systems shown to the page's menu, for translation files."""
    whole = context.every_segment
    for name in context.shown:
        if name in whole.system_names:
            offer_filling(name, (whole.identity, name), partial(system_filling, whole, name))


def offer_post_edit_fillings(context: Context, systems: Sequence[str]) -> None:
    """Add the post-edits of these systems' outputs to the page's menu, for translation files."""
    whole = context.every_segment
    for name in systems:
        label = f"{name}, post-edited"
        offer_filling(label, (whole.identity, label), partial(post_edit_filling, whole, name))


def offered_fillings() -> list[OfferedFilling]:
    """Return the contents that the page offers to write."""
    fillings: list[OfferedFilling] = state.widget_value(OFFERED) or []
    return fillings


def draw_fillings(offered: list[OfferedFilling]) -> None:
    """Draw the uploader of a translation file, the choice of the content, and the button to download the result."""
    st.caption(ABOUT)
    labels = [one.label for one in offered]
    label = labels[0] if len(labels) == 1 else st.selectbox("Write into it", labels, key="filling")
    dropped = st.file_uploader(
        "Translation file",
        key=uploads.uploader_key(UPLOADER),
        max_upload_size=DEFAULT_LIMITS.file_bytes // MEGABYTE,
        label_visibility="collapsed",
    )
    if dropped is None:
        return
    chosen = offered[labels.index(label)]
    try:
        result = _fill_file(chosen, dropped, None)
    except SeveralLanguagesError as error:
        languages = [language for language in error.languages if language]
        language = st.selectbox("Language", languages, None, key=f"filled-{dropped.file_id}", placeholder="Choose it")
        if language is None:
            return
        result = _fill_file(chosen, dropped, language)
    if result is not None:
        _draw_result(result, chosen.label)


def _fill_file(chosen: OfferedFilling, dropped: Any, language: str | None) -> FillResult | None:
    """Return the filled file; draw the reason and return None if the file is refused."""
    name = clean_file(dropped.name)

    def fill(tell: Tell) -> FillResult | FormatError:
        try:
            file = TranslationFile.read(name, dropped.getvalue(), DEFAULT_LIMITS, language)
            return translation_file.run(chosen.make(), file, tell)
        except FormatError as error:
            return error

    result = cache.engine().now(Task(cache.FILES, ("filled", dropped.file_id, language, chosen.key), fill))
    if isinstance(result, SeveralLanguagesError):
        raise result
    if isinstance(result, FormatError):
        st.error(clean_name(str(result)))
        return None
    return result


def _draw_result(result: FillResult, label: str) -> None:
    for sentence in result.sentences():
        st.text(sentence)
    messages = result.code_messages()
    if messages:
        further = [f"and {len(messages) - MAX_MESSAGES:,} more"] if len(messages) > MAX_MESSAGES else []
        st.code("\n".join([*messages[:MAX_MESSAGES], *further]), language=None, wrap_lines=True, height=150)
    stem, dot, ending = result.file.file.rpartition("/")[2].rpartition(".")
    name = exports.file_name(stem, label, ending) if dot else exports.file_name(ending, label, "xlf")
    data = result.data
    exports.draw_download_button("Download the file", lambda: data, name, "application/octet-stream", "download-filled")
