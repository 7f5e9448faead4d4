"""Copies of a project for a person, separate from the original, with columns of their own."""

from sqlalchemy import ColumnElement, func, insert, literal, select
from sqlalchemy.orm import Session, aliased

from scoring.text.naming import NAME_LENGTH

from ..campaigns.campaigns import (
    CampaignTexts,
    SeatHolder,
    campaign_plan,
    campaign_rows_of,
    new_row,
    stored_place_sizes,
)
from ..storage.open_database import OpenDatabase
from ..storage.records import Project, as_project, build_record, rows_in_project
from ..tables.schema import (
    Base,
    BlobRow,
    CampaignRow,
    GlossaryRow,
    ProjectRow,
    RaterRow,
    RatingRow,
    SetRow,
    UseRow,
    VersionRow,
    ViewRow,
)
from ..tables.texts import CHOICES, check_kept_name, replace_ids
from ..tables.transaction import Action, Transaction, add_row

COPY = " (copy)"


class ProjectCopies(OpenDatabase):
    """Copies of projects within the database."""

    def copy(self, project_id: str, name: str | None = None) -> Project:
        """Copy a project that the person may read, without deleted parts, to a project that they own; return the copy.

        The copy's campaigns have links of their own; raters go on in the campaigns that they have joined.
        """
        self.expect_room(None, self._size_of_copy(project_id))
        with self.writing() as transaction:
            source = transaction.lock(lambda: transaction.find(ProjectRow, project_id))
            title = f"{source.name[: NAME_LENGTH - len(COPY)]}{COPY}" if name is None else check_kept_name(name)
            target = transaction.new_project(title, source.note, transaction.moment, Action.COPIED)
            _copy_columns(transaction.session, source, target)
            rows = rows_in_project(transaction.session, SetRow, source)
            sets = {row.id: _copy_set(transaction.session, row, target) for row in rows}
            ids = {row.public_id: sets[row.id].public_id for row in rows}
            for row in rows_in_project(transaction.session, ViewRow, source):
                values = {"name": row.name, "note": row.note, "address": replace_ids(row.address, ids)}
                transaction.session.add(
                    ViewRow(**values, created=row.created, changed=row.changed, project_id=target.id)
                )
            for campaign in campaign_rows_of(transaction.session, source):
                _copy_campaign(transaction, campaign, sets[campaign.test_set_id])
            transaction.session.flush()
            return as_project(transaction, target)

    def _size_of_copy(self, project_id: str) -> int:
        """Return the number of bytes of the columns that a copy takes."""
        with self.reading() as transaction:
            source = transaction.find(ProjectRow, project_id)
            return (
                transaction.session.scalar(select(func.sum(func.length(BlobRow.data))).where(_is_copied(source))) or 0
            )


def _is_copied(source: ProjectRow) -> ColumnElement[bool]:
    """Return the condition that a column belongs to a version that is copied."""
    used = select(UseRow.blob_id).join(VersionRow).join(SetRow)
    return BlobRow.id.in_(used.where(SetRow.project_id == source.id, SetRow.deleted.is_(None)))


def _copy_columns(session: Session, source: ProjectRow, target: ProjectRow) -> None:
    columns = select(literal(target.id), BlobRow.digest, BlobRow.checksum, BlobRow.data).where(_is_copied(source))
    session.execute(insert(BlobRow).from_select(["project_id", "digest", "checksum", "data"], columns))


def _copy_set(session: Session, source: SetRow, target: ProjectRow) -> SetRow:
    """Copy a test set with its glossary and versions to another project; return the new row."""
    names = "name", "note", "created", "changed", "glossary", "glossary_checksum"
    same = {name: getattr(source, name) for name in (*names, *CHOICES)}
    row = add_row(session, SetRow(**same, project_id=target.id))
    _copy_rows(session, GlossaryRow, "test_set_id", source.id, row.id)
    _copy_rows(session, VersionRow, "test_set_id", source.id, row.id)
    old, new, column = aliased(VersionRow), aliased(VersionRow), aliased(BlobRow)
    uses = (
        select(new.id, column.id)
        .join(old, old.number == new.number)
        .join(UseRow, UseRow.version_id == old.id)
        .join(BlobRow, BlobRow.id == UseRow.blob_id)
        .join(column, column.digest == BlobRow.digest)
        .where(new.test_set_id == row.id, old.test_set_id == source.id, column.project_id == target.id)
    )
    session.execute(insert(UseRow).from_select(["version_id", "blob_id"], uses))
    return row


def _copy_campaign(transaction: Transaction, source: CampaignRow, of: SetRow) -> None:
    """Copy a campaign with its answers to the copy of its test set; its raters get no places in the copy."""
    session = transaction.session
    texts = CampaignTexts(source.name, source.note, source.created, source.changed)
    row = add_row(session, new_row(of, source.number, campaign_plan(source), stored_place_sizes(source), texts))
    row.closed = source.closed
    for rater in session.scalars(select(RaterRow).where(RaterRow.campaign_id == source.id).order_by(RaterRow.id)):
        new_rater = add_row(session, build_record(SeatHolder, rater).row(row, transaction.moment))
        _copy_rows(session, RatingRow, "rater_id", rater.id, new_rater.id)


def _copy_rows(session: Session, table: type[Base], of: str, source_id: int, target_id: int) -> None:
    """Copy the rows whose column ``of`` names ``source_id``, with ``target_id`` in that column and new ids."""
    same = [column for column in table.__table__.columns if column.name not in ("id", of)]
    rows = select(literal(target_id), *same).where(table.__table__.columns[of] == source_id)
    session.execute(insert(table).from_select([of, *(column.name for column in same)], rows))
