"""Prepare learned metrics, which run elsewhere: a test set as plain files, and the commands that score them."""

from .commands import LearnedMetric, learned_metrics
from .files import PlainFiles, plain_files, zip_test_set
