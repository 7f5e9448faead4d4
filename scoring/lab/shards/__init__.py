"""Test sets in shards: files of this machine or of a storage, counted shard by shard, and summed without rounding.

``ShardCounter`` and ``ShardSampler`` work on one shard each. They run in a plain loop, or where ``scoring.lab.engine``
runs them.
"""

from .comparing import check_sums_fit, compare_sums
from .counting import Lengths, ShardCounter, ShardCounts, join_counts
from .drawing import NumberedShard, SampledSums, ShardSampler, join_draws
from .naming import Shard, ShardColumn, Shards, find_shards
from .reading import ReadingOptions
from .rows import ShardRows, ShardTabulator, written_to
