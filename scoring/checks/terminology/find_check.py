"""Checks by name: those of CHECKS, and that of terms; and what pages call them."""

from .. import CHECKS
from ..check import Check
from . import TERMINOLOGY


def find_check(name: str) -> type[Check]:
    """Return a check's class by its name; that of terms, which needs a glossary, is none of CHECKS."""
    if name == TERMINOLOGY:
        from .terminology_check import Terminology

        return Terminology
    return CHECKS[name]


def check_title(name: str) -> str:
    """Return what pages call the check of this name.

    >>> check_title("too_long")
    'far too long'
    """
    return find_check(name).title or name.replace("_", " ")
