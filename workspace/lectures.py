"""Classes: a teacher asks the question of a lesson, each student's browser answers once, and all see the counts.

Nobody needs a right or an account, and no name is kept. The database keeps a digest of an answering browser's secret,
the lesson and random bytes of the class. By this digest, the same browser can change its answer, but nobody can find
out whose answer it is, nor that two answers to two lessons come from one browser. Where two questions are compared, an
answer is marked if its browser has answered both. A class ends a day after it began, and all its data are deleted then.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from hashlib import sha256

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from scoring.validation import expect, whole_number

from .storage.open_database import OpenDatabase
from .storage.records import build_record
from .tables.errors import ForbiddenError, NoSeatError, WorkspaceError
from .tables.schema import LectureRow, VoteRow
from .tables.texts import key_of_token, new_code, new_token, normalize_code
from .tables.transaction import Transaction, add_row

LASTS = timedelta(days=1)
LECTURE_CODE_LENGTH = 6
"""Number of characters in the code of a class; few are enough, as a class lasts a day and shows only counts."""
MAX_LECTURES = 1_000
"""Highest number of classes at one moment."""
MAX_VOTES = 1_000
"""Highest number of answers to one lesson of a class."""
MAX_CHOICES = 1 << 28
"""Upper limit, exclusive, of a choice's number; an answer of several words is a sum of powers of two."""
ANSWERED_BOTH = 1 << 29
"""Number added, in counts, to the choice of a browser that has answered both of two compared questions."""
JOINED = ""
"""Question of a row that says that a browser is in the class."""
LONGEST_QUESTION = 40
"""Highest number of characters in a lesson's name."""
NOWHERE = "There is no class with this code: it has ended, or the code is not whole. Ask your teacher."


class Stage(IntEnum):
    """Stage of the question that a class is asked."""

    ASKED = 0
    """Students answer; only the number of answers is shown."""
    COUNTED = 1
    """All see the live counts of each choice; answers can still be changed."""
    ANSWERED = 2
    """All see the right answer; new answers are not counted."""


@dataclass(frozen=True)
class Lecture:
    """A class, as far as a browser that has its code may know it."""

    id: str
    code: str
    question: str
    """Name of the lesson that is asked now."""
    stage: Stage
    ends: datetime
    counts: Mapping[int, int]
    """Number of browsers by their present choice, from 0, with ``ANSWERED_BOTH`` added where marked; no zero counts."""
    choice: int | None
    """The person's own choice; None before they have chosen."""
    is_led: bool
    """Whether the person leads the class."""
    n_joined: int
    """Number of browsers in the class, without the teacher's."""

    @property
    def n_votes(self) -> int:
        return sum(self.counts.values())


