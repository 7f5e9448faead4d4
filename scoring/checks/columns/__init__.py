"""Columns of text in the forms that checks read: segments, words, scripts and languages."""
