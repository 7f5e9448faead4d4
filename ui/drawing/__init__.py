"""Components that draw words, lines between words, and tiles."""
