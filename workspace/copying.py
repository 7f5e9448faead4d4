"""A project once more, for whoever asks: apart from the first, with columns of its own."""

from sqlalchemy import ColumnElement, func, insert, literal, select
from sqlalchemy.orm import Session, aliased

from scoring.formats.columns import NAME_LENGTH

from .opened import Opened
from .records import Project
from .rights import Action
from .rows import as_project, of_project
from .schema import BlobRow, ProjectRow, SetRow, UseRow, VersionRow, ViewRow
from .texts import moved, name_of

COPY = " (copy)"


class Copying(Opened):
    """Copies within the database."""

    def copy(self, project_id: str, name: str | None = None) -> Project:
        """A project of one's own with the test sets, all their versions, and the views of one that one may read."""
        self.expect_room(None, self._size_of_copy(project_id))
        with self.writing() as asked:
            source = asked.lock(lambda: asked.find(ProjectRow, project_id))
            title = f"{source.name[: NAME_LENGTH - len(COPY)]}{COPY}" if name is None else name_of(name)
            made = asked.new_project(title, source.note, asked.moment, Action.COPIED)
            _copy_columns(asked.session, source, made)
            there = of_project(asked.session, SetRow, source)
            ids = {row.public_id: _copy_set(asked.session, row, made) for row in there}
            for row in of_project(asked.session, ViewRow, source):
                said = {"name": row.name, "note": row.note, "address": moved(row.address, ids)}
                asked.session.add(ViewRow(**said, created=row.created, changed=row.changed, project_id=made.id))
            asked.session.flush()
            return as_project(asked, made)

    def _size_of_copy(self, project_id: str) -> int:
        """Bytes of its columns."""
        with self.reading() as asked:
            source = asked.find(ProjectRow, project_id)
            return asked.session.scalar(select(func.sum(func.length(BlobRow.data))).where(_is_copied(source))) or 0


def _is_copied(source: ProjectRow) -> ColumnElement[bool]:
    """Of columns that a version has which is copied, too."""
    used = select(UseRow.blob_id).join(VersionRow).join(SetRow)
    return BlobRow.id.in_(used.where(SetRow.project_id == source.id, SetRow.deleted.is_(None)))


def _copy_columns(session: Session, source: ProjectRow, made: ProjectRow) -> None:
    columns = select(literal(made.id), BlobRow.digest, BlobRow.checksum, BlobRow.data).where(_is_copied(source))
    session.execute(insert(BlobRow).from_select(["project_id", "digest", "checksum", "data"], columns))


def _copy_set(session: Session, source: SetRow, made: ProjectRow) -> str:
    """The id of the new test set."""
    times = {"created": source.created, "changed": source.changed}
    row = SetRow(name=source.name, note=source.note, **times, project_id=made.id)
    session.add(row)
    session.flush()
    same = [column for column in VersionRow.__table__.columns if column.name not in ("id", "test_set_id")]
    versions = select(literal(row.id), *same).where(VersionRow.test_set_id == source.id)
    names = ["test_set_id", *(column.name for column in same)]
    session.execute(insert(VersionRow).from_select(names, versions))
    old, new, column = aliased(VersionRow), aliased(VersionRow), aliased(BlobRow)
    uses = (
        select(new.id, column.id)
        .join(old, old.number == new.number)
        .join(UseRow, UseRow.version_id == old.id)
        .join(BlobRow, BlobRow.id == UseRow.blob_id)
        .join(column, column.digest == BlobRow.digest)
        .where(new.test_set_id == row.id, old.test_set_id == source.id, column.project_id == made.id)
    )
    session.execute(insert(UseRow).from_select(["version_id", "blob_id"], uses))
    return row.public_id
