"""A rater's place: taking it, going on, answering, pausing, finishing. It needs no right except the secret.

workspace/campaigns/seats.py provides the data.
"""

from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from math import inf
from typing import Any
from uuid import uuid4

from rating.desk.door import Arrival
from rating.desk.practice_texts import practice_texts
from rating.desk.screens import PRACTICE
from scoring.rating import Answer, Value, check_answer, practice_item, value_for_all_outputs
from scoring.rating.protocols.answers import with_distinct_texts
from server.identity import codes
from ui.kit import changes
from ui.session import state
from ui.store import kept
from workspace import BlindCampaign, DamagedError, Desk, NoSeatError, Seat, UnavailableError, WorkspaceError

SITTING, INVITED, OFFERED, IN_VAIN = "desk_sitting", "desk_invited", "desk_offered", "desk_in_vain"
"""The session's keys: a ``RaterState``, an ``Invitation``, seats that were taken in this browser, and the reason why a
link, a code or a place cannot be used (empty if it can)."""
ASKS_IN = "desk_asks_in"
"""The session's key for the language of the last campaign; it is kept when a rater leaves or a link cannot be used."""
LONGEST_SECONDS = 24 * 3600.0
"""Longest time that is counted for one answer: a page that was left open longer tells nothing about work."""
DAMAGED = (
    "The texts of this campaign cannot be read on this server: what is kept of them is damaged. Your answers are kept."
    " Tell the person who invited you."
)
"""Error for raters; the workspace's own message would name the damaged output."""
NOT_THERE = "The campaign in which you rated here does not exist any more. Ask the person who invited you."
CAMPAIGN_DELETED = "The campaign does not exist any more. Ask the person who invited you."
REPLACED = "You had answered item {} in another tab, too. What you said here has taken the place of that."


@dataclass(frozen=True)
class Invitation:
    """A campaign to which a visitor has the token or the code, but no place yet."""

    by: str
    campaign: BlindCampaign


@dataclass(frozen=True)
class RaterState:
    """The state of one rater's work in one tab."""

    desk: Desk
    visit: str
    """random name of this opening of the place, so that messages of earlier openings are ignored"""
    item: int
    """number of the item that is shown; the number of all items means the end; ``PRACTICE`` is before the first"""
    heard: int = 0
    """number of the last message of the browser that was handled"""
    is_paused: bool = False
    remark: str = ""
    """sentence about the last answer, such as why it was not kept; empty for none"""
    is_over: bool = False
    """whether the last answer was not kept because no more answers are taken"""
    practised: Value | None = None
    """answer to the practice item, while its remarks are shown"""
    others: tuple[tuple[Value, ...], ...] = ()
    """for each item, the other raters' answers when this rater came back or finished; empty before the end"""

    @property
    def name(self) -> str:
        """Public name of the rater, a hash of the secret."""
        return sha256(self.desk.seat.secret.encode()).hexdigest()[:16]

    @property
    def is_complete(self) -> bool:
        return self.item >= len(self.desk.items)


@dataclass(frozen=True)
class Message:
    """A message of a rater's browser: an answer, or a press on a button."""

    press: int
    item: int
    act: str
    """answer, back, pause, or skip, which ends the practice"""
    value: Any
    seconds: float

    @classmethod
    def of(cls, message: Any, rater: RaterState) -> "Message | None":
        """Return a browser's message, checked; None if it is malformed, for another visit, or handled already."""
        if not isinstance(message, dict) or message.get("visit") != rater.visit:
            return None
        press, item, seconds = (message.get(name) for name in ("press", "item", "seconds"))
        numbers = [value for value in (press, item, seconds) if isinstance(value, int | float)]
        if len(numbers) < 3 or not isinstance(press, int) or not isinstance(item, int):
            return None
        first = min(rater.item, 0)
        if press <= rater.heard or not first <= item < len(rater.desk.items) or not 0 <= numbers[2] < inf:
            return None
        return cls(press, item, str(message.get("act")), message.get("value"), float(min(numbers[2], LONGEST_SECONDS)))


def rater_state() -> RaterState | None:
    """Return the state of the rater of this tab; None if nobody rates here."""
    rater: RaterState | None = state.widget_value(SITTING)
    return rater


def current_invitation() -> Invitation | None:
    invitation: Invitation | None = state.widget_value(INVITED)
    return invitation


# --- coming ---


def arrive(arrival: Arrival) -> bool:
    """Open the place of the secret in the address or of this tab, else the form for a new place.

    Return False if the database cannot be reached, since the secret may then be valid.
    """
    return changes.attempt(partial(_arrive, arrival))


