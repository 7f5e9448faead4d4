"""Campaigns for Pearmut, https://github.com/zouharvi/pearmut, and answers in the form of its log.

Each item has a key of our own that identifies it. Pearmut keeps the key in its log, so answers find their items again.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from markupsafe import Markup

from ...formats.judgments.pearmut.pearmut_rows import OWN, RANK, SKIPPED
from ...formats.judgments.pearmut.utf16 import code_unit_places, code_units
from ...testset import TestSet
from ...validation import expect
from ..protocols.answers import (
    AdequacyFluency,
    Answer,
    DirectAssessment,
    ErrorSpans,
    OutputRanking,
    OutputScores,
    Value,
)
from ..protocols.dealing import Dealer
from ..protocols.plan import DAMAGED, PLAIN, CampaignPlan, Item, ShownOutput
from ..protocols.protocols import RatingScale
from ..protocols.ratings import Ratings

MAX_ON_SCREEN = 10
"""Largest number of segments on one screen; answers that are not sent yet are lost where a browser is closed."""
BAD = "#bad"
"""Ending of a damaged output's name, as in Appraise, so that Pearmut's own ranking keeps such outputs separate."""
_PROTOCOLS = {
    "esa": "ESA",
    "mqm": "MQM",
    "da": "DA",
    **dict.fromkeys(("adequacy-fluency", "ranking", "contrastive"), "DA"),
}
_UNSAFE = re.compile(r"[^\w .+-]+")
_UNSAFE_IN_FILES = re.compile(r"[^\w.-]+")


def write_campaign(plan: CampaignPlan, test_set: TestSet, name: str) -> bytes:
    """Return the campaign with a task for each place; raise ``ValueError`` where the plan does not fit the test set.

    Adequacy and fluency, and ranks, are sliders in Pearmut.
    """
    for value, kind, label in ((plan, CampaignPlan, "plan"), (test_set, TestSet, "test_set"), (name, str, "name")):
        expect(value, kind, label)
    shown, dealer = PearmutItems(plan, test_set), Dealer(plan, test_set)
    tasks = [
        [shown.screen(screen, place) for screen in screens(test_set, dealer.items(place))]
        for place in range(plan.n_places)
    ]
    return campaign_json(plan, name, tasks)


def campaign_json(plan: CampaignPlan, name: str, tasks: Sequence[Sequence[Sequence[Mapping[str, Any]]]]) -> bytes:
    """Return the JSON of a campaign with these tasks; each task is a list of screens, which are lists of items."""
    info: dict[str, Any] = {
        "assignment": "task-based",
        "protocol": _PROTOCOLS[plan.protocol],
        "shuffle": False,  # it is done, by the plan's seed
        "users": [f"rater-{number}" for number in range(1, len(tasks) + 1)],
    }
    if plan.protocol in ("adequacy-fluency", "ranking"):  # of the others Pearmut has its own instructions
        info["sliders"] = [_slider(scale, plan) for scale in plan.asks.scales]
        info["instructions"] = _instructions(plan)
    campaign = {"info": info, "campaign_id": _UNSAFE_IN_FILES.sub("-", name).strip("-.") or "campaign", "data": tasks}
    return json.dumps(campaign, ensure_ascii=False, indent=1).encode()


def write_annotations(ratings: Ratings) -> bytes:
    """Return the answers in the form of Pearmut's log, an object a screen, as if ``write_campaign`` had asked."""
    expect(ratings, Ratings, "ratings")
    shown = PearmutItems(ratings.plan, ratings.test_set)
    lines = []
    for place_ratings in ratings.places:
        answers = {answer.item: answer for answer in place_ratings.answers}
        for number, screen in enumerate(screens(ratings.test_set, ratings.items_by_place[place_ratings.place])):
            if any(at in answers for at, _ in screen):
                entry = shown.entry(screen, place_ratings.place, answers)
                lines.append({**entry, "user_id": ratings.names[place_ratings.place], "item_i": number})
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()


Screen = Sequence[tuple[int, Item]]
"""Items that are shown together, each with its number at the place."""


def screens(test_set: TestSet, items: Sequence[Item]) -> Iterator[Screen]:
    """Yield all items of a place by screen; a screen has successive items of one document and the same systems."""

    def screen_key(numbered: tuple[int, Item]) -> object:
        number, item = numbered
        if item.kind != PLAIN or test_set.documents is None:
            return number
        return str(test_set.documents[item.segment]), {output.system for output in item.outputs}

    for _, group in groupby(enumerate(items), screen_key):
        same = list(group)
        for start in range(0, len(same), MAX_ON_SCREEN):
            yield same[start : start + MAX_ON_SCREEN]


