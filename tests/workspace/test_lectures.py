"""Classes: counts of answers, one a browser, of nobody in particular, for a day, on both databases."""

from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import select

import workspace.lectures
from tests.workspace.persons import at_once, count, everything_kept, said
from workspace import ANSWERED_BOTH, ForbiddenError, NoSeatError, Stage, WorkspaceError
from workspace.lectures import MAX_CHOICES, NOWHERE
from workspace.tables.schema import LectureRow, VoteRow

TEACHER, STUDENT, OTHER = ("t" * 43, "s" * 43, "o" * 43)


def counts(kept, lecture):
    return kept.lecture(lecture.id, OTHER).counts


def test_each_browser_counts_once_and_may_change_its_mind_until_the_answer_is_shown(kept):
    made = kept.begin_lecture(TEACHER, "clipping")
    assert (made.question, made.stage, made.counts, made.is_led) == ("clipping", Stage.ASKED, {}, True)
    for secret, choice in ((STUDENT, 0), (OTHER, 2), (STUDENT, 2), (STUDENT, 2)):
        assert kept.vote(made.id, secret, "clipping", choice)
    assert counts(kept, made) == {2: 2}
    kept.lead(made.id, TEACHER, "clipping", Stage.COUNTED)
    assert kept.vote(made.id, OTHER, "clipping", 1)
    assert counts(kept, made) == {1: 1, 2: 1}
    kept.lead(made.id, TEACHER, "clipping", Stage.ANSWERED)
    assert not kept.vote(made.id, OTHER, "clipping", 2)
    told = [kept.lecture(made.id, secret) for secret in (TEACHER, STUDENT, OTHER)]
    assert [(one.choice, one.is_led, one.stage) for one in told] == [
        (None, True, Stage.ANSWERED),
        (2, False, Stage.ANSWERED),
        (1, False, Stage.ANSWERED),
    ]
    assert {one.n_votes for one in told} == {2}


def test_each_lesson_has_its_counts_and_only_the_one_that_is_asked_is_answered(kept):
    made = kept.begin_lecture(TEACHER, "clipping")
    kept.vote(made.id, STUDENT, "clipping", 0)
    kept.lead(made.id, TEACHER, "order", Stage.ASKED)
    assert not kept.vote(made.id, OTHER, "clipping", 0)
    kept.vote(made.id, STUDENT, "order", 1)
    assert counts(kept, made) == {1: 1}
    kept.lead(made.id, TEACHER, "clipping", Stage.ASKED)
    assert counts(kept, made) == {0: 1}
    another = kept.begin_lecture(OTHER, "clipping")
    assert counts(kept, another) == {}


def test_its_teacher_has_the_counts_of_all_lessons_also_when_it_ends(kept):
    made, another = (kept.begin_lecture(TEACHER, "clipping") for _ in range(2))
    kept.vote(another.id, STUDENT, "clipping", 3)
    kept.join_lecture(made.id, STUDENT)
    assert kept.lecture_counts(made.id, TEACHER) == {}
    for question, choices in {"clipping": {STUDENT: 0, OTHER: 0}, "order": {STUDENT: 1, OTHER: 2}}.items():
        kept.lead(made.id, TEACHER, question, Stage.ASKED)
        for secret, choice in choices.items():
            kept.vote(made.id, secret, question, choice)
    counted = {"clipping": {0: 2}, "order": {1: 1, 2: 1}}
    assert kept.lecture_counts(made.id, TEACHER) == counted
    assert kept.end_lecture(made.id, TEACHER) == counted


def test_who_has_answered_both_of_two_questions_that_are_compared_is_marked_in_both(kept):
    """Also if the later one is answered again; the own choice has no mark."""
    made = kept.begin_lecture(TEACHER, "before")
    for secret, choice in ((STUDENT, 3), (OTHER, 3)):
        assert kept.vote(made.id, secret, "before", choice, "after")
    kept.lead(made.id, TEACHER, "after", Stage.ASKED)
    for choice in (1, 2):
        assert kept.vote(made.id, STUDENT, "after", choice, "before")
    assert kept.lecture(made.id, STUDENT).choice == 2
    assert kept.lecture_counts(made.id, TEACHER) == {
        "before": {3: 1, 3 + ANSWERED_BOTH: 1},
        "after": {2 + ANSWERED_BOTH: 1},
    }


@pytest.mark.exhaustive
def test_who_is_in_the_class_counts_once_until_they_leave(kept):
    made = kept.begin_lecture(TEACHER, "clipping")
    for secret in (STUDENT, STUDENT, OTHER):
        kept.join_lecture(made.id, secret)
    now = kept.lecture(made.id, TEACHER)
    assert (now.n_joined, now.n_votes, dict(now.counts)) == (2, 0, {})
    kept.vote(made.id, STUDENT, "clipping", 0)
    kept.leave_lecture(made.id, STUDENT)
    now = kept.lecture(made.id, TEACHER)
    assert (now.n_joined, now.n_votes) == (1, 1)
    kept.leave_lecture(made.id, STUDENT)
    assert kept.lecture(made.id, TEACHER).n_joined == 1


