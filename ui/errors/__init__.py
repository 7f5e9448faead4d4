"""Marked errors: tables of kinds, and errors in the text. Other features may use only the names here."""

from ui.errors.error_tables import scroll_note
from ui.errors.heat import draw_heat_map

__all__ = ["draw_heat_map", "scroll_note"]
