"""Which test sets a person used last, and how much room projects take."""

from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.exc import IntegrityError

from ..people.people import SEEN_EVERY
from ..storage.open_database import OpenDatabase
from ..storage.records import (
    KeptSet,
    RecentUse,
    SeenVerdict,
    as_kept_sets,
    newest_of_each,
    readable_projects,
    rows_in_project,
)
from ..storage.room import bytes_freed, space, space_of_persons
from ..tables.schema import PersonRow, ProjectRow, RecentRow, SetRow
from ..tables.transaction import Right, Transaction

USED_EVERY = timedelta(minutes=1)
"""Precision of the time at which a test set was last used."""
SetWithVerdict = tuple[KeptSet, SeenVerdict | None]
"""A test set, and the verdict on its newest version; None if the person has not seen that verdict."""


class UseHistory(OpenDatabase):
    """Last uses by each person; the server's operator counts as one more person."""

    def note_use(self, set_id: str, verdict: SeenVerdict | None = None) -> None:
        """Record that the person uses a test set now, and the verdict that they see, if there is one."""
        values = {} if verdict is None else {"verdict": verdict.to_json()}
        with self.reading() as transaction:
            row, person, moment = transaction.find(SetRow, set_id), transaction.person, transaction.moment
            of_set = _is_persons_use(transaction) & (RecentRow.test_set_id == row.id)
            last = transaction.session.scalar(select(func.max(RecentRow.seen)).where(of_set))
        if last is not None and moment - last < USED_EVERY and not values:
            return
        person_id = None if person is None else person.id
        with self.writing() as transaction:
            session = transaction.session
            with suppress(IntegrityError), session.begin_nested():  # another process may do the same now
                if not session.scalar(
                    update(RecentRow).where(of_set).values(seen=moment, **values).returning(RecentRow.id)
                ):
                    session.add(RecentRow(person_id=person_id, test_set_id=row.id, seen=moment, **values))
            is_long_ago = (PersonRow.id == person_id) & (PersonRow.seen <= moment - SEEN_EVERY)
            session.execute(update(PersonRow).where(is_long_ago).values(seen=moment))

    def recent(self, limit: int = 10) -> list[RecentUse]:
        """Return the test sets that the person used last and may read, the latest first, at most ``limit``."""
        with self.reading() as transaction:
            columns = func.max(RecentRow.seen).label("seen"), func.max(RecentRow.verdict).label("verdict")
            uses = (
                select(RecentRow.test_set_id, *columns)
                .where(_is_persons_use(transaction))
                .group_by(RecentRow.test_set_id)
                .subquery()
            )
            query = transaction.readable(SetRow, uses.c.seen, uses.c.verdict).join(
                SetRow, SetRow.project_id == ProjectRow.id
            )
            query = query.join(uses, uses.c.test_set_id == SetRow.id)
            query = query.where(SetRow.deleted.is_(None), ProjectRow.deleted.is_(None))
            rows = transaction.run(query.order_by(uses.c.seen.desc(), SetRow.id.desc()).limit(limit)).all()
            projects = {row.project_id for row, *_ in rows}
            by_id = {one.id: one for one in readable_projects(transaction, ProjectRow.id.in_(projects))}
            sets = as_kept_sets(transaction.session, [row for row, *_ in rows])
            return [
                RecentUse(one, by_id[one.project_id], moment, SeenVerdict.of_json(verdict, one.newest.number))
                for one, (_, moment, verdict, _) in zip(sets, rows, strict=True)
            ]

    def seen_verdicts(self, project_id: str) -> dict[str, SeenVerdict]:
        """Return the verdicts that the person saw on the newest versions of a project's test sets, by the sets' ids."""
        with self.reading() as transaction:
            project = transaction.find(ProjectRow, project_id)
            sets = {row.id: row.public_id for row in rows_in_project(transaction.session, SetRow, project)}
            newest = newest_of_each(transaction.session, [*sets])
            of_sets = _is_persons_use(transaction) & RecentRow.test_set_id.in_(sets)
            rows = transaction.session.execute(select(RecentRow.test_set_id, RecentRow.verdict).where(of_sets)).all()
        verdicts = {sets[row]: SeenVerdict.of_json(verdict, newest[row].number) for row, verdict in rows}
        return {set_id: verdict for set_id, verdict in verdicts.items() if verdict is not None}

    def newest_sets(self, project_ids: Collection[str], limit: int) -> dict[str, list[SetWithVerdict]]:
        """Return the last changed test sets of each project, at most ``limit``, with the verdicts that the person saw.

        Keys are the projects' ids; a project that the person may not read has no key.
        """
        with self.reading() as transaction:
            is_there = SetRow.deleted.is_(None), ProjectRow.deleted.is_(None), ProjectRow.public_id.in_(project_ids)
            latest = SetRow.changed.desc(), SetRow.id.desc()
            rank = func.row_number().over(partition_by=SetRow.project_id, order_by=latest).label("rank")
            ranked = select(SetRow.id, rank).join(ProjectRow, SetRow.project_id == ProjectRow.id).where(*is_there)
            ranked_sets = ranked.subquery()
            verdict_column = func.max(RecentRow.verdict).label("verdict")
            uses = (
                select(RecentRow.test_set_id, verdict_column)
                .where(_is_persons_use(transaction))
                .group_by(RecentRow.test_set_id)
                .subquery()
            )
            query = transaction.readable(SetRow, uses.c.verdict).join(SetRow, SetRow.project_id == ProjectRow.id)
            query = query.join(ranked_sets, ranked_sets.c.id == SetRow.id)
            query = query.outerjoin(uses, uses.c.test_set_id == SetRow.id)
            query = query.where(ranked_sets.c.rank <= limit, *is_there).order_by(ranked_sets.c.rank)
            rows = transaction.run(query).all()
            sets = as_kept_sets(transaction.session, [row for row, *_ in rows])
        by_project: dict[str, list[SetWithVerdict]] = {}
        for one, (_, verdict, _) in zip(sets, rows, strict=True):
            verdict_seen = SeenVerdict.of_json(verdict or "", one.newest.number)
            by_project.setdefault(one.project_id, []).append((one, verdict_seen))
        return by_project

    def space(self, project_id: str | None = None) -> int:
        """Return the bytes stored for a project, or for all that the person owns, with deleted things until removal."""
        with self.reading() as transaction:
            if project_id is not None:
                row = transaction.find(ProjectRow, project_id)
                return space(transaction, select(ProjectRow.id).where(ProjectRow.id == row.id))
            return (
                space(transaction)
                if transaction.person is None
                else space_of_persons(transaction, PersonRow.id == transaction.person.id)
            )

    def freed_by(self, id_: str) -> int:
        """Return the bytes that are freed when something deleted is deleted for good; takes the right to own."""
        with self.reading() as transaction:
            return bytes_freed(transaction, transaction.find_any(id_, True, Right.OWN))


def _is_persons_use(transaction: Transaction) -> ColumnElement[bool]:
    """Return the condition that a use is the person's; an unknown person has no uses."""
    if transaction.person_id is None:
        return RecentRow.person_id.is_(None)
    return RecentRow.person_id.in_(select(PersonRow.id).where(PersonRow.public_id == transaction.person_id))
