"""Checks find likely errors in outputs that nobody has judged. One check a file; CHECKS has them all by name."""

from .registry import CHECKS as CHECKS

__all__ = ["CHECKS"]
