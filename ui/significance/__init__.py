"""Which differences can be relied on. The names here are the door: what other features may use."""

from ui.significance.jobs import comparing

__all__ = ["comparing"]
