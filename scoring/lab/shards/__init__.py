"""Count test sets in shards, files on this machine or in a storage, and sum the counts without rounding.

``ShardCounter`` and ``ShardSampler`` work on one shard at a time, in a plain loop or on the workers of
``scoring.lab.engine``.
"""

from .comparing import check_sums_fit, compare_sums
from .counting import SegmentCounter, ShardCounter, ShardCounts, join_counts
from .drawing import NumberedShard, SampledSums, ShardSampler, join_draws
from .naming import Shard, ShardColumn, Shards, find_shards
from .reading import ReadingOptions
from .rows import ShardRows, ShardTabulator, open_row_files