class Lectures(OpenDatabase):
    """What teachers and students do in classes; a ``secret`` is 256 random bits that only one browser knows."""

    def begin_lecture(self, secret: str, question: str) -> Lecture:
        """Begin a class that the browser with this secret leads, and ask its first question; return the class."""
        expect(secret, str, "secret")
        code, salt = new_code(LECTURE_CODE_LENGTH), new_token()
        with self.writing() as transaction:
            query = select(func.count()).select_from(LectureRow).where(_is_open(transaction.moment))
            if (transaction.session.scalar(query) or 0) >= MAX_LECTURES:
                raise WorkspaceError(f"There are {MAX_LECTURES:,} classes on this server; try again in an hour.")
            known_by = {"code": code, "code_key": key_of_token(code), "salt": salt, "teacher": _digest(salt, secret)}
            new = LectureRow(
                **known_by, question=_check_question(question), stage=Stage.ASKED, began=transaction.moment
            )
            return _lecture_record(transaction.session, add_row(transaction.session, new), secret)

    def find_lecture(self, code: str, secret: str) -> Lecture:
        """Return the class of a code, typed in any way; raise ``NoSeatError`` if no such class is open."""
        with self.reading() as transaction:
            return _lecture_record(
                transaction.session,
                _open_lecture(transaction, LectureRow.code_key == key_of_token(normalize_code(code))),
                secret,
            )

    def lecture(self, lecture_id: str, secret: str) -> Lecture:
        """Return the class of this id; raise ``NoSeatError`` once it has ended."""
        with self.reading() as transaction:
            return _lecture_record(
                transaction.session, _open_lecture(transaction, LectureRow.public_id == lecture_id), secret
            )

    def lead(self, lecture_id: str, secret: str, question: str, stage: Stage) -> None:
        """Ask the class a question, or set its stage; earlier answers are kept.

        Raise ``ForbiddenError`` unless this browser began the class.
        """
        with self.writing() as transaction:
            row = _led_lecture(transaction, lecture_id, secret)
            row.question, row.stage = _check_question(question), Stage(stage)

    def lecture_counts(self, lecture_id: str, secret: str) -> dict[str, dict[int, int]]:
        """Return question -> choice -> number of answers, for all questions so far; raise the errors of ``lead``."""
        with self.reading() as transaction:
            return _vote_counts_by_question(
                transaction.session, _led_lecture(transaction, lecture_id, secret, is_locked=False)
            )

    def end_lecture(self, lecture_id: str, secret: str) -> dict[str, dict[int, int]]:
        """Delete a class and return its last counts, as ``lecture_counts`` does; raise the errors of ``lead``."""
        with self.writing() as transaction:
            row = _led_lecture(transaction, lecture_id, secret)
            counts = _vote_counts_by_question(transaction.session, row)
            transaction.session.execute(delete(LectureRow).where(LectureRow.id == row.id))
            return counts

    def join_lecture(self, lecture_id: str, secret: str) -> None:
        """Count a browser as a member of the class, once; raise ``NoSeatError`` once the class has ended."""
        with self.writing() as transaction:
            row = _open_lecture(transaction, LectureRow.public_id == lecture_id, is_shared=True)
            key = (row.id, JOINED, _digest(row.salt, JOINED, secret))
            is_new = transaction.session.get(VoteRow, key) is None
            if is_new and _n_joined(transaction.session, row) < MAX_VOTES:
                transaction.session.add(VoteRow(lecture_id=row.id, question=JOINED, voter=key[2], choice=0))

    def leave_lecture(self, lecture_id: str, secret: str) -> None:
        """Stop counting a browser as a member of the class; its answers stay."""
        with self.writing() as transaction:
            row = _open_lecture(transaction, LectureRow.public_id == lecture_id, is_shared=True)
            is_its = VoteRow.voter == _digest(row.salt, JOINED, secret)
            transaction.session.execute(
                delete(VoteRow).where(VoteRow.lecture_id == row.id, VoteRow.question == JOINED, is_its)
            )

    def vote(self, lecture_id: str, secret: str, question: str, choice: int, compared: str = "") -> bool:
        """Record this browser's choice in the place of its earlier one; return whether it counts.

        The choice does not count where the class is asked something else now, or the right answer has been shown. If
        this browser has also answered the question ``compared``, both answers are marked from now on.
        """
        whole_number(choice, "The number of a choice", 0, MAX_CHOICES - 1)
        with self.writing() as transaction:
            row = _open_lecture(transaction, LectureRow.public_id == lecture_id, is_shared=True)
            if row.question != question or row.stage == Stage.ANSWERED:
                return False
            earlier_vote, other = (_find_vote(transaction.session, row, one, secret) for one in (question, compared))
            if compared and other is not None:
                other.choice |= ANSWERED_BOTH
                choice |= ANSWERED_BOTH
            if earlier_vote is not None:
                earlier_vote.choice = choice
                return True
            if sum(_counts(transaction.session, row).values()) >= MAX_VOTES:
                raise WorkspaceError(f"This class has {MAX_VOTES:,} answers to this lesson; no more are counted.")
            voter = _digest(row.salt, question, secret)
            transaction.session.add(VoteRow(lecture_id=row.id, question=question, voter=voter, choice=choice))
            return True

    def drop_lectures(self) -> bool:
        """Delete the classes that have ended; return whether there were any."""
        moment = self._clock()
        with self.database.reading() as session:
            ended = session.scalars(select(LectureRow.id).where(~_is_open(moment))).all()
        if ended:
            with self.database.writing() as session:
                session.execute(delete(LectureRow).where(LectureRow.id.in_(ended)))
        return bool(ended)


