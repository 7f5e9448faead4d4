"""Compiled kernels, n-gram counts, and work on large sets in blocks and threads."""
