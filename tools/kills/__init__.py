"""Processes that write to a workspace and are killed at random moments, and whether all that was confirmed is there."""
