"""The page TER: the edits of a segment and of a test set. Other features may use only the names here."""

from ui.ter.view import EditedOutput, n_steps, step_sentence, ter_drawing

__all__ = ["EditedOutput", "n_steps", "step_sentence", "ter_drawing"]
