"""Annotations of Pearmut."""
