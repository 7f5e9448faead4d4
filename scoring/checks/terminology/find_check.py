"""Checks by name: those of CHECKS, and that of terms."""

from .. import CHECKS
from ..check import Check
from . import TERMINOLOGY


def find_check(name: str) -> type[Check]:
    """Return a check's class by its name; that of terms, which needs a glossary, is none of CHECKS."""
    if name == TERMINOLOGY:
        from .terminology_check import Terminology

        return Terminology
    return CHECKS[name]
