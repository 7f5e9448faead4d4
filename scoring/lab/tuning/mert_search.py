"""Tune weights by minimum error rate training: Och (2003).

Along a line w + step * d each candidate's score is a line over the step; the best candidate of a list changes where the
upper envelope of its lines has a corner. Between two corners of any list the corpus score is constant, so that all of
its values on the line are found, and the highest one is taken.
"""

from typing import NamedTuple

import numpy as np

from ...counting.arrays import Floats, Ints
from ...counting.kernels import kernel
from ...counting.progress import Progress, no_progress, progress_of_part
from ...metric import ROUNDING
from ...validation import expect, whole_number
from .candidates import TuningCandidates

STARTS = 5
MAX_STARTS = 1000
MAX_ROUNDS = 20
"""Most rounds over all features from one start; a round without a gain is the last."""
_NARROW = 1e-9
"""Smallest width of an interval to stop in, as a share of its ends' size: rounding could leave a narrower one."""


class LineOptimum(NamedTuple):
    """The best step along a line."""

    step: float
    score: float
    """corpus score at this step"""


def mert(
    candidates: TuningCandidates,
    start: Floats | None = None,
    counts: Ints | None = None,
    starts: int = STARTS,
    seed: int = 1,
    on_progress: Progress = no_progress,
) -> Floats:
    """Return the weights, (n_features,), with the highest corpus score that is found, no lower than at ``start``.

    From each start one feature's weight after another is set to its best value, in an order drawn for each round, until
    a round gains nothing.

    Parameters
    ----------
    start : the first start, by default 0, where the first candidate of each list is chosen; each weight of the others
        is drawn from the normal distribution, so features should be in units of their spread
    counts : how often each list counts, (n_lists,); None for once
    starts : number of starts, 1 or more
    seed : of the other starts and of the order of the features
    on_progress : is told the share of the work done; an exception that it raises ends the work

    Raises ``ValueError`` for other shapes or numbers.
    """
    expect(candidates, TuningCandidates, "candidates")
    n_features = len(candidates.feature_names)
    starts = whole_number(starts, "The number of starts", 1, MAX_STARTS)
    generator = np.random.default_rng(whole_number(seed, "The seed", 0, 2**63 - 1))
    first = np.zeros(n_features) if start is None else candidates.checked(start)
    list_counts = candidates.checked_counts(counts)
    places = [first, *generator.standard_normal((starts - 1, n_features))]
    best, highest_score = first, -np.inf
    for number, place in enumerate(places):
        tell = progress_of_part(on_progress, number, starts)
        weights, score = _ascend(candidates, place, list_counts, generator, tell)
        if score > highest_score + ROUNDING:
            best, highest_score = weights, score
        tell(1.0)
    return best


def _ascend(
    candidates: TuningCandidates,
    weights: Floats,
    list_counts: Floats,
    generator: np.random.Generator,
    on_progress: Progress,
) -> tuple[Floats, float]:
    """Return weights that no step along a single feature improves, and their corpus score."""
    score = _score(candidates, weights, list_counts)
    units = np.eye(len(weights))
    for number in range(MAX_ROUNDS):
        before = score
        for place, feature in enumerate(generator.permutation(len(weights))):
            on_progress((number + (place + 1) / len(weights)) / MAX_ROUNDS)
            optimum = search_line(candidates, weights, units[feature], list_counts)
            if optimum.score > score + ROUNDING:
                moved = weights + optimum.step * units[feature]
                reached = _score(candidates, moved, list_counts)  # rounding may choose otherwise next to a corner
                if reached > score:
                    weights, score = moved, reached
        if score == before:
            break
    return weights, score


def _score(candidates: TuningCandidates, weights: Floats, list_counts: Floats) -> float:
    """Return the corpus score of the candidates that weights choose; -inf where it is not defined."""
    score = candidates.metric.score(list_counts @ candidates.statistics[candidates.picks(weights)])
    return -np.inf if np.isnan(score) else float(score)


