"""Where a part of a text or of a word stands."""

Span = tuple[int, int]
"""Half-open positions, [start, end): of words in a text, or of characters in a word."""
