"""Versions of test sets: their columns as blobs, and what changed."""
