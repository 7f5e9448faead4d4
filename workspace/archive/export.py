"""Exports a project as a zip of plain files."""

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scoring.counting.progress import Progress, no_progress
from scoring.formats.limits import megabytes
from scoring.formats.score_names import direction_in_name
from scoring.metric import VERSION as PROGRAM

from ..campaigns.campaigns import campaign_rows_of
from ..projects.glossaries import KeptGlossary, find_glossary
from ..storage.place import replacing_outside_workspace
from ..storage.records import rows_in_project
from ..tables.errors import WorkspaceError
from ..tables.schema import CampaignRow, ProjectRow, RaterRow, RatingRow, SetRow, VersionRow, ViewRow
from ..tables.texts import CHOICES
from ..tables.transaction import Transaction
from ..versions.arrays import Arrays
from ..versions.manifest import (
    CODES,
    DOCUMENTS,
    DOMAINS,
    ERRORS,
    REFERENCE_TAGS,
    SCORES,
    SYSTEM_TAGS,
    TEXT,
    Entry,
    Manifest,
)
from ..versions.versions import load_columns, read_blobs
from ..workspace import Workspace
from . import forms
from .manifest import FILE, FORMAT, LIMITS, VERSION

ENDING = ".answers.jsonl"
README = Path(__file__).with_name("README.txt")
"""Text file that explains the zip in the zip."""


