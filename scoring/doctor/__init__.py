"""Checks whether a test set is sound: one kind of finding a file."""

MIN_SEGMENTS = 20
"""Fewest lines of a text that allow a statement about it."""
MAX_SIMILAR_PAIRS = 200_000
"""Most pairs scored to find near duplicates; further lines with the same least hashes count as unlike."""
MAX_LINES_SHALLOW = 100_000
"""Most lines of all texts together that a shallow examination lines up (about 2 s)."""
