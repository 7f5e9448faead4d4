"""Misprints in the literature. The name here is the door: what other features may use."""

from course.errata.misprints import draw_misprints

__all__ = ["draw_misprints"]
