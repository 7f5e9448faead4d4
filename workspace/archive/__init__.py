"""Exports a project as a zip of plain files and JSON that outlive this program, and imports it."""

from .export import export_project
from .manifest import FORMAT, LIMITS, VERSION
from .reading import ImportedProject, import_project

__all__ = ["FORMAT", "LIMITS", "VERSION", "ImportedProject", "export_project", "import_project"]
