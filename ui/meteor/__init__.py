"""METEOR's matched words and chunks in one segment."""
