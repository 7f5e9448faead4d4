"""Weights for the features of candidates."""
