"""Packed files, unpacked piece by piece and within limits."""
