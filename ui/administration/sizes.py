"""Sizes as an administrator reads them."""

from scoring.formats.limits import MEGABYTE, megabytes

GIGABYTE = 1024 * MEGABYTE


def size_in_words(n_bytes: int) -> str:
    """Such as ``12.5 MB`` or ``77.1 GB``."""
    return megabytes(n_bytes) if n_bytes < GIGABYTE else f"{n_bytes / GIGABYTE:,.1f} GB"
