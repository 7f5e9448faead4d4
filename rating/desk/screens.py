"""What a rater's browser receives for one item: texts, the question, and the rater's earlier answer. Pure."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from math import nan
from typing import Any

from rating.desk.practice_texts import practice_texts
from scoring.rating import (
    ENGLISH,
    SEVERITY_GUIDES,
    Answer,
    ErrorSpans,
    RatingScale,
    duration,
    localize_number,
    practice_item,
    protocol_of,
    to_json,
    translate,
    translate_usual_name,
    value_for_distinct_texts,
)
from scoring.rating.protocols.answers import with_distinct_texts
from workspace import BlindCampaign, BlindSegment, Desk, RatingQuestion


def screen(desk: Desk, number: int, language: str = ENGLISH) -> dict[str, Any]:
    """Return the data of the item with this number, from 0.

    They name no system and do not reveal the kind of the item.
    """
    answers = {answer.item: answer for answer in desk.answers}
    place = {"number": number, "length": len(desk.items), "done": len(answers)}
    question = desk.items[number]
    return (
        place
        | question_data(desk.seat.campaign, question, language)
        | earlier_answer(desk.seat.campaign.protocol, question, answers.get(number))
    )


PRACTICE = -1
"""Number of the practice item, which comes before the first item."""


def practice_screen(desk: Desk, language: str = ENGLISH) -> dict[str, Any]:
    """Return the data of the practice item, which shows a source or a reference as the campaign's items do."""
    texts = practice_texts(desk, language)
    item = practice_item(desk.seat.campaign.protocol, texts.target)
    references = () if texts.reference is None else (texts.reference,)
    line = BlindSegment(texts.source, references, tuple(output.text for output in item.outputs))
    question, campaign = (
        RatingQuestion(item, line, (), ()),
        replace(desk.seat.campaign, beside=texts.beside, categories=()),
    )
    place = {"number": PRACTICE, "length": len(desk.items), "done": len(desk.answers)}
    after = {"after": after_practice(desk, language)}
    earlier = earlier_answer(campaign.protocol, question, None)
    return place | after | question_data(campaign, question, language) | earlier


def after_practice(desk: Desk, language: str) -> str:
    """Return a sentence that says how many items follow the practice item, and about how long they take."""
    template = translate("Then {items}: {time}", language)
    return template.format(items=number_of_items(len(desk.items), language), time=duration(desk.minutes, language))


def number_of_items(n_items: int, language: str) -> str:
    """Return the number of items in words, such as "44 items", in a language."""
    template = translate("1 item", language) if n_items == 1 else translate("{n} items", language)
    return template.format(n=localize_number(f"{n_items:,}", language))


def question_data(campaign: BlindCampaign, question: RatingQuestion, language: str) -> dict[str, Any]:
    """Return the question, its scales, and the texts of an item."""
    protocol = protocol_of(campaign.protocol)
    scale_data = scales(campaign.protocol, campaign.beside, len(with_distinct_texts(question.item).outputs), language)
    # Outputs as they are shown, each text once; a single output also with its system's text around it.
    around = [near.outputs[0] for near in _near(question)] if len(question.item.outputs) == 1 else []
    return {
        "campaign": translate_usual_name(campaign.name, language),
        "protocol": protocol.name,
        "question": protocol.translated_question(campaign.beside, language),
        "severities": severities(campaign.protocol, language),
        "how": [{**scale, "steps": [step for step in scale["steps"] if step["words"]]} for scale in scale_data],
        "given": shown_context(question, language),
        "categories": list(campaign.categories),
        "isPrefilled": question.prefilled is not None,
        "outputs": [_block("", output.text, around, question) for output in with_distinct_texts(question.item).outputs],
        "scales": scale_data,
    }


def earlier_answer(protocol: str, question: RatingQuestion, answer: Answer | None) -> dict[str, Any]:
    """Return the rater's earlier answer to an item, and its seconds.

    An item with marks to start from begins with these. Outputs that are all alike need no ranks.
    """
    n_outputs = len(question.item.outputs)
    if answer is None and question.prefilled is not None:
        return {"value": to_json(ErrorSpans(question.prefilled, (), nan)) | {"score": None}, "seconds": 0.0}
    if answer is None:
        is_one_text = protocol == "ranking" and len(with_distinct_texts(question.item).outputs) < min(n_outputs, 2)
        return {"value": {"ranks": [1]} if is_one_text else None, "seconds": 0.0}
    value = to_json(value_for_distinct_texts(answer.value, question.item))
    return {"value": value, "seconds": answer.seconds if answer.seconds == answer.seconds else 0.0}


def shown_context(question: RatingQuestion, language: str) -> list[dict[str, Any]]:
    """Return the source and the references of an item, each with the text around it in its document."""
    line = question.line
    blocks = []
    if line.source is not None:
        blocks.append(
            _block(
                translate("Source", language), line.source, [near.source or "" for near in _near(question)], question
            )
        )
    for i, reference in enumerate(line.references):
        label = translate("Reference {}", language).format(i + 1)
        if len(line.references) == 1:
            label = translate("Reference", language)
        first = line.source is None and i == 0
        around = [near.references[0] if near.references else "" for near in _near(question)] if first else []
        blocks.append(_block(label, reference, around, question))
    return blocks


def _near(question: RatingQuestion) -> tuple[BlindSegment, ...]:
    return question.before + question.after


def _block(label: str, text: str, around: Sequence[str], question: RatingQuestion) -> dict[str, Any]:
    """Return a text with its label and context; ``around`` has the text before it, then after it, and may be empty."""
    n_before = len(question.before)
    return {"label": label, "text": text, "before": around[:n_before], "after": around[n_before:]}


def scales(protocol: str, compared_texts: str, n_outputs: int, language: str) -> list[dict[str, Any]]:
    """Return the scales of a protocol with their words; there are as many ranks as different outputs."""
    return [
        {
            "name": scale.name,
            "question": scale.translated_question(compared_texts, language),
            "low": scale.low,
            "high": scale.high,
        }
        | {"steps": _steps(scale, compared_texts, n_outputs, language)}
        for scale in protocol_of(protocol).scales
    ]


def severities(protocol: str, language: str) -> list[dict[str, Any]]:
    """Return what minor and major mean, with examples; empty for a protocol without marked errors."""
    guides = SEVERITY_GUIDES if protocol_of(protocol).marks_errors else ()
    return [
        {"name": guide.name, "meaning": translate(guide.meaning, language)}
        | {"examples": [{k: translate(v, language) for k, v in asdict(one).items()} for one in guide.examples]}
        for guide in guides
    ]


def _steps(scale: RatingScale, compared_texts: str, n_outputs: int, language: str) -> list[dict[str, Any]]:
    text = translate(compared_texts, language)
    steps = [
        {"value": step.value, "words": translate(step.words, language)}
        | {"meaning": translate(step.meaning, language).format(text=text)}
        for step in scale.steps
    ]
    if scale.name != "rank" or not n_outputs:
        return steps
    words = {1: "All say the same"} if n_outputs == 1 else {1: scale.steps[0].words, n_outputs: scale.steps[-1].words}
    return [
        {"value": rank, "words": translate(words.get(rank, ""), language), "meaning": ""}
        for rank in range(1, n_outputs + 1)
    ]
