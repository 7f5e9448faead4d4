"""Marked errors: tables of kinds, and errors on the text. The names here are the door: what other features may use."""

from ui.errors.error_tables import wide
from ui.errors.heat import draw_heat_map

__all__ = ["draw_heat_map", "wide"]
