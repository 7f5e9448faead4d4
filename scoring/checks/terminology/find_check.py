"""Checks and their titles by name: those of CHECKS, and the check of terms."""

from .. import CHECKS
from ..check import Check
from . import TERMINOLOGY


def find_check(name: str) -> type[Check]:
    """Return a check's class by its name; the check of terms, which needs a glossary, is not in CHECKS."""
    if name == TERMINOLOGY:
        from .terminology_check import Terminology

        return Terminology
    return CHECKS[name]


def check_title(name: str, severity: str = "") -> str:
    """Return the title on pages of the check with this name, or of its findings of one severity.

    >>> check_title("too_long"), check_title("repetition", "minor")
    ('far too long', 'doubled words')
    """
    check = find_check(name)
    return check.lesser_titles.get(severity) or check.title or name.replace("_", " ")
