"""Marked errors: tables of kinds, and errors on the text."""
