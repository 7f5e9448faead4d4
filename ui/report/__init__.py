"""The menu Download, and the work of making reports. The names here are the door: what other features may use."""

from ui.report import translation_files

__all__ = ["translation_files"]
