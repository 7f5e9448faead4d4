"""Whether a test set is sound: one kind of finding a file."""

FEWEST_SEGMENTS = 20
"""Lines of a text from which something can be told."""
MOST_SIMILAR_PAIRS = 200_000
"""Pairs that are scored to find near duplicates; beyond, lines of the same least hashes count as unlike."""
MOST_LINES_SHALLOW = 100_000
"""Lines of all texts together beyond which a shallow examination does not line them up (about 2 s)."""
