"""Columns of text, the tokens that they are cut into, and the languages that they are in."""
