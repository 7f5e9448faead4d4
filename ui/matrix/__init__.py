"""The page Matrix: the test sets of a project as one table, which system is better over all, and at what cost.

The names here are the door: what other features may use.
"""

from ui.matrix import refused_sets

__all__ = ["refused_sets"]
