"""Matched words and chunks of METEOR."""
