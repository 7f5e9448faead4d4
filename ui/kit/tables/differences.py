"""Two systems and the difference between them, as pages colour them. Pure."""

from scoring.output.markup.colors import PALETTE

COLORS = PALETTE[:2]
"""The first of two is blue and the second orange."""
CHOSEN = "#E69F00"
"""What is chosen, or observed, is amber."""
