"""Exports a project as a zip, and imports such a zip."""

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st

from scoring.formats import FormatError
from scoring.formats.limits import DEFAULT_LIMITS, MEGABYTE, megabytes
from scoring.output.numbers import counted
from server.engine.tasks import Task, Tell
from ui.kit import changes, exports
from ui.projects import place
from ui.session import state
from ui.store import cache, kept, waiting
from workspace import Project, Workspace, WorkspaceError
from workspace.archive import LIMITS, ImportedProject, export_project, import_project

ZIP_KEY = "project_read"
"""Session key of the zip that was read last, and of its result."""
UPLOADED = replace(DEFAULT_LIMITS, archive_members=LIMITS.archive_members, columns=LIMITS.columns)
"""Limits for imported projects: no more is unpacked than of other uploads."""
FAILED_EXPORTS_KEY = "export_again"
"""Session key of the number of failed exports, so that another attempt is another task."""


def draw_export(workspace: Workspace, project: Project) -> None:
    """Draw the export, which makes the zip on request and then offers it, or says why there is none."""
    with st.popover("Export", icon=":material/download:", key=f"export-{project.id}", on_change="rerun") as popover:
        if not popover.open:
            return
        st.caption(
            "A zip of plain files and JSON with all test sets, versions and views. Import it here, or read it without"
            " this program."
        )
        key = "project", project.id, project.changed, state.widget_value(FAILED_EXPORTS_KEY, 0)
        task = Task(cache.PROJECTS, key, partial(_export_zip, workspace, project.id))
        waiting.when_ready("exporting", [task], partial(draw_exported, workspace, project), "Making the zip …")


def draw_exported(workspace: Workspace, project: Project, archive_or_reason: bytes | str) -> None:
    """Draw the button that downloads the zip, or the reason why there is none."""
    if isinstance(archive_or_reason, str):
        changes.draw_sentence(changes.FAILED, f"Nothing was exported. {archive_or_reason}")
        again = state.widget_value(FAILED_EXPORTS_KEY, 0) + 1
        st.button("Try again", key="export-again", on_click=state.set_widget_value, args=(FAILED_EXPORTS_KEY, again))
        return

    def make() -> bytes:
        workspace.project(project.id)  # raises if the visitor may no longer read it
        return archive_or_reason

    label = f"Download {megabytes(len(archive_or_reason))}"
    file, kind = exports.file_name(project.name, "project", "zip"), "application/zip"
    exports.draw_download_button(label, make, file, kind, "export-download", type="primary")


def _export_zip(workspace: Workspace, project_id: str, tell: Tell) -> bytes | str:
    """Return the zip of a project, or the reason why there is none."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "project.zip"
        try:
            export_project(workspace, project_id, path, on_progress=tell)
            return path.read_bytes()
        except WorkspaceError as error:
            return str(error)
        except OSError as error:
            return f"The server cannot write it to its disk: {error.strerror}."


def draw_import() -> None:
    """Draw the uploader of a zip, which is read at once, and the result of the last zip."""
    with st.popover("Import", icon=":material/upload:", key="import-project"):
        max_megabytes = DEFAULT_LIMITS.file_bytes // MEGABYTE
        help = f"Up to {max_megabytes:,} MB; larger ones are read by the command `bleuscope project import`."
        file = st.file_uploader(
            "Drop a zip that “Export” made.", type=["zip"], key="project-file", max_upload_size=max_megabytes, help=help
        )
        read, import_or_reason = state.widget_value(ZIP_KEY, (None, None))
        if file is None:
            return
        if read == file.file_id:
            draw_read(import_or_reason)
            return
        workspace = kept.visitor_workspace(make=True)
        task = Task(
            cache.PROJECTS, ("import", file.file_id), partial(_import_zip, workspace, file.name, file.getvalue())
        )

        def note(import_or_reason: ImportedProject | str) -> None:
            state.set_widget_value(ZIP_KEY, (file.file_id, import_or_reason))
            draw_read(import_or_reason)

        waiting.when_ready("importing", [task], note, "Reading the project …")


def _import_zip(workspace: Workspace, name: str, data: bytes, tell: Tell) -> ImportedProject | str:
    """Return the imported project, or the reason why there is none."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / (re.sub(r"[^\w.-]+", "-", name)[-60:].strip(".") or "project.zip")
        try:
            path.write_bytes(data)
            return import_project(workspace, path, limits=UPLOADED, on_progress=tell)
        except (FormatError, WorkspaceError) as error:
            return str(error)
        except OSError as error:
            return f"The server cannot write it to its disk: {error.strerror}."


def draw_read(import_or_reason: ImportedProject | str) -> None:
    """Draw the result of an import."""
    if isinstance(import_or_reason, str):
        changes.draw_sentence(changes.FAILED, f"Nothing was imported. {import_or_reason}")
        return
    sets = counted(import_or_reason.project.n_test_sets, "test set")
    n_others = len({*import_or_reason.left_out} - {"README.txt"})
    left_out = f" {counted(n_others, 'file')} in the zip are no part of it." if n_others else ""
    changes.draw_sentence(changes.DONE, f"{import_or_reason.project.name} is there, with {sets}.{left_out}")
    st.button(
        "Open it",
        key="open-imported",
        type="primary",
        on_click=place.open_project,
        args=(import_or_reason.project.id,),
    )
