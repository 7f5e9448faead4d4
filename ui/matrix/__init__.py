"""The page Matrix: the test sets of a project as one table, which system is better overall, and at what cost.

Other features may use only the names here.
"""

from ui.matrix import refused_sets

__all__ = ["refused_sets"]
