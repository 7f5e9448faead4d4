"""Which system is better, and can it be relied on. The names here are the door: what other features may use."""

from ui.verdict.card import NO_PAIR

__all__ = ["NO_PAIR"]
