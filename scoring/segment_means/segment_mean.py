"""Metrics whose corpus score is the mean of segment scores: their statistics are a sum of scores and a count."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

import numpy as np
import pyarrow as pa

from ..counting.arrays import Floats, Ints
from ..counting.blocks import MAX_WORK, bounded_runs
from ..counting.limits import Limit
from ..counting.progress import Progress, no_progress, progress_of_part
from ..metric import Columns, Metric
from ..text.tokenizers import Tokens, count_tokens, encode_columns


class SegmentMean(Metric):
    """A metric that scores each segment by itself, against the best of its references, and averages the scores.

    A segment whose hypothesis and references are all empty has no score and is not counted. Where only the hypothesis
    or the reference is empty, the segment has the worst score.
    """

    @property
    def statistic_names(self) -> tuple[str, ...]:
        return "score_sum", "segments"

    @abstractmethod
    def _encode(self, columns: Sequence[pa.StringArray]) -> Tokens:
        """Return the columns of text as tokens, which are compared."""

    @abstractmethod
    def _compare(self, tokens: Tokens, hypothesis: int, reference: int, run: slice) -> Floats:
        """Return the scores, 0 to 1, of one run of segments of a hypothesis column against a reference column.

        float64 (n_in_run,). Values for empty or missing texts are ignored.
        """

    def _work(self, lengths: Ints, reference_lengths: Ints) -> Floats:
        """Return the work of each segment, float64 (n_segments,), in the unit of ``MAX_WORK``."""
        work: Floats = lengths * reference_lengths.astype(float)
        return work

    def _statistics(self, columns: Columns, references: Columns, on_progress: Progress = no_progress) -> list[Floats]:
        tokens = self._encode([*references, *columns])
        n, lengths = len(references), tokens.ends - tokens.starts
        are_references_empty = (lengths[:n] == 0).all(axis=0)
        choose = np.max if self.higher_is_better else np.min
        statistics = []
        for at in range(len(columns)):
            tell = progress_of_part(on_progress, at, len(columns))
            scores = [self._against(tokens, n + at, place, progress_of_part(tell, place, n)) for place in range(n)]
            is_counted = (lengths[n + at] > 0) | ~are_references_empty
            statistics.append(np.column_stack([np.where(is_counted, choose(scores, axis=0), 0.0), is_counted]))
        return statistics

    def _against(self, tokens: Tokens, hypothesis: int, reference: int, on_progress: Progress) -> Floats:
        """Return the scores against one column of references, (n_segments,).

        A segment has the worst score where its hypothesis or reference is empty or missing.
        """
        lengths = tokens.ends - tokens.starts
        scores = np.empty(lengths.shape[1])
        for run in bounded_runs(self._work(lengths[hypothesis], lengths[reference]), MAX_WORK):
            scores[run] = self._compare(tokens, hypothesis, reference, run)
            on_progress(run.stop / len(scores))
        is_empty = (lengths[hypothesis] == 0) | (lengths[reference] == 0)
        return np.where(is_empty, 0.0 if self.higher_is_better else 1.0, scores)

    def _score(self, statistics: Floats) -> Floats:
        total, segments = self._column(statistics, "score_sum"), self._column(statistics, "segments")
        score: Floats = np.full(segments.shape, np.nan)
        np.divide(100 * total, segments, out=score, where=segments > 0)
        return score


class WordSegmentMean(SegmentMean):
    """A ``SegmentMean`` that compares words, has a tokenizer as an option, and limits the words of a text."""

    tokenize: str
    lowercase: bool
    most_words: ClassVar[int]

    @property
    def limits(self) -> tuple[Limit, ...]:
        count = partial(count_tokens, tokenizer=self.tokenize)
        return *super().limits, Limit(self.label, "words", self.most_words, count)

    def _encode(self, columns: Sequence[pa.StringArray]) -> Tokens:
        return encode_columns(columns, self.tokenize, self.lowercase)