def _arrive(arrival: Arrival) -> str:
    """Open the place of an arrival; return a sentence if it was opened without being asked for, else an empty text."""
    try:
        if arrival.address_secret:
            state.set_widget_values({SITTING: None, INVITED: None, IN_VAIN: ""})
            if not _show_seat(arrival.address_secret, practice_left(arrival)):
                _invite(arrival.address_secret)
        elif rater_state() is None and arrival.tab and not _show_seat(arrival.tab, arrival.item):
            state.set_widget_value(IN_VAIN, NOT_THERE)
    except UnavailableError:
        raise
    except WorkspaceError as error:
        state.set_widget_value(IN_VAIN, str(error))
    return _offer(arrival) if rater_state() is None else ""


def _offer(arrival: Arrival) -> str:
    """Offer the places that were taken in this browser; a new tab opens the only unfinished one.

    Return the sentence about the place that was opened, else an empty text.
    """
    offered_seats = tuple(seat for secret in arrival.kept_secrets if (seat := _find_seat(secret)) is not None)
    state.set_widget_value(OFFERED, offered_seats)
    if offered_seats and state.widget_value(ASKS_IN) is None:
        state.set_widget_value(ASKS_IN, offered_seats[0].campaign.language)
    unfinished_seats = [seat for seat in offered_seats if seat.finished is None and seat.closed is None]
    if not arrival.is_new or arrival.address_secret or len(unfinished_seats) != 1:
        return ""
    _show_seat(unfinished_seats[0].secret, practice_left(arrival))
    return f"You go on as {unfinished_seats[0].name}. If you are somebody else, press Pause."


def practice_left(arrival: Arrival) -> int | None:
    """Return ``PRACTICE`` if this browser left during the practice; else None, for the next item."""
    return PRACTICE if arrival.item == PRACTICE else None


def _find_seat(secret: str) -> Seat | None:
    """Return the place of a secret; None if it does not exist (any more)."""
    try:
        return kept.server_workspace().seat(secret)
    except UnavailableError:
        raise
    except WorkspaceError:
        return None


def _show_seat(secret: str, item: int | None = None) -> bool:
    """Open the place of a secret; return False if there is no such place.

    It opens at the given item if the rater has reached that item, else at the next one. Raise ``WorkspaceError`` in
    words for the rater if the place cannot be opened.
    """
    try:
        desk = kept.server_workspace().desk(secret)
        others = None if desk.seat.finished is None else kept.server_workspace().others(secret)
    except NoSeatError:
        return False
    except DamagedError as error:
        raise WorkspaceError(DAMAGED) from error
    following = next_item(desk)
    first = 0 if desk.answers else PRACTICE
    at = item if item is not None and first <= item < following else following
    state.set_widget_values(
        {SITTING: RaterState(desk, uuid4().hex, at, others=others or ()), ASKS_IN: desk.seat.campaign.language}
    )
    return True


def _invite(token_or_code: str) -> None:
    try:
        invitation = Invitation(
            token_or_code, codes.look_up_rate_limited(token_or_code, kept.server_workspace().invitation)
        )
    except UnavailableError:
        raise
    except WorkspaceError as error:
        state.set_widget_values({INVITED: None, IN_VAIN: str(error)})
    else:
        state.set_widget_values({INVITED: invitation, IN_VAIN: "", ASKS_IN: invitation.campaign.language})


def enter_campaign(typed: str) -> None:
    """Enter the campaign of a code or a link that was typed."""
    code = typed.rpartition("#")[2].strip()

    def make() -> str:
        _invite(code)
        return ""

    if code:
        changes.attempt(make)


def join(pressed: str, by: str, name: str) -> None:
    """Take a place in the campaign under a name; a second press of the button takes no second place."""

    def take() -> Seat:
        if not name:
            raise WorkspaceError("Say your name first, as the person who invited you knows you.")
        return kept.server_workspace().join(by, name)

    def start_practice(seat: Seat) -> str:
        sentence = _enter_seat(seat.secret)
        practise()
        return sentence

    changes.make_once(pressed, take, start_practice)


def practise() -> None:
    """Show the practice item, which does not count."""
    if (rater := rater_state()) is not None:
        state.set_widget_value(SITTING, replace(rater, item=PRACTICE, practised=None))


def end_practice() -> None:
    """Go on to the first item without an answer."""
    if (rater := rater_state()) is not None:
        state.set_widget_value(SITTING, _after_practice(rater))


