"""The page Test sets: uploaded files become test sets. Other features use only what is imported here."""

from ui.data import keeping

__all__ = ["keeping"]
