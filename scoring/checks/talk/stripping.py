"""Outputs without the talk of a model, to be scored next to the original outputs."""

import re
from collections.abc import Collection

import numpy as np
import pyarrow as pa

from ..check import CheckedTexts
from ..columns.rows import chosen_rows
from .patterns import COMPILED, have_talk

_THOUGHT = re.compile(r"(?is)<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)|\A.*</think(?:ing)?>")
_FENCE = re.compile(r"```[\w-]*")
_REST_OF_LINE = re.compile(r"\A[^:：\n]{0,80}[:：\n]")
_BOLD, _HEADING, _LINK = (
    re.compile(r"\*\*([^*\n]+)\*\*"),
    re.compile(r"(?m)^\s{0,3}#{1,6}\s+"),
    re.compile(r"\[([^\[\]\n]+)\]\(https?://[^\s()]*\)"),
)
_LABEL = re.compile(r"[:：]\Z")
_QUOTED = (('"', '"'), ("“", "”"), ("„", "“"), ("«", "»"), ("「", "」"))
_NOTHING_LEFT = {"refusal", "request for the text"}
"""Kinds of talk that replace the translation."""


def strip_talk(texts: CheckedTexts) -> pa.StringArray:
    """Return the outputs, (n_segments,), without the talk that the check ``talk`` finds in them.

    A refusal becomes empty, and of several alternatives the first is kept.
    """
    flags = have_talk(texts)
    is_found = np.any([*flags.values()], axis=0)
    stripped = texts.outputs.to_pylist() if is_found.any() else []
    for row in chosen_rows(texts, is_found):
        kinds = {kind for kind, have_kind in flags.items() if have_kind[row.segment]}
        stripped[row.segment] = text_without_talk(row.output, kinds, row.source)
    return pa.array(stripped, pa.string()) if stripped else texts.outputs


def text_without_talk(text: str, kinds: Collection[str], source: str = "") -> str:
    """Return a text without talk of these kinds, each a key of ``PATTERNS``.

    >>> text_without_talk('Here is the translation: "Hallo"', {"preamble"})
    'Hallo'
    """
    if _NOTHING_LEFT & {*kinds}:
        return ""
    if "thinking" in kinds:
        text = _THOUGHT.sub("", text)
    if "code fence" in kinds:
        text = _FENCE.sub("", text)
    if "preamble" in kinds and (match := COMPILED["preamble"].search(text)):
        text = text[match.end() :]
        text = text if _LABEL.search(match[0]) else _REST_OF_LINE.sub("", text)
    if "alternatives" in kinds:
        text = _first_alternative(text)
    if "note" in kinds and (match := COMPILED["note"].search(text)):
        text = text[: match.start()] if match.start() else text[match.end() :].partition("\n")[2]
    if "Markdown" in kinds:
        text = _LINK.sub(r"\1", _HEADING.sub("", _BOLD.sub(r"\1", text)))
    return _strip_quotes(text.strip(" \n*"), source) if "preamble" in kinds else text.strip()


def _first_alternative(text: str) -> str:
    matches = [*COMPILED["alternatives"].finditer(text)]
    if matches and not text[: matches[0].start()].strip(" \n*\"'"):
        return text[matches[0].end() : matches[1].start() if len(matches) > 1 else None]
    return text[: matches[0].start() + (text[matches[0].start()] in ".!?")] if matches else text


def _strip_quotes(text: str, source: str) -> str:
    """Return the text without quotation marks around it, unless the source begins with a quotation mark."""
    for opened, closed in _QUOTED:
        if text.startswith(opened) and text.endswith(closed) and len(text) > 1 and not source.startswith(('"', opened)):
            return text[len(opened) : -len(closed)]
    return text
