"""Uploaded files become test sets."""
