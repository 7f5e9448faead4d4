"""Which differences can be relied on. The names here are the door: what other features may use."""

from ui.significance.jobs import judged
from ui.significance.testing import Plan

__all__ = ["Plan", "judged"]
