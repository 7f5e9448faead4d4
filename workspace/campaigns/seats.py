"""Places in campaigns, for raters: a campaign's token lets a person take a place, a place's secret lets them rate.

Raters need no right on the project, and learn no more of it than they should: they get texts and answers, never a
system's name, nor which items are checks.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import takewhile

from sqlalchemy import Select, or_, select
from sqlalchemy.orm import Session

from scoring.output.numbers import counted
from scoring.rating import (
    ENGLISH,
    VALUES,
    Answer,
    CampaignPlan,
    Dealer,
    Item,
    MarkedError,
    OutputRanking,
    ShownOutput,
    Value,
    deal_items,
    minutes_of_items,
    prefilled_errors,
)
from scoring.rating.protocols.plan import PLAIN
from scoring.testset import TestSet
from scoring.validation import expect, whole_number

from ..storage.open_database import OpenDatabase
from ..storage.records import find_version
from ..tables.errors import NoSeatError, WorkspaceError
from ..tables.schema import CampaignRow, ProjectRow, RaterRow, SetRow
from ..tables.texts import RATER_NAME, check_kept_name, key_of_token, new_token, normalize_code
from ..versions.versions import opened_texts
from .campaigns import answers_by_place, campaign_plan, forget_earlier, new_rating, place_answers, stored_place_sizes

NEAR = 3
"""Number of segments of its document that are shown before and after an item."""
NOWHERE = (
    "No campaign takes answers here: it was closed or deleted, or the address or code is incomplete. Ask the person"
    " who invited you. Answers given before a campaign was closed are kept."
)
"""Message for a token, code or secret that is unknown or of a deleted campaign, and for a newcomer to a closed one."""
CLOSED = (
    "{} is closed: no more answers are taken. What you answered before is kept. Ask the person who invited you if you"
    " want to go on."
)
RELEASED = (
    "Your place in {} was released: somebody else may go on there. What you answered before is kept. To go on, open the"
    " link, or type in the code, that you were given: you get a place if one is free."
)
"""Message for a rater whose place was released, with the campaign's name; ``CLOSED`` is for a closed campaign."""


@dataclass(frozen=True)
class BlindCampaign:
    """A campaign as its raters know it."""

    name: str
    protocol: str
    beside: str
    """Text with which an output is compared: source, reference, or both, in words."""
    n_items: int
    """Number of items of the place."""
    categories: tuple[str, ...] = ()
    """Kinds of errors that raters choose from."""
    language: str = ENGLISH
    """Language in which raters are asked, until they choose another one."""


@dataclass(frozen=True)
class Seat:
    """A place that a rater has taken."""

    secret: str = field(repr=False)
    """Secret by which the rater comes back."""
    campaign: BlindCampaign
    place: int
    """Number of the place, from 0."""
    name: str
    """Name of the rater."""
    finished: datetime | None
    closed: datetime | None
    """Time since which the campaign takes no answers; None while it takes answers."""


@dataclass(frozen=True)
class BlindSegment:
    """One segment as raters see it."""

    source: str | None
    """Source text; None if raters do not see it."""
    references: tuple[str, ...]
    """References that raters see, where the segment has them."""
    outputs: tuple[str, ...]


@dataclass(frozen=True)
class RatingQuestion:
    """One item of a place, with the texts that the rater sees."""

    item: Item
    """The item without names of systems and always of the kind plain; ``rating.check_answer`` takes it."""
    line: BlindSegment
    before: tuple[BlindSegment, ...]
    """Segments of the same document just before the item's, with the outputs of the same systems."""
    after: tuple[BlindSegment, ...]
    prefilled: tuple[MarkedError, ...] | None = None
    """Errors that are marked before the rater sees the output; None where the campaign has none marked."""


@dataclass(frozen=True)
class Desk:
    """A rater's place with its items and answers."""

    seat: Seat
    items: tuple[RatingQuestion, ...]
    answers: tuple[Answer, ...]
    """Answers so far, by the number of the item."""
    minutes: float = 0.0
    """Estimated time for all items, in minutes."""
    languages: tuple[str | None, str | None] = (None, None)
    """Names of the languages of the sources and the outputs; None where neither the set nor its files state them."""

    @property
    def next(self) -> int | None:
        """Number of the first item without an answer; None if all have one."""
        answered_items = {answer.item for answer in self.answers}
        return next((number for number in range(len(self.items)) if number not in answered_items), None)


