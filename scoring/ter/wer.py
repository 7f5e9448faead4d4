"""WER, word error rate: the exact Levenshtein distance of words, as in speech recognition."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from Levenshtein import distance, editops

from ..arrays import Floats
from ..limits import Limit
from ..progress import Progress
from ..tokenizers import Tokens
from .error_rate import ErrorRate, mean_lengths

# What each of the statistics is called there; they too turn the hypothesis into the reference.
_TAGS = ("insert", "delete", "replace")


@dataclass(frozen=True)
class WER(ErrorRate):
    """WER: the insertions, deletions and substitutions that turn a hypothesis into its reference.

    It differs from TER without shifts only where the best way leaves TER's beam, in texts whose lengths or word
    orders differ by more than 25 words; there WER is lower. Where several ways take as few edits, the two may
    count other kinds of them.
    """

    name: ClassVar[str] = "wer"
    label: ClassVar[str] = "WER"
    most_words: ClassVar[int] = 10_000
    """Of a text: the time of Levenshtein grows with its square, here to 0.05 s in which no other thread runs."""

    @property
    def limits(self) -> tuple[Limit, ...]:
        return Limit(self.label, "words", self.most_words, self._count_words), *super().limits

    def _edits(self, tokens: Tokens, hypothesis: int, references: slice, on_progress: Progress) -> Floats:
        among = range(len(tokens.starts))[references]
        columns = zip(*(_sequences(tokens, column) for column in (hypothesis, *among)), strict=True)
        counts = [_counts(words, [r for r in texts if r is not None]) for words, *texts in columns]
        return np.column_stack([counts, mean_lengths(tokens, references)])


def _sequences(tokens: Tokens, column: int) -> Iterator[list[int] | None]:
    """The ids of each segment; Levenshtein compares sequences by hash, and the hash of an id is the id itself."""
    for start, end in zip(tokens.starts[column].tolist(), tokens.ends[column].tolist(), strict=True):
        yield None if start < 0 else tokens.ids[start:end].tolist()


def _counts(words: list[int], references: Sequence[list[int]]) -> list[int]:
    """The edits against the reference that takes the fewest, the first of equals."""
    closest = min(references, key=lambda reference: distance(words, reference))
    found = Counter(tag for tag, _, _ in editops(words, closest))
    return [found[tag] for tag in _TAGS]
