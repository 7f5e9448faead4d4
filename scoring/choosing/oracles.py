"""Find the best choices that the references allow.

They are bounds, never results, because the metric that chooses also judges them.
"""

import math

import numpy as np

from ..counting.arrays import Floats, Ints
from ..counting.blocks import bounded_runs
from ..counting.progress import Progress, no_progress
from ..metric import ROUNDING, Metric
from ..validation import as_float_array, expect
from .choices import Choice, choose_best
from .lists import Lists

ORACLE, CORPUS_ORACLE = "oracle", "corpus-oracle"
MAX_TRIED = 1 << 12
"""Most combinations of candidates, over all lists, that are tried one by one."""
MAX_NUMBERS = 1 << 21
"""Most numbers in the statistics of exchanges that are scored at once."""


def oriented_scores(metric: Metric, statistics: Floats) -> Floats:
    """Return the scores (...,) of statistics (..., n_statistics), higher is better for any metric; NaN becomes -inf."""
    scores = np.asarray(metric.score(statistics))
    values: Floats = np.where(np.isnan(scores), -np.inf, scores if metric.higher_is_better else -scores)
    return values


def oracle(metric: Metric, lists: Lists, statistics: Floats) -> Choice:
    """Return the choice of the candidate of each list with the best score of its own.

    ``statistics`` (n_candidates, n_statistics) are of each candidate against its segment's references, as
    ``candidate_statistics`` gives them. Raises ``ValueError`` unless there is a row for each candidate.
    """
    statistics = _checked_statistics(metric, lists, statistics)
    return choose_best(f"{ORACLE}:{metric.name}", oriented_scores(metric, statistics), lists)


def corpus_oracle(metric: Metric, lists: Lists, statistics: Floats, on_progress: Progress = no_progress) -> Choice:
    """Return the choice with the best corpus score; ``statistics`` and ``ValueError`` as for ``oracle``.

    Where there are few choices, all are tried. Otherwise each candidate in turn is exchanged for the best of its list
    until no single exchange raises the score. This starts from three choices: the segments' oracle, the first
    candidates and the decoder's. The best result is returned; it is no worse than any start.

    Ties are lists in which another text would give the same corpus score.
    """
    statistics = _checked_statistics(metric, lists, statistics)
    if math.prod(lists.sizes.tolist()) <= MAX_TRIED:
        picks = _best_of_all(metric, lists, statistics)
    else:
        starts = [oracle(metric, lists, statistics).picks, lists.offsets[:-1]]
        if lists.decoder_scores is not None:
            starts.append(choose_best("decoder", lists.decoder_scores, lists, 0.0).picks)
        ends = [_ascent(metric, lists, statistics, start, on_progress) for start in starts]
        reached = oriented_scores(metric, np.stack([statistics[end].sum(axis=0) for end in ends]))
        picks = ends[int(np.argmax(reached))]
    total = statistics[picks].sum(axis=0)
    exchanged = [
        _scores_after_exchange(metric, lists, statistics, picks, total, block) for block in _blocks(lists, statistics)
    ]
    name = f"{CORPUS_ORACLE}:{metric.name}"
    on_progress(1.0)
    return Choice(name, picks, choose_best(name, np.concatenate(exchanged), lists).ties)


def _checked_statistics(metric: Metric, lists: Lists, statistics: Floats) -> Floats:
    expect(metric, Metric, "metric")
    expect(lists, Lists, "lists")
    rows = as_float_array(statistics, "statistics", 2)
    if len(rows) != len(lists):
        raise ValueError(f"Expected statistics of {len(lists):,} candidates; found {len(rows):,}.")
    return rows


def _best_of_all(metric: Metric, lists: Lists, statistics: Floats) -> Ints:
    """Return the best of all choices, by trying each; the first of equals."""
    sums = np.zeros((1, statistics.shape[1]))
    for own in np.split(statistics, lists.offsets[1:-1]):
        sums = (sums[:, None] + own).reshape(-1, statistics.shape[1])
    scores = oriented_scores(metric, sums)
    first = int(np.argmax(scores >= scores.max() - ROUNDING))
    picks: Ints = lists.offsets[:-1] + np.array(np.unravel_index(first, lists.sizes))
    return picks


def _ascent(metric: Metric, lists: Lists, statistics: Floats, start: Ints, on_progress: Progress) -> Ints:
    """Return picks (n_segments,) whose corpus score no single exchange raises."""
    picks, is_better = start.copy(), True
    while is_better:
        is_better = False
        for block in _blocks(lists, statistics):
            total = statistics[picks].sum(axis=0)
            gains = (
                _scores_after_exchange(metric, lists, statistics, picks, total, block)
                > oriented_scores(metric, total) + ROUNDING
            )
            for segment in np.unique(lists.segments[_candidates(lists, block)][gains]):
                own = slice(lists.offsets[segment], lists.offsets[segment + 1])
                rest = total - statistics[picks[segment]]
                scores = oriented_scores(metric, rest + statistics[own])
                place = int(np.argmax(scores))
                if scores[place] > oriented_scores(metric, total) + ROUNDING:
                    picks[segment] = own.start + place
                    total = rest + statistics[picks[segment]]
                    is_better = True
            on_progress(block.stop / lists.n_segments)
    return picks


def _scores_after_exchange(
    metric: Metric, lists: Lists, statistics: Floats, picks: Ints, total: Floats, block: slice
) -> Floats:
    """Return for each candidate of these lists the corpus score with this candidate in place of its list's pick."""
    own = _candidates(lists, block)
    return oriented_scores(metric, total - statistics[picks[lists.segments[own]]] + statistics[own])


def _candidates(lists: Lists, block: slice) -> slice:
    """Return the slice of the candidates of a slice of lists."""
    return slice(int(lists.offsets[block.start]), int(lists.offsets[block.stop]))


def _blocks(lists: Lists, statistics: Floats) -> list[slice]:
    """Return slices of lists whose exchanges are scored at once."""
    return list(bounded_runs(lists.sizes * statistics.shape[1], MAX_NUMBERS))
