"""Campaigns for tests, and raters who answer whatever they are asked."""

from collections.abc import Callable
from typing import Any

from scoring.rating import (
    AdequacyFluency,
    CampaignPlan,
    DirectAssessment,
    ErrorSpans,
    MarkedError,
    OutputRanking,
    OutputScores,
    Value,
)
from tests.workspace.made import rated
from workspace import Campaign, Seat, Workspace

SYSTEMS = rated().system_names
VALUES: dict[str, Callable[[int, int], Value]] = {
    "adequacy-fluency": lambda n_outputs, number: AdequacyFluency(1 + number % 5, 5 - number % 5),
    "ranking": lambda n_outputs, number: OutputRanking(tuple(range(1, n_outputs + 1))),
    "da": lambda n_outputs, number: DirectAssessment(number % 101),
    "esa": lambda n_outputs, number: ErrorSpans((MarkedError(0, 1, "major"),), ("minor",), number % 101),
    "mqm": lambda n_outputs, number: ErrorSpans(
        (MarkedError(0, 1, "major"),), ("minor",) * (number % 3), -5 - number % 3
    ),
    "contrastive": lambda n_outputs, number: OutputScores(tuple((number + at) % 101 for at in range(n_outputs))),
}
"""Protocol -> an answer to an item of so many outputs, by a number."""


def plan(protocol: str = "da", **chosen: Any) -> CampaignPlan:
    """Of two raters, each of whom is asked the same of ``rated``: 6 items, one repeated and one damaged."""
    usual: dict[str, Any] = {
        "systems": SYSTEMS[:2],
        "segments": (0, 1, 3),
        "references": ("refA",),
        "raters_per_item": 2,
        "n_places": 2,
    }
    return CampaignPlan(protocol, **{**usual, **chosen})


def started(kept: Workspace, protocol: str = "da", **chosen: Any) -> Campaign:
    """A campaign about ``rated``, in a project of its own."""
    saved = kept.add(kept.create("project").id, rated())
    return kept.make_campaign(saved.id, 1, "campaign", plan(protocol, **chosen))


def answered(kept: Workspace, seat: Seat, more: int = 0) -> None:
    """Answers all that is open, as by a number that is larger by ``more``."""
    desk = kept.desk(seat.secret)
    for number in range(desk.next or 0, len(desk.items)):
        value = VALUES[seat.campaign.protocol](len(desk.items[number].item.outputs), number + more)
        kept.answer(seat.secret, number, value, 1.5)
