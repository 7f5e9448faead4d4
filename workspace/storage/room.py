"""Number of bytes that are stored and may be stored, and removal of things and persons for good."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    Subquery,
    and_,
    delete,
    exists,
    func,
    literal,
    not_,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.orm import aliased

from scoring.formats.limits import megabytes

from ..tables.errors import WorkspaceError
from ..tables.schema import (
    BlobRow,
    CampaignRow,
    EventRow,
    GlossaryRow,
    MemberRow,
    NamedRow,
    PersonRow,
    ProjectRow,
    RaterRow,
    RatingRow,
    SetRow,
    UseRow,
    VersionRow,
    ViewRow,
)
from ..tables.trails import FORGOTTEN_PERSON
from ..tables.transaction import Action, Right, Transaction, has_accepted, is_known_owner
from ..versions.versions import drop_unused
from .records import VISITOR

BYTES_PER_THING = 16 * 1024
"""Bytes counted for each named thing and each version, so that nobody fills the tables with empty ones."""
BYTES_PER_RATING = 1024
"""Bytes counted for each item of a campaign from the start, so that raters always have room for their answers.

A longer answer counts its real length once it is stored.
"""


@dataclass(frozen=True)
class Quotas:
    """Limits of storage, None for no limit; projects without an owner count for nobody."""

    account_bytes: int | None = None
    """Highest number of bytes that one account may own."""
    visitor_bytes: int | None = None
    """Highest number of bytes that one visitor may own."""
    visitors_bytes: int | None = None
    """Highest number of bytes that all visitors together may own."""
    visitor_days: int | None = None
    """Number of days after which an absent visitor is forgotten."""


def owner_query(*conditions: ColumnElement[bool]) -> Select[int, int | None]:
    """Return the query for ``project_id`` and ``person_id`` of each project's owner, for whom its bytes count.

    Of several owners, this is the first who has accepted the ownership, or, if none has, the first.
    """
    other = aliased(MemberRow)
    is_first = and_(other.id < MemberRow.id, or_(has_accepted(other), not_(has_accepted(MemberRow))))
    is_before = or_(is_first, and_(has_accepted(other), not_(has_accepted(MemberRow))))
    before = exists().where(other.project_id == MemberRow.project_id, *_is_owner(other), is_before)
    query = select(MemberRow.project_id, MemberRow.person_id).join(PersonRow, PersonRow.id == MemberRow.person_id)
    return query.where(*_is_owner(MemberRow), not_(before), *conditions)


def _is_owner(member: type[MemberRow]) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return member.right == Right.OWN, member.person_id.is_not(None)


def stored_bytes_query(projects: Select[Any] | None = None) -> Subquery:
    """Return the query for ``project_id`` and ``n_bytes`` of everything stored, in ``projects`` or in all."""
    sizes = [
        (ProjectRow.id, select(ProjectRow.id.label("project_id"), literal(BYTES_PER_THING).label("n_bytes"))),
        (SetRow.project_id, select(SetRow.project_id, literal(BYTES_PER_THING))),
        (SetRow.project_id, select(SetRow.project_id, literal(BYTES_PER_THING)).join(VersionRow)),
        (ViewRow.project_id, select(ViewRow.project_id, literal(BYTES_PER_THING))),
        (
            CampaignRow.project_id,
            select(CampaignRow.project_id, BYTES_PER_THING + BYTES_PER_RATING * CampaignRow.n_items),
        ),
        (CampaignRow.project_id, _long_answers(CampaignRow.project_id)),
        (BlobRow.project_id, select(BlobRow.project_id, func.length(BlobRow.data))),
        (SetRow.project_id, select(SetRow.project_id, func.length(GlossaryRow.data)).join(GlossaryRow)),
    ]
    return union_all(*(size if projects is None else size.where(of.in_(projects)) for of, size in sizes)).subquery()


def _long_answers(*columns: Any) -> Select[Any]:
    """Return the query for ``columns`` and the bytes by which long answers exceed the bytes counted for their items."""
    excess = func.length(RatingRow.value) - BYTES_PER_RATING
    joined = select(*columns, excess).select_from(CampaignRow).join(RaterRow, RaterRow.campaign_id == CampaignRow.id)
    return joined.join(RatingRow, RatingRow.rater_id == RaterRow.id).where(excess > 0)


def space(transaction: Transaction, projects: Select[Any] | None = None) -> int:
    """Return the bytes stored in the projects of these ids, or in all."""
    return int(transaction.session.scalar(select(func.sum(stored_bytes_query(projects).c.n_bytes))) or 0)


def space_of_persons(transaction: Transaction, *conditions: ColumnElement[bool]) -> int:
    """Return the bytes that count for the persons that meet the conditions."""
    owners = owner_query(*conditions).subquery()
    return space(transaction, select(owners.c.project_id))


def bytes_freed(transaction: Transaction, row: NamedRow) -> int:
    """Return the bytes that only this thing takes, without columns that other things of its project use as well."""
    if isinstance(row, ProjectRow):
        return space(transaction, select(ProjectRow.id).where(ProjectRow.id == row.id))
    if isinstance(row, CampaignRow):
        return _campaigns(transaction, CampaignRow.id == row.id)
    if not isinstance(row, SetRow):
        return BYTES_PER_THING
    of_set, others = VersionRow.test_set_id == row.id, VersionRow.test_set_id != row.id
    used = select(UseRow.blob_id).join(VersionRow, VersionRow.id == UseRow.version_id)
    own = BlobRow.id.in_(used.where(of_set)) & BlobRow.id.not_in(used.where(others))
    columns = transaction.session.scalar(select(func.sum(func.length(BlobRow.data))).where(own))
    n_versions = transaction.session.scalar(select(func.count()).select_from(VersionRow).where(of_set))
    campaigns = _campaigns(transaction, CampaignRow.test_set_id == row.id)
    glossary = transaction.session.scalar(
        select(func.length(GlossaryRow.data)).where(GlossaryRow.test_set_id == row.id)
    )
    return BYTES_PER_THING * (1 + int(n_versions or 0)) + int(columns or 0) + int(glossary or 0) + campaigns


def _campaigns(transaction: Transaction, condition: ColumnElement[bool]) -> int:
    """Return the bytes of the campaigns that meet the condition."""
    each, long_answers = (
        select(BYTES_PER_THING + BYTES_PER_RATING * CampaignRow.n_items).where(condition),
        _long_answers().where(condition),
    )
    return sum(map(int, (*transaction.session.scalars(each), *transaction.session.scalars(long_answers))))


def check_room(transaction: Transaction, quotas: Quotas, project_id: int, n_bytes: int = 0) -> None:
    """Raise ``WorkspaceError`` if the owner of a project has no room for ``n_bytes`` more."""
    owners = owner_query(MemberRow.project_id == project_id).subquery()
    owner = transaction.session.scalar(select(PersonRow).join(owners, owners.c.person_id == PersonRow.id))
    if owner is not None:
        check_room_of(transaction, quotas, owner, n_bytes)


def check_room_of(transaction: Transaction, quotas: Quotas, owner: PersonRow, n_bytes: int = 0) -> None:
    """Raise ``WorkspaceError`` if a person has no room for ``n_bytes`` more."""
    is_visitor = owner.kind == VISITOR
    limit = quotas.visitor_bytes if is_visitor else quotas.account_bytes
    if limit is not None and (total_bytes := n_bytes + space_of_persons(transaction, PersonRow.id == owner.id)) > limit:
        raise WorkspaceError(
            f"There is no room for this: at most {megabytes(limit)} are kept for one {owner.kind}, and with this it"
            f" would be {megabytes(total_bytes)}. Delete something for good, then try again."
        )
    limit = quotas.visitors_bytes
    if is_visitor and limit is not None and n_bytes + space_of_persons(transaction, PersonRow.kind == VISITOR) > limit:
        raise WorkspaceError(
            f"There is no room for this: at most {megabytes(limit)} are kept for all visitors together. Sign in if"
            " this server lets you, or ask its administrator."
        )


def remove_row(transaction: Transaction, row: NamedRow) -> None:
    """Remove a row for good, with the columns that nothing uses any more; its project must be locked."""
    session, project = transaction.session, transaction.project_of(row)
    session.flush()
    if isinstance(row, ProjectRow):
        session.execute(delete(SetRow).where(SetRow.project_id == row.id))
    session.execute(delete(type(row)).where(type(row).id == row.id))
    if project is not row:
        drop_unused(session, project)


def forget_person(transaction: Transaction, person: PersonRow) -> None:
    """Remove a person, the projects that nobody else owns, and the words of trails that name the person.

    These are words with the person's present name or address, or with their name as a visitor.
    """
    session, person_id = transaction.session, person.id
    of_person = select(MemberRow.project_id).where(MemberRow.person_id == person_id, MemberRow.right == Right.OWN)
    for project in transaction.lock_all(session.scalars(of_person).all()):
        others = is_known_owner(project.id) & (MemberRow.person_id != person_id)
        if session.scalar(select(MemberRow.id).where(others).limit(1)) is None:
            remove_row(transaction, project)
    session.execute(update(EventRow).where(_names(person)).values(what=FORGOTTEN_PERSON, salt=""))
    session.execute(
        update(EventRow).where(EventRow.person_id == person_id).values(person_id=None, who=FORGOTTEN_PERSON)
    )
    session.execute(delete(PersonRow).where(PersonRow.id == person_id))


def _names(person: PersonRow) -> ColumnElement[bool]:
    """Return the condition that an entry's words are a person's name or address, or their name as a visitor."""
    shared = [f"{person.email}: {right}" for right in Right] if person.email else []
    return or_(
        (EventRow.action == Action.SHARED) & EventRow.what.in_(shared),
        (EventRow.action == Action.UNSHARED) & EventRow.what.in_([person.name, person.email]),
        (EventRow.action == Action.TAKEN_OVER) & (EventRow.person_id == person.id),
    )
