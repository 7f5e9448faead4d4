"""Coefficients of agreement between a judge and a metric, and permutation tests."""
