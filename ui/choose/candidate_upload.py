"""A visitor's lists of candidates: dropped, read in the background, and kept for the visit."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import streamlit as st

from scoring.counting.progress import Progress, progress_between, progress_of_part
from scoring.formats import Column, Role, guess_roles, read_contents
from scoring.formats.assembly import align
from scoring.formats.errors import CountMismatchError, FormatError
from scoring.formats.json_files.other_fields import OtherFields
from scoring.formats.limits import DEFAULT_LIMITS, MEGABYTE, megabytes
from scoring.output.numbers import counted
from scoring.studies.choice import line_up_lists, read_lists
from scoring.testset import Reference
from scoring.text.naming import clean_file
from server.engine.tasks import Task, Tell
from server.memory.limits import OverLimit, limits
from ui.choose.candidates import CandidateFile, test_set_of
from ui.context.context import Context
from ui.session import state
from ui.store import cache, uploads, waiting

MAX_BYTES = DEFAULT_LIMITS.file_bytes // MEGABYTE
KINDS = (
    "A Moses n-best list (`id ||| text ||| features ||| score`), the same number of lines for each segment, or JSON"
    " Lines with one list per line; gzip is fine."
)
REFERENCES_ADVICE = "The set in use has {}. If the lists are for other segments, drop their references with them."
_NUMBERS = count()


@dataclass(frozen=True)
class Slot:
    """One place for a file of lists with its references, and its labels."""

    name: str
    lists: str
    references: str

    @property
    def place(self) -> str:
        """Place on the page that shows the progress of reading."""
        return f"reading-{self.name}"

    @property
    def uploader(self) -> str:
        """Name of the file uploader for the lists."""
        return f"choose-{self.name}"

    @property
    def references_uploader(self) -> str:
        """Name of the file uploader for the references of the lists."""
        return f"{self.uploader}-references"

    @property
    def key(self) -> tuple[str, str]:
        """Key under which the visitor's lists are kept."""
        return self.name, state.visitor()

    @property
    def read(self) -> str:
        """The session's key for the files that were read last."""
        return f"choose_{self.name}_read"

    @property
    def refused(self) -> str:
        """The session's key for why the last files are not used."""
        return f"choose_{self.name}_refused"

    def current(self) -> CandidateFile | None:
        """Return the lists that the visitor has brought; None without any."""
        candidate_file: CandidateFile | None = cache.shelf().get(self.key, state.visitor())
        return candidate_file

    def forget(self) -> None:
        """Forget the visitor's lists, and empty the uploaders; a callback."""
        cache.shelf().drop(state.visitor(), self.key)
        state.forget([self.refused])
        for name in (self.uploader, self.references_uploader):
            uploads.empty_uploader(name)


CANDIDATES = Slot("lists", "Candidate lists", "Their references, unless the set in use has them")
HELD_OUT = Slot("held-out", "Held-out lists, with the same features", "Their references")


def draw_candidate_upload(slot: Slot, context: Context) -> None:
    """Draw the place where files are dropped, and the result of reading them."""
    with st.container(horizontal=True, gap="small", key=f"choose-files-{slot.name}"):
        help = (
            f"{KINDS} Files stay in this server's memory for this visit, up to {megabytes(limits().visitor_bytes)}"
            " for one open page."
        )
        lists = st.file_uploader(
            slot.lists, key=uploads.uploader_key(slot.uploader), max_upload_size=MAX_BYTES, help=help
        )
        key, help = uploads.uploader_key(slot.references_uploader), "One line per list; one file per reference."
        options: Any = {"accept_multiple_files": True, "max_upload_size": MAX_BYTES}
        references = st.file_uploader(slot.references, key=key, help=help, **options)
    read_again(slot, context, lists, references)
    if refused := state.widget_value(slot.refused) or uploads.last_refusal(state.visitor()):
        st.error("These lists are not used:")
        st.code(refused, language=None, wrap_lines=True)
    if (candidate_file := slot.current()) is not None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text(" ".join([f"In use: {candidate_file.file}", *candidate_file.notices]), width="content")
            st.button("Clear lists", key=f"forget-{slot.name}", type="tertiary", on_click=slot.forget)
        return
    st.caption(f"{KINDS} Without references, those of the set in use count, if it has as many segments.")
    if cache.shelf().was_dropped(slot.key):
        st.warning("The server needed the memory and no longer keeps your lists. Please drop them again.")


