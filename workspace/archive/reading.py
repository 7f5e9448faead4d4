"""Imports an exported project: all of it, or nothing with the reason."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy.orm import Session

from scoring.counting.progress import Progress, no_progress
from scoring.formats import FileLimits, FormatError
from scoring.formats.containers.archives import is_zip, unzip
from scoring.formats.json_files.objects import parse_json
from scoring.formats.limits import Budget, check_size, packed_limits
from scoring.rating import Answer, CampaignPlan, Dealer, Item, check_answer
from scoring.text.naming import clean_file, clean_name

from ..campaigns.campaigns import CampaignTexts, answer_json, count_items_by_place, new_rating, new_row
from ..projects.glossaries import plain_glossary, put_glossary
from ..storage.records import Project, as_project
from ..tables.schema import ProjectRow, SetRow, ViewRow
from ..tables.texts import CHOICES, check_address, check_choice, check_kept_name, check_note, replace_ids
from ..tables.transaction import Action, add_row
from ..versions.arrays import Arrays, arrays_digest
from ..versions.manifest import Manifest, join_columns, scheme
from ..versions.versions import PreparedVersion, store
from ..workspace import Workspace
from .forms import FORMS
from .manifest import (
    FILE,
    LIMITS,
    CampaignFiles,
    ColumnFiles,
    ExportedFile,
    ManifestValue,
    NamedFiles,
    ProjectFiles,
    SetFiles,
    VersionFiles,
    ViewFiles,
    read_manifest,
)

AnyFiles = TypeVar("AnyFiles", bound=NamedFiles)
MAX_FILE_NAME_SHOWN = 60
"""Most characters of the zip's name in messages; readers allow 200 for it together with a name inside the zip."""


@dataclass(frozen=True)
class ImportedProject:
    """An imported project, and the files of the zip that are no part of it."""

    project: Project
    left_out: tuple[str, ...]


ReadSet = tuple[SetFiles, list[PreparedVersion]]
PackedGlossary = tuple[str, bytes]
"""Name of the uploaded file, and its packed bytes."""
TimedAnswers = list[tuple[Answer, datetime]]


@dataclass(frozen=True)
class ReadCampaign:
    """A checked campaign of the zip."""

    files: CampaignFiles
    plan: CampaignPlan
    sizes: Sequence[int]
    """Number of items of each place."""
    answers: Sequence[TimedAnswers]
    """Answers of each rater, with their times."""

    def add(self, session: Session, of: SetRow, moment: datetime) -> None:
        """Add the campaign to a test set, with its raters and their answers."""
        files = self.files
        texts = CampaignTexts(files.name, files.note, files.created, files.created)
        row = add_row(session, new_row(of, files.number, self.plan, self.sizes, texts))
        row.closed = files.closed
        each = [*zip(files.raters, self.answers, strict=True)]
        last = {(seat_holder.place, answer.item): answer for seat_holder, answers in each for answer, _ in answers}
        for seat_holder, answers in each:
            rater = add_row(session, seat_holder.row(row, moment))
            counting = ((answer, at) for answer, at in answers if last[seat_holder.place, answer.item] is answer)
            session.add_all(new_rating(rater, answer, at) for answer, at in counting)


def import_project(
    workspace: Workspace,
    path: Path,
    name: str | None = None,
    limits: FileLimits = LIMITS,
    on_progress: Progress = no_progress,
) -> ImportedProject:
    """Import a project from a zip by ``export_project``, under its own name unless another one is given; return it.

    Every version must have the fingerprint that it had. Raise ``FormatError`` for damage, another version of the
    format, a zip beyond the limits, and changed texts; raise ``OSError`` if the file cannot be read.
    """
    file = clean_name(path.name)[-MAX_FILE_NAME_SHOWN:]
    check_size(file, path.stat().st_size, limits)
    data = path.read_bytes()
    if not is_zip(data):
        raise FormatError(file, "something else", "a zip archive of an exported project")
    limits = packed_limits(limits, len(data))
    files = _unzip_files(file, data, limits)
    project_files = read_manifest(f"{file}/{FILE}", files.get(FILE, b""), limits) if FILE in files else None
    if project_files is None:
        raise FormatError(file, f"no {FILE}", advice="Give the zip of an exported project.")
    n_columns = sum(len(version.columns) for one in project_files.test_sets for version in one.versions)
    read = _Files(file, files, {}, {}, n_columns, on_progress)
    sets = [(_checked_set(one), read.versions(one)) for one in project_files.test_sets]
    glossaries = [_packed_glossary(file, one, files) for one in project_files.test_sets]
    views = [replace(_check_name_and_note(view), address=check_address(view.address)) for view in project_files.views]
    campaigns = [
        read_archived_campaign(file, _check_name_and_note(one), files, sets) for one in project_files.campaigns
    ]
    if name is not None:
        project_files = replace(project_files, name=check_kept_name(name))
    project = _add_project(workspace, _check_name_and_note(project_files), sets, glossaries, views, campaigns)
    return ImportedProject(project, _left_out(files, project_files))


