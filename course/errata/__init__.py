"""Misprints in the literature; this module has the names that other features may use."""

from course.errata.misprints import draw_misprints

__all__ = ["draw_misprints"]
