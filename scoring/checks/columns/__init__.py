"""Columns of text as checks look at them: by segments, words, scripts and languages."""
