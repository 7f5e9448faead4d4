"""Several candidates for each segment: which one a criterion takes, and what that choice is worth to others."""

from .against import against_references
from .choices import Choice
from .lists import Lists
from .pairs import Pairs, pair_blocks
from .posterior import posterior, uniform
from .risk import expected_scores

__all__ = [
    "Choice",
    "Lists",
    "Pairs",
    "against_references",
    "expected_scores",
    "pair_blocks",
    "posterior",
    "uniform",
]
