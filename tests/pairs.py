"""Two systems side by side, and a bucket of their segments."""

import pyarrow as pa

from scoring.analysis.bucket_scores import BucketScore
from scoring.analysis.pair import scored_pair

NAMES = ("one", "other")
REFERENCE = ["the cat sat on the mat", "it rained all day", "a b c d e f", ""]
GOOD = ["the cat sat on the mat", "it rained all night", "a b c d x f", ""]
BAD = ["a cat is on a mat", "it rained all day", "b a", ""]


def pair_of(metric, a=GOOD, b=BAD, references=REFERENCE, names=NAMES):
    rows = [metric.statistics(texts, [references]) for texts in (a, b)]
    return scored_pair(metric, names, rows, [pa.array(texts) for texts in (a, b)])


def bucket(difference, low, high, size=50, higher_is_better=True, label="b"):
    return BucketScore(label, size, (50 + difference, 50), ((0, 1), (0, 1)), difference, (low, high), higher_is_better)
