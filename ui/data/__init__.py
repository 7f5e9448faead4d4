"""Uploaded files become test sets. The name here is the door: what other features may use."""

from ui.data import keeping

__all__ = ["keeping"]
