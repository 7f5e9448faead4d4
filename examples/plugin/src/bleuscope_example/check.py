"""Shouting: words in capital letters that are not in the source."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import pyarrow.compute as pc
from bleuscope.scoring.checks.check import Check, CheckedTexts, CheckSpans
from bleuscope.scoring.counting.progress import Progress

CAPITALS = r"\b\p{Lu}{4,}(?: \p{Lu}{2,})*\b"


@dataclass(frozen=True)
class Shouting(Check):
    """Words in capital letters where the source has none."""

    name: ClassVar[str] = "shouting"
    kinds: ClassVar[Mapping[str, str]] = {"capital letters": "minor"}
    finds: ClassVar[str] = "A word of 4 or more capital letters, where the source has none."
    errs: ClassVar[str] = "Abbreviations that only the target language writes in capitals are found, too."
    needs_source: ClassVar[bool] = True

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        loud = pc.extract_regex_span(texts.outputs, f"(?P<word>{CAPITALS})").field("word")
        is_loud, was_loud = (pc.match_substring_regex(text, CAPITALS) for text in (texts.outputs, texts.source))
        is_new = pc.and_not(is_loud, was_loud).fill_null(False)  # a reference may be missing
        rows = []
        for segment in pc.indices_nonzero(is_new).to_pylist():
            text, (start, length) = texts.outputs[segment].as_py().encode(), loud[segment].as_py()
            before, word = text[:start].decode(), text[start : start + length].decode()
            rows.append((segment, len(before), len(before) + len(word), "capital letters"))
        return CheckSpans.of(rows)
