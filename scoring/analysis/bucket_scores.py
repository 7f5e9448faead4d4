"""Score two systems in each bucket of segments or of words."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..counting.arrays import Floats, sums_at
from ..counting.progress import Progress, no_progress
from ..counting.usual_draws import check_draws
from ..metric import Columns, Metric
from ..options import LOWERCASE, TOKENIZE, option
from ..significance import bootstrap
from ..text.texts import check_counts
from ..text.tokenizers import USUAL
from ..validation import as_float_array, expect, whole_number
from .buckets import Buckets
from .counts import NGramCounts, count_ngrams

TRIALS = 2000


@dataclass(frozen=True)
class BucketScore:
    """The scores of two systems in one bucket; NaN where a score is not defined."""

    label: str
    size: int
    """number of segments in the bucket, or of segments that hold words of the bucket"""
    scores: tuple[float, float]
    intervals: tuple[tuple[float, float], tuple[float, float]]
    """95 % expanded percentile intervals of both scores by the bootstrap; NaN below six segments"""
    difference: float
    """A's score less B's"""
    difference_interval: tuple[float, float]
    higher_is_better: bool

    @property
    def lead(self) -> float:
        """Difference of the scores, above 0 where A is better."""
        return self.difference if self.higher_is_better else -self.difference


@dataclass(frozen=True)
class WordBucket:
    """Precision, recall and F1 of two systems for one bucket of words."""

    f1: BucketScore
    precision: tuple[float, float]
    recall: tuple[float, float]
    reference_words: float
    """number of the bucket's words in the references: for each segment the mean over its references"""
    produced: tuple[int, int]
    """number of the bucket's words in each output"""


def score_buckets(
    metric: Metric,
    a: Floats,
    b: Floats,
    buckets: Buckets,
    trials: int = TRIALS,
    seed: int = 1,
    on_progress: Progress = no_progress,
) -> list[BucketScore]:
    """Return the corpus scores of two systems over the segments of each bucket.

    ``a`` and ``b`` are statistics (n_segments, n_statistics). The segments of a bucket are resampled among themselves,
    the same for both systems. ``on_progress`` is told the share of the work done; an exception that it raises ends the
    work. Raises ``ValueError`` where the buckets are of another number of segments.
    """
    expect(metric, Metric, "metric")
    expect(buckets, Buckets, "buckets")
    check_draws(trials, seed)
    a, b = as_float_array(a, "statistics of A", 2), as_float_array(b, "statistics of B", 2)
    check_counts({"A": len(a), "B": len(b), "buckets": len(buckets.members)})
    scored = []
    for number, label in enumerate(buckets.labels):
        inside = buckets.members == number
        scored.append(_score(metric, label, a[inside], b[inside], int(inside.sum()), trials, seed))
        on_progress((number + 1) / len(buckets.labels))
    return scored


def _score(metric: Metric, label: str, a: Floats, b: Floats, size: int, trials: int, seed: int) -> BucketScore:
    """Return the scores of one bucket; without intervals below six segments.

    ``size`` is the number of segments to report.
    """
    nothing = float("nan"), float("nan")
    if not size:
        return BucketScore(label, 0, nothing, (nothing, nothing), float("nan"), nothing, metric.higher_is_better)
    sampled = bootstrap(metric, {"A": a, "B": b}, trials if size > 1 else 1, seed)
    score_a, score_b = sampled.scores.tolist()
    intervals, between = (nothing, nothing), nothing
    if size > 1:
        intervals, between = (sampled.interval("A"), sampled.interval("B")), sampled.difference_interval("A", "B")
    return BucketScore(label, size, (score_a, score_b), intervals, score_a - score_b, between, metric.higher_is_better)


