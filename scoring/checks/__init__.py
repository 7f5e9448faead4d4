"""Checks: what is probably wrong in an output though nobody has judged it. One check a file; CHECKS names them all."""

from .registry import CHECKS as CHECKS

__all__ = ["CHECKS"]
