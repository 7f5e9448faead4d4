"""Read plain text with one segment a line, and notice oddities."""
