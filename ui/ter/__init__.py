"""A segment's edits, and a test set's. The names here are the door: what other features may use."""

from ui.ter.view import Output, drawing, n_steps, said

__all__ = ["Output", "drawing", "n_steps", "said"]
