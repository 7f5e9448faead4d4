"""Projects and their contents, as pages show and change them. Other features may use only the names here."""

from ui.projects import changing

__all__ = ["changing"]
