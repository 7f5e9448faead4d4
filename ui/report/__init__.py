"""The menu Download, and the tasks that make reports. Other features may use only the names here."""

from ui.report import translation_files

__all__ = ["translation_files"]