def _is_open(moment: datetime) -> ColumnElement[bool]:
    return LectureRow.began > moment - LASTS


def _open_lecture(
    transaction: Transaction, is_wanted: ColumnElement[bool], is_locked: bool = False, is_shared: bool = False
) -> LectureRow:
    """Return a class that has not ended; raise ``NoSeatError`` otherwise.

    With ``is_locked``, nobody else can change the class until the transaction ends. With ``is_shared``, others can
    answer too, but nobody can change the question or stage.
    """
    query = select(LectureRow).where(is_wanted, _is_open(transaction.moment))
    if is_locked or is_shared:
        query = query.with_for_update(read=is_shared)
    row = transaction.session.scalar(query)
    if row is None:
        raise NoSeatError(NOWHERE)
    return row


def _led_lecture(transaction: Transaction, lecture_id: str, secret: str, is_locked: bool = True) -> LectureRow:
    row = _open_lecture(transaction, LectureRow.public_id == lecture_id, is_locked)
    if row.teacher != _digest(row.salt, secret):
        raise ForbiddenError("Only the browser in which this class was begun leads it.")
    return row


def _lecture_record(session: Session, row: LectureRow, secret: str) -> Lecture:
    counts = _counts(session, row)
    own = _find_vote(session, row, row.question, secret)
    choice, is_led = None if own is None else own.choice % ANSWERED_BOTH, row.teacher == _digest(row.salt, secret)
    ends, stage = row.began + LASTS, Stage(row.stage)
    values = {"counts": counts, "choice": choice, "is_led": is_led, "n_joined": _n_joined(session, row)}
    return build_record(Lecture, row, stage=stage, ends=ends, **values)


def _find_vote(session: Session, row: LectureRow, question: str, secret: str) -> VoteRow | None:
    """Return the answer of the browser with this secret to a question; None if it has not answered."""
    return session.get(VoteRow, (row.id, question, _digest(row.salt, question, secret)))


def _n_joined(session: Session, row: LectureRow) -> int:
    of_class = VoteRow.lecture_id == row.id, VoteRow.question == JOINED
    return session.scalar(select(func.count()).select_from(VoteRow).where(*of_class)) or 0


def _counts(session: Session, row: LectureRow) -> dict[int, int]:
    of_question = VoteRow.lecture_id == row.id, VoteRow.question == row.question
    return dict(
        session.execute(select(VoteRow.choice, func.count()).where(*of_question).group_by(VoteRow.choice)).all()
    )


def _vote_counts_by_question(session: Session, row: LectureRow) -> dict[str, dict[int, int]]:
    counts: dict[str, dict[int, int]] = {}
    is_vote = VoteRow.lecture_id == row.id, VoteRow.question != JOINED
    chosen = select(VoteRow.question, VoteRow.choice, func.count()).where(*is_vote)
    for question, choice, number in session.execute(chosen.group_by(VoteRow.question, VoteRow.choice)):
        counts.setdefault(question, {})[choice] = number
    return counts


def _check_question(question: str) -> str:
    expect(question, str, "question")
    if not 0 < len(question) <= LONGEST_QUESTION:
        raise ValueError(f"Expected a lesson's name of 1 to {LONGEST_QUESTION} characters; found {len(question):,}.")
    return question


def _digest(*texts: str) -> str:
    return sha256(json.dumps(texts).encode()).hexdigest()
