"""Two systems side by side: their n-grams, and their scores in buckets of segments and words."""
