"""Scores in tables and lines, and what COMET and MetricX write."""
