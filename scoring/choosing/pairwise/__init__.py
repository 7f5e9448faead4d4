"""Every candidate of a segment scored against every other, and against references."""
