"""What is kept, as pages show and change it. The names here are the door: what other features may use."""

from ui.projects import changing

__all__ = ["changing"]
