"""Components that draw words, lines between them, and tiles."""
