"""The shapes in which providers take many requests as a file: one JSON object a line."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..formats.limits import MEGABYTE
from .prompts import ASSISTANT, SYSTEM, USER, ChatMessage
from .request_ids import RequestId, parse_request_id


@dataclass(frozen=True)
class ModelSettings:
    """What a request asks of the model besides its messages; what is None is left to the provider."""

    model: str
    """Empty where the request names none."""
    max_tokens: int | None = None
    """The longest answer."""
    temperature: float | None = None
    json_answers: bool = True
    """Whether the answer must be a JSON object, where the provider can see to that."""


@dataclass(frozen=True)
class BatchShape:
    """One provider's shape of a request."""

    name: str
    label: str
    usual_model: str
    """The model where none is chosen; empty where a request names none."""
    body: Callable[[Sequence[ChatMessage], ModelSettings], dict[str, Any]]
    """The request without its id."""
    messages_in: Callable[[Mapping[str, Any]], list[ChatMessage]]
    """The messages of a request of this shape; raises where it is of another."""
    id_key: str = "custom_id"
    has_short_ids: bool = False
    """Whether an id has letters, digits, - and _ only, and not more than 64 of them."""
    most_requests: int | None = None
    """The most requests that a file may have; None without a limit."""
    most_bytes: int | None = None
    """The largest file; None without a limit."""

    def write_id(self, request_id: RequestId) -> str:
        """Return the id as this provider takes it; ``ValueError`` where the name of a system is too long for it."""
        return request_id.short_id if self.has_short_ids else request_id.custom_id

    def line_with(self, request_id: RequestId, body: str) -> str:
        """Return the line of a request; ``body`` is the request without its id, as JSON."""
        return f'{{"{self.id_key}": {json.dumps(self.write_id(request_id), ensure_ascii=False)}, {body[1:]}'


@dataclass(frozen=True)
class RequestLine:
    """A request that was read from a file."""

    request_id: RequestId
    messages: tuple[ChatMessage, ...]


def read_request(value: object) -> RequestLine | None:
    """Return the request that a line of a file of prompts holds, in any shape; None where it holds none."""
    if not isinstance(value, Mapping):
        return None
    for shape in BATCH_SHAPES.values():
        try:
            request_id = parse_request_id(value[shape.id_key])
            messages = tuple(shape.messages_in(value))
        except (KeyError, TypeError, IndexError, AttributeError):
            continue
        if request_id is not None and messages and all(isinstance(one.text, str) for one in messages):
            return RequestLine(request_id, messages)
    return None


def _chat(messages: Sequence[ChatMessage]) -> list[dict[str, str]]:
    return [{"role": message.role, "content": message.text} for message in messages]


def _from_chat(messages: Sequence[Mapping[str, Any]]) -> list[ChatMessage]:
    return [ChatMessage(message["role"], message["content"]) for message in messages]


def _split(messages: Sequence[ChatMessage]) -> tuple[str | None, list[ChatMessage]]:
    """Return the text of the system's message, None without one, and all other messages."""
    task = next((message.text for message in messages if message.role == SYSTEM), None)
    return task, [message for message in messages if message.role != SYSTEM]


def _given(**settings: object) -> dict[str, object]:
    """Return those that are not None."""
    return {name: value for name, value in settings.items() if value is not None}


def _openai(messages: Sequence[ChatMessage], settings: ModelSettings) -> dict[str, Any]:
    body: dict[str, object] = {"model": settings.model, "messages": _chat(messages)}
    body |= {"response_format": {"type": "json_object"}} if settings.json_answers else {}
    body |= _given(max_completion_tokens=settings.max_tokens, temperature=settings.temperature)
    return {"method": "POST", "url": "/v1/chat/completions", "body": body}


USUAL_MOST_TOKENS = 2048
"""The longest answer where the shape needs a number and none is given."""


def _anthropic(messages: Sequence[ChatMessage], settings: ModelSettings) -> dict[str, Any]:
    most = USUAL_MOST_TOKENS if settings.max_tokens is None else settings.max_tokens
    params: dict[str, Any] = {"model": settings.model, "max_tokens": most}
    params |= _given(temperature=settings.temperature)
    task, others = _split(messages)
    params |= _given(system=task)
    return {"params": params | {"messages": _chat(others)}}


def _from_anthropic(value: Mapping[str, Any]) -> list[ChatMessage]:
    params = value["params"]
    task = [ChatMessage(SYSTEM, params["system"])] if "system" in params else []
    return [*task, *_from_chat(params["messages"])]


_GEMINI_ROLES = {USER: "user", ASSISTANT: "model"}


def _gemini(messages: Sequence[ChatMessage], settings: ModelSettings) -> dict[str, Any]:
    task, others = _split(messages)
    contents = [{"role": _GEMINI_ROLES[one.role], "parts": [{"text": one.text}]} for one in others]
    request = _given(system_instruction=None if task is None else {"parts": [{"text": task}]}, contents=contents)
    mime = "application/json" if settings.json_answers else None
    config = _given(response_mime_type=mime, max_output_tokens=settings.max_tokens, temperature=settings.temperature)
    return {"request": request | ({"generation_config": config} if config else {})}


def _from_gemini(value: Mapping[str, Any]) -> list[ChatMessage]:
    request = value["request"]
    roles = {theirs: ours for ours, theirs in _GEMINI_ROLES.items()}
    task = request.get("system_instruction", {}).get("parts", [])
    return [
        *(ChatMessage(SYSTEM, part["text"]) for part in task),
        *(ChatMessage(roles[one["role"]], one["parts"][0]["text"]) for one in request["contents"]),
    ]


def _plain(messages: Sequence[ChatMessage], settings: ModelSettings) -> dict[str, Any]:
    model = settings.model or None
    given = _given(model=model, max_tokens=settings.max_tokens, temperature=settings.temperature)
    return {**given, "messages": _chat(messages)}


_ALL = (
    BatchShape(
        "openai",
        "OpenAI",
        "gpt-5-mini",
        _openai,
        lambda value: _from_chat(value["body"]["messages"]),
        most_requests=50_000,
        most_bytes=200 * MEGABYTE,
    ),
    BatchShape(
        "anthropic",
        "Anthropic",
        "claude-sonnet-4-6",
        _anthropic,
        _from_anthropic,
        has_short_ids=True,
        most_requests=100_000,
        most_bytes=256 * MEGABYTE,
    ),
    BatchShape("gemini", "Gemini", "", _gemini, _from_gemini, id_key="key", most_bytes=2048 * MEGABYTE),
    BatchShape("jsonl", "Plain chat messages", "", _plain, lambda value: _from_chat(value["messages"])),
)
BATCH_SHAPES = {shape.name: shape for shape in _ALL}
"""By name."""