class Seats(OpenDatabase):
    """What raters do; each answer is kept in a transaction of its own."""

    def join(self, token_or_code: str, name: str) -> Seat:
        """Take the next free place of a campaign for a rater; raters who join at once get different places.

        Raise ``NoSeatError`` for an unknown token or code or a closed campaign, and ``WorkspaceError`` if no place is
        free or the name is not valid.
        """
        name, secret = check_kept_name(name, RATER_NAME), new_token()
        with self.writing() as transaction:
            session = transaction.session
            campaign, place = _campaign_and_free_place(session, token_or_code, is_locked=True)
            key, moment = key_of_token(secret), transaction.moment
            rater = RaterRow(campaign_id=campaign.id, place=place, name=name, key=key, joined=moment)
            session.add(rater)
            return _seat(secret, campaign, rater)

    def invitation(self, token_or_code: str) -> BlindCampaign:
        """Return the campaign as the next rater would get it, without taking a place.

        Raise the errors of ``join`` about the campaign and its places.
        """
        with self.reading() as transaction:
            return _blind(*_campaign_and_free_place(transaction.session, token_or_code))

    def seat(self, secret: str) -> Seat:
        """Return the place of this secret, also of a closed campaign.

        Raise ``NoSeatError`` if there is none, or its campaign was deleted; raise ``WorkspaceError`` if it was
        released. The other methods also raise ``WorkspaceError`` if the campaign is closed.
        """
        with self.reading() as transaction:
            return _seat(secret, *_seat_of_secret(transaction.session, secret))

    def desk(self, secret: str) -> Desk:
        """Return all that the rater of this secret works with; callers keep it, as reading the texts takes long."""
        from scoring.studies.wording.set_facts import language_names  # takes long to import

        with self.reading() as transaction:
            campaign, rater = _open_seat(transaction.session, secret)
            rating_rows = answers_by_place(transaction.session, campaign, RaterRow.place == rater.place).get(
                rater.place, {}
            )
            test_set, plan = _texts(transaction.session, campaign), campaign_plan(campaign)
            seat = _seat(secret, campaign, rater)
        items = questions(plan, test_set, seat.place)
        minutes = minutes_of_items(plan, test_set, len(items))
        answers = place_answers(plan, [one.item for one in items], rating_rows)
        return Desk(seat, items, answers, minutes, language_names(test_set))

    def newest(self, desk: Desk) -> Desk:
        """Return the desk with all answers so far, without reading texts again; raise the errors of ``answer``."""
        with self.reading() as transaction:
            campaign, rater = _open_seat(transaction.session, desk.seat.secret)
            rating_rows = answers_by_place(transaction.session, campaign, RaterRow.place == rater.place).get(
                rater.place, {}
            )
            seat, plan = _seat(desk.seat.secret, campaign, rater), campaign_plan(campaign)
        return replace(desk, seat=seat, answers=place_answers(plan, [one.item for one in desk.items], rating_rows))

    def answer(self, secret: str, item: int, value: Value, seconds: float) -> None:
        """Keep the answer to an item, by its number, in the place of an earlier answer.

        ``value`` must have passed ``rating.check_answer`` for that item: no text is read here.
        """
        answer = Answer(item, value, seconds)
        with self.writing() as transaction:
            campaign, rater = _open_seat(transaction.session, secret, is_locked=True)
            if rater.finished is not None:
                raise WorkspaceError("You have finished; your answers cannot be changed any more.")
            expect(value, VALUES[json.loads(campaign.plan)["protocol"]], "An answer")
            whole_number(item, "The number of an item", 0, stored_place_sizes(campaign)[rater.place] - 1)
            transaction.session.merge(new_rating(rater, answer, transaction.moment))
            forget_earlier(transaction.session, rater, item)

    def finish(self, secret: str) -> None:
        """End the work at a place once each of its items has an answer; a second call changes nothing."""
        with self.writing() as transaction:
            campaign, rater = _open_seat(transaction.session, secret, is_locked=True)
            if rater.finished is not None:
                return
            rating_rows = answers_by_place(transaction.session, campaign, RaterRow.place == rater.place).get(
                rater.place, {}
            )
            n_left = stored_place_sizes(campaign)[rater.place] - len(rating_rows)
            if n_left:
                raise WorkspaceError(f"There is no answer yet to {counted(n_left, 'item')}; give these first.")
            rater.finished = transaction.moment

    def others(self, secret: str) -> tuple[tuple[Value, ...], ...] | None:
        """Return, for each item, the answers of raters at other places; None until this rater has finished."""
        with self.reading() as transaction:
            campaign, rater = _open_seat(transaction.session, secret)
            if rater.finished is None:
                return None
            rows_by_place, place = answers_by_place(transaction.session, campaign), rater.place
            test_set, plan = _texts(transaction.session, campaign), campaign_plan(campaign)
        dealer = Dealer(plan, test_set)
        items_by_place = {other: dealer.items(other) for other in {place, *rows_by_place}}
        values_by_place = {
            other: {answer.item: answer.value for answer in place_answers(plan, items_by_place[other], of)}
            for other, of in rows_by_place.items()
        }
        return answers_at_other_places(items_by_place, place, values_by_place)


