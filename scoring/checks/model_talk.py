"""Talk of a model: sentences of a language model to its user in the place of a translation, or around it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from ..counting.progress import Progress
from .check import Check, CheckedTexts, CheckSpans, find_by_blocks
from .columns.rows import FoundPlace, chosen_rows, find_pattern_places
from .talk.patterns import COMPILED, PATTERNS, have_talk


@dataclass(frozen=True)
class ModelTalk(Check):
    """A check for a language model's talk to its user.

    Talk is a preamble, a closing note, a refusal, a request for the text, marks of thinking, Markdown or alternatives.
    Only talk that the source does not have is found. Sentences are known in English, German, French, Spanish, Chinese
    and, less well, Italian, Portuguese, Czech, Russian, Ukrainian, Japanese and Korean.
    """

    name: ClassVar[str] = "talk"
    title: ClassVar[str] = "talk of a model"
    kinds: ClassVar[Mapping[str, str]] = dict.fromkeys(PATTERNS, "major")
    does: ClassVar[str] = "talks like a model"
    finds: ClassVar[str] = (
        "The output has what a language model says to its user: a preamble, a note, a refusal, a request for the text,"
        " marks of thinking, code fences, Markdown or alternatives, where the source has none."
    )
    errs: ClassVar[str] = "Texts about translation, and texts that talk to a reader, may say the same."

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        return find_by_blocks(texts, _find_in_block, on_progress)


def _find_in_block(texts: CheckedTexts) -> Iterator[FoundPlace]:
    for kind, flags in have_talk(texts).items():
        for row in chosen_rows(texts, flags):
            for place in find_pattern_places(COMPILED[kind], row.output, kind):
                yield row.segment, *place