def _check_name_and_note(named_files: AnyFiles) -> AnyFiles:
    """Return a named thing with a cleaned name and a note; raise ``WorkspaceError`` if they cannot be kept."""
    return replace(named_files, name=check_kept_name(clean_name(named_files.name)), note=check_note(named_files.note))


def _checked_set(set_files: SetFiles) -> SetFiles:
    """Return a test set with a checked name, note and choices; raise ``WorkspaceError`` if they cannot be kept."""
    chosen: dict[str, Any] = {name: check_choice(getattr(set_files, name)) for name in CHOICES}
    return replace(_check_name_and_note(set_files), **chosen)


def _add_project(
    workspace: Workspace,
    new: ProjectFiles,
    sets: Sequence[ReadSet],
    glossaries: Sequence[PackedGlossary | None],
    views: Sequence[ViewFiles],
    campaigns: Sequence[ReadCampaign],
) -> Project:
    """Add the project with all its parts and original times, in one transaction; return it."""
    sizes: dict[str, int] = {}
    for _, versions in sets:
        for prepared in versions:
            prepared.pack()
            sizes |= prepared.sizes
    packed = sum(len(one[1]) for one in glossaries if one is not None)
    workspace.expect_room(None, packed + sum(sizes.values()))
    with workspace.writing() as transaction:
        session, project = (
            transaction.session,
            transaction.new_project(new.name, new.note, new.created, Action.IMPORTED),
        )
        rows = {one.id: _add_set(session, project, one, versions) for one, versions in sets}
        for (one, _), glossary in zip(sets, glossaries, strict=True):
            if glossary is not None:
                put_glossary(transaction, rows[one.id], *glossary)
        ids = {id_: row.public_id for id_, row in rows.items()}
        for view in views:
            values = {**vars(view), "address": replace_ids(view.address, ids)}
            session.add(ViewRow(**values, changed=view.created, project_id=project.id))
        for campaign in campaigns:
            campaign.add(session, rows[campaign.files.test_set], transaction.moment)
        session.flush()
        return as_project(transaction, project)


def _add_set(session: Session, project: ProjectRow, new: SetFiles, versions: Sequence[PreparedVersion]) -> SetRow:
    values = {name: getattr(new, name) for name in ("name", "note", *CHOICES)}
    changed = new.versions[-1].created
    row = add_row(session, SetRow(**values, created=new.created, changed=changed, project_id=project.id))
    before = None
    for prepared, files in zip(versions, new.versions, strict=True):
        before = store(session, project, row, before, prepared, files.created)
    return row


def _packed_glossary(file: str, set_files: SetFiles, files: Mapping[str, bytes]) -> PackedGlossary | None:
    """Return the packed glossary of a test set; None without one; raise ``FormatError`` if it cannot be read."""
    if set_files.glossary is None:
        return None
    if set_files.glossary.file not in files:
        raise FormatError(file, f"no file {clean_file(set_files.glossary.file)}", "all that manifest.json names")
    glossary = plain_glossary(set_files.glossary.name, files[set_files.glossary.file])
    glossary.read()
    return glossary.file, zlib.compress(glossary.data)


def _unzip_files(file: str, data: bytes, limits: FileLimits) -> dict[str, bytes]:
    """Return name within the zip -> bytes; the names are only compared with names in the manifest."""
    members, _ = unzip(file, data, Budget(file, limits))
    files: dict[str, bytes] = {}
    for member in members:
        name = member.name.removeprefix(f"{file}/")
        if name in files:
            raise FormatError(file, f"two files called {name}", "each file once")
        files[name] = member.data
    return files


def _left_out(files: Mapping[str, bytes], project_files: ProjectFiles) -> tuple[str, ...]:
    columns = [column for one in project_files.test_sets for version in one.versions for column in version.columns]
    listed_names = {name for column in columns for name in column.files} | {
        one.answers for one in project_files.campaigns
    }
    listed_names |= {one.glossary.file for one in project_files.test_sets if one.glossary is not None}
    return tuple(sorted({*files} - listed_names - {FILE}))


