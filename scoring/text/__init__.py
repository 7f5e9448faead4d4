"""Columns of text, their tokens, and their languages."""