@dataclass(frozen=True, eq=False)
class PearmutItems:
    """Items of a campaign in the form in which Pearmut shows them."""

    plan: CampaignPlan
    test_set: TestSet

    @cached_property
    def names(self) -> dict[str, str]:
        """Name of each system in the campaign; no name is digits alone or has characters that are special in HTML."""
        names: dict[str, str] = {}
        for number, system in enumerate(self.plan.systems, 1):
            name = _UNSAFE.sub("_", system).strip()
            is_free = name and not name.isdigit() and name not in names.values()
            names[system] = name if is_free else f"system {number} {name}".strip()
        return names

    def screen(self, screen: Screen, place: int) -> list[dict[str, Any]]:
        return [self.item(item, place, number) for number, item in screen]

    def item(self, item: Item, place: int, number: int) -> dict[str, Any]:
        """Return one segment with its outputs, and with the source and references that the plan lets raters see."""
        segment = self.test_set.segment(item.segment)
        names = [self._name(item, output) for output in item.outputs]
        references = [segment.references[name] for name in self.plan.references if name in segment.references]
        differ = {name: of.system for name, of in zip(names, item.outputs, strict=True) if name != of.system}
        return {
            "item_id": str(item.segment + 1),
            **({"src": segment.source} if self.plan.shows_source and segment.source is not None else {}),
            **({"ref": "\n".join(references)} if references else {}),
            "tgt": {name: output.text for name, output in zip(names, item.outputs, strict=True)},
            OWN: {
                "place": place,
                "item": number,
                "segment": item.segment + 1,
                "kind": item.kind,
                "protocol": self.plan.protocol,
                "systems": differ,
                "damaged": [name for name in names if name.endswith(BAD)],
            },
        }

    def entry(self, screen: Screen, place: int, answers: Mapping[int, Answer]) -> dict[str, Any]:
        """Return the log's entry for a screen; items without an answer have None."""
        seconds = [answers[number].seconds if number in answers else float("nan") for number, _ in screen]
        known_seconds = [one if one == one else 0.0 for one in seconds]
        return {
            "annotation": [
                self._responses(item, answers[number].value) if number in answers else None for number, item in screen
            ],
            "actions": [{"time": 0.0, "action": "load"}, {"time": sum(known_seconds), "action": "submit"}],
            "item": self.screen(screen, place),
            "seconds": [one if one == one else None for one in seconds],
        }

    def _name(self, item: Item, output: ShownOutput) -> str:
        name = self.names[output.system]
        if item.kind != DAMAGED:
            return name
        own = str(self.test_set.system(output.system).segments[item.segment])
        return name if output.text == own else name + BAD

    def _responses(self, item: Item, value: Value) -> dict[str, Any]:
        """Return the responses to the item's outputs, by the system's name in the campaign."""
        responses = [_response(value, at, output.text) for at, output in enumerate(item.outputs)]
        return {self._name(item, output): one for output, one in zip(item.outputs, responses, strict=True)}


def _response(value: Value, at: int, text: str) -> dict[str, Any]:
    """Return the response about one output, which is at this place on the screen."""
    score, sliders, spans = None, None, []
    if isinstance(value, AdequacyFluency):
        sliders = {"Adequacy": value.adequacy, "Fluency": value.fluency}
    elif isinstance(value, OutputRanking):
        sliders = {RANK: value.ranks[at]}
    elif isinstance(value, DirectAssessment | ErrorSpans):
        score = value.score
    elif isinstance(value, OutputScores):
        score = value.scores[at]
    if isinstance(value, ErrorSpans):
        spans = _spans(value, text)
    sliding = {} if sliders is None else {"sliders": sliders}
    return {"score": score, **sliding, "error_spans": spans, "textfield": None}


def _spans(value: ErrorSpans, text: str) -> list[dict[str, Any]]:
    """Return the errors with places in code units without line breaks, as first and last unit.

    Missing content is marked behind the text.
    """
    of = code_unit_places(text, SKIPPED)
    places: list[tuple[int, int, str, str | None]] = [
        (*code_units(of, marked.start, marked.end), marked.severity, marked.category or None) for marked in value.spans
    ]
    places += [(len(of), len(of) + 1, severity, None) for severity in value.missing]
    return [
        {"start_i": start, "end_i": end - 1, "category": category, "severity": severity}
        for start, end, severity, category in places
    ]


def _slider(scale: RatingScale, plan: CampaignPlan) -> dict[str, Any]:
    high = min(scale.high, len(plan.systems)) if plan.protocol == "ranking" else scale.high
    return {"name": scale.name.capitalize(), "min": scale.low, "max": high, "step": 1}


def _instructions(plan: CampaignPlan) -> str:
    """Return the instructions as HTML: the protocol's question, and the words of its scales."""
    parts = [Markup("<p>{}</p>").format(plan.asks.translated_question(plan.beside))]
    for scale in plan.asks.scales:
        steps = [
            Markup("<li>{}: {}</li>").format(
                step.value, f"{step.words}. {step.meaning}".strip().format(text=plan.beside)
            )
            for step in scale.steps
        ]
        parts.append(
            Markup("<p>{}: {}</p><ul>{}</ul>").format(
                scale.name.capitalize(), scale.translated_question(plan.beside), Markup("").join(steps)
            )
        )
    return str(Markup("").join(parts))
