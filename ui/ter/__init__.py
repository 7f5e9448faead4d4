"""A segment's edits, and a test set's. The names here are the door: what other features may use."""

from ui.ter.view import EditedOutput, n_steps, step_sentence, ter_drawing

__all__ = ["EditedOutput", "n_steps", "step_sentence", "ter_drawing"]
