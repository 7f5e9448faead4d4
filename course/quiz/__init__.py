"""Fifteen questions before and after the course."""