def read_again(slot: Slot, context: Context, lists: Any, references: Sequence[Any]) -> None:
    """Read the files if they are new; the uploader forgets them at a page switch, the lists that were read stay."""
    n_segments = len(context.every_segment)
    files = None if lists is None else (lists.file_id, *(file.file_id for file in references), n_segments)
    if files is None or files == state.widget_value(slot.read):
        return
    dropped_files = [(clean_file(file.name), file.getvalue()) for file in (lists, *references)]
    task = Task(
        cache.FILES,
        (slot.name, *files),
        lambda tell: read_dropped_lists(dropped_files[0], dropped_files[1:], n_segments, tell),
    )
    file_or_refusal = waiting.result_or_progress(slot.place, task, f"Reading {counted(len(dropped_files), 'file')} …")
    if file_or_refusal is None:
        return
    state.set_widget_values(
        {slot.read: files, slot.refused: file_or_refusal if isinstance(file_or_refusal, str) else None}
    )
    if isinstance(file_or_refusal, CandidateFile):
        # Replaces earlier lists; the page says so if the visitor may not keep so much.
        try:
            cache.shelf().put(state.visitor(), slot.key, file_or_refusal, file_or_refusal.file)
        except OverLimit as error:
            state.set_widget_value(slot.refused, str(error))
    st.rerun()


def read_dropped_lists(
    list_file: tuple[str, bytes], reference_files: Sequence[tuple[str, bytes]], n_segments: int, tell: Tell
) -> CandidateFile | str:
    """Return the lists with their references, or what is wrong with them.

    ``n_segments`` is the number of segments of the set in use, for lists that come without references.
    """
    file, data = list_file
    try:
        columns = read_references(reference_files, progress_between(tell, 0.0, 0.3))
        expected = len(columns[0]) if columns else n_segments
        other_fields = OtherFields(DEFAULT_LIMITS)
        lists = read_lists(
            file, data, expected, on_progress=progress_between(tell, 0.3, 1.0), other_fields=other_fields
        )
        lists, notices = line_up_lists(file, lists, other_fields, columns, [column.segments for column in columns])
        references = [Reference(f"reference {number}", column.segments) for number, column in enumerate(columns, 1)]
        of = test_set_of(lists, references, file) if references else None
    except ValueError as error:
        is_of_a_line = isinstance(error, FormatError) and error.line is not None
        advice = (
            "" if reference_files or is_of_a_line else f" {REFERENCES_ADVICE.format(counted(n_segments, 'segment'))}"
        )
        return f"{error}{advice}"
    return CandidateFile(file, next(_NUMBERS), lists, of, tuple(notice.message for notice in notices))


def read_references(files: Sequence[tuple[str, bytes]], on_progress: Progress) -> list[Column]:
    """Return every text of these files, lined up by ids; of a file that names its references, only these.

    Raise ``CountMismatchError`` where files have different numbers of lines.
    """
    columns: list[Column] = []
    for number, (name, data) in enumerate(files):
        file_columns = guess_roles(
            read_contents(name, data, on_progress=progress_of_part(on_progress, number, len(files))).columns
        )
        reference_columns = [column for column in file_columns if column.role is Role.REFERENCE]
        columns += reference_columns or [column for column in file_columns if column.role is not Role.SOURCE]
    columns = align([replace(column, role=Role.REFERENCE) for column in columns])
    counts = {column.file: len(column) for column in columns}
    if len(set(counts.values())) > 1:
        raise CountMismatchError("references", counts)
    return columns
