"""Prompts: the messages that ask a language model about one output."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .protocols import JudgeProtocol, fill_template

SYSTEM, USER, ASSISTANT = "system", "user", "assistant"
"""Roles of the writers of messages."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a prompt."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class ContextSegment:
    """A segment before the judged one in its document."""

    source: str
    translation: str


@dataclass(frozen=True, slots=True)
class JudgedTexts:
    """The output that is judged, with the texts that are shown with it."""

    translation: str
    source: str = ""
    """Source text; empty without a source."""
    references: tuple[str, ...] = ()
    context: tuple[ContextSegment, ...] = ()
    """Segments before this one, in the order of the document."""


@dataclass(frozen=True)
class JudgeExample:
    """A judgment by the user, which the model sees before it is asked."""

    texts: JudgedTexts
    answer: str
    """Answer that the model should write."""


@dataclass(frozen=True)
class LanguageNames:
    """English names of the languages; empty where they are not known."""

    source: str = ""
    target: str = ""


def prompt_messages(
    protocol: JudgeProtocol,
    texts: JudgedTexts,
    languages: LanguageNames,
    examples: Sequence[JudgeExample] = (),
) -> list[ChatMessage]:
    """Return the messages of one prompt: the task, each example with its answer, and the texts to judge."""
    task = protocol.task(languages.source, languages.target)
    messages = [ChatMessage(SYSTEM, task)] if task else []
    for example in examples:
        messages.append(ChatMessage(USER, write_question(protocol, example.texts, languages)))
        messages.append(ChatMessage(ASSISTANT, example.answer))
    return [*messages, ChatMessage(USER, write_question(protocol, texts, languages))]


def write_question(protocol: JudgeProtocol, texts: JudgedTexts, languages: LanguageNames) -> str:
    """Return the last message of a prompt: the filled template, or the texts as one JSON object.

    JSON shows where each text ends, so that no text can be taken for another.
    """
    if protocol.template:
        return _fill(protocol, texts, languages)
    question: dict[str, object] = {}
    if texts.context:
        question["context"] = [{"source": one.source, "translation": one.translation} for one in texts.context]
    if texts.source:
        question["source"] = texts.source
    if texts.references:
        question["references"] = list(texts.references)
    return json.dumps({**question, "translation": texts.translation}, ensure_ascii=False)


def read_question(text: str) -> JudgedTexts | None:
    """Return the texts that a question asks about; None for a filled template, which may have any form.

    >>> read_question('{"source": "Good morning.", "translation": "Guten Morgen."}')
    JudgedTexts(translation='Guten Morgen.', source='Good morning.', references=(), context=())
    """
    try:
        question = json.loads(text)
        context = tuple(ContextSegment(one["source"], one["translation"]) for one in question.get("context", []))
        references = question.get("references", [])
        texts = JudgedTexts(question["translation"], question.get("source", ""), tuple(references), context)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    shown = [texts.translation, texts.source, *texts.references]
    shown += [part for one in context for part in (one.source, one.translation)]
    return texts if isinstance(references, list) and all(isinstance(one, str) for one in shown) else None


def _fill(protocol: JudgeProtocol, texts: JudgedTexts, languages: LanguageNames) -> str:
    context = "\n".join(f"{one.source}\n{one.translation}" for one in texts.context)
    filled: Mapping[str, str] = {
        "source": texts.source,
        "translation": texts.translation,
        "reference": "\n".join(texts.references),
        "context": context,
        "source_language": languages.source,
        "target_language": languages.target,
    }
    return fill_template(protocol, filled)
