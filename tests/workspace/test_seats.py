"""Raters: who has a campaign's token gets a place, rates there and learns nothing else, on both databases."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import timedelta

import pytest
from sqlalchemy import event

from scoring import TestSet
from scoring.rating import (
    AdequacyFluency,
    DirectAssessment,
    ErrorSpans,
    Item,
    MarkedError,
    OutputRanking,
    ShownOutput,
    check_answer,
    deal_items,
    to_json,
)
from tests.workspace.made import rated, strings
from tests.workspace.persons import at_once, count, everything_kept, said
from tests.workspace.raters import SYSTEMS, VALUES, answered, plan, started
from workspace import BlindSegment, NoSeatError, Seat, Workspace, WorkspaceError
from workspace.tables.schema import RaterRow, RatingRow

CLOSED = (
    "campaign is closed: no more answers are taken. What you answered before is kept. Ask the person who invited you if"
    " you want to go on."
)
NOWHERE = (
    "No campaign takes answers here: it was closed or deleted, or the address or code is incomplete. Ask the person"
    " who invited you. Answers given before a campaign was closed are kept."
)


def test_a_rater_joins_answers_pauses_changes_their_mind_and_finishes(kept, clock):
    made = started(kept)
    seat = kept.join(made.token, " Ann ")
    assert (seat.name, seat.place, seat.finished) == ("Ann", 0, None)
    told = seat.campaign
    assert (told.name, told.protocol, told.beside, told.n_items) == ("campaign", "da", "source and reference", 8)
    for number in range(3):
        kept.answer(seat.secret, number, DirectAssessment(number), 1.0)
    clock.time += timedelta(days=2)
    assert kept.seat(seat.secret) == seat
    desk = kept.desk(seat.secret)
    assert (desk.seat, desk.next, [answer.value.score for answer in desk.answers]) == (seat, 3, [0, 1, 2])
    kept.answer(seat.secret, 1, DirectAssessment(77.5), 4.0)
    assert "There is no answer yet to 5 items" in str(said(lambda: kept.finish(seat.secret)))
    assert kept.others(seat.secret) is None
    answered(kept, seat)
    kept.finish(seat.secret)
    clock.time += timedelta(days=1)
    kept.finish(seat.secret)
    assert kept.seat(seat.secret).finished == clock.time - timedelta(days=1)
    assert "You have finished" in str(said(lambda: kept.answer(seat.secret, 0, DirectAssessment(5), 1.0)))
    desk = kept.desk(seat.secret)
    assert (desk.next, [answer.value.score for answer in desk.answers]) == (None, [0, 77.5, 2, 3, 4, 5, 6, 7])


def test_each_item_takes_every_rater_as_long_whatever_it_says(kept):
    test_set = TestSet.build({"A": ["short", "much longer than that"]}, [["", ""]], ["abc", "abcde"])
    set_id = kept.add(kept.create("project").id, test_set).id
    chosen = plan(systems=("A",), segments=(0, 1), references=(), raters_per_item=1, repeats=0, damaged=0)
    made = kept.make_campaign(set_id, 1, "campaign", chosen)
    desks = [kept.desk(kept.join(made.token, name).secret) for name in ("Ann", "Ben")]
    assert {len(desk.items) for desk in desks} == {1}
    assert len({desk.minutes for desk in desks} | {kept.newest(desk).minutes for desk in desks}) == 1
    assert desks[0].minutes == pytest.approx((13 + 4) / 987 + 6 / 60)


def test_a_desk_knows_the_languages_of_the_whole_set_however_few_items_it_has(kept):
    german = [f"Der Minister hat am Montag die Brücke {at} eröffnet, und es war gut." for at in range(20)]
    source = [f"The minister opened the bridge {at} on Monday, and it was good." for at in range(20)]
    set_id = kept.add(kept.create("project").id, TestSet.build({"A": german}, [german], source)).id
    made = kept.make_campaign(set_id, 1, "campaign", plan(systems=("A",), segments=(3,), references=(), n_places=2))
    assert kept.desk(kept.join(made.token, "Ann").secret).languages == ("English", "German")


@pytest.mark.exhaustive
def test_the_code_is_as_good_as_the_token_however_it_is_typed(kept):
    made = started(kept, n_places=6, raters_per_item=6)
    half = len(made.code) // 2
    typed = [
        made.code,
        made.code.lower(),
        f" {made.code[:half]} {made.code[half:]}\n",
        f"{made.code[:half]}-{made.code[half:].lower()}",
        f" {made.token} ",
    ]
    assert [kept.join(text, "Rater").place for text in typed] == [0, 1, 2, 3, 4]
    assert len(made.code) == 8
    assert not {*made.code} & {*"01258BILOSUZ"}


def test_an_invitation_tells_what_the_next_rater_is_asked_and_takes_no_place(kept):
    made = started(kept)
    told = [kept.invitation(text) for text in (made.token, made.code.lower())]
    assert not kept.campaign(made.id).raters
    assert told == [kept.join(made.token, "Ann").campaign] * 2
    kept.join(made.token, "Ben")
    assert "All places of this campaign are taken" in str(said(lambda: kept.invitation(made.token)))
    kept.close_campaign(made.id)
    assert {str(said(lambda t=text: kept.invitation(t))) for text in (made.token, made.code, "x")} == {NOWHERE}


def test_the_database_holds_no_secret_of_a_rater(kept):
    secret = kept.join(started(kept).token, "Ann").secret
    assert len(secret) == 43
    assert secret not in repr(everything_kept(kept))


def asked(kept: Workspace) -> dict[str, Callable[[str], object]]:
    """All that a rater can do with a secret."""
    return {
        "seat": kept.seat,
        "desk": kept.desk,
        "answer": lambda secret: kept.answer(secret, 0, DirectAssessment(5), 1.0),
        "finish": kept.finish,
        "others": kept.others,
    }


@pytest.mark.exhaustive
def test_what_never_was_and_what_was_deleted_is_told_alike_and_a_closed_campaign_to_who_has_no_place(kept):
    secrets, tokens = ["", "never", "\ud800", "x" * 43], ["", "never", "ACDEFGHJ", "\ud800"]
    closed = started(kept)
    secrets += [closed.token, closed.code]
    tokens += [closed.token, closed.code]
    kept.close_campaign(closed.id)
    for end in (
        lambda made: kept.delete(made.id),
        lambda made: kept.delete(made.test_set),
        lambda made: kept.delete(made.project_id),
        lambda made: kept.delete(made.id, for_good=True),
    ):
        made = started(kept)
        secrets.append(kept.join(made.token, "Ann").secret)
        tokens += [made.token, made.code]
        end(made)
    before = everything_kept(kept)
    for secret in secrets:
        for name, ask in asked(kept).items():
            error = said(lambda: ask(secret))  # noqa: B023
            assert (type(error), str(error)) == (NoSeatError, NOWHERE), (secret, name)
    for token in [*tokens, secrets[4]]:
        error = said(lambda: kept.join(token, "Ann"))  # noqa: B023
        assert (type(error), str(error)) == (NoSeatError, NOWHERE), token
    assert everything_kept(kept) == before


def test_a_rater_has_a_name_that_fits_a_table(kept):
    made = started(kept)
    assert "at most 60 characters; found 61" in str(said(lambda: kept.join(made.token, 61 * "x")))
    assert kept.join(made.token, 60 * "x").name == 60 * "x"


def test_who_has_a_place_is_told_that_the_campaign_is_closed_or_the_place_released(kept, clock):
    made = started(kept)
    ann, bob = (kept.join(made.token, name) for name in ("Ann", "Bob"))
    kept.release(made.id, 1)
    for name, ask in asked(kept).items():
        error = said(lambda: ask(bob.secret))  # noqa: B023
        assert (type(error), str(error)[:38]) == (WorkspaceError, "Your place in campaign was released: s"), name
    kept.close_campaign(made.id)
    assert kept.seat(ann.secret) == replace(ann, closed=clock.time)
    for name in {*asked(kept)} - {"seat"}:
        error = said(lambda: asked(kept)[name](ann.secret))  # noqa: B023
        assert (type(error), str(error)) == (WorkspaceError, CLOSED), name


@pytest.mark.exhaustive
def test_a_campaign_that_is_opened_again_takes_answers_again(kept):
    made = started(kept)
    seat = kept.join(made.token, "Ann")
    kept.close_campaign(made.id)
    said(lambda: kept.answer(seat.secret, 0, DirectAssessment(5), 1.0))
    kept.close_campaign(made.id, closed=False)
    kept.answer(seat.secret, 0, DirectAssessment(6), 1.0)
    assert [answer.value.score for answer in kept.desk(seat.secret).answers] == [6]


def test_raters_who_come_at_once_get_a_place_each_and_one_too_many_none(kept):
    made = started(kept, n_places=3, raters_per_item=3)
    found = at_once(*[lambda: kept.join(made.token, "Rater")] * 4)
    assert sorted(one.place for one in found if isinstance(one, Seat)) == [0, 1, 2]
    (error,) = [one for one in found if not isinstance(one, Seat)]
    assert str(error) == "All places of this campaign are taken; ask the person who invited you for one."
    assert count(kept, RaterRow) == 3


@pytest.mark.exhaustive
def test_one_answer_that_is_sent_again_and_again_is_one_and_none_of_others_is_lost(kept):
    made = started(kept)
    seats = [kept.join(made.token, name) for name in ("Ann", "Bob")]
    acts = [
        lambda seat=seat: kept.answer(seat.secret, 3, DirectAssessment(10 + seat.place), 1.0)
        for seat in seats
        for _ in "ab"
    ]
    acts += [lambda seat=seat: kept.answer(seat.secret, 4, DirectAssessment(20 + seat.place), 1.0) for seat in seats]
    assert at_once(*acts) == [None] * 6
    assert count(kept, RatingRow) == 4
    for seat in seats:
        scores = {answer.item: answer.value.score for answer in kept.desk(seat.secret).answers}
        assert scores == {3: 10 + seat.place, 4: 20 + seat.place}


@pytest.mark.exhaustive
@pytest.mark.parametrize("end", ["close_campaign", "release"])
def test_once_a_campaign_is_closed_or_a_place_released_no_answer_comes_through(kept, end):
    made = started(kept)
    seat = kept.join(made.token, "Ann")

    def rate():
        number = 0
        while True:
            kept.answer(seat.secret, 0, DirectAssessment(number % 101), float(number))
            number += 1

    def act():
        while not kept.campaign(made.id).n_done:
            pass
        kept.release(made.id, 0) if end == "release" else kept.close_campaign(made.id)
        return kept.ratings(made.id).places

    error, places = at_once(rate, act)
    assert ("released" if end == "release" else CLOSED) in str(error)
    assert kept.ratings(made.id).places == places


@pytest.mark.exhaustive
def test_who_gives_a_first_answer_while_idle_places_are_released_keeps_the_place_or_the_answer_is_refused(kept):
    for _ in range(5):
        made = started(kept)
        seat = kept.join(made.token, "Ann")
        answered_, released = at_once(
            lambda: kept.answer(seat.secret, 0, DirectAssessment(5), 1.0),  # noqa: B023
            lambda: kept.release_idle(made.id),  # noqa: B023
        )
        (rater,) = kept.campaign(made.id).raters
        if answered_ is None:
            assert "all who sit there have answered" in str(released)
            assert (rater.n_done, rater.released) == (1, None)
        else:
            assert "was released" in str(answered_)
            assert (released, rater.n_done, rater.is_rating) == (1, 0, False)


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        (lambda kept, secret: kept.answer(secret, 8, DirectAssessment(5), 1.0), "must be 0 to 7; found 8"),
        (lambda kept, secret: kept.answer(secret, -1, DirectAssessment(5), 1.0), "0 to 2,147,483,648"),
        (lambda kept, secret: kept.answer(secret, "0", DirectAssessment(5), 1.0), "The number of an item"),
        (lambda kept, secret: kept.answer(secret, 0, AdequacyFluency(1, 2), 1.0), "expected DirectAssessment; found"),
        (lambda kept, secret: kept.answer(secret, 0, {"score": 5}, 1.0), "an answer of a protocol"),
        (lambda kept, secret: kept.answer(secret, 0, DirectAssessment(5), -1.0), "must be 0 or more"),
        (lambda kept, secret: kept.join(secret, " "), "A name is needed"),
        (lambda kept, secret: kept.join(secret, "x\u202ey"), "no control characters"),
        (lambda kept, secret: kept.join(7, "Ann"), "token or code: expected str"),
        (lambda kept, secret: kept.seat(7), "token: expected str"),
    ],
)
def test_what_is_no_answer_is_refused(local, act, problem):
    secret = local.join(started(local).token, "Ann").secret
    before = everything_kept(local)
    with pytest.raises(ValueError, match=problem):
        act(local, secret)
    assert everything_kept(local) == before


def test_an_answer_with_too_many_marks_is_refused(local):
    secret = local.join(started(local, "esa").token, "Ann").secret
    spans = tuple(MarkedError(0, 1, "minor") for _ in range(1_000))
    with pytest.raises(WorkspaceError, match="too many marks in one answer"):
        local.answer(secret, 0, ErrorSpans(spans, (), 5), 1.0)
    assert count(local, RatingRow) == 0


def test_an_answer_reads_no_texts_and_little_else(local):
    seat = local.join(started(local).token, "Ann")
    desk, statements = local.desk(seat.secret), []
    _, engine = local.database.engines

    def note(connection, cursor, statement, *_):
        statements.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    local.answer(seat.secret, 0, DirectAssessment(5), 1.0)
    assert len(statements) <= 6, statements
    local.newest(desk)
    assert not [one for one in statements if "blob" in one or "version" in one]


def plainly(found: object) -> str:
    """All that somebody is given, as text."""
    return json.dumps(found, default=lambda one: asdict(one) if hasattr(one, "__dataclass_fields__") else str(one))


@pytest.mark.parametrize("protocol", VALUES)
def test_nothing_that_a_rater_is_given_names_a_system_a_check_or_another_rater(local, protocol):
    made = started(local, protocol, systems=SYSTEMS, repeats=0.5, damaged=0.5)
    names = {0: "Ann", 1: "Bob"}
    seats = [local.join(made.token, names[place]) for place in names]
    for seat in seats:
        answered(local, seat)
        local.finish(seat.secret)
    for seat in seats:
        given = [ask(seat.secret) for ask in (local.seat, local.desk, local.others)] + [seat]
        text = plainly(given) + repr(given)
        assert seat.name in text
        for hidden in ("SYSTEM", "repeat", "damaged", names[1 - seat.place], made.token, made.code, made.id, "refA"):
            assert hidden not in text, hidden
        desk = local.desk(seat.secret)
        assert {one.item.kind for one in desk.items} == {"plain"}
        assert {one.item.of for one in desk.items} == {None}


@pytest.mark.exhaustive
def test_a_desk_has_what_the_plan_shows_with_the_document_around(local):
    """Segments 0, 1 and 2 are one document; 3 and 4 another; 5 a third."""
    made = started(local, "ranking", segments=range(6), systems=SYSTEMS, shows_source=False, raters_per_item=1)
    of = rated()
    texts = {system: of.system(system).segments.to_pylist() for system in SYSTEMS}
    documents = [[0, 1, 2], [3, 4], [5]]
    for place in range(2):
        seat = local.join(made.token, "Rater")
        desk = local.desk(seat.secret)
        asked_ = deal_items(made.plan, of, place)
        assert len(desk.items) == len(asked_) == seat.campaign.n_items
        for one, item in zip(desk.items, asked_, strict=True):
            assert one.line == BlindSegment(
                None, ("abcdef"[item.segment] + "!",), tuple(out.text for out in item.outputs)
            )
            assert one.item == Item(item.segment, tuple(ShownOutput("", out.text) for out in item.outputs))
            (document,) = [found for found in documents if item.segment in found]
            systems = [out.system for out in item.outputs]
            lines = [
                BlindSegment(None, ("abcdef"[at] + "!",), tuple(texts[of][at] for of in systems)) for at in document
            ]
            at = document.index(item.segment)
            assert (one.before, one.after) == (tuple(lines[:at]), tuple(lines[at + 1 :]))
            value = check_answer("ranking", one.item, {"ranks": [1, 2, 2]})
            assert to_json(value) == {"ranks": [1, 2, 2]}


def test_only_a_few_segments_around_are_given(local):
    lines = [str(number) for number in range(20)]
    long = replace(TestSet.build({"sys": lines}, [lines], lines), documents=strings(["d"] * 20))
    saved = local.add(local.create("p").id, long)
    chosen = plan(systems=("sys",), references=(), segments=(1, 10), raters_per_item=2, damaged=0)
    made = local.make_campaign(saved.id, 1, "campaign", chosen)
    desk = local.desk(local.join(made.token, "Ann").secret)
    near = {one.item.segment: [line.source for line in (*one.before, one.line, *one.after)] for one in desk.items}
    assert near == {1: ["0", "1", "2", "3", "4"], 10: [*"789", "10", "11", "12", "13"]}


@pytest.mark.exhaustive
def test_what_others_said_is_in_the_order_in_which_one_s_own_outputs_are_shown(local):
    """Each rater ranks by the name of the system, so that whoever puts ranks back in order finds the same."""
    made = started(local, "ranking", segments=range(6), systems=SYSTEMS, n_places=3, raters_per_item=3, damaged=0)
    seats = [local.join(made.token, "Rater") for _ in range(3)]
    ranks = {system: number for number, system in enumerate(sorted(SYSTEMS), 1)}
    for seat in seats:
        for number, item in enumerate(deal_items(made.plan, rated(), seat.place)):
            value = OutputRanking(tuple(ranks[output.system] for output in item.outputs))
            local.answer(seat.secret, number, value, 1.0)
        local.finish(seat.secret)
    for seat in seats:
        asked_ = deal_items(made.plan, rated(), seat.place)
        own = [answer.value for answer in local.desk(seat.secret).answers]
        expected = tuple((own[i], own[i]) if item.kind == "plain" else () for i, item in enumerate(asked_))
        assert local.others(seat.secret) == expected


@pytest.mark.exhaustive
def test_what_others_said_of_the_same_text_is_their_first_answer(local):
    made = started(local, repeats=1, damaged=0, n_places=3, raters_per_item=3)
    seats = [local.join(made.token, "Rater") for _ in range(3)]
    expected = []
    for seat in seats:
        asked_ = deal_items(made.plan, rated(), seat.place)
        first = {}
        for number, item in enumerate(asked_):
            local.answer(seat.secret, number, DirectAssessment(30 * seat.place + number), 1.0)
            first.setdefault((item.segment, item.outputs[0]), DirectAssessment(30 * seat.place + number))
        expected.append(([(item.segment, item.outputs[0]) if item.kind == "plain" else None for item in asked_], first))
    local.finish(seats[0].secret)
    questions = expected[0][0]
    assert local.others(seats[0].secret) == tuple(
        () if one is None else (expected[1][1][one], expected[2][1][one]) for one in questions
    )


@pytest.mark.exhaustive
def test_a_desk_learns_what_was_answered_meanwhile(kept):
    made = started(kept)
    seat = kept.join(made.token, "Ann")
    desk = kept.desk(seat.secret)
    kept.answer(seat.secret, 1, DirectAssessment(40), 2.5)
    newest = kept.newest(desk)
    assert newest == kept.desk(seat.secret)
    assert [answer.item for answer in newest.answers] == [1]
    kept.close_campaign(made.id)
    assert CLOSED in str(said(lambda: kept.newest(desk)))
