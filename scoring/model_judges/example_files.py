"""Judgments by the user that a language model sees before it is asked: a file of JSON Lines."""

import json
from collections.abc import Mapping

from ..counting.progress import no_progress
from ..formats.errors import FormatError
from ..formats.json_files.objects import objects
from ..formats.limits import OWN_LIMITS
from ..formats.plain_text.text import decode_text
from .answer_grammar import UnreadAnswerError, parse_answer
from .prompts import JudgedTexts, JudgeExample
from .protocols import JudgeProtocol

MAX_EXAMPLES = 20
"""Largest number of examples; all are part of every prompt."""
_KEYS = ("source", "translation", "reference", "answer")
_EXPECTED = f"an object with {', '.join(_KEYS[:2])} and answer, each a text, and maybe reference"


def read_examples(file: str, data: bytes, protocol: JudgeProtocol) -> tuple[JudgeExample, ...]:
    """Return the examples of a file, one JSON object a line; ``FormatError`` names file and line.

    An answer is a text, or the JSON object that the protocol asks for.
    """
    examples = []
    for line, value in objects(file, decode_text(file, data).data, OWN_LIMITS, no_progress):
        unknown = [key for key in value if key not in _KEYS]
        if unknown:
            raise FormatError(file, f"the key {unknown[0]!r}", _EXPECTED, line)
        source, translation, reference = (_text(file, line, value, key) for key in _KEYS[:3])
        missing = [key for key in ("translation", "answer") if not value.get(key)]
        if missing:
            raise FormatError(file, f"no {missing[0]}", _EXPECTED, line)
        texts = JudgedTexts(translation, source, (reference,) if reference else ())
        examples.append(JudgeExample(texts, _answer(file, line, value["answer"], protocol)))
    if len(examples) > MAX_EXAMPLES:
        raise FormatError(file, f"{len(examples):,} examples", f"at most {MAX_EXAMPLES}, which are in every prompt")
    return tuple(examples)


def _text(file: str, line: int, value: Mapping[str, object], key: str) -> str:
    """Return the text under a key; empty where the key is missing."""
    text = value.get(key, "")
    if not isinstance(text, str):
        raise FormatError(file, f"a {key} that is no text", _EXPECTED, line)
    return text


def _answer(file: str, line: int, answer: object, protocol: JudgeProtocol) -> str:
    """Return the answer as the model should write it; raise ``FormatError`` where the protocol asks for another form.

    A template of the user's own may ask for any answer.
    """
    if not (isinstance(answer, Mapping) or (isinstance(answer, str) and answer.strip())):
        raise FormatError(file, "something else", "an answer that is a text or an object", line)
    answer_text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    if not protocol.template:
        _check_answer(file, line, answer_text, protocol)
    return answer_text


def _check_answer(file: str, line: int, answer: str, protocol: JudgeProtocol) -> None:
    """Raise ``FormatError`` for an answer that would be unread if the model wrote it."""
    parts = [*(["errors"] if protocol.has_errors else []), *(["score"] if protocol.has_score else [])]
    expected = f"an answer with {' and '.join(parts)}"
    try:
        kind = parse_answer(answer, protocol.name).kind
    except UnreadAnswerError as error:
        raise FormatError(file, f"one that is not read ({error})", expected, line) from None
    if kind != protocol.name:
        raise FormatError(file, "a score alone", expected, line)
