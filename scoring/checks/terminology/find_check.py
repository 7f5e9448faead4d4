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


def check_title(name: str, severity: str = "") -> str:
    """Return what pages call the check of this name, or its findings of one severity.

    >>> check_title("too_long"), check_title("repetition", "minor")
    ('far too long', 'doubled words')
    """
    check = find_check(name)
    return check.lesser_titles.get(severity) or check.title or name.replace("_", " ")