def _not_deleted(query: Select[*tuple[CampaignRow]]) -> Select[*tuple[CampaignRow]]:
    """Return the query limited to campaigns that are not deleted, in projects and test sets that are not deleted."""
    joined = query.join(SetRow, SetRow.id == CampaignRow.test_set_id)
    joined = joined.join(ProjectRow, ProjectRow.id == CampaignRow.project_id)
    return joined.where(*(row.deleted.is_(None) for row in (CampaignRow, SetRow, ProjectRow)))


def _campaign_and_free_place(session: Session, token_or_code: str, is_locked: bool = False) -> tuple[CampaignRow, int]:
    """Return the campaign of a token or a code, and its next free place.

    With ``is_locked``, nobody else can take that place until the transaction ends.
    """
    expect(token_or_code, str, "token or code")
    keys = key_of_token(token_or_code.strip()), key_of_token(normalize_code(token_or_code))
    is_named = or_(CampaignRow.key == keys[0], CampaignRow.code_key == keys[1])
    query = _not_deleted(select(CampaignRow)).where(is_named, CampaignRow.closed.is_(None))
    campaign = session.scalar(query.with_for_update(of=CampaignRow) if is_locked else query)
    if campaign is None:
        raise NoSeatError(NOWHERE)
    is_there = RaterRow.campaign_id == campaign.id, RaterRow.released.is_(None)
    taken_places = {*session.scalars(select(RaterRow.place).where(*is_there))}
    place = next((place for place, _ in enumerate(stored_place_sizes(campaign)) if place not in taken_places), None)
    if place is None:
        raise WorkspaceError("All places of this campaign are taken; ask the person who invited you for one.")
    return campaign, place


def _open_seat(session: Session, secret: str, is_locked: bool = False) -> tuple[CampaignRow, RaterRow]:
    """Return the campaign and rater of a secret; raise ``WorkspaceError`` also if the campaign is closed."""
    campaign, rater = _seat_of_secret(session, secret, is_locked)
    if campaign.closed is not None:
        raise WorkspaceError(CLOSED.format(campaign.name))
    return campaign, rater


def _seat_of_secret(session: Session, secret: str, is_locked: bool = False) -> tuple[CampaignRow, RaterRow]:
    """Return the campaign and the rater of a secret.

    With ``is_locked``, nobody can close the campaign or release the rater until the transaction ends.
    """
    is_theirs = RaterRow.key == key_of_token(secret)
    campaign_query = (
        _not_deleted(select(CampaignRow)).join(RaterRow, RaterRow.campaign_id == CampaignRow.id).where(is_theirs)
    )
    rater_query = select(RaterRow).where(is_theirs)
    if is_locked:
        campaign_query, rater_query = (
            campaign_query.with_for_update(read=True, of=CampaignRow),
            rater_query.with_for_update(),
        )
    campaign = session.scalar(campaign_query)
    rater = None if campaign is None else session.scalar(rater_query)
    if campaign is None or rater is None:
        raise NoSeatError(NOWHERE)
    if rater.released is not None:
        raise WorkspaceError(RELEASED.format(campaign.name))
    return campaign, rater


def _seat(secret: str, campaign: CampaignRow, rater: RaterRow) -> Seat:
    return Seat(secret, _blind(campaign, rater.place), rater.place, rater.name, rater.finished, campaign.closed)


def _blind(campaign: CampaignRow, place: int) -> BlindCampaign:
    plan = campaign_plan(campaign)
    n_items = stored_place_sizes(campaign)[place]
    return BlindCampaign(campaign.name, plan.protocol, plan.beside, n_items, plan.categories, plan.language)


