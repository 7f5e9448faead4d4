"""Marked errors: tables of kinds, and errors on the text. The names here are the door: what other features may use."""

from ui.errors.marking import error_legend, mark_errors

__all__ = ["error_legend", "mark_errors"]
