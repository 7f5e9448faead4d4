"""Files of answers: one object for each answer, as providers' batches and evaluation harnesses write them.

No line is a reason to refuse a whole file: a line that cannot be read is an unread answer.
"""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ..counting.progress import Progress, no_progress, progress_of_part
from ..formats.containers.archives import gunzip, is_gzip
from ..formats.errors import EncodingError, FormatError
from ..formats.json_files.json_path import value_at
from ..formats.json_files.json_rows import JsonPlace
from ..formats.json_files.objects import parse_json
from ..formats.json_files.parquet_rows import parquet_objects
from ..formats.limits import MEGABYTE, OWN_LIMITS, Budget, FileLimits, check_size, megabytes, packed_limits
from ..formats.plain_text.text import decode_text
from ..formats.tables.parquet_files import is_parquet
from .answer_grammar import EMPTY, FORM, HALF_A_PAIR, REFUSAL, TRUNCATED
from .request_ids import parse_request_id

FAILED, BAD_LINE, NO_TEXT = "failed", "bad line", "no text"
"""Kinds of lines without an answer.

The provider reports a failure, the line is no JSON, or the object has no text of an answer in a known place.
"""
NO_UTF_8 = "bytes that are no UTF-8"
MAX_LINE_BYTES = 4 * MEGABYTE
"""Largest number of bytes of a line that is read."""
PROGRESS_INTERVAL = 1_000
"""Number of lines after which progress is reported."""
ID_PATHS = (
    ("custom_id",),
    ("key",),
    ("metadata", "key"),
    ("metadata", "custom_id"),
    ("doc", "custom_id"),
    ("doc", "key"),
    ("doc", "specific", "custom_id"),
    ("doc", "id"),
    ("__doc__", "specific", "custom_id"),
    ("__doc__", "id"),
    ("id",),
)
"""Paths in an object under which it may have the id of its request."""
TEXT_KEYS = ("answer", "response", "output", "text", "content", "completion", "generated_text", "prediction")
"""Keys under which plain objects have the text of an answer."""
_JSON_BEGINS = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*[{\[](?!\x00)")
"""Beginning of a file of JSON; a file of UTF-16 without a byte-order mark does not match."""
_FINISHED_REASONS = frozenset(["stop", "end_turn", "stop_sequence", "eos", "complete", "completed"])
_LENGTH_REASONS = frozenset(["length", "max_tokens", "max_output_tokens", "model_context_window_exceeded"])
_REFUSED = frozenset(
    [
        "refusal",
        "content_filter",
        "safety",
        "recitation",
        "prohibited_content",
        "blocklist",
        "spii",
        "language",
        "image_safety",
    ]
)
_Object = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One answer of a file: its text, or the reason why there is no text."""

    file: str
    line: int
    """Number of the line, from 1; in Parquet the number of the row."""
    custom_id: str | None
    """Id of the request; None where the line has no id."""
    text: str | None
    """Text of the answer; None where the file has no text."""
    problem: str = ""
    """Reason why there is no text, or why the text is not to be read."""
    kind: str = ""
    """Kind of the problem; empty without a problem."""
    model: str = ""
    """Name of the model; empty where the file does not have it."""


class _NoAnswerError(Exception):
    """The error for an object that is not an answer, with its kind and the reason."""

    def __init__(self, kind: str, why: str = "") -> None:
        super().__init__(f"{kind}: {why}" if why else kind)
        self.kind = kind


def read_answer_file(
    file: str,
    data: bytes,
    field: str | None = None,
    limits: FileLimits = OWN_LIMITS,
    on_progress: Progress = no_progress,
) -> Iterator[GivenAnswer]:
    """Yield every answer of a file: JSON Lines, arrays of objects, or Parquet; packed with gzip or not.

    ``field`` is the path of the text in each object, such as ``response.body.choices.0.message.content``; by default
    the shapes of OpenAI, Anthropic, Gemini, lm-evaluation-harness and lighteval are known, and plain objects with one
    of ``TEXT_KEYS``. Raises ``FormatError`` for an empty file, and for a file that is neither text nor Parquet.
    """
    check_size(file, len(data), limits)
    if is_gzip(data):
        limits = packed_limits(limits, len(data))
        data = gunzip(file, data, Budget(file, limits))
    if is_parquet(data):
        for row in parquet_objects(file, data, limits):
            on_progress(row.share)
            yield _given_answer(file, row.place.line, row.value, field)
        return
    text = _text_of_file(file, data, progress_of_part(on_progress, 0, 5))
    if not text.strip():
        raise FormatError(file, "only blank lines", "an answer a line")
    read = _values if _begins_with_value(text) else _lines
    yield from read(file, text, field, lambda share: on_progress((1 + 4 * share) / 5))


def _text_of_file(file: str, data: bytes, on_progress: Progress) -> bytes:
    """Return the text of a file; a file of JSON keeps bad bytes and NULs, which spoil only their own lines."""
    try:
        return decode_text(file, data, on_progress=on_progress).data
    except FormatError as error:
        if _JSON_BEGINS.match(data):
            return data.removeprefix(BOM_UTF8)
        if isinstance(error, EncodingError):
            raise FormatError(file, "bytes that are no UTF-8", "an answer a line") from None
        raise


def _begins_with_value(text: bytes) -> bool:
    """Return whether a text begins with a list, or with an object of several lines."""
    begin = text.lstrip()[:MAX_LINE_BYTES].decode(errors="surrogateescape")
    if not begin.startswith("{"):
        return begin.startswith("[")
    try:
        _, end = json.JSONDecoder().raw_decode(begin)
    except (ValueError, RecursionError):
        return False
    return "\n" in begin[:end]


def _lines(file: str, text: bytes, field: str | None, on_progress: Progress) -> Iterator[GivenAnswer]:
    lines = text.split(b"\n")
    for number, line in enumerate(lines, 1):
        if number % PROGRESS_INTERVAL == 0:
            on_progress(number / len(lines))
        json_line = line.strip().removeprefix(BOM_UTF8)
        if not json_line:
            continue
        if len(line) > MAX_LINE_BYTES:
            size = f"{megabytes(len(line))}, where at most {megabytes(MAX_LINE_BYTES)} are read"
            yield _bad_line(file, number, size)
            continue
        try:
            value = parse_json(file, number, json_line.decode())
        except UnicodeDecodeError:
            yield _bad_line(file, number, NO_UTF_8)
            continue
        except FormatError as error:
            yield _bad_line(file, number, error.found)
            continue
        yield _given_answer(file, number, value, field)


def _bad_line(file: str, line: int, why: str) -> GivenAnswer:
    return GivenAnswer(file, line, None, None, f"{BAD_LINE}: {why}", BAD_LINE)


def _values(file: str, text: bytes, field: str | None, on_progress: Progress) -> Iterator[GivenAnswer]:
    """Yield the objects of a text, in arrays or not; the first text that is no JSON is a bad line, and ends them."""
    json_text, decoder = text.decode(errors="surrogateescape"), json.JSONDecoder(object_pairs_hook=_mark_repeated_keys)
    at, line, number = 0, 1, 0
    is_in_array, is_first = False, True
    while True:
        begin = _after_space(json_text, at)
        if json_text[begin : begin + 1] == ("]" if is_in_array else "["):
            is_in_array, is_first = not is_in_array, True
            line, at = line + json_text.count("\n", at, begin), begin + 1
            continue
        if not is_in_array and json_text[begin : begin + 1] != "{":
            if begin < len(json_text):
                yield _bad_line(file, line + json_text.count("\n", at, begin), "more text behind the list")
            return
        try:
            begin = _after_comma(json_text, begin) if is_in_array and not is_first else begin
            line += json_text.count("\n", at, begin)
            value, end = decoder.raw_decode(json_text, begin)
            has_twins = _holds_twins(value)
        except (ValueError, RecursionError):
            yield _bad_line(file, line, "bad JSON; nothing behind it is read")
            return
        if has_twins:
            yield _bad_line(file, line, "a key twice in one object")
        elif end - begin > MAX_LINE_BYTES:
            yield _bad_line(file, line, megabytes(end - begin))
        elif HALF_A_PAIR.search(json_text, begin, end):
            yield _bad_line(file, line, NO_UTF_8)
        else:
            yield _given_answer(file, line, value, field)
        line, at, number, is_first = line + json_text.count("\n", begin, end), end, number + 1, False
        if number % PROGRESS_INTERVAL == 0:
            on_progress(end / len(json_text))


def _after_comma(text: str, at: int) -> int:
    """Return the place after a comma and space; raise ``ValueError`` where there is no comma."""
    return _after_space(text, text.index(",", at, at + 1) + 1)


def _after_space(text: str, at: int) -> int:
    while text[at : at + 1] in (" ", "\t", "\n", "\r", "\ufeff"):
        at += 1
    return at


class _Twins(dict[str, object]):
    """A JSON object that has a key twice, or that holds such an object."""


def _mark_repeated_keys(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    return _Twins(value) if len(value) < len(pairs) or any(map(_holds_twins, value.values())) else value


def _holds_twins(value: object) -> bool:
    return isinstance(value, _Twins) or (isinstance(value, list) and any(map(_holds_twins, value)))


def _given_answer(file: str, line: int, value: object, field: str | None) -> GivenAnswer:
    if not isinstance(value, Mapping):
        return _bad_line(file, line, "no object")
    custom_id, model = _find_request_id(value), _find_model(value)
    try:
        text = _find_answer_text(value) if field is None else _text_at(file, line, value, field)
    except _NoAnswerError as error:
        return GivenAnswer(file, line, custom_id, None, str(error), error.kind, model)
    return GivenAnswer(file, line, custom_id, text, model=model)


def _find_request_id(value: _Object) -> str | None:
    """Return the first id that has the form of a request's id; else the first text in a place of ids, or None."""
    values = (_value_under(value, *path) for path in ID_PATHS)
    texts = [HALF_A_PAIR.sub("\ufffd", one) for one in values if isinstance(one, str)]
    return next((one for one in texts if parse_request_id(one) is not None), next(iter(texts), None))


def _find_model(value: _Object) -> str:
    paths = (
        ("response", "body", "model"),
        ("result", "message", "model"),
        ("response", "modelVersion"),
        ("response", "model_version"),
        ("body", "model"),
        ("message", "model"),
        ("model",),
    )
    model = next((one for path in paths if isinstance(one := _value_under(value, *path), str)), "")
    return HALF_A_PAIR.sub("\ufffd", model).strip()


def _value_under(value: object, *path: str) -> object:
    """Return the value under these keys, one inside another; None where a key is missing."""
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _text_at(file: str, line: int, value: _Object, field: str) -> str:
    """Return the text under a path; raise ``_NoAnswerError`` where there is none."""
    try:
        field_value = value_at(JsonPlace(file, line), value, field)
    except FormatError as error:
        raise _NoAnswerError(NO_TEXT, error.reason) from None
    return _value_as_text(field_value)


def _value_as_text(value: object) -> str:
    """Return a text unchanged, and a number, a list or an object as JSON; raise ``_NoAnswerError`` for null."""
    if value is None:
        raise _NoAnswerError(EMPTY)
    if isinstance(value, str):
        return value
    with suppress(ValueError, RecursionError):
        return json.dumps(value, ensure_ascii=False)
    raise _NoAnswerError(NO_TEXT, "lists or objects nested too deeply")


# --- shapes ---


def _find_answer_text(value: _Object) -> str:
    """Return the text of an answer in one of the known shapes; raise ``_NoAnswerError`` where there is none."""
    for is_shape, read in _SHAPES:
        if is_shape(value):
            return read(value)
    _check_error(value.get("error"))
    _check_finish(value.get("finish_reason", value.get("stop_reason")))
    for key in TEXT_KEYS:
        if key in value:
            return _value_as_text(value[key])
    if "score" in value or "errors" in value:
        return _value_as_text({key: value[key] for key in ("errors", "score") if key in value})
    raise _NoAnswerError(NO_TEXT, "no key is known to hold one; give the path of the text")


def _check_error(error: object) -> None:
    if error:
        message = (
            _value_under(error, "message")
            or _value_under(error, "error", "message")
            or _value_under(error, "code")
            or error
        )
        raise _NoAnswerError(FAILED, HALF_A_PAIR.sub("\ufffd", " ".join(str(message).split())[:100]))


def _check_finish(reason: object) -> None:
    """Raise ``_NoAnswerError`` for an answer that was cut off, refused or failed, by its finish reason."""
    finish_reason = str(reason).lower() if reason is not None else ""
    if finish_reason in _LENGTH_REASONS:
        raise _NoAnswerError(TRUNCATED)
    if finish_reason in _REFUSED:
        raise _NoAnswerError(REFUSAL, "" if finish_reason == REFUSAL else finish_reason)
    if finish_reason and finish_reason not in _FINISHED_REASONS:
        raise _NoAnswerError(FAILED, f"it ended by {finish_reason[:30]}")


def _openai_text(value: _Object) -> str:
    """Return the text of a line of OpenAI's batches, or of one answer of its chat or responses API."""
    _check_error(value.get("error"))
    status = _value_under(value, "response", "status_code")
    if status not in (None, 200):
        _check_error(_value_under(value, "response", "body", "error"))
        raise _NoAnswerError(FAILED, f"status {status}")
    body = next(
        one for one in (_value_under(value, "response", "body"), value.get("body"), value) if isinstance(one, Mapping)
    )
    if isinstance(body.get("output"), list):
        return _openai_response_text(body)
    choice = _only_entry(body.get("choices"), "choices")
    if _value_under(choice, "message", "refusal"):
        raise _NoAnswerError(REFUSAL)
    _check_finish(_value_under(choice, "finish_reason"))
    content = _value_under(choice, "message", "content")
    return _joined_parts(content, "text") if isinstance(content, list) else _value_as_text(content)


def _openai_response_text(body: _Object) -> str:
    if body.get("status") not in (None, "completed"):
        _check_finish(_value_under(body, "incomplete_details", "reason"))
        raise _NoAnswerError(FAILED, str(body.get("status"))[:30])
    output = body["output"]
    assert isinstance(output, list)
    parts = [
        part
        for item in output
        if _value_under(item, "type") == "message" and isinstance(content := _value_under(item, "content"), list)
        for part in content
    ]
    if any(_value_under(part, "type") == "refusal" for part in parts):
        raise _NoAnswerError(REFUSAL)
    return _joined_parts(parts, "output_text")


def _anthropic_text(value: _Object) -> str:
    """Return the text of a line of Anthropic's batches, or of one message."""
    result = value.get("result", {"type": "succeeded", "message": value})
    if _value_under(result, "type") != "succeeded":
        _check_error(_value_under(result, "error"))
        raise _NoAnswerError(FAILED, str(_value_under(result, "type"))[:30])
    message = _value_under(result, "message")
    _check_finish(_value_under(message, "stop_reason"))
    content = _value_under(message, "content")
    return _joined_parts(content if isinstance(content, list) else [], "text")


def _gemini_text(value: _Object) -> str:
    """Return the text of a line of Gemini's batches, or of one answer."""
    _check_error(value.get("error"))
    response = value.get("response", value)
    blocked = _value_under(response, "promptFeedback", "blockReason") or _value_under(
        response, "prompt_feedback", "block_reason"
    )
    if blocked:
        raise _NoAnswerError(REFUSAL, str(blocked).lower()[:30])
    candidate = _only_entry(_value_under(response, "candidates"), "candidates")
    reason = _value_under(candidate, "finishReason") or _value_under(candidate, "finish_reason")
    _check_finish(str(reason).rpartition(".")[2] if reason is not None else None)
    parts = _value_under(candidate, "content", "parts")
    return _joined_parts(
        [part for part in parts if not _value_under(part, "thought")] if isinstance(parts, list) else []
    )


def _harness_text(value: _Object) -> str:
    """Return the text of a sample of lm-evaluation-harness."""
    entry: object = value.get("filtered_resps", value.get("resps"))
    while isinstance(entry, list):
        entry = _only_entry(entry, "answers in one sample")
    return _value_as_text(entry)


def _lighteval_text(value: _Object) -> str:
    """Return the text of a row of lighteval's details."""
    response = value.get("model_response", value.get("__model_response__"))
    entry = _value_under(response, "text")
    while isinstance(entry, list):
        entry = _only_entry(entry, "answers in one row")
    return _value_as_text(entry)


def _only_entry(values: object, description: str) -> object:
    """Return the only entry of a list; raise ``_NoAnswerError`` for none or several."""
    if not isinstance(values, list) or not values:
        raise _NoAnswerError(EMPTY, f"no {description}")
    if len(values) > 1:
        raise _NoAnswerError(FORM, f"{len(values)} {description}")
    return values[0]


def _joined_parts(parts: Sequence[object], kind: str = "") -> str:
    """Return the joined texts of a message's parts, or of its parts of one ``kind``; ``_NoAnswerError`` for none."""
    texts = [_value_under(part, "text") for part in parts if not kind or _value_under(part, "type") == kind]
    joined = "".join(text for text in texts if isinstance(text, str))
    if not joined:
        raise _NoAnswerError(EMPTY)
    return joined


_SHAPES: tuple[tuple[Callable[[_Object], bool], Callable[[_Object], str]], ...] = (
    (lambda value: "filtered_resps" in value or ("resps" in value and "doc" in value), _harness_text),
    (lambda value: "model_response" in value or "__model_response__" in value, _lighteval_text),
    (lambda value: isinstance(value.get("result"), Mapping), _anthropic_text),
    (lambda value: value.get("type") == "message" and isinstance(value.get("content"), list), _anthropic_text),
    (
        lambda value: (
            "candidates" in value
            or any(
                key in ("candidates", "promptFeedback", "prompt_feedback")
                for key in _object_keys(value.get("response"))
            )
        ),
        _gemini_text,
    ),
    (
        lambda value: (
            isinstance(value.get("choices"), list)
            or isinstance(value.get("output"), list)
            or any(key in ("body", "status_code") for key in _object_keys(value.get("response")))
            or isinstance(value.get("body"), Mapping)
            or ("response" in value and value["response"] is None and "error" in value)
        ),
        _openai_text,
    ),
)
"""Known shapes: a test whether an object has the shape, and a function that reads its text; the first match counts."""


def _object_keys(value: object) -> Sequence[str]:
    return [*value] if isinstance(value, Mapping) else []
