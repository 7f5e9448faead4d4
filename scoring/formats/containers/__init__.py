"""Unpack packed files piece by piece and within limits."""
