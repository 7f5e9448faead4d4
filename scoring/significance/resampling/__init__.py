"""Shuffles and resamples of segments, documents or runs."""