def search_line(candidates: TuningCandidates, weights: Floats, direction: Floats, list_counts: Floats) -> LineOptimum:
    """Return the best step from ``weights`` along ``direction``, also backwards; of equal intervals the widest."""
    picks, corners, leaving, entering = envelopes(candidates.features, candidates.offsets, weights, direction)
    if not len(corners):
        return LineOptimum(0.0, _score(candidates, weights, list_counts))
    order = np.argsort(corners, kind="stable")
    corners, leaving, entering = corners[order], leaving[order], entering[order]
    changes = candidates.statistics[entering] - candidates.statistics[leaving]
    changes *= list_counts[candidates.lists[entering], None]
    sums = np.concatenate([(list_counts @ candidates.statistics[picks])[None], changes]).cumsum(axis=0)
    scores = np.nan_to_num(candidates.metric.score(sums), nan=-np.inf)

    widths = np.concatenate([[np.inf], np.diff(corners), [np.inf]])
    narrow = widths[1:-1] <= _NARROW * np.maximum(np.abs(corners[1:]), np.abs(corners[:-1]))
    scores[1:-1][narrow] = -np.inf
    at = int(np.where(scores >= scores.max() - ROUNDING, widths, -1).argmax())
    if at == 0:
        step = corners[0] - 1
    elif at == len(corners):
        step = corners[-1] + 1
    else:
        step = (corners[at - 1] + corners[at]) / 2
    return LineOptimum(float(step), float(scores[at]))


@kernel
def envelopes(features: Floats, offsets: Ints, weights: Floats, direction: Floats) -> tuple[Ints, Floats, Ints, Ints]:
    """Return the upper envelopes of all lists along weights + step * direction.

    These are four arrays: the candidate of each list that is highest at step -inf, (n_lists,), and for all corners,
    list after list, the step, the candidate that leaves and the candidate that enters, (n_corners,) each. Of candidates
    on the same line the first one counts.
    """
    n_features = len(weights)
    n_lists = len(offsets) - 1
    longest = 0
    for i in range(n_lists):
        longest = max(longest, offsets[i + 1] - offsets[i])
    picks = np.empty(n_lists, np.int64)
    corners = np.empty(offsets[-1])
    leaving = np.empty(offsets[-1], np.int64)
    entering = np.empty(offsets[-1], np.int64)
    n_corners = 0
    heights, slopes = np.empty(longest), np.empty(longest)
    envelope, begins = np.empty(longest, np.int64), np.empty(longest)
    for i in range(n_lists):
        start, size = offsets[i], offsets[i + 1] - offsets[i]
        for k in range(size):
            height, slope = 0.0, 0.0
            for j in range(n_features):
                height += weights[j] * features[start + k, j]
                slope += direction[j] * features[start + k, j]
            heights[k], slopes[k] = height, slope
        n_kept = 0
        for k in np.argsort(slopes[:size], kind="mergesort"):
            begin = -np.inf
            hidden = False
            while n_kept:
                top = envelope[n_kept - 1]
                if slopes[top] == slopes[k]:
                    if heights[top] >= heights[k]:
                        hidden = True
                        break
                    n_kept -= 1
                    continue
                begin = (heights[top] - heights[k]) / (slopes[k] - slopes[top])
                if begin > begins[n_kept - 1]:
                    break
                n_kept -= 1
            if hidden:
                continue
            begins[n_kept] = begin if n_kept else -np.inf
            envelope[n_kept] = k
            n_kept += 1
        picks[i] = start + envelope[0]
        for place in range(1, n_kept):
            corners[n_corners] = begins[place]
            leaving[n_corners] = start + envelope[place - 1]
            entering[n_corners] = start + envelope[place]
            n_corners += 1
    return picks, corners[:n_corners], leaving[:n_corners], entering[:n_corners]
