"""Coefficients of agreement between two judges, their intervals, and permutation tests."""
