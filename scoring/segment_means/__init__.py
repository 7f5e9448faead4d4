"""Metrics whose corpus score is the mean of segment scores: what they share, and RIBES."""
