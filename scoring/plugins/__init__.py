"""Metrics, checks and file formats of other packages, found by their entry points when they are needed."""