def test_the_code_leads_there_however_it_is_typed(kept):
    made = kept.begin_lecture(TEACHER, "clipping")
    assert len(made.code) == 6
    for typed in (
        made.code,
        made.code.lower(),
        f" {made.code[:3]} {made.code[3:]}",
        f"{made.code[:3]}-{made.code[3:]}",
    ):
        assert kept.find_lecture(typed, STUDENT).id == made.id
    assert kept.find_lecture(made.code, TEACHER).is_led
    assert not kept.find_lecture(made.code, STUDENT).is_led


def test_only_the_browser_that_began_it_leads_it(kept):
    made = kept.begin_lecture(TEACHER, "clipping")
    for act in (
        lambda: kept.lead(made.id, STUDENT, "order", Stage.ANSWERED),
        lambda: kept.lecture_counts(made.id, STUDENT),
        lambda: kept.end_lecture(made.id, STUDENT),
        lambda: kept.end_lecture(made.id, made.code),
    ):
        assert type(said(act)) is ForbiddenError
    assert kept.lecture(made.id, TEACHER) == made


def test_a_class_ends_after_a_day_or_by_its_teacher_and_nothing_is_left(kept, clock):
    ended, old, new = (kept.begin_lecture(TEACHER, "clipping") for _ in range(3))
    for made in (ended, old):
        kept.vote(made.id, STUDENT, "clipping", 1)
    kept.end_lecture(ended.id, TEACHER)
    assert (count(kept, LectureRow), count(kept, VoteRow)) == (2, 1)
    clock.time = old.ends - timedelta(seconds=1)
    assert kept.lecture(old.id, STUDENT).n_votes == 1
    kept.purge()
    assert count(kept, LectureRow) == 2
    clock.time = old.ends
    last = kept.begin_lecture(TEACHER, "clipping")
    for id_, code in ((ended.id, ended.code), (old.id, old.code), ("never", "never"), ("", "\ud800")):
        for act in (
            lambda: kept.lecture(id_, TEACHER),  # noqa: B023
            lambda: kept.find_lecture(code, TEACHER),  # noqa: B023
            lambda: kept.lead(id_, TEACHER, "order", Stage.ASKED),  # noqa: B023
            lambda: kept.vote(id_, TEACHER, "clipping", 1),  # noqa: B023
            lambda: kept.lecture_counts(id_, TEACHER),  # noqa: B023
            lambda: kept.end_lecture(id_, TEACHER),  # noqa: B023
        ):
            error = said(act)
            assert (type(error), str(error)) == (NoSeatError, NOWHERE)
    kept.purge()
    assert (count(kept, LectureRow), count(kept, VoteRow)) == (1, 0)
    assert kept.lecture(last.id, TEACHER) == last
    assert new.ends == old.ends


def test_nobody_is_known_by_what_is_kept(kept):
    """Not by a secret, nor by a digest that is the same in two lessons, two classes or elsewhere."""
    for _ in range(2):
        made = kept.begin_lecture(TEACHER, "clipping")
        for secret in (TEACHER, STUDENT):
            kept.vote(made.id, secret, "clipping", 0)
        kept.lead(made.id, TEACHER, "order", Stage.ASKED)
        kept.vote(made.id, STUDENT, "order", 0)
    kept.visitor(STUDENT, make=True)
    assert not [secret for secret in (TEACHER, STUDENT) if secret in repr(everything_kept(kept))]
    with kept.database.reading() as session:
        digests = [*session.scalars(select(VoteRow.voter)), *session.scalars(select(LectureRow.teacher))]
    assert len({*digests}) == len(digests) == 8
    assert max(Counter(repr(everything_kept(kept)).count(digest) for digest in digests)) == 1


def test_a_whole_class_answers_at_one_moment(kept):
    made = kept.begin_lecture(TEACHER, "clipping")
    secrets = [f"secret {number}" for number in range(12)]
    votes = at_once(*(lambda s=secret: kept.vote(made.id, s, "clipping", len(s) % 2) for secret in secrets))
    assert votes == [True] * 12
    assert counts(kept, made) == Counter(len(secret) % 2 for secret in secrets)


def test_what_is_too_much_is_said(local, monkeypatch):
    made = local.begin_lecture(TEACHER, "clipping")
    monkeypatch.setattr(workspace.lectures, "MAX_VOTES", 1)
    monkeypatch.setattr(workspace.lectures, "MAX_LECTURES", 1)
    assert local.vote(made.id, STUDENT, "clipping", 0)
    assert local.vote(made.id, STUDENT, "clipping", 1)
    assert "no more are counted" in str(said(lambda: local.vote(made.id, OTHER, "clipping", 0)))
    assert "classes on this server" in str(said(lambda: local.begin_lecture(OTHER, "clipping")))
    assert counts(local, made) == {1: 1}


@pytest.mark.parametrize("question", ["", "x" * 41])
def test_a_lesson_has_a_short_name(local, question):
    with pytest.raises(ValueError, match="Expected a lesson's name"):
        local.begin_lecture(TEACHER, question)


@pytest.mark.parametrize("choice", [-1, MAX_CHOICES, True, 1.0])
def test_a_choice_has_a_number(local, choice):
    made = local.begin_lecture(TEACHER, "clipping")
    with pytest.raises((ValueError, TypeError)) as found:
        local.vote(made.id, STUDENT, "clipping", choice)
    assert not isinstance(found.value, WorkspaceError)
