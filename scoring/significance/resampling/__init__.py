"""Draw shuffles and resamples of segments, documents or runs."""
