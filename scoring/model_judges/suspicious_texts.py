"""Texts that look like instructions to the model that judges them; they are passed on unchanged, and listed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from ..text.texts import as_mask

SOURCE, REFERENCE, SYSTEM = "source", "reference", "system"
"""Roles of texts in the test set."""
PATTERNS: Mapping[str, str] = {
    "instruction": r"(?i)\b(?:ignore|disregard|forget|override|ignoriere[nt]?|vergiss|vergessen|missachte\w*|ignore[zr]"
    r"|oublie[zr]?|ignora\w*|olvida\w*|dimentica\w*)\b[^.!?\n]{0,40}\b(?:instructions?|prompts?|guidelines|anweisung\w*"
    r"|instruktion\w*|vorgaben?|consignes?|instrucciones|istruzioni)\b|(?:忽略|无视|無視)[^。!?\n]{0,20}(?:指令|指示|提示)",
    "score": r"(?i)[\"']?\b(?:score|rating)\b[\"']?\s*[:=]\s*\d+|[\"']errors[\"']\s*:\s*\["
    r"|\b(?:give|assign|award|rate (?:it|this|the))\b[^.!?\n]{0,40}"
    r"\b(?:100|full marks|(?:perfect|highest|maximum|top) (?:score|rating|mark)s?)\b",
    "role": r"(?i)<\|[a-z_]{1,20}\|>|\[/?INST\]|<</?SYS>>|</?(?:system|assistant|user|instructions?)>"
    r"|^\s*(?:system|assistant|user)\s*:",
    "model": r"(?i)\b(?:you are (?:now )?(?:an? )?(?:ai|assistant|language model|chatgpt|gpt|evaluator|judge)|as an ai)"
    r"\b",
}
"""Regular expression (RE2) of each kind of suspicious text."""
KIND_WORDS: Mapping[str, str] = {
    "instruction": "tells the reader to ignore instructions",
    "score": "states a score or asks for one",
    "role": "has marks of a chat, such as <|system|>",
    "model": "speaks to a language model",
}
"""Words with which a sentence describes a text of each kind."""
MAX_CHARACTERS = 120
"""Largest number of characters of a text that is shown."""
_EXPRESSIONS = {kind: re.compile(pattern) for kind, pattern in PATTERNS.items()}


@dataclass(frozen=True)
class SuspiciousText:
    """One text that looks like an instruction to the model."""

    role: str
    name: str
    """Name of the system or reference; empty for the source."""
    segment: int
    """Number of the segment, from 1."""
    kind: str
    text: str
    """Suspicious words, with the text around them."""


def suspicious_texts(role: str, name: str, column: pa.StringArray, numbers: Sequence[int]) -> Iterator[SuspiciousText]:
    """Yield the suspicious texts among texts, (n,); ``numbers``, (n,), are the numbers of their segments."""
    for kind, pattern in PATTERNS.items():
        flags = as_mask(pc.fill_null(pc.match_substring_regex(column, pattern), False))
        for place in flags.nonzero()[0].tolist():
            yield SuspiciousText(role, name, numbers[place], kind, _excerpt_with(column[place].as_py(), kind))


def _excerpt_with(text: str, kind: str) -> str:
    """Return the part of a long text in which the kind is found; a short text unchanged."""
    if len(text) <= MAX_CHARACTERS:
        return text
    match = _EXPRESSIONS[kind].search(text)
    start = max(0, (match.start() if match else 0) - MAX_CHARACTERS // 4)
    part = text[start : start + MAX_CHARACTERS]
    return f"{'…' if start else ''}{part}{'…' if start + len(part) < len(text) else ''}"
