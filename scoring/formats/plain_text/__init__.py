"""Plain text with one segment a line, and what is odd about it."""
