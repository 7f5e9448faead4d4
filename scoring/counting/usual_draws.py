"""The usual number of draws and their seed, for everything that shuffles or resamples segments."""

TRIALS = 10_000
"""Shuffles, and resamples."""
SEED = 1
