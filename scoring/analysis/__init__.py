"""Compare two systems by their n-grams, and by their scores in buckets of segments and words."""
