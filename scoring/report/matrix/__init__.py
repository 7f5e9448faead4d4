"""The report on a matrix of test sets."""
