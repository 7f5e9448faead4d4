"""The shapes of providers' files of many requests: one JSON object a line."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..formats.limits import MEGABYTE
from .prompts import ASSISTANT, SYSTEM, USER, ChatMessage
from .request_ids import RequestId, parse_request_id


@dataclass(frozen=True)
class ModelSettings:
    """Settings of a request in addition to its messages; a setting that is None is left to the provider."""

    model: str
    """Name of the model; empty where the request names none."""
    max_tokens: int | None = None
    """Largest number of tokens of an answer; None for the provider's."""
    temperature: float | None = None
    json_answers: bool = True
    """Whether the answer must be a JSON object, if the provider can ensure this."""


@dataclass(frozen=True)
class BatchShape:
    """The shape of one provider's requests."""

    name: str
    label: str
    usual_model: str
    """Model that is used if none is chosen; empty where the request then names none."""
    body: Callable[[Sequence[ChatMessage], ModelSettings], dict[str, Any]]
    """Function that returns a request without its id."""
    messages_in: Callable[[Mapping[str, Any]], list[ChatMessage]]
    """Function that returns the messages of a request; it raises an error for a request of another shape."""
    id_key: str = "custom_id"
    has_short_ids: bool = False
    """Whether ids have only letters, digits, - and _, and at most 64 of them."""
    most_requests: int | None = None
    """Largest number of requests in a file; None without a limit."""
    most_bytes: int | None = None
    """Largest size of a file in bytes; None without a limit."""

    def write_id(self, request_id: RequestId) -> str:
        """Return the id in this provider's form; raise ``ValueError`` where the name of a system is too long for it."""
        return request_id.short_id if self.has_short_ids else request_id.custom_id

    def format_request_line(self, request_id: RequestId, body: str) -> str:
        """Return the line of a request; ``body`` is the request without its id, as JSON."""
        return f'{{"{self.id_key}": {json.dumps(self.write_id(request_id), ensure_ascii=False)}, {body[1:]}'


@dataclass(frozen=True)
class RequestLine:
    """A request that was read from a file, with its id."""

    request_id: RequestId
    messages: tuple[ChatMessage, ...]


def read_request(value: object) -> RequestLine | None:
    """Return the request in a line of a file of prompts, in any provider's shape; None where there is none."""
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


def _parse_chat_messages(messages: Sequence[Mapping[str, Any]]) -> list[ChatMessage]:
    return [ChatMessage(message["role"], message["content"]) for message in messages]


def _split(messages: Sequence[ChatMessage]) -> tuple[str | None, list[ChatMessage]]:
    """Return the text of the system's message, None without one, and all other messages."""
    task = next((message.text for message in messages if message.role == SYSTEM), None)
    return task, [message for message in messages if message.role != SYSTEM]


def _settings_without_none(**settings: object) -> dict[str, object]:
    """Return the settings that are not None."""
    return {name: value for name, value in settings.items() if value is not None}


def _openai(messages: Sequence[ChatMessage], settings: ModelSettings) -> dict[str, Any]:
    body: dict[str, object] = {"model": settings.model, "messages": _chat(messages)}
    body |= {"response_format": {"type": "json_object"}} if settings.json_answers else {}
    body |= _settings_without_none(max_completion_tokens=settings.max_tokens, temperature=settings.temperature)
    return {"method": "POST", "url": "/v1/chat/completions", "body": body}


USUAL_MOST_TOKENS = 2048
"""Largest number of tokens of an answer, if the shape needs a number and none is set."""


def _anthropic(messages: Sequence[ChatMessage], settings: ModelSettings) -> dict[str, Any]:
    max_tokens = USUAL_MOST_TOKENS if settings.max_tokens is None else settings.max_tokens
    params: dict[str, Any] = {"model": settings.model, "max_tokens": max_tokens}
    params |= _settings_without_none(temperature=settings.temperature)
    task, others = _split(messages)
    params |= _settings_without_none(system=task)
    return {"params": params | {"messages": _chat(others)}}


def _parse_anthropic_request(value: Mapping[str, Any]) -> list[ChatMessage]:
    params = value["params"]
    task = [ChatMessage(SYSTEM, params["system"])] if "system" in params else []
    return [*task, *_parse_chat_messages(params["messages"])]


_GEMINI_ROLES = {USER: "user", ASSISTANT: "model"}


def _gemini(messages: Sequence[ChatMessage], settings: ModelSettings) -> dict[str, Any]:
    task, others = _split(messages)
    contents = [{"role": _GEMINI_ROLES[one.role], "parts": [{"text": one.text}]} for one in others]
    request = _settings_without_none(
        system_instruction=None if task is None else {"parts": [{"text": task}]}, contents=contents
    )
    mime = "application/json" if settings.json_answers else None
    config = _settings_without_none(
        response_mime_type=mime, max_output_tokens=settings.max_tokens, temperature=settings.temperature
    )
    return {"request": request | ({"generation_config": config} if config else {})}


def _parse_gemini_request(value: Mapping[str, Any]) -> list[ChatMessage]:
    request = value["request"]
    roles = {gemini_role: role for role, gemini_role in _GEMINI_ROLES.items()}
    task = request.get("system_instruction", {}).get("parts", [])
    return [
        *(ChatMessage(SYSTEM, part["text"]) for part in task),
        *(ChatMessage(roles[one["role"]], one["parts"][0]["text"]) for one in request["contents"]),
    ]


def _plain(messages: Sequence[ChatMessage], settings: ModelSettings) -> dict[str, Any]:
    model = settings.model or None
    params = _settings_without_none(model=model, max_tokens=settings.max_tokens, temperature=settings.temperature)
    return {**params, "messages": _chat(messages)}


_BATCH_SHAPES = (
    BatchShape(
        "openai",
        "OpenAI",
        "gpt-5-mini",
        _openai,
        lambda value: _parse_chat_messages(value["body"]["messages"]),
        most_requests=50_000,
        most_bytes=200 * MEGABYTE,
    ),
    BatchShape(
        "anthropic",
        "Anthropic",
        "claude-sonnet-4-6",
        _anthropic,
        _parse_anthropic_request,
        has_short_ids=True,
        most_requests=100_000,
        most_bytes=256 * MEGABYTE,
    ),
    BatchShape("gemini", "Gemini", "", _gemini, _parse_gemini_request, id_key="key", most_bytes=2048 * MEGABYTE),
    BatchShape("jsonl", "Plain chat messages", "", _plain, lambda value: _parse_chat_messages(value["messages"])),
)
BATCH_SHAPES = {shape.name: shape for shape in _BATCH_SHAPES}
"""Shapes of providers by name."""