def _after_practice(rater: RaterState) -> RaterState:
    return replace(rater, item=next_item(rater.desk), practised=None)


def next_item(desk: Desk) -> int:
    """Return the number of the first item without an answer; the number of all items if all have one."""
    return len(desk.items) if desk.next is None else desk.next


def resume_seat(secret: str) -> None:
    """Go on at a place that was taken in this browser before."""
    changes.attempt(partial(_enter_seat, secret))


def _enter_seat(secret: str) -> str:
    if not _show_seat(secret):
        raise WorkspaceError("This place is not yours any more; ask the person who invited you.")
    return ""


def leave_seat() -> None:
    """Leave the place, so that somebody else can use this browser."""
    state.set_widget_values({SITTING: None, INVITED: None, OFFERED: (), IN_VAIN: ""})


# --- rating ---


def handle_message(message: Message, language: str) -> None:
    """Do what the browser's message says; messages to the rater are in ``language``.

    Nothing is lost if this ends halfway and is called again.
    """
    rater = rater_state()
    if rater is None:
        return
    rater = replace(rater, heard=message.press, remark=rater.remark if rater.is_over else "")
    if message.act == "answer" and message.item == PRACTICE:
        rater = _check_practice_answer(rater, message, language)
    elif message.act == "answer":
        rater = _keep_answer(rater, message)
    elif message.act == "skip":
        rater = _after_practice(rater)
    elif message.act == "back":
        rater = replace(rater, item=max(message.item - 1, 0))
    elif message.act == "pause":
        rater = replace(rater, is_paused=True)
    state.set_widget_value(SITTING, rater)


def _check_practice_answer(rater: RaterState, message: Message, language: str) -> RaterState:
    """Return the state with the answer to the practice item, which is not kept."""
    protocol = rater.desk.seat.campaign.protocol
    item = practice_item(protocol, practice_texts(rater.desk, language).target)
    try:
        return replace(rater, practised=check_answer(protocol, item, message.value), remark="")
    except ValueError as error:
        return replace(rater, remark=str(error))


def _keep_answer(rater: RaterState, message: Message) -> RaterState:
    """Keep an answer and return the state at the next item, with answers from other tabs.

    If the answer is refused, return the state at the same item, with the reason.
    """
    secret, item = rater.desk.seat.secret, rater.desk.items[message.item].item
    try:
        campaign = rater.desk.seat.campaign
        shown = check_answer(campaign.protocol, with_distinct_texts(item), message.value, campaign.categories)
        answer = Answer(message.item, value_for_all_outputs(shown, item), message.seconds)
        newest = kept.server_workspace().newest(rater.desk)
        kept.server_workspace().answer(secret, answer.item, answer.value, answer.seconds)
    except (ValueError, WorkspaceError) as error:
        why = CAMPAIGN_DELETED if isinstance(error, NoSeatError) else str(error)
        return replace(rater, remark=f"This answer was not kept. {why}", is_over=_is_over(secret))
    own_value, newest_value = (
        {one.item: one.value for one in desk.answers}.get(answer.item) for desk in (rater.desk, newest)
    )
    remark = "" if newest_value in (own_value, answer.value) else REPLACED.format(f"{answer.item + 1:,}")
    others = [one for one in newest.answers if one.item != answer.item]
    desk = replace(newest, answers=(*others, answer))
    return replace(rater, desk=desk, item=answer.item + 1, remark=remark, is_over=False)


def _is_over(secret: str) -> bool:
    """Return whether answers of this place are not taken any more; False if the database cannot be reached."""
    try:
        seat = _find_seat(secret)
    except UnavailableError:
        return False
    return seat is None or seat.closed is not None or seat.finished is not None


def resume() -> None:
    """Go on with the same item after a pause."""
    if (rater := rater_state()) is not None:
        state.set_widget_value(SITTING, replace(rater, is_paused=False))


def go_back() -> None:
    """Go from the end back to the last item."""
    if (rater := rater_state()) is not None:
        state.set_widget_value(SITTING, replace(rater, item=len(rater.desk.items) - 1))


def finish() -> None:
    """Finish the rating; after that, no answer can be changed."""
    changes.attempt(_finish)


def _finish() -> str:
    rater = rater_state()
    if rater is not None:
        try:
            kept.server_workspace().finish(rater.desk.seat.secret)
        except NoSeatError as error:
            raise WorkspaceError(f"This is not kept. {CAMPAIGN_DELETED}") from error
        _show_seat(rater.desk.seat.secret)
    return ""
