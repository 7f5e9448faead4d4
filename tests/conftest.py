"""Hypothesis: the same examples every time, and none kept on disk."""

from hypothesis import settings

settings.register_profile("bleuscope", derandomize=True, database=None, deadline=None)
settings.load_profile("bleuscope")