def export_project(
    workspace: Workspace, project_id: str, path: Path, replaces: bool = False, on_progress: Progress = no_progress
) -> None:
    """Write a project into a zip, and report the progress after each test set.

    Raise ``WorkspaceError`` if the file exists, unless ``replaces``, and for a project above the limits of an import.
    """
    url = workspace.database.url
    with (
        replacing_outside_workspace(url, path, replaces) as unfinished,
        zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        writer = _Writer(archive)
        with workspace.reading() as transaction:
            session, row = transaction.session, transaction.find(ProjectRow, project_id)
            rows, sets = rows_in_project(session, SetRow, row), []
            for number, one in enumerate(rows, 1):
                sets.append(writer.test_set(transaction, one))
                on_progress(number / len(rows))
            views = [
                {**_name_note_and_time(view), "address": view.address}
                for view in rows_in_project(session, ViewRow, row)
            ]
            campaigns = [writer.campaign(session, campaign) for campaign in campaign_rows_of(session, row)]
            about = {"format": FORMAT, "version": VERSION, "program": PROGRAM, **_name_note_and_time(row)}
        manifest = {**about, "test_sets": sets, "views": views, "campaigns": campaigns}
        writer.write(FILE, json.dumps(manifest, indent=1).encode())
        day = datetime.now(UTC).date().isoformat()
        title = {"name": row.name, "line": "=" * len(row.name), "program": PROGRAM, "day": day}
        writer.write("README.txt", README.read_text(encoding="utf-8").format(**title).encode())


@dataclass
class _Writer:
    """The zip that is being written, with the names used so far."""

    archive: zipfile.ZipFile
    n_bytes: int = 0
    names: set[str] = field(default_factory=set)
    """Names of files and folders in the zip, in small letters."""

    def write(self, name: str, data: bytes) -> None:
        self.n_bytes += len(data)
        if self.n_bytes > LIMITS.total_bytes or len(self.names) + 2 > LIMITS.archive_members:
            limits = f"{megabytes(LIMITS.total_bytes)} and {LIMITS.archive_members:,} files"
            raise WorkspaceError(f"The project is too large for one zip ({limits}); bleuscope backup keeps all of it.")
        self.archive.writestr(name, data)

    def free(self, folder: str, stem: str, ending: str = "") -> str:
        """Return a file name that is not used yet, also not in another case of letters, and reserve it."""
        numbered = (f"{folder}{stem}{number}{ending}" for number in chain([""], (f"-{n}" for n in count(2))))
        name = next(name for name in numbered if name.lower() not in self.names)
        self.names.add(name.lower())
        return name

    def test_set(self, transaction: Transaction, row: SetRow) -> dict[str, Any]:
        session = transaction.session
        folder = self.free("", forms.plain_file_name(row.name)) + "/"
        of_set = _OfSet(self, folder)
        newest_first = session.scalars(
            select(VersionRow).where(VersionRow.test_set_id == row.id).order_by(VersionRow.number.desc())
        )
        versions = []
        for version in newest_first:  # so that the column in use gets the plain file name
            manifest = Manifest.of_json(version.manifest)
            version_name = f"{row.name}, version {version.number}"
            columns = [*of_set.columns(version_name, manifest, read_blobs(session, version))]
            stated_language = manifest.language
            language = None if stated_language is None else {"name": stated_language[0], "where": stated_language[1]}
            about = {"number": version.number, "created": version.created.isoformat()}
            about |= {key: getattr(version, key) for key in ("identity", "fingerprint", "scheme")}
            versions.append({**about, "n_segments": manifest.n_segments, "language": language, "columns": columns})
        chosen = {name: getattr(row, name) for name in CHOICES}
        glossary = self.glossary(folder, find_glossary(transaction, row))
        return {
            "id": row.public_id,
            **_name_note_and_time(row),
            **chosen,
            "glossary": glossary,
            "versions": versions[::-1],
        }

    def glossary(self, folder: str, glossary: KeptGlossary | None) -> dict[str, str] | None:
        """Write the glossary file as it was uploaded, and return its manifest entry; None without a glossary."""
        if glossary is None:
            return None
        stem, _, ending = glossary.file.rpartition(".")
        plain, ending = forms.plain_file_name(stem or ending), f".{forms.plain_file_name(ending)}" if stem else ""
        name = self.free(f"{folder}terms/", plain, ending)
        self.write(name, glossary.data)
        return {"name": glossary.file, "file": name}

    def campaign(self, session: Session, row: CampaignRow) -> dict[str, Any]:
        entry, answers = _campaign(session, row)
        name = self.free("campaigns/", forms.plain_file_name(row.name), ENDING)
        self.write(name, answers)
        return {**_name_note_and_time(row), **entry, "answers": name}


@dataclass
class _OfSet:
    """The files of one test set: each column is written once, even if several versions have it."""

    writer: _Writer
    folder: str
    files: dict[tuple[str, str, str], tuple[str, list[str]]] = field(default_factory=dict)
    """Role, name and digest -> form and names of the files."""

    def columns(
        self, version_name: str, manifest: Manifest, blobs: dict[str, tuple[str, bytes]]
    ) -> Iterator[dict[str, Any]]:
        arrays = load_columns(version_name, manifest, blobs)
        self._write_documents(manifest, arrays)
        for entry in manifest.entries:
            key = entry.role, entry.name, entry.digest
            if key not in self.files:
                form, files = forms.write_columns(entry.role, arrays[entry.digest], entry.about, manifest.n_segments)
                ending = _direction(entry, form, arrays[entry.digest]) + form.ending
                self.files[key] = form.name, self._write(_stem(entry), ending, files)
            form_name, names = self.files[key]
            of_files = {"form": form_name, "files": names}
            yield {"role": entry.role, "name": entry.name, **of_files, "digest": entry.digest, "about": entry.about}

    def _write_documents(self, manifest: Manifest, arrays: dict[str, Any]) -> None:
        """Write domains and documents into one file, if one file can hold both exactly."""
        both = manifest.of(DOMAINS, DOCUMENTS)
        if len(both) < 2 or any((entry.role, "", entry.digest) in self.files for entry in both):
            return
        by_role = {entry.role: entry.digest for entry in both}
        data = forms.documents_file(*(arrays[by_role[role]][TEXT] for role in (DOMAINS, DOCUMENTS)))
        if data is not None:
            names = self._write("segments", forms.DOMAIN_CELLS.ending, [data])
            for role, form in ((DOMAINS, forms.DOMAIN_CELLS), (DOCUMENTS, forms.DOCUMENT_CELLS)):
                self.files[role, "", by_role[role]] = form.name, names

    def _write(self, stem: str, ending: str, files: list[bytes]) -> list[str]:
        names = []
        for number, data in enumerate(files, 1):
            of_several = f".rater{number}" if len(files) > 1 else ""
            names.append(self.writer.free(self.folder, f"{stem}{of_several}", ending))
            self.writer.write(names[-1], data)
        return names


def _name_note_and_time(row: Any) -> dict[str, str]:
    return {"name": row.name, "note": row.note, "created": row.created.isoformat()}


def _stem(entry: Entry) -> str:
    """Return the stem of a column's file name, from which the dashboard recognizes the column."""
    name = forms.plain_file_name(entry.name)
    if entry.role in (SCORES, ERRORS):
        return f"{'human' if entry.about['is_human'] else 'metric'}-scores/{name}"
    if entry.role in (REFERENCE_TAGS, SYSTEM_TAGS):
        return f"{'reference' if entry.role == REFERENCE_TAGS else 'system'}.{name}.tag"
    role = f"codes.{entry.role.rpartition(' ')[2]}" if entry.role in CODES else entry.role
    return f"{role}.{name}" if entry.name else role


def _direction(entry: Entry, form: forms.Form, arrays: Arrays) -> str:
    """Return the direction mark for a score file's name, empty if readers guess right whether higher is better."""
    if form is not forms.SEG_SCORE:
        return ""
    values = arrays["values"].to_numpy(zero_copy_only=False)
    return direction_in_name(_stem(entry) + form.ending, form.ending, values, entry.about["higher_is_better"])


def _campaign(session: Session, row: CampaignRow) -> tuple[dict[str, Any], bytes]:
    """Return a campaign's manifest entry, and the file of its answers."""
    of = session.get_one(SetRow, row.test_set_id)
    raters = session.scalars(select(RaterRow).where(RaterRow.campaign_id == row.id).order_by(RaterRow.id)).all()
    about = {"test_set": of.public_id, "number": row.number, "plan": json.loads(row.plan)}
    times = "joined", "finished", "released"
    rater_entries = [
        {"place": rater.place, "name": rater.name, **{time: _moment(getattr(rater, time)) for time in times}}
        for rater in raters
    ]
    lines = (json.dumps(line) for number, rater in enumerate(raters) for line in _lines(session, number, rater))
    entry = {**about, "closed": _moment(row.closed), "raters": rater_entries}
    return entry, "".join(f"{line}\n" for line in lines).encode()


def _lines(session: Session, number: int, rater: RaterRow) -> Iterator[dict[str, Any]]:
    for row in session.scalars(select(RatingRow).where(RatingRow.rater_id == rater.id).order_by(RatingRow.item)):
        value, at = json.loads(row.value), row.at.isoformat()
        yield {"rater": number, "item": row.item, "value": value, "seconds": row.seconds, "at": at}


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
