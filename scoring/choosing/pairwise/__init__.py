"""Score every candidate of a segment against every other, and against references."""
