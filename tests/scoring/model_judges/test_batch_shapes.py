"""Each provider's shape of a request: as its documentation has it, and read back."""

import json

import pytest

from scoring.model_judges.batch_shapes import BATCH_SHAPES, ModelSettings, RequestLine, read_request
from scoring.model_judges.prompts import ChatMessage
from scoring.model_judges.request_ids import RequestId

MESSAGES = (
    ChatMessage("system", "Judge."),
    ChatMessage("user", "a"),
    ChatMessage("assistant", "1"),
    ChatMessage("user", "b"),
)
REQUEST_ID = RequestId("0123abcd", "A | B", 2, 1)
CHAT = [
    {"role": "user", "content": "a"},
    {"role": "assistant", "content": "1"},
    {"role": "user", "content": "b"},
]
TASK = {"role": "system", "content": "Judge."}
PLAIN, FULL = ModelSettings("m", json_answers=False), ModelSettings("m", 9, 0.5)
SHAPES = {
    "openai": (
        {
            "custom_id": "0123abcd|A %7C B|2|1",
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": {"model": "m", "messages": [TASK, *CHAT]},
        },
        {"response_format": {"type": "json_object"}, "max_completion_tokens": 9, "temperature": 0.5},
    ),
    "anthropic": (
        {
            "custom_id": "0123abcd-A_20_7C_20B-2-1",
            "params": {"model": "m", "max_tokens": 2048, "system": "Judge.", "messages": CHAT},
        },
        {"max_tokens": 9, "temperature": 0.5},
    ),
    "gemini": (
        {
            "key": "0123abcd|A %7C B|2|1",
            "request": {
                "system_instruction": {"parts": [{"text": "Judge."}]},
                "contents": [
                    {"role": "user", "parts": [{"text": "a"}]},
                    {"role": "model", "parts": [{"text": "1"}]},
                    {"role": "user", "parts": [{"text": "b"}]},
                ],
            },
        },
        {
            "generation_config": {
                "response_mime_type": "application/json",
                "max_output_tokens": 9,
                "temperature": 0.5,
            }
        },
    ),
    "jsonl": (
        {"custom_id": "0123abcd|A %7C B|2|1", "model": "m", "messages": [TASK, *CHAT]},
        {"max_tokens": 9, "temperature": 0.5},
    ),
}
"""Shape -> a request as it is, and what settings add to its innermost object."""


def line(name, settings, messages=MESSAGES):
    shape = BATCH_SHAPES[name]
    return json.loads(shape.format_request_line(REQUEST_ID, json.dumps(shape.body(messages, settings))))


def test_every_shape_is_here():
    assert SHAPES.keys() == BATCH_SHAPES.keys()


@pytest.mark.parametrize("name", SHAPES)
def test_a_request_has_the_shape_of_the_provider(name):
    plain, added = SHAPES[name]
    assert line(name, PLAIN) == plain
    inner = next((key for key in ("body", "params", "request") if key in plain), None)
    expected = {**plain, **added} if inner is None else {**plain, inner: {**plain[inner], **added}}
    assert line(name, FULL) == expected


@pytest.mark.parametrize("name", SHAPES)
def test_a_request_is_read_back(name):
    assert read_request(line(name, FULL)) == RequestLine(REQUEST_ID, MESSAGES)
    assert read_request(line(name, PLAIN, MESSAGES[1:])) == RequestLine(REQUEST_ID, MESSAGES[1:])


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"custom_id": "0123abcd|A|2|1"},
        {"custom_id": "mine", "messages": CHAT},
        {"custom_id": 7, "messages": CHAT},
        {"custom_id": "0123abcd|A|2|1", "messages": []},
        {"custom_id": "0123abcd|A|2|1", "messages": [{"role": "user", "content": 7}]},
        {"key": "0123abcd|A|2|1", "request": {"contents": [{"role": "user", "parts": []}]}},
        {"key": "0123abcd|A|2|1", "request": []},
        {"custom_id": "0123abcd|A|2|1", "response": {"body": {}}},
    ],
)
def test_anything_else_is_no_request(value):
    assert read_request(value) is None
