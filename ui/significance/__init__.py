"""Which differences can be relied on. The names here are the door: what other features may use."""

from ui.significance.jobs import comparing, comparing_each, retesting

__all__ = ["comparing", "comparing_each", "retesting"]
