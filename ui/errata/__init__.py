"""Misprints in the literature. The name here is the door: what other features may use."""

from ui.errata.misprints import draw

__all__ = ["draw"]
