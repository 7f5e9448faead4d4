"""What a rater's browser receives of one item: texts, the question, and what was said of it so far. Pure."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from math import nan
from typing import Any

from scoring.rating import (
    PRACTICE_REFERENCE,
    SEVERITY_GUIDES,
    Answer,
    ErrorSpans,
    RatingScale,
    gathered,
    practice_item,
    protocol_of,
    to_json,
)
from scoring.rating.protocols.answers import merged
from workspace import BlindCampaign, BlindSegment, Desk, RatingQuestion


def screen(desk: Desk, number: int) -> dict[str, Any]:
    """Return the item of this number, from 0. It names no system, and does not tell which kind of item it is."""
    answers = {answer.item: answer for answer in desk.answers}
    place = {"number": number, "length": len(desk.items), "done": len(answers)}
    question = desk.items[number]
    return (
        place
        | question_data(desk.seat.campaign, question)
        | earlier_answer(desk.seat.campaign.protocol, question, answers.get(number))
    )


PRACTICE = -1
"""Number of the practised item, which comes before the first."""


def practice_screen(desk: Desk) -> dict[str, Any]:
    """Return the item on which a rater practises; it has a reference, whatever the campaign's items have."""
    item = practice_item(desk.seat.campaign.protocol)
    line = BlindSegment(None, (PRACTICE_REFERENCE,), tuple(output.text for output in item.outputs))
    question, campaign = (
        RatingQuestion(item, line, (), ()),
        replace(desk.seat.campaign, beside="reference", categories=()),
    )
    place = {"number": PRACTICE, "length": len(desk.items), "done": len(desk.answers)}
    return place | question_data(campaign, question) | earlier_answer(campaign.protocol, question, None)


def question_data(campaign: BlindCampaign, question: RatingQuestion) -> dict[str, Any]:
    """What is asked, and the texts."""
    protocol = protocol_of(campaign.protocol)
    asked = scales(campaign.protocol, campaign.beside, len(merged(question.item).outputs))
    # In the order in which they are shown, each text once. Of one alone also what its system wrote around it.
    around = [near.outputs[0] for near in _near(question)] if len(question.item.outputs) == 1 else []
    return {
        "campaign": campaign.name,
        "protocol": protocol.name,
        "question": protocol.asked(campaign.beside),
        "severities": severities(campaign.protocol),
        "how": [{**scale, "steps": [step for step in scale["steps"] if step["words"]]} for scale in asked],
        "given": shown_context(question),
        "categories": list(campaign.categories),
        "isPrefilled": question.prefilled is not None,
        "outputs": [_block("", output.text, around, question) for output in merged(question.item).outputs],
        "scales": asked,
    }


def earlier_answer(protocol: str, question: RatingQuestion, answer: Answer | None) -> dict[str, Any]:
    """What was said of an item before, and how long that took. Outputs that all say the same need no ranks."""
    n_outputs = len(question.item.outputs)
    if answer is None and question.prefilled is not None:
        return {"value": to_json(ErrorSpans(question.prefilled, (), nan)) | {"score": None}, "seconds": 0.0}
    if answer is None:
        is_one_text = protocol == "ranking" and len(merged(question.item).outputs) < min(n_outputs, 2)
        return {"value": {"ranks": [1]} if is_one_text else None, "seconds": 0.0}
    value = to_json(gathered(answer.value, question.item))
    return {"value": value, "seconds": answer.seconds if answer.seconds == answer.seconds else 0.0}


def shown_context(question: RatingQuestion) -> list[dict[str, Any]]:
    """What an output is held against, each with what is around it in its document."""
    line = question.line
    found = []
    if line.source is not None:
        found.append(_block("Source", line.source, [near.source or "" for near in _near(question)], question))
    for i, reference in enumerate(line.references):
        label = "Reference" if len(line.references) == 1 else f"Reference {i + 1}"
        first = line.source is None and i == 0
        around = [near.references[0] if near.references else "" for near in _near(question)] if first else []
        found.append(_block(label, reference, around, question))
    return found


def _near(question: RatingQuestion) -> tuple[BlindSegment, ...]:
    return question.before + question.after


def _block(label: str, text: str, around: Sequence[str], question: RatingQuestion) -> dict[str, Any]:
    """``around`` is what comes before it, then after it; empty for nothing."""
    n_before = len(question.before)
    return {"label": label, "text": text, "before": around[:n_before], "after": around[n_before:]}


def scales(protocol: str, beside: str, n_outputs: int) -> list[dict[str, Any]]:
    """The scales of a protocol with their words. Ranks go as far as there are texts."""
    return [
        {"name": scale.name, "question": scale.asked(beside), "low": scale.low, "high": scale.high}
        | {"steps": _steps(scale, beside, n_outputs)}
        for scale in protocol_of(protocol).scales
    ]


def severities(protocol: str) -> list[dict[str, Any]]:
    """What minor and major mean, with examples, where a protocol has errors marked."""
    return [asdict(guide) for guide in SEVERITY_GUIDES] if protocol_of(protocol).marks_errors else []


def _steps(scale: RatingScale, beside: str, n_outputs: int) -> list[dict[str, Any]]:
    named = [
        {"value": step.value, "words": step.words, "meaning": step.meaning.format(text=beside)} for step in scale.steps
    ]
    if scale.name != "rank" or not n_outputs:
        return named
    words = {1: scale.steps[0].words, n_outputs: scale.steps[-1].words} if n_outputs > 1 else {1: "All say the same"}
    return [{"value": rank, "words": words.get(rank, ""), "meaning": ""} for rank in range(1, n_outputs + 1)]
