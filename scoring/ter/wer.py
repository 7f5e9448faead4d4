"""WER, word error rate: the exact Levenshtein distance of words, as in speech recognition."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..counting.arrays import Floats, Ids, Ints
from ..counting.blocks import MOST_WORK, bounded_runs
from ..counting.kernels import kernel
from ..counting.limits import Limit
from ..counting.progress import Progress
from ..text.tokenizers import Tokens
from .error_rate import ErrorRate, mean_lengths


@dataclass(frozen=True)
class WER(ErrorRate):
    """WER: the insertions, deletions and substitutions that turn a hypothesis into its reference.

    It differs from TER without shifts only where the best way leaves TER's beam, in texts whose lengths or word
    orders differ by more than 25 words; there WER is lower. Of several ways that take as few edits both take the
    same one.
    """

    name: ClassVar[str] = "wer"
    label: ClassVar[str] = "WER"
    most_words: ClassVar[int] = 10_000
    """Most words of a text: the time grows with the product of two lengths, here to 0.3 s of one core."""

    @property
    def limits(self) -> tuple[Limit, ...]:
        return Limit(
            self.label, "characters" if self.characters else "words", self.most_words, self._count_words
        ), *super().limits

    def _edits(self, tokens: Tokens, hypothesis: int, references: slice, on_progress: Progress) -> Floats:
        starts, ends = tokens.starts[hypothesis], tokens.ends[hypothesis]
        ref_starts, ref_ends = tokens.starts[references], tokens.ends[references]
        counts = np.empty((len(starts), 3))
        for run in bounded_runs((ends - starts) * (ref_ends - ref_starts).sum(axis=0), MOST_WORK):
            first, last = np.ascontiguousarray(ref_starts[:, run]), np.ascontiguousarray(ref_ends[:, run])
            _count(tokens.ids, starts[run], ends[run], first, last, counts[run])
            on_progress(run.stop / len(starts))
        return np.column_stack([counts, mean_lengths(tokens, references)])


@kernel
def _distance(words: Ids, reference: Ids, costs: Ids, wrong: Ids) -> tuple[int, int]:
    """The edits, and how many of them are substitutions.

    Of ways that cost as little it takes the one that TER takes: seen from the end, match or substitution, deletion,
    insertion. ``costs`` and ``wrong`` have room for a row of the table, one more than reference words: edits up to
    each cell, and substitutions among them.
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
def _count(ids: Ids, hyp_starts: Ints, hyp_ends: Ints, ref_starts: Ints, ref_ends: Ints, out: Floats) -> None:
    """Fills ``out`` (n_segments, 3): insertions, deletions, substitutions against each segment's closest reference."""
    longest = 0
    for reference in range(ref_starts.shape[0]):
        for segment in range(ref_starts.shape[1]):
            longest = max(longest, ref_ends[reference, segment] - ref_starts[reference, segment])
    costs, wrong = np.empty(longest + 1, np.int32), np.empty(longest + 1, np.int32)
    for segment in range(len(hyp_starts)):
        words = ids[hyp_starts[segment] : hyp_ends[segment]]
        fewest = -1
        for reference in range(len(ref_starts)):
            first, last = ref_starts[reference, segment], ref_ends[reference, segment]
            if first < 0:
                continue
            edits, substitutions = _distance(words, ids[first:last], costs, wrong)
            if fewest < 0 or edits < fewest:
                fewest = edits
                more = (last - first) - len(words)
                out[segment, 0] = (edits - substitutions + more) // 2
                out[segment, 1] = (edits - substitutions - more) // 2
                out[segment, 2] = substitutions
