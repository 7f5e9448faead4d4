"""Compute the statistics of every candidate against every candidate of its list, which minimum Bayes risk needs.

One candidate is the hypothesis, the other its reference. A list has as many pairs as its size squared, so they come in
blocks.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ...bleu import BLEU
from ...counting.arrays import Floats, Ints
from ...counting.blocks import bounded_runs
from ...counting.blocks import segment_bytes as text_sizes
from ...counting.progress import Progress, no_progress, progress_between
from ...judgments.external import ExternalScore
from ...metric import Metric
from ...validation import expect
from ..lists import Lists
from .pair_statistics import COUNTERS, PairCounter
from .reference_statistics import check_lengths

MAX_BYTES = 1 << 24
"""Most bytes of statistics in one block, unless a single candidate has more against all of its list."""
MAX_TEXT = 1 << 20
"""Most bytes of candidates that are prepared at once, unless a single list has more; also of hypotheses and references
that a metric measures at once: about 0.1 s of one core.
"""
PREPARING = 0.1
"""Approximate share of the work that is done before any pair is counted."""


@dataclass(frozen=True, eq=False)
class CandidatePairs:
    """Pairs of some candidates as hypotheses, each with all candidates of its list as its only reference, itself too.

    The pairs are in the order of the hypotheses, and those of one hypothesis in the order of its list.
    """

    hypotheses: slice
    """candidates that are hypotheses in this block, numbered through all lists; a list may go on in the next block"""
    starts: Ints
    """int64 (n_hypotheses,): start of the pairs of each hypothesis"""
    references: Ints
    """int64 (n_pairs,): the candidate that is each pair's reference, numbered through all lists"""
    statistics: Floats
    """float64 (n_pairs, n_statistics): exactly those of ``metric.statistics([hypothesis], [[reference]])``"""


def pair_blocks(metric: Metric, lists: Lists, on_progress: Progress = no_progress) -> Iterator[CandidatePairs]:
    """Return an iterator over all pairs of all lists, in order, in blocks of at most ``MAX_BYTES`` of statistics.

    BLEU and chrF count what all candidates of a list share at once; any other metric measures each distinct pair of
    texts of a block once. ``on_progress`` is called after each block, and within a block that takes long.

    Raises ``ValueError`` for a metric that weighs by all references of a test set, for lists that are not ``Lists``,
    and for external scores; ``TooLong`` for a candidate beyond the metric's limits.
    """
    expect(metric, Metric, "metric")
    expect(lists, Lists, "lists")
    check_utility(metric)
    check_lengths(metric, lists)
    return _blocks(metric, lists, on_progress)


def compile_pair_kernels() -> None:
    """Compile the kernels by running each once on tiny lists."""
    for _ in pair_blocks(BLEU(), Lists.build([["a b", "a"]])):
        pass


def check_utility(metric: Metric) -> None:
    """Raise ``ValueError`` for a metric that cannot compare one candidate with another."""
    if metric.needs_all_references:
        raise ValueError(
            f"{metric.label} weighs n-grams by the references of a whole test set, so it cannot hold one candidate"
            " against another. Choose another metric for minimum Bayes risk."
        )
    if isinstance(metric, ExternalScore):
        raise ValueError(
            f"{metric.label}: these scores come from a file, which has none of one candidate against another."
            " Choose a metric that is computed for minimum Bayes risk."
        )


def _blocks(metric: Metric, lists: Lists, on_progress: Progress) -> Iterator[CandidatePairs]:
    """Yield the pairs of one run of lists after another, so that little text is prepared at once."""
    of_text = np.add.reduceat(text_sizes([lists.candidates]), lists.offsets[:-1])
    ends = np.cumsum(lists.sizes**2) / (lists.sizes**2).sum()
    for run in bounded_runs(of_text, MAX_TEXT):
        first, last = (int(lists.offsets[end]) for end in (run.start, run.stop))
        lists_of_run = Lists(lists.candidates[first:last], lists.offsets[run.start : run.stop + 1] - first)
        begin = float(ends[run.start - 1]) if run.start else 0.0
        for pairs in _pairs_of_few_lists(
            metric, lists_of_run, progress_between(on_progress, begin, float(ends[run.stop - 1]))
        ):
            hypotheses = slice(pairs.hypotheses.start + first, pairs.hypotheses.stop + first)
            yield replace(pairs, hypotheses=hypotheses, references=pairs.references + first)


def _pairs_of_few_lists(metric: Metric, lists: Lists, on_progress: Progress) -> Iterator[CandidatePairs]:
    prepare = COUNTERS.get(type(metric), _distinct_pair_counter)
    statistics = prepare(metric, lists, progress_between(on_progress, 0.0, PREPARING))
    of_each = lists.sizes[lists.segments]
    ends = np.cumsum(of_each) / of_each.sum()
    for block in bounded_runs(of_each, MAX_BYTES / (8 * len(metric.statistic_names))):
        sizes = of_each[block]
        starts = np.cumsum(sizes) - sizes
        first = lists.offsets[lists.segments[block]]
        references = np.arange(sizes.sum()) + np.repeat(first - starts, sizes)
        hypotheses = np.repeat(np.arange(block.start, block.stop), sizes)
        begin, end = float(ends[block.start - 1]) if block.start else 0.0, float(ends[block.stop - 1])
        counting = progress_between(progress_between(on_progress, PREPARING, 1.0), begin, end)
        yield CandidatePairs(block, starts, references, statistics(block, hypotheses, references, counting))
        counting(1.0)


def _distinct_pair_counter(metric: Metric, lists: Lists, on_progress: Progress) -> PairCounter:
    """Return the counter of any metric, which measures each distinct pair of texts of a block once."""
    coded = lists.candidates.dictionary_encode()
    codes, texts = coded.indices.to_numpy().astype(np.int64), coded.dictionary
    of_text = text_sizes([texts])

    def statistics(block: slice, hypotheses: Ints, references: Ints, counting: Progress) -> Floats:
        keys = codes[hypotheses] * len(texts) + codes[references]
        distinct, inverse = np.unique(keys, return_inverse=True)
        hypothesis, reference = np.divmod(distinct, len(texts))
        rows = np.empty((len(distinct), len(metric.statistic_names)))
        for run in bounded_runs(of_text[hypothesis] + of_text[reference], MAX_TEXT):
            rows[run] = metric.statistics(texts.take(hypothesis[run]), [texts.take(reference[run])])
            counting(run.stop / len(rows))
        return rows[inverse]

    return statistics
