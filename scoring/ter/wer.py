"""WER, word error rate: the exact Levenshtein distance of words, as in speech recognition."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..counting.arrays import Floats, Ids
from ..counting.blocks import MAX_WORK, bounded_runs
from ..counting.kernels import kernel
from ..counting.limits import Limit
from ..counting.progress import Progress
from ..text.tokenizers import SegmentSpans, Tokens
from .error_rate import ErrorRate, mean_lengths


@dataclass(frozen=True)
class WER(ErrorRate):
    """WER: the insertions, deletions and substitutions that turn a hypothesis into its reference.

    WER differs from TER without shifts only where the best path leaves TER's beam, in texts whose lengths or word
    orders differ by more than 25 words; there WER is lower. Of several paths with as few edits both metrics take the
    same one.
    """

    name: ClassVar[str] = "wer"
    label: ClassVar[str] = "WER"
    most_words: ClassVar[int] = 10_000
    """Most words of a text: time grows with the product of two lengths, here to 0.3 s of one core."""

    @property
    def limits(self) -> tuple[Limit, ...]:
        return Limit(
            self.label, "characters" if self.characters else "words", self.most_words, self._count_words
        ), *super().limits

    def _edits(self, tokens: Tokens, hypothesis: int, references: slice, on_progress: Progress) -> Floats:
        lengths = tokens.ends - tokens.starts
        counts = np.empty((lengths.shape[1], 3))
        for run in bounded_runs(lengths[hypothesis] * lengths[references].sum(axis=0), MAX_WORK):
            _count(tokens.spans(hypothesis, references, run), counts[run])
            on_progress(run.stop / len(counts))
        return np.column_stack([counts, mean_lengths(tokens, references)])


@kernel
def _distance(words: Ids, reference: Ids, costs: Ids, wrong: Ids) -> tuple[int, int]:
    """Return the number of edits, and the number of substitutions among them.

    Of paths with the same cost it takes the one that TER takes: seen from the end, match or substitution, deletion,
    insertion. ``costs`` and ``wrong`` have room for a row of the table, one more than reference words: edits up to each
    cell, and substitutions among them.
    """
    for position in range(len(reference) + 1):
        costs[position], wrong[position] = position, 0
    for row in range(len(words)):
        word, corner, corner_wrong = words[row], costs[0], wrong[0]
        left, left_wrong = costs[0] + 1, 0
        costs[0] = left
        for position in range(1, len(reference) + 1):
            above, above_wrong = costs[position], wrong[position]
            differs = np.int32(word != reference[position - 1])
            cost, substitutions = corner + differs, corner_wrong + differs
            if above + 1 < cost:
                cost, substitutions = above + 1, above_wrong
            if left + 1 < cost:
                cost, substitutions = left + 1, left_wrong
            corner, corner_wrong, left, left_wrong = above, above_wrong, cost, substitutions
            costs[position], wrong[position] = cost, substitutions
    return costs[len(reference)], wrong[len(reference)]


@kernel
def _count(texts: SegmentSpans, out: Floats) -> None:
    """Fill ``out`` (n_segments, 3): insertions, deletions, substitutions against each segment's closest reference."""
    longest = 0
    for reference in range(len(texts.ref_starts)):
        for segment in range(len(texts.starts)):
            longest = max(longest, texts.ref_ends[reference, segment] - texts.ref_starts[reference, segment])
    costs, wrong = np.empty(longest + 1, np.int32), np.empty(longest + 1, np.int32)
    for segment in range(len(texts.starts)):
        words = texts.ids[texts.starts[segment] : texts.ends[segment]]
        fewest = -1
        for reference in range(len(texts.ref_starts)):
            first, last = texts.ref_starts[reference, segment], texts.ref_ends[reference, segment]
            if first < 0:
                continue
            edits, substitutions = _distance(words, texts.ids[first:last], costs, wrong)
            if fewest < 0 or edits < fewest:
                fewest = edits
                length_difference = (last - first) - len(words)
                out[segment, 0] = (edits - substitutions + length_difference) // 2
                out[segment, 1] = (edits - substitutions - length_difference) // 2
                out[segment, 2] = substitutions
