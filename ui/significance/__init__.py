"""The page Significance: which differences are reliable. Other features may use only the names here."""

from ui.significance.jobs import comparing, comparing_each, retesting

__all__ = ["comparing", "comparing_each", "retesting"]
