"""How two systems score in buckets of segments and words, and where the one that is behind on the whole leads. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..judgments.external import ExternalScore
from ..metric import Metric
from .bucket_scores import BucketScore, WordBucket
from .pair import ScoredPair

WORDS = "word frequency"
TAGS = "word label"
"""What words are sorted by: the second takes tags beside the texts."""
FEWEST = 10
"""Segments that a bucket must have before anything is called sure: a bootstrap of fewer repeats the same ones."""


@dataclass(frozen=True)
class BucketComparison:
    """How two systems score in all buckets."""

    segments: Mapping[str, Sequence[BucketScore]]
    """what segments are sorted by -> each bucket"""
    words: Mapping[str, Sequence[WordBucket]]
    """what words are sorted by -> each bucket"""
    trials: int
    """resamples behind each interval"""

    @property
    def scores(self) -> dict[str, Sequence[BucketScore]]:
        """All of them; of words their F1."""
        return {**self.segments, **{by: [bucket.f1 for bucket in found] for by, found in self.words.items()}}

    @property
    def n_bytes(self) -> int:
        return 1000 * sum(map(len, self.scores.values()))


class Turn(NamedTuple):
    """A bucket in which the system that is behind on the whole leads."""

    by: str
    """what its segments or words were sorted by"""
    bucket: BucketScore


class Turns(NamedTuple):
    """All of them."""

    surely: list[Turn]
    """by the interval of the difference, of ``FEWEST`` segments or more"""
    perhaps: list[Turn]


def of_metric(metric: Metric, buckets: Mapping[str, Sequence[BucketScore]]) -> dict[str, Sequence[BucketScore]]:
    """Those that say something of a metric's verdict: F1 of words does not where scores come from elsewhere."""
    of_words = (WORDS, TAGS) if isinstance(metric, ExternalScore) else ()
    return {by: scored for by, scored in buckets.items() if by not in of_words}


def turns(pair: ScoredPair, buckets: Mapping[str, Sequence[BucketScore]]) -> Turns:
    """``buckets`` maps what segments or words were sorted by to their buckets."""
    found, rounding = Turns([], []), pair.metric.rounding
    for by, scored in buckets.items():
        for bucket in scored:
            if abs(bucket.lead) <= rounding or np.sign(bucket.lead) * np.sign(pair.lead) != -1:
                continue
            low, high = bucket.difference_interval
            is_sure = bucket.size >= FEWEST and (low > rounding or high < -rounding)
            (found.surely if is_sure else found.perhaps).append(Turn(by, bucket))
    return found