@dataclass
class _Files:
    """The zip's files; each is read only once."""

    file: str
    files: Mapping[str, bytes]
    read: dict[Any, tuple[str, Arrays]]
    prepared: dict[str, PreparedVersion]
    n_columns: int
    """Number of columns of all versions."""
    on_progress: Progress
    n_done: int = 0

    def versions(self, set_files: SetFiles) -> list[PreparedVersion]:
        return [self._cached_version(set_files.name, number, one) for number, one in enumerate(set_files.versions, 1)]

    def _cached_version(self, name: str, number: int, version_files: VersionFiles) -> PreparedVersion:
        """Return a version, put together only once even if it is listed several times."""
        self.n_done += len(version_files.columns)
        key = repr(replace(version_files, created=datetime.min))
        if key not in self.prepared:
            self.prepared[key] = self._version(name, number, version_files)
        return self.prepared[key]

    def _version(self, name: str, number: int, version_files: VersionFiles) -> PreparedVersion:
        columns = [self._column(column, version_files.n_segments) for column in version_files.columns]
        entries = (
            replace(column, digest=digest) for column, (digest, _) in zip(version_files.columns, columns, strict=True)
        )
        manifest = Manifest(version_files.n_segments, version_files.language, tuple(entries))
        location = f"{self.file}, {clean_name(name)}, version {number}"
        try:
            test_set = join_columns(manifest, dict(columns))
        except (ValueError, TypeError, KeyError, IndexError) as error:
            raise FormatError(location, f"columns that do not go together ({clean_name(str(error))})") from None
        is_same = (test_set.identity, test_set.fingerprint) == (version_files.identity, version_files.fingerprint)
        is_whole = [digest for digest, _ in columns] == [column.digest for column in version_files.columns]
        if not is_whole or (version_files.scheme == scheme() and not is_same):
            advice = "A file was changed after the export. Export again, or add the files as a new test set."
            raise FormatError(location, "other texts or judgments than its fingerprint says", advice=advice)
        return PreparedVersion(test_set)

    def _column(self, column: ColumnFiles, n_segments: int) -> tuple[str, Arrays]:
        """Return the digest and the arrays of a column."""
        key = column.role, column.form, column.files, repr(column.about), n_segments
        if key not in self.read:
            self.on_progress(max(1, self.n_done) / max(1, self.n_columns))
            form = FORMS.get(column.form)
            manifest_file = f"{self.file}/{FILE}"
            if form is None or not column.files:
                raise FormatError(manifest_file, f"the form {clean_name(column.form)!r} of a column, or no file of it")
            missing = next((name for name in column.files if name not in self.files), None)
            if missing is not None:
                raise FormatError(self.file, f"no file {clean_file(missing)}", "all that manifest.json names")
            files = [ExportedFile(clean_file(f"{self.file}/{name}"), self.files[name]) for name in column.files]
            try:
                arrays = form.read(files, column.about, n_segments)
            except (KeyError, TypeError) as error:
                raise FormatError(manifest_file, f"too little about a column ({clean_name(str(error))})") from None
            self.read[key] = arrays_digest(arrays), arrays
        return self.read[key]


def read_archived_campaign(
    file: str, campaign_files: CampaignFiles, files: Mapping[str, bytes], sets: Sequence[ReadSet]
) -> ReadCampaign:
    """Read a campaign with its answers; raise ``FormatError`` if it does not fit its test set."""
    location = f"{file}, {campaign_files.name}"
    versions = next((versions for one, versions in sets if one.id == campaign_files.test_set and one.id), [])
    if not 1 <= campaign_files.number <= len(versions):
        raise FormatError(location, "a campaign about a version that is not there")
    if campaign_files.answers not in files:
        raise FormatError(file, f"no file {clean_file(campaign_files.answers)}", "all that manifest.json names")
    try:
        plan = CampaignPlan.from_json(campaign_files.plan)
        dealer = Dealer(plan, versions[campaign_files.number - 1].test_set())
        sizes = count_items_by_place(dealer)
    except (ValueError, TypeError) as error:
        raise FormatError(f"{file}/{FILE}", f"a plan that cannot be ({clean_name(str(error))})") from None
    answer_file = ExportedFile(clean_file(f"{file}/{campaign_files.answers}"), files[campaign_files.answers])
    seat_holders = tuple(replace(one, name=check_kept_name(clean_name(one.name))) for one in campaign_files.raters)
    held_places = [one.place for one in seat_holders if one.released is None]
    if len({*held_places}) < len(held_places) or any(not 0 <= one.place < plan.n_places for one in seat_holders):
        raise FormatError(location, "raters at places that are not there, or two at one")
    items_by_place = {place: dealer.items(place) for place in {one.place for one in seat_holders}}
    answers = _answers(answer_file, plan, [items_by_place[one.place] for one in seat_holders])
    return ReadCampaign(replace(campaign_files, raters=seat_holders), plan, sizes, answers)


def _answers(
    answer_file: ExportedFile, plan: CampaignPlan, items_of_raters: Sequence[Sequence[Item]]
) -> list[list[tuple[Answer, datetime]]]:
    """Return the answers of each rater, with their times; ``items_of_raters`` has the raters' items."""
    answers_of_raters: list[dict[int, tuple[Answer, datetime]]] = [{} for _ in items_of_raters]
    for number, line in answer_file.lines():
        if not line:
            continue
        line_value = ManifestValue(answer_file.file, f"line {number:,}", parse_json(answer_file.file, number, line))
        rater, item, at = line_value.get("rater", int), line_value.get("item", int), line_value.moment("at")
        is_there = (
            0 <= rater < len(items_of_raters)
            and 0 <= item < len(items_of_raters[rater])
            and item not in answers_of_raters[rater]
        )
        answer_file.check(is_there, "one answer to an item of a rater", number)
        try:
            value = check_answer(
                plan.protocol, items_of_raters[rater][item], line_value.get("value", dict), plan.categories
            )
            answer = Answer(item, value, line_value.value.get("seconds"))
            answer_json(value)  # refuses one that is too long
        except FormatError:
            raise
        except ValueError as error:
            raise FormatError(answer_file.file, f"no answer ({clean_name(str(error))})", line=number) from None
        answers_of_raters[rater][item] = answer, at
    return [list(of.values()) for of in answers_of_raters]
