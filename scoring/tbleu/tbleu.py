"""Tolerant BLEU: Libovický and Pecina (2014), "Tolerant BLEU: a Submission to the WMT14 Metrics Task".

Tolerant BLEU forgives inflection: a word that is another form of its partner in the reference counts, with a slightly
lower weight. ``affix`` has the distance between forms, ``alignment`` the pairs of words, ``tolerance`` the counts;
everything after the counts is BLEU's.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

import numpy as np

from ..bleu import BLEU
from ..counting.arrays import Floats
from ..counting.blocks import bounded_runs
from ..counting.limits import Limit, count_characters
from ..counting.ngrams import count_matches
from ..counting.progress import Progress, no_progress, progress_between, progress_of_part
from ..metric import Columns
from ..options import option
from ..testset import TestSet
from ..text.tokenizers import Tokens, count_tokens, encode_columns, find_tokenizer
from ..validation import as_list, expect
from . import affix
from .alignment import Aligner, ColumnAlignment
from .segment import FormPair, SegmentAlignment, form_pairs, segment_alignment
from .tolerance import count_tolerantly

SWEEP_BYTES = 256 * 1024**2
"""Most bytes of memory that the rows of a sweep take at once."""
WORDS = 100_000
"""Number of words of hypotheses and references whose n-grams are counted at once: about 0.1 s of one core."""
ENCODING, ALIGNING = 0.1, 0.8
"""Approximate shares of the work: of tokenizing in aligning, and of aligning in all."""


@dataclass(frozen=True, eq=False)
class AlignedColumns:
    """Columns of hypotheses, tokenized and aligned with their references; epsilon does not change them."""

    tokens: Tokens
    """Tokens of the references' columns, then of the hypotheses'."""
    n_references: int
    alignments: tuple[ColumnAlignment, ...]
    """Alignment of each column of hypotheses."""
    prepared: tuple[str, bool]
    """Tokenizer, and whether case is ignored."""
    systems: tuple[str, ...] = ()
    """Names of the systems; empty for columns that belong to no test set."""

    @property
    def n_bytes(self) -> int:
        """Approximate number of bytes held in memory."""
        tokens = self.tokens
        aligned = sum(alignment.partners.nbytes + alignment.distances.nbytes for alignment in self.alignments)
        return aligned + tokens.ids.nbytes + tokens.starts.nbytes + tokens.ends.nbytes + int(tokens.vocabulary.nbytes)

    def form_pairs(self, system: str, reference: int = 0) -> tuple[FormPair, ...]:
        """Return the aligned pairs of different forms with a distance below 1: most frequent first, then nearest.

        Raises ``ValueError`` for an unknown system or reference.
        """
        has_reference = isinstance(reference, int | np.integer) and reference in range(self.n_references)
        if system not in self.systems or not has_reference:
            raise ValueError(
                f"No system {system!r} or reference {reference}; there are {', '.join(self.systems)}"
                f" and the references 0 to {self.n_references - 1}."
            )
        index = self.systems.index(system)
        return form_pairs(self.tokens, self.n_references + index, self.alignments[index], int(reference))


@dataclass(frozen=True)
class TBLEU(BLEU):
    """Tolerant BLEU; all options except ``epsilon`` are BLEU's.

    Parameters
    ----------
    epsilon : the largest affix distance that is forgiven, 0-1: at 0 this is BLEU, at 1 every aligned word is
        corrected; 0.05 is the paper's submission

    Statistics are BLEU's, with weights for matches. They grow with epsilon as long as no word that gets
    corrected is itself in the (only) reference; one that is can lose the match that it had.
    Several references correct and clip each by itself, and each n-gram of the hypothesis counts by the one that
    gives it most: two words that different references correct to one form both count.
    The method ``matches`` returns BLEU's matches, those of epsilon 0; ``alignment`` returns the matches that
    count here.

    Raises ``ValueError`` for an option that it cannot take.
    """

    epsilon: float = option(
        0.05,
        label="tolerance of tBLEU",
        help="The largest affix distance that is forgiven. The distance of two words is the number of character"
        " edits before and after their longest common substring, divided by that substring's length, and at most 1."
        " The usual 0.05 takes a common part of at least 20 characters for one edit; 0.3 forgives most inflection.",
        flag="--epsilon",
        metavar="E",
        key="tbleu_epsilon",
        lowest=0.0,
        highest=1.0,
        step=0.01,
        other=0.5,
        part="epsilon",
        written=repr,
    )

    name: ClassVar[str] = "tbleu"
    label: ClassVar[str] = "tBLEU"
    is_slow: ClassVar[bool] = True
    settings: ClassVar[str] = "tBLEU"
    most_words: ClassVar[int] = 20_000
    """Most words of a text: matching two texts of this length takes up to 8 s."""
    most_words_shown: ClassVar[int] = 5_000
    """Most words of a text in ``alignment``: more objects would block other threads for more than 0.1 s at once."""
    most_characters: ClassVar[int] = 80_000
    """Most characters of a text: comparing all words of two texts of this length takes up to 10 s."""

    @property
    def limits(self) -> tuple[Limit, ...]:
        return (
            *super().limits,
            Limit(self.label, "characters", self.most_characters, count_characters),
            Limit(self.label, "words", self.most_words, partial(count_tokens, tokenizer=self.tokenize)),
        )

    def align(self, test_set: TestSet, on_progress: Progress = no_progress) -> AlignedColumns:
        """Return the alignment of every system with every reference: nearly all of the work, for every epsilon."""
        return self._align_columns(*self._test_set_columns(test_set), test_set.system_names, on_progress)

    def measure_aligned(self, aligned: AlignedColumns, on_progress: Progress = no_progress) -> dict[str, Floats]:
        """Return each system's statistics by its name, as ``measure`` does, without aligning again.

        Raises ``ValueError`` where another tokenizer or case was aligned.
        """
        return {system: rows[0] for system, rows in self.sweep(aligned, [self.epsilon], on_progress).items()}

    def sweep(
        self, aligned: AlignedColumns, epsilons: Sequence[float], on_progress: Progress = no_progress
    ) -> dict[str, Floats]:
        """Return each system's statistics at several thresholds, by its name.

        The statistics are float64 (n_epsilons, n_segments, n_statistics). Raises ``ValueError`` for an epsilon outside
        0-1, or where another tokenizer or case was aligned.
        """
        expect(aligned, AlignedColumns, "aligned")
        if aligned.prepared != (self.tokenize, self.lowercase):
            raise ValueError(
                f"Aligned were {_preparation_phrase(*aligned.prepared)},"
                f" not {_preparation_phrase(self.tokenize, self.lowercase)}."
            )
        checked = [replace(self, epsilon=epsilon).epsilon for epsilon in as_list(epsilons, "epsilons")]
        return dict(zip(aligned.systems, self._statistics_at_epsilons(aligned, checked, on_progress), strict=True))

    def sweep_sums(self, aligned: AlignedColumns, epsilons: Sequence[float]) -> dict[str, Floats]:
        """Return the sums of each system's statistics at several thresholds, by its name.

        The sums are float64 (n_epsilons, n_statistics). A few thresholds are computed at a time, so that memory stays
        bounded. Raises ``ValueError`` as ``sweep`` does, and for no epsilon.
        """
        expect(aligned, AlignedColumns, "aligned")
        epsilons = as_list(epsilons, "epsilons")
        if not epsilons:
            raise ValueError("Expected at least one epsilon; found none.")
        row_bytes = 8 * len(self.statistic_names) * max(1, aligned.tokens.starts[aligned.n_references :].size)
        step = max(1, SWEEP_BYTES // row_bytes)
        chunks = [epsilons[at : at + step] for at in range(0, len(epsilons), step)]
        # Summed chunk by chunk, so that the rows of one are freed before those of the next are made.
        parts = [{name: rows.sum(axis=1) for name, rows in self.sweep(aligned, chunk).items()} for chunk in chunks]
        return {name: np.concatenate([part[name] for part in parts]) for name in aligned.systems}

    def alignment(self, hypothesis: str, references: Sequence[str | None]) -> SegmentAlignment:
        """Return one hypothesis with its partners in each reference, and all that ``statistics`` counts, for views.

        Raises ``ValueError`` where there is no hypothesis or no reference, ``TooLong`` beyond ``most_words_shown``.
        """
        column, columns = self._shown_segment("tBLEU word by word", hypothesis, references)
        tokens = encode_columns([*columns, column], self.tokenize, self.lowercase)
        return segment_alignment(tokens, self.epsilon, self.max_order)

    def warm_up(self) -> None:
        super().warm_up()
        affix.warm_up_affix_kernel()
        self.alignment("a b", ["a bc"])

    def _measured(
        self, columns: Columns, references: Columns, reference_set: Columns, on_progress: Progress = no_progress
    ) -> list[Floats]:
        """Return the statistics of all segments, aligned together so that each pair of words is compared only once."""
        aligned = self._align_columns(columns, references, on_progress=progress_between(on_progress, 0.0, ALIGNING))
        statistics = self._statistics_at_epsilons(aligned, [self.epsilon], progress_between(on_progress, ALIGNING, 1.0))
        return [rows[0] for rows in statistics]

    def _align_columns(
        self, columns: Columns, references: Columns, systems: Sequence[str] = (), on_progress: Progress = no_progress
    ) -> AlignedColumns:
        tell = progress_between(on_progress, 0.0, ENCODING)
        tokens = encode_columns([*references, *columns], self.tokenize, self.lowercase, tell)
        aligner, tell = Aligner(tokens, slice(0, len(references))), progress_between(on_progress, ENCODING, 1.0)
        alignments = tuple(
            aligner.align(len(references) + index, progress_of_part(tell, index, len(columns)))
            for index in range(len(columns))
        )
        return AlignedColumns(tokens, len(references), alignments, (self.tokenize, self.lowercase), tuple(systems))

    def _statistics_at_epsilons(
        self, aligned: AlignedColumns, epsilons: Sequence[float], on_progress: Progress = no_progress
    ) -> list[Floats]:
        """Return each column's statistics at each epsilon, float64 (n_epsilons, n_segments, n_statistics)."""
        ascending, order = np.unique(epsilons, return_inverse=True)
        among = slice(0, aligned.n_references)
        lengths = (aligned.tokens.ends - aligned.tokens.starts)[among].sum(axis=0)
        statistics = []
        for number, alignment in enumerate(aligned.alignments):
            column, tell = among.stop + number, progress_of_part(on_progress, number, len(aligned.alignments))
            rows = np.empty((len(epsilons), len(lengths), len(self.statistic_names)))
            for run in bounded_runs(aligned.tokens.ends[column] - aligned.tokens.starts[column] + lengths, WORDS):
                tokens = _tokens_of_segments(aligned.tokens, run)
                rows[:, run] = exact = count_matches(tokens, column, among, self.max_order + 1)
                matches = np.ascontiguousarray(self._columns(exact, "matches"))
                weighed = count_tolerantly(tokens, column, among, alignment, ascending, matches)
                self._columns(rows[:, run], "matches")[...] = weighed[order]
                tell(run.stop / len(lengths))
            statistics.append(rows)
        return statistics


def _tokens_of_segments(tokens: Tokens, run: slice) -> Tokens:
    """Return the tokens of a run of segments, over the same ids and vocabulary."""
    starts, ends = (np.ascontiguousarray(side[:, run]) for side in (tokens.starts, tokens.ends))
    return Tokens(tokens.ids, starts, ends, tokens.vocabulary)


def _preparation_phrase(tokenize: str, lowercase: bool) -> str:
    return f"words of the tokenizer {find_tokenizer(tokenize).name}, case {'ignored' if lowercase else 'kept'}"
