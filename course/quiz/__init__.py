"""Twelve questions before and after the course."""
