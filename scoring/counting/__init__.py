"""Compiled kernels, n-gram counts, and processing of large test sets in blocks and threads."""
