"""Several candidates for each segment: which one a criterion takes, and what that choice is worth to others."""

from .choices import Choice
from .lists import Lists

__all__ = [
    "Choice",
    "Lists",
]