@dataclass(frozen=True)
class WordF1(Metric):
    """F1 of single words: the harmonic mean of their precision and their recall.

    For precision a word of the output counts at most as often as in the single reference that has it most often, as in
    BLEU. For recall it counts at most as often as in each reference, averaged over the references. With one reference
    both counts are equal.
    """

    tokenize: str = option(USUAL, TOKENIZE)
    lowercase: bool = option(False, LOWERCASE)

    name: ClassVar[str] = "word_f1"
    label: ClassVar[str] = "F1 of words"

    @property
    def statistic_names(self) -> tuple[str, ...]:
        return "confirmed", "produced", "found", "wanted"

    def _statistics(self, columns: Columns, references: Columns, on_progress: Progress = no_progress) -> list[Floats]:
        counts = count_ngrams(columns, references, 1, self.tokenize, self.lowercase)
        every = Buckets(("every word",), np.zeros(len(counts.orders), np.int64))
        return [word_statistics(counts, number, every)[0] for number in range(len(columns))]

    def _score(self, statistics: Floats) -> Floats:
        precision, recall = self.rates(statistics)
        both = np.nan_to_num(precision) + np.nan_to_num(recall)
        product = 2 * np.nan_to_num(precision) * np.nan_to_num(recall)
        score = np.divide(product, both, out=np.zeros_like(both), where=both > 0)
        return np.where(np.isnan(precision) & np.isnan(recall), np.nan, score)

    @staticmethod
    def rates(statistics: Floats) -> tuple[Floats, Floats]:
        """Return precision and recall (...,) in percent; NaN without words in the output or in the references."""
        metric = WordF1()
        rows = metric._checked(statistics)
        confirmed, produced, found, wanted = (metric._column(rows, name) for name in metric.statistic_names)
        return _percent(confirmed, produced), _percent(found, wanted)


def _percent(part: Floats, whole: Floats) -> Floats:
    percent: Floats = 100 * np.divide(part, whole, out=np.full(np.shape(whole), np.nan), where=whole > 0)
    return percent


def word_statistics(counts: NGramCounts, hypothesis: int, buckets: Buckets) -> Floats:
    """Return the statistics of ``WordF1`` for the words of each bucket, float64 (n_buckets, n_segments, 4).

    Raises ``ValueError`` where the buckets are of another number of words.
    """
    expect(counts, NGramCounts, "counts")
    expect(buckets, Buckets, "buckets")
    hypothesis = whole_number(hypothesis, "The hypothesis", 0, counts.n_hypotheses - 1)
    check_counts({"words": int((counts.orders == 1).sum()), "buckets": len(buckets.members)})
    cells = np.flatnonzero(counts.orders[counts.ngrams] == 1)
    produced = counts.counts[hypothesis, cells]
    references = counts.reference_counts[:, cells]
    present = (counts.reference_lengths >= 0).sum(axis=0)[counts.segments[cells]]
    values = (
        np.minimum(produced, references.max(axis=0)),
        produced,
        np.minimum(produced, references).sum(axis=0) / present,
        references.sum(axis=0) / present,
    )
    place = buckets.members[counts.ngrams[cells]] * counts.n_segments + counts.segments[cells]
    size = len(buckets.labels) * counts.n_segments
    sums = [sums_at(place, value, size) for value in values]
    return np.stack(sums, axis=-1).reshape(len(buckets.labels), counts.n_segments, 4)


def score_words(
    counts: NGramCounts, buckets: Buckets, trials: int = TRIALS, seed: int = 1, on_progress: Progress = no_progress
) -> list[WordBucket]:
    """Return precision, recall and F1 of both systems for the words of each bucket; all segments are resampled.

    Raises ``ValueError`` as ``word_statistics`` does, and for fewer than two systems.
    """
    metric, both = WordF1(), [word_statistics(counts, side, buckets) for side in (0, 1)]
    scored = []
    for number, label in enumerate(buckets.labels):
        a, b = (statistics[number] for statistics in both)
        size = int(((a + b).sum(axis=1) > 0).sum())
        f1 = _score(metric, label, a, b, size, trials, seed)
        totals = [rows.sum(axis=0) for rows in (a, b)]
        precision, recall = ((float(x), float(y)) for x, y in zip(*map(metric.rates, totals), strict=True))
        produced_a, produced_b = (int(metric.column(total, "produced")) for total in totals)
        wanted = float(metric.column(totals[0], "wanted"))
        scored.append(WordBucket(f1, precision, recall, wanted, (produced_a, produced_b)))
        on_progress((number + 1) / len(buckets.labels))
    return scored