def _texts(session: Session, campaign: CampaignRow) -> TestSet:
    of = session.get_one(SetRow, campaign.test_set_id)
    version = find_version(session, of, campaign.number)
    plan = campaign_plan(campaign)
    return opened_texts(session, of.name, version, plan.systems, plan.prefilled)


def questions(plan: CampaignPlan, test_set: TestSet, place: int) -> tuple[RatingQuestion, ...]:
    """Return the items of a place, in its order, without what raters must not know."""
    return tuple(map(_RaterTexts(plan, test_set).question, deal_items(plan, test_set, place)))


def answers_at_other_places(
    items_by_place: Mapping[int, Sequence[Item]], place: int, values_by_place: Mapping[int, Mapping[int, Value]]
) -> tuple[tuple[Value, ...], ...]:
    """Return, for each item of a place, the answers at other places on the same texts, in the order of the places.

    Check items get none; for a repeated item, the answers are at the original item. ``items_by_place`` is place -> its
    items, ``values_by_place`` is place -> number of an item -> value. Where a place has the same texts twice, its first
    answer counts.
    """
    answers_by_texts: dict[frozenset[tuple[int, ShownOutput]], list[tuple[Item, Value]]] = {}
    for other in sorted({*values_by_place} - {place}):
        seen_texts = set()
        for number, item in enumerate(items_by_place[other]):
            texts = _item_texts(item)
            if number in values_by_place[other] and texts not in seen_texts:
                seen_texts.add(texts)
                answers_by_texts.setdefault(texts, []).append((item, values_by_place[other][number]))
    return tuple(
        tuple(
            _reorder_answer(value, of, item)
            for of, value in answers_by_texts.get(_item_texts(item), ())
            if item.kind == PLAIN
        )
        for item in items_by_place[place]
    )


def _item_texts(item: Item) -> frozenset[tuple[int, ShownOutput]]:
    return frozenset((item.segment, output) for output in item.outputs)


def _reorder_answer(value: Value, of: Item, item: Item) -> Value:
    """Return the answer to the item ``of``, in the order in which ``item`` shows the same outputs."""
    if not isinstance(value, OutputRanking):
        return value
    ranks = dict(zip(of.outputs, value.ranks, strict=True))
    return OutputRanking(tuple(ranks[output] for output in item.outputs))


class _RaterTexts:
    """The texts of a test set that raters see."""

    def __init__(self, plan: CampaignPlan, test_set: TestSet) -> None:
        self._plan, self._test_set = plan, test_set
        self._source = test_set.source if plan.shows_source else None
        self._references = [one.segments for one in test_set.references if one.name in plan.references]
        self._outputs = {name: test_set.system(name).segments for name in plan.systems}
        self._documents = test_set.documents
        self._around: dict[tuple[int, tuple[str, ...]], BlindSegment] = {}

    def question(self, item: Item) -> RatingQuestion:
        """Return an item as raters see it, with the segments near it."""
        blind = Item(item.segment, tuple(ShownOutput("", output.text) for output in item.outputs))
        line = self._line(item.segment, (output.text for output in item.outputs))
        marked = prefilled_errors(self._plan, self._test_set, item) if self._plan.prefilled else None
        return RatingQuestion(blind, line, self._context(item, -1), self._context(item, 1), marked)

    def _line(self, segment: int, outputs: Iterable[str]) -> BlindSegment:
        source = None if self._source is None else self._source[segment].as_py()
        references = [column[segment].as_py() for column in self._references]
        return BlindSegment(source, tuple(text for text in references if text is not None), tuple(outputs))

    def _context(self, item: Item, step: int) -> tuple[BlindSegment, ...]:
        """Return the segments of the same document on one side of an item, in document order."""
        if (documents := self._documents) is None:
            return ()
        places = range(item.segment + step, item.segment + step * (NEAR + 1), step)
        document, inside = documents[item.segment], range(len(documents))
        near_places = takewhile(lambda place: place in inside and documents[place] == document, places)
        systems = tuple(output.system for output in item.outputs)
        return tuple(self._context_segment(place, systems) for place in near_places)[::step]

    def _context_segment(self, segment: int, systems: tuple[str, ...]) -> BlindSegment:
        """Return a segment near an item, one object for all items near it, because desks stay in memory for long."""
        key = segment, systems
        if key not in self._around:
            self._around[key] = self._line(segment, (self._outputs[system][segment].as_py() for system in systems))
        return self._around[key]
